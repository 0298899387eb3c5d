from typing import Any

import pytest

from loopback import Loopback
from loopback.payload import Payload
from tests.loopback.bare import Bare
from tests.loopback.test_validation import codes
from tests.openapi.recorder import Recorder


def command(**fields: object) -> Payload:
    return {"name": "play", "description": "Play"} | fields


def option(name: str = "o", kind: int = 3, **fields: object) -> Payload:
    return {"name": name, "description": "d", "type": kind} | fields


def choices(count: int) -> list[Payload]:
    return [{"name": f"n{n}", "value": f"v{n}"} for n in range(count)]


async def put(server: Loopback, bare: Bare, *commands: Payload) -> tuple[int, Any]:
    path = f"/applications/{server.world.application_id}/commands"
    return await bare("PUT", path, list(commands))


ACCEPTED: list[Payload] = [
    command(name="x" * 32, description="x" * 100),
    command(name="žaludy"),
    command(options=[option(f"o{n}") for n in range(25)]),
    command(options=[option(choices=choices(25))]),
    command(options=[option("a", required=True), option("b")]),
    command(options=[option("g", 2, options=[option("s", 1, options=[option()])])]),
    command(contexts=[0, 1, 2], integration_types=[0, 1]),
    {"name": "With Spaces", "type": 2},
]

REFUSED: list[tuple[Payload, str, str]] = [
    (command(name="Play"), "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    (
        command(name_localizations={"xx": "spiel"}),
        "0.name_localizations.xx",
        "BASE_TYPE_CHOICES",
    ),
    (command(name_localizations="spiel"), "0.name_localizations", "DICT_TYPE_CONVERT"),
    (command(dm_permission="no"), "0.dm_permission", "BOOLEAN_TYPE_CONVERT"),
    (
        command(default_member_permissions="all"),
        "0.default_member_permissions",
        "NUMBER_TYPE_COERCE",
    ),
    (command(name="play it"), "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    (command(name="x" * 33), "0.name", "BASE_TYPE_BAD_LENGTH"),
    (command(name=""), "0.name", "BASE_TYPE_REQUIRED"),
    (command(description="x" * 101), "0.description", "BASE_TYPE_BAD_LENGTH"),
    (command(description=""), "0.description", "BASE_TYPE_REQUIRED"),
    (command(options=[option(f"o{n}") for n in range(26)]), "0.options", "BASE_TYPE_BAD_LENGTH"),
    (command(options=[option("A")]), "0.options.0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    (command(options=[option(kind=12)]), "0.options.0.type", "BASE_TYPE_CHOICES"),
    (
        command(options=[option(choices=choices(26))]),
        "0.options.0.choices",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        command(options=[option(choices=[{"name": "x" * 101, "value": "v"}])]),
        "0.options.0.choices.0.name",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        command(options=[option(choices=[{"name": "n", "value": "x" * 101}])]),
        "0.options.0.choices.0.value",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        command(options=[option(kind=4, choices=[{"name": "n", "value": "one"}])]),
        "0.options.0.choices.0.value",
        "NUMBER_TYPE_COERCE",
    ),
    (
        command(options=[option(choices=[{"name": "n", "value": v} for v in "ab"])]),
        "0.options.0.choices.1.name",
        "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS",
    ),
    (
        command(options=[option("a"), option("b", required=True)]),
        "0.options.1",
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    (
        command(options=[option("a"), option("a")]),
        "0.options.1.name",
        "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
    ),
    (
        command(options=[option("a", 1), option("b")]),
        "0.options",
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    (
        command(options=[option("s", 1, options=[option("t", 1)])]),
        "0.options.0.options.0.type",
        "BASE_TYPE_CHOICES",
    ),
    (
        command(options=[option(choices=choices(1), autocomplete=True)]),
        "0.options.0.autocomplete",
        "APPLICATION_COMMAND_OPTIONS_CHOICES_AND_AUTOCOMPLETE",
    ),
    (command(contexts=[3]), "0.contexts.0", "BASE_TYPE_CHOICES"),
    (command(integration_types=[2]), "0.integration_types.0", "BASE_TYPE_CHOICES"),
    (
        command(
            options=[
                option(
                    f"o{n}",
                    choices=[{"name": f"{m}" + "x" * 98, "value": "y" * 100} for m in range(2)],
                )
                for n in range(21)
            ]
        ),
        "0",
        "APPLICATION_COMMAND_TOO_LARGE",
    ),
]


@pytest.mark.parametrize("body", ACCEPTED, ids=range(len(ACCEPTED)))
async def test_a_valid_command_is_registered(server: Loopback, bare: Bare, body: Payload) -> None:
    status, answer = await put(server, bare, body)
    assert status == 200
    assert answer[0]["name"] == body["name"]


@pytest.mark.parametrize(("body", "path", "code"), REFUSED)
async def test_an_invalid_command_is_refused(
    server: Loopback, bare: Bare, body: Payload, path: str, code: str
) -> None:
    status, answer = await put(server, bare, body)
    assert (status, answer["code"]) == (400, 50035)
    assert codes(answer, path) == [code]
    assert server.commands.of(None) == []


async def test_too_many_or_double_commands_are_refused(server: Loopback, bare: Bare) -> None:
    assert (await put(server, bare, *[command(name=f"c{n}") for n in range(100)]))[0] == 200
    status, answer = await put(server, bare, *[command(name=f"c{n}") for n in range(101)])
    assert (status, answer["errors"]["_errors"][0]["code"]) == (400, "BASE_TYPE_MAX_LENGTH")
    status, answer = await put(server, bare, command(), command())
    assert codes(answer, "1.name") == ["APPLICATION_COMMANDS_DUPLICATE_NAME"]


async def test_commands_are_kept_one_by_one_and_per_guild(server: Loopback, bare: Bare) -> None:
    application = f"/applications/{server.world.application_id}"
    scope = f"{application}/guilds/{server.world.guild().id}/commands"
    status, made = await bare("POST", scope, command())
    assert (status, made["guild_id"]) == (201, str(server.world.guild().id))
    assert await bare("GET", f"{scope}/{made['id']}") == (200, made)
    status, changed = await bare("POST", scope, command(description="Other"))
    assert (changed["id"], changed["description"]) == (made["id"], "Other")
    assert changed["version"] != made["version"]
    assert (await bare("GET", f"{application}/commands"))[1] == []
    assert (await bare("DELETE", f"{scope}/{made['id']}"))[0] == 204
    status, answer = await bare("DELETE", f"{scope}/{made['id']}")
    assert (status, answer["code"]) == (404, 10063)
    status, answer = await bare("GET", "/applications/1/commands")
    assert (status, answer["code"]) == (403, 50001)


async def test_what_discord_does_not_know_is_dropped(
    server: Loopback, bare: Bare, recorder: Recorder
) -> None:
    """Nulls of options, too; those of a command become its defaults."""
    nothing: dict[str, Any] = {"default_permission": True, "colour": "red"}
    recorder.checks_requests = False
    choice = {"name": "n", "value": "v", "colour": "red"}
    given = option(choices=[choice], min_value=None, **nothing)
    nested = option("sub", 1, options=[given])
    status, (answer,) = await put(server, bare, command(options=[nested], **nothing))
    assert status == 200
    assert not {"default_permission", "colour"} & set(answer)
    (sub,) = answer["options"]
    (kept,) = sub["options"]
    assert set(kept) == {"name", "description", "type", "choices"}
    assert kept["choices"] == [{"name": "n", "value": "v"}]


async def test_people_are_offered_only_commands_that_they_can_use(
    server: Loopback, bare: Bare
) -> None:
    await put(
        server,
        bare,
        command(name="anywhere"),
        command(name="guild", contexts=[0]),
        command(name="dm", contexts=[1]),
        command(name="admins", default_member_permissions="0"),
        command(name="pinners", default_member_permissions=str(1 << 13)),
        {"name": "menu", "type": 3},
    )
    ann = server.person("Ann")
    assert [leaf.path for leaf in ann.usable_commands()] == ["anywhere", "guild"]
    assert [leaf.path for leaf in ann.usable_commands(ann.dm())] == ["anywhere", "dm"]
    guild = server.world.guild()
    guild.owner_id = ann.id
    assert [leaf.path for leaf in ann.usable_commands()] == [
        "anywhere",
        "guild",
        "admins",
        "pinners",
    ]

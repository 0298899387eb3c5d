"""Each route gets values of the wrong kind, in each part of its query and body, and never breaks.

The routes' parts are those of Discord's API description.
"""

import json
from collections.abc import Iterator
from typing import Any, Final

import aiohttp
import pytest

from loopback import Limits, Loopback, Permission, Window
from loopback.payload import Payload, as_list, as_payload
from loopback.rest.service import ROUTES
from loopback.world import membership
from tests.loopback.bare import Bare
from tests.loopback.sample_bot import sample_server
from tests.openapi.description import FILE, shape
from tests.openapi.recorder import Recorder

DESCRIPTION: Final[Payload] = json.loads(FILE.read_text("utf-8"))
WRONG: Final[list[Any]] = [
    *(None, True, -1, 1 << 70, 1.5, "", "abc", "\ud800", "9" * 5000),
    *([], [[]], [1], ["abc"], [None], {}, {"a": 1}),
]
IN_QUERIES: Final = ("", "abc", "-1", "0", "1.5", "9" * 5000, "true", "%F0%9F%8E%B2")
BASE: Final[Payload] = {"name": "x", "content": "x", "description": "x", "style": 1}
DEPTH: Final = 2
MUCH: Final = Window(1_000_000, 1)


def described() -> Iterator[tuple[str, str, Payload]]:
    """Go through the loopback's routes that take a query or a body, as Discord describes them."""
    known = {(each.method, shape(each.path)) for each in ROUTES}
    for path, item in DESCRIPTION["paths"].items():
        for method, operation in item.items():
            takes = "body" in operation or queries(operation)
            if (method.upper(), shape(path)) in known and takes:
                yield method.upper(), path, operation


def queries(operation: Payload) -> list[str]:
    return [each["name"] for each in operation["parameters"] if each["in"] == "query"]


def parts(schema: Payload, depth: int = DEPTH) -> Iterator[Any]:
    """Go through wrong values for a part of a body, and those with a wrong value further down."""
    yield from WRONG
    if not depth:
        return
    for each in alternatives(schema):
        for name, held in as_payload(each.get("properties")).items():
            for value in parts(held, depth - 1):
                yield {name: value}
        if "items" in each:
            for value in parts(each["items"], depth - 1):
                yield [value]


def alternatives(schema: Payload) -> Iterator[Payload]:
    """Go through the schemas of which one, or each, holds for a value."""
    if "$ref" in schema:
        schema = DESCRIPTION["schemas"][schema["$ref"].rpartition("/")[2]]
    yield schema
    for key in ("oneOf", "anyOf", "allOf"):
        for each in as_list(schema.get(key)):
            yield from alternatives(each)


def bodies(schema: Payload) -> Iterator[Any]:
    """Go through bodies of which all but one part may be right."""
    yield from WRONG
    for each in alternatives(schema):
        for name, held in as_payload(each.get("properties")).items():
            for value in parts(held):
                yield BASE | {name: value}


def targets(server: Loopback, interaction: Any) -> dict[str, str]:
    """Return values for the parameters of paths, which are all there."""
    world, ann = server.world, server.person("Ann")
    guild, channel = world.guild(), world.channel("lobby")
    role = membership.add_role(world, guild, "Low", 0)
    said = ann.say("Hello", "lobby")
    ann.react(said, "👍")
    return {
        "application_id": str(world.application_id),
        "channel_id": str(channel.id),
        "guild_id": str(guild.id),
        "message_id": str(said.id),
        "user_id": str(ann.id),
        "role_id": str(role.id),
        "overwrite_id": str(role.id),
        "emoji_name": "👍",
        "interaction_id": str(interaction.id),
        "interaction_token": interaction.token,
    }


@pytest.mark.parametrize(
    ("method", "path", "operation"),
    [pytest.param(*each, id=f"{each[0]} {each[1]}") for each in described()],
)
async def test_values_of_the_wrong_kind_are_refused_or_ignored(
    method: str, path: str, operation: Payload, recorder: Recorder
) -> None:
    recorder.checks_requests = False
    limits = Limits(each=MUCH, messages=MUCH, webhook=MUCH, overall=MUCH)
    async with (
        sample_server(limits=limits) as server,
        aiohttp.ClientSession(connector=server.connector()) as session,
    ):
        bare, guild = Bare(server, session), server.world.guild()
        mighty = guild.add_role("Mighty", Permission.ADMINISTRATOR)
        guild.members[server.world.bot.id].role_ids.add(mighty.id)
        commands = f"/applications/{server.world.application_id}/commands"
        (command,) = (await bare("PUT", commands, [{"name": "c", "description": "d"}]))[1]
        interaction = server.person("Ann").start_slash("c", "lobby", {})
        known = targets(server, interaction) | {"command_id": command["id"]}
        known |= await webhook(bare)
        whole = path.format_map(known)
        for name in queries(operation):
            for value in IN_QUERIES:
                status, _ = await bare(method, f"{whole}?{name}={value}", {})
                assert status < 500, (name, value[:50])
        for body in bodies(operation["body"]) if "body" in operation else ():
            status, _ = await bare(method, whole, body)
            assert status < 500, body


async def webhook(bare: Bare) -> dict[str, str]:
    _, made = await bare("POST", f"{bare.channel()}/webhooks", {"name": "Hook"})
    return {"webhook_id": made["id"], "webhook_token": made["token"]}


REFUSED: Final[list[tuple[str, str, Payload | None, str, str]]] = [
    ("GET", "/users/@me/guilds?limit=abc", None, "limit", "NUMBER_TYPE_COERCE"),
    ("GET", "/guilds/{guild_id}/members/search?limit=-1", None, "limit", "NUMBER_TYPE_MIN"),
    ("GET", "/channels/{channel_id}/messages?before=abc", None, "before", "NUMBER_TYPE_COERCE"),
    ("PATCH", "/applications/@me", {"description": 5}, "description", "STRING_TYPE_CONVERT"),
    (
        "PUT",
        "/channels/{channel_id}/permissions/{role_id}",
        {"type": 0, "allow": "abc"},
        "allow",
        "NUMBER_TYPE_COERCE",
    ),
    (
        "PATCH",
        "/guilds/{guild_id}/members/{user_id}",
        {"roles": "abc"},
        "roles",
        "LIST_TYPE_CONVERT",
    ),
    ("POST", "/guilds/{guild_id}/roles", {"hoist": "yes"}, "hoist", "BOOLEAN_TYPE_CONVERT"),
    ("POST", "/guilds/{guild_id}/roles", {"colors": 1}, "colors", "MODEL_TYPE_CONVERT"),
]


@pytest.mark.parametrize("refused", REFUSED, ids=str)
async def test_the_part_that_is_wrong_is_named(
    server: Loopback, bare: Bare, refused: tuple[str, str, Payload | None, str, str]
) -> None:
    method, path, body, part, code = refused
    guild, world = server.world.guild(), server.world
    mighty = guild.add_role("Mighty", Permission.ADMINISTRATOR)
    guild.members[world.bot.id].role_ids.add(mighty.id)
    low, ann = membership.add_role(world, guild, "Low", 0), world.user("Ann")
    guild.members[ann.id].role_ids.add(low.id)
    known = {"guild_id": guild.id, "channel_id": world.channel("lobby").id}
    whole = path.format_map(known | {"user_id": ann.id, "role_id": low.id})
    status, answer = await bare(method, whole, body)
    assert (status, answer["code"]) == (400, 50035)
    assert [each["code"] for each in answer["errors"][part]["_errors"]] == [code]
    assert guild.members[ann.id].role_ids == {low.id}


@pytest.mark.parametrize("raw", [b'{"content": "\\ud800"}', 50_000 * b"["])
async def test_text_that_no_text_can_hold_is_no_json(
    server: Loopback, bare: Bare, raw: bytes
) -> None:
    url = f"https://discord.com/api/v10{bare.channel()}/messages"
    headers = {"Authorization": f"Bot {server.token}", "Content-Type": "application/json"}
    async with bare.session.post(url, data=raw, headers=headers) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)

"""Where commands can be used: installed to a guild, to a user, or to both."""

import discord
import pytest
from discord import app_commands

from loopback import CannotDo, Loopback, Permission, Person
from loopback.model.channels import Channel
from loopback.model.permissions import EVERYONE
from tests.loopback.bare import Bare
from tests.loopback.sample_bot import Context, Panel, SampleBot
from tests.loopback.waiting import until

GUILD, USER = 0, 1
WITHOUT_THE_BOT = {
    "attach_files",
    "embed_links",
    "mention_everyone",
    "external_emojis",
    "send_polls",
}
"""Bits 14, 15, 17, 18 and 49, recorded in 2025 in a server without the bot; a direct message of two
people lacked bit 18."""


def command(name: str, installs: list[int] | None, contexts: list[int] | None) -> dict[str, object]:
    made: dict[str, object] = {"name": name, "description": "d", "contexts": contexts}
    return made if installs is None else made | {"integration_types": installs}


COMMANDS = [
    command("default", None, None),
    command("server", [GUILD], [0]),
    command("mine", [USER], [0, 1, 2]),
    command("private", [GUILD, USER], [2]),
    command("app_dm", [GUILD], [1]),
]


@pytest.fixture
def elsewhere(server: Loopback, ann: Person, bo: Person) -> Channel:
    """Make a channel of a guild that the bot is not in."""
    guild = server.world.add_guild("Elsewhere", ann.user, bo.user, installed=False)
    return server.world.add_channel(guild, "outside")


@pytest.fixture
def group(server: Loopback, ann: Person, bo: Person) -> Channel:
    cy = server.person("Cy")
    return server.world.add_private_channel(ann.user, bo.user, cy.user, name="club")


async def test_which_commands_are_offered_where(
    server: Loopback, bare: Bare, elsewhere: Channel, group: Channel
) -> None:
    ann, bo = server.person("Ann"), server.person("Bo")
    path = f"/applications/{server.world.application_id}/commands"
    assert (await bare("PUT", path, COMMANDS))[0] == 200
    between = server.world.add_private_channel(ann.user, bo.user)
    ann.user.has_installed = True

    def offered(person: Person, channel: Channel) -> list[str]:
        return [each.path for each in person.usable_commands(channel)]

    lobby = server.world.channel("lobby")
    assert offered(ann, lobby) == ["default", "server", "mine"]
    assert offered(bo, lobby) == ["default", "server"]
    assert offered(ann, ann.dm()) == ["default", "mine", "app_dm"]
    assert offered(bo, bo.dm()) == ["default", "app_dm"]
    assert offered(ann, group) == ["default", "mine", "private"]
    assert offered(ann, between) == ["default", "mine", "private"]
    assert offered(ann, elsewhere) == ["default", "mine"]
    for place in (group, between, elsewhere):
        assert offered(bo, place) == []
    with pytest.raises(CannotDo, match="does not see"):
        server.person("Di").usable_commands(group)


@pytest.fixture
async def installed(bot: SampleBot, ann: Person) -> SampleBot:
    """Give the bot commands for users, and Ann the application."""

    @bot.tree.command(description="Answer, and go on")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def everywhere(context: Context, follow_ups: int = 0) -> None:
        await context.response.send_message(f"for {context.user.mention}", view=Panel())
        for number in range(follow_ups):
            await context.followup.send(str(number))

    await bot.tree.sync()
    ann.user.has_installed = True
    return bot


@pytest.mark.parametrize(
    ("place", "context", "owners"),
    [
        ("lobby", 0, {GUILD, USER}),
        ("dm", 1, {GUILD, USER}),
        ("club", 2, {USER}),
        ("outside", 0, {USER}),
    ],
)
@pytest.mark.usefixtures("elsewhere", "group")
async def test_an_interaction_tells_its_place_and_owners(
    installed: SampleBot, server: Loopback, place: str, context: int, owners: set[int]
) -> None:
    ann = server.person("Ann")
    reply = await ann.slash("everywhere", channel=ann.dm() if place == "dm" else place)
    assert reply.message is not None
    assert not reply.ephemeral
    told = installed.contexts[-1]
    ids = {GUILD: server.world.guild().id if place == "lobby" else 0, USER: ann.id}
    assert (told.context.guild, told.context.dm_channel, told.context.private_channel) == tuple(
        context == each for each in (0, 1, 2)
    )
    assert told.is_user_integration() == (USER in owners)
    assert reply.interaction.owners == {str(each): str(ids[each]) for each in owners}
    granted = {name for name, value in told.app_permissions if value}
    lacking = {"lobby": {"mention_everyone", "send_polls"}, "club": {"external_emojis"}}
    assert granted >= WITHOUT_THE_BOT - lacking.get(place, set())
    assert place == "lobby" or granted <= WITHOUT_THE_BOT - lacking.get(place, set())


async def test_a_press_keeps_the_install_of_its_message(
    installed: SampleBot, ann: Person, bo: Person, group: Channel
) -> None:
    shown = await ann.slash("everywhere", channel=group)
    assert shown.message is not None
    pressed = await bo.click(shown.message, "Update")
    assert pressed.updated
    assert pressed.interaction.owners == {str(USER): str(ann.id)}
    assert installed.contexts[-1].user.id == bo.id


async def test_a_public_answer_pings_the_others(
    installed: SampleBot, ann: Person, bo: Person, group: Channel
) -> None:
    shown = await ann.slash("everywhere", channel=group)
    assert shown.message is not None
    await installed.contexts[-1].followup.send(f"your move, {bo.mention}")
    assert bo.sees(group)[-1].pings == {bo.id}


async def test_five_follow_ups_without_the_guilds_install(
    installed: SampleBot, server: Loopback, ann: Person, elsewhere: Channel
) -> None:
    await ann.slash("everywhere", channel=elsewhere, follow_ups=5)
    await until(lambda: len(ann.sees(elsewhere)) == 6)
    with pytest.raises(discord.HTTPException) as caught:
        await installed.contexts[-1].followup.send("one more")
    assert (caught.value.status, caught.value.code) == (400, 40094)
    await ann.slash("everywhere", follow_ups=6)
    await until(lambda: len(ann.sees()) == 7)
    assert server.faults.any is False


@pytest.mark.parametrize("missing", [Permission.USE_EXTERNAL_APPS, Permission.SEND_MESSAGES])
async def test_answers_are_ephemeral_where_the_user_may_not(
    installed: SampleBot, server: Loopback, elsewhere: Channel, missing: Permission
) -> None:
    ann, bo = server.person("Ann"), server.person("Bo")
    guild = server.world.guild("Elsewhere")
    guild.roles[guild.id].permissions = int(EVERYONE & ~missing)
    reply = await ann.slash("everywhere", channel=elsewhere)
    assert reply.ephemeral
    await installed.contexts[-1].followup.send("more")
    assert bo.sees(elsewhere) == []
    guild.roles[guild.id].permissions = int(EVERYONE)
    lobby = server.world.channel("lobby")
    server.world.set_overwrite(lobby, ann.user, deny=missing)
    assert not (await ann.slash("everywhere")).ephemeral


@pytest.mark.parametrize("where", ["club", "outside"])
@pytest.mark.usefixtures("elsewhere", "group")
async def test_only_the_token_reaches_a_place_without_the_bot(
    installed: SampleBot, bare: Bare, ann: Person, where: str
) -> None:
    place = ann.place(where)
    installed.events.clear()
    await ann.slash("everywhere", channel=place)
    assert installed.events == ["INTERACTION_CREATE"]
    for method, path in (
        ("GET", f"/channels/{place.id}"),
        ("GET", f"/channels/{place.id}/messages"),
        ("POST", f"/channels/{place.id}/messages"),
    ):
        status, answer = await bare(method, path, {"content": "x"} if method == "POST" else None)
        assert (status, answer["code"]) == (403, 50001)
    assert len(installed.guilds) == 1


@pytest.mark.parametrize(
    ("supported", "stated", "status"),
    [
        ([GUILD], [GUILD], 200),
        ([GUILD], [GUILD, USER], 400),
        ([GUILD], [USER], 400),
        ([USER], [USER], 200),
        ([USER], [GUILD, USER], 400),
        ([GUILD, USER], [GUILD, USER], 200),
        ([GUILD, USER], [GUILD, USER, 2], 400),
        ([GUILD], None, 200),
    ],
)
async def test_a_command_states_only_installs_that_the_application_supports(
    server: Loopback, bare: Bare, supported: list[int], stated: list[int] | None, status: int
) -> None:
    """One that is refused takes all others of the request with it."""
    server.world.install_types = supported
    _, application = await bare("GET", "/oauth2/applications/@me")
    assert application["integration_types_config"] == {str(each): {} for each in supported}
    path = f"/applications/{server.world.application_id}/commands"
    wanted = [command("good", None, None), command("tried", stated, None)]
    answer = await bare("PUT", path, wanted)
    assert answer[0] == status, answer
    assert len(server.commands.of(None)) == (2 if status == 200 else 0)


async def test_a_guild_can_have_the_commands_without_the_bot(
    installed: SampleBot, server: Loopback, bare: Bare, ann: Person, bo: Person
) -> None:
    guild = server.world.add_guild(
        "Elsewhere", ann.user, bo.user, installed=False, has_commands=True
    )
    outside = server.world.add_channel(guild, "outside")
    shown = await bo.slash("everywhere", channel=outside, follow_ups=6)
    assert shown.message is not None
    assert not shown.ephemeral
    assert shown.interaction.owners == {"0": str(guild.id)}
    await until(lambda: len(bo.sees(outside)) == 7)
    assert (await bo.click(shown.message, "Update")).updated
    told = installed.contexts[-1]
    assert told.is_guild_integration()
    granted = {name for name, value in told.app_permissions if value}
    assert granted == WITHOUT_THE_BOT
    assert installed.get_guild(guild.id) is None
    assert (await bare("GET", f"/channels/{outside.id}"))[1]["code"] == 50001
    assert (await bare("GET", f"/guilds/{guild.id}"))[1]["code"] == 10004

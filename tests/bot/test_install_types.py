"""The installs that the application supports, and servers with its commands but without the bot."""

import re
from pathlib import Path

import discord
import pytest

from bot.interactions.client import Postboard
from bot.interactions.installs import PERMISSIONS, invite_link
from loopback import Loopback, Person, Upload
from loopback.interactions.commands import CommandType, Leaf, Value
from loopback.model.channels import Channel
from tests.bot.conftest import bot_on
from tests.bot.game_driver import answered, labels, private, public
from tests.bot.who import person_of
from tests.loopback.waiting import until

GUILD, USER = 0, 1
DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture
def elsewhere(server: Loopback, ann: Person, bo: Person) -> Channel:
    """Make a channel of a server that has the commands without the bot, and is Ann's."""
    guild = server.world.add_guild(
        "Elsewhere", ann.user, bo.user, installed=False, has_commands=True
    )
    guild.owner_id = ann.id
    return server.world.add_channel(guild, "outside")


@pytest.mark.parametrize("supported", [[GUILD], [USER], [GUILD, USER]])
async def test_the_bot_starts_whatever_installs_the_application_supports(
    server: Loopback, database: Path, supported: list[int], caplog: pytest.LogCaptureFixture
) -> None:
    server.world.install_types = supported
    caplog.set_level("INFO")
    async with bot_on(server, database):
        registered = {each.raw["name"]: each.raw for each in server.commands.of(None)}
    for raw in registered.values():
        assert raw["integration_types"]
        assert set(raw["integration_types"]) <= set(supported)
        assert (2 in raw["contexts"]) == (USER in raw["integration_types"])
    assert "play" in registered
    assert ("server" in registered) == (GUILD in supported)
    said = [record.message for record in caplog.records if "Install under" in record.message]
    assert len(said) == 2 - len(supported)


async def test_without_user_install_people_play_in_servers(
    server: Loopback, database: Path, ann: Person, bo: Person
) -> None:
    server.world.install_types = [GUILD]
    async with bot_on(server, database):
        card = public(await ann.slash("play", game="czech", opponent=bo))
        assert "Accept" in labels(card)


async def test_an_install_that_is_turned_on_is_registered_at_the_next_start(
    server: Loopback, database: Path
) -> None:
    for supported in ([GUILD], [GUILD, USER], [GUILD]):
        server.world.install_types = supported
        async with bot_on(server, database):
            (play,) = (c.raw for c in server.commands.of(None) if c.raw["name"] == "play")
        assert play["integration_types"] == supported


async def test_without_guild_install_people_play_in_private_places(
    server: Loopback, database: Path, ann: Person, bo: Person
) -> None:
    server.world.install_types = [USER]
    ann.user.has_installed = True
    place = server.world.add_private_channel(ann.user, bo.user)
    guild = server.world.add_guild("Elsewhere", ann.user, installed=False)
    outside = server.world.add_channel(guild, "outside")
    async with bot_on(server, database) as bot:
        card = public(await ann.slash("play", game="czech", channel=place, opponent=bo))
        assert "Accept" in labels(card)
        refused = private(await ann.slash("play", game="czech", channel=outside, opponent=bo))
        assert invite_link(bot) is None
    assert "can't be invited to servers" in refused.content
    assert refused.buttons() == ()


async def test_a_server_with_the_commands_alone_gets_the_link_that_invites_the_bot(
    bot: Postboard, ann: Person, bo: Person, elsewhere: Channel
) -> None:
    for refused in (
        private(await ann.slash("play", game="czech", channel=elsewhere, opponent=bo)),
        private(await ann.slash("server settings", channel=elsewhere)),
        private(await ann.slash("server diagnose", channel=elsewhere)),
    ):
        assert "I'm not in this server" in refused.content
        (button,) = refused.buttons()
        assert button.url == (
            f"https://discord.com/oauth2/authorize?client_id={bot.application_id}"
            f"&scope=bot+applications.commands&permissions={PERMISSIONS.value}"
            f"&guild_id={elsewhere.guild_id}"
        )
    assert await bot.store.lists.of_user(await person_of(bot, ann)) == []


async def test_a_server_without_the_bot_does_not_offer_what_people_cannot_install(
    server: Loopback, database: Path, ann: Person, bo: Person, elsewhere: Channel
) -> None:
    server.world.install_types = [GUILD]
    async with bot_on(server, database):
        refused = private(await ann.slash("play", game="czech", channel=elsewhere, opponent=bo))
    assert "to invite me." in refused.content
    assert "group chats" not in refused.content


async def test_the_bot_works_in_a_server_once_it_is_invited(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, elsewhere: Channel
) -> None:
    guild = server.world.guild("Elsewhere")
    server.world.add_bot(guild)
    await until(lambda: bot.get_guild(guild.id) is not None)
    assert "Accept" in labels(
        public(await ann.slash("play", game="czech", channel=elsewhere, opponent=bo))
    )


async def test_no_command_fails_or_asks_for_permissions_where_the_bot_is_not(
    bot: Postboard, ann: Person, bo: Person, elsewhere: Channel, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody could grant them to a bot that isn't there."""
    leaves = ann.usable_commands(elsewhere)
    assert {leaf.path.split()[0] for leaf in leaves} == {
        command.name for command in bot.tree.get_commands(type=discord.AppCommandType.chat_input)
    }
    for leaf in leaves:
        reply = await ann.slash(leaf.path, channel=elsewhere, values=_required(leaf, bo))
        await bot.idle()
        if reply.modal is None:
            content = answered(reply).content
            assert "Missing" not in content, leaf.path
            assert "went wrong" not in content, leaf.path
    for name in ann.menu_commands(CommandType.USER, elsewhere):
        assert "Missing" not in answered(await ann.use(name, bo, channel=elsewhere)).content
    assert not [record for record in caplog.records if record.exc_info]


def _required(leaf: Leaf, other: Person) -> dict[str, "Value | Person"]:
    values: dict[int, Value | Person] = {3: "x", 4: 1, 5: True, 6: other, 7: other, 10: 1.0}
    values[11] = Upload("x.txt", "text/plain", b"x")
    return {
        option.name: option.choices[0].value if option.choices else values[option.type]
        for option in leaf.options
        if option.required
    }


def test_the_documents_give_the_link_that_the_bot_gives() -> None:
    link = discord.utils.oauth_url("APPLICATION_ID", permissions=PERMISSIONS)
    assert f"`{link}`" in (DOCS / "hosting.md").read_text()


def test_the_page_installation_is_drawn_with_the_permissions_that_are_explained() -> None:
    text = (DOCS / "hosting.md").read_text("utf-8")
    drawn = re.findall(r"\[ ([\w ]+) \]", text.partition("PERMISSIONS")[2].partition("└")[0])
    table = text.partition("| permission | needed for |\n|---|---|\n")[2].partition("\n\n")[0]
    explained = [name for row in table.splitlines() for name in row.split("|")[1].split(",")]
    assert sorted(drawn) == sorted(map(str.strip, explained))
    assert len(drawn) == sum(given for _, given in PERMISSIONS)

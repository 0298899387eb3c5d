"""Whatever people call themselves, a message of the bot pings nobody else and keeps its looks."""

import re

import pytest

from bot.delivery.rendering import Rendered
from bot.interactions.client import Postboard
from bot.messages.controls.message import Message as Outgoing
from bot.messages.words.locale import DEFAULT
from loopback import Loopback, Message, Person
from loopback.model.people import Member
from rules.contract.sentence import Verbatim, say
from tests.bot.game_driver import delivered, private, public
from tests.bot.table_service import BO
from tests.bot.who import person_of

NAMES = (
    "@everyone",
    "@here",
    "<@{victim}>",
    "<@&{guild}>",
    "**loud**",
    "__a__ ~~b~~ ||c||",
    "`code`",
    "```\nboxed",
    "[free](https://evil.example)",
    "# shout",
    "> quote",
    "- item",
    "-# small",
    "back\\slash",
    "*" * 32,
    "Ωμέγα 🎲",
)
MARKDOWN = re.compile(r"(?<!\\)(\*\*loud\*\*|__a__|~~b~~|\|\|c\|\||`code`|```|\[free\]\(|\*{3})")

BOXED = re.compile(r"^```\n.*?\n```$", re.DOTALL | re.MULTILINE)
"""What the bot itself puts into a box: boards in letters, and records."""


def called(server: Loopback, name: str) -> Person:
    """Return a new member of the server with this name."""
    guild = server.world.guild()
    victim = server.person("Di")
    user = server.world.add_user(name.format(victim=victim.id, guild=guild.id))
    guild.members[user.id] = Member(user, server.clock.now())
    return server.person(user)


def check_harmless(messages: list[Message], playing: set[int]) -> None:
    for message in messages:
        assert not message.mention_everyone
        assert message.pings <= playing
        assert set(message.mentions) <= playing
        assert not message.mention_roles
        assert not MARKDOWN.search(BOXED.sub("", message.content)), message.content
        assert "@everyone" not in message.content
        assert "@here" not in message.content


@pytest.mark.parametrize("name", NAMES)
async def test_a_name_is_only_a_name(
    server: Loopback, bot: Postboard, ann: Person, cy: Person, name: str
) -> None:
    guest = called(server, name)
    card = public(await guest.slash("play", game="czech", opponent=ann, side="white"))
    public(await ann.click(card, "Accept"))
    public(await guest.slash("move", move="c3-d4"))
    offer = public(await guest.slash("game draw"))
    await ann.click(offer, "Withdraw")
    public(await cy.slash("board"))
    private(await cy.slash("move", move="c3-d4"))
    private(await ann.slash("games"))
    private(await cy.slash("play", game="czech"))
    question = private(await guest.slash("game resign"))
    await guest.click(question, "Resign")
    await bot.idle()
    seen = [m for person in (guest, ann, cy) for m in person.sees("lobby")]
    assert len(seen) > 10
    check_harmless(seen, {guest.id, ann.id})


@pytest.mark.parametrize("name", ["<@{victim}>", "@everyone", "*" * 32])
async def test_a_name_is_only_a_name_in_threads(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, name: str
) -> None:
    guest = called(server, name)
    card = public(await ann.slash("play", game="czech", opponent=bo))
    public(await bo.click(card, "Accept"))
    offer = private(await guest.slash("play", game="czech", opponent=bo))
    await guest.click(offer, "Open a thread")
    (table,) = await bot.store.lists.of_user(await person_of(bot, guest))
    await delivered(bot)
    (card,) = [message for message in bo.sees(table.place.channel_id) if message.buttons()]
    assert card.pings == {bo.id}
    check_harmless([card], {bo.id})


def test_a_message_may_ping_only_whom_it_means() -> None:
    """Even if a mention slipped through, Discord is told whom to notify."""
    slipped = say("{text}", text=Verbatim("@everyone <@1> <@2>"))
    users = {BO.id: 20}
    for post in (Outgoing(slipped), Outgoing(slipped, pings=(BO.id,))):
        rendered = Rendered(post, users, DEFAULT)
        sent = rendered.to_send()
        assert "allowed_mentions" in sent
        for allowed in (
            sent["allowed_mentions"],
            rendered.to_edit()["allowed_mentions"],
        ):
            wire = allowed.to_dict()
            assert (wire["parse"], wire["users"]) == ([], [users[each] for each in post.pings])
            assert "roles" not in wire or not wire["roles"]

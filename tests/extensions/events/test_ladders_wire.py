"""Ladders over the wire: opened, joined, challenged on, directed, and played in threads."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Final

import pytest

from bot.extensions.events.acts import Events
from bot.extensions.events.store import EventStore
from bot.extensions.events.values import EVENT_CARD
from bot.interactions.client import Postboard
from loopback import Loopback, Message, Permission, Person
from rules.club.groups import State
from tests.bot.conftest import bot_on
from tests.bot.game_driver import answered, delivered, labels, private, public
from tests.bot.test_owners_wire import granted
from tests.extensions.events.test_events_wire import settled

OUT: Final = "Remove a player …"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let threads follow one another at once."""
    monkeypatch.setattr("bot.extensions.events.games._PER_SECOND", 1000.0)


@pytest.fixture
async def club(server: Loopback, database: Path) -> AsyncGenerator[Postboard]:
    async with bot_on(server, database) as bot:
        yield bot


async def opened(server: Loopback, bot: Postboard, ann: Person, game: str = "czech") -> Message:
    """Return the card of a ladder that Ann has opened."""
    granted(server, ann, Permission.MANAGE_MESSAGES)
    preview = private(await ann.slash("event new", game=game, kind="ladder"))
    assert labels(preview) == {"Post"}
    assert " ladder** · " in preview.content
    answered(await ann.click(preview, "Post"))
    await delivered(bot)
    return card_of(ann)


def card_of(person: Person) -> Message:
    """Return the newest card of a ladder."""
    cards = [m for m in person.sees("lobby") if {"Standings", "My games"} <= labels(m)]
    return cards[-1]


async def joined(
    server: Loopback, bot: Postboard, people: list[Person], director: Person | None = None
) -> Message:
    """Return the card of a ladder that people have joined in this order."""
    card = await opened(server, bot, director or people[0])
    for person in people:
        card = public(await person.click(card, "Join"))
    return card


async def test_a_ladder_from_its_opening_to_its_end(
    server: Loopback, club: Postboard, people: list[Person]
) -> None:
    ann, bo, cy, di = people[:4]
    card = await joined(server, club, [bo, cy, di], ann)
    assert labels(card) == {"Join", "Challenge …", "Standings", "My games", "Manage"}
    (picture,) = card.attachments
    assert picture.description is not None
    assert [picture.description.index(name) for name in (bo.name, cy.name, di.name)] == sorted(
        picture.description.index(name) for name in (bo.name, cy.name, di.name)
    )
    assert not [m for m in ann.sees("lobby") if "sealed" in m.content]
    panel = private(await di.click(card, "Challenge …"))
    assert labels(panel) == {f"1. {bo.name}", f"2. {cy.name}"}
    told = private(await di.click(panel, f"1. {bo.name}"))
    assert "at stake: place 1" in told.content
    await settled(club)
    (thread,) = [c for c in server.world.channels.values() if c.thread]
    assert thread.name == f"{bo.name} – {di.name} · Czech draughts ladder"
    first = next(m for m in bo.sees(thread.id) if m.attachments)
    assert f"**{di.name} challenges {bo.name}**" in first.content
    assert set(first.pings) == {bo.id}, "who is challenged moves first, and is told"
    again = private(await di.click(card, "Challenge …"))
    assert "One challenge at a time" in again.content
    mine = private(await bo.click(card, "My games"))
    assert f"<#{thread.id}>" in mine.content
    question = private(await bo.slash("game resign", channel=thread.id))
    await bo.click(question, "Resign")
    await settled(club)
    places = private(await ann.click(card, "Standings"))
    assert places.content.index(di.name) < places.content.index(bo.name)
    assert "won 1 of 1 game" in places.content
    direct = private(await ann.click(card, "Manage"))
    question = private(await ann.click(direct, "End the ladder …"))
    private(await ann.click(question, "End the ladder"))
    await delivered(club)
    assert f"{di.name}** is on top!" in card_of(ann).content
    assert labels(card_of(ann)) == {"Standings", "My games"}


async def test_who_lost_sight_of_a_ladder_can_leave_it(
    server: Loopback, club: Postboard, people: list[Person]
) -> None:
    ann, bo, cy, di = people[:4]
    await joined(server, club, [bo, cy], ann)
    lobby = server.world.channel("lobby")
    for person in (cy, di):
        server.world.set_overwrite(lobby, person.user, deny=Permission.VIEW_CHANNEL)
    assert "No tournaments" in private(await di.slash("event list", channel="games")).content
    listed = private(await cy.slash("event list", channel="games"))
    assert "you're in, but you can't see" in listed.content
    question = private(await cy.click(listed, "Leave Czech draughts ladder …"))
    told = private(await cy.click(question, "Leave"))
    assert "left the ladder" in told.content
    (event,) = await club.service(Events).listed_in(server.world.guild().id)
    assert event.people == 1
    refused = private(await cy.click(question, "Leave")).content
    assert "This tournament is gone" in refused


async def test_a_command_challenges(
    server: Loopback, club: Postboard, people: list[Person]
) -> None:
    ann, bo, cy, di = people[:4]
    await joined(server, club, [ann, bo, cy])
    refused = private(await di.slash("event challenge", person=ann))
    assert "not on a ladder" in refused.content
    refused = private(await cy.slash("event challenge", person=di))
    assert "isn't on Czech draughts ladder" in refused.content
    await opened(server, club, ann, "rematch")
    told = private(await cy.slash("event challenge", person=ann))
    assert f"**{cy.name} challenges {ann.name}**" in told.content
    await settled(club)
    card = card_of(ann)
    for person in (ann, cy):
        await person.click(card, "Join")
    unclear = private(await cy.slash("event challenge", person=bo))
    assert "Choose with `ladder`" in unclear.content
    told = private(await cy.slash("event challenge", person=ann, ladder=2))
    assert "ReMatch ladder" in told.content
    names = [
        each.name
        for each in await cy.autocomplete("event challenge", "ladder", "re", values={"person": ann})
    ]
    assert names == ["ReMatch ladder"]


async def test_what_belongs_to_groups_is_refused_for_a_ladder(
    server: Loopback, club: Postboard, ann: Person
) -> None:
    granted(server, ann, Permission.MANAGE_MESSAGES)
    refused = private(await ann.slash("event new", game="czech", kind="ladder", meetings=2))
    assert "are for tournaments" in refused.content
    assert not await club.service(EventStore).unfinished_in(server.world.guild().id, 5)


async def test_who_is_not_on_it_is_told_how_to_begin(
    server: Loopback, club: Postboard, people: list[Person]
) -> None:
    ann, bo, _, di = people[:4]
    card = await joined(server, club, [ann, bo])
    for label in ("Challenge …", "My games"):
        assert "**Join**" in private(await di.click(card, label)).content
    assert "on top" in private(await ann.click(card, "Challenge …")).content
    panel = private(await bo.click(card, "Challenge …"))
    mine = private(await ann.click(card, "My games"))
    question = private(await ann.click(mine, "Leave …"))
    assert "lose your place" in question.content
    assert "left the ladder" in private(await ann.click(question, "Leave")).content
    refused = private(await bo.click(panel, f"1. {ann.name}"))
    assert "not on this ladder" in refused.content
    refused = private(await ann.click(card, "Join"))
    assert "less than a week ago" in refused.content


async def test_a_director_takes_somebody_off_and_says_why(
    server: Loopback, club: Postboard, people: list[Person]
) -> None:
    ann, bo, cy, di = people[:4]
    card = await joined(server, club, [bo, cy], ann)
    direct = private(await ann.click(card, "Manage"))
    refused = private(await ann.choose(direct, di, placeholder=OUT))
    assert "isn't on this ladder" in refused.content
    form = (await ann.choose(direct, bo, placeholder=OUT)).modal
    assert form is not None
    await ann.submit(form, {"text": "Moved away"})
    await delivered(club)
    places = private(await cy.click(card, "Standings"))
    assert f"removed {bo.name}" in places.content
    assert "“Moved away”" in places.content
    mine = private(await bo.click(card, "My games"))
    assert "“Moved away”" in mine.content


async def test_a_card_shows_the_present_after_a_challenge(
    server: Loopback, club: Postboard, people: list[Person]
) -> None:
    ann, bo, cy = people[:3]
    card = await joined(server, club, [ann, bo, cy])
    panel = private(await cy.click(card, "Challenge …"))
    await cy.click(panel, f"2. {bo.name}")
    await settled(club)
    event = await club.service(Events).get(1)
    assert event.state is State.GROUPS
    display = await club.store.displays.find(EVENT_CARD, 1)
    assert display is not None
    content = await club.outbox.displays.sources[EVENT_CARD.word].content(display)
    assert content is not None
    assert content.message.digest != display.digest, "its card is to be edited"
    assert "1 game in progress" in content.message.text.english()


async def test_a_stranger_plays_on_a_ladder_after_five_presses(
    server: Loopback, club: Postboard, people: list[Person]
) -> None:
    """The command, the link in its answer, **Join**, **Challenge …** and a name."""
    ann, bo, cy = people[:3]
    card = await joined(server, club, [ann, bo])
    listing = private(await cy.slash("event list"))
    assert f"/{card.channel_id}/{card.id}) · **Join** on its card · 2 players" in listing.content
    assert "- [Czech draughts ladder](" in listing.content, "each link says where it leads"
    card = public(await cy.click(card, "Join"))
    panel = private(await cy.click(card, "Challenge …"))
    private(await cy.click(panel, f"1. {ann.name}"))
    await settled(club)
    names = [c.name for c in server.world.channels.values() if c.thread]
    assert names == ["Ann – Cy · Czech draughts ladder"]

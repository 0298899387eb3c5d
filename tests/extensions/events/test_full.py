"""Events that start as soon as so many people are in."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from bot.extensions.events import store as stores
from bot.extensions.events.acts import Events
from bot.extensions.events.cards import card
from bot.extensions.events.log import Step, append
from bot.extensions.events.posts import EventPosts
from bot.extensions.events.store import EventStore
from bot.extensions.events.values import AT_ONCE, MESSAGE, Event
from bot.interactions.client import Postboard
from bot.model.errors import TableError
from bot.store.sql.database import Database
from loopback import Loopback, Permission, Person
from rules.club.entries import Begun, Entered
from rules.club.groups import State
from rules.time.duration import DAY
from tests.bot.game_driver import labels, private
from tests.bot.test_owners_wire import granted
from tests.bot.timed_host import Host
from tests.extensions.events.event_host import PEOPLE, EventHost, at_event, czech, ladder
from tests.extensions.events.test_events_wire import club, posted, quick, settled

__all__ = ["club", "quick"]

FULL: Final = 4


def full_at(people: int) -> Any:
    return replace(czech(), full_at=people)


async def join(held: EventHost, number: int) -> Event:
    caller = at_event(PEOPLE[number])
    return await held.events.join(held.event_id, caller, held.host.request())


async def test_the_last_join_begins_it_by_one_edit_and_one_message(held: EventHost) -> None:
    await held.open(full_at(FULL), FULL - 1)
    before = await held.event()
    assert before.state is State.OPEN
    assert "starts when 4 are in, or " in card(before).text.english()
    assert "3 of 4 in: " in card(before).text.english()
    sent = await displayed(held)
    after = await join(held, FULL - 1)
    assert after.state is State.GROUPS
    entered, begun = [each.change for each in after.log[FULL - 1 : FULL + 1]]
    assert isinstance(entered, Entered)
    assert begun == Begun(after.secret, after.press)
    press = int(after.presses[entered.entrant])
    assert after.press == press > before.press, "the draw depends on the last press"
    assert await displayed(held) == sent, "the card is edited, not posted anew"
    rows = await held.host.database.rows("SELECT payload FROM outbox WHERE kind = ?", MESSAGE)
    assert sum('"stage"' in row["payload"] for row in rows) == 1
    with pytest.raises(TableError, match="no one can join any more"):
        await join(held, FULL)


async def test_a_week_says_what_an_open_tournament_needs(held: EventHost) -> None:
    await held.open(full_at(FULL), FULL - 1)
    event, posts = await held.event(), EventPosts(EventStore(held.host.database))
    guild_id = event.place.guild_id or 0

    async def coming(*channels: int) -> str:
        return (await posts.coming(guild_id, channels)).english()

    assert (await coming(event.place.channel_id)).endswith(") needs 1 more.")
    assert await coming(event.place.channel_id + 1) == ""
    await join(held, FULL - 1)
    assert await coming(event.place.channel_id) == "", "it has begun"


def alt_of(event: Event) -> str:
    picture = card(event).picture
    assert picture is not None
    return picture.alt.english()


async def test_the_picture_says_who_is_in_until_the_first_result(held: EventHost) -> None:
    await held.open(full_at(FULL), 0)
    assert alt_of(await held.event()) == (
        "Czech draughts tournament: 4 players · 2 games against each. No one has joined yet. "
        "Starts when 4 are in."
    )
    for number in range(FULL):
        await join(held, number)
    await held.work()
    begun = await held.event()
    assert alt_of(begun).endswith(". 0 of 12 games finished.")
    assert all(user.name in alt_of(begun) for user in PEOPLE[:FULL])
    assert card(replace(begun, unnamed=True)).picture is None
    await held.resign((await held.unfinished())[0], 0)
    after = await held.event()
    assert alt_of(after).startswith("Group A") or " of 6 played" in alt_of(after)
    assert alt_of(after) != alt_of(begun)


async def displayed(held: EventHost) -> list[int]:
    rows = await held.host.database.rows("SELECT number FROM displays WHERE kind = 'event'")
    return [row["number"] for row in rows]


@pytest.mark.parametrize(("people", "messages"), [(4, 4), (12, 5)])
async def test_a_whole_event_has_few_messages(held: EventHost, people: int, messages: int) -> None:
    """Seal, card, start and end, and one more where a final follows several groups."""
    terms = replace(full_at(people), meetings=1, at_once=8)
    await held.open(terms, people)
    await held.work()
    while tables := await held.unfinished():
        await held.resign(tables[0], 0)
        due = (await held.groups()).final_due_at
        if due is not None:
            await held.host.at(DAY)
            await held.work()
    assert (await held.groups()).state is State.OVER
    rows = await held.host.database.rows("SELECT id FROM outbox WHERE kind = ?", MESSAGE)
    (cards,) = await displayed(held)
    assert len(rows) + cards == messages


async def test_of_two_last_joins_one_begins_it_and_one_comes_too_late(held: EventHost) -> None:
    await held.open(full_at(FULL), FULL - 1)
    answers = await asyncio.gather(join(held, FULL - 1), join(held, FULL), return_exceptions=True)
    assert sum(isinstance(each, TableError) for each in answers) == 1
    event = await held.event()
    assert (event.state, len(event.present)) == (State.GROUPS, FULL)
    assert sum(isinstance(each.change, Begun) for each in event.log) == 1


async def test_a_kill_between_join_and_beginning_leaves_neither(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Database.open(database) as opened:
        held = EventHost(Host(opened))
        await held.open(full_at(FULL), FULL - 1)
        whole = append

        def killed(tx: Any, event: Event, step: Step, request: str, now: int) -> Event:
            if isinstance(step.change, Begun):
                raise KeyboardInterrupt
            return whole(tx, event, step, request, now)

        monkeypatch.setattr(stores, "append", killed)
        with pytest.raises(KeyboardInterrupt):
            await join(held, FULL - 1)
        monkeypatch.setattr(stores, "append", whole)
        event_id = held.event_id
    async with Database.open(database) as opened:
        held = EventHost(Host(opened))
        held.event_id = event_id
        event = await held.event()
        assert (event.state, len(event.present)) == (State.OPEN, FULL - 1)
        assert (await join(held, FULL - 1)).state is State.GROUPS


async def test_a_press_that_comes_twice_joins_once(held: EventHost) -> None:
    await held.open(full_at(FULL), FULL - 1)
    request, caller = held.host.request(), at_event(PEOPLE[FULL - 1])
    first = await held.events.join(held.event_id, caller, request)
    again = await held.events.join(held.event_id, caller, request)
    assert first.log == again.log


async def test_its_day_comes_even_if_it_is_never_full(held: EventHost) -> None:
    await held.open(full_at(36), 3)
    await held.host.at(7 * DAY)
    assert (await held.event()).state is State.GROUPS


@pytest.mark.parametrize("people", [2, 37])
async def test_impossible_numbers_are_refused(held: EventHost, people: int) -> None:
    with pytest.raises(TableError, match="3 to 36 players"):
        await held.open(full_at(people), 0)


async def test_who_leaves_makes_room(held: EventHost) -> None:
    await held.open(full_at(FULL), FULL - 1)
    await held.events.leave(held.event_id, at_event(PEOPLE[0]), held.host.request())
    assert (await join(held, FULL - 1)).state is State.OPEN
    assert (await join(held, 0)).state is State.GROUPS
    assert (await held.event()).terms.full_at == FULL


def sent_to(person: Person) -> Iterator[str]:
    """Yield what stands in the channel, apart from private answers."""
    return (each.content for each in person.sees("lobby") if not each.ephemeral)


async def test_four_people_see_three_messages_of_ours(
    server: Loopback, club: Postboard, people: list[Person]
) -> None:
    ann, *_ = people
    before = len(list(sent_to(ann)))
    card_ = await posted(server, club, ann, full=FULL, meetings=1, at_once=AT_ONCE)
    for person in people:
        await person.click(card_, "Join")
    await settled(club)
    event = await club.service(Events).get(1)
    assert event.state is State.GROUPS
    assert (event.closes_at or 0) - event.opened_at == 30 * DAY
    threads = [each for each in server.world.channels.values() if each.thread]
    assert len(threads) == FULL, "two games at once for each"
    ours = [each for each in ann.sees("lobby")[before:] if not each.ephemeral and not each.type]
    assert len(ours) == 3, "the seal, the card and the start"
    assert "has started" in ours[-1].content


@pytest.mark.usefixtures("club")
async def test_a_ladder_is_never_full_and_two_games_at_once_are_usual(
    server: Loopback, ann: Person
) -> None:
    granted(server, ann, Permission.MANAGE_MESSAGES)
    refused = private(
        await ann.slash("event new", game="czech", values={"kind": "ladder", "full": FULL})
    )
    usual = private(await ann.slash("event new", game="czech", values={"full": FULL}))
    assert "up to 2 at a time" in usual.content
    assert "`full`" in refused.content
    assert "Post" not in labels(refused)
    assert ladder().full_at is None

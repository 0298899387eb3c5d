"""Who may join, direct and change an event, and on which terms."""

from dataclasses import replace

import pytest

from bot.extensions.events.directing import OpenEvent
from bot.extensions.events.values import MESSAGE
from bot.model.caller import Caller, Place
from bot.model.errors import TableError
from bot.model.queues import ItemKind
from bot.store.people.forgetting import mark_forgotten
from rules.club.groups import State
from rules.time.time_control import read_time_control
from tests.extensions.events.event_host import DIRECTOR, PEOPLE, EventHost, at_event, czech, ladder

SHOWN = (MESSAGE, ItemKind.DISPLAY)
MODERATOR = at_event(DIRECTOR, may_moderate=True)


async def test_only_its_organizer_directs_an_event(held: EventHost) -> None:
    with pytest.raises(TableError, match="Only organizers can"):
        await held.directing.open(OpenEvent(czech()), at_event(PEOPLE[0]), held.host.request())
    await held.open(czech(), 4)
    for act in (held.directing.begin, held.directing.stop, held.directing.cancel):
        with pytest.raises(TableError, match="Only its organizers"):
            await act(held.event_id, at_event(PEOPLE[1]), held.host.request())
    await held.directing.hand_over(held.event_id, MODERATOR, held.host.request(), PEOPLE[1])
    await held.directing.begin(held.event_id, at_event(PEOPLE[1]), held.host.request())
    assert (await held.event()).state is State.GROUPS


async def test_a_director_who_plays_decides_nothing_about_the_own_group(held: EventHost) -> None:
    await held.open(czech(), 8)
    await held.begin()
    course, event = await held.groups(), await held.event()
    own, *rivals = course.groups[0]
    director = at_event(event.people[own], may_moderate=True)
    with pytest.raises(TableError, match="You play in that group"):
        await held.directing.withdraw(event.id, director, held.host.request(), rivals[0], "Late.")
    for act in (held.directing.stop, held.directing.cancel):
        with pytest.raises(TableError, match="You play in it yourself"):
            await act(event.id, director, held.host.request())
    other = course.groups[1][0]
    await held.directing.withdraw(event.id, director, held.host.request(), other, "Moved away.")
    assert other in (await held.groups()).departed


async def test_another_server_has_no_say(held: EventHost) -> None:
    await held.open(czech(), 3)
    stranger = Caller(PEOPLE[9], Place(99, 6), may_moderate=True)
    for act in (held.events.join, held.directing.begin, held.directing.cancel):
        with pytest.raises(TableError, match="another server"):
            await act(held.event_id, stranger, held.host.request())


async def test_who_was_forgotten_lately_joins_no_rated_event(held: EventHost) -> None:
    now = int(held.host.clock())
    user_id = await held.host.store.people.user_id(PEOPLE[0].id)
    assert user_id is not None
    await held.host.database.transact(lambda tx: mark_forgotten(tx, user_id, now))
    for terms in (czech(), ladder()):
        await held.open(terms, 0)
        with pytest.raises(TableError, match="join rated games from"):
            await held.events.join(held.event_id, at_event(PEOPLE[0]), held.host.request())
        assert not (await held.event()).present
    await held.open(replace(czech(), rated=False), 1)
    assert len((await held.event()).present) == 1


@pytest.mark.parametrize(
    ("time", "meetings", "at_once", "closes"),
    [("3d", 2, 4, 7), ("15d hard", 2, 4, 7), ("none", 2, 4, 7), ("3d hard", 3, 4, 7),
     ("3d hard", 2, 9, 7), ("3d hard", 2, 0, 7), ("3d hard", 2, 4, 31), ("3d hard", 2, 4, 0)],
)  # fmt: skip
async def test_terms_that_no_event_can_have(
    held: EventHost, time: str, meetings: int, at_once: int, closes: int
) -> None:
    terms = czech()
    changed = type(terms)(
        terms.kind, terms.game, {}, 0, read_time_control(time), False, meetings, at_once
    )
    with pytest.raises(TableError):
        await held.directing.open(OpenEvent(changed, closes), MODERATOR, held.host.request())


async def test_nobody_fills_a_log_by_joining_and_leaving(held: EventHost) -> None:
    await held.open(czech(), 2)
    one = at_event(PEOPLE[0])
    for _ in range(4):
        await held.events.leave(held.event_id, one, held.host.request())
        await held.events.join(held.event_id, one, held.host.request())
    await held.events.leave(held.event_id, one, held.host.request())
    entries = len((await held.event()).log)
    with pytest.raises(TableError, match="which is the limit"):
        await held.events.join(held.event_id, one, held.host.request())
    assert len((await held.event()).log) == entries
    await held.events.join(held.event_id, at_event(PEOPLE[2]), held.host.request())


async def test_a_full_or_running_event_takes_nobody_and_nobody_joins_twice(held: EventHost) -> None:
    await held.open(czech(), 36)
    with pytest.raises(TableError, match="full"):
        await held.events.join(held.event_id, at_event(PEOPLE[36]), held.host.request())
    with pytest.raises(TableError, match="already"):
        await held.events.join(held.event_id, at_event(PEOPLE[0]), held.host.request())
    await held.events.leave(held.event_id, at_event(PEOPLE[0]), held.host.request())
    with pytest.raises(TableError, match="You're not in it"):
        await held.events.leave(held.event_id, at_event(PEOPLE[0]), held.host.request())
    await held.events.join(held.event_id, at_event(PEOPLE[0]), held.host.request())
    await held.begin()
    with pytest.raises(TableError, match="It has started"):
        await held.events.join(held.event_id, at_event(PEOPLE[36]), held.host.request())

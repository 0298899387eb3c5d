"""Moments of events that a clock which was ahead has written, and what the right one makes of them.

No start writes them any more; a file may have them from before.
"""

from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.extensions.events.rows import wrong_events
from bot.extensions.events.values import CLOSE, END, FINAL, WEEK, WIDEN, EventKind, week_ending
from bot.store.sql.database import Database
from rules.club.entries import Week
from rules.club.groups import Groups, State
from rules.club.ladder import Ladder
from rules.club.season import LASTS, WIDENS
from rules.club.season import NEXT as NEXT_BEGINS
from rules.contract.core import Seat
from rules.time.duration import DAY
from tests.bot.timed_host import NOON, Host
from tests.extensions.events.event_host import PEOPLE, EventHost, at_event, czech, ladder

AHEAD = 40 * DAY


@pytest.fixture
async def held(database: Path) -> AsyncGenerator[EventHost]:
    async with Database.open(database) as opened:
        yield EventHost(Host(opened))


async def due(held: EventHost, kind: str) -> list[int]:
    """Return when timers of a kind are due, in seconds after noon."""
    return [timer.due - NOON for timer in await held.host.queues.timers() if timer.kind == kind]


async def mend(held: EventHost) -> None:
    await held.host.store.times.mend(int(held.host.clock.time))


async def test_a_week_of_a_ladder_ends_on_the_next_monday(held: EventHost) -> None:
    await held.open(ladder(), 3)
    monday = week_ending(NOON) - NOON
    held.host.clock.time = NOON + AHEAD
    await held.host.lived()
    await held.timers.end_week(held.event_id, lambda _: None)
    held.host.clock.time = NOON
    assert (await due(held, WEEK))[0] > AHEAD
    await mend(held)
    assert await due(held, WEEK) == [monday]
    ann, bo, cy = PEOPLE[:3]
    event = await held.event()
    rival = event.entrant(bo.id)
    assert rival is not None
    await held.events.challenge(event.id, at_event(cy), held.host.request(), rival)
    await held.work()
    (table,) = await held.unfinished()
    await held.resign(table, next(seat for seat in (0, 1) if table.at(Seat(seat)).user == cy))
    for number in range(2):
        await held.host.at(monday + number * 7 * DAY)
        await mend(held)
        assert await due(held, WEEK) == [monday + (number + 1) * 7 * DAY]
    event = await held.event()
    assert sum(isinstance(entry.change, Week) for entry in event.log) == 3
    assert isinstance(event.course, Ladder)
    standing = [event.people[each] for each in event.course.places]
    assert standing == [ann, bo, cy], "nobody is idle in days that have yet to come"
    assert not await held.host.database.transact(wrong_events)


async def test_registration_ends_when_it_would_have(held: EventHost) -> None:
    held.host.clock.time = NOON + AHEAD
    await held.open(czech(), 3, closes=7)
    held.host.clock.time = NOON
    await mend(held)
    assert await due(held, CLOSE) == [7 * DAY]
    assert (await held.event()).closes_at == NOON + 7 * DAY
    await held.host.at(7 * DAY)
    assert (await held.event()).state is State.GROUPS


async def test_the_final_begins_a_day_after_the_groups(held: EventHost) -> None:
    await held.open(czech(), 9)
    await held.begin()
    held.host.clock.time = NOON + AHEAD
    await held.host.lived()
    while tables := await held.unfinished():
        await held.resign(tables[0], 0)
    held.host.clock.time = NOON
    assert await due(held, FINAL) == [AHEAD + DAY]
    await mend(held)
    assert await due(held, FINAL) == [DAY]
    assert not await held.host.database.transact(wrong_events)
    await held.host.at(DAY)
    course = (await held.event()).course
    assert isinstance(course, Groups)
    assert course.finalists


async def test_a_season_that_a_wrong_clock_began_ends_in_time(held: EventHost) -> None:
    await held.open(replace(czech(), kind=EventKind.SEASON), 3)
    held.host.clock.time = NOON + 3 * 365 * DAY
    await held.host.lived()
    await held.begin()
    held.host.clock.time = NOON
    assert (await due(held, END))[0] > 3 * 365 * DAY
    await mend(held)
    assert await due(held, END) == [NEXT_BEGINS + LASTS]
    assert await due(held, WIDEN) == [WIDENS]

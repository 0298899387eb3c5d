"""The ends of turns that ran out of time, of games that no one plays, and of pauses."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from weakref import WeakValueDictionary

from bot.model.caller import Person
from bot.model.errors import Conflict, OutOfTime, Stale, TableError
from bot.model.lists import TableSummary
from bot.model.table import Request, Status, Table
from bot.store.sql.database import Transaction, in_order
from bot.store.tables.times import TimeStore, drawing
from bot.tables.advance import advance
from bot.tables.commands import ClaimTime, Command, GameCommand, Play, PlayNotation
from bot.tables.lookup import Lookup
from bot.tables.writer import Writer
from rules.contract.core import Seat
from rules.contract.sentence import say
from rules.log.entries import Actor, Origin
from rules.log.events import Declined, Event, Granted, Played, Resumed, VoidCause, Voided
from rules.match.match import Match
from rules.time.clock import NOTICE, Clock, Stretch
from rules.time.deadline import Facts, InTime, LookAgain, Make, Step, deadline_step, outage_grant
from rules.time.time_control import Bank

__all__ = ["Deadlines", "Stepped", "stepped"]

_Done = Callable[[Transaction], None]


@dataclass(frozen=True, slots=True)
class Stepped:
    """A match after a deadline step, the vacation used, and the reason why the step ended."""

    match: Match
    drawn: tuple[Stretch, ...]
    last: Step


def stepped(
    match: Match,
    facts: Facts,
    now: int,
    request: Request,
    go_on: Callable[[Match], Match],
    *,
    claims: bool = False,
) -> Stepped:
    """Return the match after the deadline step: offers lapse, then time is granted or runs out.

    An offer made after the deadline stands, as it would if the step had been in time, but not
    against a claim. `go_on` plays what was planned, such as moves that an offer held back. The step
    repeats until the turn is in time, nothing is left to do, or the game is over.
    """
    now = max(now, match.entries[-1].at)
    origin = Origin(now, Actor.HOST, None, request.id)
    if not match.clock.is_in_time(now):
        offer = match.offer
        if offer and (claims or match.clock.is_in_time(match.entries[offer.number - 1].at)):
            match = match.add(Declined(offer.by), origin)
        match = go_on(match)
    drawn: list[Stretch] = []
    while True:
        step = deadline_step(match.clock, now, facts)
        if not isinstance(step, Make):
            return Stepped(match, tuple(drawn), step)
        match = match.add(step.event, origin)
        if step.draws is not None and step.draws.end is not None:
            drawn.append(step.draws)
            taken = step.draws.end - step.draws.start
            rows = (*facts.vacations, step.draws)
            facts = replace(facts, vacations=rows, pool=facts.pool - taken)
        if match.outcome is not None:
            return Stepped(match, tuple(drawn), step)


class Deadlines:
    """The clocks of this process's tables."""

    def __init__(self, store: TimeStore, lookup: Lookup, writer: Writer) -> None:
        self._store = store
        self._lookup = lookup
        self._writer = writer
        self._people: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    # The timers of clocks. `done` completes the timer; what is returned is the moment until which
    # it waits instead, if it does.

    async def pass_deadline(self, table_id: int, done: _Done) -> int | None:
        """Do what follows when a table's turn has run out of time."""
        async with self._writer.changing(table_id) as table:
            if _running_clock(table) is None:
                return await self._writer.end_timer(table, done)
            await self._step(table, done)
            return None

    async def end_pause(self, table_id: int, done: _Done) -> int | None:
        """End the pause of a table when it is over."""
        async with self._writer.changing(table_id) as table:
            clock = _running_clock(table)
            if clock is None or clock.resumes is None:
                return await self._writer.end_timer(table, done)
            if clock.resumes > self._writer.now():
                return clock.resumes
            await self._enter(table, Resumed(), "resume", done)
            return None

    async def tell_rest(self, table_id: int, done: _Done) -> int | None:
        """Announce the end of a game to its players, because no one plays."""
        async with self._writer.changing(table_id) as table:
            clock, now = _running_clock(table), self._writer.now()
            if clock is None or clock.abandoned is None:
                return await self._writer.end_timer(table, done)
            if clock.abandoned - NOTICE > now:
                return clock.abandoned - NOTICE
            await self._store.tell_rest(table, now, done)
            return None

    async def abandon(self, table_id: int, done: _Done) -> int | None:
        """End a game in which no one has moved, or claimed the game, for 60 days.

        Its players were informed a week before; if not, they are now.
        """
        async with self._writer.changing(table_id) as table:
            clock, now = _running_clock(table), self._writer.now()
            if clock is None or clock.abandoned is None:
                return await self._writer.end_timer(table, done)
            if clock.abandoned > now:
                return clock.abandoned
            told = await self._store.end_told(table_id)
            if told is not None and clock.abandoned <= told <= now:
                await self._enter(table, Voided(VoidCause.IDLE), "idle", done)
            else:
                await self._store.tell_rest(table, now, done)
            return None

    # What commands and lists ask.

    async def credit(self, table: Table) -> int:
        """Return the seconds for outages that the current turn is still going to get."""
        if table.match is None or table.clock.until is None:
            return 0
        grant = await self._grant(table, self._writer.moment(table))
        return grant.seconds if grant else 0

    async def with_credit(self, tables: Iterable[TableSummary]) -> list[TableSummary]:
        """Return the tables of a list with the time that their current turns are going to get."""
        return [replace(each, credit=await self._credit_of(each)) for each in tables]

    async def _credit_of(self, summary: TableSummary) -> int:
        since, now = summary.turn_since, self._writer.now()
        if summary.due_at is None or since is None or summary.set_apart is not None:
            return 0
        if not await self._store.outages(summary.id, summary.place, since, now):
            return 0
        return await self.credit(await self._lookup.get(summary.id))

    async def in_time(self, table: Table, command: Command, seat: Seat | None = None) -> Table:
        """Return the table for a command, after a deadline step if one is due first.

        With a hard clock, the step runs before every command by anyone, so that nothing depends on
        how late the timer is. With a soft clock, it runs before a claim by another team than the
        one to move. `seat` is the claimant's. Raises OutOfTime if the step ends the game.
        """
        match = table.match
        if match is None or table.status is not Status.PLAYING:
            return table
        due = match.seat_due
        if due is None or match.clock.is_in_time(self._writer.moment(table)):
            return table
        claims = (
            isinstance(command, ClaimTime)
            and seat is not None
            and match.team_of(seat) != match.team_of(due)
        )
        if not claims and not match.clock.control.hard:
            return table
        after, last = await self._step(table, claims=claims)
        if after.started.outcome is not None:
            raise OutOfTime(say("Time had already run out, so the game is finished."))
        if claims and isinstance(last, LookAgain):
            raise TableError(say("There's an outage, so no one is out of time."))
        return after

    async def credited(self, table: Table, command: GameCommand, request: Request) -> Match:
        """Return the match before the seat's move. Its bank first gets the time for outages."""
        match = table.started
        if not isinstance(command, Play | PlayNotation) or match.clock.turn is None:
            return match
        if not isinstance(match.clock.control.limit, Bank):
            return match
        now = self._writer.moment(table)
        grant = await self._grant(table, now)
        return match.add(grant, Origin(now, Actor.HOST, None, request.id)) if grant else match

    async def _step(
        self, table: Table, done: _Done | None = None, *, claims: bool = False
    ) -> tuple[Table, Step]:
        """Run the deadline step and store it; the person to move waits meanwhile.

        `done` completes the timer in any case. Returns the table and the reason why the step ended.
        If a person `claims` the win, the opponents aren't told that they can.
        """
        for attempt in range(2):
            due = table.due if table.status is Status.PLAYING else None
            if due is None or table.clock.until is None:
                if done is not None:
                    await self._writer.end_timer(table, done)
                return table, InTime(None)
            async with self._people.setdefault(due.user.id, asyncio.Lock()):
                try:
                    return await self._write_step(table, due.user.id, done, claims=claims)
                except (Conflict, Stale):
                    if attempt:
                        raise
                    table = await self._lookup.reread(table.id)
        raise AssertionError("unreachable")

    async def _write_step(
        self, table: Table, person: Person, done: _Done | None, *, claims: bool
    ) -> tuple[Table, Step]:
        match, now = table.started, self._writer.moment(table)
        facts = await self._store.facts(table, now)
        request = Request(f"deadline:{table.id}:{len(match.entries)}")
        result = stepped(
            match, facts, now, request, lambda held: advance(table, held, request, now),
            claims=claims,
        )  # fmt: skip
        if len(result.match.entries) > len(match.entries):
            first = in_order(done, drawing(person, now, facts.pool, result.drawn))
            new = result.match.entries[len(match.entries) :]
            granted = all(isinstance(entry.event, Granted) for entry in new)
            moved = any(isinstance(entry.event, Played) for entry in new)
            quiet = granted or (claims and not moved and result.match.outcome is None)
            written = self._writer.append(table, result.match, request, first=first, silent=quiet)
            table, done = (await written).table, None
        if isinstance(result.last, LookAgain) and table.clock.deadline is not None:
            await self._store.look_again(table.id, result.last.at, done)
        elif isinstance(result.last, InTime) and done and result.last.deadline is not None:
            await self._store.look_again(table.id, result.last.deadline, done)
        elif done:
            await self._writer.end_timer(table, done)
        return table, result.last

    async def _grant(self, table: Table, now: int) -> Granted | None:
        """Return what the current turn of a table gets for outages, or None."""
        turn = table.clock.turn
        if turn is None:
            return None
        outages = await self._store.outages(table.id, table.place, turn.begun, now)
        return outage_grant(table.clock, now, outages)

    async def _enter(self, table: Table, event: Event, name: str, done: _Done) -> None:
        """Write an entry of the host's for a timer."""
        match = table.started
        request = Request(f"{name}:{table.id}:{len(match.entries)}")
        origin = Origin(self._writer.moment(table), Actor.HOST, None, request.id)
        await self._writer.append(table, match.add(event, origin), request, first=done)


def _running_clock(table: Table) -> Clock | None:
    """Return the clock of a table whose game runs."""
    return table.clock if table.status is Status.PLAYING and table.match is not None else None

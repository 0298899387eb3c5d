"""The work of events when their timers are due."""

from collections.abc import Awaitable, Callable, Mapping

from bot.delivery.background.scheduler import Done, Handler
from bot.delivery.outbox.composing import HasLeft
from bot.extensions.events.acts import Events
from bot.extensions.events.log import Step
from bot.extensions.events.seasons import open_next, time_used
from bot.extensions.events.store import EventStore
from bot.extensions.events.values import (
    CLOSE,
    END,
    FINAL,
    LOOK,
    NEXT,
    WEEK,
    WIDEN,
    Event,
    event_of_timer,
    games_of,
    is_yet_to_come,
    week_ending,
)
from bot.model.queues import Timer
from bot.model.table import Request
from bot.store.queues.queues import Queues
from bot.store.sql.transaction import Transaction
from bot.tables.lookup import Lookup
from rules.club.entries import Closed, FinalBegun, GameKey, Week, Widened
from rules.club.groups import Groups, Status
from rules.club.season import by_time
from rules.time.duration import DAY

__all__ = ["EventTimers"]


class EventTimers:
    """Carries out the timers of events; `done` completes one."""

    def __init__(
        self,
        events: Events,
        store: EventStore,
        queues: Queues,
        *,
        lookup: Lookup,
        has_left: HasLeft,
        now: Callable[[], int],
    ) -> None:
        """Change the events of a store; `now` returns Unix seconds.

        `has_left` asks Discord whether a person isn't in a server any more.
        """
        self._events = events
        self._store = store
        self._queues = queues
        self._lookup = lookup
        self._has_left = has_left
        self._now = now

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """The handlers of timers, by kind."""
        return {
            LOOK: self.look,
            CLOSE: _at_event(self.close),
            FINAL: _at_event(self.begin_final),
            WEEK: _at_event(self.end_week),
            WIDEN: _at_event(self.widen),
            END: _at_event(self.end_season),
            NEXT: _at_event(self.open_next),
        }

    async def look(self, timer: Timer, done: Done) -> None:
        """Remove a person who lost a game on time, if they have left the event's server."""
        event = await self._events.find(event_of_timer(timer))
        if event is not None and await self._has_left(event.place.guild_id, timer.person):
            await self._events.left_server(event.id, timer.person)
        await self._queues.transact(done)

    async def close(self, event_id: int, done: Done) -> None:
        """End registration: the event begins, waits or is cancelled."""
        await self._store.close(event_id, self._now(), done)

    async def begin_final(self, event_id: int, done: Done) -> None:
        """Begin the final, a day after the groups were decided."""
        now = self._now()

        def decide(event: Event) -> Step | None:
            course = event.course
            due = course.final_due_at if isinstance(course, Groups) else None
            is_early = due is None or is_yet_to_come(due, now, DAY)
            return None if is_early else Step(FinalBegun())

        await self._timed(event_id, decide, "final", done)

    async def end_week(self, event_id: int, done: Done) -> None:
        """End the week of a ladder. People who didn't play fall, unless no one could play."""
        now = self._now()
        before = await self._events.find(event_id)
        lost = 0
        if before is not None:
            # Nor can anyone play in the time by which a wrong clock was ahead.
            lost = await self._store.time_lost(before, now) + max(before.course.at - now, 0)

        def decide(event: Event) -> Step | None:
            due = event.week_ends_at
            if due is None or is_yet_to_come(due, now, 7 * DAY):
                return None
            return Step(Week(lost))

        await self._timed(event_id, decide, f"week:{week_ending(now)}", done)

    async def widen(self, event_id: int, done: Done) -> None:
        """Let everyone in a season play one more game at once."""
        found = await self._events.find(event_id)
        due = None if found is None else found.widens_at

        def decide(event: Event) -> Step | None:
            return Step(Widened()) if event.widens_at == due is not None else None

        await self._timed(event_id, decide, f"widen:{due}", done)

    async def end_season(self, event_id: int, done: Done) -> None:
        """End a season whose time is up. Games in progress are decided by the time used."""
        decided = await self._by_time(event_id, self._now())

        def decide(event: Event) -> Step | None:
            return None if event.ends_at is None else Step(Closed(tuple(decided.items())))

        await self._timed(event_id, decide, "end", done)
        event = await self._events.find(event_id)
        if event is not None and event.place.guild_id is not None:
            self._lookup.cache.drop_server(event.place.guild_id)  # Its games are ordinary ones now.

    async def _by_time(self, event_id: int, now: int) -> dict[GameKey, tuple[int, int]]:
        """Return the worth of an event's games in progress by the time used."""
        event = await self._events.find(event_id)
        shares = dict[GameKey, tuple[int, int]]()
        for game in games_of(event_id, event.course) if event else ():
            table_id = await self._store.table_of(game.game)
            if game.status is Status.RUNNING and table_id is not None:
                table = await self._lookup.get(table_id)
                if table.match is not None:
                    shares[game.game.key] = by_time(time_used(table, now))
        return shares

    async def open_next(self, event_id: int, done: Done) -> None:
        """Open the season after a finished one."""
        now = self._now()

        def write(tx: Transaction) -> None:
            done(tx)
            open_next(tx, event_id, now)

        await self._queues.transact(write)

    async def _timed(
        self,
        event_id: int,
        decide: Callable[[Event], Step | None],
        name: str,
        done: Done,
    ) -> None:
        request = Request(f"event:{event_id}:{name}")
        await self._store.change(event_id, decide, request, self._now(), done=done)


def _at_event(act: Callable[[int, Done], Awaitable[None]]) -> Handler:
    async def carry_out(timer: Timer, done: Done) -> None:
        await act(event_of_timer(timer), done)

    return carry_out

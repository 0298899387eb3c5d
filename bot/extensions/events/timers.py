"""The work of events when a timer is due."""

from collections.abc import Awaitable, Callable, Mapping

from bot.delivery.background.scheduler import Done, Handler
from bot.delivery.outbox.composing import HasLeft
from bot.extensions.events.acts import Events
from bot.extensions.events.log import Step
from bot.extensions.events.store import EventStore
from bot.extensions.events.values import (
    CLOSE,
    FINAL,
    LOOK,
    WEEK,
    Event,
    event_of_timer,
    is_yet_to_come,
    week_ending,
)
from bot.model.queues import Timer
from bot.model.table import Request
from bot.store.queues.queues import Queues
from rules.club.entries import Begun, Cancelled, FinalBegun, Week
from rules.club.groups import FEWEST, Groups, State
from rules.time.duration import DAY

__all__ = ["EventTimers"]


class EventTimers:
    """Carries out the timers of events; `done` completes one."""

    def __init__(
        self,
        events: Events,
        store: EventStore,
        queues: Queues,
        has_left: HasLeft,
        now: Callable[[], int],
    ) -> None:
        """Change the events of a store; `now` returns Unix seconds.

        `has_left` asks Discord whether a person isn't in a server any more.
        """
        self._events = events
        self._store = store
        self._queues = queues
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
        }

    async def look(self, timer: Timer, done: Done) -> None:
        """Let a person who has lost a game on time leave an event if they have left its server."""
        event = await self._events.find(event_of_timer(timer))
        if event is not None and await self._has_left(event.place.guild_id, timer.person):
            await self._events.left_server(event.id, timer.person)
        await self._queues.transact(done)

    async def close(self, event_id: int, done: Done) -> None:
        """End registration: the event begins, or is cancelled because too few have joined."""

        def decide(event: Event) -> Step | None:
            if event.state is not State.OPEN:
                return None
            if len(event.present) < FEWEST:
                return Step(Cancelled())
            return Step(Begun(event.secret, event.press))

        await self._timed(event_id, decide, "close", done)

    async def begin_final(self, event_id: int, done: Done) -> None:
        """Begin the final, once the groups have been decided for a day."""
        now = self._now()

        def decide(event: Event) -> Step | None:
            course = event.course
            due = course.final_due_at if isinstance(course, Groups) else None
            is_early = due is None or is_yet_to_come(due, now, DAY)
            return None if is_early else Step(FinalBegun())

        await self._timed(event_id, decide, "final", done)

    async def end_week(self, event_id: int, done: Done) -> None:
        """End the week of a ladder: who doesn't play falls, unless no one could."""
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

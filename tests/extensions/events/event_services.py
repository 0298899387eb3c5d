"""The services of events on those of the core, without a bot."""

from collections.abc import Callable
from typing import Final

from bot.delivery.outbox.composing import HasLeft
from bot.extensions.events.acts import Events
from bot.extensions.events.directing import Directing
from bot.extensions.events.games import GameTables
from bot.extensions.events.log import HOOKS
from bot.extensions.events.rows import KEPT
from bot.extensions.events.store import EventStore
from bot.extensions.events.timers import EventTimers
from bot.extensions.events.values import CLOSE, END, FINAL, LOOK, MESSAGE, NEXT, WEEK, WIDEN
from bot.model.caller import Person
from bot.store.store import Store
from bot.tables.services import Services

__all__ = ["TIMERS", "EventServices"]

TIMERS: Final = (CLOSE, FINAL, WEEK, LOOK, WIDEN, END, NEXT)
"""The kinds of the timers of events."""


async def _nobody(_guild_id: int | None, _person: Person) -> bool:
    return False


class EventServices:
    """What the extension adds to a bot, added to the services of one process."""

    def __init__(
        self,
        store: Store,
        services: Services,
        clock: Callable[[], float],
        has_left: HasLeft = _nobody,
    ) -> None:
        def now() -> int:
            return int(clock())

        hooks = store.database.hooks
        if HOOKS.server_erased[0] not in hooks.server_erased:  # Another process may share them.
            hooks.add(HOOKS)
            hooks.kept.extend(KEPT)
        store.queues.timer_kinds.update(TIMERS)
        store.queues.row_kinds.add(MESSAGE)
        self.store = EventStore(store.database)
        self.acts = Events(self.store, store.people, now)
        self.directing = Directing(
            self.acts, self.store, services.servers, services.lookup.cache, now
        )
        self.tables = GameTables(
            self.acts,
            self.store,
            store.tables,
            services.lookup,
            tables=services.tables,
            voids=services.voids,
            now=now,
        )
        self.timers = EventTimers(
            self.acts, self.store, store.queues, lookup=services.lookup, has_left=has_left, now=now
        )
        services.voids.channel_gone.append(self.acts.end_in_channel)
        services.voids.server_gone.append(self.acts.end_in_server)
        services.forgetting.leaving.append(self.acts.leave_all)

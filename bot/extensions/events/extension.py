"""Adds events to a bot."""

from functools import partial

from bot.delivery.outbox.composing import RowKind
from bot.delivery.servers import has_left
from bot.extensions.events.acts import Events
from bot.extensions.events.directing import Directing
from bot.extensions.events.games import EventGames, GameTables
from bot.extensions.events.handlers import CONTROLS, DIRECTORS, ClubEvents
from bot.extensions.events.log import HOOKS
from bot.extensions.events.posts import EventCards, EventPosts
from bot.extensions.events.store import EventStore
from bot.extensions.events.timers import EventTimers
from bot.extensions.events.values import EVENT_CARD, MESSAGE
from bot.interactions.client import Postboard
from bot.interactions.extension import Extension

__all__ = ["setup"]


async def setup(bot: Postboard) -> None:
    """Add events to a bot."""

    def now() -> int:
        return int(bot.now())

    store, people = EventStore(bot.store.database), bot.store.people
    events = Events(store, people, now)
    directing = Directing(events, store, bot.servers, bot.lookup.cache, now)
    tables = GameTables(
        events,
        store,
        bot.store.tables,
        bot.lookup,
        tables=bot.tables,
        voids=bot.services.voids,
        now=now,
    )
    games = EventGames(bot, store, people, events=events, tables=tables, now=now, limit=bot.limit)
    left = partial(has_left, bot, people)
    queues = bot.store.queues
    timers = EventTimers(events, store, queues, lookup=bot.lookup, has_left=left, now=now)
    posts = EventPosts(store)
    await bot.add(
        Extension(
            name="events",
            services=(store, events, directing, tables, games),
            hooks=HOOKS,
            timers=timers.handlers,
            rows={MESSAGE: RowKind(posts.compose, asks_preferences=True)},
            displays={EVENT_CARD: EventCards(store, now)},
            first_message=posts.first_message,
            controls=[CONTROLS],
            club_settings=[DIRECTORS],
            club_lines=[posts.club_line],
            coming=[posts.coming],
            club_leaders=[posts.leaders],
            cogs=[ClubEvents()],
            channel_gone=events.end_in_channel,
            server_gone=events.end_in_server,
            unfinished=[store.unfinished],
            person_leaves=events.leave_all,
            start=games.start,
            stop=games.stop,
        )
    )

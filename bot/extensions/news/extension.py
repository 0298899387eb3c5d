"""Adds followed games, daily summaries and results channels to a bot."""

from functools import partial

from bot.delivery.servers import seen_by, shown_in
from bot.extensions.news.handlers import ACTS, CHOICE, CONTROLS, RESULTS
from bot.extensions.news.rows import HOOKS, NewsStore
from bot.extensions.news.values import DIGEST, FOLLOWED
from bot.extensions.news.work import Digests, Followers, NewsPosts, RefusedDigests
from bot.interactions.client import Postboard
from bot.interactions.extension import Extension
from bot.model.queues import TimerKind

__all__ = ["setup"]


async def setup(bot: Postboard) -> None:
    """Add followed games, daily summaries and results channels to a bot."""
    store = bot.store
    news = NewsStore(store.database)
    digests = Digests(store, bot.lookup, bot.now)
    refused = RefusedDigests(store, bot.now)
    posts = NewsPosts(
        store,
        bot.lookup,
        refused,
        sees=partial(seen_by, bot, store.people),
        shows=partial(shown_in, bot),
        daily_lines=bot.additions.daily_lines,
    )
    await bot.add(
        Extension(
            name="news",
            services=(news,),
            hooks=HOOKS,
            timers={DIGEST: digests.carry_out, FOLLOWED: Followers(store.queues, bot.now).tell},
            before_timers={TimerKind.REMINDERS: digests.go_first},
            rows=posts.kinds,
            controls=[CONTROLS],
            club_settings=[RESULTS],
            acts=[ACTS],
            choices=[CHOICE],
            follows=news.has,
            add_to_answer=refused.tell,
        )
    )

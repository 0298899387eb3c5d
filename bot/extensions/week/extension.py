"""Adds the weeks of servers to a bot."""

from functools import partial
from typing import Final

from bot.delivery.servers import shown_in
from bot.extensions.week.messages import SET_CHANNEL, channel_line
from bot.extensions.week.posts import WeekPosts
from bot.extensions.week.rows import HOOKS
from bot.extensions.week.values import TOLD
from bot.extensions.week.work import Weeks
from bot.interactions.client import Postboard
from bot.interactions.components.servers.settings import answered
from bot.interactions.controls import Controls
from bot.interactions.extension import Extension
from bot.messages.controls.message import ServerKind
from bot.messages.panels.servers.club_settings import ClubSetting
from rules.contract.sentence import say

__all__ = ["CHANNEL", "setup"]

_CONTROLS: Final = Controls()
CHANNEL: Final = answered(
    _CONTROLS,
    ClubSetting(
        place=6,
        field="week",
        kind=ServerKind.CHAT,
        verb=SET_CHANNEL,
        off=say("The week: choose a channel"),
        line=channel_line,
        shows_games=True,
        title=say("the week"),
        daily=say("the week on Sundays"),
    ),
)
"""The channel of the weekly message, in the settings of a club."""


async def setup(bot: Postboard) -> None:
    """Add the weeks of servers to a bot."""
    more, shows = bot.additions, partial(shown_in, bot)
    weeks = Weeks(
        bot.store, bot.lookup, bot.advice, bot.now, shows=shows, up=lambda: more.up_for_game
    )
    posts = WeekPosts(
        bot.store,
        bot.lookup,
        shows=shows,
        up=lambda: more.up_for_game,
        poster=lambda: more.end_picture,
        coming=more.coming,
    )
    await bot.add(
        Extension(
            name="week",
            services=(weeks,),
            hooks=HOOKS,
            timers={TOLD: weeks.carry_out},
            rows=posts.kinds,
            controls=[_CONTROLS],
            club_settings=[CHANNEL],
            stop=weeks.stop,
        )
    )

"""Adds lessons and practice to a bot."""

from functools import partial

from bot.extensions.lessons.handlers import CONTROLS
from bot.extensions.lessons.practice import listed, practice
from bot.extensions.lessons.practice_handlers import PRACTICE_CONTROLS
from bot.extensions.lessons.rows import HOOKS, PracticeStore
from bot.extensions.lessons.share import SHARE_CONTROLS
from bot.extensions.lessons.values import PRACTICE
from bot.interactions.client import Postboard
from bot.interactions.extension import Extension

__all__ = ["setup"]


async def setup(bot: Postboard) -> None:
    """Add lessons and practice to a bot."""
    await bot.add(
        Extension(
            name="lessons",
            services=(PracticeStore(bot.store.database),),
            hooks=HOOKS,
            controls=[CONTROLS, PRACTICE_CONTROLS, SHARE_CONTROLS],
            tasks={PRACTICE: partial(practice, bot)},
            own_lines=[partial(listed, bot)],
        )
    )

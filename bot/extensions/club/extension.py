"""Adds the club board to a bot."""

from collections.abc import Sequence

from bot.extensions.club import messages
from bot.extensions.club.boards import ClubBoards
from bot.extensions.club.handlers import BOARD, CONTROLS
from bot.extensions.club.rows import HOOKS, ClubStore
from bot.extensions.club.values import CLUB_BOARD, LOOK
from bot.interactions.client import Postboard
from bot.interactions.extension import Extension
from rules.contract.sentence import Sentence

__all__ = ["setup"]


async def setup(bot: Postboard) -> None:
    """Add the club board to a bot."""
    store = ClubStore(bot.store.database)
    boards = ClubBoards(bot, store)

    async def troubles(guild_id: int) -> Sequence[Sentence]:
        channel_id = await store.lost_channel(guild_id)
        return () if channel_id is None else messages.lost(channel_id)

    await bot.add(
        Extension(
            name="club",
            services=(store,),
            hooks=HOOKS,
            timers={LOOK: boards.look},
            displays={CLUB_BOARD: boards},
            controls=[CONTROLS],
            club_settings=[BOARD],
            troubles=troubles,
        )
    )

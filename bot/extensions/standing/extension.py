"""Adds profiles, leaderboards, figures of games and corrections to a bot."""

from bot.delivery.outbox.composing import RowKind
from bot.extensions.standing.corrections import Corrections
from bot.extensions.standing.endings import Endings
from bot.extensions.standing.handlers import CONTROLS, STATS_COMMAND, Profiles
from bot.extensions.standing.rows import CorrectionStore, Standings
from bot.extensions.standing.values import CORRECTION
from bot.interactions.client import Postboard
from bot.interactions.extension import Extension

__all__ = ["setup"]


async def setup(bot: Postboard) -> None:
    """Add profiles, leaderboards, figures of games and corrections to a bot."""
    database = bot.store.database
    standings = Standings(database)
    corrections = Corrections(CorrectionStore(database), bot.now)
    await bot.add(
        Extension(
            name="standing",
            services=(standings,),
            rows={CORRECTION: RowKind(corrections.tell)},
            controls=[CONTROLS],
            game_commands=[STATS_COMMAND],
            cogs=[Profiles()],
            after_game=corrections,
            ending=Endings(standings),
        )
    )

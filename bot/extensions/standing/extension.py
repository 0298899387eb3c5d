"""Adds profiles, leaderboards, figures of games and corrections to a bot."""

from collections.abc import Collection

from bot.delivery.outbox.composing import RowKind
from bot.extensions.standing import leaderboard
from bot.extensions.standing.corrections import Corrections
from bot.extensions.standing.endings import Endings
from bot.extensions.standing.handlers import CONTROLS, STATS_COMMAND, Profiles
from bot.extensions.standing.rows import CorrectionStore, Standings
from bot.extensions.standing.values import CORRECTION, month_began
from bot.interactions.client import Postboard
from bot.interactions.extension import Extension
from bot.messages.words.text import NOTHING
from rules.contract.sentence import Sentence

__all__ = ["setup"]


async def setup(bot: Postboard) -> None:
    """Add profiles, leaderboards, figures of games and corrections to a bot."""
    database = bot.store.database
    standings = Standings(database)
    corrections = Corrections(CorrectionStore(database), bot.now)

    async def leaders(guild_id: int, _channels: Collection[int]) -> Sentence:
        settings, pool = (
            await bot.store.servers.settings(guild_id),
            await standings.busiest(guild_id),
        )
        if settings.unnamed or pool is None:
            return NOTHING
        since = month_began(int(bot.now()), settings.club.puzzle_zone)
        return leaderboard.leaders(pool, await standings.month(guild_id, pool, since))

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
            club_leaders=[leaders],
        )
    )

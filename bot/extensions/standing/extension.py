"""Adds profiles, leaderboards, figures of games and corrections to a bot."""

from bot.delivery.outbox.composing import RowKind
from bot.extensions.standing import decisions
from bot.extensions.standing.acts import Corrections
from bot.extensions.standing.handlers import CONTROLS, STATS_COMMAND, Profiles, RatingDecisions
from bot.extensions.standing.rows import CorrectionStore, GameFactsStore, Standings
from bot.extensions.standing.values import CORRECTION, MOST_TOLD, read_correction
from bot.interactions.client import Postboard
from bot.interactions.extension import Extension
from bot.messages.controls.message import Message
from bot.model.queues import OutboxItem
from bot.model.table import Table

__all__ = ["setup"]


async def setup(bot: Postboard) -> None:
    """Add profiles, leaderboards, figures of games and corrections to a bot."""
    database = bot.store.database
    store = CorrectionStore(database)
    corrections = Corrections(store, bot.now)

    async def told(item: OutboxItem, _table: Table | None) -> Message:
        number, tables = read_correction(item)
        correction, games = await store.decision(number, tables[:MOST_TOLD])
        return decisions.told(correction, games, len(tables))

    await bot.add(
        Extension(
            name="standing",
            services=(Standings(database), GameFactsStore(database), corrections),
            rows={CORRECTION: RowKind(told)},
            controls=[CONTROLS],
            game_commands=[STATS_COMMAND],
            cogs=[Profiles()],
            after_game=RatingDecisions(corrections, store),
        )
    )

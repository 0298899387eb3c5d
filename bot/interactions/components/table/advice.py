"""Hints during a game and reports after it, requested by buttons."""

from bot.delivery.answering.response import Response
from bot.interactions.client import Postboard
from bot.interactions.components.router import Press, component
from bot.messages.controls import verbs
from bot.messages.controls.message import Message
from bot.messages.panels.table.analysis import analysis
from bot.messages.panels.table.hints import hint
from bot.model.caller import Caller, Person
from bot.model.table import Table
from bot.tables.advice import require_hint, require_report

__all__ = ["best_move", "report"]


async def best_move(bot: Postboard, table: Table, caller: Caller) -> Message:
    """Return the best move for the player to move. Raises TableError."""
    seat = require_hint(table, caller)
    return hint(table, seat, await bot.advice.hint(table))


async def report(bot: Postboard, table: Table, person: Person | None = None) -> Message:
    """Return the report on a game, for one person or for all. Raises TableError."""
    require_report(table)
    made = await bot.advice.report(table)
    if person is None:
        return await analysis(table, made, private=False)
    return await analysis(table, made, private=True, seat=table.seat(person))


@component(verbs.SHOW_ANALYSIS)
async def _show_analysis(bot: Postboard, response: Response, press: Press) -> None:
    """Show everybody the report that one person has seen."""
    await response.public(await report(bot, press.table))

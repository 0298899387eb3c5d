"""Hints during a game and reports after it, asked for by buttons."""

from bot.delivery.panels import PanelKind
from bot.delivery.response import Response
from bot.interactions.client import Postboard
from bot.interactions.components.router import ComponentEvent, component
from bot.interactions.context import caller_of
from bot.messages.controls.custom_ids import Verb
from bot.messages.panels.analysis import analysis
from bot.messages.panels.hints import hint
from bot.model.table import Table
from bot.tables.advice import require_hint, require_report

__all__ = ["give_hint", "give_report"]


async def give_hint(bot: Postboard, response: Response, table: Table) -> None:
    """Show the player who is to move what is best, to them alone. Raises TableError."""
    seat = require_hint(table, caller_of(response.interaction))
    await response.private(await hint(table, seat, await bot.advice.hint(table)))
    bot.panels.opened(table.id, response, PanelKind.ADVICE)


async def give_report(bot: Postboard, response: Response, table: Table) -> None:
    """Show somebody the report on a game, to them alone. Raises TableError."""
    require_report(table)
    report = await bot.advice.report(table)
    await response.private(await analysis(table, report, private=True))
    bot.panels.opened(table.id, response, PanelKind.ADVICE)


@component(Verb.HINT)
async def _hint(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await give_hint(bot, response, await bot.tables.get(event.table))


@component(Verb.ANALYSIS)
async def _analysis(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await give_report(bot, response, await bot.tables.get(event.table))


@component(Verb.SHOW_ANALYSIS)
async def _show_analysis(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    """Show everybody the report that one person has seen."""
    table = await bot.tables.get(event.table)
    require_report(table)
    await response.public(await analysis(table, await bot.advice.report(table), private=False))

"""The buttons beside Move: a private view, and the menu of everything else."""

from bot.delivery.response import DeferKind, Response
from bot.interactions import proposals
from bot.interactions.client import Postboard
from bot.interactions.components.router import ComponentEvent, component
from bot.messages import history, rulebook, score_card
from bot.messages.menu import menu
from bot.messages.message import Message
from bot.messages.own_view import own_view, partners, view_from
from bot.model.errors import TableError
from rules.core import (
    Seat,
)
from rules.events import OfferKind

__all__: list[str] = []


@component("partner")
async def _partner(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    """Show a player what somebody of their own team sees."""
    table = await bot.tables.get(event.table)
    seats = {player.seat for player in partners(table, response.user.id)}
    seat = Seat(int(event.args[1]))
    if seat not in seats:
        raise TableError("Only those who play on one team see each other's view.")
    await response.private(await view_from(table, seat))


@component("mine")
async def _mine(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await response.private(await own_view(await bot.tables.get(event.table), response.user.id))


@component("menu")
async def _menu(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    table = await bot.tables.get(event.table)
    await response.private(menu(table, response.user.id, overdue=bot.tables.overdue(table)))


@component("draw")
async def _draw(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await proposals.offer(bot, response, event.table, OfferKind.DRAW)


@component("takeback")
async def _take_back(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await proposals.offer(bot, response, event.table, OfferKind.TAKE_BACK)


@component("count")
async def _count(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await proposals.offer(bot, response, event.table, OfferKind.COUNT)


@component("giveup")
async def _give_up(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await proposals.ask_resignation(response, await bot.tables.get(event.table))


@component("resign")
async def _resign(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await proposals.resign(bot, response, event.table)


@component("stay", DeferKind.UPDATE)
async def _stay(_bot: Postboard, response: Response, _press: ComponentEvent) -> None:
    await response.update(Message("Good: the game goes on."))


@component("claim")
async def _claim(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await proposals.claim(bot, response, event.table)


@component("history")
async def _history(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    table = await bot.tables.get(event.table)
    latest = len(table.started.plies)
    await response.private(await history.at_ply(table, latest, table.seat(response.user.id)))


@component("ply", DeferKind.UPDATE)
async def _ply(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    table = await bot.tables.get(event.table)
    count = int(event.args[2])
    await response.update(await history.at_ply(table, count, table.seat(response.user.id)))


@component("score")
async def _score(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await response.private(Message(score_card.full(await bot.tables.get(event.table))))


@component("rules")
async def _rules(_bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await response.private(rulebook.page(event.args[0], 0))


@component("turnpage", DeferKind.UPDATE)
async def _turn_page(_bot: Postboard, response: Response, event: ComponentEvent) -> None:
    await response.update(rulebook.page(event.args[0], int(event.args[1])))

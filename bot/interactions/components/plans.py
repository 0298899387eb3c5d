"""The try-out board: looking ahead, and planning answers that are played by themselves."""

from bot.delivery.panels import PanelKind
from bot.delivery.response import DeferKind, Response
from bot.interactions.client import Postboard
from bot.interactions.components.router import ComponentEvent, component
from bot.interactions.context import caller_of
from bot.messages.controls.custom_ids import Verb
from bot.messages.controls.message import Message
from bot.messages.panels import plans as messages
from bot.model.errors import Stale, TableError
from bot.model.table import Status, Table
from bot.tables.plans import Cut, Edit, Queue, Try
from rules.contract.core import Seat
from rules.contract.sentence import say
from rules.match.plans import Path

__all__ = ["opened"]


async def opened(table: Table, user_id: int) -> Message:
    """Return somebody's try-out board in the present position.

    Raises TableError for somebody who does not play there.
    """
    return await messages.try_out(table, _seat(table, user_id), ())


@component(Verb.PLANS, DeferKind.PANEL)
async def _open(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    table = await bot.tables.get(event.table)
    await response.in_private(await opened(table, response.user.id))
    bot.panels.opened(table.id, response, PanelKind.PLAN)


@component(Verb.PLAN_AT, DeferKind.UPDATE)
async def _look(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    table = await bot.tables.get(event.table)
    await _show(bot, response, table, _path(table, response, event))


@component(Verb.PLAN_GO, DeferKind.UPDATE)
async def _go_on(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    table = await bot.tables.get(event.table)
    path = (*_path(table, response, event), event.value)
    word = messages.path_word(path)
    found = messages.find_path(table, _seat(table, response.user.id), word)
    await _show(bot, response, table, found or ())


@component(Verb.PLAN_TRY, DeferKind.UPDATE)
@component(Verb.PLAN_TYPED, DeferKind.UPDATE)
async def _try(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    table = await bot.tables.get(event.table)
    await _edit(bot, response, event, Try(_path(table, response, event), event.value))


@component(Verb.PLAN_TYPE, DeferKind.UPDATE)
async def _type(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    table = await bot.tables.get(event.table)
    await response.open_modal(messages.type_form(table, _path(table, response, event)))


@component(Verb.PLAN_QUEUE, DeferKind.UPDATE)
async def _queue(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    table = await bot.tables.get(event.table)
    is_queued = bool(event.custom_id.number(1))
    await _edit(bot, response, event, Queue(_path(table, response, event), is_queued))


@component(Verb.PLAN_CUT, DeferKind.UPDATE)
async def _cut(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    table = await bot.tables.get(event.table)
    await _edit(bot, response, event, Cut(_path(table, response, event)))


async def _edit(bot: Postboard, response: Response, event: ComponentEvent, edit: Edit) -> None:
    """Change the plan and show it; where the game has gone on, show it as it is."""
    caller, seen = caller_of(response.interaction), event.position.number
    try:
        table, path = await bot.tables.plan(event.table, caller, seen, edit)
    except Stale as stale:
        note = say("The game has gone on since, so nothing was changed.")
        seat = _seat(stale.table, response.user.id)
        await response.update(await messages.try_out(stale.table, seat, (), note))
    else:
        await _show(bot, response, table, path)


async def _show(bot: Postboard, response: Response, table: Table, path: Path) -> None:
    seat = _seat(table, response.user.id)
    await response.update(await messages.try_out(table, seat, path))
    bot.panels.opened(table.id, response, PanelKind.PLAN)


def _path(table: Table, response: Response, event: ComponentEvent) -> Path:
    """Return the path that a control names; the present position where it is no longer there."""
    seat = _seat(table, response.user.id)
    return messages.find_path(table, seat, event.custom_id.text(0)) or ()


def _seat(table: Table, user_id: int) -> Seat:
    seat = table.seat(user_id)
    if table.match is None or seat is None or table.status is not Status.PLAYING:
        raise TableError(say("Only who plays a game that goes on can plan ahead in it."))
    return seat

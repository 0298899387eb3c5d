"""The try-out board: looking ahead, and planning answers that are played automatically."""

from bot.delivery.answering.panels import PanelKind
from bot.delivery.answering.response import DeferKind, Response
from bot.interactions.client import Postboard
from bot.interactions.components.router import Press, component
from bot.interactions.context import caller_of
from bot.messages.controls import verbs
from bot.messages.controls.message import Message
from bot.messages.panels.table import plans as messages
from bot.messages.words.text import NOTHING
from bot.model.caller import Person
from bot.model.errors import Stale, TableError
from bot.model.table import Status, Table
from bot.tables.plans import Cut, Edit, Queue, Try
from rules.contract.core import Seat
from rules.contract.sentence import Sentence, say
from rules.match.plans import Path

__all__ = ["board"]


def board(table: Table, person: Person, path: Path = (), note: Sentence = NOTHING) -> Message:
    """Return a person's try-out board, in the present position or after the path.

    Raises TableError for a person who doesn't play there.
    """
    return messages.try_out(table, _seat(table, person), path, note)


@component(verbs.PLAN_AT, DeferKind.UPDATE, PanelKind.PLAN)
async def _look(_bot: Postboard, response: Response, press: Press) -> Message:
    return board(press.table, response.user.id, _path(response, press))


@component(verbs.PLAN_GO, DeferKind.UPDATE, PanelKind.PLAN)
async def _go_on(_bot: Postboard, response: Response, press: Press) -> Message:
    table, person = press.table, response.user.id
    word = messages.path_word((*_path(response, press), press.value))
    found = messages.find_path(table, _seat(table, person), word)
    return board(table, person, found or ())


@component(verbs.PLAN_TRY, DeferKind.UPDATE, PanelKind.PLAN)
@component(verbs.PLAN_TYPED, DeferKind.UPDATE, PanelKind.PLAN)
async def _try(bot: Postboard, response: Response, press: Press) -> Message:
    return await _edited(bot, response, press, Try(_path(response, press), press.value))


@component(verbs.PLAN_TYPE, DeferKind.UPDATE)
async def _type(_bot: Postboard, response: Response, press: Press) -> None:
    await response.open_modal(messages.type_form(press.table, _path(response, press)))


@component(verbs.PLAN_QUEUE, DeferKind.UPDATE, PanelKind.PLAN)
async def _queue(bot: Postboard, response: Response, press: Press) -> Message:
    is_queued = bool(press.custom_id.number(1))
    return await _edited(bot, response, press, Queue(_path(response, press), is_queued))


@component(verbs.PLAN_CUT, DeferKind.UPDATE, PanelKind.PLAN)
async def _cut(bot: Postboard, response: Response, press: Press) -> Message:
    return await _edited(bot, response, press, Cut(_path(response, press)))


async def _edited(bot: Postboard, response: Response, press: Press, edit: Edit) -> Message:
    """Change the plan and return its board; if the game has gone on, return it unchanged."""
    caller, seen = caller_of(response), press.position.number
    try:
        table, path = await bot.services.plans.change(press.table.id, caller, seen, edit)
    except Stale as stale:
        note = say("The game has moved on, so nothing was changed.")
        return board(stale.table, response.user.id, note=note)
    return board(table, response.user.id, path)


def _path(response: Response, press: Press) -> Path:
    """Return the path that a control names, or the present position if it no longer exists."""
    seat = _seat(press.table, response.user.id)
    return messages.find_path(press.table, seat, press.custom_id.text(0)) or ()


def _seat(table: Table, person: Person) -> Seat:
    seat = table.seat(person)
    if table.match is None or seat is None or table.status is not Status.PLAYING:
        raise TableError(say("You can only plan ahead in your own games in progress."))
    return seat

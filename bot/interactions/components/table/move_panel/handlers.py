"""The Move panel: a private message in which a move is put together and confirmed.

All its buttons and menus name the table, the position and the cells clicked so far, so two
panels of one player never mix; the draft in the store is only used to restore a lost panel. In a
study the panel is the same, but a move is tried as soon as it is chosen, and nothing is kept.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from bot.delivery.answering.panels import PanelKind
from bot.delivery.answering.response import DeferKind, Response
from bot.interactions import publish
from bot.interactions.client import Postboard
from bot.interactions.components.router import Press, component
from bot.interactions.components.table.move_panel import studies
from bot.interactions.components.table.move_panel.state import Turn
from bot.interactions.components.table.move_panel.steps import confirming, step
from bot.messages.controls import verbs
from bot.messages.controls.message import Form, Message
from bot.messages.controls.move_words import find_move, is_hash
from bot.messages.panels.table import refusals
from bot.messages.words.text import NOTHING, lines
from bot.model.errors import NotYours, Stale, TableError
from bot.model.table import Table
from rules.contract.clicks import MoveEntry
from rules.contract.core import AnyGame, AnyMove, RulesError
from rules.contract.sentence import Notation, say
from rules.contract.spelling import is_numbered, reading
from rules.contract.typed import LONGEST
from rules.geometry import Cell

__all__: list[str] = []

_step: Final = partial(component, defer_kind=DeferKind.UPDATE, panel=PanelKind.MOVE)
"""Registers a handler that returns the next step of the panel, or plays the move."""


@component(verbs.MOVE, DeferKind.PANEL, PanelKind.MOVE)
async def _open(bot: Postboard, response: Response, press: Press) -> Message:
    """Open the panel, in the private message with the button, if it is one."""
    table = press.table
    turn = await _to_move(bot, table, response)
    position_number = turn.match.position_number
    note = NOTHING
    if press.position.number != position_number:
        note = say("The game has moved on since that board.")
    draft = await bot.store.personal.draft(table.id, response.user.id)
    clicked = draft[1] if draft and draft[0] == position_number else ()
    post = step(turn, turn.entered(clicked))
    return replace(post, text=lines(note, post.text))


@_step(verbs.CLICKS, in_turn=True)
async def _clicks(bot: Postboard, response: Response, press: Press) -> Message | None:
    """Continue after these clicks; a move that they complete is shown, or played at once."""
    turn = await _present(bot, response, press)
    entry = turn.entered(turn.clicks(press.choice))
    if turn.at_once and not entry.choices and len(entry.moves) == 1:
        return await _play(bot, response, turn, entry.moves[0])
    return await _after(bot, response, turn, entry.clicked)


@_step(verbs.CHOOSE, in_turn=True)
async def _choose(bot: Postboard, response: Response, press: Press) -> Message | None:
    """Show the move that was chosen by name, or play it at once."""
    turn = await _present(bot, response, press)
    move = _found(turn.game, turn.legal, press.choice)
    if turn.at_once:
        return await _play(bot, response, turn, move)
    response.decided()
    path = turn.game.path(move)
    await _keep(bot, response, turn, path)
    return confirming(turn, MoveEntry(path, (), (move,)))


@_step(verbs.AT_ONCE)
async def _at_once(bot: Postboard, response: Response, press: Press) -> Message:
    """Switch the preview of moves on or off, and show the panel again."""
    turn = await _present(bot, response, press)
    turn = replace(turn, at_once=not turn.at_once)
    game = turn.table.terms.game
    await bot.store.personal.set_plays_at_once(response.user.id, game, at_once=turn.at_once)
    return step(turn, turn.entered(turn.clicked(press)))


@_step(verbs.PART)
@_step(verbs.PARTS)
@_step(verbs.PAGE)
async def _turn_to(bot: Postboard, response: Response, press: Press) -> Message:
    """Show the named part of the board, all its parts, or the named page of claims."""
    turn, verb = await _present(bot, response, press), press.custom_id.verb
    part = press.custom_id.text(1) if verb is verbs.PART else None
    page = press.custom_id.number(1) if verb is verbs.PAGE else 0
    return step(turn, turn.entered(turn.clicked(press)), page=page, part=part)


@component(verbs.TYPE, DeferKind.UPDATE)
async def _type(bot: Postboard, response: Response, press: Press) -> None:
    """Ask for the next cell, or a whole move, in a form."""
    turn = await _present(bot, response, press)
    example = say("{move}", move=Notation(turn.game.notate(turn.legal[0])))
    typed = turn.asks(verbs.TYPED, turn.clicked(press))
    question = say("The next cell, or a whole move")
    if is_numbered(turn.game):
        question = say("The next point, or a whole move")
    form = Form(say("Your move"), question, example, LONGEST, typed)
    await response.open_modal(form)


@_step(verbs.TYPED)
async def _typed(bot: Postboard, response: Response, press: Press) -> Message:
    """Continue with the typed cell or move; refuse any other text."""
    turn = await _present(bot, response, press)
    text = press.value
    entry = turn.entered(turn.clicked(press))
    names = reading(turn.game, text).names if len(text) <= LONGEST else ()
    cell = turn.game.geometry.find(names[0]) if len(names) == 1 else None
    if cell is not None and cell in entry.choices:
        return await _after(bot, response, turn, (*entry.clicked, cell))
    try:
        move = turn.match.read(text)
    except RulesError as error:
        if turn.study is None:
            return refusals.illegal_move_message(turn.table, turn.seat, error, text)
        panel = step(turn, entry)
        return replace(panel, text=lines(refusals.refusal_text(error), panel.text))
    if turn.study:
        return await studies.tried(bot, response, turn.study, turn.game.notate(move))
    return await _after(bot, response, turn, turn.game.path(move))


@_step(verbs.BACK)
async def _back(bot: Postboard, response: Response, press: Press) -> Message:
    turn = await _present(bot, response, press)
    clicked = turn.clicked(press)
    here = turn.entered(clicked).clicked
    while clicked and turn.entered(clicked).clicked == here:
        clicked = clicked[:-1]
    return await _after(bot, response, turn, clicked)


@component(verbs.PLAY, DeferKind.UPDATE, in_turn=True)
async def _press_play(bot: Postboard, response: Response, press: Press) -> Message | None:
    """Play the named move in the named position."""
    word = press.custom_id.text(0)
    if press.custom_id.study is not None:
        turn = await _present(bot, response, press)
        return await _play(bot, response, turn, _found(turn.game, turn.legal, word))
    if is_hash(word):
        match = press.table.started
        word = match.game.notate(_found(match.game, match.legal, word))
    await publish.play(bot, response, press.table.id, word, press.position.number)
    return None


async def _play(bot: Postboard, response: Response, turn: Turn, move: AnyMove) -> Message | None:
    """Play a move that was chosen in the panel, or try it in a study."""
    notation, number = turn.game.notate(move), turn.match.position_number
    if turn.study:
        return await studies.tried(bot, response, turn.study, notation)
    await publish.play(bot, response, turn.table.id, notation, number)
    return None


async def _present(bot: Postboard, response: Response, press: Press) -> Turn:
    """Return the turn for which a panel was made. Raises Stale if the game has gone on since."""
    if press.custom_id.study is not None:
        return await studies.turn(bot, response, press)
    table = press.table
    if table.match is None or table.match.position_number != press.position.number:
        raise Stale(table)
    return await _to_move(bot, table, response)


async def _to_move(bot: Postboard, table: Table, response: Response) -> Turn:
    """Return the person's turn. Raises TableError unless it is theirs."""
    match = table.match
    player = table.player(response.user.id)
    if match is None or player is None or player.seat is None:
        raise TableError(say("Only players can move. **My view** shows you the board."))
    if match.outcome or match.seat_due != player.seat:
        raise NotYours(table)
    at_once = await bot.store.personal.plays_at_once(response.user.id, table.terms.game)
    return Turn(table, match, player.seat, match.legal, at_once)


def _found(game: AnyGame, legal: Sequence[AnyMove], word: str) -> AnyMove:
    """Return the legal move with this word. Raises TableError if the rules have changed."""
    move = find_move(game, legal, word)
    if move is None:
        raise TableError(say("That move isn't possible now. **Move** shows what is."))
    return move


async def _after(
    bot: Postboard, response: Response, turn: Turn, clicked: Sequence[Cell]
) -> Message:
    """Return the panel after these clicks, and keep them."""
    response.decided()
    if turn.study is None:
        await _keep(bot, response, turn, clicked)
    return step(turn, turn.entered(clicked))


async def _keep(bot: Postboard, response: Response, turn: Turn, clicked: Sequence[Cell]) -> None:
    """Keep the clicks, so that a lost panel can be restored with them."""
    number = turn.match.position_number
    await bot.store.personal.keep_draft(turn.table.id, response.user.id, number, clicked)

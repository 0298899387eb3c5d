"""The Move panel: a private message in which a move is put together and confirmed.

Each of its buttons and menus names the table, the position and the cells clicked so far, so two
panels of one player never mix; the draft in the store is only used to restore a lost panel.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from bot.delivery.panels import PanelKind
from bot.delivery.response import DeferKind, Response
from bot.interactions import publish
from bot.interactions.client import Postboard
from bot.interactions.components.move_panel import claims
from bot.interactions.components.move_panel.cells import pointing, whole_moves
from bot.interactions.components.move_panel.state import (
    MOST,
    Turn,
    more_buttons,
    play_button,
    present,
    to_move,
)
from bot.interactions.components.router import ComponentEvent, component
from bot.messages import pictures
from bot.messages.controls.custom_ids import Verb
from bot.messages.controls.message import Button, Form, Message, in_rows
from bot.messages.controls.move_words import find_move, is_hash
from bot.messages.panels import refusals
from bot.messages.words.text import NOTHING, lines
from bot.model.errors import TableError
from rules.contract.clicks import MoveEntry
from rules.contract.core import AnyGame, AnyMove, RulesError
from rules.contract.sentence import Notation, say
from rules.contract.spelling import is_numbered, reading
from rules.contract.typed import LONGEST
from rules.geometry import Cell

__all__: list[str] = []

_step: Final = partial(component, defer_kind=DeferKind.UPDATE, panel=PanelKind.MOVE)
"""Registers a handler that returns the next step of the panel, or plays the move."""


@component(Verb.MOVE, DeferKind.PANEL, PanelKind.MOVE)
async def _open(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    """Open the panel, in the private message with the button, if it is one."""
    table = event.table
    turn = await to_move(bot, table, response)
    position_number = turn.match.position_number
    note = NOTHING
    if event.position.number != position_number:
        note = say("The game has gone on since that board.")
    draft = await bot.store.choices.draft(table.id, response.user.id)
    clicked = draft[1] if draft and draft[0] == position_number else ()
    post = await _panel(turn, turn.entered(clicked))
    return replace(post, text=lines(note, post.text))


@_step(Verb.CLICKS, in_turn=True)
async def _clicks(bot: Postboard, response: Response, event: ComponentEvent) -> Message | None:
    """Continue after these clicks; a move that they complete is shown, or played at once."""
    turn = await present(bot, response, event)
    entry = turn.entered(turn.clicked(event))
    if turn.at_once and not entry.choices and len(entry.moves) == 1:
        await _play(bot, response, turn, entry.moves[0])
        return None
    return await _after(bot, response, turn, entry.clicked)


@_step(Verb.CHOOSE, in_turn=True)
async def _choose(bot: Postboard, response: Response, event: ComponentEvent) -> Message | None:
    """Show the move that was chosen by name, or play it at once."""
    turn = await present(bot, response, event)
    move = _found(turn.game, turn.legal, event.custom_id.text(0))
    if turn.at_once:
        await _play(bot, response, turn, move)
        return None
    response.decided()
    path = turn.game.path(move)
    entry = MoveEntry(path, (), (move,))
    panel, _ = await asyncio.gather(_confirming(turn, entry), _keep(bot, response, turn, path))
    return panel


@_step(Verb.AT_ONCE)
async def _at_once(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    """Switch the preview of moves on or off, and show the panel again."""
    turn = await present(bot, response, event)
    turn = replace(turn, at_once=not turn.at_once)
    game = turn.table.terms.game
    await bot.store.choices.set_plays_at_once(response.user.id, game, at_once=turn.at_once)
    return await _panel(turn, turn.entered(turn.clicked(event)))


@_step(Verb.PART)
async def _part(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    """Show the named part of the board."""
    turn = await present(bot, response, event)
    entry = turn.entered(turn.clicked(event))
    return await pointing(turn, entry, event.custom_id.text(1))


@_step(Verb.PARTS)
async def _parts(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    """Show all parts of the board."""
    turn = await present(bot, response, event)
    return await pointing(turn, turn.entered(turn.clicked(event)))


@component(Verb.TYPE, DeferKind.UPDATE)
async def _type(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    """Ask for the next cell, or a whole move, in a form."""
    turn = await present(bot, response, event)
    example = say("{move}", move=Notation(turn.game.notate(turn.legal[0])))
    typed = turn.asks(Verb.TYPED, turn.clicked(event))
    question = say("The next cell, or a whole move")
    if is_numbered(turn.game):
        question = say("The next point, or a whole move")
    form = Form(say("Your move"), question, example, LONGEST, typed)
    await response.open_modal(form)


@_step(Verb.TYPED)
async def _typed(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    """Continue with the typed cell or move; refuse any other text."""
    turn = await present(bot, response, event)
    text = event.value
    entry = turn.entered(turn.clicked(event))
    names = reading(turn.game, text).names if len(text) <= LONGEST else ()
    cell = turn.game.geometry.find(names[0]) if len(names) == 1 else None
    if cell is not None and cell in entry.choices:
        return await _after(bot, response, turn, (*entry.clicked, cell))
    try:
        move = turn.match.read(text)
    except RulesError as error:
        return await refusals.illegal_move_message(turn.table, turn.seat, error, text)
    return await _after(bot, response, turn, turn.game.path(move))


@_step(Verb.BACK)
async def _back(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    turn = await present(bot, response, event)
    clicked = turn.clicked(event)
    here = turn.entered(clicked).clicked
    while clicked and turn.entered(clicked).clicked == here:
        clicked = clicked[:-1]
    return await _after(bot, response, turn, clicked)


@_step(Verb.PAGE)
async def _page(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    turn = await present(bot, response, event)
    entry = turn.entered(turn.clicked(event))
    return await _panel(turn, entry, page=event.custom_id.number(1))


@component(Verb.PLAY, DeferKind.UPDATE, in_turn=True)
async def _press_play(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    """Play the named move in the named position."""
    word = event.custom_id.text(0)
    if is_hash(word):
        match = event.table.started
        word = match.game.notate(_found(match.game, match.legal, word))
    await publish.play(bot, response, event.table.id, word, event.position.number)


async def _play(bot: Postboard, response: Response, turn: Turn, move: AnyMove) -> None:
    """Play a move that was chosen in the panel."""
    notation, number = turn.game.notate(move), turn.match.position_number
    await publish.play(bot, response, turn.table.id, notation, number)


def _found(game: AnyGame, legal: Sequence[AnyMove], word: str) -> AnyMove:
    """Return the legal move with this word. Raises TableError if the rules have changed."""
    move = find_move(game, legal, word)
    if move is None:
        raise TableError(
            say("You can't play this button's move now. **Move** shows the moves you can play.")
        )
    return move


async def _after(
    bot: Postboard, response: Response, turn: Turn, clicked: Sequence[Cell]
) -> Message:
    """Return the panel after these clicks, and keep them."""
    response.decided()
    panel, _ = await asyncio.gather(
        _panel(turn, turn.entered(clicked)), _keep(bot, response, turn, clicked)
    )
    return panel


async def _keep(bot: Postboard, response: Response, turn: Turn, clicked: Sequence[Cell]) -> None:
    """Keep the clicks, so that a lost panel can be restored with them."""
    number = turn.match.position_number
    await bot.store.choices.keep_draft(turn.table.id, response.user.id, number, clicked)


async def _panel(turn: Turn, entry: MoveEntry, page: int = 0) -> Message:
    if entry.choices and len(turn.legal) <= MOST:
        return await whole_moves(turn)
    if claims.are_open(turn, entry):
        return await claims.claiming(turn, entry, page)
    if entry.choices:
        return await pointing(turn, entry)
    if len(entry.moves) == 1:
        return await _confirming(turn, entry, forced=len(turn.legal) == 1)
    return await _telling_apart(turn, entry)


async def _confirming(turn: Turn, entry: MoveEntry, *, forced: bool = False) -> Message:
    """Show the position after the move, and ask for confirmation."""
    move = entry.moves[0]
    picture = await pictures.draw(pictures.preview(turn.table, turn.seat, move), turn.table)
    buttons = [play_button(turn, move)]
    if not forced:
        buttons.append(Button(say("Back"), turn.asks(Verb.BACK, entry.clicked)))
        buttons += more_buttons(turn, entry.clicked)[1:]
    notation = Notation(turn.game.notate(move))
    text = say("You are about to play **{move}**. The board would be:", move=notation)
    if forced:
        text = say("Your only move is **{move}**. The board would be:", move=notation)
    return Message(text, picture, (buttons,))


async def _telling_apart(turn: Turn, entry: MoveEntry) -> Message:
    """Offer the moves that these clicks could mean, by their notation."""
    picture = await pictures.draw(pictures.choosing(turn.table, turn.seat, entry, ()), turn.table)
    rows = in_rows([play_button(turn, move) for move in entry.moves[:MOST]])
    back = [Button(say("Back"), turn.asks(Verb.BACK, entry.clicked))]
    return Message(say("These clicks fit several moves. Which one?"), picture, (*rows, back))

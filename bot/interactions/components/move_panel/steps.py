"""The panel's present step: a choice of moves, cells or claims, or the question to confirm."""

from dataclasses import replace

from bot.interactions.components.move_panel import claims
from bot.interactions.components.move_panel.cells import pointing, whole_moves
from bot.interactions.components.move_panel.state import MOST, Turn, more_buttons, play_button
from bot.messages import pictures
from bot.messages.controls.custom_ids import Verb
from bot.messages.controls.message import Button, Message, in_rows
from bot.messages.words.text import lines
from rules.contract.clicks import MoveEntry
from rules.contract.sentence import Notation, say

__all__ = ["confirming", "step"]


def step(turn: Turn, entry: MoveEntry, *, page: int = 0, part: str | None = None) -> Message:
    """Return the panel after the clicks of an entry.

    `page` is that of the claims, from 0, and `part` the name of a part of the board.
    """
    message = _step(turn, entry, page, part)
    if turn.study is None:
        return message
    return replace(message, text=lines(turn.study.heading, message.text))


def _step(turn: Turn, entry: MoveEntry, page: int, part: str | None) -> Message:
    if entry.choices and len(turn.legal) <= MOST:
        return whole_moves(turn)
    if claims.are_open(turn, entry):
        return claims.claiming(turn, entry, page)
    if entry.choices:
        return pointing(turn, entry, part)
    if len(entry.moves) == 1:
        return confirming(turn, entry, forced=len(turn.legal) == 1)
    return _telling_apart(turn, entry)


def confirming(turn: Turn, entry: MoveEntry, *, forced: bool = False) -> Message:
    """Show the position after the move, and ask for confirmation."""
    move = entry.moves[0]
    picture = pictures.draw(pictures.preview(turn.table, turn.seat, move), turn.table)
    buttons = [play_button(turn, move)]
    if turn.study:
        buttons.append(turn.study.way)
    elif not forced:
        buttons.append(Button(say("Back"), turn.asks(Verb.BACK, entry.clicked)))
        buttons += more_buttons(turn, entry.clicked)[1:]
    notation = Notation(turn.game.notate(move))
    text = say("**{move}**?", move=notation)
    if forced:
        text = say("**{move}** is your only move.", move=notation)
    return Message(text, picture, (buttons,))


def _telling_apart(turn: Turn, entry: MoveEntry) -> Message:
    """Offer the moves that these clicks could mean, by their notation."""
    picture = pictures.draw(pictures.choosing(turn.table, turn.seat, entry, ()), turn.table)
    rows = in_rows([play_button(turn, move) for move in entry.moves[:MOST]])
    back = [Button(say("Back"), turn.asks(Verb.BACK, entry.clicked))]
    return Message(say("These clicks fit several moves. Which one?"), picture, (*rows, back))

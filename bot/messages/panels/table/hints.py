"""A hint: the best move, its continuation, and how much better it is than the next best."""

from typing import Final

from bot.messages import pictures
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_position
from bot.messages.controls.message import Button, Message, Style
from bot.messages.controls.move_words import move_word
from bot.messages.words.text import NOTHING, in_a_row, lines
from bot.model.table import Table
from engine.choose import Method
from engine.tasks import Hinted
from rules.contract.core import AnyGame, Seat
from rules.contract.sentence import Decimal, Notation, Sentence, each_of, say

__all__ = ["hint", "hint_words"]

_LINE: Final = 5
"""The most moves of the continuation."""
_SURE: Final = 0.999
"""The value from which a game is won by force."""


def hint(table: Table, seat: Seat, hinted: Hinted) -> Message:
    """Return a hint for the seat to move, with the position after the best move."""
    match = table.started
    best = hinted.moves[0]
    move = next(m for m in match.legal if match.game.notate(m) == best.notation)
    play = for_position(verbs.PLAY, table, move_word(match.game, move))
    button = Button(say("Play {move}", move=Notation(best.notation)), play, Style.PRIMARY)
    after = say("After {move}:", move=Notation(best.notation))
    picture = pictures.draw(pictures.preview(table, seat, move), table, after)
    return Message(hint_words(match.game, hinted), picture, ((button,),))


def hint_words(game: AnyGame, hinted: Hinted) -> Sentence:
    """Return the best move, how good it is, and what may follow."""
    best, line = hinted.moves[0], hinted.line[1 : 1 + _LINE]
    return lines(
        say("**{move}**", move=Notation(best.notation)),
        in_a_row(_outlook(game, best.value), _margin(game, hinted)),
        say("Then likely {line}.", line=each_of(map(Notation, line))) if line else NOTHING,
    )


def _outlook(game: AnyGame, value: float) -> Sentence:
    if value >= _SURE * game.spec.highest_worth:
        return say("That wins.")
    if game.spec.highest_worth > 1:
        points = Decimal(f"{value:+.2f}")
        return say("Worth {points} points on average.", points=points)
    return say("Your chances: about {share}%.", share=round(50 + 50 * value))


def _margin(game: AnyGame, hinted: Hinted) -> Sentence:
    """Return how much better the best move is than the next."""
    if len(hinted.moves) == 1:
        return say("It's the only move.")
    best, following = hinted.moves[:2]
    gap, name = best.value - following.value, Notation(following.notation)
    if hinted.method == Method.EXACT.value and game.spec.highest_worth > 1:
        points = Decimal(f"{gap:.3f}")
        return say("{move} costs {points} points.", move=name, points=points)
    share = 50 * gap
    if share < 1:
        return say("{move} is just as good.", move=name)
    if game.spec.highest_worth > 1:
        points = Decimal(f"{gap:.2f}")
        return say("{move} costs {points} points.", move=name, points=points)
    return say("{move} costs {share}%.", move=name, share=round(share))

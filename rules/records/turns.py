"""Turns as text, one by one: a move, or a roll such as `[5-2]`."""

import re
from typing import Final

from rules.contract.core import AnyGame, AnyMove, AnyState, Dice, Roll, RulesError
from rules.contract.sentence import Notation, Stranger, say
from rules.contract.typed import read_typed

__all__ = ["read_roll", "read_turn"]

_ROLL: Final = re.compile(r"\[([0-9]+(?:-[0-9]+)*)\]")


def read_turn(game: AnyGame, state: AnyState, text: str) -> AnyMove | Roll:
    """Return the legal move that the text means, or the roll (such as `[5-2]`) if one is due.

    Raises RulesError if it means neither.
    """
    turn = game.turn(state)
    if turn is None:
        raise RulesError(say("“{text}” comes after the end of the game.", text=Stranger(text)))
    roll = read_roll(text)
    legal = game.legal(state)
    if isinstance(turn, Dice):
        if roll not in legal:
            example = "-".join(str(turn.faces) * turn.count)
            raise RulesError(
                say(
                    "“{text}” isn't a roll. {count} dice are due, such as [{example}].",
                    text=Stranger(text),
                    count=turn.count,
                    example=Notation(example),
                )
            )
        return roll
    if roll:
        raise RulesError(
            say(
                "“{text}” is a roll, but it's {side}'s turn to move.",
                text=Stranger(text),
                side=next(spec.title for spec in game.spec.sides if spec.key == turn),
            )
        )
    return read_typed(game, state, legal, text)


def read_roll(text: str) -> Roll | None:
    """Return the roll that a text such as `[5-2]` means, or None if it means none."""
    found = _ROLL.fullmatch(text.replace(" ", ""))
    return Roll(tuple(map(int, found[1].split("-")))) if found else None

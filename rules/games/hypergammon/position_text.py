"""Positions as text: `W[5-2]:W24,23,bar:B22,6,off`, each side counting from its own home."""

import re
from typing import Final

from rules.contract.core import NotationError
from rules.contract.sentence import Notation, Stranger, say
from rules.games.hypergammon.notation import read_spot
from rules.games.hypergammon.position import (
    BAR,
    BLACK,
    OFF,
    WHITE,
    Checkers,
    Dots,
    State,
    seen_across,
)

__all__ = ["POSITION_FORM", "read_position"]

POSITION_FORM: Final = say(
    "the side due, W or B, with the roll that it is to play if there is one, and the"
    " checkers of both, each side counting from its own home: W[5-2]:W24,23,bar:B22,6,off"
)
_EXAMPLE: Final = say("A position looks like W[5-2]:W24,23,bar:B22,6,off.")
_DUE: Final = re.compile(r"([wb])(?:\[([1-6])-([1-6])\])?")


def read_position(text: str) -> State:
    """Return the position that the text describes.

    It names the side that is due, with its roll if there is one to play, then each side's three
    checkers: points, `bar` or `off`. Blanks and capitals don't matter. Raises NotationError if the
    text is malformed or no such position can be.
    """
    sections = "".join(text.split()).rstrip(".").lower().split(":")
    if len(sections) != 3:
        raise NotationError(
            say(
                "A position has three parts joined by “:”, who is due and the checkers of each"
                " side; this one has {number}. {example}",
                number=len(sections),
                example=_EXAMPLE,
            )
        )
    due, *armies = sections
    who = _DUE.fullmatch(due)
    if who is None:
        raise NotationError(
            say(
                "Who is due is W or B, perhaps with a roll, not “{due}”. {example}",
                due=Stranger(due),
                example=_EXAMPLE,
            )
        )
    if sorted(army[:1] for army in armies) != ["b", "w"]:
        raise NotationError(
            say(
                "One list of checkers begins with W and the other with B. {example}",
                example=_EXAMPLE,
            )
        )
    black, white = (_read_checkers(army[1:]) for army in sorted(armies))
    _require_apart(white, black)
    dice: Dots | None = (int(who[2]), int(who[3])) if who[2] else None
    return State(white, black, WHITE if who[1] == "w" else BLACK, dice)


def _read_checkers(words: str) -> Checkers:
    spots = sorted(map(read_spot, words.split(",")), reverse=True)
    if len(spots) != 3:
        raise NotationError(
            say(
                "Each side has three checkers, not {number}. {example}",
                number=len(spots),
                example=_EXAMPLE,
            )
        )
    first, second, third = spots
    return first, second, third


def _require_apart(white: Checkers, black: Checkers) -> None:
    for spot in white:
        if OFF < spot < BAR and seen_across(spot) in black:
            raise NotationError(
                say(
                    "White's {spot} is Black's {across}: both can't have checkers there.",
                    spot=Notation(str(spot)),
                    across=Notation(str(seen_across(spot))),
                )
            )
    if not any(white) and not any(black):
        raise NotationError(say("Both sides can't have borne off all their checkers."))

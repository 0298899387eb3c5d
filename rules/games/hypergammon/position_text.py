"""Positions as text: `W[5-2]:W24,23,bar:B22,6,off`, each side counting from its own home."""

from itertools import product
from typing import Final

from rules.contract.core import NotationError
from rules.contract.position_text import PositionText
from rules.contract.sentence import say
from rules.games.hypergammon.notation import read_spot
from rules.games.hypergammon.position import (
    BAR,
    BLACK,
    OFF,
    WHITE,
    Dots,
    Spot,
    State,
    other,
    seen_across,
)

__all__ = ["POSITION_FORM", "read_position"]

POSITION_FORM: Final = say(
    "the side due, W or B, with the roll that it is to play if there is one, and the"
    " checkers of both, each side counting from its own home: W[5-2]:W24,23,bar:B22,6,off"
)
_ROLLS: Final[dict[str, Dots | None]] = {
    "": None,
    **{f"[{first}-{second}]": (first, second) for first, second in product(range(1, 7), repeat=2)},
}
_DUE: Final = {
    side[0] + roll: (side, dice) for side in (WHITE, BLACK) for roll, dice in _ROLLS.items()
}


def read_position(text: str) -> State:
    """Return the position that the text describes.

    It names the side to move, with its roll if it has one to play, then each side's three checkers:
    points, `bar` or `off`. Raises NotationError if the text is malformed or the position is
    impossible.
    """
    read = PositionText.split(text, POSITION_FORM)
    side, dice = read.due(_DUE)
    spots = {WHITE: list[Spot](), BLACK: list[Spot]()}
    for owner, word in read.by_side((WHITE, BLACK)):
        try:
            spot = read_spot(word)
        except NotationError:
            raise read.wrong(word) from None
        if OFF < spot < BAR and seen_across(spot) in spots[other(owner)]:
            raise read.wrong(word)
        spots[owner].append(spot)
    white, black = (tuple(sorted(each, reverse=True)) for each in spots.values())
    if len(white) != 3 or len(black) != 3 or not any(white + black):
        raise read.wrong(text)
    return State(white, black, side, dice)

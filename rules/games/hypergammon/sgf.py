"""Turns as GNU Backgammon writes them in SGF, such as `62wqpn`.

The dice come first, the higher one before the lower, then for each checker that moves the point
where it starts and the one where it ends. White's points 1 to 24 are a to x, `y` is the bar and `z`
is off the board. A pass has the dice alone.
"""

import re
from typing import Final

from rules.contract.core import Roll, Side
from rules.games.hypergammon.notation import notate
from rules.games.hypergammon.plays import spot_name
from rules.games.hypergammon.position import BAR, OFF, WHITE, Play, Spot, State, cell_of

__all__ = ["read_turn", "turn_text"]

_TURN: Final = re.compile(r"([1-6])([1-6])((?:[a-y][a-z]){0,4})")
_FROM_A: Final = ord("a")


def turn_text(state: State, move: Play) -> str:
    """Return the roll that is to be played in the state, and the move."""
    assert state.side is not None
    assert state.dice is not None
    high, low = max(state.dice), min(state.dice)
    letters = {cell_of(state.side, spot): _letter(state.side, spot) for spot in range(BAR + 1)}
    return f"{high}{low}{''.join(letters[cell] for cell in move.path)}"


def read_turn(state: State, side: Side, text: str) -> tuple[str, str]:
    """Return the roll and the move as turns of a transcript. Raises ValueError for other texts.

    `state` is the one in which the roll is due. The first turn of a game is of the side whose die
    was higher.
    """
    read = _TURN.fullmatch(text)
    if not read or (state.side is None and read[1] == read[2]):
        raise ValueError(f"“{text[:20]}” isn't a roll with a move")
    high, low = sorted((int(read[1]), int(read[2])), reverse=True)
    pips = (high, low) if side == WHITE else (low, high)
    spots = [spot_name(_spot(side, letter)) for letter in read[3]]
    hops = zip(spots[::2], spots[1::2], strict=True)
    return notate(Roll(pips)), " ".join("/".join(hop) for hop in hops) or "pass"


def _letter(side: Side, spot: Spot) -> str:
    if spot in (BAR, OFF):
        return "y" if spot == BAR else "z"
    return chr(_FROM_A + (spot - 1 if side == WHITE else 24 - spot))


def _spot(side: Side, letter: str) -> Spot:
    if letter in "yz":
        return BAR if letter == "y" else OFF
    place = ord(letter) - _FROM_A
    return place + 1 if side == WHITE else 24 - place

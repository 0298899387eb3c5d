"""The rules that both games share, in the order in which they are told."""

from typing import Final

from rules.core import Rule

__all__ = [
    "DIRECTION",
    "DISTANCE",
    "END",
    "FINISHED",
    "IDLE",
    "IDLE_PLIES",
    "LAND",
    "MUST_MOVE",
    "OWN",
    "RULEBOOK",
    "SCORE",
]

_SOURCE: Final = "Fred Horn, Punt-Match and Punt-Heks-Match, description of 2013"

IDLE_PLIES: Final = 60
"""Plies in a row without a forward move or a landing that end the game."""

OWN: Final = Rule(
    "punt.own",
    "A pile belongs to the colour on top, and always moves as a whole.",
    _SOURCE,
)
DIRECTION: Final = Rule(
    "punt.direction",
    "A pawn or pile moves forward or sideways, never back. On squares forward is straight ahead; on"
    " hexagons there are two forward directions, and sideways is along the own home edge.",
    _SOURCE,
)
DISTANCE: Final = Rule(
    "punt.distance",
    "A single pawn moves 1, 2 or 3 cells, a pile of two 1 or 2, and a higher pile exactly 1, in a"
    " straight line over empty cells.",
    _SOURCE,
)
LAND: Final = Rule(
    "punt.land",
    "A move may end on a cell with any pawn or pile, its own or a rival's: the mover goes on top.",
    _SOURCE,
)
FINISHED: Final = Rule(
    "punt.finished",
    "A pile on the end row of the colour on top is finished: it never moves again, and rivals may"
    " not land on it. Its owner may.",
    _SOURCE,
    interpretation=True,
)
MUST_MOVE: Final = Rule(
    "punt.must-move",
    "Who can move must.",
    _SOURCE,
)
END: Final = Rule(
    "punt.end",
    "When the player to move has no move, the game ends at once for everybody.",
    _SOURCE,
)
IDLE: Final = Rule(
    "punt.end.idle",
    "After 60 turns in a row without a forward move or a landing the game ends and is counted.",
    _SOURCE,
    interpretation=True,
)
SCORE: Final = Rule(
    "punt.score",
    "Everybody counts all pawns on their end row, of whatever colour and whoever controls them, or,"
    " if so agreed, all pawns of the piles that they control there. The highest count wins; who tie"
    " at the top share, and if that is everybody, the game is drawn.",
    _SOURCE,
    interpretation=True,
)

RULEBOOK: Final = (OWN, DIRECTION, DISTANCE, LAND, FINISHED, MUST_MOVE, END, IDLE, SCORE)

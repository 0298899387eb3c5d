"""Punt-Match: the race on seven by seven squares."""

from typing import Final

from rules.contract.core import Game, Side, SideSpec
from rules.contract.rule import Rule
from rules.contract.sentence import say
from rules.contract.view import Colour
from rules.games.punt.course import Army, Course, Worths
from rules.games.punt.game import punt
from rules.games.punt.lessons import SQUARES
from rules.games.punt.position import Move, State
from rules.games.punt.rulebook import SOURCE
from rules.geometry.square import Square

__all__ = ["GAME"]

_BOARD: Final = Square(7)
_RANKS: Final = tuple(map(frozenset, reversed(_BOARD.rows())))
_SIDEWAYS: Final = ("w", "e")

_COURSE: Final = Course(
    _BOARD,
    (
        Army(
            SideSpec(Side("white"), say("White"), Colour.WHITE),
            home=_RANKS[0] | _RANKS[1],
            goal=_RANKS[6],
            forward=("n",),
            sideways=_SIDEWAYS,
        ),
        Army(
            SideSpec(Side("black"), say("Black"), Colour.BLACK, far=True),
            home=_RANKS[6] | _RANKS[5],
            goal=_RANKS[0],
            forward=("s",),
            sideways=_SIDEWAYS,
        ),
    ),
    Worths(
        way=tuple(0.60 - 0.178 * rows for rows in range(1, 7)),
        pile=0.147,
        guest=-0.02,
        positions=20_000,
        parts=(),
    ),
)

_PREPARATION: Final = (
    Rule(
        "punt.board",
        say(
            "The board has 7 by 7 squares. Your end row is the row farthest from you. Straight"
            " toward it is forward."
        ),
        SOURCE,
    ),
    Rule(
        "punt.start",
        say("Each player starts with 14 pawns on their first two rows. White moves first."),
        SOURCE,
    ),
)

GAME: Final[Game[State, Move]] = punt(
    key="punt-match",
    title=say("Punt-Match"),
    summary=say(
        "Race to your far row, and carry along every pawn you land on. Every pawn there scores for"
        " you."
    ),
    preparation=_PREPARATION,
    lesson=SQUARES,
    courses=(_COURSE,),
    also=("halma", "race"),
    minutes=5,
    typical_turns="40-60",
)

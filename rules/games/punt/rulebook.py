"""The rules that both games share, in the order of the rulebook."""

from typing import Final

from rules.contract.rule import Rule
from rules.contract.sentence import say

__all__ = [
    "AIM",
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
    "SOURCE",
]

SOURCE: Final = "Fred Horn, Punt-Match and Punt-Heks-Match, description of 2013"

IDLE_PLIES: Final = 60
"""The number of plies in a row without a forward move or a landing that ends the game."""

AIM: Final = Rule(
    "punt.aim",
    say("The player with the most pawns on their end row wins when the game ends."),
    SOURCE,
)

OWN: Final = Rule(
    "punt.own",
    say("A pile belongs to the color on top and always moves as a whole."),
    SOURCE,
)
DIRECTION: Final = Rule(
    "punt.direction",
    say("A pawn or pile moves forward, toward its owner's end row, or sideways, but never back."),
    SOURCE,
)
DISTANCE: Final = Rule(
    "punt.distance",
    say(
        "A single pawn moves 1, 2 or 3 cells, a pile of two 1 or 2, and a higher pile exactly"
        " 1, in a straight line over empty cells."
    ),
    SOURCE,
)
LAND: Final = Rule(
    "punt.land",
    say(
        "A move may end on any pawn or pile, yours or not. Yours goes on top, and the whole pile"
        " becomes yours."
    ),
    SOURCE,
)
FINISHED: Final = Rule(
    "punt.finished",
    say(
        "A pawn or pile on its owner's end row is finished: it never moves again, and only its"
        " owner may land there."
    ),
    SOURCE,
    say("The description doesn't say whether the owner may still land there."),
)
MUST_MOVE: Final = Rule("punt.must-move", say("You must move if you can."), SOURCE)
END: Final = Rule(
    "punt.end",
    say("When the player to move has no move, the game ends at once for everyone."),
    SOURCE,
)
IDLE: Final = Rule(
    "punt.end.idle",
    say(
        "After 60 turns in a row without a forward move or a landing, the game ends and is counted."
    ),
    SOURCE,
    say("The description has no such rule, and sideways moves could last forever."),
)
SCORE: Final = Rule(
    "punt.score",
    say(
        "All pawns on your end row count for you, of any color and in anyone's piles. With an"
        " option, only the pawns of your own piles there count. The highest count wins. Players"
        " with the same highest count share the win. If that is everyone, the game is a draw."
    ),
    SOURCE,
    say("We take the author's “ALL” to include the pawns in an opponent's piles."),
)

RULEBOOK: Final = (OWN, DIRECTION, DISTANCE, LAND, FINISHED, MUST_MOVE, END, IDLE, SCORE)

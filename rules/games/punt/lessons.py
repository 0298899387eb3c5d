"""The first page of both rulebooks."""

from typing import Final

from rules.contract.rule import Example, Lesson, Point
from rules.contract.sentence import say

__all__ = ["HEXAGONS", "SQUARES"]

_LANDING: Final = Point(
    say("Landing"),
    say(
        "You can land on any pawn or pile, whoever owns it. The whole pile becomes yours and moves"
        " as one. Nothing is captured."
    ),
)
_FINISHED: Final = Point(
    say("End row"),
    say(
        "What reaches your end row is finished: it never moves again, and only you can land there."
    ),
)
_END: Final = Point(
    say("End"),
    say(
        "The game ends when the player to move can't, or after 60 turns in a row that only went"
        " sideways to empty cells. Every pawn on your end row counts for you, whatever its color or"
        " pile, even opposing pawns that started there. The highest count wins. A tie shares the"
        " win."
    ),
)

_MISSED: Final = (
    say(
        "Unless you agreed otherwise, every pawn on your end row counts for you, whatever its"
        " color. Opposing pawns that start there count too, as long as they stay. That's why the"
        " board shows a count at the start."
    ),
    say(
        "A pile gets slower as it grows: a single pawn goes up to 3 cells, a pile of three or more"
        " only 1. Landing on opposing pawns slows you down but takes them along."
    ),
    say(
        "Nothing ever moves back, and what has reached your end row never moves again. Don't leave"
        " behind a pawn you still need."
    ),
)

SQUARES: Final = Lesson(
    (
        Point(
            say("Goal"),
            say(
                "Get more pawns to the far row than your opponent: row 7 for White, row 1 for"
                " Black. It's your end row, marked in your color."
            ),
        ),
        Point(
            say("Set-up"),
            say("Each player has 14 pawns on the two rows nearest to them. White moves first."),
        ),
        Point(
            say("Turn"),
            say(
                "Move a pawn or pile straight forward or sideways, never back, over empty cells: a"
                " single pawn 1 to 3 cells, a pile of two 1 or 2, a higher pile 1. You must move if"
                " you can."
            ),
        ),
        _LANDING,
        _FINISHED,
        _END,
    ),
    Example(
        "w:a2=w,b2=w,c2=w,d3=w,e2=w,f4=w,g2=w,a6=b,b5=b,d6=b,e5=b,g6=b,c7=wb",
        "b2xb5",
        say(
            "White's pawn goes from b2 to b5, onto a black pawn. Both are now White's pile. The"
            " pile on c7 is finished and counts 2."
        ),
    ),
    choosing=say("Pick a pawn or pile, then where it goes."),
    missed=_MISSED,
    spoken=say(
        "Letters run from left to right for White, and numbers from White's side up. For example,"
        " c3 touches c4 in front of White, c2 behind, and b3 and d3 at the sides. Nothing moves"
        " diagonally."
    ),
)

HEXAGONS: Final = Lesson(
    (
        Point(
            say("Goal"),
            say(
                "Get more pawns to your end row than anyone else: the edge opposite yours, with a"
                " rail in your color."
            ),
        ),
        Point(
            say("Set-up"),
            say(
                "Two players have 14 pawns each on opposite edges, three players 11 on every other"
                " edge. White moves first, then Black, then Red."
            ),
        ),
        Point(
            say("Turn"),
            say(
                "Move a pawn or pile straight over empty cells, in either forward direction or"
                " sideways along your edge: a single pawn 1 to 3 cells, a pile of two 1 or 2, a"
                " higher pile 1. You must move if you can."
            ),
        ),
        _LANDING,
        _FINISHED,
        _END,
    ),
    Example(
        "w:b1=w,b2=w,b5=w,c5=w,d3=w,e7=w,f2=b,f4=b,g5=b,h2=b,h6=b,i3=wb",
        "d3xf4",
        say(
            "White's pawn goes from d3 to f4, onto a black pawn. Both are now White's pile. The"
            " pile on i3 is finished and counts 2."
        ),
    ),
    choosing=say("Pick a pawn or pile, then where it goes."),
    missed=_MISSED,
    spoken=say(
        "Rows a to i run upward, and each is counted from its own left end. Row e is the longest."
        " A cell touches its two neighbors in the row and two cells in each row next to it: in a"
        " longer row its own number and one more, in a shorter row one less and its own number. For"
        " example, d3 touches d2, d4, c2, c3, e3 and e4."
    ),
)

"""The first page of both rulebooks."""

from typing import Final

from rules.contract.rule import Example, Lesson, Point
from rules.contract.sentence import say

__all__ = ["HEXAGONS", "SQUARES"]

_LANDING: Final = Point(
    say("Landing"),
    say(
        "A move may end on any pawn or pile, yours or a rival's. You go on top, and the whole pile"
        " becomes yours and moves as one. Nothing is ever captured."
    ),
)
_FINISHED: Final = Point(
    say("End row"),
    say(
        "A pawn or pile of yours on your end row is finished: it never moves again, and only you"
        " can land there."
    ),
)
_END: Final = Point(
    say("End"),
    say(
        "The game ends when the player to move has no move, or after 60 turns in a row that all"
        " went sideways to empty cells. Every pawn on your end row counts for you, of any colour"
        " and in anybody's pile, even rival pawns that began there and never left. The board shows"
        " how many are on each end row. The highest count wins; players with the same highest count"
        " share the win."
    ),
)

_MISSED: Final = (
    say(
        "Unless you agreed otherwise, every pawn on your end row counts for you, whatever its"
        " colour. Rival pawns that begin there count, too, as long as they stay: that is why the"
        " board shows a count at the start."
    ),
    say(
        "A pile gets slower as it grows: a single pawn goes up to 3 cells, a pile of three or more"
        " only 1. Landing on rival pawns slows you down, but takes them along."
    ),
    say(
        "Nothing ever moves back, and what has reached your end row never moves again. Leave no"
        " pawn behind that you still need."
    ),
)

SQUARES: Final = Lesson(
    (
        Point(
            say("Goal"),
            say(
                "Bring more pawns to your end row than your opponent. Your end row is the row"
                " farthest from you, marked as your goal: row 7 for White, row 1 for Black."
            ),
        ),
        Point(
            say("Set-up"),
            say(
                "Each player has 14 pawns on the two rows nearest to them. White moves first, then"
                " the players take turns."
            ),
        ),
        Point(
            say("Turn"),
            say(
                "Move one pawn or pile straight forward or sideways, never back, in a line over"
                " empty cells: a single pawn 1 to 3 cells, a pile of two 1 or 2, a higher pile"
                " exactly 1. You must move if you can."
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
            "White's pawn goes three cells from b2 to b5 and lands on a black pawn. The two are"
            " now White's pile. White's pile on c7 is finished and counts 2 for White."
        ),
    ),
    choosing=say("First choose a pawn or pile, then where it goes."),
    missed=_MISSED,
    spoken=say(
        "Letters run from left to right, as White sees the board, and numbers from White's side"
        " up. For example, c3 touches c4 in front of White, c2 behind, and b3 and d3 at the sides."
        " Nothing moves diagonally."
    ),
)

HEXAGONS: Final = Lesson(
    (
        Point(
            say("Goal"),
            say(
                "Bring more pawns to your end row than anybody else. Your end row is the edge"
                " opposite yours; a rail of your colour along it marks it as your goal."
            ),
        ),
        Point(
            say("Set-up"),
            say(
                "Two players have 14 pawns each at opposite edges; three players have 11 each at"
                " every other edge. White moves first, then Black, then Red: clockwise."
            ),
        ),
        Point(
            say("Turn"),
            say(
                "Move one pawn or pile in a straight line over empty cells, in one of the two"
                " forward directions or sideways along your edge: a single pawn 1 to 3 cells, a"
                " pile of two 1 or 2, a higher pile exactly 1. You must move if you can."
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
            "White's pawn goes two cells forward from d3 to f4 and lands on a black pawn. The two"
            " are now White's pile. White's pile on i3 is finished and counts 2 for White."
        ),
    ),
    choosing=say("First choose a pawn or pile, then where it goes."),
    missed=_MISSED,
    spoken=say(
        "Rows a to i run upward, and each is counted from its own left end; e is the longest. A"
        " cell touches its two neighbours in the row and two cells in each row beside it: in a"
        " longer row those with its own number and one more, in a shorter row those with one less"
        " and its own number. For example, d3 touches d2, d4, c2, c3, e3 and e4."
    ),
)

"""The first page of both rulebooks."""

from typing import Final

from rules.contract.rule import Example, Lesson, Point, Step
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
    lure=say("A race in which you climb onto other pawns, and take them home with you."),
    steps=(
        Step(
            idea=say("run home"),
            position="w:d4=w,b2=w,a1=b,f6=b,g7=w,c7=w",
            before=say(
                "You're White and your end row is row 7. A single pawn goes 1 to 3 cells, ahead"
                " or sideways. Bring d4 home."
            ),
            wanted=("d4-d7",),
            tries=("d4-d6", "d4-d7", "d4-e5"),
            wrong={"d4-d6": say("One cell short: three go all the way."), "d4-e5": None},
            hint=say("Straight ahead from d4, all cells are empty."),
            after=say("Home: it counts 1, and no one can touch it again."),
            ring=("d4",),
        ),
        Step(
            idea=say("climb"),
            position="w:d5=w,b2=w,d6=bb,a7=w,g6=b",
            before=say(
                "A move can end on other pawns, even a pile of your opponent's: you land on"
                " top, and all of it is yours. Climb onto d6."
            ),
            wanted=("d5xd6",),
            tries=("d5-e5", "d5xd6", "b2-b5"),
            wrong={
                "d5-e5": say("Allowed, but the black pile can walk on. Land on it."),
                "b2-b5": say("Allowed, but the black pile can walk on. Land on it."),
            },
            hint=say("d6 is one cell ahead of d5."),
            after=say("Three pawns, one owner: you. Nothing is ever captured here."),
            ring=("d6",),
        ),
        Step(
            idea=say("piles are slow"),
            position="w:d6=wbb,b2=w,a7=w,f6=b",
            before=say(
                "A pile of two goes 1 or 2 cells, a higher one exactly 1. Black on f6 wants to"
                " climb onto yours. Hurry!"
            ),
            wanted=("d6-d7",),
            tries=("b2-b5", "d6-d7", "d6-e6"),
            wrong={
                "b2-b5": say("Black goes f6xd6 and has your pile."),
                "d6-e6": say("Black goes f6xe6 and has your pile."),
            },
            hint=say("On the end row, no one can land on it."),
            after=say(
                "Three points in one move: every pawn on your row counts, whatever its color."
            ),
            ring=("d6", "f6"),
        ),
        Step(
            idea=say("the last word"),
            position="w:d6=w,a7=w,b7=w,c1=b,e1=b",
            before=say(
                "Black has no move left, so the game ends after yours, and the end rows are"
                " counted. It stands 2 to 2."
            ),
            wanted=("d6-d7",),
            tries=("d6-e6", "d6-d7"),
            wrong={"d6-e6": say("Then it ends 2 to 2, a draw. You can do better.")},
            hint=say("One more pawn on row 7 makes 3."),
            after=say("3 to 2: you win!"),
            ring=("d6",),
        ),
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
    lure=say("The race on hexagons: two ways lead forward, and three can play."),
    steps=(
        Step(
            idea=say("two ways forward"),
            position="w:f5=w,c4=w,i2=w,a3=b,a4=b,g6=b",
            before=say(
                "You're White and run to the top row. Two directions lead forward; a single"
                " pawn goes 1 to 3 cells. Bring f5 home."
            ),
            wanted=("f5-i5", "f5xi2"),
            tries=("f5-h5", "f5-i5", "f5xi2"),
            wrong={"f5-h5": say("One cell short: three go all the way.")},
            hint=say("Ahead to the left it reaches i2, to the right i5."),
            after=say("Home: it counts 1, and no one can touch it again."),
            ring=("f5",),
        ),
        Step(
            idea=say("climb"),
            position="w:e5=w,c3=w,g5=bb,i2=w,h3=b",
            before=say(
                "A move can end on other pawns, even a pile of your opponent's: you land on"
                " top, and all of it is yours. Climb onto g5."
            ),
            wanted=("e5xg5",),
            tries=("e5-f4", "e5xg5", "c3-d3"),
            wrong={
                "e5-f4": say("Allowed, but the black pile can walk on. Land on it."),
                "c3-d3": say("Allowed, but the black pile can walk on. Land on it."),
            },
            hint=say("g5 is two cells right ahead of e5."),
            after=say("Three pawns, one owner: you. Nothing is ever captured here."),
            ring=("g5",),
        ),
        Step(
            idea=say("piles are slow"),
            position="w:h5=wbb,c3=w,i2=w,h3=b",
            before=say(
                "A pile of two goes 1 or 2 cells, a higher one exactly 1. Black on h3 wants to"
                " climb onto yours. Hurry!"
            ),
            wanted=("h5-i4", "h5-i5"),
            tries=("c3-d3", "h5-i4", "h5-i5"),
            wrong={"c3-d3": say("Black goes h3xh5 and has your pile.")},
            hint=say("On the top row, no one can land on it."),
            after=say(
                "Three points in one move: every pawn on your row counts, whatever its color."
            ),
            ring=("h5", "h3"),
        ),
        Step(
            idea=say("the last word"),
            position="w:h2=w,i3=w,i4=w,a1=b,a2=b",
            before=say(
                "Black has no move left, so the game ends after yours, and the end rows are"
                " counted. It stands 2 to 2."
            ),
            wanted=("h2-i1", "h2-i2"),
            tries=("h2-h3", "h2-i1", "h2-i2"),
            wrong={"h2-h3": say("Then it ends 2 to 2, a draw. You can do better.")},
            hint=say("One more pawn on the top row makes 3."),
            after=say("3 to 2: you win!"),
            ring=("h2",),
        ),
    ),
)

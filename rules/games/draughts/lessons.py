"""The first page of each rulebook."""

from typing import Final

from rules.contract.rule import Example, Lesson, Point
from rules.contract.sentence import say

__all__ = ["DIAGONAL", "STRAIGHT"]

_GOAL: Final = Point(
    say("Goal"),
    say("Capture all pieces of your opponent, or leave them without a move."),
)

DIAGONAL: Final = Lesson(
    (
        _GOAL,
        Point(
            say("Set-up"),
            say(
                "The game uses only the dark cells. Each side has 12 men on its three nearest"
                " rows, and each player has a dark corner on the left. White moves first, then the"
                " sides take turns."
            ),
        ),
        Point(say("Turn"), say("Move one man one cell diagonally forward to an empty cell.")),
        Point(
            say("Capture"),
            say(
                "A man jumps diagonally forward over a neighbouring rival to the empty cell right"
                " behind it. You must capture if you can, and go on with the same piece while it"
                " can. You choose freely among captures. The pieces you take leave the board at"
                " the end of the move; none may be jumped twice."
            ),
        ),
        Point(
            say("King"),
            say(
                "A man that ends its move on the row farthest from you becomes a king. A king"
                " moves any distance along an open diagonal, forward or back. It jumps over one"
                " rival at any distance to any empty cell behind it, up to the next piece; if it"
                " can capture more from some of these cells, it must land on one of them."
            ),
        ),
        Point(say("King first"), say("If a king can capture, you must capture with a king.")),
        Point(
            say("End"),
            say(
                "If you have no move on your turn, you lose. The game is a draw when the same"
                " position comes up three times, or after 15 moves by each side without a capture"
                " and without a move of a man."
            ),
        ),
    ),
    Example(
        "W:Wc3,e1,g1,Kh2:Bd4,f6,a7,b8,d8",
        "c3xe5xg7",
        say(
            "White has to capture. The man on c3 jumps over d4 to e5, then over f6 to g7, and takes"
            " both. The piece with the crown is a king."
        ),
    ),
    choosing=say("Choose a move, or first a piece and then where it goes."),
    missed=(
        say(
            "A piece that can be taken has to be taken, even if that loses. Before you capture,"
            " look at what your opponent can take afterwards; before you move, at what you offer."
        ),
        say(
            "You needn't take the most pieces. But if a king and a man can both capture, the king"
            " has to."
        ),
        say(
            "A man on the edge can't be taken, and while men stand on your first row, your opponent"
            " finds it hard to get a king."
        ),
    ),
    picture=Example(
        "W:Wh2,Ka1:Bc3,f4,b8,d8",
        "a1xe5xg3",
        say(
            "White's king jumped from a1 over c3. Any cell from d4 to h8 was free to land on, but"
            " only from e5 could it capture once more, so it had to land there and take f4, too."
        ),
    ),
    spoken=say(
        "Letters run from left to right, as White sees the board, and numbers from White's side"
        " up. Only the dark cells are used: a1, c1, b2 and so on. For example, c3 touches b4 and d4"
        " in front of White, and b2 and d2 behind."
    ),
)

STRAIGHT: Final = Lesson(
    (
        _GOAL,
        Point(
            say("Set-up"),
            say(
                "Each side has 16 men on its second and third rows. Its first row is empty. White"
                " moves first, then the sides take turns."
            ),
        ),
        Point(
            say("Turn"),
            say(
                "Move one man one cell straight forward or sideways to an empty cell, never back"
                " and never diagonally."
            ),
        ),
        Point(
            say("Capture"),
            say(
                "A man jumps straight forward or sideways over a neighbouring rival to the empty"
                " cell right behind it. The piece leaves the board at once, and the man goes on"
                " jumping while it can. You must capture if you can, and you must choose a capture"
                " that takes the most pieces."
            ),
        ),
        Point(
            say("King"),
            say(
                "A man that reaches the row farthest from you becomes a king, and its move ends"
                " there. A king moves any distance along an open row or column, forward or back."
                " It jumps over one rival at any distance to any empty cell behind it, up to the"
                " next piece."
            ),
        ),
        Point(
            say("No turning back"),
            say("Between two jumps of the same move, a piece may not turn straight back."),
        ),
        Point(
            say("End"),
            say(
                "If you have no move on your turn, you lose. The game is a draw when the same"
                " position comes up three times, when each side has one piece and nothing can be"
                " captured, or after 50 moves by each side without a capture or a man's forward"
                " move."
            ),
        ),
    ),
    Example(
        "W:Wd3,b2,g2,Ka1:Bd4,e5,c7,h7,g6",
        "d3xd5xf5",
        say(
            "White has to capture, and has to take the most pieces. The man on d3 jumps forward"
            " over d4 to d5, then sideways over e5 to f5. The piece with the crown is a king."
        ),
    ),
    choosing=say("Choose a move, or first a piece and then where it goes."),
    missed=(
        say(
            "You have to take the most pieces. Before you move a man beside a rival, count what"
            " both of you could take."
        ),
        say(
            "Men capture sideways, too: a man beside a rival is in danger as soon as the cell on"
            " its other side is empty."
        ),
        say(
            "A piece that is taken leaves the board at once, and may open the way for the next jump"
            " of the same move."
        ),
    ),
    spoken=say(
        "Letters run from left to right, as White sees the board, and numbers from White's side"
        " up. For example, c3 touches c4 in front of White, c2 behind, and b3 and d3 at the sides."
        " Nothing moves diagonally."
    ),
)

"""The first page of each rulebook."""

from typing import Final

from rules.contract.rule import Example, Lesson, Point
from rules.contract.sentence import say

__all__ = ["DIAGONAL", "STRAIGHT"]

_GOAL: Final = Point(
    say("Goal"),
    say("Take all your opponent's pieces, or leave them without a move."),
)

DIAGONAL: Final = Lesson(
    (
        _GOAL,
        Point(
            say("Set-up"),
            say("12 men each on the dark cells of three rows. White moves first."),
        ),
        Point(say("Turn"), say("Move a man one cell diagonally forward to an empty cell.")),
        Point(
            say("Capture"),
            say(
                "A man jumps diagonally forward over an opposing piece next to it, to the empty"
                " cell behind. You must capture if you can, with any piece you like, and keep"
                " jumping while it can. Taken pieces stay until the move ends and can't be jumped"
                " twice."
            ),
        ),
        Point(
            say("King"),
            say(
                "A man that ends its move on the far row becomes a king. It moves any distance"
                " diagonally, forward or back. It jumps over one opposing piece at any distance to"
                " any empty cell behind it, up to the next piece. If it can take more from some of"
                " these cells, it must land on one of them."
            ),
        ),
        Point(say("King first"), say("If a king can capture, a king must.")),
        Point(
            say("End"),
            say(
                "No move on your turn? You lose. It's a draw when a position comes up three times,"
                " or after 15 moves each without a capture or a man's move."
            ),
        ),
    ),
    Example(
        "W:Wc3,e1,g1,Kh2:Bd4,f6,a7,b8,d8",
        "c3xe5xg7",
        say(
            "The man on c3 jumps over d4 to e5, then over f6 to g7, and takes both. The crowned"
            " piece is a king."
        ),
    ),
    choosing=say("Pick a piece, then where it goes."),
    missed=(
        say(
            "You have to take what you can, even if it's a trap. Before each move, look at what it"
            " gives away."
        ),
        say(
            "You don't have to take the most pieces. But if a king and a man can both capture, the"
            " king has to."
        ),
        say(
            "A man on the edge can't be taken. And while men stand on your first row, it's hard"
            " for your opponent to get a king."
        ),
    ),
    picture=Example(
        "W:Wh2,Ka1:Bc3,f4,b8,d8",
        "a1xe5xg3",
        say(
            "White's king jumped from a1 over c3. It could have landed anywhere from d4 to h8, but"
            " only e5 allowed another capture. So it had to land there and take f4 too."
        ),
    ),
    spoken=say(
        "Letters run from left to right for White, and numbers from White's side up. Only the dark"
        " cells are used: a1, c1, b2 and so on. For example, c3 touches b4 and d4 in front of"
        " White, and b2 and d2 behind."
    ),
)

STRAIGHT: Final = Lesson(
    (
        _GOAL,
        Point(
            say("Set-up"),
            say("16 men each on the second and third rows. White moves first."),
        ),
        Point(
            say("Turn"),
            say(
                "Move a man one cell straight forward or sideways to an empty cell, never back or"
                " diagonally."
            ),
        ),
        Point(
            say("Capture"),
            say(
                "A man jumps the same ways over an opposing piece next to it, to the empty cell"
                " behind. The piece leaves the board at once, and the man keeps jumping while it"
                " can. You must capture if you can, as many pieces as possible."
            ),
        ),
        Point(
            say("King"),
            say(
                "On the far row a man becomes a king, and its move ends. A king moves any distance"
                " along rows and columns. It jumps over one opposing piece at any distance to any"
                " empty cell behind it, up to the next piece."
            ),
        ),
        Point(
            say("No turning back"),
            say("Between two jumps, a piece can't turn straight back."),
        ),
        Point(
            say("End"),
            say(
                "No move on your turn? You lose. It's a draw when a position comes up three times,"
                " when each side has one piece and nothing can be captured, or after 50 moves each"
                " without a capture or a man's forward move."
            ),
        ),
    ),
    Example(
        "W:Wd3,b2,g2,Ka1:Bd4,e5,c7,h7,g6",
        "d3xd5xf5",
        say(
            "The man on d3 jumps over d4 to d5, then sideways over e5 to f5. The crowned piece is"
            " a king."
        ),
    ),
    choosing=say("Pick a piece, then where it goes."),
    missed=(
        say(
            "You have to take as many pieces as you can. Before you move a man next to an opposing"
            " piece, count what each of you could take."
        ),
        say(
            "Men capture sideways too. A man next to an opposing piece is in danger as soon as the"
            " cell on its other side is empty."
        ),
        say(
            "A taken piece leaves the board at once. That can open the way for the next jump of"
            " the same move."
        ),
    ),
    spoken=say(
        "Letters run from left to right for White, and numbers from White's side up. For example,"
        " c3 touches c4 in front of White, c2 behind, and b3 and d3 at the sides. Nothing moves"
        " diagonally."
    ),
)

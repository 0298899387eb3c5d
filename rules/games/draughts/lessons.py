"""The first pages of the rulebooks."""

from typing import Final

from rules.contract.rule import Example, Lesson, Point, Step
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
    lure=say("The draughts you know, with kings that cross the whole board."),
    steps=(
        Step(
            idea=say("you must take"),
            position="W:Wc3,g3:Bd4,b8",
            before=say(
                "You're White. Men jump diagonally forward, over a neighbor to the empty cell"
                " behind. If you can, you must."
            ),
            wanted=("c3xe5",),
            tries=("g3-h4", "c3xe5", "c3-b4"),
            wrong={"g3-h4": None, "c3-b4": None},
            hint=say("c3 jumps over d4 to e5."),
            after=say("Taken. Your opponent must take, too: that's how you'll set traps."),
            ring=("c3",),
        ),
        Step(
            idea=say("jump on"),
            position="W:Wc3,e3:Bd4,f6,b8",
            before=say(
                "Two men can capture, and you choose freely. The same man jumps on while it"
                " can: take two."
            ),
            wanted=("c3xe5xg7",),
            tries=("e3xc5", "c3xe5", "c3xe5xg7"),
            wrong={
                "e3xc5": say("Allowed, but it takes one. Another capture takes two."),
                "c3xe5": None,
            },
            hint=say("From e5 the man can jump on over f6."),
            after=say("Two in one move."),
            ring=("c3", "e3"),
        ),
        Step(
            idea=say("a king"),
            position="W:Wc7,f2:Bg5,h6",
            before=say("A man that ends its move on the far row becomes a king. One step!"),
            wanted=("c7-b8", "c7-d8"),
            tries=("f2-g3", "c7-b8", "c7-d8"),
            wrong={"f2-g3": say("Allowed, but the crown is one step from c7.")},
            hint=say("b8 and d8 are on the far row."),
            after=say("A king: it goes any distance along open diagonals, forward and back."),
            ring=("c7",),
        ),
        Step(
            idea=say("a king's jump"),
            position="W:Wh2,Ka1:Bc3,f4,b8",
            before=say(
                "A king jumps from afar and chooses where to land behind. If it can jump on"
                " from one of these cells, it must land there."
            ),
            wanted=("a1xe5xg3",),
            tries=("a1xd4", "a1xe5xg3", "a1xf6"),
            wrong={"a1xd4": None, "a1xf6": None},
            hint=say("From e5, f4 stands in the king's way, and g3 behind it is empty."),
            after=say("Two men from one corner."),
            ring=("a1",),
        ),
        Step(
            idea=say("give one, win all"),
            position="W:Wa1,c7,g7:Bd6,d8",
            before=say(
                "Now a trap. d8 must take c7. Crown a man on the cell from which the new king"
                " then takes everything."
            ),
            wanted=("g7-f8",),
            tries=("g7-h8", "g7-f8", "c7-b8"),
            wrong={
                "g7-h8": say("A king, too, but after d8xb6 it has nothing to take from h8."),
                "c7-b8": say("A king, but now Black needn't take anything, and is free."),
            },
            hint=say("d6 lies on the diagonal from f8 to a3."),
            after=say("Black must take: d8xb6. And now?"),
            ring=("g7", "d8"),
            reply="d8xb6",
        ),
        Step(
            idea=say("give one, win all"),
            position="W:WKf8,a1:Bd6,b6",
            before=say("Your king on f8 takes both."),
            wanted=("f8xc5xa7",),
            tries=("f8xb4", "f8xc5xa7", "a1-b2"),
            wrong={"f8xb4": None, "a1-b2": None},
            hint=say("Land on c5: b6 is next to it, and a7 behind is empty."),
            after=say("One man given, the game won!"),
            ring=("f8",),
            follows=True,
        ),
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
    lure=say("Draughts in straight lines: men sweep sideways, and kings clear the board."),
    steps=(
        Step(
            idea=say("jump sideways"),
            position="W:Wd4,f2:Be4,g6",
            before=say(
                "You're White. Men move and jump straight ahead or sideways, never diagonally."
                " Take the man beside you."
            ),
            wanted=("d4xf4",),
            tries=("d4-d5", "d4xf4", "f2-f3"),
            wrong={"d4-d5": None, "f2-f3": None},
            hint=say("e4 is beside d4, and f4 behind it is empty."),
            after=say("Taken. If you can capture, you must."),
            ring=("d4",),
        ),
        Step(
            idea=say("take the most"),
            position="W:Wc3,f4:Bc4,b5,g4,a7",
            before=say("Two of your men can capture. You must take as many as you can."),
            wanted=("c3xc5xa5",),
            tries=("f4xh4", "c3xc5", "c3xc5xa5"),
            wrong={"f4xh4": None, "c3xc5": None},
            hint=say("From c5 you can jump on, sideways over b5."),
            after=say(
                "Two in one turn. Each leaves the board before the next jump, which can open"
                " the way for it."
            ),
            ring=("c3", "f4"),
        ),
        Step(
            idea=say("don't walk into it"),
            position="W:Wd4,b3:Bd6,h7",
            before=say(
                "Nothing to take. Black on d6 can capture ahead, too. Make a move that loses no"
                " man."
            ),
            wanted=("*",),
            tries=("d4-d5", "d4-c4", "b3-b4"),
            wrong={"d4-d5": say("Black jumps d6xd4, because the cell behind your man was empty.")},
            hint=say("Only d5 is under fire."),
            after=say("Safe. Before each move, look at what the other side can take next."),
            ring=("d4", "d6"),
        ),
        Step(
            idea=say("a king"),
            position="W:Wc7,f3:Bh7,g5",
            before=say("A man that reaches the far row becomes a king. One step!"),
            wanted=("c7-c8",),
            tries=("c7-b7", "c7-c8", "f3-f4"),
            wrong={
                "c7-b7": say("Sideways is allowed, but c8 is straight ahead."),
                "f3-f4": say("Allowed, but the crown is one step from c7."),
            },
            hint=say("Row 8 is the far row."),
            after=say(
                "A king: it goes any distance in straight lines, forward, back and sideways."
            ),
            ring=("c7",),
        ),
        Step(
            idea=say("sweep"),
            position="W:WKa1,g2:Ba4,c5,e5,h7",
            before=say(
                "A king jumps from afar and can land on any empty cell behind. Four black men,"
                " one move. Find it: take the most."
            ),
            wanted=("a1xa5xd5xh5xh8",),
            tries=("a1xa6", "a1xa5xd5", "a1xa5xd5xh5xh8"),
            wrong={"a1xa6": None, "a1xa5xd5": None},
            hint=say("Up over a4, then right over c5 and e5, then up over h7."),
            after=say("All four in one turn: you win!"),
            ring=("a1",),
        ),
    ),
)

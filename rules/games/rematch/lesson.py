"""The first page of the rulebook."""

from typing import Final

from rules.contract.rule import Example, Lesson, Point, Step
from rules.contract.sentence import say

__all__ = ["LESSON"]

LESSON: Final = Lesson(
    (
        Point(
            say("Goal"),
            say(
                "Red plays against the team of White and Orange (one player or two). You win when"
                " the other team has no piece on top of any stack, or its color to move has no"
                " move."
            ),
        ),
        Point(
            say("Set-up"),
            say(
                "Four pieces each, as pictured. Turns go White, Red, Orange, Red, then White again."
            ),
        ),
        Point(
            say("Turn"),
            say(
                "A stack (or single piece) belongs to the color on top and moves whole. On a"
                " color's turn, move one of its stacks to an empty cell next to it."
            ),
        ),
        Point(
            say("Capture"),
            say(
                "Jump over a stack next to yours with another color on top, even your partner's,"
                " to the empty cell behind. Its top piece goes under your stack. You must jump if"
                " you can, and go on while you can, but never twice over one stack."
            ),
        ),
        Point(
            say("Flying"),
            say(
                "Only Red can also jump over a stack farther away in line, if the cells before and"
                " right behind it are empty. Red never has to."
            ),
        ),
        Point(
            say("No piece on top"),
            say("If White or Orange has none on its turn, its partner moves instead."),
        ),
        Point(
            say("End"),
            say("40 turns in a row without a capture make a draw."),
        ),
    ),
    Example(
        "w:e2=w,d2=rw,b2=r,b1=r,c4=r,d4=o,a3=o",
        "e2xc2xa2",
        say(
            "The piece on e2 jumps over d2 to c2, then over b2 to a2, and takes both red pieces"
            " along. On d2 white is on top again."
        ),
    ),
    choosing=say("Pick a move, or a stack and then where it goes."),
    missed=(
        say(
            "Your partner's stacks can be jumped like any others. If that's your only capture, you"
            " have to make it."
        ),
        say(
            "A captured piece is never gone. It lies at the bottom of the stack that took it, and"
            " is back on top once every piece above it has been captured in turn."
        ),
        say(
            "You only have to jump over stacks next to you. Red can fly, but only along a line of"
            " empty cells, and never has to."
        ),
    ),
    spoken=say(
        "Rows a to e run upward, and each is counted from its own left end. Row c is the longest."
        " A cell touches its two neighbors in the row and two cells in each row next to it: in a"
        " longer row its own number and one more, in a shorter row one less and its own number. For"
        " example, b2 touches b1, b3, a1, a2, c2 and c3."
    ),
    lure=say("Nothing you capture is gone: it rides under your piece until someone frees it."),
    steps=(
        Step(
            idea=say("a jump"),
            position="r-o:c2=r,c3=w,b4=w,e3=o",
            before=say(
                "You're Red, against the team of White and Orange. Jump over the white piece"
                " beside you, to the empty cell behind it."
            ),
            wanted=("c2xc4",),
            tries=("c2-d2", "c2xc4", "c2xc5"),
            wrong={"c2-d2": None, "c2xc5": None},
            hint=say("c3 is beside you, and c4 behind it is empty."),
            after=say("Captured, and not gone: the white piece now rides *under* yours."),
            ring=("c2",),
        ),
        Step(
            idea=say("jump on"),
            position="r-o:c1=r,a3=r,c2=w,d3=o,e1=w",
            before=say(
                "If you can jump, you must, and the same stack keeps jumping while it can. Take"
                " both."
            ),
            wanted=("c1xc3xe3",),
            tries=("c1xc3", "c1xc3xe3", "a3-a2"),
            wrong={"c1xc3": None, "a3-a2": None},
            hint=say("From c3, the orange piece on d3 is beside you, and e3 is empty."),
            after=say("Two captives. Red is on top, so the stack is yours and moves as one."),
            ring=("c1",),
        ),
        Step(
            idea=say("free a captive"),
            position="r-w:a1=r,b2=wr,c5=r,c4=o,e1=w,d1=o",
            before=say(
                "On b2, White sits on one of your pieces. A jump takes only the top one. Free"
                " yours."
            ),
            wanted=("a1xc3",),
            tries=("c5xc3", "a1xc3", "a1-b1"),
            wrong={
                "c5xc3": say("That takes Orange's piece, but yours on b2 stays buried."),
                "a1-b1": None,
            },
            hint=say("Jump over b2 itself."),
            after=say(
                "White's piece rides with you now, and yours on b2 is on top again. That's a"
                " rematch!"
            ),
            ring=("b2",),
        ),
        Step(
            idea=say("fly and win"),
            position="r-o:a1=rwo,c3=o,a3=row,e1=rww",
            before=say(
                "Only Red can fly: over a stack farther off in a straight line. You never have to."
                " c3 is the last stack that isn't yours. Take it."
            ),
            wanted=("a1xd3", "a3xd2", "e1xb3"),
            tries=("a1-b2", "a1xd3", "e1xb3"),
            wrong={"a1-b2": say("A step is allowed, but then Orange takes you: c3xa1.")},
            hint=say(
                "Look along the lines through c3: the cells before it and the cell behind it"
                " are empty."
            ),
            after=say("No white or orange piece is on top of anything. You win!"),
            ring=("c3",),
        ),
    ),
)

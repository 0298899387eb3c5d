"""The first page of the rulebook."""

from typing import Final

from rules.contract.rule import Example, Lesson, Point
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
                "A stack (or single piece) belongs to the color on top and moves whole. Move one"
                " of the color whose turn it is to an empty cell next to it."
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
)

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
                "Red plays against White and Orange, who win together. With two players, one moves"
                " Red and the other moves White and Orange. You win when your rivals have no piece"
                " on top of any stack, or when the rival colour to move has no move."
            ),
        ),
        Point(
            say("Set-up"),
            say(
                "Each colour has four pieces, as the first picture shows. White moves first, then"
                " Red, Orange, Red, White and so on."
            ),
        ),
        Point(
            say("Turn"),
            say(
                "A stack belongs to the colour on top and moves as one; a single piece is a stack"
                " too. Move a stack of the colour whose turn it is to an empty neighbouring cell,"
                " in any of the six directions."
            ),
        ),
        Point(
            say("Capture"),
            say(
                "Jump over a neighbouring stack with another colour on top, even your partner's,"
                " to the empty cell right behind it. Its top piece goes to the bottom of your"
                " stack. You must jump if you can, and go on with the same stack while you can,"
                " but never twice over the same stack."
            ),
        ),
        Point(
            say("Flying"),
            say(
                "Only Red may also jump over a stack farther away in a straight line, if the cells"
                " before it and the cell right behind it are empty. Red never has to fly."
            ),
        ),
        Point(
            say("No piece on top"),
            say(
                "If it's the turn of a colour of the pair that has no piece on top, its partner"
                " moves instead. A capture can bring a buried piece back to the top."
            ),
        ),
        Point(
            say("End"),
            say("After 40 turns in a row without a capture, 20 of them Red's, the game is a draw."),
        ),
    ),
    Example(
        "w:e2=w,d2=rw,b2=r,b1=r,c4=r,d4=o,a3=o",
        "e2xc2xa2",
        say(
            "White has to capture. The piece on e2 jumps over d2 to c2, then over b2 to a2. It now"
            " carries both red pieces below it. On d2 a white piece is on top again."
        ),
    ),
    choosing=say("Choose a move, or first a stack and then where it goes."),
    missed=(
        say(
            "Your partner's stacks can be jumped like any others. If such a jump is your only"
            " capture, you have to make it."
        ),
        say(
            "A captured piece is never gone. It lies at the bottom of the stack that took it, and"
            " is back on top once all pieces above it are captured in turn."
        ),
        say(
            "Only jumps over neighbours are compulsory. Red may fly, but only over a line of"
            " empty cells, and never has to."
        ),
    ),
    spoken=say(
        "Rows a to e run upward, and each is counted from its own left end; c is the longest. A"
        " cell touches its two neighbours in the row and two cells in each row beside it: in a"
        " longer row those with its own number and one more, in a shorter row those with one less"
        " and its own number. For example, b2 touches b1, b3, a1, a2, c2 and c3."
    ),
)

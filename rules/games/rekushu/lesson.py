"""The first page of the rulebook."""

from typing import Final

from rules.contract.rule import Example, Lesson, Point, Step
from rules.contract.sentence import say

__all__ = ["LESSON"]

LESSON: Final = Lesson(
    (
        Point(
            say("Goal"),
            say("Claim more tiles (the squares between the lines) than your opponent."),
        ),
        Point(
            say("Set-up"),
            say("The board starts empty, usually with 8 by 8 lines. Black moves first."),
        ),
        Point(
            say("Turn"),
            say(
                "Put one stone on an empty crossing that touches at least one unclaimed tile."
                " Stones don't move. Then you can claim one rectangle, if there is one."
            ),
        ),
        Point(
            say("Claiming"),
            say(
                "To claim a rectangle you need a stone on each of its four corners. No other stone"
                " can be on its edges or inside, and none of its tiles can be claimed yet. Its"
                " tiles become yours, and the four corner stones leave the board."
            ),
        ),
        Point(
            say("Mirrors"),
            say(
                "Your stone can mirror the one your opponent has just placed: left to right, top"
                " to bottom, or by half a turn around the middle. You can't use the same mirror on"
                " two of your turns in a row."
            ),
        ),
        Point(
            say("End"),
            say(
                "The game ends when the player to move can't place a stone, or when both agree to"
                " stop and count. Most tiles win, and equal numbers are a draw."
            ),
        ),
    ),
    Example(
        "B:Bc3,c6,f3,d1:We7,b5,g2,h4",
        "f6+c3:f6",
        say(
            "Black puts a stone on f6 and claims the rectangle from c3 to f6: 9 tiles. The stones"
            " on c3, f3, f6 and c6 leave the board."
        ),
        (("size", "8"),),
    ),
    choosing=say(
        "Pick an area of the board, then the point for your stone. If you can claim a rectangle,"
        " you pick that next."
    ),
    missed=(
        say(
            "The new stone doesn't have to be a corner of the rectangle you claim. Look for"
            " rectangles you could have claimed a turn ago, too."
        ),
        say(
            "One stone on an edge or inside spoils a rectangle, whoever owns it. Block your"
            " opponent's, and don't block your own."
        ),
        say(
            "A claim takes your four corner stones off the board, so other rectangles that need"
            " them are gone. You get only one claim a turn."
        ),
    ),
    picture=Example(
        "W:Bd5,e3:Wf6",
        "c2",
        say(
            "White has just put a stone on c2. Its mirrors are f2, left to right (h); c7, top to"
            " bottom (v); and f7, by half a turn (r). Black can use one of them, but not the same"
            " kind of mirror on two turns in a row."
        ),
        signs=(("f2", "h"), ("c7", "v"), ("f7", "r")),
    ),
    spoken=say(
        "Points have a letter, from left to right, and a number, from the bottom up. A rectangle"
        " is named by two opposite corners: c3:f6 has its corners on c3, f3, f6 and c6, and 9"
        " tiles, since it's 3 wide and 3 high."
    ),
    lure=say("Four stones of yours make a rectangle, and the rectangle makes you land."),
    steps=(
        Step(
            idea=say("claim"),
            position="B:Bc3,c6,f3:We7,g2",
            before=say(
                "You're Black, with c3, c6 and f3. A stone on f6 makes four corners. Place it,"
                " and claim what lies between."
            ),
            wanted=("f6+c3:f6",),
            tries=("f6", "f6+c3:f6", "g6"),
            wrong={
                "f6": say("f6 alone claims nothing. f6+c3:f6 also claims from c3 to f6."),
                "g6": say("Nothing wrong with it, but f6 is the fourth corner."),
            },
            hint=say("f6 is in the row of c6 and above f3."),
            after=say("9 tiles are yours. The four stones left the board: that's the price."),
            ring=("c3", "c6", "f3"),
        ),
        Step(
            idea=say("claim later"),
            position="B:Bb2,b5,e2,e5,g6:Wd7,g3",
            before=say(
                "b2, b5, e2 and e5 are ready. With any new stone you can claim one rectangle"
                " with no other stone inside or on its edges. Claim it."
            ),
            wanted=("*+b2:e5",),
            tries=("g8", "g8+b2:e5", "c3+b2:e5"),
            wrong={
                "g8": say(
                    "Stone placed, but not claimed. White can spoil the rectangle next turn."
                ),
                "c3+b2:e5": None,
            },
            hint=say("Put the stone anywhere but on the rectangle, and claim b2:e5."),
            after=say("9 tiles, and your new stone already works on the next one."),
            ring=("b2", "b5", "e2", "e5"),
        ),
        Step(
            idea=say("spoil theirs"),
            position="B:Bd7,g3:Wb2,b6,f2",
            before=say(
                "White has b2, b6, f2 and needs f6 for 16 tiles. One stone on an edge or inside"
                " spoils a rectangle. Spoil it."
            ),
            wanted=(
                "b3",
                "b4",
                "b5",
                "c2",
                "c3",
                "c4",
                "c5",
                "c6",
                "d2",
                "d3",
                "d4",
                "d5",
                "d6",
                "e2",
                "e3",
                "e4",
                "e5",
                "e6",
                "f3",
                "f4",
                "f5",
                "f6",
            ),
            tries=("g7", "d4", "f6"),
            wrong={"g7": say("White plays f6, claims b2:f6 and has 16 tiles.")},
            hint=say("Anything from b2 to f6 will do; f6 takes the corner itself."),
            after=say("Sixteen tiles saved with one stone."),
            ring=("b2", "b6", "f2"),
        ),
        Step(
            idea=say("mirrors"),
            moves=("d3", "g3", "b3", "e6"),
            before=say(
                "Last turn your b3 mirrored White's g3, left to right. Now White played e6."
                " You can't use the same mirror twice in a row. Place a stone."
            ),
            wanted=("*",),
            tries=("d6", "e3", "d4"),
            wrong={"d6": None},
            hint=say("Only d6 is barred: it mirrors e6 from left to right."),
            after=say(
                "A stone needs an unclaimed tile beside it. When the player to move can't place"
                " one, the most tiles win."
            ),
            ring=("e6",),
        ),
    ),
)

"""The first page of the rulebook."""

from typing import Final

from rules.contract.rule import Example, Lesson, Point
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
        "Pick a part of the board, then the point for your stone. If you can claim a rectangle,"
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
)

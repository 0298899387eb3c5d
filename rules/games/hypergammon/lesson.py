"""The first page of the rulebook."""

from typing import Final

from rules.contract.rule import Example, Lesson, Point
from rules.contract.sentence import say

__all__ = ["LESSON"]

LESSON: Final = Lesson(
    (
        Point(say("Goal"), say("Be the first to take your three checkers off the board.")),
        Point(
            say("Set-up"),
            say(
                "Both sides count the points from their own home: your 24 is your opponent's 1."
                " The board shows the numbers of the side to move. You have one checker each on"
                " your 24, 23 and 22. Each side rolls a die; the higher one begins and plays both"
                " numbers."
            ),
        ),
        Point(
            say("Turn"),
            say(
                "The bot rolls two dice. For each number, you move one checker down by that many"
                " points, from 24 towards 1; one checker may use both. With equal dice, you play"
                " that number four times. Play as many numbers as you can; if you can play either"
                " but not both, play the higher. If you can't play any, your turn passes."
            ),
        ),
        Point(
            say("Closed points"),
            say(
                "A checker may not stop on a point where two or more opposing checkers stand, not"
                " even between two dice."
            ),
        ),
        Point(
            say("Hitting"),
            say(
                "A checker that lands on a single opposing checker sends it to the bar. Checkers"
                " on the bar must come back before any other moves: with a 1 on point 24, with a 2"
                " on 23, and so on to a 6 on 19."
            ),
        ),
        Point(
            say("Bearing off"),
            say(
                "When all your checkers are on your points 6 to 1, each number may take one off"
                " from the point of that number, or from your highest point if they are all on"
                " points below that number."
            ),
        ),
        Point(say("End"), say("The game ends when one side has borne off all three checkers.")),
    ),
    Example(
        "W[4-2]:W13,8,6:B16,5,3",
        "13/9* 8/6",
        say(
            "White rolled 4 and 2. The 4 moves a checker from 13 to 9 and hits the black one there,"
            " which goes to the bar. The 2 moves another checker from 8 to 6."
        ),
    ),
    choosing=say(
        "The bot has rolled for you: choose a whole play, or a checker and then where it goes."
    ),
    missed=(
        say(
            "There are only three checkers each, so one hit decides a lot. Two checkers on one"
            " point can't be hit."
        ),
        say(
            "While you have a checker on the bar, no other may move. If your numbers lead to closed"
            " points, your turn passes."
        ),
        say(
            "You have to play both numbers if there is any way to, even if you would rather play"
            " only one."
        ),
    ),
    spoken=say(
        "Points have the numbers of the side to move, from 24, where its way begins, down to 1."
        " A point's number for you and its number for your opponent add up to 25: your 20 is"
        " their 5."
    ),
)

"""The first page of the rulebook."""

from typing import Final

from rules.contract.rule import Example, Lesson, Point
from rules.contract.sentence import say

__all__ = ["LESSON"]

LESSON: Final = Lesson(
    (
        Point(say("Goal"), say("Be the first to bring your three checkers off the board.")),
        Point(
            say("Set-up"),
            say(
                "One checker each on your points 24, 23 and 22. Your 24 is your opponent's 1. A"
                " shared board is numbered for the side to move. Each rolls a die. The higher one"
                " starts and plays both numbers."
            ),
        ),
        Point(
            say("Turn"),
            say(
                "The dice are rolled for you. Each number moves one checker that many points down,"
                " toward 1. One checker can use both. Doubles are played four times. Play as many"
                " numbers as you can. If you can play either but not both, play the higher. If"
                " none, you pass."
            ),
        ),
        Point(
            say("Closed points"),
            say("You can't stop where two or more opposing checkers stand, even between two dice."),
        ),
        Point(
            say("Hitting"),
            say(
                "Land on a single opposing checker to send it to the bar. Checkers on the bar must"
                " enter before any others move: with a 1 on 24, up to a 6 on 19."
            ),
        ),
        Point(
            say("Bearing off"),
            say(
                "Once all your checkers are on points 6 to 1, a number can take one off from its"
                " point, or from your highest point if that's lower."
            ),
        ),
        Point(say("End"), say("The first side with all three off wins.")),
    ),
    Example(
        "W[4-2]:W13,8,6:B16,5,3",
        "13/9* 8/6",
        say("The 4 goes from 13 to 9 and hits there. The 2 goes from 8 to 6."),
    ),
    choosing=say("The dice are rolled for you. Pick a play, or a checker and where it goes."),
    missed=(
        say(
            "With only three checkers each, one hit decides a lot. Two checkers on one point can't"
            " be hit."
        ),
        say(
            "While you have a checker on the bar, nothing else can move. If every number would"
            " land on a closed point, your turn passes."
        ),
        say(
            "You have to play both numbers if there's any way to, even if you'd rather play only"
            " one."
        ),
    ),
    spoken=say(
        "Points have the numbers of the side to move, from 24, where its way starts, down to 1. A"
        " point's number for you and its number for your opponent add up to 25: your 20 is their 5."
    ),
)

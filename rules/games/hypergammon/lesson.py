"""The first page of the rulebook."""

from typing import Final

from rules.contract.rule import Example, Lesson, Point, Step
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
    lure=say("Backgammon with three checkers each: a short race, and one hit turns it around."),
    steps=(
        Step(
            idea=say("two are safe"),
            position="W[3-1]:W13,9,7:B24,9,3",
            before=say(
                "You rolled 3 and 1. Each number moves one checker down, and two on one point"
                " can't be hit. Make a pair."
            ),
            wanted=("9/6 7/6", "13/9"),
            tries=("9/5", "9/6 7/6", "13/9"),
            wrong={
                "9/5": say(
                    "Allowed, but all three stand alone, and Black's checker on 1 has yet to"
                    " come past."
                )
            },
            hint=say("9 and 6 differ by 3; 7 and 6 differ by 1."),
            after=say("A safe pair. Black can't land there."),
            ring=("9", "7"),
        ),
        Step(
            idea=say("hit"),
            position="W[4-2]:W13,8,6:B16,5,3",
            before=say("Black stands alone on 9. Land there and send it back."),
            wanted=("13/9* 8/6", "13/9* 6/4", "13/9*/7"),
            tries=("8/2", "13/9* 8/6", "13/9* 6/4"),
            hint=say("From 13, a 4 lands on 9."),
            after=say("Hit! That checker starts again from the bar, and its 9 points are lost."),
            ring=("9",),
        ),
        Step(
            idea=say("enter"),
            position="W[5-2]:Wbar,9,6:B5,5,12",
            before=say(
                "Now you were hit. First bring your checker in: a 2 enters on 23, a 5 on 20."
                " Two black checkers close a point."
            ),
            wanted=("*",),
            tries=("9/4", "bar/20", "bar/23 9/4"),
            wrong={"9/4": None, "bar/20": None},
            hint=say("23 is free: enter with the 2."),
            after=say("You're back in the game. Whoever can't enter loses the turn."),
            ring=("bar",),
        ),
        Step(
            idea=say("take them off"),
            position="W[6-2]:W5,2,off:B6,3,1",
            before=say(
                "All your checkers are home (points 1 to 6), so they can leave: with the exact"
                " number, or a higher one for your last. Finish!"
            ),
            wanted=("5/off 2/off",),
            tries=("5/off", "5/off 2/off"),
            wrong={
                "5/off": say("That plays the 2 on the board first. Each number can take one off.")
            },
            hint=say("The 6 takes the checker on 5, the 2 the one on 2."),
            after=say("All three are off: you win!"),
            ring=("5", "2"),
        ),
    ),
)

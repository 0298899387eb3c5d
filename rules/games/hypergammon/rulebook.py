"""The rules of Hypergammon, with their sources."""

from typing import Final

from rules.contract.rule import Rule
from rules.contract.sentence import say

__all__ = [
    "BAR",
    "BLOCKED",
    "END",
    "HIT",
    "MOST",
    "MOVE",
    "OFF",
    "OPENING",
    "PASS",
    "PREPARATION",
    "RULEBOOK",
]

_PAGE: Final = "“Hypergammon”, rules page of a game club, 2010"
_STANDARD: Final = "Standard backgammon"

PREPARATION: Final = (
    Rule(
        "hyper.board",
        say(
            "The board is a backgammon board with 24 points. Each side counts them from its own"
            " home, points 1 to 6, so one side's 24 is the other's 1."
        ),
        f"{_PAGE}; {_STANDARD}",
    ),
    Rule(
        "hyper.start",
        say(
            "Each side starts with one checker each on its points 24, 23 and 22, which the other"
            " side counts as 1, 2 and 3. There is no doubling cube."
        ),
        _PAGE,
    ),
    Rule(
        "hyper.aim",
        say(
            "Both sides move from their 24 down to their 1. The first side to bear off all three"
            " checkers wins."
        ),
        _PAGE,
    ),
)

OPENING: Final = Rule(
    "hyper.opening",
    say(
        "Each side rolls one die, White the first and Black the second. Equal dice are rolled"
        " again. The side with the higher number starts and plays both numbers."
    ),
    f"{_PAGE}; {_STANDARD}",
    say("We decided whose die is the first and whose the second."),
)
MOVE: Final = Rule(
    "hyper.move",
    say(
        "Each die moves one checker by its number, from higher points to lower ones as its side"
        " counts them, to a point that is free, your own, or held by a single opposing checker. A"
        " double is played four times. One checker may use several dice if every point it touches"
        " is open."
    ),
    f"{_PAGE}; {_STANDARD}",
)
BLOCKED: Final = Rule(
    "hyper.blocked",
    say("A point with two or more opposing checkers is closed."),
    _PAGE,
)
HIT: Final = Rule(
    "hyper.hit",
    say("A single opposing checker is hit when you land on it, and goes to the bar."),
    _PAGE,
)
BAR: Final = Rule(
    "hyper.bar",
    say("Checkers on the bar must enter before any other moves, on the point 25 minus the die."),
    f"{_PAGE}; {_STANDARD}",
)
MOST: Final = Rule(
    "hyper.most",
    say(
        "You must play as many dice as you can. If you can play either of the two dice but not"
        " both, you must play the higher one."
    ),
    f"{_PAGE}; {_STANDARD}",
)
OFF: Final = Rule(
    "hyper.off",
    say(
        "You may bear off checkers only when all your checkers are on your points 1 to 6: with the"
        " exact number, or with a higher one from the rearmost point when no checker stands"
        " farther back."
    ),
    f"{_PAGE}; {_STANDARD}",
    say(
        "The page also says that the most distant checkers are borne off first. We follow standard"
        " backgammon, in which any exact number bears off."
    ),
)
PASS: Final = Rule(
    "hyper.pass",
    say("The turn passes only when no die can be played. The bot then passes automatically."),
    _PAGE,
)
END: Final = Rule(
    "hyper.end",
    say(
        "The side that has borne off all three checkers wins. If gammons are played, a win counts"
        " 2 when the other side has borne off none, and 3 when one of that side's checkers is also"
        " still on the bar or in the winner's home, points 1 to 6. Otherwise it counts 1."
    ),
    f"{_PAGE}; {_STANDARD}",
)

RULEBOOK: Final = (OPENING, MOVE, BLOCKED, HIT, BAR, MOST, OFF, PASS, END)

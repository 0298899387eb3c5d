"""The rules of Hypergammon, in words and with their sources."""

from typing import Final

from rules.core import Rule

__all__ = [
    "BAR", "BLOCKED", "END", "HIT", "MOST", "MOVE", "OFF", "OPENING", "PASS", "RULEBOOK",
]  # fmt: skip

_PAGE: Final = "“Hypergammon”, rules page of a game club, 2010"
_STANDARD: Final = "standard backgammon"

OPENING: Final = Rule(
    "hyper.opening",
    "Each side rolls one die, White the first and Black the second; equal dice are rolled again."
    " The higher starts and plays these two numbers.",
    f"{_PAGE}; equal dice as in {_STANDARD}; which die is whose is our convention",
    interpretation=True,
)
MOVE: Final = Rule(
    "hyper.move",
    "Each die is a move of one checker by its number, from higher points to lower as its side"
    " counts them, to a point that is free, your own, or held by a single rival checker. A double"
    " is played four times. One checker may use several dice if every point it touches is open.",
    f"{_PAGE}; {_STANDARD}",
)
BLOCKED: Final = Rule(
    "hyper.blocked",
    "A point with two or more rival checkers is closed.",
    _PAGE,
)
HIT: Final = Rule(
    "hyper.hit",
    "A single rival checker that is landed on is hit and goes to the bar.",
    _PAGE,
)
BAR: Final = Rule(
    "hyper.bar",
    "Checkers on the bar must enter before any other moves, on the point 25 minus the die.",
    f"{_PAGE}; {_STANDARD}",
)
MOST: Final = Rule(
    "hyper.most",
    "As many dice as possible must be played; if either die but not both can be played, the higher"
    " one.",
    f"{_PAGE}; {_STANDARD}",
)
OFF: Final = Rule(
    "hyper.off",
    "Checkers may be borne off only when all your checkers are on your points 1 to 6: with the"
    " exact number, or with a higher one from the rearmost point when no checker stands farther"
    " back.",
    f"{_PAGE}; {_STANDARD}",
)
PASS: Final = Rule(
    "hyper.pass",
    "The turn passes when no die can be played, and only then; the host does it by itself.",
    _PAGE,
)
END: Final = Rule(
    "hyper.end",
    "Who has borne off all three checkers wins. Where gammons are played, a win counts 2 if the"
    " rival has borne off none, and 3 if one of its checkers is then still on the bar or in the"
    " winner's home, points 1 to 6; otherwise 1.",
    f"{_PAGE}; gammons as in {_STANDARD}",
)

RULEBOOK: Final = (OPENING, MOVE, BLOCKED, HIT, BAR, MOST, OFF, PASS, END)

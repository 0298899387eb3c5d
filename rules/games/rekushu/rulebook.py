"""The rules of Rekushu, in words and with their sources."""

from typing import Final

from rules.core import Rule
from rules.sentence import say

__all__ = [
    "AGREED",
    "CORNERS",
    "EMPTY",
    "END",
    "MIRROR",
    "OPEN_TILE",
    "PREPARATION",
    "RULEBOOK",
    "STONES",
    "TILES",
]

_PUBLISHED: Final = "Rekushu, John Herr 2006, as published by igGameCenter"

PREPARATION: Final = (
    Rule(
        "rekushu.board",
        say(
            "The game is played on the intersections of 20 lines by 20, or of as many as were"
            " chosen. The squares between the lines are its tiles."
        ),
        _PUBLISHED,
    ),
    Rule(
        "rekushu.start",
        say("The board is empty at first. Black begins; then the two place stones by turns."),
        _PUBLISHED,
    ),
    Rule(
        "rekushu.aim",
        say("Whoever has claimed more tiles at the end wins."),
        _PUBLISHED,
    ),
)

EMPTY: Final = Rule(
    "rekushu.place.empty",
    say("A turn places one stone of your own on an unoccupied intersection."),
    _PUBLISHED,
)
OPEN_TILE: Final = Rule(
    "rekushu.place.tile",
    say("At least one tile that touches the intersection must be unclaimed."),
    _PUBLISHED,
)
MIRROR: Final = Rule(
    "rekushu.mirror",
    say(
        "You may not make the same type of mirror on two of your own turns running. A stone"
        " is a mirror if it stands where the rival's stone of the turn before would be"
        " reflected: h left and right, v up and down, r turned by 180 degrees about the"
        " middle of the board. Only the place counts: claims do not matter."
    ),
    _PUBLISHED,
)
CORNERS: Final = Rule(
    "rekushu.claim.corners",
    say(
        "After placing the stone you may claim one rectangle whose four corners hold stones"
        " of yours. The new stone need not be one of them."
    ),
    f"{_PUBLISHED}; that the new stone need not be a corner, and one rectangle a turn, are not"
    " spelled out there",
    interpretation=True,
)
STONES: Final = Rule(
    "rekushu.claim.stones",
    say(
        "No stone of either colour may stand on the rectangle's edges, corners aside, or inside it."
    ),
    _PUBLISHED,
)
TILES: Final = Rule(
    "rekushu.claim.tiles",
    say("No tile inside the rectangle may be claimed already, by either side."),
    _PUBLISHED,
)
OPTIONAL: Final = Rule(
    "rekushu.claim.optional",
    say(
        "Claiming is never compulsory. It removes the four corner stones and marks every tile"
        " inside with your colour. The emptied intersections may be used again."
    ),
    _PUBLISHED,
)
END: Final = Rule(
    "rekushu.end",
    say(
        "When the player to move has no legal placement, be it for the mirror rule alone, the"
        " game ends at once. Who has claimed more tiles wins; equal numbers are a draw."
    ),
    _PUBLISHED,
)
AGREED: Final = Rule(
    "rekushu.end.agreed",
    say(
        "Both players may agree at any time to stop and count. A game on 20 takes several"
        " hundred turns, one on 8 about a hundred."
    ),
    "The published rules say nothing of it",
    interpretation=True,
)

RULEBOOK: Final = (EMPTY, OPEN_TILE, MIRROR, CORNERS, STONES, TILES, OPTIONAL, END, AGREED)

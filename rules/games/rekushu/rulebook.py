"""The rules of Rekushu, with their sources."""

from typing import Final

from rules.contract.rule import Rule
from rules.contract.sentence import say

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
            "The board has 8 by 8 lines, or another size that you can choose. Stones stand on the"
            " crossings, and the squares between the lines are the tiles. The game was published on"
            " 20 by 20 lines."
        ),
        _PUBLISHED,
        say(
            "The usual board here is the smallest. A game on it takes about 100 turns, one on 20"
            " by 20 several hundred."
        ),
    ),
    Rule(
        "rekushu.start",
        say("The board starts empty. Black moves first, then the players take turns."),
        _PUBLISHED,
    ),
    Rule(
        "rekushu.aim",
        say("The player who has claimed more tiles at the end wins."),
        _PUBLISHED,
    ),
)

EMPTY: Final = Rule(
    "rekushu.place.empty",
    say("On your turn, you place one stone of your own on an empty crossing."),
    _PUBLISHED,
)
OPEN_TILE: Final = Rule(
    "rekushu.place.tile",
    say("At least one tile that touches the crossing must be unclaimed."),
    _PUBLISHED,
)
MIRROR: Final = Rule(
    "rekushu.mirror",
    say(
        "You can't make the same kind of mirror on two of your own turns in a row. Your stone is"
        " a mirror if it stands at the reflection of the stone that your opponent placed just"
        " before: left to right (h), top to bottom (v), or by half a turn around the middle of the"
        " board (r). Only the place counts: claims don't matter."
    ),
    _PUBLISHED,
)
CORNERS: Final = Rule(
    "rekushu.claim.corners",
    say(
        "After placing the stone, you may claim one rectangle with stones of yours on its four"
        " corners. The new stone doesn't have to be one of them."
    ),
    _PUBLISHED,
    say(
        "The published rules don't say whether the new stone has to be a corner, or how many"
        " rectangles a turn may claim."
    ),
)
STONES: Final = Rule(
    "rekushu.claim.stones",
    say(
        "Apart from the four corners, no stone of either color may stand on the rectangle's edges"
        " or inside it."
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
        "You never have to claim. A claim removes the four corner stones and marks every tile"
        " inside with your color. The emptied crossings can be used again."
    ),
    _PUBLISHED,
)
END: Final = Rule(
    "rekushu.end",
    say(
        "When the player to move can't place a stone, even if only the mirror rule forbids it, the"
        " game ends at once. The player with more tiles wins. Equal numbers are a draw."
    ),
    _PUBLISHED,
)
AGREED: Final = Rule(
    "rekushu.end.agreed",
    say("Both players may agree at any time to stop and count."),
    _PUBLISHED,
    say("The published rules don't mention such an agreement."),
)

RULEBOOK: Final = (EMPTY, OPEN_TILE, MIRROR, CORNERS, STONES, TILES, OPTIONAL, END, AGREED)

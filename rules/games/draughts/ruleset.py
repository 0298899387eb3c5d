"""The possible differences between national games of draughts, as data with citations."""

from dataclasses import dataclass, fields
from typing import Final

from rules.contract.rule import Rule
from rules.contract.sentence import Sentence, say

__all__ = ["AGREED", "AIM", "BLOCKED", "REPETITION", "RuleSet"]

_EVERY_DRAUGHTS: Final = "Common to all published rules of draughts"

AIM: Final = Rule(
    "draughts.aim",
    say("You win when your opponent has no piece left, or no move on their turn."),
    _EVERY_DRAUGHTS,
)
BLOCKED: Final = Rule(
    "draughts.end.blocked",
    say(
        "If it's your turn and you have no move, you lose, whether you have no piece left or all"
        " are blocked."
    ),
    _EVERY_DRAUGHTS,
)
AGREED: Final = Rule(
    "draughts.draw.agreed",
    say("The players may agree to a draw at any time."),
    _EVERY_DRAUGHTS,
)
REPETITION: Final = Rule(
    "draughts.draw.repetition",
    say(
        "When the same position comes up for the third time with the same side to move, the game"
        " is a draw. The bot notices it."
    ),
    _EVERY_DRAUGHTS,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """One national game of draughts.

    Fields of type `Rule` hold the words and the source. If a game may lack a rule, the field can be
    `None`: the citation itself is the switch. Directions are White's, by the geometry's names;
    Black's are the same, mirrored.
    """

    start_ranks: tuple[int, ...]
    """The ranks that White's men fill at the start, numbered from 1 on White's side."""

    dark_cells_only: bool
    """True if the game uses only the dark cells."""

    man: Rule
    man_directions: tuple[str, ...]
    """The directions in which a man moves and captures."""

    king: Rule
    king_directions: tuple[str, ...]
    """The directions in which a king moves and captures, over any distance."""

    mandatory: Rule
    """Capturing is compulsory, and a capture must be carried to its end."""

    majority: Rule | None = None
    """The capture must be one that takes the most pieces."""

    king_first: Rule | None = None
    """If a king can capture, a king must."""

    king_lands_to_go_on: bool = False
    """True if a king must choose a landing that lets the capture go on, if there is one; this is
    part of the rule `king`. It makes no difference under `majority`."""

    removal: Rule
    removed_at_once: bool
    """True if a captured piece leaves before the next jump; otherwise it stays, and blocks,
    until the end."""

    half_turn: Rule | None = None
    """A piece may not turn by 180 degrees between two jumps of one move."""

    crown: Rule
    crown_ends_move: bool
    """True if a man's capture ends on the last row, even if it could go on as a man."""

    one_each: Rule | None = None
    """The rule that one piece against one is a draw, unless the side to move can capture."""

    idle: Rule
    idle_plies: int
    """The number of plies in a row without a capture or a man's forward move that makes a draw."""
    idle_words: Sentence
    """The reason for that draw, in words that follow a colon."""

    @property
    def men(self) -> int:
        """The number of men a side has at the start."""
        return len(self.start_ranks) * (4 if self.dark_cells_only else 8)

    @property
    def rulebook(self) -> tuple[Rule, ...]:
        """Every rule of the game: first for play, then the endings in the order of checking."""
        named = (getattr(self, field.name) for field in fields(self))
        own = [rule for rule in named if isinstance(rule, Rule)]
        ends = [rule for rule in own if rule in (self.one_each, self.idle)]
        play = [rule for rule in own if rule not in ends]
        return (*play, BLOCKED, AGREED, REPETITION, *ends)

"""What can differ between national games of draughts, as data that carries its citations."""

from dataclasses import dataclass, fields
from typing import Final

from rules.contract.rule import Rule
from rules.contract.sentence import Sentence, say

__all__ = ["AGREED", "AIM", "BLOCKED", "REPETITION", "RuleSet"]

_EVERY_DRAUGHTS: Final = "Common to all published rules of draughts"

AIM: Final = Rule(
    "draughts.aim",
    say("You win when your rival has no piece left, or has no move on their turn."),
    _EVERY_DRAUGHTS,
)
BLOCKED: Final = Rule(
    "draughts.end.blocked",
    say("If you are to move and have no move, you lose: no piece is left, or all are blocked."),
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

    Fields of type `Rule` hold the words and the source. Where a game may lack a rule, the field is
    `None`: the citation itself is the switch. Directions are White's, by the geometry's names;
    Black's are the same, mirrored.
    """

    start_ranks: tuple[int, ...]
    """The ranks that White's men fill at the start, counted from White's side, from 1."""

    dark_cells_only: bool
    """The game uses the dark cells alone."""

    man: Rule
    man_directions: tuple[str, ...]
    """Where a man moves and captures."""

    king: Rule
    king_directions: tuple[str, ...]
    """Where a king moves and captures, any distance."""

    mandatory: Rule
    """Capturing is compulsory, to the end of the capture."""

    majority: Rule | None = None
    """Of all captures, one that takes the most pieces must be chosen."""

    king_first: Rule | None = None
    """If a king can capture, a king must."""

    king_lands_to_go_on: bool = False
    """After a jump a king must choose a landing that lets the capture go on, if there is one;
    part of the rule `king`. Under `majority` there is nothing left for it to say."""

    removal: Rule
    removed_at_once: bool
    """A captured piece leaves before the next jump; otherwise it stays, and blocks, to the end."""

    half_turn: Rule | None = None
    """No turn of 180 degrees between two jumps of one move."""

    crown: Rule
    crown_ends_move: bool
    """A man's capture ends on the last row even where it could go on as a man."""

    one_each: Rule | None = None
    """One piece each and no capture at hand for the side to move: a draw."""

    idle: Rule
    idle_plies: int
    """Plies in a row without a capture and without a man's forward move that make a draw."""
    idle_words: Sentence
    """The same, as words behind a colon."""

    @property
    def men(self) -> int:
        """How many men a side has at the start."""
        return len(self.start_ranks) * (4 if self.dark_cells_only else 8)

    @property
    def rulebook(self) -> tuple[Rule, ...]:
        """Every rule of the game: those of play, then the ends in the order they are checked."""
        named = (getattr(self, field.name) for field in fields(self))
        own = [rule for rule in named if isinstance(rule, Rule)]
        ends = [rule for rule in own if rule in (self.one_each, self.idle)]
        play = [rule for rule in own if rule not in ends]
        return (*play, BLOCKED, AGREED, REPETITION, *ends)

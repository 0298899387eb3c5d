"""The turns of a game that stand: all that the engine learns of it, and any game as text.

As text, a transcript is a file such as

    game: czech
    option: men=8
    c3-d4
    d6-e5
    ended: white

Each further line is a turn in any notation that the game reads, or a roll such as `[5-2]`. A line
`version: 1` gives the version of the rules if it isn't the present one. `ended` is used if
something other than a move ended the game: it gives the sides that won, joined by `+`, or `draw`,
and after a blank the points that the game counts if they aren't 1. Empty lines are ignored.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from rules.contract.core import AnyGame, AnyMove, AnyState, Dice, Outcome, Side
from rules.match.record import Record
from rules.records.turns import read_turn
from rules.registry import UnknownGame, find

__all__ = [
    "MOST_TURNS",
    "Ending",
    "RecordError",
    "Transcript",
    "Turn",
    "read_transcript",
]

MOST_TURNS: Final = 2000
"""The most turns and rolls of a game that is read from a file: many times the longest game."""


class RecordError(ValueError):
    """The file holds no game that can be read; the message says why."""


class Ending(NamedTuple):
    """The end of a game: the sides that won (none in a draw), and the points that it counts."""

    winners: frozenset[Side]
    worth: int = 1

    @classmethod
    def of(cls, outcome: Outcome | None) -> "Ending | None":
        """Return the ending for an outcome, or None if there is no outcome, or no result."""
        if outcome is None or outcome.is_void:
            return None
        return cls(outcome.winners, outcome.worth)


class Turn(NamedTuple):
    """One turn that stands, or one roll."""

    side: Side | None
    """The side that moved, or None for a roll."""
    move: AnyMove
    text: str
    before: AnyState
    after: AnyState


@dataclass(frozen=True, slots=True)
class Transcript:
    """One game."""

    key: str
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    texts: tuple[str, ...] = ()
    """The turns and rolls that stand, as text."""
    early: Ending | None = None
    """The ending, if it wasn't reached by a move."""
    version: int | None = None
    """The version of the rules, or None for the present one."""

    @classmethod
    def of(cls, record: Record, options: Mapping[str, str]) -> "Transcript":
        """Return the transcript of a match of a game with these options.

        It contains no person, no time, no offer and nothing that anyone wrote.
        """
        texts = tuple(ply.notation for ply in record.plies)
        key = record.game.spec.key
        early = Ending.of(record.table_outcome)
        return cls(key, dict(options), texts, early, record.game.spec.version)

    @property
    def game(self) -> AnyGame:
        """The game with its options. Raises UnknownGame or ValueError."""
        return find(self.key, self.version).configured(self.options)

    def turns(self) -> tuple[Turn, ...]:
        """Return the turns in order. Raises RulesError if one can't be read or played."""
        game = self.game
        state, found = game.start(), list[Turn]()
        for text in self.texts:
            due = game.turn(state)
            move = read_turn(game, state, text)
            after = game.apply(state, move)
            side = None if isinstance(due, Dice) else due
            found.append(Turn(side, move, text, state, after))
            state = after
        return tuple(found)

    def state(self) -> AnyState:
        """Return the position after the turns. Raises the same errors as `turns`."""
        turns = self.turns()
        return turns[-1].after if turns else self.game.start()

    @property
    def text(self) -> str:
        """The transcript as `read_transcript` reads it."""
        lines = [f"game: {self.key}"]
        if self.version is not None:
            lines.append(f"version: {self.version}")
        lines += [f"option: {name}={value}" for name, value in self.options.items()]
        lines += self.texts
        if self.early:
            winners = "+".join(sorted(self.early.winners)) or "draw"
            lines.append(f"ended: {winners} {self.early.worth}")
        return "\n".join(lines) + "\n"

    def checked(self) -> "Transcript":
        """Return the transcript once all of it has been checked. Raises RecordError."""
        try:
            if len(self.texts) > MOST_TURNS:
                raise RecordError(f"a game has at most {MOST_TURNS} turns and rolls")
            game, state = self.game, self.state()
        except (ValueError, UnknownGame) as reason:
            raise RecordError(str(reason)) from reason
        if self.early and game.turn(state) is None:
            raise RecordError("the last turn ends the game by itself, so nothing else can")
        if self.early and not self.early.winners < {side.key for side in game.spec.sides}:
            raise RecordError("a game is won by some of its sides, but not by all, or drawn")
        return self

    def ending(self) -> Ending | None:
        """Return the ending, or None while the game goes on. Raises the same errors as `turns`."""
        return self.early or Ending.of(self.game.outcome(self.state()))


def read_transcript(text: str) -> Transcript:
    """Return the game that the text describes. Raises RecordError if it describes none."""
    key, options, texts = "", dict[str, str](), list[str]()
    early: Ending | None = None
    version: int | None = None
    for number, line in enumerate(text.splitlines(), 1):
        word, _, rest = line.strip().partition(" ")
        match word:
            case "":
                continue
            case "game:":
                key = rest.strip()
            case "version:":
                version = _whole(number, rest.strip())
            case "option:":
                name, _, value = rest.partition("=")
                options[name.strip()] = value.strip()
            case "ended:":
                early = _read_ending(number, rest.strip())
            case _:
                texts.append(line.strip())
    if not key:
        raise RecordError("the line “game: KEY” is missing")
    return Transcript(key, options, tuple(texts), early, version).checked()


def _read_ending(number: int, text: str) -> Ending:
    sides, _, worth = text.partition(" ")
    winners = frozenset[Side]() if sides == "draw" else frozenset(map(Side, sides.split("+")))
    return Ending(winners, _whole(number, worth or "1"))


def _whole(number: int, text: str) -> int:
    if not text.isdecimal():
        raise RecordError(f"line {number}: “{text}” isn't a whole number")
    return int(text)

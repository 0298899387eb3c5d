"""The vocabulary of every game: sides, seats, rules, outcomes, and the contract `Game`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NewType, Protocol, TypeAlias, TypeVar

from rules.contract.rule import Lesson, Rule
from rules.contract.sentence import Notation, Sentence, Stranger, all_of, one_of, say, some_of
from rules.contract.series_format import SeriesFormat
from rules.contract.view import BoardView, Colour, Side
from rules.geometry import Cell, Geometry

__all__ = [
    "AmbiguousMove",
    "AnyGame",
    "AnyMove",
    "AnyState",
    "Choice",
    "Dice",
    "Game",
    "IllegalMove",
    "NotationError",
    "Option",
    "Outcome",
    "Roll",
    "Rule",
    "RuleViolation",
    "RulesError",
    "Seat",
    "Seating",
    "Side",
    "SideSpec",
    "Spec",
    "Team",
    "Violation",
]

Seat = NewType("Seat", int)
"""A chair at the table, numbered from 0; the host puts a person in it."""

Team: TypeAlias = frozenset[Side]
"""Sides that win and lose together."""

Seating: TypeAlias = tuple[frozenset[Side], ...]
"""By seat, the sides that it moves."""


@dataclass(frozen=True, slots=True)
class Violation:
    """The first rule that a move breaks: a sentence that names cells, and those cells."""

    rule: Rule
    detail: Sentence
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Dice:
    """A roll of `count` dice is due; only the host may answer with a `Roll`."""

    count: int
    faces: int = 6


@dataclass(frozen=True, slots=True)
class Roll:
    """Pips in the order rolled."""

    pips: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the sides that won, the rule that ended it, any scores.

    `winners` joins all teams that share the win. In a draw between all of them it is empty,
    and in a void game.
    """

    winners: frozenset[Side]
    rule: Rule
    scores: tuple[tuple[Side, int], ...] = ()
    worth: int = 1
    """What the game counts in a series, in points."""
    is_void: bool = False
    """The game has no result: nobody won, and it is no draw either."""
    why: Sentence | None = field(default=None, compare=False)
    """What ended the game here, as words to put behind a colon, such as `Black has no move`."""


@dataclass(frozen=True, slots=True)
class SideSpec:
    """A side as players meet it."""

    key: Side
    title: Sentence
    colour: Colour
    far: bool = False
    """It sits across the board from the side that moves first, and likes it turned."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value that an option can take, and what players read for it."""

    value: str
    title: Sentence


@dataclass(frozen=True, slots=True)
class Option:
    """Something to be agreed before a game starts; the first choice is the default."""

    key: str
    title: Sentence
    choices: tuple[Choice, ...]

    @property
    def default(self) -> str:
        """The value taken when nobody chooses."""
        return self.choices[0].value


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """What a game is, as data."""

    key: str
    title: str
    version: int
    """Stored with every match; raised when a rule changes so that old logs may no longer fit."""
    summary: Sentence
    """One sentence of at most 100 characters for a player who has never met the game."""
    sides: tuple[SideSpec, ...]
    """In the order of their first turns."""
    teams: tuple[Team, ...]
    seatings: tuple[Seating, ...]
    """The numbers of players it can be played by; the first is the usual one."""
    rulebook: tuple[Rule, ...]
    """What a move can break, and how the game ends, in the order in which it is told."""
    preparation: tuple[Rule, ...] = ()
    """The board, what stands where, who begins, the aim: what a rulebook tells first."""
    lesson: Lesson | None = None
    """The rulebook's first page."""
    options: tuple[Option, ...] = ()
    is_familiar: bool = False
    """Most people know a game like it, so newcomers are offered it first."""
    typical_turns: str = ""
    """How many turns each side usually has, such as `30-50`."""
    series: tuple[SeriesFormat, ...] = ()
    """The ways to play several games that the rules recommend."""
    highest_worth: int = 1
    """The most that one game can count in a series, in points."""
    position_form: Sentence | None = None
    """How `Game.position` wants its text: its parts in words, and at last an example."""

    @property
    def middle_worth(self) -> float:
        """The middle of the least and the most that a win can count, in points."""
        return (1 + self.highest_worth) / 2

    def rule(self, key: str) -> Rule:
        """Return the rule of that key. Raises KeyError if the rulebook has none."""
        for rule in self.rulebook:
            if rule.key == key:
                return rule
        raise KeyError(key)

    def side(self, key: Side) -> SideSpec:
        """Return the side of that key. Raises KeyError if the game has none."""
        for side in self.sides:
            if side.key == key:
                return side
        raise KeyError(key)

    def checked(self, options: Mapping[str, str]) -> dict[str, str]:
        """Return the options as they are, if the game has them all.

        Raises RulesError for an option or value it does not have.
        """
        game = Notation(self.title)
        known = {option.key: [choice.value for choice in option.choices] for option in self.options}
        for key, value in options.items():
            if key not in known:
                has = all_of(map(Notation, known)) if known else say("none")
                told = say("{game} has no option “{key}”", game=game, key=Stranger(key))
                raise RulesError(say("{told}; it has {has}.", told=told, has=has))
            if value not in known[key]:
                raise RulesError(
                    say(
                        "“{value}” is no value of the option {key} of {game}: {values}.",
                        value=Stranger(value),
                        key=Notation(key),
                        game=game,
                        values=one_of(map(Notation, known[key])),
                    )
                )
        return dict(options)

    def team_of(self, side: Side) -> Team:
        """Return the team that the side belongs to."""
        return next(team for team in self.teams if side in team)


class RulesError(ValueError):
    """Something a player asked for can't be done; `sentence` says why, to players.

    RulesError
      NotationError    the text names no move at all
      AmbiguousMove    several legal moves fit the text
      RuleViolation    a rule forbids it
        IllegalMove    a rule of play forbids the move
    """

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        super().__init__(sentence.english())


class NotationError(RulesError):
    """The text names no move at all."""


class AmbiguousMove(RulesError):
    """Several legal moves fit the text; `candidates` are their canonical notations."""

    def __init__(self, text: str, candidates: tuple[str, ...]) -> None:
        self.text = text
        self.candidates = candidates
        super().__init__(
            say(
                "“{text}” fits {number} moves: {moves}. Which one?",
                text=Stranger(text),
                number=len(candidates),
                moves=some_of(map(Notation, candidates), most=10),
            )
        )


class RuleViolation(RulesError):
    """A rule forbids what was asked; `violation` says which and where."""

    def __init__(self, violation: Violation) -> None:
        self.violation = violation
        super().__init__(violation.detail)


class IllegalMove(RuleViolation):
    """The move is understood, but a rule of play forbids it here."""


S = TypeVar("S")
M = TypeVar("M")


class Game(Protocol[S, M]):
    """A configured game. States and moves are frozen, hashable values of the game's own."""

    @property
    def spec(self) -> Spec:
        """What the game is, as data."""
        ...

    @property
    def geometry(self) -> Geometry:
        """The board it is played on."""
        ...

    def configured(self, options: Mapping[str, str]) -> "Game[S, M]":
        """Return the same game with these options; those not named keep their present value.

        Raises RulesError for an option or value it does not have.
        """
        ...

    def start(self) -> S:
        """Return the position before the first turn."""
        ...

    def position(self, text: str) -> S:
        """Return the position that the text describes, with no past.

        Raises NotationError, saying what is wrong and what would be right.
        """
        ...

    def turn(self, state: S) -> Side | Dice | None:
        """Return who is due: a side, chance, or nobody once the game is over."""
        ...

    def moves(self, state: S) -> Sequence[M]:
        """Return every distinct move that the position allows, whatever a draw by count says.

        This is what perft counts; a whole turn is one move.
        """
        ...

    def legal(self, state: S) -> Sequence[M]:
        """Return the moves that may be played now: `moves`, or none once the game is over."""
        ...

    def apply(self, state: S, move: M) -> S:
        """Return the position after a move, which the caller knows to be one of `moves`."""
        ...

    def violation(self, state: S, move: M) -> Violation | None:
        """Return the first rule that the move breaks; None exactly when it is legal.

        Asked while the game goes on: that nobody moves after its end is the match's to say.
        """
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        ...

    def parse(self, state: S, text: str) -> M:
        """Return the move that the text means, legal or not.

        Capitals, blanks and the choice of separator are forgiven, and so is an abbreviation that
        one legal move alone fits. Raises NotationError or AmbiguousMove.
        """
        ...

    def notate(self, move: M) -> str:
        """Return the canonical notation, which is what logs store."""
        ...

    def path(self, move: M) -> tuple[Cell, ...]:
        """Return the cells to click, in order, to enter the move."""
        ...

    def view(self, state: S, last: M | None = None) -> BoardView:
        """Return the position as data to look at, with the last move marked."""
        ...


AnyGame: TypeAlias = Game[Any, Any]
"""A game whose own types don't matter here, such as one taken from the registry."""

AnyState: TypeAlias = Any
"""A state of some game."""

AnyMove: TypeAlias = Any
"""A move of some game."""

"""The vocabulary of every game: sides, seats, rules, outcomes, and the contract `Game`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NewType, Protocol, TypeAlias, TypeVar

from rules.contract.rule import Lesson, Rule
from rules.contract.sentence import Argument, Notation, Sentence, Stranger, all_of, one_of, say
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
    "Pool",
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
"""A place at the table, numbered from 0; the host assigns a person to it."""

Team: TypeAlias = frozenset[Side]
"""Sides that win and lose together."""

Seating: TypeAlias = tuple[frozenset[Side], ...]
"""The sides that a seat moves, by seat."""


@dataclass(frozen=True, slots=True)
class Violation:
    """The first rule that a move breaks, a sentence on it that names cells, and those cells."""

    rule: Rule
    detail: Sentence
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Dice:
    """A roll of `count` dice that is due; only the host may answer it with a `Roll`."""

    count: int
    faces: int = 6


@dataclass(frozen=True, slots=True)
class Roll:
    """The pips of a roll, in the order rolled."""

    pips: tuple[int, ...]

    @property
    def notation(self) -> str:
        """The roll as text, such as `[5-2]`."""
        return f"[{'-'.join(map(str, self.pips))}]"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the sides that won, the rule that ended it, and any scores.

    `winners` contains all teams that share the win. It is empty in a draw between all teams and in
    a void game.
    """

    winners: frozenset[Side]
    rule: Rule
    scores: tuple[tuple[Side, int], ...] = ()
    worth: int = 1
    """The points that the game counts in a series."""
    is_void: bool = False
    """True if the game has no result: no one won, and it isn't a draw either."""
    why: Sentence | None = field(default=None, compare=False)
    """The reason for the end, in words that can follow a colon, such as `Black has no move`."""


@dataclass(frozen=True, slots=True)
class SideSpec:
    """A side as it is shown to players."""

    key: Side
    title: Sentence
    colour: Colour
    far: bool = False
    """True if it sits across the board from the side that moves first, and prefers the board
    turned."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option, and the title that players read for it."""

    value: str
    title: Sentence


@dataclass(frozen=True, slots=True)
class Option:
    """A setting to agree on before a game starts; the first choice is the default."""

    key: str
    title: Sentence
    choices: tuple[Choice, ...]

    @property
    def default(self) -> str:
        """The value used when no one chooses."""
        return self.choices[0].value


@dataclass(frozen=True, slots=True)
class Pool:
    """The games whose results are compared; other pools have ratings of their own."""

    key: str
    """The game, with `-3` for three players; options don't divide it."""
    edges: tuple[int, ...]
    """By team, half of the lead that its side gives, less half of the rivals', in 1/100 of a
    rating point."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """The description of a game, as data."""

    key: str
    title: Sentence
    version: int
    """Stored with every match; raised when a rule changes in a way that old logs may not fit."""
    summary: Sentence
    """One sentence for players who don't know the game, of at most 75 characters: there is room for
    100, and other languages are longer."""
    sides: tuple[SideSpec, ...]
    """In the order of their first turns."""
    teams: tuple[Team, ...]
    seatings: tuple[Seating, ...]
    """The seatings it can be played with, one per number of players; the first is the
    default."""
    rulebook: tuple[Rule, ...]
    """The rules that a move can break and those that end the game, in the order of the rulebook."""
    position_form: Sentence
    """Instructions for the text that `Game.position` reads: its parts in words, then an example."""
    preparation: tuple[Rule, ...] = ()
    """The board, the set-up, who begins and the aim: the first part of a rulebook."""
    lesson: Lesson | None = None
    """The rulebook's first page."""
    options: tuple[Option, ...] = ()
    also: tuple[str, ...] = ()
    """Other names by which people look for it, in small letters: of its family, of games like it,
    and in other languages."""
    is_familiar: bool = False
    """True if most people know a game like it, so that newcomers are offered it first."""
    minutes: int = 0
    """The minutes of a person's first game against the gentlest opponent, by which newcomers are
    shown the games; 0: after those that say it."""
    typical_turns: str = ""
    """The usual number of turns per side, such as `30-50`."""
    series: tuple[SeriesFormat, ...] = ()
    """The series of games that the rules recommend."""
    highest_worth: int = 1
    """The largest number of points that one game can count in a series."""
    edges: Mapping[int, tuple[int, ...]] = field(
        default_factory=dict[int, tuple[int, ...]], hash=False
    )
    """The edges of a `Pool` by number of players, as far as 400 games of equals have shown any."""

    @property
    def middle_worth(self) -> float:
        """The middle between the least and the most points that a win can count."""
        return (1 + self.highest_worth) / 2

    def rule(self, key: str) -> Rule:
        """Return the rule with that key. Raises KeyError if the rulebook has none."""
        for rule in self.rulebook:
            if rule.key == key:
                return rule
        raise KeyError(key)

    def side(self, key: Side) -> SideSpec:
        """Return the side with that key. Raises KeyError if the game has none."""
        for side in self.sides:
            if side.key == key:
                return side
        raise KeyError(key)

    def checked(self, options: Mapping[str, str]) -> dict[str, str]:
        """Return the options unchanged if the game has them all.

        Raises RulesError for an unknown option or value.
        """
        game = self.title
        known = {option.key: [choice.value for choice in option.choices] for option in self.options}
        for key, value in options.items():
            if key not in known:
                has = all_of(map(Notation, known)) if known else say("none")
                told = say("{game} has no option “{key}”", game=game, key=Stranger(key))
                raise RulesError(say("{told}. It has {has}.", told=told, has=has))
            if value not in known[key]:
                raise RulesError(
                    say(
                        "“{value}” isn't a choice for {key} in {game}. Choose {values}.",
                        value=Stranger(value),
                        key=Notation(key),
                        game=game,
                        values=one_of(map(Notation, known[key])),
                    )
                )
        return dict(options)

    def pool(self, seating: Seating) -> Pool:
        """Return the pool of the games that are played with this seating."""
        players = len(seating)
        key = self.key if players == 2 else f"{self.key}-{players}"
        return Pool(key, self.edges.get(players, (0,) * len(self.teams)))

    def team_of(self, side: Side) -> Team:
        """Return the team to which the side belongs."""
        return next(team for team in self.teams if side in team)


class RulesError(ValueError):
    """A refusal of something a player asked for; `sentence` gives players the reason.

    RulesError
      NotationError    the text doesn't name a move
      AmbiguousMove    the text fits several legal moves
      RuleViolation    a rule forbids it
        IllegalMove    a rule of play forbids the move
    """

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        super().__init__(sentence.english())


class NotationError(RulesError):
    """The text doesn't name a move."""


class AmbiguousMove(RulesError):
    """The text fits several legal moves; `candidates` are their canonical notations."""

    def __init__(self, text: str, candidates: tuple[str, ...]) -> None:
        self.text = text
        self.candidates = candidates
        super().__init__(
            say(
                "“{text}” could be {number} moves: {moves}. Which one?",
                text=Stranger(text),
                number=len(candidates),
                moves=_first_of(candidates),
            )
        )


def _first_of(candidates: Sequence[str]) -> Argument:
    """Return the moves as a list; of many, the first ones and the number of the others."""
    if len(candidates) <= _LISTED:
        return one_of(map(Notation, candidates))
    more = say("{count} more", count=len(candidates) - _LISTED)
    return all_of((*map(Notation, candidates[:_LISTED]), more))


# A refusal has to stay one short sentence, whatever the number of moves it could mean.
_LISTED: Final = 6


class RuleViolation(RulesError):
    """A rule forbids the request; `violation` says which rule and where."""

    def __init__(self, violation: Violation) -> None:
        self.violation = violation
        super().__init__(violation.detail)


class IllegalMove(RuleViolation):
    """A rule of play forbids the move, though it was understood."""


S = TypeVar("S")
M = TypeVar("M")


class Game(Protocol[S, M]):
    """A configured game. States and moves are frozen, hashable values of the game's own types."""

    @property
    def spec(self) -> Spec:
        """The description of the game, as data."""
        ...

    @property
    def geometry(self) -> Geometry:
        """The board on which it is played."""
        ...

    def configured(self, options: Mapping[str, str]) -> "Game[S, M]":
        """Return the same game with these options; all others keep their present values.

        Raises RulesError for an unknown option or value.
        """
        ...

    def start(self) -> S:
        """Return the position before the first turn."""
        ...

    def position(self, text: str) -> S:
        """Return the position that the text describes, without a history.

        Raises NotationError, which says what is wrong and what would be right.
        """
        ...

    def turn(self, state: S) -> Side | Dice | None:
        """Return the side to move, the dice to be rolled, or None once the game is over."""
        ...

    def moves(self, state: S) -> Sequence[M]:
        """Return every distinct move that the position allows, even if it is already drawn.

        This holds for draws by counting moves. perft counts these moves; a whole turn is one move.
        """
        ...

    def legal(self, state: S) -> Sequence[M]:
        """Return the moves that may be played now: `moves`, or none once the game is over."""
        ...

    def apply(self, state: S, move: M) -> S:
        """Return the position after a move. The caller makes sure that it is one of `moves`."""
        ...

    def violation(self, state: S, move: M) -> Violation | None:
        """Return the first rule that the move breaks, or None exactly when the move is legal.

        Call it only while the game goes on: the match itself refuses moves after the end.
        """
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Return the outcome, or None while the game goes on."""
        ...

    def parse(self, state: S, text: str) -> M:
        """Return the move that the text names in full, legal or not.

        Capitals, blanks and the choice of separator don't matter. What people type reaches it in
        plain notation, by `rules.contract.typed`, which also reads abbreviations. Raises
        NotationError, or AmbiguousMove if the notation leaves open which legal move it is.
        """
        ...

    def notate(self, move: M) -> str:
        """Return the canonical notation, which logs store."""
        ...

    def path(self, move: M) -> tuple[Cell, ...]:
        """Return the cells to click to enter the move, in order."""
        ...

    def view(self, state: S, last: M | None = None) -> BoardView:
        """Return the position as data to look at, with the last move marked."""
        ...


AnyGame: TypeAlias = Game[Any, Any]
"""A game whose own types don't matter here, such as one from the registry."""

AnyState: TypeAlias = Any
"""A state of some game."""

AnyMove: TypeAlias = Any
"""A move of some game."""

"""One game between computer opponents, and the facts noted about it.

The same arguments give the same note on every machine.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from engine.choose import Choice, Method, choose, seed_of
from engine.levels import Level
from engine.outlook import Outlook, TeamNumber, Value
from rules.contract.core import (
    AmbiguousMove,
    AnyGame,
    AnyState,
    Dice,
    NotationError,
    Outcome,
    Side,
)

__all__ = [
    "LONGEST", "TENTHS", "Note", "SelfPly", "course", "note_of", "opening", "play", "shares",
]  # fmt: skip

LONGEST: Final = 2_000
"""The plies, rolls included, after which a game is cut."""
TENTHS: Final = 10
OPENING: Final = 4
"""The random moves with which a game begins; rolls aren't counted."""
AHEAD: Final = 0.1
"""The value from which on a team leads, as a share of a win."""
BEHIND: Final = 0.3
"""The winning chance below which a team stands badly."""
_TRIES: Final = 20
"""Openings that are drawn before a shorter one is taken, for games that may end at once."""
_KEPT: Final = 400
"""Notations of a game that are tried again in later positions."""

Values: TypeAlias = Mapping[TeamNumber, Value]
"""The results that teams may expect, as a share of a win: 1 to win, -1 to lose."""


@dataclass(frozen=True, slots=True)
class Note:
    """The facts that are noted of one game."""

    teams: tuple[TeamNumber, ...]
    """The teams that won, in the order of the spec; empty in a draw."""
    rule: str | None
    """The key of the rule that ended the game, or None if it was cut."""
    worth: int
    """The points that the game counts."""
    first: TeamNumber | None
    """The team that moved first, or None if no one did."""
    turns: int
    """The moves of all sides; rolls aren't counted."""
    choices: Mapping[int, int]
    """The number of turns by the number of legal moves that they had."""
    lead_changes: int
    settled: float | None
    """The share of the turns after which the leader stayed, or None if no team ever led."""
    leaders: tuple[TeamNumber | None, ...]
    """The leading team at the beginning of every tenth of the game, and at its end."""
    behind: tuple[TeamNumber, ...]
    """The teams that stood badly after half of the turns."""
    cells: tuple[str, ...]
    """The cells on which a piece has stood."""
    refused: tuple[str, ...]
    """The keys of the rules that refused a move that was tried."""

    @classmethod
    def read(cls, members: Mapping[str, Any]) -> "Note":
        """Return the note with these members, as `written` gives them."""
        read: dict[str, Any] = dict(members)
        for name in ("teams", "leaders", "behind", "cells", "refused"):
            read[name] = tuple(read[name])
        read["choices"] = {int(number): times for number, times in read["choices"].items()}
        return cls(**read)

    def written(self) -> dict[str, Any]:
        """Return the note as members of a JSON object."""
        return asdict(self)


def note_of(game: AnyGame, level: Level, seed: int) -> Note:
    """Play a game in which all sides are of this level."""
    watch = _Watch(game, Random(seed_of("refusals", seed)))
    outcome = play(game, [level] * len(game.spec.teams), seed, watch)
    return watch.note(outcome)


def play(
    game: AnyGame, levels: Sequence[Level], seed: int, watch: "_Watch | None" = None
) -> Outcome | None:
    """Play a game between levels, given by team; return its outcome, or None if it was cut."""
    outlook = Outlook(game)
    state = game.start()
    for ply in course(game, levels, seed):
        if watch and ply.side is not None:
            watch.turn(ply.state, ply.legal, outlook.number(ply.side), ply.choice)
        state = ply.after
        if watch:
            watch.reached(state)
    return game.outcome(state)


class SelfPly(NamedTuple):
    """A move or a roll of a game that is being played."""

    state: AnyState
    """The position before it."""
    side: Side | None
    """The side that moves, or None for a roll."""
    legal: Sequence[Any]
    move: Any
    choice: Choice | None
    """The thoughts of the level that moves, or None for a move or roll at random."""
    after: AnyState


def course(game: AnyGame, levels: Sequence[Level], seed: int) -> Iterator[SelfPly]:
    """Yield the moves and rolls of a game between levels, given by team, until it is over or cut.

    The first ones are `opening`'s.
    """
    outlook = Outlook(game)
    dice = Random(seed_of("dice", seed))
    moves = opening(game, seed)
    state = game.start()
    for ply in range(LONGEST):
        turn = game.turn(state)
        if turn is None:
            return
        side = None if isinstance(turn, Dice) else turn
        legal = game.legal(state)
        choice: Choice | None = None
        if ply < len(moves):
            move = moves[ply]
        elif side is None:
            move = dice.choice(legal)
        else:
            level = levels[outlook.number(side)]
            choice = choose(game, state, level, seed_of("move", seed, ply))
            move = choice.move
        after = game.apply(state, move)
        yield SelfPly(state, side, legal, move, choice, after)
        state = after


def opening(game: AnyGame, seed: int) -> list[Any]:
    """Return the random moves and rolls at the beginning of a game, after which no one has won."""
    chance = Random(seed_of("opening", seed))
    for length in range(OPENING, 0, -1):
        for _ in range(_TRIES):
            moves, state = list[Any](), game.start()
            turns = 0
            while turns < length and (turn := game.turn(state)) is not None:
                moves.append(chance.choice(game.legal(state)))
                state = game.apply(state, moves[-1])
                turns += not isinstance(turn, Dice)
            if game.turn(state) is not None:
                return moves
    return []


def shares(teams: int, winners: Sequence[TeamNumber]) -> list[float]:
    """Return the teams' shares of the point that a game counts; no one won a draw."""
    if not winners:
        return [1 / teams] * teams
    return [1 / len(winners) if team in winners else 0.0 for team in range(teams)]


@dataclass(slots=True)
class _Watch:
    """Sees the turns of one game."""

    game: AnyGame
    chance: Random
    first: TeamNumber | None = None
    turns: int = 0
    choices: Counter[int] = field(default_factory=Counter[int])
    values: list[Values] = field(default_factory=list[Values])
    """After every turn."""
    cells: set[str] = field(default_factory=set[str])
    refused: set[str] = field(default_factory=set[str])
    notations: list[str] = field(default_factory=list[str])
    """The notations of some legal moves so far."""

    def __post_init__(self) -> None:
        self.reached(self.game.start())

    def reached(self, state: AnyState) -> None:
        """Note where pieces stand."""
        label = self.game.geometry.label
        self.cells.update(label(stack.cell) for stack in self.game.view(state).stacks)

    def turn(
        self, state: AnyState, legal: Sequence[Any], team: TeamNumber, choice: Choice | None
    ) -> None:
        """Note what a side could do, and what it expected."""
        self.first = team if self.first is None else self.first
        self.turns += 1
        self.choices[len(legal)] += 1
        self._try_others(state, legal)
        before: Values = self.values[-1] if self.values else {}
        # A forced move says nothing where values come from playouts.
        if choice is None or (choice.method is Method.PLAYOUTS and len(legal) == 1):
            self.values.append(before)
            return
        value = choice.ranking[0].value / self.game.spec.middle_worth
        value = max(-1.0, min(1.0, value))
        if len(self.game.spec.teams) == 2:
            self.values.append({team: value, 1 - team: -value})
        else:
            self.values.append({**before, team: value})

    def note(self, outcome: Outcome | None) -> Note:
        """Return what was noted of the game, which ended with this outcome."""
        teams = self.game.spec.teams
        leaders = list(_leaders(self.values))
        changes = [
            number
            for number, (before, leader) in enumerate(pairwise(leaders), 1)
            if before != leader
        ]
        led = [leader for leader in leaders if leader is not None]
        crossed = sum(one != other for one, other in pairwise(led))
        half: Values = self.values[self.turns // 2] if self.values else {}
        places = [min(self.turns - 1, self.turns * tenth // TENTHS) for tenth in range(TENTHS + 1)]
        return Note(
            teams=tuple(
                number for number, team in enumerate(teams) if outcome and team <= outcome.winners
            ),
            rule=outcome.rule.key if outcome else None,
            worth=outcome.worth if outcome else 1,
            first=self.first,
            turns=self.turns,
            choices=dict(sorted(self.choices.items())),
            lead_changes=crossed,
            settled=round((changes[-1] if changes else 0) / self.turns, 6) if led else None,
            leaders=tuple(leaders[place] for place in places) if leaders else (),
            behind=tuple(team for team in sorted(half) if (half[team] + 1) / 2 < BEHIND),
            cells=tuple(sorted(self.cells)),
            refused=tuple(sorted(self.refused)),
        )

    def _try_others(self, state: AnyState, legal: Sequence[Any]) -> None:
        """Try moves that may be illegal, and note the rules that refuse them."""
        for text in self._texts(state):
            with suppress(NotationError, AmbiguousMove):
                move = self.game.parse(state, text)
                violation = self.game.violation(state, move)
                if violation:
                    self.refused.add(violation.rule.key)
        if legal and len(self.notations) < _KEPT:
            self.notations.append(self.game.notate(self.chance.choice(legal)))

    def _texts(self, state: AnyState) -> Iterator[str]:
        """Yield moves between cells, most from a piece, and moves that were once legal."""
        geometry = self.game.geometry
        stacks = self.game.view(state).stacks
        taken = [stack.cell for stack in stacks] or list(geometry.cells)
        for origins in (taken, taken, taken, geometry.cells):
            origin, target = self.chance.choice(origins), self.chance.choice(geometry.cells)
            yield f"{geometry.label(origin)}-{geometry.label(target)}"
        yield geometry.label(self.chance.choice(geometry.cells))
        for _ in range(2):
            if self.notations:
                yield self.chance.choice(self.notations)


def _leaders(values: Sequence[Values]) -> Iterator[TeamNumber | None]:
    """Yield the team that leads after a turn: the one that led last, until another does."""
    leader: TeamNumber | None = None
    for known in values:
        best = max(known, key=lambda team: known[team], default=None)
        if best is not None and known[best] > AHEAD:
            leader = best
        yield leader

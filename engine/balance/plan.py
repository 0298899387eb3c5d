"""The games that a report needs, and the file that keeps the ones already played.

The lines of the file are JSON objects: the first one the plan, the others games. A game is
written once it is over, so that a run that stops loses only the ones in progress.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

from engine.balance.selfplay import Note, note_of, play, shares
from engine.choose import seed_of
from engine.levels import LEVELS, find_level
from rules.contract.core import AnyGame
from rules.registry import find

__all__ = ["Job", "Kept", "OtherPlanError", "Plan", "Played", "Step", "played"]

PAIR_GAMES: Final = 200
"""The games between two neighbouring levels, at most."""

Options: TypeAlias = Mapping[str, str]


class OtherPlanError(Exception):
    """The file holds the games of another plan; the message says in what it differs."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that decides how games go. A run can continue another with the same plan."""

    game: str
    version: int
    """Of the rules."""
    variants: tuple[Options, ...]
    """The options by variant, with their defaults."""
    level: int
    positions: tuple[int, ...]
    """The positions that the level looks at for a move, by variant."""
    seed: int

    @classmethod
    def of(cls, game: AnyGame, variants: Sequence[Options], level: int, seed: int) -> "Plan":
        """Return the plan for variants of a game."""
        spec = game.spec
        defaults = {option.key: option.default for option in spec.options}
        whole = tuple({**defaults, **options} for options in variants)
        of_level = find_level(level)
        positions = tuple(of_level.positions(game.configured(options)) for options in whole)
        return cls(spec.key, spec.version, whole, level, positions, seed)

    def configured(self, variant: int) -> AnyGame:
        """Return the game with the options of a variant, given by number."""
        return find(self.game, self.version).configured(self.variants[variant])

    def jobs(self, games: int) -> Iterator["Job"]:
        """Yield the games to play: so many a variant, in turn, then the steps' games.

        Steps are those between neighbouring levels up to the level of the plan.
        """
        variants = range(len(self.variants))
        for number in range(games):
            for variant in variants:
                yield Job(variant, number)
        for level in range(LEVELS[0].number, self.level):
            for number in range(min(games, PAIR_GAMES)):
                for variant in variants:
                    yield Job(variant, number, level)


@dataclass(frozen=True, slots=True)
class Job:
    """A game to play."""

    variant: int
    number: int
    step: int = 0
    """The weaker level of a game between neighbours; 0 in a game at one level."""

    def seed(self, plan: Plan) -> int:
        """Return the seed of the game.

        It is the same for all variants, so that a choice without any effect gives the same games,
        and for every seat that a level has in turn.
        """
        number = self.number
        if self.step:
            number //= len(plan.configured(self.variant).spec.teams)
        return seed_of("balance", plan.game, plan.seed, self.step, number)


@dataclass(frozen=True, slots=True)
class Step:
    """A game between neighbouring levels: the stronger one has one team, the weaker the others."""

    share: float
    """The stronger level's share of the point."""


Played: TypeAlias = Note | Step


def played(plan: Plan, job: Job) -> Played:
    """Play the game."""
    game = plan.configured(job.variant)
    if not job.step:
        return note_of(game, find_level(plan.level), job.seed(plan))
    teams = game.spec.teams
    seat = job.number % len(teams)
    weaker, stronger = find_level(job.step), find_level(job.step + 1)
    levels = [stronger if team == seat else weaker for team in range(len(teams))]
    outcome = play(game, levels, job.seed(plan))
    winners = [n for n, team in enumerate(teams) if outcome and team <= outcome.winners]
    return Step(shares(len(teams), winners)[seat])


@dataclass(slots=True)
class Kept:
    """The games of a plan that have been played, in a file."""

    path: Path
    games: dict[Job, Played] = field(default_factory=dict[Job, Played])

    @classmethod
    def opened(cls, path: Path, plan: Plan) -> "Kept":
        """Return the games in the file, which begins with the plan if it is new.

        Half a line at its end is cut off. Raises OtherPlanError, OSError, or ValueError for a file
        that isn't one of ours.
        """
        kept = cls(path)
        head = _line(asdict(plan))
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(head, "utf-8")
            return kept
        with path.open("rb+") as file:
            whole = file.read()
            file.truncate(whole.rfind(b"\n") + 1)
        first, *lines = whole[: whole.rfind(b"\n") + 1].decode().splitlines() or [""]
        if first != head.rstrip():
            raise OtherPlanError(_difference(first, plan))
        for line in lines:
            job, result = _read(json.loads(line))
            kept.games[job] = result
        return kept

    def add(self, job: Job, result: Played) -> None:
        """Keep a game that has just been played."""
        members = result.written() if isinstance(result, Note) else asdict(result)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(_line({**asdict(job), "played": members}))
        # A game that counts is in the file, whenever the run is stopped.
        self.games[job] = result

    def notes(self, variant: int, most: int) -> list[Note]:
        """Return the games at one level of a variant, up to so many, in order."""
        found = self._found(variant, 0, most)
        return [game for game in found if isinstance(game, Note)]

    def steps(self, variant: int, level: int, most: int) -> list[Step]:
        """Return a variant's games between a level and the next, up to so many, in order."""
        found = self._found(variant, level, most)
        return [game for game in found if isinstance(game, Step)]

    def _found(self, variant: int, step: int, most: int) -> Iterator[Played]:
        jobs = (Job(variant, number, step) for number in range(most))
        return (self.games[job] for job in jobs if job in self.games)


def _line(members: Mapping[str, Any]) -> str:
    return json.dumps(members, separators=(",", ":")) + "\n"


def _read(members: Mapping[str, Any]) -> tuple[Job, Played]:
    """Return a game from the members of its line."""
    job = Job(members["variant"], members["number"], members["step"])
    result = members["played"]
    return job, Step(**result) if job.step else Note.read(result)


def _difference(first: str, plan: Plan) -> str:
    """Say in what the plan of a file, its first line, differs from another one."""
    try:
        before = json.loads(first)
        now = json.loads(_line(asdict(plan)))
        different = [name for name in now if before.get(name) != now[name]]
    except (ValueError, AttributeError):
        return "it isn't a file of games"
    return "; ".join(f"{name} is {before.get(name)}, not {now[name]}" for name in different)

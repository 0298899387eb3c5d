"""The report on a game's variants as a value, and as the members of `balance.json`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any, Final

from engine.balance.figures import Figure, figures, step_figures
from engine.balance.plan import PAIR_GAMES, Kept, Options, Plan
from engine.balance.selfplay import TENTHS, Note
from engine.choose import seed_of
from engine.levels import LEVELS, find_level
from rules.contract.core import AnyGame
from rules.registry import origin_of

__all__ = ["SCHEMA", "Bar", "Decided", "Report", "VariantReport", "members", "report"]

SCHEMA: Final = 1
_BARS: Final = 20
"""The most bars of a histogram."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a histogram: how often a number from `first` to `last` was seen."""

    first: int
    last: int
    times: int


@dataclass(frozen=True, slots=True)
class Decided:
    """The shares of decided games in which the winner, no one or the loser led at some point."""

    winner: float
    nobody: float
    loser: float


@dataclass(frozen=True, slots=True)
class Unseen:
    """A rule or a cell that wasn't seen."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class VariantReport:
    """The part of a report on the games of one variant."""

    options: Options
    title: str
    positions: int
    games: int
    figures: tuple[Figure, ...]
    lengths: tuple[Bar, ...]
    """Games by their turns."""
    choices: tuple[Bar, ...]
    """Turns by their legal moves."""
    decided: tuple[Decided, ...]
    """At the beginning of every tenth of the game, and at its end."""
    rules_not_seen: tuple[Unseen, ...]
    """The rules that no game cited, as its end or in a refusal."""
    cells_not_seen: tuple[str, ...]
    """The cells on which no piece stood."""
    like_the_first: bool
    """True if no figure lies outside the interval of the first variant."""

    def figure(self, key: str) -> Figure | None:
        """Return the figure with that key, if there is one."""
        return next((figure for figure in self.figures if figure.key == key), None)


@dataclass(frozen=True, slots=True)
class Report:
    """The report on the variants of a game."""

    game: str
    title: str
    version: int
    package: str | None
    """Name and version of the package that the game comes from, if it isn't one of ours."""
    level: int
    level_name: str
    seed: int
    wanted: int
    """The games that were wanted per variant."""
    variants: tuple[VariantReport, ...]


def report(plan: Plan, kept: Kept, wanted: int) -> Report:
    """Return the report on the games that have been played, at least one per variant."""
    variants = range(len(plan.variants))
    notes = [kept.notes(variant, wanted) for variant in variants]
    ended = {note.rule for variant in notes for note in variant if note.rule}
    found: list[VariantReport] = []
    for variant in variants:
        game = plan.configured(variant)
        rules = [rule.key for rule in game.spec.rulebook if rule.key in ended]
        seed = seed_of("samples", plan.seed)
        steps = {
            level: kept.steps(variant, level, min(wanted, PAIR_GAMES))
            for level in range(LEVELS[0].number, plan.level)
        }
        known = (*figures(game, notes[variant], rules, seed), *step_figures(game, steps))
        alike = bool(found) and _alike(found[0].figures, known)
        found.append(_of_variant(plan, variant, notes[variant], known, alike=alike))
    spec, origin = plan.configured(0).spec, origin_of(plan.game)
    return Report(
        plan.game,
        spec.title.english(),
        plan.version,
        f"{origin.package} {origin.version}" if origin else None,
        plan.level,
        find_level(plan.level).name,
        plan.seed,
        wanted,
        tuple(found),
    )


def members(whole: Report) -> dict[str, Any]:
    """Return the report as the members of a JSON object, in a fixed order."""
    return {"schema": SCHEMA, **asdict(whole, dict_factory=_plain)}


def _plain(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    return {name: value.value if isinstance(value, Enum) else value for name, value in pairs}


def _of_variant(
    plan: Plan, number: int, notes: Sequence[Note], known: tuple[Figure, ...], *, alike: bool
) -> VariantReport:
    game = plan.configured(number)
    cited = {note.rule for note in notes}.union(*(note.refused for note in notes))
    seen = set[str]().union(*(note.cells for note in notes))
    used = game.view(game.start()).playable or frozenset(game.geometry.cells)
    choices: Counter[int] = Counter()
    for note in notes:
        choices.update(note.choices)
    return VariantReport(
        plan.variants[number],
        _title(game, plan.variants[number]),
        plan.positions[number],
        len(notes),
        known,
        _bars(Counter(note.turns for note in notes)),
        _bars(choices),
        tuple(_decided(notes)),
        tuple(
            Unseen(rule.key, rule.text.english())
            for rule in game.spec.rulebook
            if rule.key not in cited
        ),
        tuple(sorted({game.geometry.label(cell) for cell in used} - seen)),
        alike,
    )


def _title(game: AnyGame, options: Options) -> str:
    """Return a variant in words."""
    titles = [
        f"{option.title.english()}: {choice.title.english()}"
        for option in game.spec.options
        for choice in option.choices
        if choice.value == options[option.key]
    ]
    return ", ".join(titles) or "The game as it is"


def _bars(times: Mapping[int, int]) -> tuple[Bar, ...]:
    """Return a histogram with bars of equal width."""
    if not times:
        return ()
    low, high = min(times), max(times)
    width = -(-(high - low + 1) // _BARS)
    return tuple(
        Bar(first, first + width - 1, sum(times.get(n, 0) for n in range(first, first + width)))
        for first in range(low, high + 1, width)
    )


def _decided(notes: Sequence[Note]) -> list[Decided]:
    won = [note for note in notes if len(note.teams) == 1 and note.leaders]
    found: list[Decided] = []
    for tenth in range(TENTHS + 1 if won else 0):
        leaders = [(note.leaders[tenth], note.teams[0]) for note in won]
        winner = sum(leader == team for leader, team in leaders) / len(won)
        nobody = sum(leader is None for leader, _ in leaders) / len(won)
        found.append(Decided(round(winner, 6), round(nobody, 6), round(1 - winner - nobody, 6)))
    return found


def _alike(usual: Sequence[Figure], others: Sequence[Figure]) -> bool:
    """Return True if no other figure lies outside the interval of the usual one."""
    by_key = {figure.key: figure for figure in usual}
    return by_key.keys() == {figure.key for figure in others} and all(
        by_key[figure.key].holds(figure.value) for figure in others
    )

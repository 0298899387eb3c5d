"""The solver and the file of exact values, on games so small that they are solved in a second."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.bellman import worst_gap
from engine.exact import Shelf, Table, contents, table_path
from engine.preparation import prepare
from engine.solver import solve
from engine.table_file import TableError
from rules.contract.capabilities import Solvable
from rules.contract.core import AnyGame
from rules.contract.duel import Duel
from rules.registry import all_games
from tests.conformance.configured import every_game


def walk(*, hits: bool) -> Duel:
    """Return a race of one man over five points by a die of two faces, with or without hits.

    The man is off at 0 and, with hits, starts again at 5 when the rival touches its point.
    """
    size = 6

    def plays(half: int, die: int) -> list[list[tuple[int, int]]]:
        if half == 0:
            return [[]]
        end = max(half - die, 0)
        return [[(end, 1 << end if end else 0)]]

    met = {point: 6 - point for point in range(1, 6)}
    return Duel(
        size=size,
        finished=0,
        chances=(0.5, 0.5),
        plays=lambda half: [plays(half, die) for die in (1, 2)],
        touching={
            point: [5 if hits and half == met[point] else half for half in range(size)]
            for point in range(1, 6)
        },
        losses=(1.0,) * size,
        guesses=tuple(map(float, range(size))),
        exclusive=[0] * size,
        excluded=[0] * size,
    )


def by_hand(duel: Duel) -> dict[tuple[int, int], float]:
    """Return the values by plain iteration, written as the definition says."""
    pairs = [(own, rival) for own in range(1, duel.size) for rival in range(1, duel.size)]
    values = dict.fromkeys(pairs, 0.0)
    for _ in range(400):
        values = {pair: once(duel, values, *pair) for pair in pairs}
    return values


def once(duel: Duel, values: dict[tuple[int, int], float], own: int, rival: int) -> float:
    """Return the value that follows for one position from those of all."""
    total = 0.0
    for chance, tiers in zip(duel.chances, duel.plays(own), strict=True):
        ((end, touched),) = tiers[0]
        point = touched.bit_length() - 1
        after = duel.touching[point][rival] if touched else rival
        total += chance * (1.0 if end == 0 else -values[after, end])
    return total


@pytest.mark.parametrize("hits", [False, True])
def test_a_small_race_is_solved_as_by_hand(*, hits: bool) -> None:
    duel = walk(hits=hits)
    solved = solve(duel, tolerance=1e-7)
    for (own, rival), value in by_hand(duel).items():
        assert solved[own, rival] == pytest.approx(value, abs=1e-6)


def test_progress_is_reported_until_nothing_changes() -> None:
    changes: dict[int, float] = {}
    solve(walk(hits=True), tolerance=1e-6, report=changes.__setitem__)
    assert list(changes) == list(range(1, len(changes) + 1))
    *before, last = changes.values()
    assert last < 1e-6 <= min(before)


def solvable() -> list[Any]:
    return [game for game in all_games().values() if isinstance(game, Solvable)]


@pytest.fixture
def written(tmp_path: Path) -> tuple[AnyGame, Path]:
    """Return a game and a file of the right form for it, with made-up values."""
    game = solvable()[0]
    size = game.duel().size
    values = np.random.default_rng(3).integers(-10_000, 10_000, (size, size))
    path = table_path(tmp_path, game)
    assert path is not None
    body = values.astype("<i2").tobytes()
    path.write_bytes(contents(game.table_key, game.spec.version, size).header(body) + body)
    return game, path


def test_a_file_is_read_without_numpy_as_it_was_written(written: tuple[AnyGame, Path]) -> None:
    game, path = written
    size = solvable()[0].duel().size
    body = np.frombuffer(path.read_bytes()[128:], "<i2").reshape(size, size)
    table = Table(path, game)
    chance = random.Random(4)
    for _ in range(200):
        own, rival = chance.randrange(size), chance.randrange(size)
        assert table.units(own, rival) == body[own, rival]


def test_made_up_values_miss_the_rules(written: tuple[AnyGame, Path]) -> None:
    game, path = written
    assert worst_gap(game, Table(path, game), samples=3, seed=1) > 100


@pytest.mark.parametrize(
    ("place", "reason"),
    [(0, "isn't a table"), (20, "another game"), (64, "other rules"), (500, "damaged")],
)
def test_a_changed_byte_is_noticed(written: tuple[AnyGame, Path], place: int, reason: str) -> None:
    game, path = written
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)
    with pytest.raises(TableError, match=reason):
        Table(path, game)


def test_a_cut_or_empty_file_is_noticed(written: tuple[AnyGame, Path]) -> None:
    game, path = written
    content = path.read_bytes()
    for length, reason in ((0, "can't be read"), (50, "too short"), (5_000, "wrong size")):
        path.write_bytes(content[:length])
        with pytest.raises(TableError, match=reason):
            Table(path, game)


@every_game
def test_a_shelf_has_only_what_is_there(game: AnyGame, tmp_path: Path) -> None:
    assert Shelf(tmp_path).find(game) is None
    assert Shelf(None).find(game) is None
    if not isinstance(game, Solvable):
        with pytest.raises(ValueError, match="too large"):
            prepare(game, tmp_path)
        with pytest.raises(TableError, match="no exact table"):
            Table(tmp_path / "any", game)

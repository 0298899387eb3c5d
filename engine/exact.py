"""Tables of the exact value of every position: the file, and the moves ranked by it.

For each pair of halves of a `Duel`, a file holds the value for the side about to roll as a signed
16-bit number in ten-thousandths of a point, row by row of the roller's half. A header of 128 bytes
names the game and the version of its rules, and holds the SHA-256 of the body. The file is
memory-mapped, so several processes share it and only the pages in use take memory. Reading needs
nothing but the standard library.
"""

import hashlib
import mmap
import struct
from itertools import product
from pathlib import Path
from typing import Final

from engine.outlook import Outlook
from engine.search import Finding, Ranked
from rules.contract.capabilities import Solvable
from rules.contract.core import AnyGame, AnyState
from rules.registry import all_games

__all__ = [
    "UNITS", "Shelf", "Table", "TableError", "configurations", "exact_ranking", "header",
    "table_path", "units_after",
]  # fmt: skip

UNITS: Final = 10_000
"""The number of units in a point."""

_HEADER: Final = struct.Struct("<16s48sII32s24x")
_MAGIC: Final = b"postboard-exact1"
_VALUE: Final = struct.Struct("<h")


class TableError(Exception):
    """The file isn't a table of the game; the message says why."""


class Table:
    """The exact values of one game with its options, from a file."""

    def __init__(self, path: Path, game: AnyGame) -> None:
        """Open and check the file. Raises TableError if it isn't a valid table of this game."""
        if not isinstance(game, Solvable):
            raise TableError(f"{game.spec.title.english()} has no exact table.")
        self.key: Final = game.table_key
        try:
            with path.open("rb") as file:
                self._bytes: Final = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as reason:
            raise TableError(f"{path} can't be read: {reason}") from reason
        self._size: Final = self._checked(path, game.spec.version)

    def units(self, roller: int, rival: int) -> int:
        """Return the value for the side about to roll, by the numbers of the halves, in units."""
        place = (roller * self._size + rival) * _VALUE.size
        value: int = _VALUE.unpack_from(self._bytes, _HEADER.size + place)[0]
        return value

    def _checked(self, path: Path, version: int) -> int:
        """Return the number of halves after checking header and body."""
        if len(self._bytes) < _HEADER.size:
            raise TableError(f"{path} is too short for a table.")
        magic, key, of_version, size, digest = _HEADER.unpack_from(self._bytes)
        if magic != _MAGIC:
            raise TableError(f"{path} isn't a table of exact values.")
        if key.rstrip(b"\0").decode("ascii", "replace") != self.key or of_version != version:
            raise TableError(f"{path} is a table for another game or for other rules.")
        if len(self._bytes) != _HEADER.size + size * size * _VALUE.size:
            raise TableError(f"{path} has the wrong size.")
        with memoryview(self._bytes) as whole, whole[_HEADER.size :] as body:
            if hashlib.sha256(body).digest() != digest:
                raise TableError(f"{path} is damaged.")
        return int(size)


def header(key: str, version: int, size: int, body: bytes) -> bytes:
    """Return the header of a table with this many halves."""
    return _HEADER.pack(_MAGIC, key.encode("ascii"), version, size, hashlib.sha256(body).digest())


def table_path(folder: Path, game: AnyGame) -> Path | None:
    """Return the path of the table for the game with its options; None if it can't have one."""
    return folder / f"{game.table_key}.exact" if isinstance(game, Solvable) else None


class Shelf:
    """The tables in a folder; each is opened and checked once."""

    def __init__(self, folder: Path | None) -> None:
        self._folder: Final = folder
        self._opened: Final[dict[Path, Table]] = {}

    def find(self, game: AnyGame) -> Table | None:
        """Return the table for the game with its options, or None if there is none.

        Raises TableError if the file is damaged, can't be read, or was made for other rules.
        """
        path = table_path(self._folder, game) if self._folder else None
        if path is None or not _exists(path):
            return None
        if path not in self._opened:
            self._opened[path] = Table(path, game)
        return self._opened[path]

    def checked(self) -> tuple[frozenset[str], tuple[str, ...]]:
        """Return the names of all valid tables, and the errors of the others."""
        keys, faults = set[str](), list[str]()
        for game in all_games().values():
            for configured in configurations(game):
                try:
                    table = self.find(configured)
                except TableError as fault:
                    faults.append(str(fault))
                else:
                    keys |= {table.key} if table else set()
        return frozenset(keys), tuple(faults)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as reason:
        raise TableError(f"{path} can't be read: {reason}") from reason


def configurations(game: AnyGame) -> list[AnyGame]:
    """Return the game with every combination of its options, if it can have tables."""
    if not isinstance(game, Solvable):
        return []
    options = game.spec.options
    values = product(*([choice.value for choice in option.choices] for option in options))
    keys = [option.key for option in options]
    return [game.configured(dict(zip(keys, chosen, strict=True))) for chosen in values]


def units_after(game: AnyGame, state: AnyState, table: Table, team: int) -> int:
    """Return a team's exact value, in units, when a roll is due or the game is over.

    A state before the sides are known, such as before the opening roll, is even.
    """
    outlook = Outlook(game)
    outcome = game.outcome(state)
    if outcome:
        return round(outlook.result(outcome.winners, outcome.worth, team) * UNITS)
    assert isinstance(game, Solvable)
    standing = game.standing(state)
    if standing is None:
        return 0
    units = table.units(standing.own, standing.rival)
    return units if outlook.number(standing.roller) == team else -units


def exact_ranking(game: AnyGame, state: AnyState, table: Table) -> Finding:
    """Return the legal moves by their exact values. The caller knows that a side is to move."""
    team = Outlook(game).team_due(state)
    ranking = [
        Ranked(move, units_after(game, game.apply(state, move), table, team) / UNITS)
        for move in game.legal(state)
    ]
    ranking.sort(key=lambda entry: -entry.value)
    return Finding(tuple(ranking), (ranking[0].move,), len(ranking), 1)

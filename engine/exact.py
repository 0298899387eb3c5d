"""Tables of the exact value of every position: the file, and the moves ranked by it.

For all pairs of halves of a `Duel`, a file holds the value for the side about to roll as a signed
16-bit number in ten-thousandths of a point, row by row of the roller's half.
"""

import struct
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

from engine.endgames import (
    EndgameTable,
    endgame_configurations,
    endgame_path,
    with_every_option,
)
from engine.outlook import Outlook
from engine.search import Finding, Ranked
from engine.table_file import HEADER_BYTES, Contents, TableError, open_table
from rules.contract.capabilities import HasEndgames, Solvable
from rules.contract.core import AnyGame, AnyState
from rules.registry import all_games

__all__ = [
    "UNITS", "AnyTable", "Shelf", "Table", "configurations", "contents",
    "exact_ranking", "table_keys", "table_path", "units_after",
]  # fmt: skip

UNITS: Final = 10_000
"""The number of units in a point."""

_MAGIC: Final = b"postboard-exact1"
_VALUE: Final = struct.Struct("<h")


class Table:
    """The exact values of one game with its options, from a file."""

    def __init__(self, path: Path, game: AnyGame) -> None:
        """Open and check the file. Raises TableError if it isn't a valid table of this game."""
        if not isinstance(game, Solvable):
            raise TableError(f"{game.spec.title.english()} has no exact table.")
        self.key: Final = game.table_key
        self._bytes, contents = open_table(
            path, magic=_MAGIC, key=self.key, version=game.spec.version, length=_length
        )
        self._size: Final = contents.size

    def units(self, roller: int, rival: int) -> int:
        """Return the value for the side about to roll, by the numbers of the halves, in units."""
        place = (roller * self._size + rival) * _VALUE.size
        value: int = _VALUE.unpack_from(self._bytes, HEADER_BYTES + place)[0]
        return value


AnyTable: TypeAlias = Table | EndgameTable
"""A table of all positions of a game, or of those with few pieces."""

_T = TypeVar("_T", Table, EndgameTable)


def contents(key: str, version: int, size: int) -> Contents:
    """Return the contents of a table with this many halves."""
    return Contents(magic=_MAGIC, key=key, version=version, size=size)


def _length(size: int) -> int:
    return size * size * _VALUE.size


def table_keys() -> frozenset[str]:
    """Return the names of all possible tables."""
    exact, endgames = set[str](), set[str]()
    for game in all_games().values():
        exact |= {each.table_key for each in configurations(game) if isinstance(each, Solvable)}
        endgames |= {
            each.endgames_key
            for each in endgame_configurations(game)
            if isinstance(each, HasEndgames)
        }
    return frozenset(exact | endgames)


def table_path(folder: Path, game: AnyGame) -> Path | None:
    """Return the path of the table for the game with its options, or None if it can't have one."""
    return folder / f"{game.table_key}.exact" if isinstance(game, Solvable) else None


class Shelf:
    """The tables in a folder, opened and checked once."""

    def __init__(self, folder: Path | None) -> None:
        self._folder: Final = folder
        self._opened: Final[dict[Path, AnyTable]] = {}

    def find(self, game: AnyGame) -> Table | None:
        """Return the table of all positions of the game with its options, or None if there is none.

        Raises TableError if the file is damaged, can't be read, or was made for other rules.
        """
        path = table_path(self._folder, game) if self._folder else None
        return self._open(path, game, Table)

    def endgames(self, game: AnyGame) -> EndgameTable | None:
        """Return the table of endgames likewise."""
        if self._folder is None or not isinstance(game, HasEndgames):
            return None
        return self._open(endgame_path(self._folder, game), game, EndgameTable)

    def best(self, game: AnyGame) -> AnyTable | None:
        """Return whichever there is, likewise."""
        return self.find(game) or self.endgames(game)

    def checked(self) -> tuple[frozenset[str], tuple[str, ...]]:
        """Return the names of all valid tables, and the errors of the others."""
        keys, faults = set[str](), list[str]()
        for game in all_games().values():
            for configured in (*configurations(game), *endgame_configurations(game)):
                try:
                    table = self.best(configured)
                except TableError as fault:
                    faults.append(str(fault))
                else:
                    keys |= {table.key} if table else set()
        return frozenset(keys), tuple(faults)

    def _open(self, path: Path | None, game: AnyGame, kind: type[_T]) -> _T | None:
        if path is None or not _exists(path):
            return None
        if path not in self._opened:
            self._opened[path] = kind(path, game)
        table = self._opened[path]
        assert isinstance(table, kind)
        return table


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as reason:
        raise TableError(f"{path} can't be read: {reason}") from reason


def configurations(game: AnyGame) -> list[AnyGame]:
    """Return the game with every combination of its options, if it can have tables."""
    return with_every_option(game) if isinstance(game, Solvable) else []


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

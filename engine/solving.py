"""The command that computes tables of exact values, and reports its needs and its progress.

It prints whole lines, so that a log reads as well as a terminal.
"""

import shutil
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from errno import ENOSPC
from importlib import import_module
from pathlib import Path
from typing import Final

from engine.endgames import EndgameTable, endgame_configurations, endgame_path
from engine.exact import Shelf, configurations, table_path
from engine.table_file import TableError
from rules.contract.capabilities import HasEndgames, Solvable
from rules.contract.core import AnyGame

__all__ = ["solvable", "solve_games"]

_PASSES: Final = 25
"""The usual number of passes."""
# For each pair of halves, as Hypergammon takes.
_SECONDS: Final = 3.0e-7
"""CPU time of a pass, on a core of 2024."""
_MEMORY: Final = 66
"""Bytes of memory."""
_DISK: Final = 2
"""Bytes of the file."""
# For each index of a table of endgames, as draughts takes.
_ENDGAME_SECONDS: Final = 2e-5
"""CPU time, on a core of 2024."""
_ENDGAME_MEMORY: Final = 170
"""Bytes of memory per index of the largest stage."""
_FORESEEABLE: Final = 5
"""The share of a table of endgames, in percent, from which on the time left is told."""
_LEAST_MEMORY: Final = 50e6
"""Bytes of memory for the program itself."""


@dataclass(frozen=True, slots=True)
class _Needs:
    """The needs of making a table: CPU seconds, and bytes."""

    seconds: float
    memory: float
    disk: int


def solvable(game: AnyGame) -> list[AnyGame]:
    """Return the game with all options that have a table of their own, if it has tables."""
    return configurations(game) or endgame_configurations(game)


def solve_games(games: Sequence[AnyGame], folder: Path, pieces: int | None = None) -> int:
    """Compute the tables that the folder lacks of these games; return the exit code.

    `pieces` is the most pieces on the board in tables of endgames, if it isn't what the game says.
    """
    folder = folder.absolute()
    try:
        missing = [game for game in games if not _is_there(game, folder, pieces)]
        if missing:
            _solve_all(missing, folder, pieces)
    except ImportError:
        return _failed("Solving needs numpy: install the extra, pip install 'postboard[exact]'.")
    except OSError as reason:
        return _failed(f"Not written: {reason.strerror or reason}: {reason.filename or folder}")
    except (TableError, ArithmeticError, ValueError) as reason:
        return _failed(f"Not written: {reason}")
    except MemoryError:
        return _failed("Not written: there isn't enough memory.")
    except KeyboardInterrupt:
        return _failed("Stopped. Tables that were finished stay.")
    _tell(
        "The bot reads the tables when it starts, so start it again; its log then says which it "
        f"found. If it runs in another folder, set POSTBOARD_EXACT_TABLES={folder}"
    )
    return 0


def _is_there(game: AnyGame, folder: Path, pieces: int | None) -> bool:
    """Tell whether there is a valid table with so many pieces, and say so."""
    path = endgame_path(folder, game) if isinstance(game, HasEndgames) else table_path(folder, game)
    try:
        found = Shelf(folder).best(game)
    except TableError as fault:
        _tell(f"{fault} It is made again.")
        return False
    if isinstance(found, EndgameTable) and found.pieces != _pieces(game, pieces):
        _tell(f"{path} has up to {found.pieces} pieces. It is made again.")
        return False
    if found is not None:
        _tell(f"{path} is there already; delete it to have it made again.")
    return found is not None


def _solve_all(games: Sequence[AnyGame], folder: Path, pieces: int | None) -> None:
    """Compute these tables. Raises what `_make` does, OSError, and ImportError without numpy."""
    import_module("engine.preparation")
    needs = [_needs(game, pieces) for game in games]
    folder.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(folder).free
    disk = sum(each.disk for each in needs)
    _tell(
        f"{_counted(len(games), 'table')} to make in {folder}. Together: about"
        f" {_duration(sum(each.seconds for each in needs))} of one core,"
        f" {max(each.memory for each in needs) / 1e9:.1f} GB of memory,"
        f" and {disk / 1e6:.0f} MB of disk."
    )
    if free < disk:
        raise OSError(ENOSPC, f"only {free / 1e6:.0f} MB are free", str(folder))
    for number, game in enumerate(games, 1):
        name = f"{_key(game)} ({number} of {len(games)})"
        begin = time.process_time()
        path = _make(game, folder, pieces, name)
        seconds = time.process_time() - begin
        _tell(
            f"{name}: compared with the rules, and written to {path}:"
            f" {path.stat().st_size:,} bytes, {seconds:.0f} s of CPU time"
        )


def _make(game: AnyGame, folder: Path, pieces: int | None, name: str) -> Path:
    """Make one table. Raises what `prepare` and `prepare_endgames` do."""
    preparation = import_module("engine.preparation")
    if not isinstance(game, HasEndgames):
        _tell(f"{name}: listing all plays")
        path: Path = preparation.prepare(game, folder, _progress(name))
        return path
    path, solved = preparation.prepare_endgames(game, folder, _pieces(game, pieces), _share(name))
    _tell(f"{name}: {solved}")
    return path


def _key(game: AnyGame) -> str:
    if isinstance(game, HasEndgames):
        return game.endgames_key
    assert isinstance(game, Solvable)
    return game.table_key


def _pieces(game: AnyGame, pieces: int | None) -> int:
    """Return the most pieces on the board in a table. Raises ValueError if there is none such."""
    assert isinstance(game, HasEndgames)
    most = game.endgame_pieces
    if pieces is not None and not 2 <= pieces <= most:
        raise ValueError(f"{game.endgames_key} has 2 to {most} pieces, not {pieces}.")
    return most if pieces is None else pieces


def _needs(game: AnyGame, pieces: int | None) -> _Needs:
    if not isinstance(game, HasEndgames):
        pairs = _pairs(game)
        return _Needs(_SECONDS * _PASSES * pairs, _LEAST_MEMORY + _MEMORY * pairs, _DISK * pairs)
    endgames = game.endgames(_pieces(game, pieces))
    largest = max(sum(map(len, stage)) for stage in endgames.stages)
    return _Needs(
        _ENDGAME_SECONDS * endgames.size, _LEAST_MEMORY + _ENDGAME_MEMORY * largest, endgames.size
    )


def _progress(name: str) -> Callable[[int, float], None]:
    """Return a function that says how far a pass is."""
    begin = time.monotonic()

    def tell(number: int, change: float) -> None:
        elapsed = time.monotonic() - begin
        left = elapsed / number * max(_PASSES - number, 1)
        _tell(
            f"{name}: pass {number} of about {_PASSES} changed values by up to {change:.1g} points;"
            f" about {_duration(left)} left"
        )

    return tell


def _share(name: str) -> Callable[[int, int], None]:
    """Return a function that says after every stage how far a table of endgames is."""
    begin = time.monotonic()

    def tell(done: int, size: int) -> None:
        share, left = 100 * done // size, ""
        if share >= _FORESEEABLE:
            seconds = (time.monotonic() - begin) / done * (size - done)
            left = f"; about {_duration(seconds)} left"
        _tell(f"{name}: {share} % of {size:,} positions solved{left}")

    return tell


def _pairs(game: AnyGame) -> int:
    """Return the pairs of halves, which are the values in the game's table."""
    assert isinstance(game, Solvable)
    return game.duel().size ** 2


def _duration(seconds: float) -> str:
    if seconds < 90:
        return _counted(max(1, round(seconds)), "second")
    return _counted(round(seconds / 60), "minute")


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _tell(line: str) -> None:
    print(line, flush=True)


def _failed(reason: str) -> int:
    print(reason, file=sys.stderr)
    return 1

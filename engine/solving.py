"""The command that computes tables of exact values: what it takes, how far it is, what to do then.

It prints whole lines, so that a log reads as well as a terminal.
"""

import shutil
import sys
import time
from collections.abc import Callable, Sequence
from errno import ENOSPC
from importlib import import_module
from pathlib import Path
from typing import Final

from engine.exact import Shelf, TableError, table_path
from rules.contract.capabilities import Solvable
from rules.contract.core import AnyGame

__all__ = ["solve_games"]

_PASSES: Final = 25
"""The usual number of passes."""
# For each pair of halves, as Hypergammon takes.
_SECONDS: Final = 3.0e-7
"""CPU time of a pass, on a core of 2024."""
_MEMORY: Final = 66
"""Bytes of memory."""
_DISK: Final = 2
"""Bytes of the file."""
_LEAST_MEMORY: Final = 50e6
"""Bytes of memory for the program itself."""


def solve_games(games: Sequence[AnyGame], folder: Path) -> int:
    """Compute the tables that the folder lacks of these games; return the exit code."""
    folder = folder.absolute()
    try:
        missing = [game for game in games if not _is_there(game, folder)]
        if missing:
            _solve_all(missing, folder)
    except ImportError:
        return _failed("Solving needs numpy: install the extra, pip install 'postboard[exact]'.")
    except OSError as reason:
        return _failed(f"Not written: {reason.strerror or reason}: {reason.filename or folder}")
    except (TableError, ArithmeticError) as reason:
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


def _is_there(game: AnyGame, folder: Path) -> bool:
    """Tell whether there is a valid table, and say so."""
    path = table_path(folder, game)
    try:
        found = Shelf(folder).find(game)
    except TableError as fault:
        _tell(f"{fault} It is made again.")
        return False
    if found is not None:
        _tell(f"{path} is there already; delete it to have it made again.")
    return found is not None


def _solve_all(games: Sequence[AnyGame], folder: Path) -> None:
    """Compute these tables. Raises what `prepare` does, OSError, and ImportError without numpy."""
    prepare = import_module("engine.preparation").prepare
    pairs = [_pairs(game) for game in games]
    folder.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(folder).free
    disk = _DISK * sum(pairs)
    _tell(
        f"{_counted(len(games), 'table')} to make in {folder}. Together: about"
        f" {_duration(_SECONDS * _PASSES * sum(pairs))} of one core,"
        f" {_LEAST_MEMORY / 1e9 + _MEMORY * max(pairs) / 1e9:.1f} GB of memory,"
        f" and {disk / 1e6:.0f} MB of disk."
    )
    if free < disk:
        raise OSError(ENOSPC, f"only {free / 1e6:.0f} MB are free", str(folder))
    for number, game in enumerate(games, 1):
        assert isinstance(game, Solvable)
        name = f"{game.table_key} ({number} of {len(games)})"
        _tell(f"{name}: listing all plays")
        begin = time.process_time()
        path: Path = prepare(game, folder, _progress(name))
        seconds = time.process_time() - begin
        _tell(
            f"{name}: compared with the rules, and written to {path}:"
            f" {path.stat().st_size:,} bytes, {seconds:.0f} s of CPU time"
        )


def _progress(name: str) -> Callable[[int, float], None]:
    """Return what tells of each pass how far it is."""
    begin = time.monotonic()

    def tell(number: int, change: float) -> None:
        elapsed = time.monotonic() - begin
        left = elapsed / number * max(_PASSES - number, 1)
        _tell(
            f"{name}: pass {number} of about {_PASSES} changed values by up to {change:.1g} points;"
            f" about {_duration(left)} left"
        )

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

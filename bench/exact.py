"""Solving a game exactly, beside the minute and the 0.8 GB that it may take.

It takes minutes and needs the extra `exact`, so it runs only when it is named.
"""

import resource
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Final

from bench.table import Row
from engine.preparation import prepare
from rules.contract.capabilities import Solvable
from rules.registry import all_games

__all__ = ["measure"]

_SECONDS: Final = 60
_MEGABYTES: Final = 800


def measure(seconds: float) -> list[Row]:  # noqa: ARG001 - it takes as long as it takes
    """Return rows for each game that has exact tables, with the options it usually has."""
    rows: list[Row] = []
    for game in all_games().values():
        if not isinstance(game, Solvable):
            continue
        with TemporaryDirectory() as folder:
            begin = process_time()
            path = prepare(game, Path(folder))
            spent, size = process_time() - begin, path.stat().st_size
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        rows += [
            Row(
                f"solving {game.spec.title}",
                f"{spent:.0f} s CPU",
                f"{_SECONDS} s",
                _SECONDS / spent,
                f"file of {size:,} bytes",
            ),
            Row(
                f"memory to solve {game.spec.title}",
                f"{peak:.0f} MB",
                f"{_MEGABYTES} MB",
                _MEGABYTES / peak,
            ),
        ]
    return rows

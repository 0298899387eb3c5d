"""The preparation of exact values: solve a game, write the file, check it against the rules.

This needs numpy, which the extra `exact` installs; nothing else in the package does.
"""

import os
from pathlib import Path
from typing import Final

import numpy as np

from engine.bellman import worst_gap
from engine.exact import UNITS, Table, TableError, header, table_path
from engine.solver import Report, solve
from rules.contract.capabilities import Solvable
from rules.contract.core import AnyGame

__all__ = ["prepare"]

_SAMPLES: Final = 200
"""The number of positions in which the file is compared with the rules' own moves."""
_ALLOWED: Final = 2
"""The allowed difference between two sides of an equation, in units: the file is rounded."""


def prepare(game: AnyGame, folder: Path, report: Report | None = None) -> Path:
    """Solve the game with its options, write its table to the folder and return the file.

    An existing file is replaced once the new one has passed its checks. Raises ValueError if the
    game has no table, and TableError or ArithmeticError if a check fails.
    """
    path = table_path(folder, game)
    if path is None or not isinstance(game, Solvable):
        raise ValueError(f"{game.spec.title.english()} is too large for a table of exact values.")
    duel = game.duel()
    values = solve(duel, report=report)
    body = np.rint(values * UNITS).astype("<i2").tobytes()
    folder.mkdir(parents=True, exist_ok=True)
    unchecked = path.with_suffix(".unchecked")
    with unchecked.open("wb") as file:
        file.write(header(game.table_key, game.spec.version, duel.size, body))
        file.write(body)
        file.flush()
        os.fsync(file.fileno())
    gap = worst_gap(game, Table(unchecked, game), samples=_SAMPLES, seed=1)
    if gap > _ALLOWED:
        raise TableError(f"the values differ from the rules' own moves by {gap:.1f} units")
    unchecked.replace(path)
    return path

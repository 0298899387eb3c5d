"""Making the file of exact values of a game: solve, write, check by the rules' own moves.

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
"""Positions in which the file is compared with the rules' own moves."""
_ALLOWED: Final = 2
"""Units that two sides of an equation may differ by, as every value in the file is rounded."""


def prepare(game: AnyGame, folder: Path, report: Report | None = None) -> Path:
    """Solve the game with its options and put its table into the folder; return the file.

    A file that is there already is replaced once the new one has passed its checks. Raises
    ValueError if the game has no table, and TableError or ArithmeticError if a check fails.
    """
    path = table_path(folder, game)
    if path is None or not isinstance(game, Solvable):
        raise ValueError(f"{game.spec.title} is not small enough for a table of exact values.")
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
        raise TableError(f"the values miss the rules' own moves by {gap:.1f} units")
    unchecked.replace(path)
    return path

"""The preparation of tables: solve a game, write the file, check it against the rules.

This needs numpy, which the extra `exact` installs; nothing else in the package does.
"""

from pathlib import Path
from typing import Final

import numpy as np

from engine.bellman import worst_gap
from engine.endgames import EndgameTable, endgame_contents, endgame_path, first_gap
from engine.exact import UNITS, Table, contents, table_path
from engine.retrograde import Progress, Solved, analyse_backwards
from engine.solver import Report, solve
from engine.table_file import TableError, write_table
from rules.contract.capabilities import HasEndgames, Solvable
from rules.contract.core import AnyGame

__all__ = ["prepare", "prepare_endgames"]

_SAMPLES: Final = 200
"""The number of positions in which the file is compared with the rules' own moves."""
_SAMPLED_ENDGAMES: Final = 2_000
"""The same for a table of endgames, where a position takes less time."""
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

    def check(unchecked: Path) -> None:
        gap = worst_gap(game, Table(unchecked, game), samples=_SAMPLES, seed=1)
        if gap > _ALLOWED:
            raise TableError(f"the values differ from the rules' own moves by {gap:.1f} units")

    write_table(path, contents(game.table_key, game.spec.version, duel.size), body, check)
    return path


def prepare_endgames(
    game: AnyGame, folder: Path, pieces: int, report: Progress | None = None
) -> tuple[Path, Solved]:
    """Solve the positions with at most so many pieces, and write them to a file, as `prepare` does.

    Return the file and what is in it. Raises ValueError if the game has no such table, and
    TableError or ArithmeticError if a check fails.
    """
    if not isinstance(game, HasEndgames):
        raise ValueError(f"{game.spec.key} has no table of endgames.")
    if not 2 <= pieces <= game.endgame_pieces:
        raise ValueError(f"A table of {game.spec.key} has 2 to {game.endgame_pieces} pieces.")
    path = endgame_path(folder, game)
    solved = analyse_backwards(game, game.endgames(pieces), report)
    body = solved.codes.tobytes()

    def check(unchecked: Path) -> None:
        table = EndgameTable(unchecked, game)
        gap = first_gap(game, table, samples=_SAMPLED_ENDGAMES, seed=1)
        if gap is not None:
            raise TableError(f"position {gap} of the table differs from the rules' own moves")

    write_table(path, endgame_contents(game, pieces, len(body)), body, check)
    return path, solved

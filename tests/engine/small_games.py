"""Games that have exact tables, with two checkers a side: the same code, solved in seconds.

`python -m tests.engine.small_games work [OPTION ...]` is a worker that plays them.
"""

import os
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, cast

import pytest
from filelock import FileLock

from engine.__main__ import main
from engine.exact import Shelf, configurations, table_path
from engine.preparation import prepare
from rules.contract.capabilities import Solvable
from rules.contract.core import AnyGame
from rules.registry import Registry, all_games

__all__ = ["GAMES", "PROGRAM", "WHOLE_GAMES", "registered", "solved", "solved_whole"]

CHECKERS: Final = 2
PROGRAM: Final = ("-m", "tests.engine.small_games", "work")
"""Of a pool whose workers play them."""


def _small(game: AnyGame) -> AnyGame:
    """Return the game with fewer checkers, if it is one that has tables."""
    return replace(cast("Any", game), checkers=CHECKERS) if isinstance(game, Solvable) else game


GAMES: Final = [small for game in all_games().values() for small in configurations(_small(game))]
"""In every combination of their options."""
WHOLE_GAMES: Final = [each for game in all_games().values() for each in configurations(game)]
"""The games themselves, whose tables take minutes."""
_MADE: Final = Path(__file__).parents[2] / "var" / "exact"
"""Where `make exact` writes."""


@contextmanager
def registered() -> Generator[None]:
    """Let the small games stand in the registry in place of the whole ones."""
    registry = Registry([_small(game) for game in all_games().values()])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rules.registry._registry", lambda: registry)
        yield


def solved(temporary: pytest.TempPathFactory, games: Sequence[AnyGame] = GAMES) -> Path:
    """Return a folder with their tables, which the first process that asks for them solves."""
    folder = temporary.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    folder /= "exact"
    folder.mkdir(exist_ok=True)
    with FileLock(folder / "lock"), pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.preparation._SAMPLES", 20)  # The tests take more.
        for game in games:
            path = table_path(folder, game)
            if path is not None and not path.exists():
                prepare(game, folder)
    return folder


def solved_whole(temporary: pytest.TempPathFactory) -> Path:
    """Return the folder of `make exact`, or else one for which the whole games are solved."""
    shelf = Shelf(_MADE)
    return _MADE if all(map(shelf.find, WHOLE_GAMES)) else solved(temporary, WHOLE_GAMES)


if __name__ == "__main__":
    with registered():
        sys.exit(main())

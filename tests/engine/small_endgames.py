"""Tables of endgames with 2 or 3 pieces, solved in seconds by the code that solves whole ones."""

import os
from pathlib import Path
from typing import Final, cast

import pytest
from filelock import FileLock

from engine.endgames import endgame_configurations, endgame_path
from engine.preparation import prepare_endgames
from rules.contract.capabilities import HasEndgames
from rules.contract.core import AnyGame
from rules.registry import all_games

__all__ = ["GAMES", "key_of", "solved_endgames"]

GAMES: Final = [each for game in all_games().values() for each in endgame_configurations(game)]
"""In every combination of options that has a table of its own."""
PIECES: Final = {
    "czech-endgames": 3,
    "turkish-endgames": 2,
    "turkish-crown-continue-endgames": 2,
}


def key_of(game: AnyGame) -> str:
    return cast("HasEndgames", game).endgames_key


def solved_endgames(temporary: pytest.TempPathFactory) -> Path:
    """Return a folder with the small tables, which the first process that asks for them solves."""
    folder = temporary.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    folder /= "endgames"
    folder.mkdir(exist_ok=True)
    with FileLock(folder / "lock"), pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.preparation._SAMPLED_ENDGAMES", 200)  # The tests take more.
        for game in GAMES:
            if not endgame_path(folder, cast("HasEndgames", game)).exists():
                prepare_endgames(game, folder, PIECES[key_of(game)])
    return folder

"""Tables of endgames with 2 or 3 pieces, solved in seconds by the code that solves whole ones."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest
from filelock import FileLock

from engine.endgames import endgame_configurations, endgame_path
from engine.preparation import prepare_endgames
from rules.contract.capabilities import HasEndgames
from rules.contract.core import AnyGame
from rules.registry import all_games

__all__ = ["GAMES", "key_of", "solved_endgames", "solved_whole_endgames"]

GAMES: Final = [each for game in all_games().values() for each in endgame_configurations(game)]
"""In every combination of options that has a table of its own."""
PIECES: Final[Mapping[str, int]] = {
    "czech-endgames": 3,
    "turkish-endgames": 2,
    "turkish-crown-continue-endgames": 2,
}
_MADE: Final = Path(__file__).parents[2] / "var" / "exact"
"""Where `make exact` writes."""


def key_of(game: AnyGame) -> str:
    return _with_endgames(game).endgames_key


def solved_endgames(temporary: pytest.TempPathFactory) -> Path:
    """Return a folder with the small tables, which the first process that asks for them solves."""
    return _solved(temporary, "endgames", PIECES)


def solved_whole_endgames(temporary: pytest.TempPathFactory) -> Path:
    """Return the folder of `make exact`, or else one for which the whole tables are solved."""
    if all(endgame_path(_MADE, _with_endgames(game)).exists() for game in GAMES):
        return _MADE
    whole = {key_of(game): _with_endgames(game).endgame_pieces for game in GAMES}
    return _solved(temporary, "whole endgames", whole)


def _solved(temporary: pytest.TempPathFactory, name: str, pieces: Mapping[str, int]) -> Path:
    folder = temporary.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    folder /= name
    folder.mkdir(exist_ok=True)
    with FileLock(folder / "lock"), pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.preparation._SAMPLED_ENDGAMES", 200)  # The tests take more.
        for game in GAMES:
            if not endgame_path(folder, _with_endgames(game)).exists():
                prepare_endgames(game, folder, pieces[key_of(game)])
    return folder


def _with_endgames(game: AnyGame) -> HasEndgames:
    assert isinstance(game, HasEndgames)
    return game

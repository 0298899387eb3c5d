"""The stock: puzzles from games of the computer with itself, which every copy of the bot has.

There is one file a game, with a JSON object a line: the game up to the position, the claim,
every move that keeps it with the defence, and what the proof took. `python -m engine puzzles`
writes them; those whose right move the computer missed come first.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from engine.posed import Posed, posed_of
from rules.registry import all_games

__all__ = ["FOLDER", "MOST", "file_name", "stock", "stock_of"]

MOST: Final = 50
"""The puzzles of a game."""
FOLDER: Final = Path(__file__).parent
_ENDING: Final = ".jsonl"


def file_name(key: str) -> str:
    """Return the name of the file with a game's puzzles."""
    return f"{key}{_ENDING}"


@cache
def stock() -> Mapping[str, Sequence[Posed]]:
    """Return the puzzles by game, in the order in which they are used.

    Puzzles made for other rules than the present ones are left out.
    """
    found = {key: stock_of(key) for key in all_games()}
    return {key: puzzles for key, puzzles in found.items() if puzzles}


def stock_of(key: str) -> tuple[Posed, ...]:
    """Return the puzzles of a game, or none if it has no file."""
    file = FOLDER / file_name(key)
    if not file.exists():
        return ()
    found = (posed_of(json.loads(line)) for line in file.read_text("utf-8").splitlines())
    version = all_games()[key].spec.version
    return tuple(posed for posed in found if posed.transcript.version == version)

"""The words for moves and clicked cells in custom_ids and in the values of menus.

A move is named by its notation, and clicks by the labels of their cells, so a button's meaning
doesn't depend on the order in which a generator lists moves or a board its cells. A name too long
for a custom_id is replaced by a hash, and found again among all legal ones.
"""

import hashlib
from base64 import b32encode
from collections.abc import Sequence
from typing import Final

from bot.messages.controls.custom_ids import written_length
from rules.contract.core import AnyGame, AnyMove
from rules.geometry import Cell

__all__ = ["LONGEST", "clicks_word", "find_clicks", "find_move", "is_hash", "move_word"]

LONGEST: Final = 50
"""The most characters of a word in a custom_id; its other fields need the rest of the 100."""

_HASH: Final = "#"
# 80 bits: two moves of a position share them by chance once in 10^20.
_HASH_LENGTH: Final = 16
_BETWEEN: Final = "."


def move_word(game: AnyGame, move: AnyMove) -> str:
    """Return the word for a move: its notation, or a hash of it."""
    return _short(game.notate(move))


def find_move(game: AnyGame, legal: Sequence[AnyMove], word: str) -> AnyMove | None:
    """Return the legal move with this word, or None if there is none."""
    return next((move for move in legal if move_word(game, move) == word), None)


def is_hash(word: str) -> bool:
    """Return True if the word stands for a notation that is too long."""
    return word.startswith(_HASH)


def clicks_word(game: AnyGame, cells: Sequence[Cell]) -> str:
    """Return the word for clicks: the labels of their cells, or a hash of them."""
    return _short(_BETWEEN.join(map(game.geometry.label, cells)))


def find_clicks(game: AnyGame, legal: Sequence[AnyMove], word: str) -> tuple[Cell, ...] | None:
    """Return the cells with this word, or None if the board has no such cells.

    A hash stands for clicks with which a legal move begins.
    """
    if not is_hash(word):
        cells = [game.geometry.find(label) for label in word.split(_BETWEEN) if label]
        known = tuple(cell for cell in cells if cell is not None)
        return known if len(known) == len(cells) else None
    paths = (game.path(move) for move in legal)
    begun = (path[:size] for path in paths for size in range(1, len(path) + 1))
    return next((cells for cells in begun if clicks_word(game, cells) == word), None)


def _short(text: str) -> str:
    if written_length(text) <= LONGEST:
        return text
    digest = hashlib.sha256(text.encode()).digest()
    return _HASH + b32encode(digest).decode().lower()[:_HASH_LENGTH]

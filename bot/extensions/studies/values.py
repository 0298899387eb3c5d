"""The aim of a walk through mistakes, and games in files, beside the game of a table."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from bot.model.table import Table
from rules.records.transcript import Transcript

__all__ = ["LEARN", "Comparison", "Likeness", "SentGame"]

LEARN: Final = "learn"
"""The aim of a study in which a person finds better moves than the ones marked as mistakes."""


class Likeness(Enum):
    """The part of a table's game that a file contains."""

    RECORD = auto()
    """Its log is identical to the table's."""
    TURNS = auto()
    """The turns are the same. Its format has no log."""
    OTHER_RECORD = auto()
    """The turns are the same, but its log differs."""
    OTHER_END = auto()
    """The turns are the same, but its end differs."""
    SO_FAR = auto()
    """It has the first turns, and the game has more."""
    OTHER = auto()
    """A turn differs."""


@dataclass(frozen=True, slots=True)
class SentGame:
    """The game in a file, with all turns checked by the rules."""

    transcript: Transcript
    """The turns as the rules write them, and the end in the file."""
    digest: str | None = None
    """The digest of its log, if the file holds one."""
    entries: int = 0
    """The number of entries of its log."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A file's game compared with a table's."""

    known: Table
    likeness: Likeness
    difference: int | None = None
    """The number of the first turn that differs, from 1, if one does."""

"""A report on a game, as data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, TypeAlias

from engine.outlook import Value
from rules.contract.core import AnyGame, AnyMove, Side

__all__ = ["Mark", "Marks", "PlyReport", "Report", "SideReport", "marked", "read_report"]


class Mark(Enum):
    """How bad a move was, as chess players write it."""

    NONE = ""
    DUBIOUS = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


Marks: TypeAlias = Sequence[tuple[Value, Mark]]
"""From which loss on a mark is given, the largest first."""


@dataclass(frozen=True, slots=True)
class PlyReport:
    """One turn of a side, or one roll."""

    number: int
    """Among all plies of the game, from 1."""
    side: Side | None
    """Who moved, or who rolled; None for an opening roll that decided nothing."""
    text: str
    value: Value
    """What the side may expect after it, in points."""
    loss: Value = 0.0
    """What the best move would have brought more, in points; 0 for a roll."""
    luck: Value = 0.0
    """What the roll was worth more than rolls on average; 0 unless that is known exactly."""
    best: str = ""
    """The best move, where it was not played."""
    line: tuple[str, ...] = ()
    """How play might have gone on with it, beginning with it."""
    mark: str = Mark.NONE.value
    is_roll: bool = False


@dataclass(frozen=True, slots=True)
class SideReport:
    """One side's whole game."""

    side: Side
    moves: int
    loss: Value
    luck: Value


@dataclass(frozen=True, slots=True)
class Report:
    """A whole game."""

    method: str
    plies: tuple[PlyReport, ...]
    sides: tuple[SideReport, ...]
    result: tuple[Value, ...]
    """By team, what the game brought; empty while it goes on."""
    settled: tuple[Value, ...]
    """By team, what it gained by an end that was not played out: a resignation, a time-out, an
    agreement. All 0 where the last move ended the game; exact with a table alone."""
    turning_point: int | None
    """The number of the ply with which those who won took a lead that they kept, or after which it
    fell to them; None in a draw and while the game goes on."""


def read_report(members: Mapping[str, Any]) -> Report:
    """Return the report whose members `dataclasses.asdict` gave. Raises KeyError or TypeError."""
    plies = (replace(PlyReport(**ply), line=tuple(ply["line"])) for ply in members["plies"])
    return Report(
        members["method"],
        tuple(plies),
        tuple(SideReport(**side) for side in members["sides"]),
        tuple(members["result"]),
        tuple(members["settled"]),
        members["turning_point"],
    )


def marked(game: AnyGame, ply: PlyReport, line: Sequence[AnyMove], marks: Marks) -> PlyReport:
    """Return the report on a move with its mark and, if it lost anything, the best line."""
    if not ply.loss:
        return ply
    mark = next((mark for least, mark in marks if ply.loss >= least), Mark.NONE)
    texts = tuple(map(game.notate, line))
    return replace(ply, best=texts[0], line=texts, mark=mark.value)

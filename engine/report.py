"""A report on a game, as data."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import Enum
from typing import Any, Final, TypeAlias

from engine.members import as_text, as_texts, as_value, as_whole
from engine.outlook import Value
from engine.reason import Reason, read_reason
from rules.contract.core import AnyGame, AnyMove, Side

__all__ = [
    "EXACT_MARKS", "MARKS", "Mark", "Marks", "PlyReport", "Report", "SideReport", "kept_report",
    "mark_of", "marked", "read_report", "written_report",
]  # fmt: skip


_VERSION: Final = 5
"""The version of how values are found, raised when a report would tell something else. 1: without
hindsight, and a game that its last move ended could be judged as if it went on. 2: the same of a
game that a reply would have ended, and a forced move of games without judgement was worth 0. 3:
with a tenth of the positions in every game, and without refutations and reasons. 4: a reason could
be a gain that the move that was played brought sooner."""


class Mark(Enum):
    """The quality of a bad move, in chess notation."""

    NONE = ""
    DUBIOUS = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


Marks: TypeAlias = Sequence[tuple[Value, Mark]]
"""The losses from which marks are given, largest first."""
MARKS: Final[Marks] = ((0.40, Mark.BLUNDER), (0.20, Mark.MISTAKE), (0.10, Mark.DUBIOUS))
"""The marks of estimates. Half of a loss is winning chance: 20, 10 and 5 %."""
EXACT_MARKS: Final[Marks] = ((0.20, Mark.BLUNDER), (0.08, Mark.MISTAKE), (0.03, Mark.DUBIOUS))
"""The marks of exact values, in points."""


@dataclass(frozen=True, slots=True)
class PlyReport:
    """One turn of a side, or one roll."""

    number: int
    """The number among all plies of the game, from 1."""
    side: Side | None
    """The side that moved or rolled, or None for an opening roll that decided nothing."""
    text: str
    value: Value
    """The result that the side may expect after it, in points."""
    loss: Value = 0.0
    """The points that the best move would have gained in addition; 0 for a roll."""
    luck: Value = 0.0
    """The value of the roll above the average roll; 0 unless that is known exactly."""
    best: str = ""
    """The best move, if it wasn't played."""
    line: tuple[str, ...] = ()
    """A likely continuation that begins with the best move."""
    mark: str = Mark.NONE.value
    is_roll: bool = False
    missed: int = 0
    """The moves in which the side would have won by a table of endgames, if its move gave that
    away."""
    refutation: tuple[str, ...] = ()
    """A likely continuation after a move with a mark; empty if a roll or nothing follows."""
    why: Reason | None = None
    """The reason for the mark, if anything can be counted on the board."""


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
    """The result of the game by team; empty while it goes on."""
    settled: tuple[Value, ...]
    """The points that teams gained by an end that wasn't played out: a resignation, a
    time-out, an agreement. All 0 if the last move ended the game; exact only with a table."""
    turning_point: int | None
    """The number of the ply with which the winners took a lead that they kept, or after which
    the lead fell to them, or None in a draw, while the game goes on, and if they had no lead."""


def read_report(members: Mapping[str, Any]) -> Report:
    """Return the report from the output of `dataclasses.asdict`.

    Raises LookupError, TypeError or ValueError if it's something else.
    """
    turning_point = members["turning_point"]
    return Report(
        as_text(members["method"]),
        tuple(map(_read_ply, members["plies"])),
        tuple(map(_read_side, members["sides"])),
        tuple(map(as_value, members["result"])),
        tuple(map(as_value, members["settled"])),
        None if turning_point is None else as_whole(turning_point),
    )


def written_report(report: Report) -> str:
    """Return the report as JSON, to be kept."""
    return json.dumps({"version": _VERSION, **asdict(report)})


def kept_report(text: str | None) -> Report | None:
    """Return the report that `written_report` wrote, or None if another version wrote it."""
    if text is None:
        return None
    try:
        members = json.loads(text)
        return read_report(members) if members["version"] == _VERSION else None
    except (LookupError, TypeError, ValueError):
        return None


def _read_ply(ply: Mapping[str, Any]) -> PlyReport:
    return PlyReport(
        as_whole(ply["number"]),
        None if ply["side"] is None else Side(as_text(ply["side"])),
        as_text(ply["text"]),
        as_value(ply["value"]),
        as_value(ply["loss"]),
        as_value(ply["luck"]),
        as_text(ply["best"]),
        as_texts(ply["line"]),
        Mark(ply["mark"]).value,
        is_roll=bool(ply["is_roll"]),
        missed=as_whole(ply["missed"]),
        refutation=as_texts(ply["refutation"]),
        why=read_reason(ply["why"]),
    )


def _read_side(side: Mapping[str, Any]) -> SideReport:
    return SideReport(
        Side(as_text(side["side"])), as_whole(side["moves"]), as_value(side["loss"]),
        as_value(side["luck"]),
    )  # fmt: skip


def mark_of(loss: Value, marks: Marks) -> Mark:
    """Return the mark of a move that loses so much."""
    return next((mark for least, mark in marks if loss >= least), Mark.NONE)


def marked(
    game: AnyGame, ply: PlyReport, line: Sequence[AnyMove], marks: Marks, win: Value = 1.0
) -> PlyReport:
    """Return the report on a move with its mark and, if it lost anything, the best line.

    `win` is what counts as one win in the `marks`.
    """
    if not ply.loss:
        return ply
    texts = tuple(map(game.notate, line))
    return replace(ply, best=texts[0], line=texts, mark=mark_of(ply.loss / win, marks).value)

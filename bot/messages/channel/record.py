"""The remains of a public board once there is a newer one: usually a line of the record.

A channel then reads as the record of its game, with one board below it. The lines are made from
the log alone: what somebody did, with the numbers of `/game history`, and nobody's mention.
"""

from dataclasses import dataclass

from bot.messages.channel.boards import looking_back
from bot.messages.controls.message import Message, Row
from bot.messages.words.turns import in_a_line, told_since, turns
from bot.model.boards import BoardKind, Boards, TableMessage
from bot.model.table import Table
from rules.contract.sentence import Sentence

__all__ = ["Deleted", "Trimmed", "left_of", "line"]


@dataclass(frozen=True, slots=True)
class Trimmed:
    """A message keeps its words."""

    rows: tuple[Row, ...] = ()
    """The buttons that it keeps or gets."""
    has_picture: bool = True
    """False: its pictures go."""


@dataclass(frozen=True, slots=True)
class Deleted:
    """A message goes."""


def left_of(table: Table, board: TableMessage, before: Table | None) -> Message | Trimmed | Deleted:
    """Return what is to be left of a replaced board of a started game.

    How a game ended, and who took a seat, is told by no later message and so is never removed.
    Where the board told also how the game `before` ended, its buttons to look back stay.
    """
    is_end = table.started.outcome is not None and board.number == len(table.started.entries)
    if is_end or board.kind == BoardKind.TURNOVER or board.boards is Boards.ALL:
        return Trimmed(looking_back(before) if before and before.match else ())
    if board.kind == BoardKind.HANDOVER:
        return Trimmed(has_picture=False)
    if board.kind == BoardKind.AGAIN:
        return Deleted()
    if board.boards is Boards.NEWEST and not board.is_shown_again:
        return Deleted()
    return Message(line(table, board.first, board.number))


def line(table: Table, first: int, number: int) -> Sentence:
    """Return the line of a message that has shown the boards of these entries and those between.

    It tells the entries since the message before; if there isn't room, only the latest.
    """
    return in_a_line(turns(table, told_since(table, first), number))

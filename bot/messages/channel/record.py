"""The remains of a public board once there is a newer one: usually a line of the record.

A channel then reads as the record of its game, with one board below it. The lines are made from
the log alone: what somebody did, with the numbers of `/game history`, and nobody's mention.
"""

from enum import Enum, auto

from bot.messages.words.turns import in_a_line, told_since, turns
from bot.model.boards import BoardKind, Boards, ReplacedBoard
from bot.model.table import Table
from rules.contract.sentence import Sentence

__all__ = ["Remains", "line", "remains"]


class Remains(Enum):
    """The remains of a replaced board."""

    LINE = auto()
    WORDS = auto()
    """Its words, without the picture."""
    PICTURE = auto()
    """Its words and picture, with no buttons but those for a game that is over."""
    NOTHING = auto()


def remains(table: Table, board: ReplacedBoard) -> Remains:
    """Return what is to be left of a replaced board of a started game.

    How a game ended, and who took a seat, is told by no later message and so is never removed.
    """
    is_end = table.started.outcome is not None and board.number == len(table.started.entries)
    if is_end or board.kind is BoardKind.TURNOVER or board.boards is Boards.ALL:
        return Remains.PICTURE
    if board.kind is BoardKind.HANDOVER:
        return Remains.WORDS
    if board.kind is BoardKind.AGAIN:
        return Remains.NOTHING
    if board.boards is Boards.NEWEST and not board.is_shown_again:
        return Remains.NOTHING
    return Remains.LINE


def line(table: Table, first: int, number: int) -> Sentence:
    """Return the line of a message that has shown the boards of these entries and those between.

    It tells the entries since the message before; if there isn't room, only the latest.
    """
    return in_a_line(turns(table, told_since(table, first), number))

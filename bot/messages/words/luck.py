"""Luck and skill in a game that is over."""

from functools import partial

from bot.messages.words.sides import player_of
from bot.model.table import Table
from engine.report import Report
from engine.report_words import is_exact, luck_and_skill
from rules.contract.sentence import Sentence

__all__ = ["luck_line"]


def luck_line(table: Table, report: Report) -> Sentence | None:
    """Return who played better and whom the dice favoured; None if that isn't known exactly.

    A side is named where somebody has left their seat to another.
    """
    if not is_exact(report) or not report.result:
        return None
    return luck_and_skill(table.started.game, report, partial(player_of, table))

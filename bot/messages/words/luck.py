"""Luck and skill in a game that is over."""

from bot.messages.words.text import named
from bot.model.table import Table
from engine.report import Report
from engine.report_words import is_exact, luck_and_skill
from rules.contract.core import Side
from rules.contract.sentence import Argument, Sentence
from rules.log.events import SeatTaken

__all__ = ["luck_line"]


def luck_line(table: Table, report: Report) -> Sentence | None:
    """Return who played better and whom the dice favoured; None if that isn't known exactly.

    The sides are named where somebody has left their seat to another.
    """
    match = table.started
    if not is_exact(report) or not report.result:
        return None
    has_changed_hands = any(isinstance(event, SeatTaken) for event in match.events)

    def name(side: Side) -> Argument:
        if has_changed_hands:
            return match.game.spec.side(side).title
        return named(table.at(match.seat_of(side)).user)

    return luck_and_skill(match.game, report, name)

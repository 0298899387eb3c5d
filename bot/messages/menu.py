"""The menu beside the board: what can be read, and for players what can be done beside moving."""

from bot.messages import sentences
from bot.messages.custom_ids import button
from bot.messages.message import Message, Row, Style
from bot.model.table import Status, Table
from rules.capabilities import CanStop

__all__ = ["menu"]


def menu(table: Table, user_id: int, *, overdue: bool) -> Message:
    """Return the menu for one person; `overdue` says whether the time can be claimed."""
    reading = [
        button("History", "history", table.id),
        button("Rules", "rules", table.terms.game, 0),
    ]
    rows: tuple[Row, ...] = (reading,)
    if table.terms.plan:
        reading.append(button("Score", "score", table.id))
    if table.player(user_id) and table.status is Status.PLAYING:
        rows = (_table_actions(table, overdue=overdue), reading)
    line = sentences.state_line(table)
    return Message(f"{sentences.terms_line(table)}\n{line}", rows=rows)


def _table_actions(table: Table, *, overdue: bool) -> Row:
    row = [
        button("Offer a draw", "draw", table.id),
        button("Ask to take back", "takeback", table.id),
    ]
    if isinstance(table.started.game, CanStop):
        row.append(button("Stop and count", "count", table.id))
    row.append(button("Resign …", "giveup", table.id, style=Style.DANGER))
    if overdue:
        row.append(button("Claim the time", "claim", table.id, style=Style.PRIMARY))
    return row

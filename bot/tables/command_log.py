"""The line that is logged for each command."""

import logging

from bot.model import metrics
from bot.model.caller import Caller
from bot.model.table import Request, Table
from bot.tables.commands import Command, Open

__all__ = ["log_command"]

_log = logging.getLogger(__name__)


def log_command(
    table: Table | int,
    command: Command | Open,
    caller: Caller,
    request: Request,
    *,
    result: str,
    took: float,
) -> None:
    """Log one line without anybody's words and without secrets, and count the command."""
    number, game = (table, "") if isinstance(table, int) else (table.id, table.terms.game)
    _log.info(
        "table=%s game=%s command=%s person=%s request=%s result=%s ms=%.0f",
        number, game, type(command).__name__, caller.user.id, request.id, result, took,
    )  # fmt: skip
    metrics.COMMANDS.labels(type(command).__name__, game, result).inc()

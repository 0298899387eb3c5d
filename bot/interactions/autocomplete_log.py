"""Shortens the log when Discord refuses the suggestions of an autocomplete."""

import logging
from typing import Final

from bot.interactions.errors import is_fault

__all__ = ["shorten_faults"]

_LOGGER: Final = logging.getLogger("discord.app_commands.tree")
"""Commands handle their own faults, so those reported here come from autocompletes."""


class _Shortened(logging.Filter):
    """Turns a record of a fault, which has a traceback, into a line.

    While somebody goes on typing, Discord often refuses suggestions for the earlier text.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass; shorten that of a fault."""
        failure = record.exc_info[1] if record.exc_info else None
        if isinstance(failure, Exception) and is_fault(failure):
            record.levelno, record.levelname = logging.INFO, logging.getLevelName(logging.INFO)
            record.msg, record.args = "Suggestions were not shown: %s", (failure,)
            record.exc_info = None
        return True


_SHORTENED: Final = _Shortened()


def shorten_faults() -> None:
    """Let discord.py log a fault under an autocomplete without a traceback."""
    _LOGGER.addFilter(_SHORTENED)

"""Shortens what discord.py logs of faults: Discord's refusals, and connections that fail."""

import logging
from typing import Final

import discord
import discord.app_commands

from bot.interactions.errors import is_fault

__all__ = ["shorten_faults"]

_SUGGESTIONS: Final = logging.getLogger("discord.app_commands.tree")
"""Commands handle their own faults, so those reported here come from autocompletes."""
_CONNECTION: Final = logging.getLogger("discord.shard")


_EXPECTED: Final = (
    discord.GatewayNotFound,
    discord.ConnectionClosed,
    discord.app_commands.CommandSignatureMismatch,
)
"""No connection, and suggestions for an option of an old list of commands."""


class _Shortened(logging.Filter):
    """Turns a record of a fault, which has a traceback, into a line."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass; shorten a fault's."""
        failure = record.exc_info[1] if record.exc_info else None
        if isinstance(failure, _EXPECTED) or (isinstance(failure, Exception) and is_fault(failure)):
            self.shorten(record, failure)
            record.exc_info = None
        return True

    def shorten(self, record: logging.LogRecord, failure: Exception) -> None:
        """Add the failure to the record's text."""
        record.msg, record.args = "%s: %r", (record.getMessage(), failure)


class _Suggestions(_Shortened):
    """Reports suggestions for an earlier text, which Discord often refuses, as no error."""

    def shorten(self, record: logging.LogRecord, failure: Exception) -> None:
        """Say that they were not shown."""
        record.levelno, record.levelname = logging.INFO, logging.getLevelName(logging.INFO)
        record.msg, record.args = "Suggestions were not shown: %s", (failure,)


_FILTERS: Final = ((_SUGGESTIONS, _Suggestions()), (_CONNECTION, _Shortened()))


def shorten_faults() -> None:
    """Let discord.py log a fault under an autocomplete, or of the connection, in a line."""
    for logger, shortened in _FILTERS:
        logger.addFilter(shortened)

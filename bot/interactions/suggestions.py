"""What is logged of suggestions that could not be shown while somebody was typing."""

import logging
from typing import Final

from bot.interactions.errors import is_fault

__all__ = ["tell_faults_briefly"]

_LOGGER: Final = logging.getLogger("discord.app_commands.tree")


class _Briefly(logging.Filter):
    """Tells in one line what discord.py logs with a traceback although nothing is wrong here.

    Whoever types on has no use for earlier suggestions, so Discord often takes them no more.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Turn the record of a fault into a line; let all others pass as they are."""
        failure = record.exc_info[1] if record.exc_info else None
        if "autocomplete" in str(record.msg) and isinstance(failure, Exception):
            if not is_fault(failure):
                return True
            record.levelno, record.levelname = logging.INFO, logging.getLevelName(logging.INFO)
            record.msg, record.args = "Suggestions were not shown: %s", (failure,)
            record.exc_info = None
        return True


_BRIEFLY: Final = _Briefly()


def tell_faults_briefly() -> None:
    """Let discord.py log faults of Discord's under a suggestion without a traceback."""
    _LOGGER.addFilter(_BRIEFLY)

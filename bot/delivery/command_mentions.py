"""Names of commands in texts as mentions, which people press to begin the command.

A mention needs the number that Discord gave the command when it was registered. Until the numbers
are known, and for names that are not registered as they stand, the text stays as it is.
"""

import re
from collections.abc import Iterable
from typing import Final

from discord import app_commands

__all__ = ["learn", "with_mentions"]

_NAME: Final = re.compile(r"(?<![\\`])`/([a-z-]+(?: [a-z-]+)?)`(?!`)")
"""A command without options as our texts write it; what people typed has its accents escaped."""
_MOST: Final = 2000
"""Characters that Discord allows in a message."""

_numbers: dict[str, int] = {}
"""By the words that one types; a process serves one application."""


def learn(registered: Iterable[app_commands.AppCommand]) -> None:
    """Take the numbers of the commands that Discord has."""
    _numbers.clear()
    for command in registered:
        groups = [
            each for each in command.options if isinstance(each, app_commands.AppCommandGroup)
        ]
        for group in groups:
            _numbers[f"{command.name} {group.name}"] = command.id
        if not groups:
            _numbers[command.name] = command.id


def with_mentions(text: str) -> str:
    """Return a message's text with mentions where it names commands, if there is room for them."""
    mentioned = _NAME.sub(_mention, text)
    return mentioned if len(mentioned) <= _MOST else text


def _mention(found: re.Match[str]) -> str:
    number = _numbers.get(found[1])
    return found[0] if number is None else f"</{found[1]}:{number}>"

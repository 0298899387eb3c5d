"""Turns the names of commands in texts into mentions, which people press to use the command.

A mention needs the id that Discord gave the command when it was registered. Until the ids are
known, and for names that aren't registered as written, the text stays as it is.
"""

import re
from collections.abc import Iterable
from typing import Final

from discord import app_commands

from bot.messages.words.locale import MOST_CHARACTERS

__all__ = ["learn", "with_mentions"]

_NAME: Final = re.compile(r"(?<![\\`])`/([a-z-]+(?: [a-z-]+)?)`(?!`)")
"""A command without options as our texts write it; in text that people typed, the accents are
escaped."""

_numbers: dict[str, int] = {}
"""The ids of commands by their typed names; a process serves one application."""


def learn(registered: Iterable[app_commands.AppCommand]) -> None:
    """Store the ids of the commands that Discord has."""
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
    """Return a message's text with mentions instead of commands' names, if there is room."""
    mentioned = _NAME.sub(_mention, text)
    return mentioned if len(mentioned) <= MOST_CHARACTERS else text


def _mention(found: re.Match[str]) -> str:
    number = _numbers.get(found[1])
    return found[0] if number is None else f"</{found[1]}:{number}>"

"""The bot on a loopback Discord, as in the tests of its core."""

from tests.bot.conftest import (
    ann,
    blank_boards,
    bo,
    bot,
    cy,
    database,
    di,
    empty_database,
    english_commands,
    killable_bot,
    no_posters,
    opened,
    other_language,
    people,
    queues,
    server,
    service,
    unhurried,
)

__all__ = [
    "ann", "blank_boards", "bo", "bot", "cy", "database", "di", "empty_database",
    "english_commands", "killable_bot", "no_posters", "opened", "other_language", "people",
    "queues", "server", "service", "unhurried",
]  # fmt: skip

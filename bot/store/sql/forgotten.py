"""The file of people forgotten lately: beside the database, or where the host has put it.

An older copy of the database still knows them. Whatever puts a copy in place reads this file first,
and so does every start, so that no one comes back with it. Its lines are people's random numbers
and Unix seconds.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from bot.model.caller import Person
from bot.store.sql.side_files import lock
from bot.store.sql.sqlite.files import put
from rules.time.duration import DAY

__all__ = ["LISTED", "file_of", "forgotten", "note"]

LISTED: Final = 30 * DAY
"""Seconds for which a person is listed; no copy of the database lives longer."""
_PATIENCE: Final = 10.0
"""Seconds for which a process waits for another one that writes the list."""


def file_of(database: Path) -> Path:
    """Return the default path of the file for a database."""
    return database.with_name(f"{database.name}.forgotten")


def forgotten(file: Path, now: int) -> list[Person]:
    """Return the people who were forgotten in the last 30 days."""
    return [person for person, at in _lines(file) if at > now - LISTED]


def note(file: Path, persons: list[Person], now: int) -> None:
    """Add people to the list, and drop those who have been on it for 30 days.

    It is on the disk afterwards, and whole at any time. Processes that share it take turns. Raises
    OSError if it can't be written.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with lock(file, _PATIENCE):
        _write(file, persons, now)


def _write(file: Path, persons: list[Person], now: int) -> None:
    listed = {person: at for person, at in _lines(file) if at > now - LISTED}
    listed.update(dict.fromkeys(persons, now))
    part = file.with_name(f"{file.name}.part")
    descriptor = os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as written:
        written.writelines(f"{person} {at}\n" for person, at in listed.items())
    put(part, file)


def _lines(file: Path) -> list[tuple[Person, int]]:
    found: list[tuple[Person, int]] = []
    with suppress(FileNotFoundError):
        for line in file.read_text("ascii").splitlines():
            person, _, at = line.partition(" ")
            if person.isdecimal() and at.isdecimal():
                found.append((Person(int(person)), int(at)))
    return found

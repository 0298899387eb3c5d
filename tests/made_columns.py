"""What migrations make, worked out once for each list of them.

The bot does it at each start, which would be half of the time that a test takes to open a database.
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from bot.store.sql.postgres import schema as of_servers
from bot.store.sql.sqlite import schema as of_files
from bot.store.sql.sqlite.schema import columns_made

__all__ = ["remember_columns"]


def remember_columns(patch: pytest.MonkeyPatch) -> None:
    """Let the schema of no list of migrations be made twice; files that change make another."""
    for module in (of_files, of_servers):
        patch.setattr(module, "columns_made", _of)


def _of(applied: Iterable[Path]) -> dict[str, list[tuple[object, ...]]]:
    return _of_files(tuple((file, file.stat().st_mtime_ns) for file in applied))


@cache
def _of_files(files: tuple[tuple[Path, int], ...]) -> dict[str, list[tuple[object, ...]]]:
    return columns_made(file for file, _ in files)

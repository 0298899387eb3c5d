"""Typed moves beside an older version of the program: `python -m bench.before COMMIT`.

The older version is checked out beside this one and runs with the libraries of this one. Both take
turns in one run.
"""

import argparse
import asyncio
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Final

from bench.arena import at_tables, compete, opened, random_games, spread
from rules.registry import find

__all__: list[str] = []

_ROOT: Final = Path(__file__).parents[1]
_GAME: Final = "czech"
_PLAYERS: Final = ((1, 20), (10, 10))
"""The number of people who move at the same time, and of each one's moves in a slice."""


async def _measure(before: Path, seconds: float) -> None:
    seat = at_tables(_GAME, cycle(random_games(find(_GAME), 200, 20)))
    most = max(players for players, _ in _PLAYERS)
    with tempfile.TemporaryDirectory(prefix="before-") as folder:
        async with (
            opened("bench.solo", Path(folder) / "now.sqlite3", seat, most) as now,
            opened("bench.solo", Path(folder) / "then.sqlite3", seat, most, program=before) as then,
        ):
            for players, moves in _PLAYERS:
                ours, older = await compete((now, then), players, moves, seconds / len(_PLAYERS))
                pairs = zip(ours, older, strict=True)
                ratio = spread(a.cpu_of_move / b.cpu_of_move for a, b in pairs)
                print(f"typed move, {players} at once: {ratio} times the CPU time before")


@contextmanager
def _checked_out(commit: str) -> Generator[Path]:
    with tempfile.TemporaryDirectory(prefix="version-") as folder:
        git = ("git", "-C", str(_ROOT), "worktree")
        subprocess.run([*git, "add", "--quiet", "--detach", folder, commit], check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run([*git, "remove", "--force", folder], check=True)


def main() -> None:
    """Compare the version of this folder with an older one, and print the ratios."""
    parser = argparse.ArgumentParser(prog="python -m bench.before", description=__doc__)
    parser.add_argument("commit")
    parser.add_argument("--seconds", type=float, default=20.0)
    asked = parser.parse_args()
    with _checked_out(asked.commit) as folder:
        asyncio.run(_measure(folder, asked.seconds))


if __name__ == "__main__":
    main()

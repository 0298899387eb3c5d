"""`python -m tests.chaos`: one campaign after the other, until the time is over."""

import argparse
import asyncio
import shutil
import sys
import tempfile
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.chaos.campaign import Campaign, Report
from tests.chaos.server import Server

_LENGTH: Final = 300.0
"""Seconds of one campaign on one database."""


def main() -> int:
    """Run the campaigns asked for, print what they did, and return 1 if anything broke."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="for all together (default 60)")
    parser.add_argument("--kills", type=int, default=0, help="go on until this many kills")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--processes", type=int, default=1,
        help="several share a PostgreSQL server, one has a file (default 1)",
    )  # fmt: skip
    parser.add_argument(
        "--shards", type=int, help="connections to Discord (default as many as processes)"
    )
    parser.add_argument(
        "--keep", type=Path, help="folder for the file, the log and the messages of a failure"
    )
    asked = parser.parse_args()
    seed, seconds, kills = asked.seed, 0.0, 0
    while seconds < asked.seconds or kills < asked.kills:
        length = min(_LENGTH, max(asked.seconds - seconds, 30.0))
        report = asyncio.run(_campaign(asked, seed, length))
        print(report, flush=True)
        seconds, kills, seed = seconds + report.seconds, kills + report.kills, seed + 1
        if report.broken:
            print("\n".join(report.broken[:50]))
            return 1
    return 0


async def _campaign(asked: argparse.Namespace, seed: int, seconds: float) -> Report:
    with _database(asked.processes) as database:
        async with Campaign.open(
            database, seed, processes=asked.processes, shards=asked.shards or asked.processes
        ) as campaign:
            report = await campaign.run(seconds)
            found = {"broken": report.broken, "log": campaign.log, "seen": campaign.seen}
        if report.broken and asked.keep is not None:
            _keep(asked.keep, database, found)
    return report


@contextmanager
def _database(processes: int) -> Generator[Path | Server]:
    """Make a file for one process, or run a server for several."""
    if processes > 1:
        with Server.running() as server:
            yield server
        return
    with tempfile.TemporaryDirectory(prefix="chaos-") as folder:
        yield Path(folder) / "tables.sqlite3"


def _keep(keep: Path, database: Path | Server, found: Mapping[str, Sequence[str]]) -> None:
    """Copy what a failure can be understood from."""
    if isinstance(database, Path):
        shutil.copytree(database.parent, keep, dirs_exist_ok=True)
    else:
        database.keep(keep)
    for name, lines in found.items():
        (keep / f"{name}.txt").write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())

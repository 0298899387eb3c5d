"""`python -m tests.chaos.soak`: people play for long, and the memory of the bot stays flat.

The bot keeps few tables in memory here, so that its cache is full soon. Nothing goes wrong and it
is never started again. Memory is read from /proc, so this runs on Linux.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

from tests.chaos.campaign import Campaign
from tests.stored import opened

__all__ = ["Sample", "growth", "sample"]

_PERIOD: Final = 10.0
"""Seconds between two samples."""
_TABLE_MEMORY: Final = 0.3
"""Megabytes for the tables that the bot keeps in memory."""
_ALLOWED: Final = 0.05
"""Share by which memory may grow after the first half."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What the bot's process used at one moment."""

    seconds: float
    memory: float
    """Resident, in MiB."""
    descriptors: int
    threads: int
    entries: int
    """Of all logs."""

    def __str__(self) -> str:
        return (
            f"{self.seconds:.0f} s: {self.memory:.1f} MiB, {self.descriptors} descriptors,"
            f" {self.threads} threads, {self.entries} entries"
        )


def growth(samples: Sequence[Sample]) -> float:
    """Return by which share the memory of the last quarter exceeds that of the third one."""
    quarter = max(len(samples) // 4, 1)
    last, before = samples[-quarter:], samples[-2 * quarter : -quarter] or samples[:1]
    return median(each.memory for each in last) / median(each.memory for each in before) - 1


def main() -> int:
    """Play, print samples, and return 1 where memory grows or something is broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.soak", description=__doc__)
    parser.add_argument("--seconds", type=float, default=600.0, help="how long (default 600)")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    samples, broken = asyncio.run(_soak(asked.seconds, asked.seed))
    share = growth(samples)
    print(f"growth after the first half: {100 * share:.1f} %; {len(broken)} broken")
    print("\n".join(broken[:20]))
    return int(bool(broken) or share > _ALLOWED)


async def _soak(seconds: float, seed: int) -> tuple[list[Sample], list[str]]:
    samples: list[Sample] = []
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        database = Path(folder) / "tables.sqlite3"
        async with Campaign.open(database, seed, table_memory=_TABLE_MEMORY) as campaign:
            begun = time.monotonic()
            while not campaign.report.broken and time.monotonic() - begun < seconds:
                await campaign.play(lambda: asyncio.sleep(_PERIOD), restarts=0.0)
                campaign.check()
                assert campaign.pid is not None, "the bot has ended"
                passed = time.monotonic() - begun
                samples.append(await asyncio.to_thread(sample, campaign.pid, database, passed))
                print(samples[-1], flush=True)
            return samples, campaign.report.broken


def sample(pid: int, database: Path, seconds: float) -> Sample:
    """Return what a process uses now, and how many entries its database holds."""
    process = Path(f"/proc/{pid}")
    status = dict(
        line.split(":", 1) for line in (process / "status").read_text("ascii").splitlines()
    )
    with opened(database) as tx:
        entries = int(tx.do("SELECT count(*) AS count FROM entries")[0]["count"])
    return Sample(
        seconds,
        memory=int(status["VmRSS"].split()[0]) / 1024,
        descriptors=len(list((process / "fd").iterdir())),
        threads=int(status["Threads"]),
        entries=entries,
    )


if __name__ == "__main__":
    sys.exit(main())

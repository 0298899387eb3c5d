"""A worker that begins to think about some levels and comes to no end, however fast it is.

Run `python -m tests.engine.held_worker FOLDER LEVEL ... [OPTION ...]` with the options of
`python -m engine work`. Once it has read a request for such a level it leaves a file in FOLDER,
named by its process id, and waits for a word on its input. As no pool says one, it waits until it
is killed or its input ends; what else it is asked it answers as every worker does.
"""

import argparse
import asyncio
import os
import sys
from collections.abc import Container, Iterator
from pathlib import Path
from typing import TextIO

from engine.levels import Level
from engine.tasks import read_request
from engine.worker import confine, serve

__all__ = ["begun", "holding"]


def holding(folder: Path, *levels: Level) -> tuple[str, ...]:
    """Return the program of a pool whose workers are held at these levels."""
    folder.mkdir(exist_ok=True)
    return ("-m", __name__, str(folder), *(str(level.number) for level in levels))


async def begun(folder: Path, number: int = 1) -> int:
    """Wait until so many workers have begun to think; return the process id of one."""
    while len(found := os.listdir(folder)) < number:  # noqa: ASYNC110, PTH208 - another process
        await asyncio.sleep(0.005)
    return int(found[0])


def _held(requests: TextIO, folder: Path, levels: Container[int]) -> Iterator[str]:
    """Yield the lines that are to be answered."""
    for line in requests:
        if read_request(line)[1].level in levels:
            (folder / str(os.getpid())).touch()
            requests.readline()
        else:
            yield line


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.engine.held_worker")
    parser.add_argument("folder", type=Path)
    parser.add_argument("levels", type=int, nargs="+")
    parser.add_argument("--memory", type=int, required=True)
    parser.add_argument("--nice", type=int, required=True)
    parser.add_argument("--tables", type=Path)
    asked = parser.parse_args()
    confine(asked.memory, asked.nice)
    return serve(_held(sys.stdin, asked.folder, asked.levels), sys.stdout, asked.tables)


if __name__ == "__main__":
    sys.exit(main())

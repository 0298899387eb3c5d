"""Plays the games of a plan, with a progress line, until they are played or a person stops it."""

import signal
import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from time import process_time
from typing import Final, TextIO

from engine.balance.plan import Job, Kept, Plan, Played, played
from rules.packages import take_packages

__all__ = ["Progress", "play_all"]

_ESTIMATE: Final = 20
"""The games after which the whole CPU time is estimated."""


class Progress:
    """A line that says how far a run is: overwritten in a terminal, else written now and then."""

    def __init__(self, wanted: int, before: int, to: TextIO) -> None:
        self._wanted: Final = wanted
        self._before: Final = before
        self._to: Final = to
        self._done = 0
        self._seconds = 0.0
        self._said = -1

    def game(self, seconds: float) -> None:
        """Say that a game has been played, in so many seconds of CPU time."""
        self._done += 1
        self._seconds += seconds
        done = self._before + self._done
        tenth = 10 * done // self._wanted
        if self._done == _ESTIMATE:
            left = self._seconds / self._done * (self._wanted - done)
            self._clear()
            print(f"About {_time(left)} of CPU time to go.", file=self._to, flush=True)
        if self._to.isatty():
            filled = 30 * done // self._wanted
            bar = "█" * filled + "░" * (30 - filled)
            print(f"\r{bar} {done} of {self._wanted} games", end="", file=self._to, flush=True)
        elif tenth != self._said:
            print(f"{done} of {self._wanted} games", file=self._to, flush=True)
        self._said = tenth

    def end(self) -> None:
        """End the line."""
        if self._to.isatty():
            print(file=self._to)

    def _clear(self) -> None:
        if self._to.isatty():
            print("\r\033[K", end="", file=self._to)


def play_all(
    plan: Plan, games: int, kept: Kept, *, processes: int = 1, packages: Sequence[str] = ()
) -> bool:
    """Play what is missing of so many games, and keep them; return False if it was stopped.

    `packages` hold games that the processes have to load, too.
    """
    jobs = list(plan.jobs(games))
    missing = [job for job in jobs if job not in kept.games]
    progress = Progress(len(jobs), len(jobs) - len(missing), sys.stderr)
    try:
        with _results(plan, missing, processes, packages) as results:
            for job, result, seconds in results:
                kept.add(job, result)
                progress.game(seconds)
    except KeyboardInterrupt:
        progress.end()
        return False
    progress.end()
    return True


@contextmanager
def _results(
    plan: Plan, jobs: Sequence[Job], processes: int, packages: Sequence[str]
) -> Generator[Iterable[tuple[Job, Played, float]]]:
    """Yield the results of the games as they end, with their CPU time in seconds."""
    if processes == 1:
        yield (_timed(plan, job) for job in jobs)
        return
    fresh = get_context("spawn")  # As on every system.
    executor = ProcessPoolExecutor(processes, fresh, _prepare, (packages,))
    try:
        yield _shared(executor, plan, iter(jobs), processes)
    finally:  # What is being played is awaited, and lost.
        executor.shutdown(cancel_futures=True)


def _shared(
    executor: ProcessPoolExecutor, plan: Plan, jobs: Iterator[Job], processes: int
) -> Iterator[tuple[Job, Played, float]]:
    """Yield the results of games in other processes."""
    running = {executor.submit(_timed, plan, job) for job in islice(jobs, 2 * processes)}
    while running:
        done: set[Future[tuple[Job, Played, float]]]
        done, running = wait(running, return_when=FIRST_COMPLETED)
        running |= {executor.submit(_timed, plan, job) for job in islice(jobs, len(done))}
        yield from (future.result() for future in done)


def _prepare(packages: Sequence[str]) -> None:
    """Prepare a process: Ctrl-C is for the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    take_packages([word for name in packages for word in ("--package", name)])


def _timed(plan: Plan, job: Job) -> tuple[Job, Played, float]:
    begin = process_time()
    result = played(plan, job)
    return job, result, process_time() - begin


def _time(seconds: float) -> str:
    """Return a time in words, rounded."""
    if seconds < 90:
        return f"{seconds:.0f} seconds"
    if seconds < 5_400:
        return f"{seconds / 60:.0f} minutes"
    return f"{seconds / 3_600:.1f} hours"

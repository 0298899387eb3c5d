"""Copies of the program, in which what is changed for a while harms nobody."""

import compileall
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from py_compile import PycInvalidationMode
from queue import SimpleQueue
from typing import Final, TypeVar

import pytest

from tests.faults.fault import ROOT

__all__ = ["Copy", "Verdict", "copies", "in_all"]

_A = TypeVar("_A")
_B = TypeVar("_B")

_UP: Final = -1
"""What a run returns that was stopped because its time was up."""


class Verdict(StrEnum):
    """The end of a change to the program."""

    NOTICED = "noticed"
    SURVIVED = "SURVIVED"
    UNTRIED = "NOT TRIED"
    LATE = "time is up"
    """No test has failed in the time that all of them had."""


class Copy:
    """A copy of the program, of which one file at a time is changed."""

    def __init__(self, root: Path) -> None:
        self._root = root
        shutil.copytree(
            ROOT, root, ignore=shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "var")
        )
        # The time of a file would not tell a fault from the code that it replaces.
        compileall.compile_dir(
            root, quiet=2, workers=1, invalidation_mode=PycInvalidationMode.CHECKED_HASH
        )

    def source(self, path: Path) -> str:
        """Return the text of a file, which stays though the program is worked on meanwhile."""
        return (self._root / path).read_text()

    def run(
        self, tests: Iterable[str], *options: str, seconds: float | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run tests, all in so many seconds at most, and return what pytest says."""
        command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, *tests)
        environment = {**os.environ, "PYTHONPATH": str(self._root), "THIRD": "all"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        with (
            tempfile.TemporaryFile("w+") as said,
            subprocess.Popen(
                command,
                cwd=self._root,
                env=environment,
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            ) as run,
        ):
            try:
                status = run.wait(seconds)
            except subprocess.TimeoutExpired:
                status = _UP
            finally:
                # Whatever the tests have started ends with them.
                with suppress(ProcessLookupError):
                    os.killpg(run.pid, signal.SIGKILL)
            said.seek(0)
            return subprocess.CompletedProcess(command, status, said.read())

    def attempt(
        self,
        path: Path,
        changed: str,
        tests: Iterable[str],
        *options: str,
        seconds: float | None = None,
    ) -> tuple[Verdict, str]:
        """Run tests with a changed file until one fails; return the verdict, and that test's name.

        Where the tests weren't run to their end, it returns what pytest said.
        """
        file = self._root / path
        source = self.source(path)
        file.write_text(changed)
        try:
            run = self.run(tests, "-x", "--no-header", "-rfE", "--tb=no", *options, seconds=seconds)
        finally:
            file.write_text(source)
        if run.returncode in (pytest.ExitCode.OK, _UP):
            return Verdict.SURVIVED if run.returncode == 0 else Verdict.LATE, ""
        said = [line for line in run.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        if run.returncode != pytest.ExitCode.TESTS_FAILED or not said:
            return Verdict.UNTRIED, run.stdout
        return Verdict.NOTICED, said[0].split()[1].partition("[")[0]


@contextmanager
def copies(count: int) -> Generator[list[Copy]]:
    """Make copies of the program, and remove them in the end."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(
        prefix="faults-", dir=memory if os.access(memory, os.W_OK) else None
    ) as folder:
        yield [Copy(Path(folder, str(number))) for number in range(count)]


def in_all(
    places: Sequence[Copy], items: Iterable[_A], work: Callable[[Copy, _A], _B]
) -> Iterator[_B]:
    """Do the work for each item, in all the copies at once; yield what comes of it as it ends."""
    free = SimpleQueue[Copy]()
    for place in places:
        free.put(place)

    def attempt(item: _A) -> _B:
        place = free.get()
        try:
            return work(place, item)
        finally:
            free.put(place)

    with ThreadPoolExecutor(len(places)) as threads:
        for done in as_completed([threads.submit(attempt, item) for item in items]):
            yield done.result()

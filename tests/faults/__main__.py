"""Plant one fault after another in a copy of the program, and see whether a test notices.

The exit status is 1 if a fault survives, and 2 if one cannot be tried: its tests fail without it,
or are not run to their end with it.
"""

import argparse
import compileall
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from py_compile import PycInvalidationMode
from queue import SimpleQueue
from typing import Final

import pytest

from tests.faults.catalogue import FAULTS
from tests.faults.fault import ROOT, Fault, planted

_HANGING: Final = ("--timeout", "60", "--timeout-method", "signal")
"""A test that waits for ever notices a fault too."""


class Verdict(StrEnum):
    """The end of a fault."""

    NOTICED = "noticed"
    SURVIVED = "SURVIVED"
    UNTRIED = "NOT TRIED"


@dataclass(frozen=True, slots=True)
class Trial:
    """A fault that was tried."""

    fault: Fault
    verdict: Verdict
    seconds: float
    noticed_by: str
    """The test that failed, or what pytest said."""


class Copy:
    """A copy of the program in which faults are planted, one at a time."""

    def __init__(self, root: Path) -> None:
        self._root = root
        shutil.copytree(
            ROOT, root, ignore=shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "var")
        )
        # The time of a file would not tell a fault from the code that it replaces.
        compileall.compile_dir(
            root, quiet=2, workers=1, invalidation_mode=PycInvalidationMode.CHECKED_HASH
        )

    def run(self, tests: Iterable[str], *options: str) -> subprocess.CompletedProcess[str]:
        """Run tests, and return what pytest says."""
        command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, *tests)
        environment = {**os.environ, "PYTHONPATH": str(self._root)}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        return subprocess.run(
            command, cwd=self._root, env=environment, capture_output=True, text=True, check=False
        )

    def attempt(self, fault: Fault) -> Trial:
        """Plant a fault, run its tests until one fails, and take it out again."""
        begun, file = time.monotonic(), self._root / fault.path
        source = file.read_text()
        file.write_text(planted(source, fault))
        try:
            run = self.run(fault.tests, "-x", "--no-header", "-rfE", "--tb=no", *_HANGING)
        finally:
            file.write_text(source)
        seconds = time.monotonic() - begun
        if run.returncode == pytest.ExitCode.OK:
            return Trial(fault, Verdict.SURVIVED, seconds, "")
        said = [line for line in run.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        if run.returncode != pytest.ExitCode.TESTS_FAILED or not said:
            return Trial(fault, Verdict.UNTRIED, seconds, run.stdout + run.stderr)
        return Trial(fault, Verdict.NOTICED, seconds, said[0].split()[1])


@contextmanager
def copies(count: int) -> Generator[list[Copy]]:
    """Make copies of the program, and remove them in the end."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(
        prefix="faults-", dir=memory if os.access(memory, os.W_OK) else None
    ) as folder:
        yield [Copy(Path(folder, str(number))) for number in range(count)]


def attempts(faults: Sequence[Fault], places: Sequence[Copy]) -> Iterator[Trial]:
    """Try faults in all the copies at once; yield them as they end."""
    free = SimpleQueue[Copy]()
    for place in places:
        free.put(place)

    def attempt(fault: Fault) -> Trial:
        place = free.get()
        try:
            return place.attempt(fault)
        finally:
            free.put(place)

    with ThreadPoolExecutor(len(places)) as threads:
        for done in as_completed([threads.submit(attempt, fault) for fault in faults]):
            yield done.result()


def main() -> int:
    """Try the faults that the command line names, or all, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="faults to plant; none: all")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    known = {fault.name: fault for fault in FAULTS}
    if unknown := set(asked.names) - set(known):
        parser.error(f"there is no fault {', '.join(sorted(unknown))}")
    faults = [known[name] for name in asked.names] or list(FAULTS)
    with copies(max(1, min(asked.processes, len(faults)))) as places:
        tests = sorted({test for fault in faults for test in fault.tests})
        sound = places[0].run(tests, "-n", str(len(places)), "--dist", "worksteal")
        if sound.returncode != pytest.ExitCode.OK:
            print(sound.stdout, sound.stderr, sep="\n")
            print("These tests have to pass before a fault is planted.")
            return 2
        trials = list[Trial]()
        for trial in attempts(faults, places):
            trials.append(trial)
            name, by = trial.fault.name, trial.noticed_by
            print(f"{trial.verdict:10} {name}: {by} ({trial.seconds:.1f} s)", flush=True)
    count = {verdict: [t.verdict for t in trials].count(verdict) for verdict in Verdict}
    print(f"{len(trials)} faults:", ", ".join(f"{count[each]} {each}" for each in Verdict))
    if count[Verdict.UNTRIED]:
        return 2
    return 1 if count[Verdict.SURVIVED] else 0


if __name__ == "__main__":
    sys.exit(main())

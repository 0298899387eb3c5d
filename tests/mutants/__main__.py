"""Change the program in one small thing after another, and see whether the nearest tests notice.

It works in a copy. Tests that fail without a change are left out. A mutant survives if none
of them fails; what their time was too short for is counted apart. Survivors are listed at the end,
and no exit status tells of them, for some mean the same as the program and some harm nobody.
"""

import argparse
import os
import random
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.faults.copies import Copy, Verdict, copies, in_all
from tests.faults.fault import ROOT
from tests.mutants import reached
from tests.mutants.mutation import Mutant, mutants
from tests.mutants.nearest import Nearest
from tests.mutants.scope import PACKAGES, in_folder, touched


@dataclass(frozen=True, slots=True)
class Trial:
    """A mutant that was tried."""

    path: Path
    mutant: Mutant
    verdict: Verdict
    seconds: float
    noticed_by: str
    """The test that failed, or what pytest said."""

    def __str__(self) -> str:
        first = self.noticed_by.partition("\n")[0]
        return f"{self.verdict:10} {self.path}:{self.mutant}: {first} ({self.seconds:.1f} s)"


class Trials:
    """Tries mutants with the tests that are nearest to them."""

    def __init__(self, files: int, seconds: float) -> None:
        self._nearest = Nearest(ROOT, reached.read())
        self._files = files
        self._seconds = seconds
        self._sound = dict[str, bool]()
        """Whether a test that failed passes without the change."""

    def attempt(self, copy: Copy, chosen: tuple[Path, Mutant]) -> Trial:
        """Plant a mutant, run its tests until a sound one fails, and take it out again."""
        path, mutant = chosen
        begun, source = time.monotonic(), copy.source(path)
        tests = self._nearest.files(path, mutant.function, mutant.around, self._files)
        while True:
            unsound = [f"--deselect={test}" for test, sound in self._sound.items() if not sound]
            # A test that waits for ever notices a mutant too.
            options = ("--timeout", str(self._seconds / 2), "--timeout-method", "signal", *unsound)
            verdict, noticed_by = copy.attempt(
                path, mutant.planted(source), tests, *options, seconds=self._seconds
            )
            if verdict is not Verdict.NOTICED or self._is_sound(copy, noticed_by):
                return Trial(path, mutant, verdict, time.monotonic() - begun, noticed_by)

    def _is_sound(self, copy: Copy, test: str) -> bool:
        if test not in self._sound:
            self._sound[test] = copy.run([test]).returncode == pytest.ExitCode.OK
        return self._sound[test]


def chosen_mutants(scope: list[str], seed: int, count: int) -> list[tuple[Path, Mutant]]:
    """Return so many mutants of what folders, files and ranges of commits name, by chance."""
    found = list[tuple[Path, Mutant]]()
    for each in scope:
        named = touched(ROOT, each) if ".." in each else in_folder(ROOT, each)
        for path, names in sorted(named.items()):
            if (ROOT / path).is_file():
                everything = mutants((ROOT / path).read_text())
                found += [(path, mutant) for mutant in everything if mutant.function in names]
    found = [*dict.fromkeys(found)]
    return random.Random(seed).sample(found, min(count, len(found)))


def main() -> None:
    """Try the mutants that the command line asks for, and print what became of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument(
        "scope", nargs="*", metavar="FOLDER|A..B", help="what to change; nothing: the program"
    )
    parser.add_argument("--seed", type=int, default=1, help="draws the mutants")
    parser.add_argument("--count", type=int, default=100, help="of mutants")
    parser.add_argument("--files", type=int, default=5, help="of tests for each mutant")
    parser.add_argument("--seconds", type=float, default=60, help="of tests for each mutant")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    chosen = chosen_mutants(asked.scope or list(PACKAGES), asked.seed, asked.count)
    trials, done = Trials(asked.files, asked.seconds), list[Trial]()
    with copies(max(1, min(asked.processes, len(chosen)))) as places:
        for trial in in_all(places, chosen, trials.attempt):
            done.append(trial)
            print(trial, flush=True)
    count = Counter(trial.verdict for trial in done)
    print(f"{len(done)} mutants:", ", ".join(f"{count[each]} {each}" for each in Verdict))
    for trial in sorted(done, key=lambda trial: (trial.path, trial.mutant.line)):
        if trial.verdict is Verdict.SURVIVED:
            print(f"{trial.path}:{trial.mutant}")


if __name__ == "__main__":
    main()

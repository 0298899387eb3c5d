"""Plant one fault after another in a copy of the program, and see whether a test notices.

The exit status is 1 if a fault survives, and 2 if one cannot be tried: its tests fail without it,
or are not run to their end with it.
"""

import argparse
import os
import sys
import time
from dataclasses import dataclass
from typing import Final

import pytest

from tests.faults.catalogue import FAULTS
from tests.faults.copies import Copy, Verdict, copies, in_all
from tests.faults.fault import Fault, planted

_HANGING: Final = ("--timeout", "60", "--timeout-method", "signal")
"""A test that waits for ever notices a fault too."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A fault that was tried."""

    fault: Fault
    verdict: Verdict
    seconds: float
    noticed_by: str
    """The test that failed, or what pytest said."""


def attempt(copy: Copy, fault: Fault) -> Trial:
    """Plant a fault, run its tests until one fails, and take it out again."""
    begun = time.monotonic()
    changed = planted(copy.source(fault.path), fault)
    verdict, noticed_by = copy.attempt(fault.path, changed, fault.tests, *_HANGING)
    return Trial(fault, verdict, time.monotonic() - begun, noticed_by)


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
            print(sound.stdout)
            print("These tests have to pass before a fault is planted.")
            return 2
        trials = list[Trial]()
        for trial in in_all(places, faults, attempt):
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

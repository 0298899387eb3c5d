"""What the tests of each file reach: a plugin of pytest, on Python 3.12 or later.

`python -m pytest -p tests.mutants.reached -n 4` writes to `var/reached` which functions of the
program run with which file of tests, in the processes of pytest alone. `python -m tests.mutants`
then tries the files that reach a function first.
"""

import json
import shutil
import sys
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from types import CodeType
from typing import Final

import pytest

from tests.faults.fault import ROOT
from tests.mutants.scope import PACKAGES

__all__ = ["FOLDER", "read"]

FOLDER: Final = ROOT / "var" / "reached"
_PROGRAM: Final = tuple(f"{ROOT / package}/" for package in PACKAGES)

if sys.version_info >= (3, 12):
    _MONITORING: Final = sys.monitoring

    class Reached:
        """Notes each function once for each file of tests, which costs next to nothing."""

        def __init__(self, process: str) -> None:
            self._process = process
            self._file = ""
            self._by = defaultdict[str, set[str]](set)
            """The files of tests by function."""
            tool = _MONITORING.COVERAGE_ID
            _MONITORING.use_tool_id(tool, __name__)
            _MONITORING.register_callback(tool, _MONITORING.events.PY_START, self._note)
            _MONITORING.set_events(tool, _MONITORING.events.PY_START)

        def _note(self, code: CodeType, _offset: int) -> object:
            if self._file and code.co_filename.startswith(_PROGRAM):
                module = Path(code.co_filename).relative_to(ROOT)
                function = code.co_qualname.partition(".<locals>")[0]
                self._by[f"{module}::{function}"].add(self._file)
            return _MONITORING.DISABLE

        def pytest_runtest_logstart(self, nodeid: str) -> None:
            file = nodeid.partition("::")[0]
            if file != self._file:
                self._file = file
                _MONITORING.restart_events()

        def pytest_unconfigure(self) -> None:
            if self._by:
                FOLDER.mkdir(parents=True, exist_ok=True)
                found = {function: sorted(files) for function, files in self._by.items()}
                (FOLDER / f"{self._process}.json").write_text(json.dumps(found))

    def pytest_configure(config: pytest.Config) -> None:
        """Take note from now on, and forget an earlier run."""
        worker: dict[str, str] = getattr(config, "workerinput", {})
        if not worker:
            shutil.rmtree(FOLDER, ignore_errors=True)
        config.pluginmanager.register(Reached(worker.get("workerid", "all")))


def read(folder: Path = FOLDER) -> Mapping[str, set[str]]:
    """Return the files of tests by function, such as `rules/fair.py::Roll.of`; {} without a run."""
    found = defaultdict[str, set[str]](set)
    for part in sorted(folder.glob("*.json")):
        for function, files in json.loads(part.read_text()).items():
            found[function].update(files)
    return found

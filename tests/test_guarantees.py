"""The document that names the proof of each promise names tests and faults that exist."""

import ast
import re
from collections import Counter
from pathlib import Path
from typing import Final

from tests.faults.catalogue import FAULTS

ROOT: Final = Path(__file__).parents[1]
NAMED: Final = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
PROMISE: Final = re.compile(r"\| (.+) \| `tests/.+` \| (?:`([\w-]+)`|–) \|")
"""A promise and the fault that breaks it; between them its tests."""
UNPLANTED: Final = "`make run` says in a sentence what Python lacks"
"""How the one promise begins that nothing written in Python keeps."""


def text() -> str:
    return (ROOT / "docs" / "guarantees.md").read_text("utf-8")


def test_every_test_that_is_named_as_a_proof_exists() -> None:
    named = NAMED.findall(text())
    assert len(named) > 50, "the table of properties has gone"
    missing = [f"{file}::{test}" for file, test in named if test not in defined_in(file)]
    assert missing == []


def test_each_promise_has_its_fault_and_each_fault_its_promise() -> None:
    rows = [line for line in text().splitlines() if NAMED.search(line) and line.startswith("| ")]
    promises = [found.groups() for line in rows if (found := PROMISE.fullmatch(line))]
    assert len(promises) == len(rows), "a promise has no column for its fault"
    (without,) = [promise for promise, name in promises if name is None]
    assert without.startswith(UNPLANTED)
    times = Counter(name for _, name in promises if name is not None)
    assert times == Counter(fault.name for fault in FAULTS)


def defined_in(file: str) -> set[str]:
    """Return the names of the tests in a file, none where there is no such file."""
    path = ROOT / file
    if not path.exists():
        return set()
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {
        node.name for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, functions)
    }

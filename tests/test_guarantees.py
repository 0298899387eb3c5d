"""The document that names the proof of each property names tests that exist."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def test_every_test_that_is_named_as_a_proof_exists() -> None:
    text = (ROOT / "docs" / "guarantees.md").read_text("utf-8")
    named = NAMED.findall(text)
    assert len(named) > 50, "the table of properties has gone"
    missing = [f"{file}::{test}" for file, test in named if test not in defined_in(file)]
    assert missing == []


def defined_in(file: str) -> set[str]:
    """Return the names of the tests in a file, none where there is no such file."""
    path = ROOT / file
    if not path.exists():
        return set()
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {
        node.name for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, functions)
    }

"""Every part of `make bench` gives its rows; here it is as small as it can be."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from bench.__main__ import PARTS
from rules.contract.capabilities import Judged
from rules.registry import all_games
from tests.conformance.configured import third

_ROOT: Final = Path(__file__).parents[2]
_ROW: Final = re.compile(r"^\|( [^|]+ \|){3} \d+\.\d\d \|$", re.MULTILINE)
"""A line of the table, with its ratio."""


def printed(*words: str) -> str:
    """Return what Python prints; a process of its own keeps cores and limits to itself."""
    done = subprocess.run(
        [sys.executable, *words], cwd=_ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("part", third(sorted({*PARTS} - {"fast"})))
def test_a_part_is_measured(part: str) -> None:
    """It needs the libraries of `make bench` alone, which are not those of `make test`."""
    pytest.importorskip("chess")
    pytest.importorskip("cairosvg")
    said = printed("-m", "bench", part, "--seconds", "0.01", "--size", "0.01")
    _, table = said.split("|---|---|---|---|\n")
    assert _ROW.search(table)
    assert _ROW.sub("", table).strip() == ""


def test_a_round_of_compiled_searches_is_measured() -> None:
    said = json.loads(printed("-c", "from bench.fast import take_a_round; take_a_round(9)"))
    judged = {
        game.spec.title.english() for game in all_games().values() if isinstance(game, Judged)
    }
    assert said.keys() == judged

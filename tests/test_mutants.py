"""Mutants are made, planted in a copy and tried with the tests that are nearest to them."""

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from tests.faults.copies import Copy, Verdict, copies, in_all
from tests.mutants import __main__ as command
from tests.mutants.mutation import Kind, mutants
from tests.mutants.nearest import Nearest
from tests.mutants.reached import read
from tests.mutants.scope import in_folder, touched
from tests.test_edits import commit

SAMPLE = dedent(
    '''
    """Words: `1 < 2`."""
    LIMIT = 3

    class Clock:
        def left(self, now: int = 0, *, idle: bool = False) -> int | None:
            """Return 1."""
            _log.info("é %d", 2)
            if self.end <= now and not idle:
                self.ended = True
            é = f"{now + 1}"
            def inner():
                return é or self.told is None
            raise Late(é, inner)
    '''
)
CHANGED = {
    (Kind.DEFAULT, "0", "1"),
    (Kind.DEFAULT, "False", "True"),
    (Kind.CONSTANT, "2", "3"),
    (Kind.JUNCTION, "self.end <= now and not idle", "(self.end <= now or not idle)"),
    (Kind.COMPARISON, "self.end <= now", "(self.end > now)"),
    (Kind.BOUNDARY, "self.end <= now", "(self.end < now)"),
    (Kind.DROPPED, "self.ended = True", "pass"),
    (Kind.CONSTANT, "True", "False"),
    (Kind.JUNCTION, "é or self.told is None", "(é and self.told is None)"),
    (Kind.COMPARISON, "self.told is None", "(self.told is not None)"),
    (Kind.DROPPED, "raise Late(é, inner)", "pass"),
}


def test_functions_are_changed_in_one_thing_each() -> None:
    found = mutants(SAMPLE)
    assert {(each.kind, each.old, each.new) for each in found} == CHANGED
    assert len(found) == len(CHANGED)
    for each in found:
        assert each.planted(SAMPLE) == SAMPLE.replace(each.old, each.new, 1) or each.old in "012"
        assert each.function == "Clock.left"
        assert each.old.splitlines()[0] in SAMPLE.splitlines()[each.line - 1]


def test_what_is_drawn_is_python_and_follows_from_the_seed() -> None:
    """Where this fails, a kind of change writes what isn't Python, or nothing is changed at all."""
    chosen = command.chosen_mutants(["rules/match", "rules/fair.py"], 1, 60)
    for path, mutant in chosen:
        compile(mutant.planted(Path(path).read_text()), str(path), "exec")
    assert len({path for path, _ in chosen}) > 5
    assert chosen == command.chosen_mutants(["rules/match", "rules/fair.py"], 1, 60)
    assert chosen != command.chosen_mutants(["rules/match", "rules/fair.py"], 2, 60)


def test_the_functions_that_commits_touched_are_found(tmp_path: Path) -> None:
    subprocess.run(("git", "init", "-q"), cwd=tmp_path, check=True)
    one, two = "def one():\n    return 1\n\n\n", "class C:\n    def two(self):\n        return 2\n"
    commit(tmp_path, {"bot/a.py": one + two, "bot/words.md": "1", "docs/a.py": one})
    commit(tmp_path, {"bot/a.py": one + two.replace("2", "3"), "bot/words.md": "2"})
    commit(tmp_path, {"bot/a.py": "\n" + one + two.replace("2", "3"), "docs/a.py": two})
    commit(tmp_path, {"rules/b.py": one})
    assert touched(tmp_path, "HEAD~3..HEAD~2") == {Path("bot/a.py"): {"C.two"}}
    assert touched(tmp_path, "HEAD~2..HEAD~1") == {Path("bot/a.py"): set()}
    assert touched(tmp_path, "HEAD~1..") == {Path("rules/b.py"): {"one"}}
    assert in_folder(tmp_path, "bot") == {Path("bot/a.py"): {"one", "C.two"}}
    assert in_folder(tmp_path, "docs/a.py") == {Path("docs/a.py"): {"C.two"}}


@pytest.mark.parametrize(
    ("module", "function", "source", "file"),
    [
        ("rules/fair.py", "roll", "", "tests/rules/test_fair.py"),
        ("bot/delivery/outbox/sending.py", "_retry", "", "tests/bot/test_outbox.py"),
        ("bot/extensions/standing/milestones.py", "_told", "", "tests/extensions/standing/"),
        ("render/lattice/claims.py", "borders", "", "tests/render/test_lattice.py"),
        ("bot/store/sql/postgres/lease.py", "renew", "", "tests/postgres/"),
        ("bot/no_such.py", "_f", "gone = test_the_nonce_word_stays", "tests/bot/test_queues.py"),
    ],
)
def test_the_nearest_tests_are_found(module: str, function: str, source: str, file: str) -> None:
    found = Nearest(Path()).files(Path(module), function, source, 5)
    assert len(found) == 5
    assert any(each.startswith(file) for each in found), found
    assert ("postgres" in module) or not any(each.startswith("tests/postgres") for each in found)


def test_files_that_reach_a_function_come_first() -> None:
    reached = {"rules/fair.py::roll": {"tests/bot/test_outbox.py"}}
    found = Nearest(Path(), reached).files(Path("rules/fair.py"), "roll", "", 2)
    assert found == ["tests/bot/test_outbox.py", "tests/rules/test_fair.py"]


@pytest.mark.skipif(sys.version_info < (3, 12), reason="Python 3.12 tells of functions as they run")
def test_a_run_tells_what_each_file_reaches(tmp_path: Path) -> None:
    with copies(1) as (copy,):
        tests = ["tests/rules/time/test_time_control.py", "tests/rules/test_fair.py"]
        assert copy.run(tests, "-p", "tests.mutants.reached").returncode == pytest.ExitCode.OK
        (tmp_path / "all.json").write_text(copy.source(Path("var/reached/all.json")))
    found = read(tmp_path)
    assert found["rules/fair.py::roll"] == {"tests/rules/test_fair.py"}
    assert found["rules/time/duration.py::read_length"] == {"tests/rules/time/test_time_control.py"}
    assert read(tmp_path / "none") == {}


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Lay out a program with a sound test, and one that fails whatever is changed."""
    root = tmp_path / "program"
    for name, text in {
        "rules/less.py": "def less(a, b):\n    return a < b\n\n\n"
        "def no(a):\n    return not (a or 5)\n",
        "tests/rules/test_broken.py": "def test_less():\n    assert False\n",
        "tests/rules/test_less.py": "from rules.less import less\n\n\ndef test_less():\n"
        "    assert less(1, 2)\n    assert not less(2, 2)\n",
        "pyproject.toml": "[tool.pytest.ini_options]\n",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    for module in ("tests.faults.copies", "tests.mutants.__main__"):
        monkeypatch.setattr(f"{module}.ROOT", root)
    return root


def test_mutants_are_noticed_by_sound_tests_or_survive(program: Path, tmp_path: Path) -> None:
    copy, before = Copy(tmp_path / "copy"), (program / "rules/less.py").read_text()
    trials = command.Trials(files=2, seconds=600)
    ended = {
        str(trial.mutant): (trial.verdict, trial.noticed_by)
        for trial in in_all([copy], command.chosen_mutants(["rules"], 1, 100), trials.attempt)
    }
    noticed = (Verdict.NOTICED, "tests/rules/test_less.py::test_less")
    assert ended == {
        "2 less: comparison: `a < b` becomes `(a >= b)`": noticed,
        "2 less: boundary: `a < b` becomes `(a <= b)`": noticed,
        "6 no: and/or: `a or 5` becomes `(a and 5)`": (Verdict.SURVIVED, ""),
        "6 no: constant: `5` becomes `6`": (Verdict.SURVIVED, ""),
    }
    for root in (program, tmp_path / "copy"):
        assert (root / "rules/less.py").read_text() == before


def test_tests_end_when_their_time_is_up(program: Path, tmp_path: Path) -> None:
    (program / "tests/rules/test_less.py").write_text(
        "import time\n\n\ndef test_less():\n    time.sleep(3600)\n"
    )
    path, test = Path("rules/less.py"), "tests/rules/test_less.py"
    verdict = Copy(tmp_path / "copy").attempt(path, "", [test], seconds=0.01)
    assert verdict == (Verdict.LATE, "")

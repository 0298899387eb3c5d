"""Compiled modules stand in for their sources, and only for those they were compiled from."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from fast.__main__ import build, groups, install, main, missing, remove
from tests.conformance.configured import SOAK

ROOT: Final = Path(__file__).parents[2]
LACKING: Final = missing() or (
    "this environment is compiled already: make slow" if find_spec("postboard_fast") else ""
)
compiling: Final = pytest.mark.skipif(bool(LACKING), reason=LACKING)
soaking: Final = pytest.mark.skipif(not SOAK, reason="it compiles for a minute: make soak")

_UNCOMPILED: Final = """
import sys
sys.meta_path[:] = [each for each in sys.meta_path if type(each).__module__ != "postboard_fast"]
sys.modules.pop("postboard_fast", None)
"""
"""Takes away what `make fast` put into the environment of the tests."""


def python(
    arguments: Sequence[str], *, root: Path, compiled: Path | None
) -> subprocess.CompletedProcess[str]:
    """Run Python on the sources in `root`, and on what was compiled into the folder, if any.

    Tests that it runs take as few samples as in `make test`.
    """
    of_ours = ("SOAK", "PYTEST_")
    inherited = {key: value for key, value in os.environ.items() if not key.startswith(of_ours)}
    start = _UNCOMPILED
    if compiled:
        start += f"import site; site.addsitedir({str(compiled)!r})\n"
    with TemporaryDirectory() as folder:
        (Path(folder) / "sitecustomize.py").write_text(start)
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=root,
            env={**inherited, "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "yes"},
            capture_output=True,
            text=True,
            check=False,
        )


ASKING: Final = """
from engine.search import answer
from engine import search, wrong
print(answer(), wrong.answer(), type(search.__spec__.loader).__name__)
"""
BY_SOURCE: Final = "SourceFileLoader"
BY_MACHINE: Final = "ExtensionFileLoader"
SOURCES: Final = {
    "engine/__init__.py": "",
    "engine/search.py": (
        "from rules.value import VALUE\ndef answer() -> int:\n    return 2 * VALUE\n"
    ),
    "engine/wrong.py": 'def answer() -> int:\n    return "words"\n',
    "rules/__init__.py": "",
    "rules/value.py": "from typing import Final\nVALUE: Final = 3\n",
}
"""A small program. `wrong` runs, though its types are wrong, so mypyc refuses it."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a folder with the small program, and one with what is compiled of it."""
    root, compiled = tmp_path_factory.mktemp("small"), tmp_path_factory.mktemp("compiled")
    for name, text in SOURCES.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text)
    parts = {"search": ["engine/search.py"], "wrong": ["engine/wrong.py"]}
    assert build(root, parts, root / "built") == ["wrong"]
    install(root / "built", compiled)
    return root, compiled


@pytest.fixture
def small(built: tuple[Path, Path], tmp_path: Path) -> tuple[Path, Path]:
    """Return copies of the folders."""
    return shutil.copytree(built[0], tmp_path / "a"), shutil.copytree(built[1], tmp_path / "b")


def asked(small: tuple[Path, Path]) -> tuple[str, str]:
    """Return what the small program prints, and what it complains about."""
    done = python(["-c", ASKING], root=small[0], compiled=small[1])
    assert done.returncode == 0, done.stderr
    return done.stdout.strip(), done.stderr


@compiling
def test_a_compiled_module_stands_in_for_its_source(small: tuple[Path, Path]) -> None:
    assert asked(small) == (f"6 words {BY_MACHINE}", "")


@compiling
@pytest.mark.parametrize("changed", ["engine/search.py", "rules/value.py"])
def test_once_a_source_has_changed_it_runs_uncompiled_and_says_so(
    changed: str, small: tuple[Path, Path]
) -> None:
    """`value` is not compiled, but `search` may have taken its number over."""
    root, _ = small
    text = (root / changed).read_text()
    (root / changed).write_text(text.replace("3", "4").replace("2 *", "10 *"))
    said, complaint = asked(small)
    assert said in {f"8 words {BY_SOURCE}", f"30 words {BY_SOURCE}"}
    assert "`make fast` compiles it again" in complaint
    assert len(complaint.splitlines()) == 1
    (root / changed).write_text(text)
    assert asked(small) == (f"6 words {BY_MACHINE}", "")


@compiling
def test_a_source_that_came_or_went_is_a_change(small: tuple[Path, Path]) -> None:
    root, _ = small
    (root / "rules" / "more.py").write_text("")
    assert BY_SOURCE in asked(small)[0]
    (root / "rules" / "more.py").unlink()
    assert BY_MACHINE in asked(small)[0]
    (root / "rules" / "__init__.py").unlink()
    assert BY_SOURCE in asked(small)[0]


@compiling
def test_it_can_be_undone(small: tuple[Path, Path]) -> None:
    remove(small[1])
    assert list(small[1].iterdir()) == []
    assert asked(small) == (f"6 words {BY_SOURCE}", "")
    remove(small[1])


@compiling
def test_a_group_that_the_c_compiler_refuses_is_left_out(
    small: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "false")
    assert build(small[0], {"search": ["engine/search.py"]}, tmp_path / "c") == ["search"]
    remove(small[1])
    install(tmp_path / "c", small[1])
    assert asked(small) == (f"6 words {BY_SOURCE}", "")


@compiling
def test_without_a_compiler_a_sentence_says_so_and_nothing_changes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CC", "a-compiler-that-is-not-there -pthread")
    assert main([]) == 1
    said = capsys.readouterr().out
    assert "There is no C compiler (a-compiler-that-is-not-there): install one" in said
    assert "plays the same moves" in said
    assert len(said.splitlines()) == 1


def test_the_search_and_all_games_are_compiled() -> None:
    found = groups(ROOT)
    games = {path.name.removesuffix(".py") for path in (ROOT / "rules" / "games").iterdir()}
    assert found.keys() == {"search"} | games - {"__init__", "__pycache__"}
    sources = [source for group in found.values() for source in group]
    assert all((ROOT / source).is_file() for source in sources)
    assert len(sources) == len(set(sources))


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the whole program's compiled modules."""
    folder = tmp_path_factory.mktemp("whole")
    assert build(ROOT, groups(ROOT), folder / "built") == []
    install(folder / "built", folder)
    return folder


@compiling
@soaking
def test_compiled_and_uncompiled_it_finds_the_same_to_the_last_bit(
    compiled: Path,
) -> None:
    shown = [
        python(["-m", "tests.fast.moves"], root=ROOT, compiled=folder).stdout.splitlines()
        for folder in (compiled, None)
    ]
    assert shown[0][0] != shown[1][0] == str(ROOT / "engine" / "search.py")
    assert len(shown[0]) > 100
    assert shown[0][1:] == shown[1][1:]


@compiling
@soaking
def test_the_version_says_whether_it_is_compiled(compiled: Path) -> None:
    shown = [
        python(["-m", "bot", "--version"], root=ROOT, compiled=folder).stdout.strip()
        for folder in (compiled, None)
    ]
    assert shown == [f"{shown[1]}, compiled", f"Postboard {version('postboard')}"]


@compiling
@soaking
@pytest.mark.parametrize("tests", ["conformance", "perft", "engine", "rules"])
def test_what_is_tested_of_games_and_engine_holds_compiled(compiled: Path, tests: str) -> None:
    done = python(
        ["-m", "pytest", "-q", "-p", "no:cacheprovider", f"tests/{tests}"],
        root=ROOT,
        compiled=compiled,
    )
    assert done.returncode == 0, done.stdout

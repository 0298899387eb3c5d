"""`make run` says in a sentence why it can't install, and then installs once that is mended.

A shell script stands for Python here, so that nothing is downloaded: the environment that it makes
holds the script itself.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

PYTHON = f"""#!/bin/sh
case "$*" in
"-m venv"*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" && [ -z "$BROKEN_VENV" ] || exit 1
            echo 'echo started in "$(pwd)"' >"$3/bin/postboard"; chmod +x "$3/bin/postboard"
            touch "$3/made-by-$VERSION" ;;
"-m pip"*)  [ -z "$HANGS" ] || {{ touch hangs; read -r _ <../held; }}
            [ -z "$NO_NETWORK" ] || {{ echo "no network" >&2; exit 1; }} ;;
--version)  [ -z "$BROKEN_SHIM" ] && echo "Python $VERSION" ;;
*ensurepip*) [ -z "$NO_ENSUREPIP" ] ;;
-c*)        exec {sys.executable} -c "import sys; sys.version_info = tuple(
                map(int, '$VERSION'.split('.'))); exec(sys.argv.pop(1))" "$2" ;;
esac
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "a checkout"
    folder.mkdir()
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, folder)
    (tmp_path / "python").write_text(PYTHON)
    (tmp_path / "python").chmod(0o755)
    return folder


def environment(settings: Mapping[str, str]) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return {**inherited, "VERSION": "3.12.1", **settings}


def make_run(checkout: Path, python: str = "../python", **settings: str) -> tuple[int, str]:
    """Return the exit code, and all that is said except make's own lines."""
    done = subprocess.run(
        ["make", "run", f"PYTHON={python}"],
        cwd=checkout, env=environment(settings), capture_output=True, text=True, check=False,
    )  # fmt: skip
    said = [line for line in (done.stdout + done.stderr).splitlines() if "make" not in line[:5]]
    return done.returncode, "\n".join(said)


def test_it_installs_once_and_starts(checkout: Path) -> None:
    assert make_run(checkout) == (0, f"started in {checkout}")
    assert make_run(checkout, NO_NETWORK="yes", VERSION="3.10.1") == (0, f"started in {checkout}")


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"VERSION": "3.10.13"}, r"Postboard needs Python 3\.11 or newer, and .* is Python 3\.10"),
        ({"VERSION": "2.7.18"}, r"Postboard needs Python 3\.11 or newer, and .* is Python 2\.7"),
        ({"NO_ENSUREPIP": "yes"}, r"lacks its modules venv and ensurepip: .* python3-venv\."),
        ({"BROKEN_VENV": "yes"}, r"could not make the environment \.venv"),
        (
            {"BROKEN_SHIM": "1"},
            r"\.\./python doesn't start: install Python 3\.11 or newer, or name",
        ),
        ({"python": "python-that-is-not-there"}, "There is no python-that-is-not-there"),
    ],
    ids=["3.10", "2.7", "no ensurepip", "no venv", "no version", "no Python"],
)
def test_what_is_missing_is_one_sentence_and_leaves_nothing(
    checkout: Path, settings: dict[str, str], sentence: str
) -> None:
    code, said = make_run(checkout, **settings)
    assert code
    assert re.search(sentence, said), said
    assert len(said.splitlines()) == 1
    assert not (checkout / ".venv").exists()
    assert make_run(checkout) == (0, f"started in {checkout}")


def test_an_installation_that_failed_is_made_anew_with_another_python(checkout: Path) -> None:
    code, said = make_run(checkout, NO_NETWORK="yes")
    assert code
    assert said == (
        "no network\nPostboard could not be installed, as said above: mend that and run make again."
    )
    assert make_run(checkout, VERSION="3.13.0") == (0, f"started in {checkout}")
    assert [file.name for file in (checkout / ".venv").glob("made-by-*")] == ["made-by-3.13.0"]


def test_what_an_older_version_left_half_made_is_made_anew(checkout: Path) -> None:
    (checkout / ".venv" / "bin").mkdir(parents=True)
    shutil.copy(checkout.parent / "python", checkout / ".venv" / "bin" / "python")
    assert make_run(checkout) == (0, f"started in {checkout}")


def test_a_later_installation_that_fails_keeps_the_environment(checkout: Path) -> None:
    make_run(checkout)
    later = (checkout / "pyproject.toml").stat().st_mtime + 1000
    os.utime(checkout / "pyproject.toml", (later, later))
    code, said = make_run(checkout, NO_NETWORK="yes")
    assert code
    assert "could not be installed" in said
    assert (checkout / ".venv" / "made-by-3.12.1").exists()


def test_a_python_that_went_away_is_replaced(checkout: Path) -> None:
    make_run(checkout)
    python = checkout / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to(checkout / "gone")
    assert make_run(checkout, VERSION="3.13.0") == (0, f"started in {checkout}")
    assert (checkout / ".venv" / "made-by-3.13.0").exists()


@pytest.mark.parametrize("with_signal", [signal.SIGINT, signal.SIGKILL])
def test_an_installation_that_was_stopped_is_made_anew(
    checkout: Path, with_signal: signal.Signals
) -> None:
    """Ctrl+C reaches every process of the terminal."""
    os.mkfifo(checkout.parent / "held")
    with subprocess.Popen(
        ["make", "run", "PYTHON=../python"],
        cwd=checkout, env=environment({"HANGS": "yes"}), start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ) as stopped:  # fmt: skip
        while not (checkout / "hangs").exists():
            assert stopped.poll() is None
            time.sleep(0.01)
        os.killpg(stopped.pid, with_signal)
    assert stopped.returncode
    assert make_run(checkout, VERSION="3.13.0") == (0, f"started in {checkout}")
    assert (checkout / ".venv" / "made-by-3.13.0").exists()


def test_make_and_the_metadata_name_the_same_python() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    oldest = project["requires-python"].removeprefix(">=")
    assert f"OLDEST := {oldest}\n" in (ROOT / "Makefile").read_text()

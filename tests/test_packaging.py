"""The wheel: its command, its metadata, and the files that are no Python."""

import subprocess
import sys
import tomllib
from importlib.metadata import entry_points, version
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.settings import described
from tests.test_architecture import PACKAGES

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def test_the_command_starts_the_bot() -> None:
    (command,) = entry_points(group="console_scripts", name="postboard")
    assert command.load() is main


@pytest.mark.parametrize(
    ("option", "words"), [("--help", described()), ("--version", version("postboard"))]
)
def test_help_and_version_read_no_settings_and_start_nothing(
    option: str, words: str, tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text("POSTBOARD_PAGE_PORT=wrong\n")
    command = [sys.executable, "-m", "bot", option]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert words in done.stdout
    assert [path.name for path in tmp_path.iterdir()] == [".env"]


def test_an_argument_that_is_unknown_starts_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_info:
        main(["--port"])
    assert exit_info.value.code == 78
    assert "--port" in capsys.readouterr().err


def test_every_package_is_typed() -> None:
    assert [name for name in PACKAGES if not (ROOT / name / "py.typed").is_file()] == []


def test_every_file_that_the_program_reads_is_shipped() -> None:
    patterns: dict[str, list[str]] = PROJECT["tool"]["setuptools"]["package-data"]
    data = {
        path
        for name in PACKAGES
        for path in (ROOT / name).rglob("*")
        if path.is_file() and path.suffix not in {".py", ".pyc", ".md", ".po"}
        # These are of the distribution that has the loopback alone.
        if path not in {ROOT / "loopback" / each for each in ("LICENSE", "pyproject.toml")}
    }
    shipped = {
        path
        for name in PACKAGES
        for pattern in [*patterns["*"], *patterns.get(name, [])]
        for path in (ROOT / name).glob(pattern)
    }
    assert data
    assert data - shipped == set()


def test_the_example_of_settings_is_shipped() -> None:
    assert PROJECT["tool"]["setuptools"]["data-files"] == {"share/postboard": [".env.example"]}
    assert (ROOT / ".env.example").is_file()


def test_the_changelog_has_the_version() -> None:
    assert f"## [{PROJECT['project']['version']}]" in (ROOT / "CHANGELOG.md").read_text()

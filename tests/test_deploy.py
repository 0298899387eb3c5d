"""The files of `deploy/` name things that exist, with the values that the program has."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.settings import Settings
from bot.startup_errors import WRONG_SETUP

ROOT = Path(__file__).resolve().parents[1]
DEPLOY = ROOT / "deploy"
UNITS = sorted(file for file in DEPLOY.iterdir() if file.suffix in {".service", ".timer"})
IDENTIFIES_A_DAY = 1000
"""The number of connections after which Discord resets the token of a bot."""


def _lines(unit: str, key: str) -> list[str]:
    text = (DEPLOY / unit).read_text()
    return re.findall(rf"^{key}=(.*)$", text, flags=re.MULTILINE)


@pytest.mark.parametrize("file", sorted(DEPLOY.iterdir()), ids=lambda file: file.name)
def test_every_setting_that_is_named_exists(file: Path) -> None:
    names = set(re.findall(r"\b(?:POSTBOARD|DISCORD)_[A-Z_]+\b", file.read_text()))
    assert names <= {field.upper() for field in Settings.model_fields}


def test_every_command_that_is_named_exists() -> None:
    """The units, the image and its health name words of `postboard`."""
    words: set[str] = set()
    for file in DEPLOY.iterdir():
        words |= set(re.findall(r"(?:bin/|; )postboard ([a-z]+)", file.read_text()))
    assert words == {"run", "backup"}
    for word in words:
        subprocess.run(
            [sys.executable, "-m", "bot", word, "--help"],
            check=True, capture_output=True, cwd=ROOT,
        )  # fmt: skip


def test_a_service_that_needs_somebody_is_not_started_again() -> None:
    assert _lines("postboard.service", "RestartPreventExitStatus") == [str(WRONG_SETUP)]
    assert _lines("postboard.service", "Restart") == ["on-failure"]


def test_restarts_stay_below_discord_s_limit() -> None:
    (seconds,) = map(int, _lines("postboard.service", "RestartSec"))
    assert 24 * 60 * 60 / seconds < IDENTIFIES_A_DAY


def test_bot_and_backup_use_one_database() -> None:
    bot = set(_lines("postboard.service", "Environment"))
    (backup,) = _lines("postboard-backup.service", "Environment")
    assert backup in bot
    assert backup.startswith("POSTBOARD_DATABASE=")


def test_the_image_copies_what_is_there() -> None:
    """Every path that a stage takes from another one is made there, and .env stays outside."""
    text = (DEPLOY / "Dockerfile").read_text()
    stages = re.split(r"^FROM ", text, flags=re.MULTILINE)[1:]
    made = {stage.split("AS ")[1].split()[0]: stage for stage in stages if "AS " in stage}
    copied = re.findall(r"^COPY --from=(\w+) (\S+)", text, flags=re.MULTILINE)
    assert copied
    for stage, path in copied:
        assert path in made[stage]
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert {".env", ".git", "var"} <= set(ignored)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_understands_the_units(unit: Path, tmp_path: Path) -> None:
    """Older versions don't know the two lines by which the delay grows."""
    program = tmp_path / "postboard"
    program.touch(mode=0o755)
    for each in UNITS:
        text = each.read_text().replace("/opt/postboard/bin/postboard", str(program))
        (tmp_path / each.name).write_text(text)
    found = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(tmp_path / unit.name)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    said = [line for line in found.stderr.splitlines() if unit.name in line]
    assert [line for line in said if not re.search(r"Restart(Steps|MaxDelaySec)'", line)] == []

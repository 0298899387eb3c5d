"""The files of `deploy/` name things that exist, with the values that the program has."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from bot.model.addresses import ServerAddress
from bot.model.shards import ShardRange
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


def test_processes_on_one_database_serve_each_shard_once() -> None:
    ranges = [
        ShardRange.read(each) for each in re.findall(r"POSTBOARD_SHARDS: (\S+)\b", _compose())
    ]
    assert len(ranges) == 2
    (count,) = {shards.count for shards in ranges}
    assert sorted(number for shards in ranges for number in shards.numbers) == [*range(count)]


def test_their_settings_are_right_and_no_password_is_among_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    text, secret = _compose(), "${POSTGRES_PASSWORD:?Set it in .env}"
    said = [line for line in text.splitlines() if "PASSWORD" in line and "#" not in line]
    assert len(said) == 3
    assert all(secret in line for line in said)
    for name, value in re.findall(r"^  (POSTBOARD_\w+): (.+)$", text, flags=re.MULTILINE):
        monkeypatch.setenv(name, value.replace(secret, "secret"))
    settings = Settings()
    assert settings.postboard_database == ServerAddress(
        "postgresql://postboard:secret@database/postboard"
    )
    assert "POSTGRES_USER: postboard\n      POSTGRES_DB: postboard\n" in text
    assert settings.postboard_forgotten == Path("/data/forgotten")
    assert "volumes:\n    - data:/data\n" in text


def test_they_wait_for_the_database_and_are_tried_again() -> None:
    """What ends with 75 may get through the next time."""
    bots, database = re.split(r"^  database:\n", _compose(), flags=re.MULTILINE)
    assert "restart: on-failure\n" in bots
    assert "database: { condition: service_healthy }\n" in bots
    assert "healthcheck" not in bots, "the image has one"
    assert '["CMD", "pg_isready", "-U", "postboard", "-d", "postboard"]' in database


def test_their_image_has_the_library_of_the_database() -> None:
    (extra,) = re.findall(r'EXTRAS: "\[(\w+)\]"', _compose())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert extra in project["optional-dependencies"]
    assert 'constraints.txt ".${EXTRAS}"' in (DEPLOY / "Dockerfile").read_text()


def _compose() -> str:
    """Return the file for several processes on one database."""
    return (DEPLOY / "compose.postgres.yaml").read_text()


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

"""The files of `deploy/` name things that exist, with the values that the program has."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.command_line import main
from bot.model.addresses import ServerAddress
from bot.model.shards import ShardRange
from bot.settings import Settings
from bot.startup_errors import WRONG_SETUP

ROOT = Path(__file__).resolve().parents[1]
DEPLOY = ROOT / "deploy"
OPERATING = ROOT / "docs" / "operating.md"
FILES = sorted(filter(Path.is_file, DEPLOY.iterdir()))
UNITS = [file for file in FILES if file.suffix in {".service", ".timer"}]
IDENTIFIES_A_DAY = 1000
"""The number of connections after which Discord resets the token of a bot."""


def _lines(unit: str, key: str) -> list[str]:
    text = (DEPLOY / unit).read_text()
    return re.findall(rf"^{key}=(.*)$", text, flags=re.MULTILINE)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_setting_that_is_named_exists(file: Path) -> None:
    names = set(re.findall(r"\b(?:POSTBOARD|DISCORD)_[A-Z_]+\b", file.read_text()))
    assert names <= {field.upper() for field in Settings.model_fields}


def test_every_command_that_is_named_exists() -> None:
    """The units, the image and its health name words of `postboard`."""
    words: set[str] = set()
    for file in FILES:
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


def _variables(text: str) -> dict[str, str]:
    """Return what a file of settings sets, as systemd and Docker read it."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


def _of_unit(unit: str, written: str) -> tuple[str, dict[str, str], str]:
    """Return the folder, the environment and the `.env` of a service, as systemd makes them.

    What its files set wins over what it sets itself. `written` are the settings of the host.
    """
    (folder,) = _lines(unit, "WorkingDirectory")
    environment = dict(each.split("=", 1) for each in _lines(unit, "Environment"))
    assert _lines(unit, "EnvironmentFile") == [], "the manual puts the settings elsewhere"
    (place,) = re.findall(r"^install .* \.env\.example (\S+)", OPERATING.read_text(), re.M)
    return folder, environment, written if place == f"{folder}/.env" else ""


def _of_service(name: str, written: str) -> tuple[str, dict[str, str], str]:
    """Return the same for a service of compose.yaml: its files win over the image's ENV.

    What all services have in common is at the top of the file, before `services`.
    """
    image = (DEPLOY / "Dockerfile").read_text()
    (said,) = re.findall(r"^ENV ((?:.*\\\n)*.*)$", image, flags=re.M)
    environment = dict(each.split("=", 1) for each in said.replace("\\", "").split())
    shared, services = (DEPLOY / "compose.yaml").read_text().split("\nservices:\n")
    (own,) = re.findall(rf"^  {name}:\n((?:    .*\n|\n)+)", services, flags=re.M)
    assert "    <<: *image\n" in own
    assert "environment:" not in shared + own
    if re.search(r"^ +env_file: \.\./\.env$", shared + own, flags=re.M):
        environment |= _variables(written)
    (folder,) = re.findall(r"^WORKDIR (/data)$", image, flags=re.M)
    return folder, environment, ""


_EXAMPLE = (ROOT / ".env.example").read_text()
_SETTINGS = {
    "as it is": _EXAMPLE,
    "with all defaults": _EXAMPLE.replace("#POSTBOARD", "POSTBOARD"),
    "of a host": "POSTBOARD_DATABASE=/srv/games.sqlite3\nPOSTBOARD_COPY_DAYS=7\n",
}


@pytest.mark.parametrize("written", _SETTINGS.values(), ids=_SETTINGS.keys())
@pytest.mark.parametrize(
    "merged",
    [
        (_of_unit, "postboard.service", "postboard-backup.service"),
        (_of_service, "bot", "backup"),
    ],
    ids=["systemd", "Docker"],
)
def test_bot_and_backup_have_the_same_settings(
    merged: tuple[Callable[[str, str], tuple[str, dict[str, str], str]], str, str],
    written: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """What the host writes into the one file reaches the bot, its backup and every command."""
    merge, *names = merged
    found = list[Settings]()
    for name in names:
        folder, environment, file = merge(name, written)
        assert folder in {"/var/lib/postboard", "/data"}
        for field in Settings.model_fields:
            monkeypatch.delenv(field.upper(), raising=False)
        for variable, value in environment.items():
            monkeypatch.setenv(variable, value)
        monkeypatch.chdir(tmp_path)
        (tmp_path / ".env").write_text(file)
        found.append(Settings())
    bot, backup = found
    assert bot == backup
    expected = "/srv/games.sqlite3" if "/srv" in written else "var/postboard.sqlite3"
    assert bot.postboard_database == Path(expected)
    assert bot.postboard_copy_days == (7 if "/srv" in written else 30)
    if written == _EXAMPLE:
        is_image = merge is _of_service
        assert bot.postboard_exact_tables == Path("/opt/exact" if is_image else "var/exact")
        assert bot.postboard_status == ("127.0.0.1:9464" if is_image else "")


def test_every_command_of_a_unit_starts_where_the_settings_are() -> None:
    """A command that is started by hand in that folder finds them, too."""
    for unit in ("postboard.service", "postboard-backup.service"):
        assert _lines(unit, "WorkingDirectory") == ["/var/lib/postboard"]
    text = OPERATING.read_text()
    assert "cd /var/lib/postboard && runuser -u postboard -- /opt/postboard/bin/postboard" in text
    assert "docker compose -f deploy/compose.yaml exec bot postboard" in text


@pytest.mark.parametrize("compiled", [["postboard_fast", "postboard_fast.pth"], []])
def test_an_image_is_made_though_nothing_can_be_compiled(
    compiled: list[str], tmp_path: Path
) -> None:
    """Its step runs with programs that do nothing; that of compiling fails."""
    text = (DEPLOY / "Dockerfile").read_text().partition("AS fast\n")[2]
    (script,) = re.findall(r"^RUN ((?:.*\\\n)*.*)$", text.partition("\nFROM")[0], flags=re.M)
    (tmp_path / "opt/bin").mkdir(parents=True)
    packages = tmp_path / "opt/lib/python3.99/site-packages"
    packages.mkdir(parents=True)
    for name in compiled:
        (packages / name).touch()
    for name, status in (("apt-get", 0), ("pip", 0), ("python", 1)):
        (tmp_path / "opt/bin" / name).write_text(f"#!/bin/sh\nexit {status}\n")
        (tmp_path / "opt/bin" / name).chmod(0o755)
    script = script.replace("/opt/postboard", f"{tmp_path}/opt").replace(
        "/fast", f"{tmp_path}/fast"
    )
    script = script.replace("\\\n", "")
    subprocess.run(
        ["/bin/sh", "-euc", script],
        check=True, env={"FAST": "yes", "HEADERS": "", "PATH": f"{tmp_path}/opt/bin:/usr/bin:/bin"},
    )  # fmt: skip
    found = {file.name for file in (tmp_path / "fast").rglob("postboard_fast*")}
    assert found == set(compiled)


@pytest.mark.parametrize(
    ("address", "is_well"), [("", True), ("127.0.0.1:1", False)], ids=["off", "silent"]
)
def test_health_is_looked_for_where_it_is_served(address: str, is_well: bool) -> None:
    """A container whose host turned the pages off isn't unhealthy for ever."""
    (program,) = re.findall(r'CMD \["python", "-c", "(.*)"\]', (DEPLOY / "Dockerfile").read_text())
    found = subprocess.run(
        [sys.executable, "-c", program], env={"POSTBOARD_STATUS": address},
        capture_output=True, check=False,
    )  # fmt: skip
    assert (found.returncode == 0) == is_well


def test_a_service_without_a_token_ends(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It would open the local table, which nobody reaches in a container, and look alive."""
    asked = [
        _lines("postboard.service", "ExecStart")[0]
        .partition("postboard/bin/postboard ")[2]
        .split(),
        json.loads(re.findall(r"^CMD (.*)$", (DEPLOY / "Dockerfile").read_text(), flags=re.M)[0]),
    ]
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    for arguments in asked:
        assert main(arguments) == WRONG_SETUP
        assert capsys.readouterr().err.startswith("DISCORD_TOKEN isn't set")


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

"""Settings: every one is in `.env.example`, with a line that says what it is."""

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.model.addresses import ServerAddress
from bot.model.shards import ShardRange
from bot.settings import Settings, described, doubtful, wrong

EXAMPLE = Path(__file__).parents[2] / ".env.example"


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keep this machine's own variables and `.env` out."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def settings_in(text: str) -> dict[str, str]:
    """Return the settings of an example, those that are left to their defaults among them."""
    lines = [line.removeprefix("#") for line in text.splitlines() if not line.startswith("# ")]
    return dict(line.split("=", 1) for line in lines)


def test_a_server_needs_a_list_of_who_was_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files beside a database outlive it only where it is a file."""
    monkeypatch.setenv("POSTBOARD_DATABASE", "postgresql://host/games")
    with pytest.raises(ValidationError) as refused:
        Settings()
    assert wrong(refused.value) == [
        "POSTBOARD_FORGOTTEN is empty, but it has to be the path of a file that outlives each copy"
        " of the database (default: none)."
    ]
    monkeypatch.setenv("POSTBOARD_FORGOTTEN", "~/list")
    assert Settings().postboard_forgotten == Path("~/list").expanduser()


def test_the_example_lists_every_setting_and_no_other() -> None:
    assert set(settings_in(EXAMPLE.read_text())) == {name.upper() for name in Settings.model_fields}


def test_the_page_for_hosts_lists_every_setting_with_its_default() -> None:
    page = (EXAMPLE.parent / "docs" / "hosting.md").read_text()
    rows = re.findall(r"^\| `([A-Z_]+)` \| (?:`(.*?)`)? ?\|", page, re.M)
    assert dict(rows) == settings_in(EXAMPLE.read_text())


def test_every_setting_of_the_example_is_explained() -> None:
    lines = EXAMPLE.read_text().splitlines()
    for number, line in enumerate(lines):
        if not line.startswith("# "):
            assert number
            assert lines[number - 1].startswith("# "), f"{line} has no line that explains it"


def test_the_help_lists_what_the_example_lists() -> None:
    assert described() == EXAMPLE.read_text().strip()


def test_the_example_holds_the_defaults(tmp_path: Path) -> None:
    bare = tmp_path / "example"
    bare.write_text(EXAMPLE.read_text().replace("#POSTBOARD", "POSTBOARD"))
    assert Settings(_env_file=bare) == Settings(_env_file=None)  # type: ignore[call-arg]


def test_the_example_sets_nothing_but_the_token() -> None:
    """What it set would win over the values of an image, whose paths are others."""
    lines = EXAMPLE.read_text().splitlines()
    assert [line for line in lines if not line.startswith("#")] == ["DISCORD_TOKEN="]


def test_without_a_token_there_is_none(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKEN=\nPOSTBOARD_LOG_LEVEL=\n")
    settings = Settings()
    assert settings.discord_token is None
    assert settings.postboard_log_level == "INFO"


def test_the_environment_comes_before_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text("POSTBOARD_PAGE_PORT=1\nPOSTBOARD_DATABASE=here.sqlite3\n")
    monkeypatch.setenv("POSTBOARD_PAGE_PORT", "2")
    settings = Settings()
    assert settings.postboard_page_port == 2
    assert settings.postboard_database == Path("here.sqlite3")


def test_a_token_is_never_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "very-secret")
    settings = Settings()
    assert settings.discord_token is not None
    assert "very-secret" not in repr(settings)
    assert settings.discord_token.get_secret_value() == "very-secret"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("POSTBOARD_PAGE_PORT", "65536"),
        ("POSTBOARD_PAGE_PORT", "http"),
        ("POSTBOARD_LOG_LEVEL", "LOUD"),
    ],
)
def test_a_wrong_value_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ValidationError, match=name.lower()):
        Settings()


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("DISCORD_TOCKEN", "DISCORD_TOKEN"),
        ("DISCORDTOKEN", "DISCORD_TOKEN"),
        ("DISCORD_BOT_TOKEN", "DISCORD_TOKEN"),
        ("discord-token", "DISCORD_TOKEN"),
        ("BOT_TOKEN", "DISCORD_TOKEN"),
        ("TOKEN", "DISCORD_TOKEN"),
        ("POSTBOARD_PAGEPORT", "POSTBOARD_PAGE_PORT"),
        ("POSTBOARD_PORT", "POSTBOARD_PAGE_PORT"),
        ("POSTBORD_DATABASE", "POSTBOARD_DATABASE"),
        ("POSTBOARD_DB", "POSTBOARD_DATABASE"),
        ("POSTBOARD_LOGLEVEL", "POSTBOARD_LOG_LEVEL"),
        ("POSTBOARD_COLOUR", None),
    ],
)
@pytest.mark.parametrize("place", [".env", "the environment"])
def test_a_misspelled_setting_is_named_with_the_right_one(
    name: str, meant: str | None, place: str
) -> None:
    environment = {} if place == ".env" else {name: "x"}
    if place == ".env":
        Path(".env").write_text(f"# A comment\n\nexport {name}='x'\n")
    advice = f"Did you mean {meant}?" if meant else "postboard --help lists them."
    assert list(doubtful(environment, has_token=False)) == [
        f"{name} in {place} isn't a setting. {advice}"
    ]


def test_other_names_are_not_doubted() -> None:
    Path(".env").write_text("\ufeffdiscord_token=x\r\nOTHER=1\r\nSTRIPE_TOKEN=2\r\n", newline="")
    environment = {"PATH": "/bin", "GITHUB_TOKEN": "x", "Postboard_Page_Port": "1", "HOME": "/"}
    assert list(doubtful(environment, has_token=False)) == []


def test_with_a_token_no_other_is_looked_for() -> None:
    names = {"DISCORD_TOKEN_OLD": "x", "POSTBOARD_PORT": "1"}
    assert [sentence.split()[0] for sentence in doubtful(names, has_token=True)] == [
        "POSTBOARD_PORT"
    ]


def test_settings_are_read_as_people_write_them(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text(
        "\ufeff# mine\r\nexport DISCORD_TOKEN=' '\r\nPOSTBOARD_LOG_LEVEL= info \r\n"
        "POSTBOARD_DATABASE=~/games.sqlite3\r\nPOSTBOARD_PAGE_PORT=\r\n",
        newline="",
    )
    monkeypatch.setenv("HOME", "/home/di")
    settings = Settings()
    assert settings.discord_token is None
    assert settings.postboard_log_level == "INFO"
    assert settings.postboard_database == Path("/home/di/games.sqlite3")
    assert settings.postboard_page_port == 8420


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgresql://bot:secret@db.example:5433/games", "postgresql://db.example:5433/games"),
        ("postgres://bot:secret@host/games?sslmode=require", "postgresql://host/games"),
        ("postgresql://bot@/games?host=/run&password=secret", "postgresql:///games"),
        ("postgresql://host/games", "postgresql://host/games"),
        *(
            (f"postgresql://bot:sec{between}ret@host/games", "postgresql://...")
            for between in ("/", "?", "#", "@")
        ),
        ("postgresql://bot@host/games?password=sec@ret", "postgresql://..."),
    ],
)
def test_the_password_of_a_database_is_never_shown(
    address: str, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POSTBOARD_DATABASE", address)
    monkeypatch.setenv("POSTBOARD_FORGOTTEN", "list")
    settings = Settings()
    assert isinstance(settings.postboard_database, ServerAddress)
    assert settings.postboard_database.uri == address
    assert str(settings.postboard_database) == shown
    assert "sec" not in repr(settings)


@pytest.mark.parametrize(
    ("text", "shards"),
    [
        ("4", ShardRange(0, 3, 4)),
        (" 1024 ", ShardRange(0, 1023, 1024)),
        ("3/16", ShardRange(3, 3, 16)),
        ("0-3/16", ShardRange(0, 3, 16)),
    ],
)
def test_shards_are_a_number_or_some_of_it(
    text: str, shards: ShardRange, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POSTBOARD_DATABASE", "postgresql://host/games")
    monkeypatch.setenv("POSTBOARD_FORGOTTEN", "list")
    monkeypatch.setenv("POSTBOARD_SHARDS", text)
    assert Settings().postboard_shards == shards
    assert str(shards) == text.strip()


def test_every_server_belongs_to_one_share() -> None:
    ranges = (ShardRange(0, 0, 4), ShardRange(1, 2, 4), ShardRange(3, 3, 4))
    for number in range(8):
        guild = (number << 22) + 12345
        (own,) = (shards for shards in ranges if guild in shards)
        assert number % 4 in own.numbers
    assert [None in shards for shards in ranges] == [True, False, False]

"""Settings: every one is in `.env.example`, with a line that says what it is."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.settings import Settings, described

EXAMPLE = Path(__file__).parents[2] / ".env.example"


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keep this machine's own variables and `.env` out."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def settings_in(text: str) -> dict[str, str]:
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


def test_the_example_lists_every_setting_and_no_other() -> None:
    assert set(settings_in(EXAMPLE.read_text())) == {name.upper() for name in Settings.model_fields}


def test_every_setting_of_the_example_is_explained() -> None:
    lines = EXAMPLE.read_text().splitlines()
    for number, line in enumerate(lines):
        if line and not line.startswith("#"):
            assert number
            assert lines[number - 1].startswith("# "), f"{line} has no line that explains it"


def test_the_help_lists_what_the_example_lists() -> None:
    assert described() == EXAMPLE.read_text().strip()


def test_the_example_holds_the_defaults() -> None:
    assert Settings(_env_file=EXAMPLE) == Settings(_env_file=None)  # type: ignore[call-arg]


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

"""Settings from the environment and `.env`; `.env.example` lists them all."""

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

__all__ = ["Settings", "described"]


class Settings(BaseSettings):
    """The settings that a host can change; each is an environment variable, in capitals."""

    model_config = SettingsConfigDict(
        env_file=".env", env_ignore_empty=True, extra="ignore", use_attribute_docstrings=True
    )

    discord_token: SecretStr | None = None
    """The bot's token from Discord's developer portal; without one the local table opens."""

    postboard_database: Path = Path("var/postboard.sqlite3")
    """The SQLite file that holds every game; its folder is created."""

    postboard_page_port: int = Field(default=8420, ge=0, le=65535)
    """The local table's port on 127.0.0.1; 0 takes any free port."""

    postboard_engine_workers: int = Field(default=1, ge=1, le=64)
    """Processes that think for computer opponents; more than the number of cores doesn't help."""

    postboard_exact_tables: Path = Path("var/exact")
    """The folder of exact tables that `python -m engine solve` writes, for computer opponents."""

    postboard_log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    """The level of logging: DEBUG, INFO, WARNING or ERROR."""


def described() -> str:
    """Return the settings with their defaults and meanings, in the form of a `.env` file."""
    return "\n".join(
        f"# {field.description}\n{name.upper()}={'' if field.default is None else field.default}"
        for name, field in Settings.model_fields.items()
    )

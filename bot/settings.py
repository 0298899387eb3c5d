"""Settings from the environment and `.env`; `.env.example` lists them all."""

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

__all__ = ["Settings"]


class Settings(BaseSettings):
    """What a host can set. Every field is an environment variable of its name in capitals."""

    model_config = SettingsConfigDict(env_file=".env", env_ignore_empty=True, extra="ignore")

    discord_token: SecretStr | None = None
    """The bot's token; without one the local table opens instead."""

    postboard_database: Path = Path("var/postboard.sqlite3")
    """The file that holds every game; its folder is made when missing."""

    postboard_page_port: int = Field(default=8420, ge=0, le=65535)
    """The local table's port on 127.0.0.1; 0 takes any free one."""

    postboard_engine_workers: int = Field(default=1, ge=1, le=64)
    """Processes that think for computer opponents; more than there are cores helps nobody."""

    postboard_exact_tables: Path = Path("var/exact")
    """The folder of exact tables that `make exact` writes; computer opponents use what is there."""

    postboard_log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    """How much is logged."""

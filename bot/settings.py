"""Settings from the environment and `.env`; `.env.example` lists them all."""

import json
import logging
import re
import unicodedata
import warnings
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args
from urllib.parse import unquote, urlsplit

from aiohttp import BasicAuth
from annotated_types import Ge, Le
from dotenv.parser import parse_stream
from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.model.addresses import ServerAddress
from bot.model.shards import ShardRange
from rules.packages import read_names

__all__ = ["ENV_FILE", "Settings", "described", "doubtful", "wrong"]

ENV_FILE: Final = Path(".env")
"""Read from the folder where the bot starts."""
_ALIKE: Final = 0.8
"""The likeness to a setting, from 0 to 1, that makes a name a misspelling of it."""
_SCHEME: Final = re.compile(r"\w[\w+]+:")
"""Matches the beginning of an address. One letter and a colon are a drive."""
_PROXY: Final = re.compile(r"https?://([^@/\s]+@)?[^@/\s:]+:\d{1,5}/?")
_TOKENS: Final = frozenset({"TOKEN", "BOT_TOKEN"})
"""Names of the token in other bots."""

# It warns of lines it can't parse on standard error. `doubtful` does so with their numbers.
logging.getLogger("dotenv.main").disabled = True


_Level: TypeAlias = Literal["DEBUG", "INFO", "WARNING", "ERROR"]
_Fonts: TypeAlias = Literal["system", "pinned"]


class Settings(BaseSettings):
    """The settings of a host, from environment variables in capitals.

    Raises OSError if `.env` can't be read, and UnicodeDecodeError if it isn't text.
    """

    model_config = SettingsConfigDict(
        env_file=ENV_FILE,
        env_file_encoding="utf-8-sig",
        env_ignore_empty=True,
        extra="ignore",
        use_attribute_docstrings=True,
    )

    discord_token: SecretStr | None = None
    """The bot's token from Discord's developer portal. Without one, the local page opens."""

    postboard_database: Annotated[Path | ServerAddress, NoDecode] = Path("var/postboard.sqlite3")
    """The SQLite file with all games, or postgresql://USER:PASSWORD@HOST/DATABASE."""

    postboard_page_port: int = Field(default=8420, ge=0, le=65535)
    """The local page's port on 127.0.0.1; 0 takes any free port."""

    postboard_shards: Annotated[ShardRange | None, NoDecode] = None
    """Connections to Discord: how many, or 0-3/16 for the first 4 of 16; empty: as recommended."""

    postboard_proxy: SecretStr | None = None
    """An HTTP proxy to reach Discord, as http://USER:PASSWORD@HOST:PORT; empty: none."""

    postboard_engine_workers: int = Field(default=1, ge=1, le=64)
    """Processes that think for the computer. More than the number of cores don't help."""

    postboard_exact_tables: Path = Path("var/exact")
    """The folder of endgame tables that `make exact` writes, for the computer."""

    postboard_table_memory: int = Field(default=50, ge=1, le=100_000)
    """Megabytes of memory for games in use. The others are read from the database again."""

    postboard_status: str = ""
    """An address for monitoring (/healthz, /readyz, /metrics), as 127.0.0.1:9464; empty: none."""

    postboard_games: str = ""
    """Packages of games to load, separated by commas. NAME:stable ends the trial of one."""

    postboard_without: str = ""
    """Extensions to leave out, separated by commas, such as puzzles; empty: none."""

    postboard_log_level: _Level = "INFO"
    """The log's level: DEBUG, INFO, WARNING or ERROR."""

    postboard_fonts: _Fonts = "system"
    """Fonts for names in pictures: system adds the machine's, pinned is Noto Sans alone."""

    postboard_forgotten: Path | None = Field(default=None, validate_default=True)
    """The list of forgotten people; empty: beside the SQLite file. PostgreSQL needs a path."""

    postboard_copy_days: int = Field(default=30, ge=1, le=30)
    """Days to keep backups in a folder, and copies beside the database."""

    postboard_server_days: int = Field(default=90, ge=1, le=90)
    """Days until the data of a server that removed the bot is deleted."""

    # Validators before pydantic's own run from the last to the first.
    @field_validator("postboard_log_level", mode="before")
    @classmethod
    def _in_capitals(cls, value: object) -> object:
        if isinstance(value, str) and value.upper() in get_args(_Level):
            return value.upper()
        return value

    @field_validator("postboard_database", mode="before")
    @classmethod
    def _server(cls, value: object) -> object:
        return (ServerAddress.read(value) or value) if isinstance(value, str) else value

    @field_validator("postboard_shards", mode="before")
    @classmethod
    def _share(cls, value: object) -> object:
        return ShardRange.read(value) if isinstance(value, str) else value

    @field_validator("*", mode="before")
    @classmethod
    def _read(cls, value: object, info: ValidationInfo) -> object:
        """Take blank as not set, and refuse what no setting can hold."""
        if not isinstance(value, str):
            return value
        text = value.strip()
        if any(unicodedata.category(character) == "Cc" for character in text):
            raise ValueError("without line breaks and other control characters")
        assert info.field_name is not None
        return text or cls.model_fields[info.field_name].default

    @field_validator("postboard_shards")
    @classmethod
    def _for_many(cls, shards: ShardRange | None, info: ValidationInfo) -> ShardRange | None:
        """Refuse a part of the shards on a file, which serves one process alone."""
        if shards and not shards.is_whole and isinstance(info.data.get("postboard_database"), Path):
            raise ValueError("the number of all shards, unless POSTBOARD_DATABASE is an address")
        return shards

    @field_validator("postboard_status")
    @classmethod
    def _address(cls, text: str) -> str:
        """Require a host and a port, the host of IPv6 in brackets."""
        host, _, port = text.rpartition(":")
        if text and not (host and port.isdecimal() and 0 < int(port) < 65536):
            raise ValueError("an address with a port from 1 to 65535, such as 127.0.0.1:9464")
        return text

    @property
    def status_address(self) -> tuple[str, int] | None:
        """The host and port that `postboard_status` names."""
        host, _, port = self.postboard_status.rpartition(":")
        return (host.strip("[]"), int(port)) if host else None

    @field_validator("postboard_proxy")
    @classmethod
    def _http(cls, proxy: SecretStr | None) -> SecretStr | None:
        """Require the address of an HTTP proxy; discord.py knows no others."""
        if proxy and not _PROXY.fullmatch(proxy.get_secret_value()):
            raise ValueError("an address such as http://USER:PASSWORD@HOST:PORT")
        return proxy

    @property
    def proxy(self) -> dict[str, Any]:
        """The options of discord.py for the proxy.

        Errors and the log name its address, so the password stands elsewhere.
        """
        if self.postboard_proxy is None:
            return {}
        parts = urlsplit(self.postboard_proxy.get_secret_value())
        address = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
        if parts.username is None:
            return {"proxy": address}
        name, password = unquote(parts.username), unquote(parts.password or "")
        with warnings.catch_warnings():
            # discord.py takes nothing else yet.
            warnings.simplefilter("ignore", DeprecationWarning)
            return {"proxy": address, "proxy_auth": BasicAuth(name, password, "utf-8")}

    @property
    def left_out(self) -> tuple[str, ...]:
        """The extensions that `postboard_without` names."""
        return tuple(filter(None, map(str.strip, self.postboard_without.split(","))))

    @field_validator("discord_token")
    @classmethod
    def _whole(cls, token: SecretStr | None) -> SecretStr | None:
        """Refuse what can't be sent to Discord at all."""
        text = token.get_secret_value() if token else ""
        if not text.isascii() or " " in text:
            raise ValueError("without blanks")
        return token

    @field_validator("postboard_games")
    @classmethod
    def _names(cls, text: str) -> str:
        """Refuse what names no packages."""
        read_names(text)
        return text

    @field_validator("postboard_database", "postboard_exact_tables", "postboard_forgotten")
    @classmethod
    def _at_home(cls, path: Path | ServerAddress | None) -> Path | ServerAddress | None:
        """Expand `~`."""
        try:
            return path.expanduser() if isinstance(path, Path) else path
        except RuntimeError as error:
            raise ValueError("a path below a home folder that exists") from error

    @field_validator("postboard_database")
    @classmethod
    def _file(cls, path: Path | ServerAddress) -> Path | ServerAddress:
        """Refuse what can't be a file, and a mistyped address: it would be the name of one."""
        if isinstance(path, Path) and (path.name in {"", ".."} or _SCHEME.match(str(path))):
            raise ValueError("the path of a file, or postgresql://USER:PASSWORD@HOST/DATABASE")
        return path

    @field_validator("postboard_forgotten")
    @classmethod
    def _listed(cls, path: Path | None, info: ValidationInfo) -> Path | None:
        """Require a file where none stands beside the database."""
        if path is None and isinstance(info.data.get("postboard_database"), ServerAddress):
            raise ValueError("the path of a file that outlives each copy of the database")
        return path


def described() -> str:
    """Return all settings with their meanings and defaults, in the form of a `.env` file.

    All but the token are commented out: a default in the file would override a Docker image's.
    """
    return "\n".join(
        f"# {field.description}\n{'' if name == 'discord_token' else '#'}{name.upper()}="
        f"{'' if field.default is None else field.default}"
        for name, field in Settings.model_fields.items()
    )


def wrong(error: ValidationError) -> list[str]:
    """Return a sentence per wrong value: the setting, the value, and what is right."""
    return [
        _wrong(str(each["loc"][0]), each["input"], each.get("ctx", {})) for each in error.errors()
    ]


def _wrong(field: str, value: object, context: Mapping[str, Any]) -> str:
    name = field.upper()
    if field == "discord_token":  # Its value is secret.
        return (
            f"{name} has a blank, a line break or another character that no token has. Copy it"
            " again from the developer portal."
        )
    default, metadata = Settings.model_fields[field].default, Settings.model_fields[field].metadata
    lowest = [str(bound.ge) for bound in metadata if isinstance(bound, Ge)]
    highest = [str(bound.le) for bound in metadata if isinstance(bound, Le)]
    if lowest:
        right = f"a whole number from {lowest[0]} to {highest[0]}"
    else:
        right = str(context.get("error", context.get("expected"))).replace("'", "")
    quoted = "empty" if value is None else json.dumps(str(value), ensure_ascii=False)
    if field == "postboard_database" and _SCHEME.match(str(value)):  # It may hold a password.
        quoted = "an address"
    elif field == "postboard_proxy":
        quoted = "something else"
    return f"{name} is {quoted}, but it has to be {right} (default: {default or 'none'})."


def doubtful(environment: Mapping[str, str], *, has_token: bool) -> Iterator[str]:
    """Yield sentences about names that may be misspelled settings, and unreadable lines.

    Both `.env` and the environment are searched. Other programs have variables there, too, so a
    name is doubtful if it starts with POSTBOARD or is like a setting's. With a token, no name is
    taken for a misspelled token.
    """
    if ENV_FILE.is_file():
        with ENV_FILE.open(encoding="utf-8-sig") as file:
            for line in parse_stream(file):
                if line.error or (line.key is not None and line.value is None):
                    yield (
                        f"Line {line.original.line} of .env is ignored. It isn't a setting of the"
                        " form NAME=value."
                    )
                elif line.key is not None:
                    yield from _doubtful(line.key, ".env", has_token=has_token)
    for name in environment:
        yield from _doubtful(name, "the environment", has_token=has_token)


def _doubtful(name: str, place: str, *, has_token: bool) -> Iterator[str]:
    settings = [field.upper() for field in Settings.model_fields]
    if name.upper() in settings:
        return
    like = get_close_matches(name.upper(), settings, n=1, cutoff=_ALIKE)
    if not like and name.upper() in _TOKENS:
        like = ["DISCORD_TOKEN"]
    if like == ["DISCORD_TOKEN"] and has_token:
        return
    if like:
        yield f"{name} in {place} isn't a setting. Did you mean {like[0]}?"
    elif name.upper().startswith("POSTBOARD"):
        yield f"{name} in {place} isn't a setting. postboard --help lists them."

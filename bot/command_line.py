"""The command `postboard`: serves Discord, or opens the local page without a token."""

import argparse
import asyncio
import contextlib
import errno
import logging
import os
import platform
import re
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from importlib.machinery import ExtensionFileLoader
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final, NoReturn, TypeAlias

import discord
from discord.utils import setup_logging
from pydantic import ValidationError

import engine.search
from bot.app import create_app, tune_process
from bot.application import set_up
from bot.backups import KEPT, back_up, restore
from bot.checking import Report, check, check_ratings
from bot.copying import copy
from bot.interactions.gateway.presence import log_presence, start
from bot.model.addresses import ServerAddress
from bot.model.retention import Retention
from bot.service_manager import ServiceManager, reporting
from bot.settings import ENV_FILE, Settings, described, doubtful, wrong
from bot.startup_errors import TRY_AGAIN, WRONG_SETUP, only_process, startup_failure
from bot.status import serving_status
from bot.trial import TrialError, run_trial
from rules.packages import PackageError, load, read_names, register

__all__ = ["main"]

_log = logging.getLogger("bot")

_PURPOSE: Final = """\
Host board games on Discord. Without a token, it opens a chat page on this machine instead and
prints its address. Ctrl+C or SIGTERM stops it."""
_SETTINGS: Final = """\
Settings are environment variables, or lines of a file .env in the folder where it starts. Here
they are with their defaults. Remove the # before one that you change:
"""


_DEMO: Final = Path("var/demo/postboard.sqlite3")
"""The demo's own file: the bot's database stays as it is."""
_STOPS: Final = (signal.SIGINT, signal.SIGTERM)
"""Ctrl+C, and the signal of service managers."""
_THEN: Final = {TRY_AGAIN: "a service manager tries again", WRONG_SETUP: "waiting for you"}
"""The consequences of each exit status, in words."""
_READING: Final = frozenset({"check", "copy", "restore"})
"""The commands that read the logs of games."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run until interrupted; return the exit status. Raises SystemExit for wrong arguments."""
    asked = _parser().parse_args(arguments)
    if asked.version:
        is_compiled = isinstance(engine.search.__loader__, ExtensionFileLoader)
        print(f"Postboard {_version()}{', compiled' if is_compiled else ''}")
        return 0
    settings = _settings()
    if settings is None:
        return WRONG_SETUP
    if asked.command == "demo":
        own: dict[str, object] = {"discord_token": None, "postboard_database": Path.cwd() / _DEMO}
        if settings.postboard_log_level == "INFO":
            own["postboard_log_level"] = "WARNING"  # Each of some 200 moves is a line.
        settings = settings.model_copy(update=own)
    if asked.command in _READING:
        _know_games(settings.postboard_games)
    if (report := _about_file(asked, settings)) is not None:
        print(*report.lines, sep="\n", file=sys.stdout if report.status < 2 else sys.stderr)
        return report.status
    if asked.command == "setup":
        return _set_up(settings, writes=asked.write)
    if asked.command == "trial":
        return _try(settings, asked.channel, asks=not asked.no_questions)
    if asked.command == "run" and asked.discord and _token(settings) is None:
        return WRONG_SETUP
    _log_at(settings.postboard_log_level)
    os.environ["POSTBOARD_FONTS"] = settings.postboard_fonts
    _log.info(
        "Postboard %s · Python %s · database %s",
        _version(), platform.python_version(), settings.postboard_database,
    )  # fmt: skip
    for sentence in doubtful(os.environ, has_token=settings.discord_token is not None):
        _log.warning("%s", sentence)
    status = 0
    with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
        status = asyncio.run(_run(settings, is_demo=asked.command == "demo"))
    if not status:
        _log.info("Stopped")
    return status


def _know_games(named: str) -> None:
    """Add the games of packages, for commands that read logs. The bot has tried them."""
    for each in read_names(named):
        try:
            register(load(each.name))
        except PackageError as reason:
            print(f"Games left out: {reason}", file=sys.stderr)


def _about_file(asked: argparse.Namespace, settings: Settings) -> Report | None:
    """Carry out a command that needs no Discord, or return None for any other."""
    now, database = int(time.time()), settings.postboard_database
    match asked.command:
        case "copy":
            return copy(asked.old, asked.new or database, now)
        case "check":
            return check(asked.database or database, now, asked.repair)
        case "ratings":
            return check_ratings(asked.database or database, asked.write)
        case "backup" if isinstance(database, Path):
            return back_up(database, asked.target, now, settings.postboard_copy_days)
        case "restore" if isinstance(database, Path):
            return restore(database, asked.file, now, settings.postboard_forgotten)
        case "backup" | "restore":
            sentence = (
                f"postboard {asked.command} works on files only. For {database}, use PostgreSQL's"
                " pg_dump and pg_restore."
            )
            return Report([sentence], WRONG_SETUP)
        case _:
            return None


def _set_up(settings: Settings, *, writes: bool) -> int:
    """Compare the application in the developer portal with what the bot needs."""
    if (token := _token(settings)) is None:
        return WRONG_SETUP
    try:
        lines, is_right = asyncio.run(set_up(token, writes=writes, proxy=settings.proxy))
    except Exception as error:
        return _failed(error, settings)
    print(*lines, sep="\n")
    return 0 if is_right else 1


def _try(settings: Settings, channel_id: int, *, asks: bool) -> int:
    """Try in a private channel what the bot assumes about Discord, and write a report."""
    if (token := _token(settings)) is None:
        return WRONG_SETUP
    ask = _answer if asks and sys.stdin.isatty() else None
    now = int(time.time())
    file = Path(f"postboard-trial-{datetime.fromtimestamp(now, UTC):%Y%m%dT%H%M%SZ}.md")
    try:
        report = asyncio.run(
            run_trial(token, channel_id, tell=print, ask=ask, proxy=settings.proxy)
        )
        file.write_text(report.text(now), encoding="utf-8")
    except TrialError as error:
        print(error, file=sys.stderr)
        return WRONG_SETUP
    except KeyboardInterrupt:
        print("Trial stopped. Its posts are deleted.", file=sys.stderr)
        return 1
    except Exception as error:
        return _failed(error, settings)
    if report.left_over:
        print(f"Left over: {'; '.join(report.left_over)}.")
    print(f"Report: {file.absolute()}. It holds no secrets. Please attach it to an issue.")
    return int(report.differs)


def _answer(question: str) -> str | None:
    """Return the typed answer to a question, or None if the input has ended."""
    try:
        return input(f"{question}\n> ")
    except EOFError:
        return None


def _token(settings: Settings) -> str | None:
    """Return the bot's token, or print that there is none."""
    if settings.discord_token is None:
        print("DISCORD_TOKEN isn't set. Put your bot's token into .env.", file=sys.stderr)
        return None
    return settings.discord_token.get_secret_value()


def _failed(error: Exception, settings: Settings) -> int:
    """Print why the bot can't start, and return the exit status. Raises the error of a bug."""
    failure = startup_failure(error, settings.postboard_database, settings.postboard_shards)
    if failure is None:
        raise error
    sentence, status = failure
    print(f"{sentence} ({status}: {_THEN[status]})", file=sys.stderr)
    return status


class _Parser(argparse.ArgumentParser):
    """Reports an error in one sentence, without the usage."""

    def error(self, message: str) -> NoReturn:
        unknown = re.match(r"argument COMMAND: invalid choice: '?([^' ]*)", message)
        what = f"There is no command {unknown[1]}" if unknown else message
        self.exit(WRONG_SETUP, f"{what}. postboard --help lists the commands.\n")


_Add: TypeAlias = Callable[..., argparse.ArgumentParser]
"""Adds a command and returns its parser."""


def _parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    parser = _Parser(
        prog="postboard",
        description=_PURPOSE,
        epilog=f"{_SETTINGS}\n{described()}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    commands = parser.add_subparsers(dest="command", title="commands", metavar="COMMAND")
    running = commands.add_parser("run", help="run until interrupted, as without a command")
    running.add_argument("--discord", action="store_true", help="exit with 78 if there is no token")
    commands.add_parser(
        "demo",
        help="open a club to look at on this machine, with games in progress and finished ones",
        description="Open the local page, where four people play a dozen games with the bot's own"
        f" commands. Its file is {_DEMO}, and each run starts from nothing.",
    )
    _add_commands_about_databases(commands.add_parser)
    _add_commands_about_discord(commands.add_parser)
    return parser


def _add_commands_about_databases(add: _Add) -> None:
    checking = add(
        "check",
        help="compare a database with the logs in it",
        description="Compare a database with the logs in it, and print each difference. Stop the"
        " bot first if it is a file. The exit status is 0 without differences, and 1 otherwise.",
    )
    checking.add_argument("database", **_WHICH)
    checking.add_argument(
        "--repair", action="store_true", help="repair what differs (stop the bot first)"
    )
    rating = add(
        "ratings",
        help="compare the ratings in a database with its results",
        description="Compute all ratings in a database from its results, and print each difference."
        " The bot can run. The exit status is 0 without differences, and 1 otherwise.",
    )
    rating.add_argument("database", **_WHICH)
    way = rating.add_mutually_exclusive_group()
    way.add_argument("--check", action="store_true", help="write nothing (the default)")
    way.add_argument("--write", action="store_true", help="repair them (stop the bot first)")
    backup = add(
        "backup",
        help="copy the database while the bot runs, and check the copy",
        description="Copy the database, while the bot runs or not, and check the copy. The exit"
        " status is 0 if it is in order, 1 if it has faults, and 75 if the disk lacks room.",
    )
    backup.add_argument(
        "target",
        metavar="FILE",
        help=f"a file, or a folder such as copies/ that keeps the newest {KEPT}",
    )
    back = add(
        "restore",
        help="put a copy in place of the database (stop the bot first)",
        description="Check a copy and put it in place of the database, which stays beside it. Stop"
        " the bot first.",
    )
    back.add_argument("file", type=Path, metavar="FILE")
    moved = add(
        "copy",
        help="copy a file into an empty PostgreSQL database (stop the bot first)",
        description="Copy a file into an empty PostgreSQL database. Each row is compared and each"
        " log checked before anything is kept. Stop the bot first. The file stays as it is. The"
        " exit status is 0 if the copy is in place, and 1 if it differs from the file.",
    )
    moved.add_argument("old", type=Path, metavar="FILE")
    moved.add_argument(
        "new",
        nargs="?",
        type=_database,
        metavar="ADDRESS",
        help="default: POSTBOARD_DATABASE, which the list of processes doesn't show to others",
    )


def _add_commands_about_discord(add: _Add) -> None:
    portal = add(
        "setup",
        help="check the application in the developer portal",
        description="Compare the application in the developer portal with what the bot needs, and"
        " print the invite link. The exit status is 0 if nothing has to change, and 1 otherwise.",
    )
    portal.add_argument(
        "--write",
        action="store_true",
        help="set the installs as the bot needs them, and a description and tags if there are none",
    )
    trial = add(
        "trial",
        help="test what the bot assumes about Discord in a private channel, and write a report",
        description="Post, edit, read and delete messages and threads in a channel that no one else"
        " sees, ask five questions, and write a report without secrets into this folder. The exit"
        " status is 0 if Discord does all that the bot assumes, and 1 otherwise.",
    )
    trial.add_argument("channel", type=_channel, metavar="CHANNEL", help="a channel's link or id")
    trial.add_argument("--no-questions", action="store_true", help="ask nothing")


def _database(text: str) -> Path | ServerAddress:
    """Return a PostgreSQL address, or else a path."""
    return ServerAddress.read(text) or Path(text)


_WHICH: Final[Mapping[str, Any]] = {
    "nargs": "?",
    "type": _database,
    "metavar": "DATABASE",
    "help": "a file, or the address of a PostgreSQL database; default: POSTBOARD_DATABASE",
}
"""The argument of a command for its database."""


def _channel(text: str) -> int:
    """Return a channel's id from the id, a mention or a link."""
    found = re.fullmatch(r"(?:https://\S+/channels/\d+/|<#)?(\d{15,20})[>/]?", text.strip())
    if found is None:
        raise argparse.ArgumentTypeError("use a channel's link or id")
    return int(found[1])


def _version() -> str:
    try:
        return version("postboard")
    except PackageNotFoundError:
        return "(unknown version)"


def _settings() -> Settings | None:
    """Return the settings with an absolute path of the database, or print why they're wrong."""
    try:
        here = Path.cwd()
    except OSError:
        print("This folder was deleted. Start Postboard in another one.", file=sys.stderr)
        return None
    file = here / ENV_FILE
    try:
        if file.is_dir():  # pydantic would take it for missing.
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(file))
        settings = Settings()
        if isinstance(database := settings.postboard_database, Path):
            return settings.model_copy(update={"postboard_database": here / database})
        return settings
    except ValidationError as error:
        sentences = wrong(error)
    except OSError as error:
        sentences = [
            f"{file} can't be read: {error.strerror}. Make it a file the bot can read, or delete"
            " it."
        ]
    except UnicodeDecodeError:
        sentences = [f"{file} can't be read: it isn't text in UTF-8. Save it as UTF-8."]
    print("\n".join(sentences), file=sys.stderr)
    return None


def _log_at(level: str) -> None:
    setup_logging(level=logging.getLevelNamesMapping()[level])
    if not (sys.__stderr__ and sys.__stderr__.isatty()):
        # discord.py writes colours into files too, where it finds itself in a container.
        plain = logging.Formatter("{asctime} {levelname:<8} {name}: {message}", style="{")
        for handler in logging.getLogger().handlers:
            handler.setFormatter(plain)
    if level == "INFO":
        logging.getLogger("discord").setLevel(logging.WARNING)
    # The bot has no voice, so discord.py's warning that its libraries are missing is silenced.
    discord.VoiceClient.warn_nacl = False
    discord.VoiceClient.warn_dave = False


async def _run(settings: Settings, *, is_demo: bool) -> int:
    this = asyncio.current_task()
    assert this is not None
    loop = asyncio.get_running_loop()

    def stop() -> None:
        for number in _STOPS:  # Whoever is impatient must not interrupt the end.
            loop.remove_signal_handler(number)
            signal.signal(number, signal.SIG_IGN)
        this.cancel()

    # Windows has no such handlers; there asyncio has one of its own for Ctrl+C.
    with contextlib.suppress(NotImplementedError):
        for number in _STOPS:
            loop.add_signal_handler(number, stop)
    try:
        with only_process(settings.postboard_database):
            async with reporting(os.environ) as manager:
                if settings.discord_token:
                    await _serve(settings, settings.discord_token.get_secret_value(), manager)
                else:
                    # Its Discord is a tenth of what there is to import.
                    from bot import demo, local  # noqa: PLC0415

                    if is_demo and isinstance(settings.postboard_database, Path):
                        demo.forget_last(settings.postboard_database)
                    furnish = demo.furnish if is_demo else None
                    await local.serve(settings, manager.ready, furnish)
    except asyncio.CancelledError as error:
        if this.cancelling():
            raise
        raise RuntimeError("The bot was cancelled, and no one stopped it") from error
    except Exception as error:
        if this.cancelling():  # A library that is stopped halfway may fail in a way of its own.
            _log.warning("Something failed while the bot was stopped: %r", error)
            return 0
        return _failed(error, settings)
    return 0


async def _serve(settings: Settings, token: str, manager: ServiceManager) -> None:
    async with create_app(
        settings.postboard_database,
        shards=settings.postboard_shards,
        workers=settings.postboard_engine_workers,
        exact_tables=settings.postboard_exact_tables,
        table_memory=settings.postboard_table_memory,
        packages=read_names(settings.postboard_games),
        without=settings.left_out,
        retention=Retention(settings.postboard_copy_days, settings.postboard_server_days),
        forgotten=settings.postboard_forgotten,
        proxy=settings.proxy,
    ) as bot:
        tune_process()
        log_presence(bot, manager.ready, manager.tell)
        async with AsyncExitStack() as stack:
            if address := settings.status_address:
                await stack.enter_async_context(serving_status(bot, address))
            await start(bot, token)

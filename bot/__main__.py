"""`postboard` or `python -m bot`: serves Discord, or opens the local table without a token."""

import argparse
import asyncio
import contextlib
import logging
import signal
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import Final

import discord
from discord.utils import setup_logging
from pydantic import SecretStr, ValidationError

from bot import local
from bot.app import create_app, tune_process
from bot.settings import Settings, described
from bot.startup_errors import WRONG_SETUP, only_process, startup_failure

_PURPOSE: Final = """\
Host board games on Discord. Without a token, it opens a chat page on this machine to play on
instead, and prints its address. Ctrl+C or SIGTERM stops it."""
_SETTINGS: Final = """\
Settings are environment variables, or lines of a file .env in the folder where it starts. These
are all of them, with their defaults:
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run until interrupted; return the exit status. Raises SystemExit for wrong arguments."""
    asked = _parser().parse_args(arguments)
    if asked.version:
        print(f"Postboard {version('postboard')}")
        return 0
    try:
        settings = Settings()
    except ValidationError as error:
        for wrong in error.errors():
            print(f"{'.'.join(map(str, wrong['loc'])).upper()}: {wrong['msg']}", file=sys.stderr)
        print("postboard --help lists the settings.", file=sys.stderr)
        return WRONG_SETUP
    except OSError as error:
        print(f"{error.filename} can't be used: {error.strerror}.", file=sys.stderr)
        return WRONG_SETUP
    except UnicodeDecodeError:
        print(".env can't be read: it isn't text in UTF-8.", file=sys.stderr)
        return WRONG_SETUP
    _log_at(settings.postboard_log_level)
    with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
        return asyncio.run(_run(settings))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="postboard",
        description=_PURPOSE,
        epilog=f"{_SETTINGS}\n{described()}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    return parser


def _log_at(level: str) -> None:
    setup_logging(level=logging.getLevelNamesMapping()[level])
    if level == "INFO":
        logging.getLogger("discord").setLevel(logging.WARNING)
    # The bot has no voice, so discord.py's warning that its libraries are missing is silenced.
    discord.VoiceClient.warn_nacl = False
    discord.VoiceClient.warn_dave = False


async def _run(settings: Settings) -> int:
    this = asyncio.current_task()
    assert this is not None
    # A service manager stops the process with SIGTERM; Windows has no such handlers and uses
    # Ctrl+C.
    with contextlib.suppress(NotImplementedError):
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, this.cancel)
    database, port = settings.postboard_database, settings.postboard_page_port
    try:
        with only_process(database):
            if settings.discord_token:
                await _serve(settings, settings.discord_token)
            else:
                await local.serve(settings)
    except Exception as error:
        failure = startup_failure(error, database, port)
        if failure is None:
            raise
        sentence, status = failure
        print(sentence, file=sys.stderr)
        return status
    return 0


async def _serve(settings: Settings, token: SecretStr) -> None:
    async with create_app(
        settings.postboard_database,
        workers=settings.postboard_engine_workers,
        exact_tables=settings.postboard_exact_tables,
    ) as bot:
        tune_process()
        await bot.start(token.get_secret_value())


if __name__ == "__main__":
    sys.exit(main())

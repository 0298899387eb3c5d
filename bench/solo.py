"""The bot as it serves Discord, on a loopback server.

`python -m bench.solo SOCKET TOKEN DATABASE`
"""

import importlib
import sys
from pathlib import Path

import aiohttp

from bench.probe import run, watched
from bot.app import create_app, tune_process
from bot.delivery.tidying import table_messages
from bot.model.limits import UNLIMITED

__all__: list[str] = []


# Older boards are changed ten a second over all channels; here each is part of its move's price.
setattr(table_messages, "_PER_SECOND", 1_000.0)  # noqa: B010 - a constant elsewhere


async def _serve(socket: str, token: str, database: Path) -> None:
    connector = aiohttp.UnixConnector(socket, limit=0)
    async with create_app(database, connector, limits=UNLIMITED) as bot, watched():
        tune_process()
        await bot.start(token)


if __name__ == "__main__":
    importlib.import_module("bot.command_line")  # All that `postboard` imports counts.
    run(_serve(sys.argv[1], sys.argv[2], Path(sys.argv[3])))

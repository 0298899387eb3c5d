"""The bot as it serves Discord, on a loopback server.

`python -m bench.solo SOCKET TOKEN DATABASE`
"""

import sys
from pathlib import Path
from typing import Final

import aiohttp

from bench.probe import run, watched
from bot.app import create_app, tune_process

__all__: list[str] = []

_WORKERS: Final = 4
"""Processes that think for engines; none is started before an engine is due."""


async def _serve(socket: str, token: str, database: Path) -> None:
    connector = aiohttp.UnixConnector(socket, limit=0)
    async with create_app(database, connector, workers=_WORKERS) as bot, watched():
        tune_process()
        await bot.start(token)


if __name__ == "__main__":
    run(_serve(sys.argv[1], sys.argv[2], Path(sys.argv[3])))

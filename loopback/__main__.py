"""`python -m loopback`: serve an empty server with a chat page, for any bot."""

import argparse
import asyncio
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final, NoReturn

from loopback.gateway.session import PRIVILEGED
from loopback.server import Loopback

_LONGEST_PATH: Final = 103
"""Bytes that every system takes as the path of a Unix socket."""
_HIGHEST_PORT: Final = 65_535

_LINES: Final = """
Run a bot of discord.py on it with these lines, and your own class in place of discord.Client:

import asyncio
import aiohttp
import discord

async def main():
    connector = aiohttp.UnixConnector({socket!r}, limit=0)
    async with discord.Client(intents=discord.Intents.default(), connector=connector) as bot:
        await bot.start({token!r})

asyncio.run(main())
"""


class _Parser(argparse.ArgumentParser):
    """A parser that reports an error in one sentence, without the usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{message.removeprefix('argument ')}. --help lists the options.\n")


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > _HIGHEST_PORT:
        raise argparse.ArgumentTypeError(
            f"a port is a number from 0 to {_HIGHEST_PORT}, not {text!r}"
        )
    return int(text)


def _socket(text: str) -> Path:
    path, length = Path(text), len(os.fsencode(text))
    if length > _LONGEST_PATH:
        raise argparse.ArgumentTypeError(
            f"the path of a socket has at most {_LONGEST_PATH} bytes, not {length}"
        )
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {str(path.parent)!r}")
    if path.exists() and not path.is_socket():
        raise argparse.ArgumentTypeError(f"{text!r} is there already and is no socket")
    return path


def _arguments() -> argparse.Namespace:
    parser = _Parser(
        prog="python -m loopback",
        description="Serve an empty Discord on this machine, with a chat page, for any bot.",
        epilog="Port 0 is any free port. Ctrl+C ends the server; nothing outlives it.",
    )
    parser.add_argument(
        "--socket", type=_socket, metavar="PATH", help="where to make the Unix socket"
    )
    parser.add_argument(
        "--port",
        type=_port,
        help="also serve bots over plain HTTP, for other libraries than discord.py",
    )
    parser.add_argument(
        "--page-port", type=_port, default=8100, metavar="PORT", help="of the chat page (8100)"
    )
    return parser.parse_args()


async def _run(arguments: argparse.Namespace) -> None:
    this = asyncio.current_task()
    assert this is not None
    # A service manager stops with SIGTERM; Windows has no such handlers and stops with Ctrl+C.
    with suppress(NotImplementedError):
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, this.cancel)
    server = Loopback(
        arguments.socket,
        port=arguments.port,
        page_port=arguments.page_port,
        privileged_intents=PRIVILEGED,
    )
    async with server:
        print(_described(server), flush=True)
        await asyncio.Event().wait()


def _described(server: Loopback) -> str:
    """Return the lines to print: the addresses, and the code that runs a bot."""
    lines = [f"page     {server.page_url}", f"token    {server.token}"]
    if server.url is not None:
        lines.append(f"api      {server.url}/api/v10")
        lines.append(f"gateway  {server.world.addresses.gateway}")
    if hasattr(asyncio, "start_unix_server"):
        socket = str(server.socket.absolute())
        lines += [f"socket   {socket}", _LINES.format(socket=socket, token=server.token)]
    return "\n".join(lines)


def main() -> int:
    """Serve until interrupted; return the exit status."""
    try:
        asyncio.run(_run(_arguments()))
    except (KeyboardInterrupt, asyncio.CancelledError):
        return 0
    except (OSError, RuntimeError) as error:
        print(f"The server cannot be opened: {_reason(error)}.", file=sys.stderr)
        return 1
    return 0


def _reason(error: Exception) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


if __name__ == "__main__":
    sys.exit(main())

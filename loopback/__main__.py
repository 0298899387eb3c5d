"""`python -m loopback`: a Discord alone, for a bot of your own."""

import argparse
import asyncio
from pathlib import Path

from loopback.server import Loopback


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="loopback", description=__doc__)
    parser.add_argument("--socket", type=Path, help="where to make the Unix socket")
    parser.add_argument("--port", type=int, default=8100, help="the chat page's port (8100)")
    return parser.parse_args()


async def _run(arguments: argparse.Namespace) -> None:
    async with Loopback(arguments.socket, page_port=arguments.port) as server:
        print(f"socket {server.socket}")
        print(f"token  {server.token}")
        print(f"page   {server.page_url}", flush=True)
        await asyncio.Event().wait()


def main() -> None:
    """Run until interrupted."""
    try:
        asyncio.run(_run(_arguments()))
    except KeyboardInterrupt:
        print()


if __name__ == "__main__":
    main()

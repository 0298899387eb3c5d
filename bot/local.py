"""The local table: the same bot on a Discord of this machine, with a chat page to play on."""

import asyncio

import aiohttp

from bot.service import assembled
from bot.settings import Settings
from loopback import Loopback

__all__ = ["serve"]


async def serve(settings: Settings) -> None:
    """Open the page, print its address, and play until cancelled."""
    async with Loopback.open(page_port=settings.postboard_page_port) as server:
        connector = aiohttp.UnixConnector(str(server.socket), limit=0)
        async with assembled(settings.postboard_database, connector) as bot:
            running = asyncio.create_task(bot.start(server.token))
            await server.gateway.ready()
            print(f"\nThe table is open: {server.page_url}\n", flush=True)
            await running

"""Where there are no Unix sockets: TCP and TLS, every name leading to this machine."""

import ssl

import aiohttp
import trustme

from loopback import OneAddress
from tests.loopback.sample_bot import running, sample_server

NAMES = ("discord.com", "gateway.discord.gg", "cdn.discordapp.com")


async def test_discord_py_over_tcp() -> None:
    authority = trustme.CA()
    serving = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert(*NAMES).configure_cert(serving)  # pyright: ignore[reportUnknownMemberType]
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)  # pyright: ignore[reportUnknownMemberType]
    async with sample_server(tls=serving) as server:
        assert server.address is not None
        connector = aiohttp.TCPConnector(
            resolver=OneAddress(*server.address), ssl=trusting, limit=0
        )
        async with running(server, connector=connector) as bot:
            reply = await server.person("Ann").slash("show")
            assert reply.message is not None
            message = await bot.contexts[0].original_response()
            assert await message.attachments[0].read() == reply.message.attachments[0].bytes

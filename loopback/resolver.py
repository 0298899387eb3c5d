"""A resolver that leads every host name to one address, for systems without Unix sockets."""

import socket

from aiohttp.abc import AbstractResolver, ResolveResult


class OneAddress(AbstractResolver):
    """A resolver of every name to one address, port included.

    `aiohttp.TCPConnector(resolver=OneAddress(*server.address), ssl=context, limit=0)`, where
    `context` trusts the certificate that the server was opened with, leads an unmodified discord.py
    to this machine.
    """

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port

    async def resolve(
        self,
        host: str,
        port: int = 0,  # noqa: ARG002 - the interface's
        family: socket.AddressFamily = socket.AF_INET,  # noqa: ARG002
    ) -> list[ResolveResult]:
        """Return the one address."""
        return [
            ResolveResult(
                hostname=host,
                host=self._host,
                port=self._port,
                family=socket.AF_INET,
                proto=0,
                flags=socket.AI_NUMERICHOST,
            )
        ]

    async def close(self) -> None:
        """Do nothing: the resolver holds nothing."""

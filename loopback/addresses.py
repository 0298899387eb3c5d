"""The addresses that a server gives to its bot, for the gateway and for attachments."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Addresses:
    """The URLs, without a path, of the gateway, the CDN and the CDN's proxy for media."""

    gateway: str = "wss://gateway.discord.gg"
    cdn: str = "https://cdn.discordapp.com"
    media: str = "https://media.discordapp.net"

    @classmethod
    def at(cls, host: str, port: int) -> "Addresses":
        """Return the addresses of a server that serves everything over HTTP at one port."""
        http = f"http://{host}:{port}"
        return cls(f"ws://{host}:{port}", http, http)

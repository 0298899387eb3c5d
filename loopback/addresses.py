"""The addresses that a bot learns from its server: of the gateway and of attachments."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Addresses:
    """URLs without a path: of the gateway, of the CDN and of its proxy for media."""

    gateway: str = "wss://gateway.discord.gg"
    cdn: str = "https://cdn.discordapp.com"
    media: str = "https://media.discordapp.net"

    @classmethod
    def at(cls, host: str, port: int) -> "Addresses":
        """Return those of a server of plain HTTP, which serves everything at one port."""
        http = f"http://{host}:{port}"
        return cls(f"ws://{host}:{port}", http, http)

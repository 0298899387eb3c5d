"""A bot's REST without discord.py, to send what discord.py would not."""

import io
import json
from collections.abc import Mapping
from typing import Any

import aiohttp

from loopback import Loopback
from loopback.payload import Payload


class Bare:
    """Sends requests as the bot and returns status and JSON."""

    def __init__(
        self, server: Loopback, session: aiohttp.ClientSession, home: str = "https://discord.com"
    ) -> None:
        self.server = server
        self.session = session
        self.home = home
        self.headers: Mapping[str, str] = {}
        self.sockets: list[aiohttp.ClientWebSocketResponse] = []
        """To the gateway: each has to be closed, also one that the server has closed."""

    async def __call__(
        self,
        method: str,
        path: str,
        body: object = None,
        files: Mapping[str, bytes] | None = None,
        *,
        token: str | None = "",
    ) -> tuple[int, Any]:
        headers: dict[str, str] = {}
        if token is not None:
            headers["Authorization"] = f"Bot {token or self.server.token}"
        data: Any = None
        if files is not None:
            data = aiohttp.FormData(quote_fields=False)
            data.add_field("payload_json", json.dumps(body))
            for index, (name, content) in enumerate(files.items()):
                data.add_field(f"files[{index}]", io.BytesIO(content), filename=name)
        elif body is not None:
            data = json.dumps(body)
            headers["Content-Type"] = "application/json"
        url = f"{self.home}/api/v10{path}"
        async with self.session.request(method, url, data=data, headers=headers) as response:
            self.headers = response.headers
            if response.status == 204:
                return 204, None
            return response.status, await response.json()

    def channel(self, name: str = "lobby") -> str:
        return f"/channels/{self.server.world.channel(name).id}"

    async def send(self, body: Payload, channel: str = "lobby") -> Any:
        status, answer = await self("POST", f"{self.channel(channel)}/messages", body)
        assert status == 200, answer
        return answer

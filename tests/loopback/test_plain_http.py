"""A library that has no connectors: REST, gateway and attachments over one port of plain HTTP."""

from collections.abc import AsyncGenerator

import aiohttp
import pytest

from loopback import Loopback
from loopback.payload import Payload
from tests.loopback.bare import Bare
from tests.loopback.sample_bot import PNG, running, sample_server
from tests.loopback.waiting import until


@pytest.fixture
async def server() -> AsyncGenerator[Loopback]:
    async with sample_server(port=0) as opened:
        yield opened


@pytest.fixture
async def bare(server: Loopback) -> AsyncGenerator[Bare]:
    assert server.url is not None
    async with aiohttp.ClientSession() as session:
        yield Bare(server, session, server.url)


async def test_every_address_is_that_of_the_port(server: Loopback, bare: Bare) -> None:
    assert server.url is not None
    assert server.url.startswith("http://127.0.0.1:")
    address = server.url.replace("http", "ws")
    for path in ("/gateway", "/gateway/bot"):
        status, answer = await bare("GET", path)
        assert (status, answer["url"]) == (200, address)
    async with bare.session.ws_connect(f"{address}/?v=10&encoding=json") as gateway:
        assert (await gateway.receive_json())["op"] == 10
        identify: Payload = {"token": server.token, "intents": 1, "properties": {}}
        await gateway.send_json({"op": 2, "d": identify})
        ready = await gateway.receive_json()
        assert (ready["t"], ready["d"]["resume_gateway_url"]) == ("READY", address)
        assert (await gateway.receive_json())["t"] == "GUILD_CREATE"


async def test_an_attachment_is_where_its_message_says(server: Loopback, bare: Bare) -> None:
    path = f"{bare.channel()}/messages"
    status, sent = await bare("POST", path, {"content": "look"}, {"board.png": PNG})
    assert status == 200
    (attachment,) = sent["attachments"]
    for url in (attachment["url"], attachment["proxy_url"]):
        assert url.startswith(f"{server.url}/attachments/")
        async with bare.session.get(url) as response:
            assert await response.read() == PNG
    async with bare.session.get(attachment["url"].partition("?")[0]) as response:
        assert response.status == 404


async def test_discord_py_follows_these_addresses_over_the_socket(server: Loopback) -> None:
    async with running(server) as bot:
        reply = await server.person("Ann").slash("show")
        assert reply.message is not None
        message = await bot.contexts[0].original_response()
        assert message.attachments[0].url.startswith(f"{server.url}/attachments/")
        assert await message.attachments[0].read() == PNG
        bot.events.clear()
        server.gateway.drop()
        await until(lambda: "RESUMED" in bot.events)


@pytest.mark.parametrize(
    "headers", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Origin": "null"}]
)
async def test_pages_of_other_sites_are_kept_out(bare: Bare, headers: dict[str, str]) -> None:
    for path in ("/", "/api/v10/gateway", "/attachments/1/1/x"):
        async with bare.session.get(f"{bare.home}{path}", headers=headers) as response:
            assert response.status == 403

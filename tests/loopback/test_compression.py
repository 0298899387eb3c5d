"""The gateway as most libraries use it: one compressed stream down, binary or text frames up."""

import json
import zlib
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import aiohttp
import discord
import pytest
from discord.gateway import DiscordWebSocket

from loopback import Faults, Loopback, Person
from loopback.payload import Payload
from loopback.platform import TOKEN
from tests.loopback.bare import Bare
from tests.loopback.sample_bot import SampleBot
from tests.loopback.waiting import until

IDENTIFY: Payload = {"token": TOKEN, "intents": 1, "properties": {}}
FLUSHED = b"\x00\x00\xff\xff"
"""What ends each payload of a stream (gateway.mdx, "Transport Compression")."""


class Stream:
    """A connection with one decompressor for its whole life, as libraries have it."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self._inflating = zlib.decompressobj()

    async def receive(self) -> Payload:
        frame = await self.socket.receive()
        assert frame.type is aiohttp.WSMsgType.BINARY
        assert frame.data.endswith(FLUSHED)
        read: Payload = json.loads(self._inflating.decompress(frame.data))
        return read


@asynccontextmanager
async def connected(bare: Bare) -> AsyncGenerator[Stream]:
    url = "https://gateway.discord.gg/?v=10&encoding=json&compress=zlib-stream"
    async with bare.session.ws_connect(url) as socket:
        stream = Stream(socket)
        assert (await stream.receive())["op"] == 10
        yield stream


async def test_a_stream_is_compressed_as_one(bare: Bare) -> None:
    async with connected(bare) as stream:
        await stream.socket.send_bytes(json.dumps({"op": 2, "d": IDENTIFY}).encode())
        heard = [(await stream.receive())["t"] for _ in range(2)]
        assert heard == ["READY", "GUILD_CREATE"]


async def test_discord_py_reads_compressed_frames(
    bot: SampleBot, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = set[type]()
    received = DiscordWebSocket.received_message

    async def noted(self: DiscordWebSocket, message: str | bytes, /) -> None:
        read.add(type(message))
        await received(self, message)

    monkeypatch.setattr(DiscordWebSocket, "received_message", noted)
    assert (await ann.slash("show")).message is not None
    way = getattr(discord.utils, "_ActiveDecompressionContext").COMPRESSION_TYPE  # noqa: B009
    assert read == {bytes if way == "zlib-stream" else str}, f"of {len(bot.events)} events"


async def test_a_stream_is_cut_in_the_midst_of_an_event(
    server: Loopback, bare: Bare, ann: Person
) -> None:
    async with connected(bare) as stream:
        await stream.socket.send_json({"op": 2, "d": IDENTIFY | {"intents": 1 << 9}})
        ready = await stream.receive()
        await server.gateway.ready()
        server.faults = Faults(cut_events=1)
        ann.say("half of it")
        half = await stream.socket.receive()
        assert half.type is aiohttp.WSMsgType.BINARY
        assert not half.data.endswith(FLUSHED)
        assert (await stream.socket.receive()).type is aiohttp.WSMsgType.CLOSED
    assert server.faults_happened["cut_events"] == 1
    server.faults = Faults()
    resume = {"token": TOKEN, "session_id": ready["d"]["session_id"], "seq": ready["s"]}
    async with connected(bare) as stream:
        await stream.socket.send_json({"op": 6, "d": resume})
        assert [(await stream.receive())["t"] for _ in range(2)] == ["MESSAGE_CREATE", "RESUMED"]


async def test_a_bot_whose_stream_was_cut_loses_nothing(
    bot: SampleBot, server: Loopback, ann: Person
) -> None:
    server.faults = Faults(cut_events=1)
    interaction = ann.start_slash("show")
    await until(lambda: server.faults_happened["cut_events"] > 0)
    server.faults = Faults()
    assert (await ann.outcome(interaction)).message is not None
    assert "RESUMED" in bot.events


@pytest.mark.parametrize(("length", "code"), [(4096, None), (4097, 4002)])
async def test_what_a_bot_sends_at_once_has_a_limit(
    bare: Bare, length: int, code: int | None
) -> None:
    async with connected(bare) as stream:
        beat = json.dumps({"op": 1, "d": None, "padding": ""})
        await stream.socket.send_str(beat[:-2] + "x" * (length - len(beat)) + beat[-2:])
        if code is None:
            assert (await stream.receive())["op"] == 11
        else:
            assert (await stream.socket.receive()).data == code


async def test_bytes_that_are_no_text_are_refused(bare: Bare) -> None:
    async with connected(bare) as stream:
        await stream.socket.send_bytes(b"\x83h\xff")
        assert (await stream.socket.receive()).data == 4002

import asyncio
import json
import socket
from typing import Any

import aiohttp
import discord
import pytest

from loopback import Loopback, Person
from loopback.gateway.service import BotPresence
from loopback.gateway.session import BUFFERED_EVENTS, Session
from loopback.interactions.lifecycle import Interaction
from loopback.platform import TOKEN
from loopback.world.feed import Event
from tests.loopback.bare import Bare
from tests.loopback.sample_bot import SampleBot, running
from tests.loopback.test_messages import lobby
from tests.loopback.waiting import until


async def hears(bot: SampleBot, event: str) -> None:
    await until(lambda: event in bot.events)


@pytest.mark.parametrize("how", ["drop", "reconnect", "invalidate", "close"])
async def test_a_broken_session_is_resumed_and_nothing_is_lost(
    bot: SampleBot, server: Loopback, ann: Person, how: str
) -> None:
    (session,) = server.gateway.sessions
    bot.events.clear()
    missed: list[Interaction] = []

    def at_the_break(event: Event) -> None:
        if event == BotPresence(online=False):
            missed.append(ann.start_slash("table open", "lobby", {}))

    server.feed.listen(at_the_break)
    if how == "drop":
        server.gateway.drop()
    elif how == "reconnect":
        server.gateway.reconnect()
    elif how == "invalidate":
        server.gateway.invalidate(resumable=True)
    else:
        server.gateway.close(4000)
    await hears(bot, "RESUMED")
    assert bot.events.index("INTERACTION_CREATE") < bot.events.index("RESUMED")
    assert "READY" not in bot.events
    assert server.gateway.sessions == (session,)
    assert (await ann.outcome(missed[0])).message is not None


def test_a_session_is_resumed_only_where_no_event_is_lost() -> None:
    session = Session("s", 0, (0, 1))
    assert session.can_resume(0)
    for _ in range(BUFFERED_EVENTS + 2):
        session.dispatch("TYPING_START", "{}")
    known = [each for each in range(session.sequence + 2) if session.can_resume(each)]
    assert known == list(range(2, session.sequence + 1))


async def test_a_bot_that_dies_as_it_connects_leaves_no_error(
    server: Loopback, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.socket(socket.AF_UNIX) as raw:
        raw.connect(str(server.socket))
        raw.sendall(
            b"GET /?v=10 HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
            b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
        )
    for _ in range(50):
        await asyncio.sleep(0)
    assert not server.gateway.sessions
    assert not caplog.records


async def test_an_invalid_session_identifies_anew(
    bot: SampleBot, server: Loopback, ann: Person
) -> None:
    (session,) = server.gateway.sessions
    bot.events.clear()
    server.gateway.invalidate(resumable=False)
    await hears(bot, "READY")
    await server.gateway.ready()
    assert server.gateway.sessions != (session,)
    assert (await ann.slash("table open")).message is not None


@pytest.mark.parametrize(("code", "left"), [(1000, 0), (4000, 1)])
async def test_a_clean_close_gives_the_session_up(
    server: Loopback, bare: Bare, code: int, left: int
) -> None:
    socket = await connect(bare)
    await socket.send_json({"op": 2, "d": IDENTIFY})
    await server.gateway.ready()
    await socket.close(code=code)
    await until(lambda: not server.gateway.online)
    assert len(server.gateway.sessions) == left


async def test_without_intents_interactions_still_come(server: Loopback, ann: Person) -> None:
    async with running(server, intents=discord.Intents.none()) as bot:
        assert (await ann.slash("echo", text="ab", to=ann)).message is not None
        assert "GUILD_CREATE" not in bot.events
        assert "MESSAGE_CREATE" not in bot.events


async def test_content_is_veiled_without_its_intent(server: Loopback, ann: Person) -> None:
    intents = discord.Intents(guilds=True, guild_messages=True)
    async with running(server, intents=intents) as bot:
        heard: list[discord.Message] = []

        async def on_message(message: discord.Message) -> None:
            heard.append(message)

        bot.event(on_message)
        ann.say("a secret")
        ann.say(f"<@{server.world.bot.id}> listen")
        await lobby(bot).send("my own")
        await until(lambda: len(heard) == 3)
        assert [each.content for each in heard] == [
            "",
            f"<@{server.world.bot.id}> listen",
            "my own",
        ]


async def test_threads_and_channels_are_told(bot: SampleBot, server: Loopback) -> None:
    guild = server.world.guild()
    server.world.add_channel(guild, "fresh")
    await hears(bot, "CHANNEL_CREATE")
    thread = await lobby(bot).create_thread(name="t", type=discord.ChannelType.public_thread)
    await hears(bot, "THREAD_CREATE")
    await thread.edit(archived=True)
    await hears(bot, "THREAD_UPDATE")
    assert discord.utils.get(bot.get_all_channels(), name="fresh") is not None


async def connect(bare: Bare) -> aiohttp.ClientWebSocketResponse:
    socket = await bare.session.ws_connect("https://gateway.discord.gg/?v=10&encoding=json")
    bare.sockets.append(socket)
    hello = await socket.receive_json()
    assert hello["op"] == 10
    assert hello["d"]["heartbeat_interval"] > 0
    return socket


IDENTIFY: dict[str, Any] = {"token": TOKEN, "intents": 1, "properties": {}}


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("not json", 4002),
        (json.dumps({"d": 1}), 4002),
        (json.dumps({"op": 3, "d": {}}), 4003),
        (json.dumps({"op": 2, "d": IDENTIFY | {"token": "wrong"}}), 4004),
        (json.dumps({"op": 2, "d": IDENTIFY | {"shard": [2, 2]}}), 4010),
        (json.dumps({"op": 2, "d": IDENTIFY | {"intents": 1 << 40}}), 4013),
        (json.dumps({"op": 2, "d": IDENTIFY | {"intents": 1 << 15}}), 4014),
    ],
)
async def test_a_bad_frame_closes_the_connection_with_its_code(
    bare: Bare, frame: str, code: int
) -> None:
    socket = await connect(bare)
    await socket.send_str(frame)
    closing = await socket.receive()
    assert closing.type is aiohttp.WSMsgType.CLOSE
    assert closing.data == code


async def test_identifying_twice_and_unknown_opcodes_close_the_connection(bare: Bare) -> None:
    for second, code in (({"op": 2, "d": IDENTIFY}, 4005), ({"op": 99, "d": None}, 4001)):
        socket = await connect(bare)
        await socket.send_json({"op": 2, "d": IDENTIFY})
        assert (await socket.receive_json())["t"] == "READY"
        assert (await socket.receive_json())["t"] == "GUILD_CREATE"
        await socket.send_json(second)
        assert (await socket.receive()).data == code


async def test_heartbeats_are_answered_and_too_many_frames_are_not(bare: Bare) -> None:
    socket = await connect(bare)
    await socket.send_json({"op": 1, "d": None})
    assert (await socket.receive_json())["op"] == 11
    for _ in range(120):
        await socket.send_json({"op": 1, "d": None})
    async for frame in socket:
        assert json.loads(frame.data)["op"] == 11
    assert socket.close_code == 4008


async def test_an_unknown_session_is_not_resumed(bare: Bare) -> None:
    socket = await connect(bare)
    resume = {"token": TOKEN, "session_id": "none", "seq": 1}
    await socket.send_json({"op": 6, "d": resume})
    assert await socket.receive_json() == {"op": 9, "d": False, "s": None, "t": None}
    await socket.send_json({"op": 2, "d": IDENTIFY})
    ready = await socket.receive_json()
    assert (ready["t"], ready["s"]) == ("READY", 1)
    other = await connect(bare)
    late = {"token": TOKEN, "session_id": ready["d"]["session_id"], "seq": 99}
    await other.send_json({"op": 6, "d": late})
    assert (await other.receive()).data == 4007


async def test_the_gateway_tells_its_address_and_limits(bare: Bare) -> None:
    status, answer = await bare("GET", "/gateway/bot")
    assert status == 200
    assert answer["url"].startswith("wss://")
    assert answer["session_start_limit"]["max_concurrency"] == 1


async def test_a_wrong_token_does_not_log_in(server: Loopback) -> None:
    none, connector = discord.Intents.none(), server.connector()
    async with discord.Client(intents=none, connector=connector) as client:
        with pytest.raises(discord.LoginFailure):
            await client.login("wrong")


async def test_a_heartbeat_is_measured_from_its_own_sending(server: Loopback) -> None:
    """Else discord.py warns that it is behind by the whole interval."""
    server.gateway.heartbeat_ms = 1000
    async with running(server) as bot:
        first = bot.latency
        await until(lambda: bot.latency != first)
        assert bot.latency < 1

"""What a bot asks for on the gateway, and what it sends there that is nothing."""

import json
from collections.abc import AsyncGenerator
from typing import Any, Final

import aiohttp
import discord
import pytest

from loopback import Loopback
from loopback.model.people import Member
from tests.loopback.bare import Bare
from tests.loopback.sample_bot import sample_server
from tests.loopback.test_gateway import IDENTIFY, connect

MEMBERS: Final = discord.Intents(guilds=True, members=True).value
WRONG: Final[list[Any]] = [
    *(None, True, -1, 1 << 70, 1.5, "", "abc", "9" * 30, [], [[]], [1], ["abc"], {}, {"a": 1}),
]


@pytest.fixture
async def server() -> AsyncGenerator[Loopback]:
    async with sample_server(privileged_intents=MEMBERS) as opened:
        yield opened


async def entered(bare: Bare, intents: int = 1) -> aiohttp.ClientWebSocketResponse:
    socket = await connect(bare)
    await socket.send_json({"op": 2, "d": IDENTIFY | {"intents": intents}})
    for _ in range(2 if intents else 1):
        await socket.receive_json()
    return socket


async def chunk(socket: aiohttp.ClientWebSocketResponse, guild: int, **asked: object) -> Any:
    """Return the answer to a request for members, or None if none comes before another one's."""
    await socket.send_json({"op": 8, "d": {"guild_id": str(guild)} | asked})
    await socket.send_json({"op": 31, "d": {"guild_ids": [str(guild)]}})
    event = await socket.receive_json()
    if event["t"] == "SOUNDBOARD_SOUNDS":
        return None
    assert (await socket.receive_json())["t"] == "SOUNDBOARD_SOUNDS"
    return event["d"]


async def test_all_members_are_for_those_who_have_the_intent(server: Loopback, bare: Bare) -> None:
    guild = server.world.guild()
    without, allowed = await entered(bare), await entered(bare, MEMBERS)
    everyone = await chunk(allowed, guild.id, query="", limit=0)
    assert {each["user"]["id"] for each in everyone["members"]} == {str(n) for n in guild.members}
    assert len((await chunk(allowed, guild.id, query="", limit=2))["members"]) == 2
    assert await chunk(without, guild.id, query="", limit=0) is None
    found = await chunk(without, guild.id, query="an", limit=5, nonce="n")
    assert [each["user"]["username"] for each in found["members"]] == ["ann"]
    assert found["nonce"] == "n"
    assert "nonce" not in await chunk(without, guild.id, query="an", limit=5, nonce="n" * 33)


async def test_members_are_asked_for_by_their_ids(server: Loopback, bare: Bare) -> None:
    guild, ann = server.world.guild(), server.world.user("Ann")
    socket = await entered(bare)
    for asked in ([str(ann.id), "7"], ann.id):
        answer = await chunk(socket, guild.id, user_ids=asked)
        assert [each["user"]["id"] for each in answer["members"]] == [str(ann.id)]
    assert (await chunk(socket, guild.id, user_ids=["7"]))["not_found"] == ["7"]


async def test_many_members_come_in_chunks(server: Loopback, bare: Bare) -> None:
    guild = server.world.guild()
    for number in range(1000):
        user = server.world.add_user(f"Guest {number}")
        guild.members[user.id] = Member(user, 0.0)
    socket = await entered(bare, MEMBERS)
    asked = {"guild_id": guild.id, "query": "", "limit": 0}
    await socket.send_json({"op": 8, "d": asked})
    chunks = [(await socket.receive_json())["d"] for _ in range(2)]
    assert [len(each["members"]) for each in chunks] == [1000, 5]
    assert [(each["chunk_index"], each["chunk_count"]) for each in chunks] == [(0, 2), (1, 2)]


@pytest.mark.parametrize("guild_id", [["1"], "abc", None])
async def test_a_request_that_names_no_guild_closes_the_connection(
    bare: Bare, guild_id: object
) -> None:
    socket = await entered(bare)
    await socket.send_json({"op": 8, "d": {"guild_id": guild_id, "query": "", "limit": 0}})
    assert (await socket.receive()).data == 4001


@pytest.mark.parametrize("op", [1, 2, 3, 4, 6, 8, 31, 43, 99])
async def test_what_is_wrong_on_the_gateway_breaks_nothing(
    bare: Bare, caplog: pytest.LogCaptureFixture, op: int
) -> None:
    right: dict[int, Any] = {
        2: IDENTIFY | {"shard": [0, 1], "large_threshold": 50},
        6: {"token": bare.server.token, "session_id": "x", "seq": 1},
        8: {"guild_id": "1", "query": "", "limit": 0, "user_ids": ["1"], "nonce": "n"},
        31: {"guild_ids": ["1"]},
    }
    wrong = WRONG + [right.get(op, {}) | {key: v} for key in right.get(op, {}) for v in WRONG]
    for data in wrong:
        socket = await connect(bare) if op in (2, 6) else await entered(bare)
        await socket.send_json({"op": op, "d": data})
        await socket.send_json({"op": 98})
        async for frame in socket:
            assert json.loads(frame.data)["op"] in (0, 9, 11)
        assert socket.close_code in range(4000, 4015)
    assert not caplog.records


async def test_a_frame_that_is_too_deep_is_none(bare: Bare) -> None:
    socket = await entered(bare)
    await socket.send_str("[" * 4000)
    assert (await socket.receive()).data == 4002

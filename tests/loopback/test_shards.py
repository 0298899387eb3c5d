"""Shards as Discord has them, seen by a client that says what it likes."""

from typing import Any

import aiohttp
import discord
import pytest

from loopback import Loopback, Person, SessionLimits
from tests.loopback.bare import Bare
from tests.loopback.test_gateway import IDENTIFY, connect
from tests.loopback.waiting import until

Socket = aiohttp.ClientWebSocketResponse


async def identify(bare: Bare, number: int, count: int, intents: int = 1) -> Socket:
    socket = await connect(bare)
    data = IDENTIFY | {"shard": [number, count], "intents": intents}
    await socket.send_json({"op": 2, "d": data})
    return socket


async def event(socket: Socket, name: str) -> Any:
    """Return the data of the next event, which has this name."""
    frame = await socket.receive_json()
    assert frame["t"] == name, frame
    return frame["d"]


async def ready(bare: Bare, number: int, count: int) -> tuple[Socket, Any]:
    """Return a shard's connection, and its READY, after its guilds have come."""
    socket = await identify(bare, number, count)
    told = await event(socket, "READY")
    for guild in told["guilds"]:
        assert (await event(socket, "GUILD_CREATE"))["id"] == guild["id"]
    return socket, told


async def closing(socket: Socket) -> int | None:
    """Return the code with which Discord closes, once it has sent nothing else."""
    frame = await socket.receive()
    assert frame.type is not aiohttp.WSMsgType.TEXT, frame.data
    return socket.close_code


def shard_of(guild_id: int, count: int) -> int:
    """Return the shard as Discord's reference computes it."""
    return (guild_id >> 22) % count


async def test_every_guild_belongs_to_one_shard(server: Loopback, bare: Bare) -> None:
    for number in range(30):
        server.world.add_guild(f"guild {number}")
    shards = [await ready(bare, number, 3) for number in range(3)]
    for number, (_, told) in enumerate(shards):
        assert told["shard"] == [number, 3]
        ids = {int(each["id"]) for each in told["guilds"]}
        assert ids == {each for each in server.world.guilds if shard_of(each, 3) == number}
        assert ids


async def test_events_come_to_the_shard_of_their_guild(
    server: Loopback, bare: Bare, ann: Person
) -> None:
    guild = server.world.guild()
    mine = shard_of(guild.id, 2)
    shards = [(await ready(bare, number, 2))[0] for number in range(2)]
    server.world.add_channel(guild, "fresh")
    assert (await event(shards[mine], "CHANNEL_CREATE"))["name"] == "fresh"
    await bare("PUT", f"/applications/{server.world.application_id}/commands", [PING])
    ann.start_slash("ping", "lobby", {})
    assert (await event(shards[mine], "INTERACTION_CREATE"))["guild_id"] == str(guild.id)
    ann.start_slash("ping", ann.dm().id, {})
    assert (await event(shards[0], "INTERACTION_CREATE"))["channel"]["type"] == 1
    for number, socket in enumerate(shards):
        await socket.send_json({"op": 1, "d": None})
        assert (await socket.receive_json())["op"] == 11, f"shard {number} got nothing else"


PING = {"name": "ping", "description": "Ping", "type": 1, "contexts": [0, 1]}


async def test_a_shard_resumes_its_own_events(server: Loopback, bare: Bare) -> None:
    guild = server.world.guild()
    mine = shard_of(guild.id, 2)
    sockets: dict[int, Socket] = {}
    sessions: dict[int, str] = {}
    for number in range(2):
        sockets[number], told = await ready(bare, number, 2)
        sessions[number] = told["session_id"]
    server.gateway.drop(mine)
    assert await closing(sockets[mine]) == 1006
    assert not sockets[1 - mine].closed
    server.world.add_channel(guild, "fresh")
    seen = {mine: 2, 1 - mine: 1}
    again = await connect(bare)
    resume = {"token": server.token, "session_id": sessions[mine], "seq": seen[mine]}
    await again.send_json({"op": 6, "d": resume})
    assert (await event(again, "CHANNEL_CREATE"))["name"] == "fresh"
    await event(again, "RESUMED")


@pytest.mark.parametrize("shard", [[2, 2], [-1, 2], [0, 0], [0], ["a", 2], 3])
async def test_a_wrong_shard_is_refused(bare: Bare, shard: object) -> None:
    socket = await connect(bare)
    await socket.send_json({"op": 2, "d": IDENTIFY | {"shard": shard}})
    assert await closing(socket) == 4010


async def test_too_many_guilds_need_shards(server: Loopback, bare: Bare) -> None:
    for number in range(6):
        server.world.add_guild(f"guild {number}")
    server.gateway.limits = SessionLimits(most_guilds=6)
    assert await closing(await identify(bare, 0, 1)) == 4011
    server.gateway.limits = SessionLimits(most_guilds=7)
    assert len((await ready(bare, 0, 1))[1]["guilds"]) == 7


async def test_the_number_of_shards_and_sessions_is_told(server: Loopback, bare: Bare) -> None:
    server.gateway.limits = SessionLimits(shards=4, starts=9, max_concurrency=2)
    _, before = await bare("GET", "/gateway/bot")
    assert before["shards"] == 4
    assert before["session_start_limit"] == {
        "total": 9,
        "remaining": 9,
        "reset_after": 0,
        "max_concurrency": 2,
    }
    await ready(bare, 0, 4)
    server.clock.advance(3600)
    _, after = await bare("GET", "/gateway/bot")
    left = after["session_start_limit"]
    assert left["remaining"] == 8
    assert 0 <= 23 * 3_600_000 - left["reset_after"] < 60_000
    server.clock.advance(23 * 3600)
    assert (await bare("GET", "/gateway/bot"))[1]["session_start_limit"]["remaining"] == 9


async def test_shards_of_one_bucket_identify_one_after_another(
    server: Loopback, bare: Bare
) -> None:
    server.gateway.limits = SessionLimits(max_concurrency=2, seconds=5)
    await ready(bare, 0, 4)
    await ready(bare, 1, 4)
    soon = await identify(bare, 2, 4)
    assert await soon.receive_json() == {"op": 9, "d": False, "s": None, "t": None}
    server.clock.advance(5)
    await ready(bare, 2, 4)


async def test_a_session_too_many_resets_the_token(server: Loopback, bare: Bare) -> None:
    server.gateway.limits = SessionLimits(starts=1)
    old = server.token
    first, _ = await ready(bare, 0, 1)
    assert await closing(await identify(bare, 0, 1)) == 4004
    assert await closing(first) == 4004
    assert server.token != old
    assert (await bare("GET", "/users/@me", token=old))[0] == 401
    assert (await bare("GET", "/users/@me"))[0] == 200


async def test_a_sharded_discord_py_is_served_as_a_whole(server: Loopback) -> None:
    """An unmodified client asks for the number of shards, connects them, and resumes each."""

    class Sharded(discord.AutoShardedClient):
        async def before_identify_hook(
            self, shard_id: int | None, *, initial: bool = False
        ) -> None:
            """Don't wait 5 seconds."""

    for number in range(20):
        server.world.add_guild(f"guild {number}")
    server.gateway.limits = SessionLimits(shards=4)
    resumed: list[int] = []
    bot = Sharded(
        intents=discord.Intents(guilds=True),
        connector=server.connector(),
        guild_ready_timeout=0.01,
    )

    async def on_shard_resumed(number: int) -> None:
        resumed.append(number)

    bot.event(on_shard_resumed)
    async with server.running(bot):
        await bot.wait_until_ready()
        assert len(bot.guilds) == 21
        assert {each.shard_id for each in bot.guilds} == set(range(4))
        for how in (server.gateway.drop, server.gateway.reconnect):
            how(2)
            await until(lambda: bool(resumed))
            assert resumed == [2]
            resumed.clear()
        server.gateway.invalidate(resumable=True, shard=1)
        await until(lambda: bool(resumed))
        assert resumed == [1]
        assert len(server.gateway.sessions) == 4


async def test_members_of_another_shards_guild_are_not_sent(server: Loopback, bare: Bare) -> None:
    guild = server.world.guild()
    mine = shard_of(guild.id, 2)
    wanted = {"guild_id": str(guild.id), "query": "an", "limit": 1}
    other, _ = await ready(bare, 1 - mine, 2)
    await other.send_json({"op": 8, "d": wanted})
    await other.send_json({"op": 1, "d": None})
    assert (await other.receive_json())["op"] == 11
    right, _ = await ready(bare, mine, 2)
    await right.send_json({"op": 8, "d": wanted})
    await event(right, "GUILD_MEMBERS_CHUNK")

"""Which members of a guild, and which of their changes, a bot with its intents is sent."""

from collections.abc import AsyncGenerator
from typing import Any, Final

import aiohttp
import discord
import pytest

from loopback import Loopback
from loopback.model.people import Guild
from loopback.world import membership
from tests.loopback.bare import Bare
from tests.loopback.sample_bot import sample_server
from tests.loopback.test_gateway import IDENTIFY, connect

PRIVILEGED: Final = discord.Intents(members=True, presences=True).value
ALONE: Final = ["sample"]
ALL: Final = ["ann", "bo", "cy", "di", "sample"]


@pytest.fixture
async def server() -> AsyncGenerator[Loopback]:
    async with sample_server(privileged_intents=PRIVILEGED) as opened:
        yield opened


@pytest.fixture
def guild(server: Loopback) -> Guild:
    return server.world.guild()


async def entered(
    bare: Bare, intents: discord.Intents, **more: object
) -> tuple[aiohttp.ClientWebSocketResponse, Any]:
    """Return a connection and the guild that it is sent."""
    socket = await connect(bare)
    await socket.send_json({"op": 2, "d": IDENTIFY | {"intents": intents.value} | more})
    await socket.receive_json()
    return socket, (await socket.receive_json())["d"]


def names(guild: Any) -> list[str]:
    return sorted(each["user"]["username"] for each in guild["members"])


async def test_members_come_with_the_intent_for_presences(
    server: Loopback, bare: Bare, guild: Guild
) -> None:
    for intents, expected in (
        (discord.Intents(guilds=True), ALONE),
        (discord.Intents(guilds=True, members=True), ALONE),
        (discord.Intents(guilds=True, presences=True), ALL),
    ):
        socket, sent = await entered(bare, intents)
        assert names(sent) == expected
        server.world.set_available(guild, available=False)
        server.world.set_available(guild, available=True)
        assert (await socket.receive_json())["t"] == "GUILD_DELETE"
        assert names((await socket.receive_json())["d"]) == expected


async def test_a_large_guild_shows_those_with_a_role_or_a_nickname(
    server: Loopback, bare: Bare, guild: Guild
) -> None:
    for number in range(60):
        membership.join(server.world, guild, server.world.add_user(f"Guest {number}"))
    guild.members[server.world.user("Ann").id].nick = "Queen"
    presences = discord.Intents(guilds=True, presences=True)
    _, sent = await entered(bare, presences)
    assert (names(sent), sent["large"], sent["member_count"]) == (["ann", "sample"], True, 65)
    _, sent = await entered(bare, presences, large_threshold=250)
    assert (len(sent["members"]), sent["large"]) == (65, False)


async def test_a_bot_hears_of_its_own_changes_without_an_intent(
    server: Loopback, bare: Bare, guild: Guild
) -> None:
    world = server.world
    socket, _ = await entered(bare, discord.Intents(guilds=True))
    (own,) = (each for each in guild.roles.values() if each.bot_id)
    ann, bot = guild.members[world.user("Ann").id], guild.members[world.bot.id]
    role = membership.add_role(world, guild, "Judge", 0)
    for member in (ann, bot):
        membership.set_role(world, guild, member, role, held=True)
    assert (await socket.receive_json())["t"] == "GUILD_ROLE_CREATE"
    event = await socket.receive_json()
    assert event["t"] == "GUILD_MEMBER_UPDATE"
    assert set(event["d"]["roles"]) == {str(role.id), str(own.id)}


async def test_who_joins_a_thread_is_told_with_the_intent_for_members(
    server: Loopback, bare: Bare
) -> None:
    thread = server.person("Ann").open_thread("Talk", channel="lobby")
    without, _ = await entered(bare, discord.Intents(guilds=True))
    allowed, _ = await entered(bare, discord.Intents(guilds=True, members=True))
    server.person("Bo").join(thread)
    status, _ = await bare("PUT", f"/channels/{thread.id}/thread-members/@me")
    assert status == 204
    event = await allowed.receive_json()
    assert event["t"] == "THREAD_MEMBERS_UPDATE"
    (added,) = event["d"]["added_members"]
    assert added["user_id"] == str(server.world.user("Bo").id)
    seen = [(await without.receive_json())["t"] for _ in range(3)]
    assert seen == ["THREAD_UPDATE", "THREAD_CREATE", "THREAD_MEMBERS_UPDATE"]

"""A server is opened for a bot, and closed and opened again."""

from base64 import b64decode
from pathlib import Path

import discord
import pytest

from loopback import Loopback
from loopback.platform import TOKEN
from tests.loopback.sample_bot import SampleBot, sample_server


def sample_bot(server: Loopback) -> SampleBot:
    return SampleBot(server.connector(), discord.Intents(guilds=True))


async def test_a_server_is_open_as_long_as_its_bot_runs() -> None:
    server = sample_server()
    async with server.running(sample_bot(server)) as bot:
        assert server.gateway.online
        assert server.socket.exists()
    assert bot.is_closed()
    assert not server.socket.exists()


async def test_what_was_said_outlives_a_server_that_closes() -> None:
    server = sample_server()
    for said in (1, 2):
        async with server.running(sample_bot(server)):
            server.person("Ann").say("Hello")
        assert len(server.person("Ann").sees()) == said


async def test_a_bot_starts_again_on_an_open_server() -> None:
    async with sample_server() as server:
        for _ in range(2):
            async with server.running(sample_bot(server)) as bot:
                await bot.wait_until_ready()
                await bot.tree.sync()
                assert (await server.person("Ann").slash("show")).message is not None


async def test_a_server_is_opened_once() -> None:
    async with sample_server() as server:
        with pytest.raises(RuntimeError, match="this server is open"):
            async with server:
                pass
        assert server.socket.exists()


async def test_a_file_in_the_place_of_the_socket_stays(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("precious", encoding="utf-8")
    with pytest.raises(OSError, match="in use"):
        async with sample_server(file):
            pytest.fail("the server cannot be opened")
    assert file.read_text(encoding="utf-8") == "precious"


async def test_what_ends_a_bot_is_raised() -> None:
    server = sample_server()
    intents = discord.Intents(message_content=True)
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with server.running(SampleBot(server.connector(), intents)):
            pytest.fail("the bot never connects")


async def test_a_bot_that_ends_without_a_word() -> None:
    class Idle:
        async def start(self, token: str) -> None:
            assert token == TOKEN

        async def close(self) -> None:
            return

    with pytest.raises(RuntimeError, match="ended before it was connected"):
        async with sample_server().running(Idle()):
            pytest.fail("the bot never connects")


async def test_the_first_channel_is_where_a_person_acts_by_default() -> None:
    server = Loopback(channels=("welcome", "other"))
    server.person("Ann").say("Hello")
    assert [each.content for each in server.person("Bo").sees("welcome")] == ["Hello"]
    assert server.person("Bo").sees("other") == []


def test_a_token_begins_with_the_bots_id() -> None:
    """Some libraries read it there."""
    server = Loopback()
    written = server.token.partition(".")[0]
    assert b64decode(written + "==") == str(server.world.bot.id).encode()

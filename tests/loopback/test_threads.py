import discord
import pytest

from loopback import Loopback, Person
from tests.loopback.bare import Bare
from tests.loopback.sample_bot import SampleBot
from tests.loopback.test_messages import lobby


async def test_a_thread_on_a_message(bot: SampleBot, ann: Person) -> None:
    sent = await lobby(bot).send("a table")
    thread = await sent.create_thread(name="Ann against Bo", auto_archive_duration=1440)
    assert thread.id == sent.id
    await thread.send("begin")
    assert [each.content for each in ann.sees("Ann against Bo")] == ["begin"]
    assert ann.sees("lobby")[0].thread_id == thread.id
    with pytest.raises(discord.HTTPException) as caught:
        await sent.create_thread(name="again")
    assert (caught.value.status, caught.value.code) == (400, 160004)


async def test_a_thread_alone_and_who_is_in_it(
    bot: SampleBot, server: Loopback, ann: Person, bo: Person
) -> None:
    thread = await lobby(bot).create_thread(name="alone", type=discord.ChannelType.public_thread)
    await thread.add_user(discord.Object(bo.id))
    members = {each.id for each in await thread.fetch_members()}
    assert members == {bo.id, server.world.bot.id}
    await thread.leave()
    assert {each.id for each in await thread.fetch_members()} == {bo.id}
    await thread.join()
    ann.join("alone")
    ann.leave("alone")
    assert {each.id for each in await thread.fetch_members()} == members


async def test_a_private_thread_is_hidden(bot: SampleBot, ann: Person, bo: Person) -> None:
    thread = await lobby(bot).create_thread(name="secret")
    await thread.add_user(discord.Object(ann.id))
    await thread.send("psst")
    assert [each.content for each in ann.sees("secret")] == ["psst"]
    with pytest.raises(ValueError, match="does not see"):
        bo.sees("secret")


async def test_a_message_opens_an_archived_thread_and_an_edit_does_not(
    bot: SampleBot, ann: Person
) -> None:
    thread = await (await lobby(bot).send("a table")).create_thread(name="game")
    board = await thread.send("board")
    await thread.edit(archived=True)
    with pytest.raises(discord.HTTPException) as caught:
        await board.edit(content="board 2")
    assert (caught.value.status, caught.value.code) == (400, 50083)
    with pytest.raises(discord.HTTPException) as caught:
        await thread.add_user(discord.Object(ann.id))
    assert caught.value.code == 50083
    await thread.send("awake")
    await board.edit(content="board 2")
    assert [each.content for each in ann.sees("game")] == ["board 2", "awake"]


async def test_a_locked_thread_stays_shut(bot: SampleBot, bare: Bare, ann: Person) -> None:
    thread = await lobby(bot).create_thread(name="over", type=discord.ChannelType.public_thread)
    state = ann.place("over").thread
    assert state is not None
    state.archived = state.locked = True
    status, answer = await bare("POST", f"/channels/{thread.id}/messages", {"content": "x"})
    assert (status, answer["code"]) == (400, 50083)
    status, answer = await bare("PATCH", f"/channels/{thread.id}", {"archived": False})
    assert (status, answer["code"]) == (403, 50013)
    with pytest.raises(ValueError, match="is locked"):
        ann.say("hello?", "over")


async def test_commands_in_threads(bot: SampleBot, ann: Person) -> None:
    thread = await lobby(bot).create_thread(name="play", type=discord.ChannelType.public_thread)
    reply = await ann.slash("table open", channel="play")
    assert reply.message is not None
    assert reply.message.channel_id == thread.id
    assert isinstance(bot.contexts[0].channel, discord.Thread)


async def test_active_and_archived_threads(bot: SampleBot) -> None:
    channel = lobby(bot)
    thread = await channel.create_thread(name="one", type=discord.ChannelType.public_thread)
    assert [each.id for each in await channel.guild.active_threads()] == [thread.id]
    await thread.edit(archived=True)
    assert await channel.guild.active_threads() == []
    assert [each.id async for each in channel.archived_threads()] == [thread.id]

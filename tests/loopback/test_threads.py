import discord
import pytest

from loopback import CannotDo, Loopback, Permission, Person
from loopback.payload import Payload
from loopback.world.threads import open_thread
from tests.loopback.bare import Bare
from tests.loopback.sample_bot import Panel, SampleBot
from tests.loopback.test_messages import lobby
from tests.loopback.waiting import until


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
    (started,) = [message async for message in lobby(bot).history(limit=1)]
    assert started.type is discord.MessageType.thread_created
    assert started.reference is not None
    assert started.reference.channel_id == thread.id
    members = {each.id for each in await thread.fetch_members()}
    assert members == {bo.id, server.world.bot.id}
    await thread.leave()
    assert {each.id for each in await thread.fetch_members()} == {bo.id}
    await thread.join()
    ann.join("alone")
    ann.leave("alone")
    assert {each.id for each in await thread.fetch_members()} == members


async def test_a_bot_removes_others_from_its_private_threads_alone(
    bot: SampleBot, server: Loopback, bare: Bare, bo: Person
) -> None:
    lobby_of_all, world = server.world.channel("lobby"), server.world
    public = await lobby(bot).create_thread(name="all", type=discord.ChannelType.public_thread)
    of_bo = open_thread(world, lobby_of_all, "his", bo.user, private=True)
    private = open_thread(world, lobby_of_all, "own", world.bot, private=True)
    of_bo_state = of_bo.thread
    assert of_bo_state is not None
    of_bo_state.member_ids.add(world.bot.id)
    for thread, expected in ((public.id, 403), (of_bo.id, 403), (private.id, 204)):
        path = f"/channels/{thread}/thread-members/{bo.id}"
        status, _ = await bare("PUT", path)
        status, answer = await bare("DELETE", path)
        assert (status, answer and answer["code"]) == (expected, 50013 if expected == 403 else None)
        status, _ = await bare("GET", path)
        assert status == (200 if expected == 403 else 404)


async def test_a_bot_is_told_of_the_open_threads_that_it_sees(
    bot: SampleBot, server: Loopback, bare: Bare, bo: Person
) -> None:
    world, guild = server.world, server.world.guild()
    public = await lobby(bot).create_thread(name="all", type=discord.ChannelType.public_thread)
    hidden = open_thread(world, world.channel("lobby"), "his", bo.user, private=True)
    _, told = await bare("GET", f"/guilds/{guild.id}/threads/active")
    assert [int(each["id"]) for each in told["threads"]] == [public.id]
    assert hidden.thread is not None
    hidden.thread.member_ids.add(world.bot.id)
    _, told = await bare("GET", f"/guilds/{guild.id}/threads/active")
    assert {int(each["id"]) for each in told["threads"]} == {public.id, hidden.id}


async def test_the_members_of_a_thread_are_read_in_pages(
    bot: SampleBot, server: Loopback, bare: Bare
) -> None:
    thread = await lobby(bot).create_thread(name="full", type=discord.ChannelType.public_thread)
    state = server.world.channels[thread.id].thread
    assert state is not None
    state.member_ids |= {server.world.user(name).id for name in ("Ann", "Bo", "Cy")}
    path = f"/channels/{thread.id}/thread-members"
    read, after = list[int](), 0
    while page := (await bare("GET", f"{path}?with_member=true&limit=3&after={after}"))[1]:
        assert all(each["member"]["user"]["id"] == each["user_id"] for each in page)
        read += [int(each["user_id"]) for each in page]
        after = read[-1]
    assert read == sorted(state.member_ids)
    _, everybody = await bare("GET", f"{path}?limit=3")
    assert len(everybody) == 4, "only those with their membership come in pages"
    _, alone = await bare("GET", f"{path}/{read[0]}")
    assert alone == everybody[0]
    status, answer = await bare("GET", f"{path}/{server.world.user('Di').id}")
    assert (status, answer["code"]) == (404, 10007)


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
    assert (status, answer["code"]) == (400, 160005)
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


async def sent_in_thread(bot: SampleBot, minutes: int = 60) -> discord.Thread:
    """Open a thread with a message that has components."""
    sent = await lobby(bot).send("a table")
    thread = await sent.create_thread(name="game", auto_archive_duration=minutes)  # type: ignore[arg-type]
    await thread.send("board", view=Panel())
    return thread


async def test_a_thread_is_archived_after_its_time(
    bot: SampleBot, server: Loopback, ann: Person
) -> None:
    thread = await sent_in_thread(bot)
    state = ann.place("game").thread
    assert state is not None
    server.clock.advance(59 * 60)
    ann.say("still here", "game")
    server.clock.advance(59 * 60)
    await thread.fetch_members()
    assert not state.archived
    server.clock.advance(61)
    await until(lambda: state.archived)
    await until(lambda: "THREAD_UPDATE" in bot.events)
    await thread.send("awake")
    assert not state.archived
    await thread.edit(auto_archive_duration=1440)
    server.clock.advance(61 * 60)
    await thread.fetch_members()
    assert not state.archived
    server.clock.advance(23 * 3600)
    await until(lambda: state.archived)


async def test_what_an_archived_thread_refuses_people(
    bot: SampleBot, server: Loopback, ann: Person, bo: Person
) -> None:
    thread = await sent_in_thread(bot)
    (board,) = ann.sees("game")
    await thread.edit(archived=True)
    with pytest.raises(CannotDo, match="is archived"):
        await ann.slash("table open", channel="game")
    with pytest.raises(CannotDo, match="is archived"):
        await ann.autocomplete("table close", "name", channel="game")
    with pytest.raises(CannotDo, match="is archived"):
        bo.join("game")
    server.world.set_overwrite(
        server.world.channel("lobby"), ann.user, deny=Permission.SEND_MESSAGES_IN_THREADS
    )
    with pytest.raises(CannotDo, match="may not open the archived thread"):
        await ann.click(board, "Update")
    state = ann.place("game").thread
    assert state is not None
    assert state.archived
    reply = await bo.click(board, "Update")
    assert reply.updated
    assert not state.archived


async def test_an_ephemeral_answer_leaves_a_thread_archived(bot: SampleBot, ann: Person) -> None:
    thread = await sent_in_thread(bot)
    (board,) = ann.sees("game")
    interaction = ann.start_click(board, "Whisper")
    await thread.edit(archived=True)
    reply = await ann.outcome(interaction)
    assert reply.ephemeral
    state = ann.place("game").thread
    assert state is not None
    assert state.archived


async def test_what_a_locked_thread_refuses(
    bot: SampleBot, server: Loopback, bare: Bare, ann: Person
) -> None:
    thread = await sent_in_thread(bot)
    (board,) = ann.sees("game")
    state = ann.place("game").thread
    assert state is not None
    state.locked = True
    path = f"/channels/{thread.id}/messages"
    for method, where in (("POST", path), ("PATCH", f"{path}/{board.id}")):
        status, answer = await bare(method, where, {"content": "x"})
        assert (status, answer["code"]) == (400, 160005)
    with pytest.raises(CannotDo, match="is locked"):
        ann.say("hello?", "game")
    with pytest.raises(CannotDo, match="is locked"):
        await ann.slash("table open", channel="game")
    state.archived = True
    with pytest.raises(CannotDo, match="may not open"):
        await ann.click(board, "Update")
    status, answer = await bare("DELETE", f"{path}/{board.id}")
    assert (status, answer["code"]) == (400, 160005)
    lobby_channel = server.world.channel("lobby")
    server.world.set_overwrite(lobby_channel, server.world.bot, allow=Permission.MANAGE_THREADS)
    await thread.send("a moderator may")
    assert not state.archived


@pytest.mark.parametrize(("archived", "locked"), [(True, False), (False, True), (True, True)])
async def test_a_thread_that_closes_refuses_further_answers(
    bot: SampleBot, server: Loopback, ann: Person, archived: bool, locked: bool
) -> None:
    await sent_in_thread(bot)
    (board,) = ann.sees("game")
    shown = await ann.click(board, "Whisper")
    answered = bot.contexts[-1]
    state = ann.place("game").thread
    assert state is not None
    state.archived, state.locked = archived, locked
    for attempt in (answered.followup.send, answered.edit_original_response):
        with pytest.raises(discord.HTTPException) as caught:
            await attempt(content="late")
        assert caught.value.code == 50083
    await answered.delete_original_response()
    assert ann.sees("game") == [board]
    assert shown.ephemeral
    assert (state.archived, state.locked) == (archived, locked)
    lobby_channel = server.world.channel("lobby")
    server.world.set_overwrite(lobby_channel, server.world.bot, allow=Permission.MANAGE_THREADS)
    state.archived = False
    await answered.followup.send("a moderator may")
    assert [each.content for each in ann.sees("game")] == ["board", "a moderator may"]


async def test_a_deferral_in_a_thread_that_closes_is_not_filled(
    bot: SampleBot, ann: Person
) -> None:
    await sent_in_thread(bot)
    interaction = ann.start_slash("silent", "game")
    await until(lambda: bool(bot.contexts))
    await bot.contexts[-1].response.defer()
    state = ann.place("game").thread
    assert state is not None
    state.locked = True
    with pytest.raises(discord.HTTPException) as caught:
        await bot.contexts[-1].edit_original_response(content="late")
    assert caught.value.code == 50083
    assert (await ann.outcome(interaction, timeout=0)).message == ann.sees("game")[-1]
    assert ann.sees("game")[-1].loading


async def test_messages_are_deleted_in_an_archived_thread(bot: SampleBot, ann: Person) -> None:
    thread = await sent_in_thread(bot)
    (board,) = ann.sees("game")
    await thread.edit(archived=True)
    await thread.get_partial_message(board.id).delete()
    assert ann.sees("game") == []
    state = ann.place("game").thread
    assert state is not None
    assert state.archived


async def test_a_message_adds_its_author_and_those_it_mentions_to_a_thread(
    bot: SampleBot, bare: Bare, ann: Person, bo: Person
) -> None:
    thread = await lobby(bot).create_thread(name="game", type=discord.ChannelType.public_thread)
    state, cy = ann.place("game").thread, ann.world.user("Cy")
    assert state is not None
    path = f"/channels/{thread.id}/messages"
    silenced: Payload = {"content": bo.mention, "allowed_mentions": {"parse": []}}
    _, sent = await bare("POST", path, silenced)
    assert state.member_ids == {ann.world.bot.id}
    bo.say("hello", thread.id)
    assert state.member_ids == {ann.world.bot.id, bo.id}
    pinged = (await bare("POST", path, {"content": ann.mention}))[1]["id"]
    assert state.member_ids == {ann.world.bot.id, bo.id, ann.id}
    assert ann.world.messages[int(pinged)].pings == {ann.id}
    await bare("PATCH", f"{path}/{sent['id']}", {"content": f"<@{cy.id}>"})
    assert cy.id in state.member_ids, "an edit adds people, too"
    assert ann.world.messages[int(sent["id"])].pings == frozenset()


async def test_a_message_for_one_person_adds_nobody_to_a_thread(
    bot: SampleBot, ann: Person, bo: Person
) -> None:
    await lobby(bot).create_thread(name="game", type=discord.ChannelType.public_thread)
    state = ann.place("game").thread
    assert state is not None
    shown = await ann.slash("show", channel="game")
    assert shown.message is not None
    await ann.click(shown.message, "Whisper")
    await bot.contexts[-1].followup.send(bo.mention, ephemeral=True)
    assert state.member_ids == {ann.world.bot.id}
    await bot.contexts[-1].followup.send(bo.mention)
    assert state.member_ids == {ann.world.bot.id, bo.id}


async def test_a_mention_lets_the_bot_into_a_private_thread(
    bot: SampleBot, server: Loopback, ann: Person, bo: Person
) -> None:
    parent = server.world.channel("lobby")
    place = open_thread(server.world, parent, "club", ann.user, private=True)
    guild = bot.guilds[0]
    assert place.thread is not None
    assert guild.get_thread(place.id) is None
    said = ann.say(f"{bo.mention} <@{server.world.bot.id}>", place)
    assert said.pings == {bo.id, server.world.bot.id}
    await until(lambda: guild.get_thread(place.id) is not None)
    assert place.thread.member_ids == {ann.id, bo.id, server.world.bot.id}
    place.thread.invitable = False
    bo.say(f"<@{server.world.user('Cy').id}>", place)
    assert server.world.user("Cy").id not in place.thread.member_ids

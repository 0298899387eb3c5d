import aiohttp
import discord
import pytest

from loopback import Limits, Loopback, MessageFlag, Permission, Person, Window
from loopback.payload import Payload
from loopback.world import posting
from tests.loopback.bare import Bare
from tests.loopback.sample_bot import PNG, SampleBot, picture, running, sample_server


def lobby(bot: SampleBot) -> discord.TextChannel:
    channel = discord.utils.get(bot.get_all_channels(), name="lobby")
    assert isinstance(channel, discord.TextChannel)
    return channel


async def test_a_message_is_sent_read_edited_and_deleted(bot: SampleBot, ann: Person) -> None:
    sent = await lobby(bot).send("hello", file=picture())
    (seen,) = ann.sees()
    assert (seen.id, seen.content) == (sent.id, "hello")
    fetched = await lobby(bot).fetch_message(sent.id)
    assert await fetched.attachments[0].read() == PNG
    await sent.edit(content="changed")
    assert [(each.content, len(each.attachments)) for each in ann.sees()] == [("changed", 1)]
    await sent.edit(attachments=[])
    assert ann.sees()[0].attachments == ()
    assert [each.id async for each in lobby(bot).history()] == [sent.id]
    await sent.delete()
    assert ann.sees() == []
    with pytest.raises(discord.NotFound) as caught:
        await lobby(bot).fetch_message(sent.id)
    assert caught.value.code == 10008


async def test_an_edit_keeps_only_the_listed_files(bot: SampleBot, ann: Person) -> None:
    sent = await lobby(bot).send(files=[picture(), picture()])
    await sent.edit(attachments=[sent.attachments[1], picture()])
    kept = [each.id for each in ann.sees()[0].attachments]
    assert len(kept) == 2
    assert kept[0] == sent.attachments[1].id
    assert sent.attachments[0].id not in kept


async def test_history_is_paged(bot: SampleBot, ann: Person) -> None:
    sent = [ann.say(f"line {number}") for number in range(5)]
    read = [each.id async for each in lobby(bot).history(limit=2)]
    assert read == [sent[4].id, sent[3].id]
    after = discord.Object(sent[1].id)
    read = [each.id async for each in lobby(bot).history(after=after, limit=2)]
    assert read == [sent[2].id, sent[3].id]


async def test_a_nonce_posts_once(bot: SampleBot, ann: Person, server: Loopback) -> None:
    first = await lobby(bot).send("owed", nonce="game-1")
    again = await lobby(bot).send("owed", nonce="game-1", file=picture())
    assert again.id == first.id
    assert len(ann.sees()) == 1
    await first.delete()
    assert (await lobby(bot).send("owed", nonce="game-1")).id == first.id
    assert ann.sees() == []
    server.clock.advance(301)
    assert (await lobby(bot).send("owed", nonce="game-1")).id != first.id


async def test_a_nonce_alone_binds_nothing(bare: Bare, ann: Person) -> None:
    for _ in range(2):
        await bare.send({"content": "x", "nonce": "1"})
    assert [each.nonce for each in ann.sees()] == ["1", "1"]


async def test_old_messages_are_edited_only_so_often() -> None:
    async with (
        sample_server(limits=Limits(old_edits=Window(2, 60))) as server,
        running(server) as bot,
    ):
        sent = await lobby(bot).send("board")
        for number in range(4):
            await sent.edit(content=f"board {number}")
        server.clock.advance(3601)
        bot.http.max_ratelimit_timeout = 30
        for number in range(2):
            await sent.edit(content=f"old board {number}")
        with pytest.raises(discord.RateLimited) as caught:
            await sent.edit(content="once more")
        assert caught.value.retry_after > 30
        assert server.person("Ann").sees()[0].content == "old board 1"
        server.clock.advance(61)
        await sent.edit(content="later")
        assert server.person("Ann").sees()[0].content == "later"


async def test_too_many_edits_of_old_messages_are_refused_with_30046() -> None:
    async with (
        sample_server(limits=Limits(old_edits=Window(0, 60))) as server,
        aiohttp.ClientSession(connector=server.connector()) as session,
    ):
        bare = Bare(server, session)
        sent = await bare.send({"content": "board"})
        path = f"{bare.channel()}/messages/{sent['id']}"
        server.clock.advance(3601)
        status, answer = await bare("PATCH", path, {"content": "x"})
    assert (status, answer["code"]) == (429, 30046)


PINGS: list[tuple[Payload | None, set[str]]] = [
    (None, {"Ann", "Bo"}),
    ({"parse": []}, set()),
    ({"parse": ["users"]}, {"Ann", "Bo"}),
    ({"parse": [], "users": ["ANN"]}, {"Ann"}),
    ({"parse": ["roles"]}, set()),
]


@pytest.mark.parametrize(("allowed", "pinged"), PINGS)
async def test_allowed_mentions_decide_over_pings(
    server: Loopback, bare: Bare, allowed: Payload | None, pinged: set[str]
) -> None:
    ann, bo = server.person("Ann"), server.person("Bo")
    body: Payload = {"content": f"{ann.mention} {bo.mention} @everyone"}
    if allowed is not None:
        listed = [str(ann.id) for _ in allowed.get("users", [])]
        body["allowed_mentions"] = allowed | ({"users": listed} if listed else {})
    await bare.send(body)
    (message,) = ann.sees()
    assert message.pings == {server.person(each).id for each in pinged}
    assert not message.mention_everyone


async def test_nobody_is_pinged_in_a_channel_that_they_do_not_see(
    server: Loopback, bare: Bare
) -> None:
    ann, bo = server.person("Ann"), server.person("Bo")
    world = server.world
    world.set_overwrite(world.channel("lobby"), bo.user, deny=Permission.VIEW_CHANNEL)
    await bare.send({"content": f"{ann.mention} {bo.mention}"})
    (message,) = ann.sees()
    assert message.pings == {ann.id}


async def test_everyone_and_roles_are_pinged_with_the_permission(
    server: Loopback, bare: Bare
) -> None:
    world = server.world
    guild = world.guild()
    role = guild.add_role("Players", 0)
    guild.members[world.user("Cy").id].role_ids.add(role.id)
    body = {"content": f"<@&{role.id}>"}
    await bare.send(body)
    mention = Permission.MENTION_EVERYONE
    world.set_overwrite(world.channel("lobby"), world.bot, allow=mention)
    await bare.send(body)
    await bare.send({"content": "@everyone"})
    pings = [set(each.pings) for each in server.person("Ann").sees()]
    assert pings == [
        set(),
        {world.user("Cy").id},
        {world.user(n).id for n in ("Ann", "Bo", "Cy", "Di")},
    ]


async def test_edits_and_silent_messages_ping_nobody(
    server: Loopback, bot: SampleBot, ann: Person
) -> None:
    silent = await lobby(bot).send(ann.mention, silent=True)
    sent = await lobby(bot).send("hello")
    await sent.edit(content=ann.mention)
    for message in ann.sees():
        assert message.pings == frozenset()
        assert message.mentions == (ann.id,)
    assert MessageFlag.SUPPRESS_NOTIFICATIONS in server.world.messages[silent.id].flags


async def test_a_reply_pings_the_author_unless_told_not_to(bot: SampleBot, ann: Person) -> None:
    said = ann.say("your move?")
    target = lobby(bot).get_partial_message(said.id)
    await target.reply("yes")
    await target.reply("yes", mention_author=False)
    assert [each.pings for each in ann.sees()[1:]] == [{ann.id}, frozenset()]
    assert [each.reply_to for each in ann.sees()[1:]] == [said.id, said.id]


async def test_another_users_message_is_not_edited(bare: Bare, ann: Person) -> None:
    said = ann.say("mine")
    path = f"{bare.channel()}/messages/{said.id}"
    status, answer = await bare("PATCH", path, {"content": "yours"})
    assert (status, answer["code"]) == (403, 50005)
    status, answer = await bare("DELETE", path)
    assert (status, answer["code"]) == (403, 50013)


async def test_direct_messages_reach_only_people_who_accept_them(
    bot: SampleBot, server: Loopback, ann: Person, bo: Person
) -> None:
    user = await bot.fetch_user(ann.id)
    sent = await user.send("psst")
    assert [each.id for each in ann.sees(ann.dm())] == [sent.id]
    server.world.user("Bo").accepts_dms = False
    closed = await bot.fetch_user(bo.id)
    with pytest.raises(discord.Forbidden) as caught:
        await closed.send("psst")
    assert caught.value.code == 50007


async def test_attachments_expire(bot: SampleBot, server: Loopback) -> None:
    sent = await lobby(bot).send(file=picture())
    server.clock.advance(24 * 3600 + 1)
    with pytest.raises(discord.NotFound):
        await sent.attachments[0].read()
    again = await lobby(bot).fetch_message(sent.id)
    assert await again.attachments[0].read() == PNG


async def test_pins_need_their_own_permission(
    bot: SampleBot, server: Loopback, ann: Person
) -> None:
    sent = await lobby(bot).send("board")
    with pytest.raises(discord.Forbidden):
        await sent.pin()
    world = server.world
    world.set_overwrite(world.channel("lobby"), world.bot, allow=Permission.MANAGE_MESSAGES)
    with pytest.raises(discord.Forbidden):
        await sent.pin()
    world.set_overwrite(world.channel("lobby"), world.bot, allow=Permission.PIN_MESSAGES)
    await sent.pin()
    assert [each.id async for each in lobby(bot).pins()] == [sent.id]
    assert ann.sees()[0].pinned
    await sent.unpin()
    assert not ann.sees()[0].pinned


async def test_typing_and_lookups(bot: SampleBot, server: Loopback, ann: Person) -> None:
    async with lobby(bot).typing():
        pass
    guild = await bot.fetch_guild(server.world.guild().id)
    member = await guild.fetch_member(ann.id)
    assert (guild.name, member.display_name) == ("Server", "Ann")
    with pytest.raises(discord.NotFound) as caught:
        await bot.fetch_user(1)
    assert caught.value.code == 10013
    with pytest.raises(discord.NotFound) as caught:
        await bot.fetch_channel(1)
    assert caught.value.code == 10003


async def test_a_channel_forgets_its_oldest_messages(
    ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posting, "HISTORY", 3)
    for number in range(5):
        ann.say(f"line {number}")
    assert [each.content for each in ann.sees()] == ["line 2", "line 3", "line 4"]


async def test_text_displays_mention_too(bare: Bare, ann: Person) -> None:
    shown = {"type": 10, "content": f"your turn, {ann.mention}"}
    await bare.send({"flags": 1 << 15, "components": [shown]})
    assert ann.sees()[0].pings == {ann.id}


async def test_attachments_are_resolved_in_embeds(bot: SampleBot) -> None:
    embed = discord.Embed(title="Board").set_image(url="attachment://board.png")
    sent = await lobby(bot).send(embed=embed, file=picture())
    assert sent.embeds[0].image.url == sent.attachments[0].url


async def test_only_a_change_of_components_leaves_a_message_unmarked(
    bare: Bare, server: Loopback
) -> None:
    button = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
    sent = await bare.send({"content": "a", "components": [{"type": 1, "components": [button]}]})
    path = f"{bare.channel()}/messages/{sent['id']}"
    _, edited = await bare("PATCH", path, {"components": [], "allowed_mentions": {"parse": []}})
    assert (edited["components"], edited["edited_timestamp"]) == ([], None)
    _, edited = await bare("PATCH", path, {"components": [], "content": "a"})
    assert edited["edited_timestamp"] is not None
    assert server.world.messages[int(sent["id"])].edited is not None

"""Slow mode, AutoMod, and the numbers of threads and of their members."""

from functools import partial

import discord
import pytest

from loopback import CannotDo, Loopback, Permission, Person
from loopback.errors import ErrorCode
from loopback.model.channels import MOST_IN_THREAD, Channel, ChannelType
from loopback.world import threads
from loopback.world.threads import open_thread
from tests.loopback.bare import Bare
from tests.loopback.sample_bot import SampleBot

HOUR = 3600


@pytest.fixture
def slow(server: Loopback) -> Channel:
    """Return a channel in which people may act once an hour."""
    lobby = server.world.channel("lobby")
    lobby.slowmode = HOUR
    return lobby


@pytest.mark.usefixtures("bot", "slow")
async def test_slow_mode_counts_messages_commands_and_presses(
    server: Loopback, ann: Person, bo: Person
) -> None:
    panel = (await ann.slash("show")).message
    assert panel is not None
    for passed, is_over in ((0, False), (HOUR - 60, False), (60, True)):
        server.clock.advance(passed)
        if is_over:
            ann.say("at last")
        for act in (
            partial(ann.say, "too early"),
            partial(ann.start_slash, "show"),
            partial(ann.start_click, panel, "Update"),
        ):
            with pytest.raises(CannotDo, match="slowmode rate limit: Ann has to wait for"):
                act()
    assert (await bo.click(panel, "Update")).updated, "everybody waits for themselves"
    with pytest.raises(CannotDo, match="slowmode"):
        bo.say("too early")


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    ("granted", "waits"),
    [(Permission.BYPASS_SLOWMODE, False), (Permission.MANAGE_MESSAGES, True)],
)
async def test_only_one_permission_exempts_from_slow_mode(
    server: Loopback, slow: Channel, ann: Person, granted: Permission, *, waits: bool
) -> None:
    server.world.set_overwrite(slow, ann.user, allow=granted)
    ann.say("first")
    if not waits:
        ann.say("second")
        return
    with pytest.raises(CannotDo, match="slowmode"):
        ann.say("second")


@pytest.mark.usefixtures("bot")
async def test_a_person_waits_in_the_slow_channel_alone(
    server: Loopback, slow: Channel, ann: Person
) -> None:
    ann.say("first", slow)
    other = server.world.add_channel(server.world.guild(), "other")
    ann.say("elsewhere", other)
    ann.say("once more", other)


async def test_slow_mode_spares_bots_unless_it_is_told_not_to(bare: Bare, slow: Channel) -> None:
    for _ in range(2):
        await bare.send({"content": "x"})
    slow.slows_bots = True
    status, answer = await bare("POST", f"{bare.channel()}/messages", {"content": "x"})
    assert (status, answer["code"]) == (429, 20016)
    assert HOUR - 60 < answer["retry_after"] <= HOUR
    assert bare.headers["Retry-After"]


async def test_automod_blocks_messages_edits_and_names_of_threads(
    server: Loopback, bot: SampleBot, bare: Bare, ann: Person
) -> None:
    guild, path = server.world.guild(), f"{bare.channel()}/messages"
    guild.blocked_words.add("pawn")
    sent = await bare.send({"content": "a king"})
    for method, where, body, code in (
        ("POST", path, {"content": "a PAWN"}, 200000),
        ("PATCH", f"{path}/{sent['id']}", {"content": "two pawns"}, 200000),
        ("POST", f"{bare.channel()}/threads", {"name": "pawns", "type": 11}, 200001),
        ("POST", f"{path}/{sent['id']}/threads", {"name": "pawns"}, 200001),
    ):
        status, answer = await bare(method, where, body)
        assert (status, answer["code"]) == (400, code)
    with pytest.raises(CannotDo, match="blocked by automatic moderation"):
        ann.say("a pawn")
    assert (await ann.slash("show")).message is not None
    with pytest.raises(discord.HTTPException, match="200000"):
        await bot.contexts[-1].followup.send("a pawn")
    await bot.contexts[-1].followup.send("a pawn", ephemeral=True)
    member = guild.members[server.world.bot.id]
    guild.roles[next(iter(member.role_ids))].permissions |= Permission.MANAGE_GUILD
    await bare.send({"content": "a pawn"})


@pytest.mark.parametrize(
    ("kind", "other", "code"),
    [
        (ChannelType.TEXT, ChannelType.ANNOUNCEMENT, 160006),
        (ChannelType.ANNOUNCEMENT, ChannelType.TEXT, 160007),
    ],
)
async def test_a_guild_has_so_many_active_threads_and_no_more(
    server: Loopback, bare: Bare, kind: ChannelType, other: ChannelType, code: int
) -> None:
    guild, bot = server.world.guild(), server.world.bot
    special = server.world.add_channel(guild, "special", type=kind)
    open_thread(server.world, server.world.add_channel(guild, "other", type=other), "x", bot)
    announces = kind is ChannelType.ANNOUNCEMENT
    path, body = f"/channels/{special.id}/threads", {"name": "x", "type": 10 if announces else 11}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(threads, "MOST_ACTIVE", 2)
        first = (await bare("POST", path, body))[1]["id"]
        assert (await bare("POST", path, body))[0] == 201
        status, answer = await bare("POST", path, body)
        assert (status, answer["code"]) == (400, code)
        await bare("PATCH", f"/channels/{first}", {"archived": True})
        assert (await bare("POST", path, body))[0] == 201


async def test_a_thread_has_a_thousand_members_and_no_more(
    server: Loopback, bare: Bare, ann: Person, bo: Person
) -> None:
    cy = server.person("Cy")
    thread = open_thread(server.world, server.world.channel("lobby"), "x", server.world.bot)
    assert thread.thread is not None
    thread.thread.member_ids |= set(range(MOST_IN_THREAD - 2))
    path = f"/channels/{thread.id}/thread-members"
    assert (await bare("PUT", f"{path}/{ann.id}"))[0] == 204
    assert len(thread.thread.member_ids) == MOST_IN_THREAD == 1000
    status, answer = await bare("PUT", f"{path}/{bo.id}")
    assert (status, answer["code"]) == (400, 30033)
    assert (await bare("PUT", f"{path}/{ann.id}"))[0] == 204, "nobody joins twice"
    cy.say(bo.mention, thread)
    assert {bo.id, cy.id}.isdisjoint(thread.thread.member_ids)


async def test_a_route_can_be_refused_with_any_error(server: Loopback, bare: Bare) -> None:
    server.refusals["/channels/{channel}/messages"] = ErrorCode.LOCKED_THREAD
    status, answer = await bare("POST", f"{bare.channel()}/messages", {"content": "x"})
    assert (status, answer["code"]) == (400, 160005)
    assert (await bare("GET", bare.channel()))[0] == 200
    server.refusals.clear()
    await bare.send({"content": "x"})

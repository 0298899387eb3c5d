import re
from pathlib import Path

import discord
import pytest

from loopback import CannotDo, Loopback, Permission, Person
from loopback.errors import ErrorCode
from loopback.model.permissions import ALL, BOARDS, NONE
from loopback.payload import Payload
from tests.loopback.bare import Bare
from tests.loopback.sample_bot import SampleBot, picture
from tests.loopback.test_messages import lobby

SEND: Payload = {"content": "x"}


@pytest.mark.parametrize(
    ("denied", "method", "path", "body", "error_code"),
    [
        ("VIEW_CHANNEL", "POST", "/messages", SEND, ErrorCode.MISSING_ACCESS),
        ("VIEW_CHANNEL", "GET", "", None, ErrorCode.MISSING_ACCESS),
        ("SEND_MESSAGES", "POST", "/messages", SEND, ErrorCode.MISSING_PERMISSIONS),
        ("SEND_MESSAGES", "POST", "/typing", None, ErrorCode.MISSING_PERMISSIONS),
        (
            "EMBED_LINKS",
            "POST",
            "/messages",
            {"embeds": [{"title": "x"}]},
            ErrorCode.MISSING_PERMISSIONS,
        ),
        ("READ_MESSAGE_HISTORY", "GET", "/messages/1", None, ErrorCode.MISSING_PERMISSIONS),
        (
            "CREATE_PUBLIC_THREADS",
            "POST",
            "/threads",
            {"name": "x", "type": 11},
            ErrorCode.MISSING_PERMISSIONS,
        ),
        (
            "CREATE_PRIVATE_THREADS",
            "POST",
            "/threads",
            {"name": "x", "type": 12},
            ErrorCode.MISSING_PERMISSIONS,
        ),
    ],
)
async def test_a_missing_permission_refuses_the_request(
    server: Loopback,
    bare: Bare,
    *,
    denied: str,
    method: str,
    path: str,
    body: Payload | None,
    error_code: ErrorCode,
) -> None:
    world = server.world
    world.set_overwrite(world.channel("lobby"), world.bot, deny=Permission[denied])
    status, answer = await bare(method, bare.channel() + path, body)
    assert (status, answer["code"]) == (error_code.status, error_code.code)
    assert server.person("Ann").sees() == []


async def test_a_reply_needs_the_history(server: Loopback, bare: Bare, ann: Person) -> None:
    world, said = server.world, ann.say("Hello?")
    replied = {"content": "x", "message_reference": {"message_id": str(said.id)}}
    channel, denied = world.channel("lobby"), Permission.READ_MESSAGE_HISTORY
    world.set_overwrite(channel, world.bot, deny=denied)
    status, answer = await bare("POST", bare.channel() + "/messages", replied)
    assert (status, answer["code"]) == (403, ErrorCode.MISSING_PERMISSIONS.code)
    assert ann.sees() == [said]
    world.set_overwrite(channel, world.bot)
    status, answer = await bare("POST", bare.channel() + "/messages", replied)
    assert status == 200
    assert ann.sees()[-1].reply_to == said.id


async def test_files_need_a_permission(bot: SampleBot, server: Loopback, ann: Person) -> None:
    world = server.world
    world.set_overwrite(world.channel("lobby"), world.bot, deny=Permission.ATTACH_FILES)
    with pytest.raises(discord.Forbidden) as caught:
        await lobby(bot).send(file=picture())
    assert caught.value.code == 50013
    reply = await ann.slash("show")
    assert reply.message is not None
    assert len(reply.message.attachments) == 1


async def test_threads_have_a_permission_of_their_own(bot: SampleBot, server: Loopback) -> None:
    thread = await lobby(bot).create_thread(name="t", type=discord.ChannelType.public_thread)
    world = server.world
    denied = Permission.SEND_MESSAGES_IN_THREADS
    world.set_overwrite(world.channel("lobby"), world.bot, deny=denied)
    with pytest.raises(discord.Forbidden):
        await thread.send("x")
    world.set_overwrite(world.channel("lobby"), world.bot, deny=Permission.SEND_MESSAGES)
    await thread.send("x")
    with pytest.raises(discord.Forbidden):
        await lobby(bot).send("x")


async def test_without_history_nothing_is_read(bare: Bare, server: Loopback, ann: Person) -> None:
    ann.say("hello")
    world = server.world
    denied = Permission.READ_MESSAGE_HISTORY
    world.set_overwrite(world.channel("lobby"), world.bot, deny=denied)
    assert await bare("GET", f"{bare.channel()}/messages") == (200, [])


def test_overwrites_add_up_in_order(server: Loopback) -> None:
    world = server.world
    guild, channel, ann = world.guild(), world.channel("lobby"), world.user("Ann")
    everyone = guild.roles[guild.id]
    role = guild.add_role("Muted", 0)
    send = Permission.SEND_MESSAGES
    guild.members[ann.id].role_ids.add(role.id)
    assert send in world.permissions(ann.id, channel)
    world.set_overwrite(channel, everyone, deny=send)
    assert send not in world.permissions(ann.id, channel)
    in_threads = Permission.SEND_MESSAGES_IN_THREADS
    assert Permission.ATTACH_FILES in world.permissions(ann.id, channel)
    world.set_overwrite(channel, everyone, deny=send | in_threads)
    assert Permission.ATTACH_FILES not in world.permissions(ann.id, channel)
    world.set_overwrite(channel, role, allow=send)
    assert send in world.permissions(ann.id, channel)
    other = guild.add_role("Quiet", 0)
    guild.members[ann.id].role_ids.add(other.id)
    world.set_overwrite(channel, other, deny=send)
    assert send in world.permissions(ann.id, channel), "roles count together"
    world.set_overwrite(channel, ann, deny=send)
    assert send not in world.permissions(ann.id, channel)
    world.set_overwrite(channel, ann, deny=Permission.VIEW_CHANNEL)
    assert world.permissions(ann.id, channel) == NONE
    role.permissions = Permission.ADMINISTRATOR
    assert world.permissions(ann.id, channel) == ALL
    assert world.permissions(12345, channel) == NONE


async def test_a_person_without_the_right_uses_no_commands(
    bot: SampleBot, server: Loopback, ann: Person
) -> None:
    world = server.world
    denied = Permission.USE_APPLICATION_COMMANDS
    world.set_overwrite(world.channel("quiet"), ann.user, deny=denied)
    with pytest.raises(CannotDo, match="there is no command /show here"):
        await ann.slash("show", channel="quiet")
    world.set_overwrite(world.channel("quiet"), ann.user, deny=Permission.VIEW_CHANNEL)
    with pytest.raises(CannotDo, match="does not see #quiet"):
        ann.sees("quiet")
    with pytest.raises(CannotDo, match="there is no channel"):
        ann.sees("nowhere")
    assert bot.contexts == []


def test_the_bot_is_granted_what_its_invitation_asks_for() -> None:
    """The link in docs/hosting.md; more here would hide what a real server refuses."""
    hosting = Path(__file__).resolve().parents[2] / "docs" / "hosting.md"
    asked = re.search(r"permissions=([0-9]+)", hosting.read_text("utf-8"))
    assert asked is not None
    assert int(asked[1]) == BOARDS

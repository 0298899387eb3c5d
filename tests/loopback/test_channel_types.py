"""Announcement, voice and forum channels: what works there and what Discord refuses."""

import discord
import pytest

from loopback import CannotDo, Loopback, Person
from loopback.model.channels import Channel, ChannelType
from tests.loopback.bare import Bare
from tests.loopback.sample_bot import SampleBot


def add(server: Loopback, type_: ChannelType) -> Channel:
    return server.world.add_channel(server.world.guild(), "special", type=type_)


async def test_announcements_have_threads_of_their_own(
    server: Loopback, bot: SampleBot, bare: Bare, ann: Person
) -> None:
    special = add(server, ChannelType.ANNOUNCEMENT)
    reply = await ann.slash("show", channel=special)
    assert reply.message is not None
    path = f"/channels/{special.id}/threads"
    status, answer = await bare("POST", path, {"name": "x", "type": 10})
    assert (status, answer["type"]) == (201, 10)
    for type_ in (11, 12):
        status, answer = await bare("POST", path, {"name": "x", "type": type_})
        assert (status, answer["code"]) == (400, 50024)
    on_message = f"/channels/{special.id}/messages/{reply.message.id}/threads"
    status, answer = await bare("POST", on_message, {"name": "x"})
    assert (status, answer["type"]) == (201, 10)
    assert isinstance(bot.contexts[0].channel, discord.TextChannel)
    assert bot.contexts[0].channel.is_news()


async def test_text_channels_have_no_announcement_threads(bare: Bare) -> None:
    status, answer = await bare("POST", f"{bare.channel()}/threads", {"name": "x", "type": 10})
    assert (status, answer["code"]) == (400, 50024)


@pytest.mark.parametrize("kind", [ChannelType.VOICE, ChannelType.STAGE])
async def test_voice_and_stage_channels_have_messages_and_no_threads(
    server: Loopback, bot: SampleBot, bare: Bare, ann: Person, kind: ChannelType
) -> None:
    special = add(server, kind)
    reply = await ann.slash("show", channel=special)
    assert reply.message is not None
    ann.say("hello", special)
    status, _ = await bare("POST", f"/channels/{special.id}/messages", {"content": "x"})
    assert status == 200
    path = f"/channels/{special.id}/messages/{reply.message.id}/threads"
    status, answer = await bare("POST", path, {"name": "x"})
    assert (status, answer["code"]) == (400, 50024)
    stages = kind is ChannelType.STAGE
    expected = discord.StageChannel if stages else discord.VoiceChannel
    assert isinstance(bot.contexts[0].channel, expected)


@pytest.mark.parametrize("kind", [ChannelType.FORUM, ChannelType.MEDIA])
async def test_a_forum_has_posts_alone(
    server: Loopback, bot: SampleBot, bare: Bare, ann: Person, kind: ChannelType
) -> None:
    special = add(server, kind)
    with pytest.raises(CannotDo, match="is a forum"):
        await ann.slash("show", channel=special)
    with pytest.raises(CannotDo, match="is a forum"):
        ann.say("hello", special)
    status, answer = await bare("POST", f"/channels/{special.id}/messages", {"content": "x"})
    assert (status, answer["code"]) == (400, 50008)
    status, answer = await bare("POST", f"/channels/{special.id}/threads", {"name": "x"})
    assert (status, answer["code"]) == (400, 50035)
    forum = bot.get_channel(special.id)
    assert isinstance(forum, discord.ForumChannel)
    made = await forum.create_thread(name="post", content="first")
    assert [each.content for each in ann.sees("post")] == ["first"]
    reply = await ann.slash("show", channel="post")
    assert reply.message is not None
    assert reply.message.channel_id == made.thread.id

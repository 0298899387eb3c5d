"""Every kind of channel with messages: boards, questions and threads there."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from loopback import Loopback, Permission, Person
from loopback.model.channels import WITH_POSTS, Channel, ChannelType
from loopback.world.threads import open_thread
from tests.bot.game_driver import delivered, labels, private, public, settings_of, shown, sit_down
from tests.bot.who import person_of
from tests.loopback.waiting import until

CHANNELS = [
    ChannelType.TEXT,
    ChannelType.ANNOUNCEMENT,
    ChannelType.VOICE,
    ChannelType.STAGE,
    ChannelType.FORUM,
    ChannelType.MEDIA,
]
THREADS = [ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD]
WITHOUT_THREADS = [ChannelType.VOICE, ChannelType.STAGE, ChannelType.FORUM]
"""A post of a forum stands for all threads."""


def place_of(server: Loopback, kind: ChannelType, ann: Person) -> Channel:
    """Return a new channel of this kind, or a post in it."""
    guild = server.world.guild()
    if kind in THREADS:
        lobby = server.world.channel("lobby")
        private = kind is ChannelType.PRIVATE_THREAD
        thread = open_thread(server.world, lobby, "special", ann.user, private=private)
        ann.say(f"<@{server.world.bot.id}> <@{server.person('Bo').id}>", thread)
        return thread
    channel = server.world.add_channel(guild, "special", type=kind)
    return (
        open_thread(server.world, channel, "special", ann.user) if kind in WITH_POSTS else channel
    )


@pytest.mark.usefixtures("blank_boards")
@pytest.mark.parametrize("kind", CHANNELS + THREADS, ids=lambda kind: kind.name.lower())
async def test_boards_and_questions_are_tidied_in_every_kind_of_channel(
    server: Loopback, database: Path, bot: Postboard, ann: Person, kind: ChannelType
) -> None:
    place = place_of(server, kind, ann)
    driver = await sit_down(server, bot, database, channel=place.name)
    offer = public(await driver.idle.slash("game draw", channel=place))
    for _ in range(3):
        table = await bot.lookup.running_in(place.id)
        assert table is not None
        match = table.started
        move = match.game.notate(match.game.legal(match.state)[0])
        assert table.due is not None
        public(await server.person(table.due.user.name).slash("move", move=move, channel=place))
        await delivered(bot)
        await bot.store.queues.flush()
        await bot.outbox.table_messages.worker.rests()
    (live,) = [message for message in ann.sees(place) if message.buttons()]
    assert live.id == max(message.id for message in ann.sees(place))
    assert ann.present(offer).content.endswith("offered a draw (move 1): expired.")


@pytest.mark.parametrize("kind", WITHOUT_THREADS, ids=lambda kind: kind.name.lower())
async def test_no_thread_is_offered_where_there_is_none(
    server: Loopback, database: Path, bot: Postboard, cy: Person, kind: ChannelType
) -> None:
    place = place_of(server, kind, cy)
    await sit_down(server, bot, database, channel=place.name)
    refused = private(await cy.slash("play", game="czech", channel=place))
    assert re.search(r"</play:\d+> in a", refused.content)
    assert refused.buttons() == ()
    assert await bot.store.lists.of_user(await person_of(bot, cy)) == []


@pytest.mark.parametrize("kind", [ChannelType.VOICE, ChannelType.STAGE])
async def test_a_table_of_a_voice_chat_gets_no_thread_of_its_own(
    server: Loopback, bot: Postboard, ann: Person, kind: ChannelType
) -> None:
    """Neither if its host asks for one, nor if the server wants one for every table."""
    place = place_of(server, kind, ann)
    refused = private(await ann.slash("play", game="czech", channel=place, values={"thread": True}))
    assert "There are no threads here. Leave out `thread`." in refused.content
    await bot.store.servers.change_settings(
        server.world.guild().id, lambda was: replace(was, always_thread=True), 0
    )
    assert "Join" in labels(public(await ann.slash("play", game="czech", channel=place)))


async def test_a_private_thread_without_the_bot_asks_to_mention_it(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    lobby = server.world.channel("lobby")
    thread = open_thread(server.world, lobby, "club", ann.user, private=True)
    refused = private(await ann.slash("play", game="czech", channel=thread, opponent=bo))
    assert f"Mention me (<@{bot.application_id}>) to add me, then try again." in refused.content
    assert "permission" not in refused.content
    ann.say(f"<@{bot.application_id}> {bo.mention}", thread)
    await until(lambda: bot.guilds[0].get_thread(thread.id) is not None)
    card = public(await ann.slash("play", game="czech", channel=thread, opponent=bo))
    assert "Move" in labels(await shown(bot, bo, await bo.click(card, "Accept")))


@pytest.mark.parametrize(
    "kind",
    [
        ChannelType.ANNOUNCEMENT,
        ChannelType.VOICE,
        ChannelType.STAGE,
        ChannelType.FORUM,
    ],
    ids=lambda kind: kind.name.lower(),
)
async def test_tables_can_be_kept_to_every_kind_of_channel(
    server: Loopback, bot: Postboard, ann: Person, kind: ChannelType
) -> None:
    place = place_of(server, kind, ann)
    guild = server.world.guild()
    guild.members[ann.id].role_ids.add(guild.add_role("owner", Permission.MANAGE_GUILD).id)
    panel = await settings_of(ann)
    chosen = str(place.parent_id or place.id)
    await ann.choose(panel, chosen, placeholder="Games start: in any channel")
    assert "Games start in" in private(await ann.slash("play", game="czech")).content
    assert "Join" in labels(public(await ann.slash("play", game="czech", channel=place)))
    assert (await bot.servers.settings_of(guild.id)).channels == (int(chosen),)

"""The panels of those who run a server and of moderators, over the real wire."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from bot.model.server import Club
from loopback import Loopback, Message, Person
from loopback.errors import CannotDo
from loopback.model.permissions import Permission
from rules.contract.core import Seat
from rules.time.clock import DELIVERY
from rules.time.duration import DAY, HOUR
from tests.bot.conftest import bot_on
from tests.bot.game_driver import (
    answered,
    delivered,
    labels,
    live_through,
    moderating,
    private,
    public,
    settings_of,
    shown,
    sit_down,
)


def granted(server: Loopback, person: Person, permissions: Permission) -> None:
    """Give a person a role with these permissions."""
    (guild,) = server.world.guilds.values()
    role = guild.add_role(f"role of {person.name}", int(permissions))
    guild.members[person.id].role_ids.add(role.id)


async def test_an_owner_settles_how_tables_are_kept(
    server: Loopback, database: Path, ann: Person, bo: Person, cy: Person
) -> None:
    (guild,) = server.world.guilds.values()
    role = guild.add_role("players", 0)
    async with bot_on(server, database) as bot:
        await settled(server, bot, role.id, (ann, bo, cy))


async def settled(
    server: Loopback, bot: Postboard, role_id: int, people: tuple[Person, Person, Person]
) -> None:
    ann, bo, cy = people
    granted(server, cy, Permission.MANAGE_GUILD)
    panel = await settings_of(cy)
    (guild,) = server.world.guilds.values()
    other = server.world.add_channel(guild, "games", topic="")
    await cy.choose(panel, str(other.id), placeholder="Games start: in any channel")
    assert f"- Games start in <#{other.id}>.\n" in cy.present(panel).content
    refused = private(await ann.slash("play", game="czech", opponent=bo))
    assert f"<#{other.id}>" in refused.content
    await cy.choose(panel, placeholder="Games start: in any channel")
    await cy.choose(panel, str(role_id), placeholder="Who starts games: everyone")
    assert f"- Only <@&{role_id}> can start games.\n" in cy.present(panel).content
    refused = private(await ann.slash("play", game="czech", opponent=bo))
    assert f"<@&{role_id}>" in refused.content
    guild.members[ann.id].role_ids.add(role_id)
    more = private(await cy.click(panel, "More …"))
    form = (await cy.click(more, "Usual time …")).modal
    assert form is not None
    await cy.submit(form, {"text": "3d"})
    more = private(await cy.click(panel, "More …"))
    form = (await cy.click(more, "Games per person …")).modal
    assert form is not None
    await cy.submit(form, {"text": "1"})
    assert "3 days" in cy.present(panel).content
    card = public(await ann.slash("play", game="czech", opponent=bo))
    assert "3 days" in card.content
    assert "limit" in private(await ann.slash("play", game="czech")).content
    await cy.click(panel, "Own threads: off")
    await ann.click(card, "Cancel game")
    opened = private(await ann.slash("play", game="czech", opponent=bo))
    (thread,) = server.world.threads_of(guild)
    assert opened.content == f"Your game is in <#{thread.id}>."
    await delivered(bot)
    assert "Accept" in labels(bo.sees(thread)[-1])


async def club_panel(cy: Person) -> Message:
    panel = await settings_of(cy)
    return private(await cy.click(panel, "Club …"))


async def test_an_owner_chooses_the_channels_of_the_club(
    server: Loopback, bot: Postboard, cy: Person
) -> None:
    (guild,) = server.world.guilds.values()
    granted(server, cy, Permission.MANAGE_GUILD)
    lobby = server.world.channel("lobby")
    role = guild.add_role("arbiters", 0)
    assert (await bot.store.servers.settings(guild.id)).club == Club()
    panel = await club_panel(cy)
    off = [
        "Club board: choose a channel",
        "Results: choose a channel",
        "Puzzle of the day: choose a channel",
    ]
    for menu in off:
        await cy.choose(panel, str(lobby.id), placeholder=menu)
    who = "Organizers: moderators"
    await cy.choose(panel, str(role.id), placeholder=who)
    form = (await cy.click(panel, "Puzzle time …")).modal
    assert form is not None
    changed = private(await cy.submit(form, {"text": "18:00 prague"}))
    assert changed.content == (
        f"**Club**\n- Club board: <#{lobby.id}>\n- Results: <#{lobby.id}>\n"
        f"- Puzzle of the day: <#{lobby.id}> at 18:00 (Europe/Prague)\n"
        f"- Organizers: <@&{role.id}>\n"
        "Only games that everyone in that channel can see are shown."
    )
    chosen = Club(lobby.id, lobby.id, lobby.id, 18, "Europe/Prague", (role.id,))
    assert (await bot.store.servers.settings(guild.id)).club == chosen
    assert "**Channels of the club**" in private(await cy.slash("server diagnose")).content
    await cy.choose(panel, placeholder="Club board: choose a channel")
    assert (await bot.store.servers.settings(guild.id)).club == replace(chosen, board=None)


@pytest.mark.parametrize(
    "text", ["24 Europe/Prague", "-1", "noon", "18 Atlantis", "18:30 UTC", "  "]
)
async def test_a_time_that_no_puzzle_can_have_is_explained(
    server: Loopback, bot: Postboard, cy: Person, text: str
) -> None:
    granted(server, cy, Permission.MANAGE_GUILD)
    form = (await cy.click(await club_panel(cy), "Puzzle time …")).modal
    assert form is not None
    told = private(await cy.submit(form, {"text": text}))
    assert "Europe/Prague" in told.content
    (guild,) = server.world.guilds.values()
    assert (await bot.store.servers.settings(guild.id)).club == Club()


async def test_a_channel_where_the_bot_cannot_post_is_not_chosen_and_a_lost_one_is_told_of(
    server: Loopback, bot: Postboard, cy: Person
) -> None:
    world = server.world
    (guild,) = world.guilds.values()
    granted(server, cy, Permission.MANAGE_GUILD)
    halls = world.add_channel(guild, "hall", topic="")
    me = world.bot
    panel = await club_panel(cy)
    world.set_overwrite(halls, me, deny=Permission.ATTACH_FILES)
    told = private(
        await cy.choose(panel, str(halls.id), placeholder="Club board: choose a channel")
    )
    assert f"can't post in <#{halls.id}> yet. Give me Attach Files in" in told.content
    assert (await bot.store.servers.settings(guild.id)).club == Club()
    world.set_overwrite(halls, me)
    await cy.choose(panel, str(halls.id), placeholder="Club board: choose a channel")
    assert (await bot.store.servers.settings(guild.id)).club.board == halls.id
    world.set_overwrite(halls, me, deny=Permission.ATTACH_FILES)
    told = private(await cy.slash("server diagnose"))
    assert f"<#{halls.id}>: missing Attach Files" in told.content


async def test_in_a_quiet_server_a_board_goes_once_a_newer_one_is_there(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    granted(server, cy, Permission.MANAGE_GUILD)
    panel = await settings_of(cy)
    panel = private(await cy.choose(panel, "newest", placeholder="Old boards shrink to one line"))
    assert "Old boards are deleted" in {each.placeholder for each in panel.selects()}
    driver = await sit_down(server, bot, database)
    first = driver.board
    game = driver.game
    await driver.move(game.notate(game.legal(driver.match.state)[0]))
    await delivered(bot)
    await bot.store.queues.flush()
    await bot.outbox.table_messages.worker.rests()
    assert first.id not in {message.id for message in cy.sees("lobby")}
    assert driver.board.id in {message.id for message in cy.sees("lobby")}
    assert driver.card.id in {message.id for message in cy.sees("lobby")}


async def decided(bot: Postboard, by: Person, panel: Message, action: str, reason: str) -> Message:
    question = answered(await by.choose(panel, action))
    form = (await by.click(question, "Yes, with a reason …")).modal
    assert form is not None
    return await shown(bot, by, await by.submit(form, {"text": reason}))


async def test_a_moderator_pauses_and_ends_a_game_with_a_reason(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await sit_down(server, bot, database)
    granted(server, cy, Permission.MANAGE_GUILD)
    assert "Only moderators" in private(await cy.slash("server moderate")).content
    granted(server, cy, Permission.MANAGE_MESSAGES | Permission.MANAGE_GUILD)
    player = driver.people[Seat(0)]
    granted(server, player, Permission.MANAGE_MESSAGES | Permission.MANAGE_GUILD)
    assert "in this game" in private(await player.slash("server moderate")).content
    panel = private(await cy.slash("server moderate"))
    told = await decided(bot, cy, panel, "pause-7", "*holidays*")
    assert r"\*holidays\*" in told.content
    assert told.pings == {person.id for person in driver.people.values()}
    panel = private(await cy.slash("server moderate"))
    told = await decided(bot, cy, panel, "win-1", "cheated")
    assert f"<@{driver.people[Seat(1)].id}>" in told.content
    assert "cheated" in told.content
    assert told.attachments
    await delivered(bot)


async def test_a_role_lets_somebody_moderate(
    server: Loopback, database: Path, ann: Person, bo: Person, cy: Person
) -> None:
    (guild,) = server.world.guilds.values()
    role = guild.add_role("referees", 0)
    async with bot_on(server, database) as bot:
        granted(server, ann, Permission.MANAGE_GUILD)
        panel = await settings_of(ann)
        chosen = "Moderators: anyone who can manage messages"
        panel = private(await ann.choose(panel, str(role.id), placeholder=chosen))
        assert f"- Moderators: <@&{role.id}>, and anyone who can manage" in panel.content
        await sit_down(server, bot, database)
        board = next(each for each in cy.sees() if "Menu" in labels(each))
        assert "Moderate …" not in labels(private(await cy.click(board, "Menu")))
        guild.members[cy.id].role_ids.add(role.id)
        panel = await moderating(cy)
        told = await decided(bot, cy, panel, "void", "both asked")
        assert "both asked" in told.content
        assert told.pings == {ann.id, bo.id}
        await delivered(bot)


async def test_a_moderator_gives_the_seat_of_somebody_who_is_late_72_hours_after_the_claim_opened(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await sit_down(server, bot, database, time="1d", vacation=False)
    await driver.move("c3-d4")
    await driver.move("b6-a5")
    late, rival = driver.due, driver.idle
    granted(server, cy, Permission.MANAGE_MESSAGES)
    await live_through(bot, server, DAY + DELIVERY + 1)
    await bot.scheduler.run_due()
    panel = await moderating(cy)
    question = answered(await cy.choose(panel, "replace-0"))
    form = (await cy.click(question, "Yes, with a reason …")).modal
    assert form is not None
    early = answered(await cy.submit(form, {"text": "gone"}))
    assert "For the first 3 days the players decide" in early.content
    await live_through(bot, server, 72 * HOUR)
    panel = await moderating(cy)
    post = await decided(bot, cy, panel, "replace-0", "gone for good")
    assert "gone for good" in post.content
    di = server.person("Di")
    taken = await shown(bot, di, await di.click(post, "Take over"))
    assert taken.pings == {di.id}, "the newcomer is due"
    assert "A moderator decided that." in taken.content
    refused = private(await late.slash("move", move="d4-c5"))
    assert "can watch" in refused.content
    moved = public(await di.slash("move", move="d4-c5"))
    assert moved.pings == {rival.id}
    await delivered(bot)


async def test_a_diagnosis_names_what_is_missing(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    with pytest.raises(CannotDo):
        await cy.slash("server diagnose")
    granted(server, cy, Permission.MANAGE_GUILD)
    driver = await sit_down(server, bot, database)
    (guild,) = server.world.guilds.values()
    lobby = cy.place("lobby")
    other = server.world.add_channel(guild, "hall", topic="")
    lobby.slowmode = 6 * HOUR
    server.world.set_overwrite(lobby, server.world.bot, deny=int(Permission.ATTACH_FILES))
    await bot.store.queues.flush()
    said = private(await cy.slash("server diagnose", channel="hall")).content
    assert f"<#{lobby.id}>: missing Attach Files" in said
    assert f"<#{lobby.id}>: slow mode" in said
    assert f"<#{other.id}>: all permissions are there" in said
    assert "No messages to send" in said
    refused = private(await driver.people[Seat(0)].slash("play", game="czech"))
    assert "An admin needs to give me: Attach Files." in refused.content


async def test_nobody_is_invited_to_a_channel_that_they_do_not_see(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    (guild,) = server.world.guilds.values()
    hall = server.world.add_channel(guild, "hall", topic="")
    server.world.set_overwrite(hall, bo.user, deny=int(Permission.VIEW_CHANNEL))
    refused = private(await ann.slash("play", game="czech", channel="hall", opponent=bo))
    assert "Bo can't see this channel" in refused.content
    assert await bot.lookup.running_in(hall.id) is None
    public(await ann.slash("play", game="czech", channel="lobby", opponent=bo))
    await delivered(bot)

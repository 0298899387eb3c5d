"""The channel that is told how games of a server ended."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import discord
import pytest

from bot.delivery.servers import reached
from bot.extensions.news.values import RESULTS, read_results
from bot.interactions.client import Postboard
from bot.messages.controls.message import Message as Post
from bot.messages.words.locale import DEFAULT, locale_of
from bot.model.caller import Caller, Place
from bot.model.queues import OutboxItem
from bot.model.server import Club
from bot.store.queues.queues import enqueue
from bot.tables.commands import EndVoid
from loopback import Loopback, Message, Person
from loopback.model.permissions import Permission
from rules.contract.core import Seat
from rules.time.duration import DAY, HOUR, MINUTE
from tests.bot.conftest import bot_on
from tests.bot.game_driver import (
    MOST_CONTENT,
    GameDriver,
    delivered,
    labels,
    private,
    sit_down,
)
from tests.bot.seat_changes import DI
from tests.bot.table_service import BO, CHANNEL, CY, ELSEWHERE, NOW, Service
from tests.bot.test_owners_wire import club_panel, granted
from tests.bot.who import person_of, somebody
from tests.extensions.news.news_host import composer
from tests.extensions.replays.test_posters import resigned
from tests.extensions.standing.test_corrections import ended, moderator, strike
from tests.loopback.waiting import until

SERVER: Final = 5
FEED: Final = 77


async def tell(service: Service, channel: int | None = FEED) -> None:
    """Let the server have its results in a channel, or nowhere."""
    club = Club(results=channel)
    await service.store.servers.change_settings(SERVER, lambda was: replace(was, club=club), NOW)


async def rows(service: Service) -> list[OutboxItem]:
    """Return the rows that tell of results, in order."""
    waiting = await service.store.queues.waiting(10_000)
    return [row for row in waiting if row.kind == RESULTS]


async def tables_told(service: Service) -> list[list[int]]:
    """Return the tables of each row."""
    return [list(read_results(row)[1]) for row in await rows(service)]


async def composed(service: Service, *channels: int) -> Post | None:
    """Return the message of the only row, if games of these channels may be shown."""
    (row,) = await rows(service)
    return await composer(service, *channels).compose(row)


async def text_of(service: Service, *channels: int) -> str:
    post = await composed(service, *channels)
    assert post is not None
    assert post.pings == ()
    assert post.is_silent
    return locale_of(DEFAULT).message(post.text)


async def test_the_ends_of_a_minute_are_one_message_of_ten_lines_at_most(service: Service) -> None:
    await ended(service)
    assert await rows(service) == [], "it is off at first"
    await tell(service)
    tables = [(await ended(service)).id for _ in range(12)]
    assert await tables_told(service) == [tables[:10], tables[10:]]
    first, second = await rows(service)
    assert (first.channel_id, first.not_before) == (FEED, NOW + MINUTE)
    assert second.not_before == NOW + 2 * MINUTE
    assert await service.store.queues.claim(first, NOW + MINUTE, 1) is not None
    service.clock.time = NOW + MINUTE
    tables.append((await ended(service)).id)
    assert await tables_told(service) == [tables[:10], tables[10:]]
    assert await service.store.queues.claim(second, NOW + 2 * MINUTE, 1) is not None
    tables.append((await ended(service)).id)
    assert await tables_told(service) == [tables[:10], tables[10:13], tables[13:]], (
        "what was tried once is never changed"
    )
    assert (await rows(service))[-1].not_before == NOW + 3 * MINUTE


async def test_a_line_names_the_players_and_leads_to_the_board(service: Service) -> None:
    await tell(service)
    await ended(service)
    link = f"[Czech draughts](https://discord.com/channels/5/{CHANNEL})"
    line = f"**Ann beat Bo** at {link} in 1 move (Bo resigned)."
    assert await text_of(service, CHANNEL) == line
    post = await composed(service, CHANNEL)
    assert post is not None
    assert post.picture is not None
    await ended(service, BO, CY)
    both = await composed(service, CHANNEL)
    assert both is not None
    assert both.picture is None, "the last board of one game, or none"
    told = (await text_of(service, CHANNEL)).splitlines()
    assert len(told) == 2
    assert "Bo" in told[1]
    assert "Cy" in told[1]
    assert both.mark is not None
    assert both.mark == post.mark, "it is found again by its first game"


async def test_ten_long_lines_fit_into_a_message(service: Service) -> None:
    await tell(service)
    one, other = (somebody(number, "*_" * 16) for number in (901, 902))
    place = Place(900_000_000_000_000_001, 900_000_000_000_000_005)
    await service.store.servers.change_settings(
        place.guild_id or 0, lambda was: replace(was, club=Club(results=FEED)), NOW
    )
    for _ in range(10):
        await ended(service, one, other, place)
    told = await text_of(service, place.channel_id)
    assert len(told) <= MOST_CONTENT
    assert told.splitlines()[-1].startswith("… and ")


async def test_games_that_not_everybody_there_sees_are_not_told(service: Service) -> None:
    await tell(service)
    here, there = await ended(service), await ended(service, place=Place(ELSEWHERE, SERVER))
    await ended(service, place=Place(99, SERVER, parent_id=CHANNEL, is_secret=True))
    assert await tables_told(service) == [[here.id, there.id]], "no private thread"
    for shown, kept in ((CHANNEL, ELSEWHERE), (ELSEWHERE, CHANNEL)):
        told = await text_of(service, shown)
        assert f"/{SERVER}/{shown})" in told
        assert f"/{kept}" not in told
    assert await composed(service) is None


async def test_who_hides_and_where_no_names_are_wanted_nobody_is_named(service: Service) -> None:
    await tell(service)
    await ended(service)
    await service.store.personal.hide(BO.id, NOW, hidden=True)
    line = await text_of(service, CHANNEL)
    assert line.startswith("**Ann beat a member** at ")
    assert line.endswith("in 1 move (a member resigned).")
    post = await composed(service, CHANNEL)
    assert post is not None
    assert post.picture is not None
    alt = locale_of(DEFAULT).message(post.picture.alt)
    assert "Bo" not in alt
    await service.servers.change(
        Caller(CY, Place(CHANNEL, SERVER), may_manage=True),
        lambda was: replace(was, unnamed=True),
    )
    told = await text_of(service, CHANNEL)
    assert told.startswith(("**White beat Black** at ", "**Black beat White** at "))
    assert "Ann" not in told


async def test_a_game_without_a_result_and_one_that_was_struck_are_not_told(
    service: Service,
) -> None:
    await tell(service)
    void = await service.playing()
    await service.tables.execute(void.id, moderator(DI), EndVoid("they left"), service.request())
    assert await rows(service) == []
    table = await ended(service)
    await strike(service, table)
    assert await composed(service, CHANNEL) is None
    await strike(service, table, counts=True)
    assert await composed(service, CHANNEL) is not None


async def test_results_follow_their_channel_and_go_with_it(service: Service) -> None:
    await tell(service)
    table = await ended(service)
    await tell(service, FEED + 1)
    (row,) = await rows(service)
    assert (row.channel_id, await tables_told(service)) == (FEED + 1, [[table.id]])
    assert await service.store.queues.claim(row, NOW + MINUTE, 1) is not None
    await tell(service, FEED)
    assert await rows(service) == [], "it may be in the other channel already"
    await ended(service)
    await tell(service, None)
    assert await rows(service) == []
    await ended(service)
    assert await rows(service) == []


async def test_a_row_of_a_channel_that_was_chosen_once_says_nothing(service: Service) -> None:
    await tell(service)
    await ended(service)
    (row,) = await rows(service)
    await tell(service, None)
    await service.store.queues.transact(lambda tx: enqueue(tx, row))
    assert await composed(service, CHANNEL) is None


async def test_what_ends_while_a_channel_refuses_results_waits_up_to_a_number(
    service: Service,
) -> None:
    await tell(service)
    for _ in range(12):
        await ended(service)
        for row in await rows(service):
            await service.store.queues.put_back(replace(row, attempts=8, after=1, parked=True))
    assert len(await service.store.queues.parked_in(FEED)) == 10


async def test_a_server_that_is_not_known_yet_is_waited_for() -> None:
    client = discord.Client(intents=discord.Intents.none())
    with pytest.raises(ConnectionError, match="can't be reached"):
        reached(client, SERVER)


async def turned_on(server: Loopback, cy: Person) -> None:
    """Let the server have its results in a channel of their own."""
    (guild,) = server.world.guilds.values()
    granted(server, cy, Permission.MANAGE_GUILD)
    hall = server.world.add_channel(guild, "hall", topic="")
    await cy.choose(await club_panel(cy), str(hall.id), placeholder="Results: choose a channel")


async def lost(
    server: Loopback, bot: Postboard, database: Path, channel: str = "lobby"
) -> GameDriver:
    """Let Bo lose a game."""
    driver = await sit_down(server, bot, database, side="white", channel=channel)
    for move in ("c3-d4", "b6-a5", "d4-c5"):
        await driver.move(move)
    await resigned(bot, driver.people[Seat(1)], channel)
    return driver


def results(server: Loopback) -> Sequence[Message]:
    return server.person("Cy").sees("hall")


async def sent(server: Loopback, bot: Postboard) -> None:
    """Let a minute pass, and what is due then be sent."""
    server.clock.advance(MINUTE)
    await bot.outbox.deliver_due()
    await bot.store.queues.flush()


async def test_a_channel_is_told_of_a_game_a_minute_after_its_end(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    await turned_on(server, cy)
    await lost(server, bot, database)
    await bot.outbox.deliver_due()
    assert results(server) == []
    await sent(server, bot)
    (message,) = results(server)
    board = cy.sees("lobby")[-1]
    assert f"/{board.id}) in 2 moves (Bo resigned)." in message.content
    assert message.content.startswith("**Ann beat Bo** at [Czech draughts](")
    assert message.pings == set()
    (picture,) = message.attachments
    assert picture.description
    assert labels(message) == {"All results"}
    listed = private(await cy.click(message, "All results")).content
    assert "[Czech draughts](" in listed


async def test_games_of_a_closed_channel_stay_untold(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    await turned_on(server, cy)
    quiet = server.world.channel("quiet")
    server.world.set_overwrite(quiet, server.person("Di").user, deny=Permission.VIEW_CHANNEL)
    driver = await lost(server, bot, database, "quiet")
    await sent(server, bot)
    assert results(server) == []
    assert not await bot.store.queues.waiting()
    hiding = await person_of(bot, driver.people[Seat(1)])
    await bot.store.personal.hide(hiding, int(bot.now()), hidden=True)
    await lost(server, bot, database)
    await sent(server, bot)
    (message,) = results(server)
    assert message.content.startswith("**Ann beat a member** at ")
    assert message.content.endswith("in 2 moves (a member resigned).")
    assert "Bo" not in str(message.attachments[0].description)


async def test_what_ended_while_a_server_was_away_is_told_once_it_is_back(
    server: Loopback, database: Path, cy: Person
) -> None:
    async with bot_on(server, database) as bot:
        await turned_on(server, cy)
        await lost(server, bot, database)
    (guild,) = server.world.guilds.values()
    server.world.set_available(guild, available=False)
    async with bot_on(server, database) as bot:
        await bot.wait_until_ready()
        await sent(server, bot)
        server.world.set_available(guild, available=True)
        await until(lambda: not bot.guilds[0].unavailable)
        await sent(server, bot)
        assert len(results(server)) == 1


def nothing(*_: object) -> None:
    """Do nothing, as a process that is dead."""


async def test_a_result_is_told_once_whenever_the_process_dies(
    server: Loopback, database: Path, cy: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bot_on(server, database) as bot:
        await turned_on(server, cy)
        await lost(server, bot, database)
        await bot.outbox.stop()  # It dies before anything is due.
    server.clock.advance(HOUR)
    async with bot_on(server, database) as bot:
        with monkeypatch.context() as patch:  # It dies once it is sent, before that is noted.
            patch.setattr(bot.store.queues, "mark_delivered", nothing)
            await until(lambda: len(results(server)) == 1)
            await bot.outbox.stop()
    server.clock.advance(DAY)
    async with bot_on(server, database) as bot:
        await sent(server, bot)
        await delivered(bot)
        assert len(results(server)) == 1
        await lost(server, bot, database)
        await sent(server, bot)
        assert len(results(server)) == 2

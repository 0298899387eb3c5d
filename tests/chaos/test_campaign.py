"""A short campaign, and that its checker notices what can break."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from loopback import Message
from loopback.world.feed import MessagePosted
from tests.bot.game_driver import labels
from tests.chaos.campaign import Campaign
from tests.chaos.server import Server
from tests.conformance.configured import SOAK, more_in_soak
from tests.postgres.server import find_programs
from tests.stored import opened, rows

pytestmark = pytest.mark.crash


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite3"


async def test_nothing_breaks_in_a_short_campaign(database: Path) -> None:
    async with Campaign.open(database, seed=1) as campaign:
        report = await campaign.run(seconds=0, kills=more_in_soak(2))
    assert report.broken == []
    assert report.kills >= 2
    assert report.acts > 0


@pytest.mark.skipif(find_programs() is None, reason="PostgreSQL isn't installed")
async def test_nothing_breaks_where_processes_and_their_server_fail() -> None:
    with Server.running() as server:
        async with Campaign.open(server, seed=1, processes=2, shards=2) as campaign:
            await campaign.round("kill at a point", "database crashed", "frozen process replaced")
            report = await campaign.run(seconds=0, kills=40 if SOAK else 0)
            assert await _notices_what_is_not_told(campaign, server)
        assert server.deadlocks == 0
    assert report.broken == []
    assert report.kills >= 1
    assert report.acts > 0


async def _notices_what_is_not_told(campaign: Campaign, server: Server) -> bool:
    """Let a process look at a table, then change it as if its notification were lost."""
    while not rows(server.address, _SEEN):
        await campaign.play(lambda: asyncio.sleep(1), restarts=0.0)
    channel_id = rows(server.address, _SEEN)[0][0]
    assert isinstance(channel_id, int)
    await campaign.server.person("Ann").slash("board", channel=channel_id, private=True)
    assert await campaign.stale() == []
    with psycopg.connect(server.address.uri, autocommit=True) as connection:
        connection.execute("ALTER TABLE tables DISABLE TRIGGER tell_others")
        connection.execute("UPDATE tables SET cards = cards + 1")
    return await campaign.stale() != []


_SEEN = "SELECT channel_id FROM tables WHERE begun_at IS NOT NULL AND place = 'guild'"


@pytest.fixture
async def quiet(database: Path) -> AsyncGenerator[Campaign]:
    """Return a campaign: two moves with dice were played, a game runs, and nothing went wrong."""
    async with Campaign.open(database, seed=5) as campaign:
        while not (rows(database, _TWO_PRESSES) and rows(database, _RUNNING)):
            await campaign.play(lambda: asyncio.sleep(1), restarts=0.0)
        assert campaign.broken() == []
        yield campaign


_RUNNING = "SELECT id FROM tables WHERE status = 'playing' AND set_apart IS NULL"
_TWO_PRESSES = (
    "SELECT first.table_id, first.number, first.request, second.number, second.request"
    " FROM entries AS first JOIN entries AS second ON second.table_id = first.table_id"
    " AND second.number > first.number JOIN tables ON tables.id = first.table_id"
    " WHERE dice_root IS NOT NULL AND first.actor_kind = 'seat' AND first.kind = 'played'"
    " AND second.actor_kind = 'seat' AND second.kind = 'played' AND tables.status = 'playing'"
    " ORDER BY second.number - first.number"
)
"""Finds two moves at one table with dice; a third one between them would be the newer press.

Its game goes on: one that is over was found in order and is not looked at again.
"""


async def test_a_broken_order_or_a_press_entered_twice_is_noticed(
    quiet: Campaign, database: Path
) -> None:
    """A press that overtook another one, and one whose commit was tried again too often."""
    table, number, early, later_number, late = rows(database, _TWO_PRESSES)[0]
    change = f"UPDATE entries SET request = '%s' WHERE table_id = {table} AND number = %d"
    _change(
        database,
        "DROP TRIGGER entries_are_final",
        change % (late, number),
        change % (early, later_number),
    )
    # Before the other one, or before an offer that was made between them.
    assert any(f"table {table}: {late} was decided before " in each for each in quiet.broken())
    assert f"table {table}: {early} entered the dice after {late}" in quiet.broken()
    assert f"table {table}: a roll does not follow from the secret" in quiet.broken()
    _change(
        database,
        change % (early, number),
        change % (late, later_number),
    )
    assert quiet.broken() == []
    _change(
        database,
        f"CREATE TEMP TABLE copy AS SELECT * FROM entries WHERE table_id = {table}"
        f" AND number = {later_number}",
        "UPDATE copy SET number = 999",
        "INSERT INTO entries SELECT * FROM copy",
    )
    assert any(f" of {late} was entered 2 times" in each for each in quiet.broken())


async def test_damage_is_noticed(quiet: Campaign, database: Path) -> None:
    def notices(text: str) -> bool:
        return any(text in each for each in quiet.broken())

    world = quiet.server.world
    # The next day's summary may say the same.
    last = max(
        (
            m
            for m in world.messages.values()
            if _is_private(quiet, m) and "Daily summary ·" not in m.content
        ),
        key=lambda m: m.id,
    )
    quiet.server.feed.publish(MessagePosted(replace(last, id=world.ids.next())))
    assert notices(f"was sent twice, first as {last.id}")
    panel = await _panel(quiet, database)
    posted = replace(panel, id=world.ids.next(), audience=None)
    quiet.server.feed.publish(MessagePosted(posted))
    assert notices("was shown to all")
    _change(database, "INSERT INTO reminders VALUES (1, 7, 1, 'turn', 1, 1, 0, 0)")
    assert notices("7 is to be reminded")
    _change(database, "UPDATE tables SET log_digest = 'ab' WHERE begun_at IS NOT NULL")
    assert notices("the file has the digest ab")
    _change(database, "UPDATE tables SET turn_since = 1 WHERE begun_at IS NOT NULL")
    assert notices("turn_since is 1 instead of")
    _change(database, "DELETE FROM timers")
    assert notices("is missing")
    _change(
        database,
        "CREATE TEMP TABLE copy AS SELECT * FROM tables LIMIT 1",
        "UPDATE copy SET id = 999, status = 'open', begun_at = NULL",
        "INSERT INTO tables SELECT * FROM copy",
    )
    assert notices("table 999: open without a card")
    assert notices("table 999: Status.OPEN and 0 timers")
    _change(database, "DELETE FROM requests")
    assert notices("acknowledged and is not remembered")
    shown = [m for m in world.messages.values() if "Menu" in labels(m) and not m.ephemeral]
    board = shown[-1]
    for _ in range(3):  # A newcomer and the end of a pause bring one more each.
        quiet.server.feed.publish(MessagePosted(replace(board, id=world.ids.next())))
    assert notices("was posted")
    _change(database, "UPDATE tables SET status = 'over' WHERE status = 'playing'")
    assert notices("status is 'over' instead of 'playing'")
    _change(database, "DELETE FROM entries WHERE kind = 'played'")
    assert notices("acknowledged and is not in the log")
    _change(database, "DROP TRIGGER entries_are_final", "UPDATE entries SET text = 'nonsense'")
    assert notices("set apart")
    _require_losses_noticed(quiet, database)


def _require_losses_noticed(quiet: Campaign, database: Path) -> None:
    """Let servers, channels and games of events go wrong, and an outage begin in the future."""
    world = quiet.server.world
    guild_id, hall = world.guild().id, world.channel("hall").id
    first = "WHERE id = (SELECT min(id) FROM tables WHERE place = 'guild')"
    _change(
        database,
        f"INSERT INTO guilds (guild_id, removed_at) VALUES ({guild_id}, 1)"
        " ON CONFLICT (guild_id) DO UPDATE SET removed_at = 1",
        f"UPDATE tables SET status = 'open', channel_id = 7 {first}",
        "INSERT INTO events (id, guild_id, channel_id, kind, game, options, seating, time_control,"
        " rated, meetings, at_once, director, locale, opened_at, request, secret, state)"
        f" VALUES (77, {guild_id}, {hall}, 'groups', 'czech', '{{}}', 2, 'none', 0, 1, 1, 1,"
        f" 'en-US', 1, 'x', '{64 * '0'}', 'groups')",
        "INSERT INTO event_games (event_id, stage, group_number, position, attempt, first, second,"
        " status, task) VALUES (77, 'groups', 1, 1, 1, 1, 2, 'running', 'open')",
    )
    owed = quiet.unnoticed()
    assert f"whether server {guild_id} has the bot" in owed
    assert any("of tables, whose channel is gone" in each for each in owed)
    assert "event 77, game 1: to open" in owed
    assert quiet.losses.in_future() == {}
    later = int(quiet.server.clock.now()) + 7300
    _change(database, f"INSERT INTO outages (starts, scope, cause) VALUES ({later}, 'all', 'down')")
    assert quiet.losses.in_future() == {"outages": 1}


def _is_private(campaign: Campaign, message: Message) -> bool:
    """Return True if the bot sent the message in a private place, for all who are there."""
    world = campaign.server.world
    is_ours = message.author is world.bot and message.audience is None and not message.loading
    return is_ours and world.channels[message.channel_id].guild_id is None


async def _panel(campaign: Campaign, database: Path) -> Message:
    """Return what the bot asks a player who wants to resign."""
    sql = (
        "SELECT channel_id, players.name FROM tables JOIN players ON table_id = tables.id"
        " WHERE tables.status = 'playing' AND place = 'guild' AND past = 0"
        " AND players.kind = 'person' AND players.status = 'seated'"
    )
    channel_id, name = rows(database, sql)[0]
    assert isinstance(channel_id, int)
    assert isinstance(name, str)
    asked = (await campaign.server.person(name).slash("game resign", channel=channel_id)).message
    assert asked is not None
    return asked


def _change(database: Path, *statements: str) -> None:
    with opened(database, "rw") as tx:
        for statement in statements:
            tx.do(statement)

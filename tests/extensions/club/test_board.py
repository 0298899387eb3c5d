"""The club board of a server: its tiles, its privacy, its buttons, and where it stands."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from bot.extensions.club.rows import HOOKS, ClubStore
from bot.extensions.club.values import CLUB_BOARD, ClubFacts
from bot.interactions.client import Postboard
from bot.model.caller import Caller, Place
from bot.store.sql.transaction import Transaction
from bot.tables.commands import Join, Open, Play
from loopback import Loopback, Message, Person
from loopback.model.permissions import Permission
from rules.contract.core import Seat
from rules.time.duration import DAY, HOUR, MINUTE
from tests.bot.game_driver import delivered, labels, private, settings_of, sit_down
from tests.bot.table_service import ANN, BO, CHANNEL, CZECH, Service
from tests.bot.test_owners_wire import club_panel, granted
from tests.bot.who import person_of

LOBBY: Final = "lobby"
WATCH: Final = "Watch …"


async def turned_on(server: Loopback, bot: Postboard, cy: Person) -> Message:
    """Turn the board on in a channel of its own, and return it."""
    (guild,) = server.world.guilds.values()
    granted(server, cy, Permission.MANAGE_GUILD)
    hall = server.world.add_channel(guild, "hall", topic="")
    await cy.choose(await club_panel(cy), str(hall.id), placeholder="Club board: choose a channel")
    return await now_shown(server, bot, cy)


async def now_shown(server: Loopback, bot: Postboard, cy: Person, seconds: int = 0) -> Message:
    await bot.wait_until_ready()
    await bot.idle()
    await bot.outbox.deliver_due()
    await bot.store.queues.flush()
    server.clock.advance(seconds)
    await bot.outbox.displays.run_due()
    (board,) = cy.sees("hall")
    return board


def alt(board: Message) -> str:
    (picture,) = board.attachments
    return str(picture.description)


async def test_a_board_shows_running_games_and_open_tables_and_follows_them(
    server: Loopback, bot: Postboard, database: Path, cy: Person, ann: Person
) -> None:
    board = await turned_on(server, bot, cy)
    assert "No games in progress" in alt(board)
    assert board.pings == set()
    assert labels(board) == {"Play", "Join a game", "My games", "Puzzle"}
    driver = await sit_down(server, bot, database, side="white", time="3d")
    board = await now_shown(server, bot, cy, MINUTE)
    assert "Czech draughts: Ann and Bo, Ann to move by " in alt(board)
    assert "1 game · 0 open seats · 0 moves today" in alt(board)
    await driver.move("c3-d4")
    await ann.slash("play", game="rematch", channel="quiet")
    board = await now_shown(server, bot, cy, MINUTE)
    assert "Bo to move" in alt(board)
    assert "1 open seat · 1 move today" in alt(board)
    assert "[ReMatch](https://discord.com/channels/" in board.content
    assert "Join a game (1)" in labels(board)
    listed = private(await cy.click(board, "Join a game (1)"))
    assert "ReMatch" in listed.content
    assert "Ann" in private(await cy.choose(board, "all", placeholder=WATCH)).content
    assert private(await ann.click(board, "My games")).content


async def test_the_board_edits_once_a_minute_at_most_and_not_without_a_change(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    await turned_on(server, bot, cy)
    driver = await sit_down(server, bot, database, side="white", time="3d")
    await now_shown(server, bot, cy, MINUTE)
    display = await bot.store.displays.find(CLUB_BOARD, server.world.guild().id)
    assert display is not None
    for move in ("c3-d4", "b6-a5", "d4-c5"):
        await driver.move(move)
    assert "0 moves today" in alt(await now_shown(server, bot, cy, 10))
    assert "3 moves today" in alt(await now_shown(server, bot, cy, MINUTE - 10))
    edited = await bot.store.displays.find(CLUB_BOARD, server.world.guild().id)
    assert edited is not None
    await now_shown(server, bot, cy, 3 * HOUR)
    again = await bot.store.displays.find(CLUB_BOARD, server.world.guild().id)
    assert again is not None
    assert again.edited_at == edited.edited_at
    assert again.due_at is not None, "one edit comes when the time is short"
    assert again.due_at >= (await bot.lookup.get(driver.table_id)).started.entries[-1].at + 2 * DAY


async def test_games_that_not_everybody_there_sees_and_people_who_hide_are_not_shown(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    await turned_on(server, bot, cy)
    quiet = server.world.channel("quiet")
    server.world.set_overwrite(quiet, server.person("Di").user, deny=Permission.VIEW_CHANNEL)
    await sit_down(server, bot, database, channel="quiet", side="white")
    board = await now_shown(server, bot, cy, MINUTE)
    assert "No games in progress" in alt(board)
    assert "0 games" in alt(board)
    driver = await sit_down(server, bot, database, side="white")
    hiding = await person_of(bot, driver.people[Seat(1)])
    assert "Ann and Bo" in alt(await now_shown(server, bot, cy, MINUTE))
    await bot.store.personal.hide(hiding, int(bot.now()), hidden=True)
    board = await now_shown(server, bot, cy, MINUTE)
    assert "Ann and a member" in alt(board)
    assert "Bo" not in alt(board)


async def test_a_server_that_wants_no_names_has_none_on_its_board_either(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    await turned_on(server, bot, cy)
    await sit_down(server, bot, database, side="white")
    assert "Ann and Bo" in alt(await now_shown(server, bot, cy, MINUTE))
    panel = await settings_of(cy)
    await cy.click(panel, "No names: off")
    board = await now_shown(server, bot, cy, MINUTE)
    assert "Czech draughts: White and Black" in alt(board)
    assert "Ann" not in alt(board)


async def test_a_board_leads_to_the_puzzle_of_the_day(
    server: Loopback, bot: Postboard, cy: Person, ann: Person
) -> None:
    board = await turned_on(server, bot, cy)
    by_button = private(await ann.click(board, "Puzzle"))
    by_command = private(await ann.slash("puzzle"))
    assert by_button.content == by_command.content
    assert by_button.attachments


async def test_a_board_leads_to_events_that_everybody_there_sees(
    server: Loopback, bot: Postboard, cy: Person
) -> None:
    await turned_on(server, bot, cy)
    quiet = server.world.channel("quiet")
    server.world.set_overwrite(quiet, server.person("Di").user, deny=Permission.VIEW_CHANNEL)
    granted(server, cy, Permission.MANAGE_MESSAGES)
    for channel in ("quiet", "lobby"):
        await cy.click(private(await cy.slash("event new", channel=channel, game="czech")), "Post")
        await delivered(bot)
    board = await now_shown(server, bot, cy, MINUTE)
    card = next(each for each in cy.sees("lobby") if "Join" in labels(each))
    assert "[Czech draughts tournament](https://discord.com/channels/" in board.content
    assert f"/{card.id})" in board.content
    assert "event 1" not in board.content


async def test_a_board_that_is_turned_off_by_hand_is_deleted(
    server: Loopback, bot: Postboard, cy: Person
) -> None:
    board = await turned_on(server, bot, cy)
    panel, hall = await club_panel(cy), str(server.world.channel("hall").id)
    await cy.choose(panel, placeholder="Club board: choose a channel")
    await bot.outbox.displays.run_due()
    assert cy.sees("hall") == []
    assert await bot.store.displays.get(1) is None
    await cy.choose(panel, hall, placeholder="Club board: choose a channel")
    again = await now_shown(server, bot, cy)
    assert again.id != board.id


async def test_play_leads_to_a_game_with_the_computer_anyone_or_a_person(
    server: Loopback, bot: Postboard, cy: Person, bo: Person
) -> None:
    board = await turned_on(server, bot, cy)
    which = private(await cy.click(board, "Play"))
    assert "ReMatch" in labels(which)
    whom = private(await cy.click(which, "ReMatch"))
    assert {"The computer", "Let anyone join"} <= labels(whom)
    opened = private(await cy.click(whom, "Let anyone join"))
    await delivered(bot)
    (thread,) = re.findall(r"<#(\d+)>", opened.content)
    assert any("Join" in labels(each) for each in cy.sees(int(thread)))
    which = private(await bo.click(board, "Play"))
    whom = private(await bo.click(which, "ReMatch"))
    assert "Join a game (1)" in labels(whom)
    which = private(await cy.click(board, "Play"))
    whom = private(await cy.click(which, "Czech draughts"))
    await cy.choose(whom, bo)
    await delivered(bot)
    assert any("Accept" in labels(each) for each in cy.sees("hall"))


async def test_a_board_that_is_deleted_or_left_behind_is_posted_anew(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    board = await turned_on(server, bot, cy)
    for number in range(10):
        cy.say(f"Hello {number}", "hall")
    server.clock.advance(DAY + MINUTE)
    await bot.scheduler.run_due()
    await bot.outbox.deliver_due()
    await bot.store.queues.flush()
    await bot.outbox.displays.run_due()
    newer = cy.sees("hall")[-1]
    assert newer.attachments
    assert board.id not in {message.id for message in cy.sees("hall")}
    place = bot.get_partial_messageable(newer.channel_id)
    await place.get_partial_message(newer.id).delete()
    server.clock.advance(2 * HOUR)
    await sit_down(server, bot, database)
    server.clock.advance(MINUTE)
    await bot.outbox.displays.run_due()
    await bot.outbox.deliver_due()
    assert cy.sees("hall")[-1].attachments


async def test_a_closed_channel_turns_the_board_off_and_the_diagnosis_says_so(
    server: Loopback, bot: Postboard, cy: Person
) -> None:
    await turned_on(server, bot, cy)
    hall, world = server.world.channel("hall"), server.world
    world.set_overwrite(hall, world.bot, deny=Permission.VIEW_CHANNEL)
    server.clock.advance(DAY + MINUTE)
    await cy.slash("play", game="czech")
    await delivered(bot)
    server.clock.advance(MINUTE)
    await bot.outbox.displays.run_due()
    (guild,) = world.guilds.values()
    assert (await bot.store.servers.settings(guild.id)).club.board is None
    told = private(await cy.slash("server diagnose")).content
    assert f"The club board is off: I couldn't post in <#{hall.id}> any more." in told


_COPIED: Final = {
    "tables": {"id": "id + n", "parent_id": "channel_id", "channel_id": "channel_id + n"},
    "players": {"id": "id + 10 * n", "table_id": "table_id + n", "person": "person + n"},
    "entries": {"table_id": "table_id + n", "actor_player": "actor_player + 10 * n"},
}


def _crowd(tx: Transaction) -> None:
    """Let the game of the first table run in 200 threads, each with people of its own."""
    for table, changed in _COPIED.items():
        names = [*tx.do(f"SELECT * FROM {table} LIMIT 1")[0].keys()]
        values = [str(changed.get(each, each)) for each in names]
        tx.do(
            "WITH RECURSIVE numbers (n) AS (SELECT 1000 UNION ALL SELECT n + 1 FROM numbers"
            f" WHERE n < 1199) INSERT INTO {table} ({', '.join(names)})"
            f" SELECT {', '.join(values)} FROM {table}, numbers"
        )


async def test_with_two_hundred_games_a_change_is_one_bounded_read_and_one_edit_a_minute(
    server: Loopback, bot: Postboard, database: Path, cy: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await turned_on(server, bot, cy)
    driver = await sit_down(server, bot, database, side="white")
    await now_shown(server, bot, cy, MINUTE)

    await bot.store.queues.transact(_crowd)
    asked = list[object]()
    store = bot.service(ClubStore)
    facts = store.facts

    async def counted(*values: Any) -> ClubFacts:
        asked.append(values)
        return await facts(*values)

    monkeypatch.setattr(store, "facts", counted)
    for move in ("c3-d4", "b6-a5"):
        await driver.move(move)
    board = await now_shown(server, bot, cy, MINUTE)
    assert "201 games" in alt(board)
    assert alt(board).count("Czech draughts") == 4
    assert "Ann to move" in alt(board), "the newest move comes first"
    assert len(asked) == 1


async def test_what_is_found_of_a_channel_changes_no_board_that_was_moved_meanwhile(
    service: Service,
) -> None:
    guild, old, new, now = 5, 76, 77, int(service.clock())
    database, servers = service.store.database, service.store.servers
    database.hooks.add(HOOKS)
    store = ClubStore(database)
    await servers.change_settings(
        guild, lambda was: replace(was, club=replace(was.club, board=new)), now
    )
    await store.post_anew(guild, old, now)
    await store.turn_off(guild, old, now)
    assert (await servers.settings(guild)).club.board == new
    assert await store.lost_channel(guild) is None
    (shown,) = await database.rows("SELECT channel_id, number FROM displays")
    assert tuple(shown) == (new, 1)
    await store.post_anew(guild, new, now)
    (shown,) = await database.rows("SELECT channel_id, number FROM displays")
    assert tuple(shown) == (new, 2)
    await store.turn_off(guild, new, now)
    assert (await servers.settings(guild)).club.board is None
    assert await store.lost_channel(guild) == new


@pytest.mark.parametrize("is_secret", [False, True], ids=["public", "private"])
async def test_nothing_is_shown_of_games_in_private_threads(
    service: Service, *, is_secret: bool
) -> None:
    """The channel above them is one that everybody sees."""
    threads = [Place(number, 5, CHANNEL, is_secret=is_secret) for number in (98, 99)]
    _, table = [
        await service.tables.open(Open(CZECH, (), "white"), Caller(ANN, thread), service.request())
        for thread in threads
    ]
    joined = Caller(BO, table.place)
    await service.tables.execute(table.id, joined, Join(), service.request())
    white = Caller(ANN, table.place)
    await service.tables.execute(table.id, white, Play("c3-d4"), service.request())
    facts = await ClubStore(service.store.database).facts(5, [CHANNEL], 0)
    shown = (facts.running, len(facts.newest), len(facts.watched), len(facts.open), facts.moves)
    assert shown == (5 * (0,) if is_secret else 5 * (1,))
    assert (await ClubStore(service.store.database).facts(5, [], 0)).running == 0

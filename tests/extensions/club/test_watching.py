"""The menu of a club board, its game of the day, and what other extensions put on it."""

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Final

from bot.extensions.club.rows import ClubStore
from bot.extensions.club.values import CLUB_BOARD, ClubFacts, of_the_day
from bot.extensions.standing.leaderboard import leaders
from bot.extensions.standing.values import OfMonth
from bot.interactions.client import Postboard
from bot.interactions.extension import Extension
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button
from bot.messages.controls.message import Message as Posted
from bot.model.caller import Person as Number
from bot.model.caller import User
from bot.model.club_hour import next_hour
from bot.model.table import Table
from bot.store.queues import displays
from bot.store.sql.transaction import Transaction
from loopback import Loopback, Message, Person
from loopback.model.permissions import Permission
from rules.club.board import Running
from rules.contract.core import Seat
from rules.contract.sentence import say
from rules.time.duration import HOUR, MINUTE
from tests.bot.game_driver import delivered, labels, live_through, private, settings_of, sit_down
from tests.bot.test_owners_wire import club_panel
from tests.bot.who import person_of
from tests.extensions.club.test_board import WATCH, alt, now_shown, turned_on

TODAY: Final = date(2026, 11, 29)
NOW: Final = 1_700_000_000


def rows(board: Message) -> list[tuple[str, str]]:
    """Return the rows of the menu, each with its description."""
    (menu,) = board.selects()
    return [(str(each.label), str(each.description or "")) for each in menu.options]


async def test_a_game_is_chosen_watched_and_followed(
    server: Loopback, bot: Postboard, database: Path, cy: Person, ann: Person
) -> None:
    board = await turned_on(server, bot, cy)
    assert not board.selects()
    driver = await sit_down(server, bot, database, side="white", time="3d")
    board = await now_shown(server, bot, cy, MINUTE)
    assert rows(board) == [
        ("Ann – Bo · Czech draughts", "move 1 · Ann to move"),
        ("All games", ""),
    ]
    await driver.move("c3-d4")
    board = await now_shown(server, bot, cy, MINUTE)
    assert rows(board)[0][1] == "move 1 · Bo to move"
    seen = private(await cy.choose(board, str(driver.table_id), placeholder=WATCH))
    assert seen.content.startswith("**Ann – Bo** · [Czech draughts](https://discord.com/channels/")
    assert "· move 1 · Bo to move · due <t:" in seen.content
    assert "White man d4" in alt(seen) or "d4" in alt(seen)
    assert (
        "You follow **Ann – Bo · Czech draughts**"
        in private(await cy.click(seen, "Follow")).content
    )
    own = private(await ann.choose(board, str(driver.table_id), placeholder=WATCH))
    assert labels(own) == set(), "she hears of it anyway"
    listed = private(await ann.choose(board, "all", placeholder=WATCH))
    assert "**In progress**" in listed.content


async def test_the_menu_has_the_24_newest_games(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    await turned_on(server, bot, cy)
    first = await sit_down(server, bot, database, side="white")
    await bot.store.queues.transact(
        lambda tx: [
            tx.do(
                "INSERT INTO tables (id, channel_id, game, guild_id, place, secret, rules_version,"
                " options, seating, time_control, clock_mode, vacation, hints, rated, game_number,"
                " status, host, locale, opened_at, parent_id) SELECT id + ?, channel_id + ?, game,"
                " guild_id, place, secret, rules_version, options, seating, time_control,"
                " clock_mode, vacation, hints, rated, game_number, status, host, locale, opened_at,"
                " channel_id FROM tables WHERE id = ?",
                1000 + number, 1000 + number, first.table_id,
            )
            for number in range(30)
        ]
    )  # fmt: skip
    found = await bot.service(ClubStore).facts(
        server.world.guild().id, [server.world.channel("lobby").id], 0
    )
    assert len(found.watched) == 24
    assert len(found.newest) == 31
    assert {game.turned_at for game in found.newest} == {None}


async def test_whoever_hides_is_nowhere_named(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    await turned_on(server, bot, cy)
    driver = await sit_down(server, bot, database, side="white", time="3d")
    await driver.move("c3-d4")
    await driver.move("b6-a5")
    board = await now_shown(server, bot, cy, MINUTE)
    assert alt(board).startswith("Game of the day, move 2. Czech draughts: Ann and Bo, Ann to move")
    hiding = await person_of(bot, driver.people[Seat(0)])
    await bot.store.personal.hide(hiding, int(bot.now()), hidden=True)
    board = await now_shown(server, bot, cy, MINUTE)
    assert alt(board).startswith("Czech draughts: a member and Bo, a member to move by ")
    assert rows(board)[0] == ("a member – Bo · Czech draughts", "move 2 · a member to move")
    seen = private(await cy.choose(board, str(driver.table_id), placeholder=WATCH))
    assert seen.content.startswith("**a member – Bo** · ")
    assert "Ann" not in seen.content
    assert "Ann" not in alt(seen)


async def test_without_names_the_rows_have_none(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    await turned_on(server, bot, cy)
    driver = await sit_down(server, bot, database, side="white", time="3d")
    await cy.click(await settings_of(cy), "No names: off")
    board = await now_shown(server, bot, cy, MINUTE)
    assert rows(board)[0] == ("Czech draughts", "move 1")
    seen = private(await cy.choose(board, str(driver.table_id), placeholder=WATCH))
    assert seen.content.startswith("**White – Black** · ")


async def test_a_game_that_the_person_cannot_see_is_gone_for_them(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    await turned_on(server, bot, cy)
    driver = await sit_down(server, bot, database, channel="quiet", side="white")
    board = await now_shown(server, bot, cy, MINUTE)
    di, quiet = server.person("Di"), server.world.channel("quiet")
    server.world.set_overwrite(quiet, di.user, deny=Permission.VIEW_CHANNEL)
    told = private(await di.choose(board, str(driver.table_id), placeholder=WATCH))
    assert told.content.startswith("This game is gone.")
    assert not told.attachments


def facts(*games: Running, **more: object) -> ClubFacts:
    held = ClubFacts(len(games), 0, (), games, (), (), (), ())
    return replace(held, **more)  # type: ignore[arg-type]


def busy(number: int, *people: int, lately: int = 1) -> Running:
    return Running(
        number=number,
        game="czech",
        people=frozenset(people),
        turned_at=NOW - MINUTE,
        turns=10,
        lately=lately,
    )


def test_the_game_of_the_day_stays_for_its_day_whatever_is_played() -> None:
    calm, other = busy(1, 1, 2, lately=3), busy(2, 3, 4, lately=1)
    table, days = of_the_day(facts(calm, other), TODAY, NOW)
    assert (table, days) == (1, ((TODAY, 1),))
    other = replace(other, lately=6)
    assert of_the_day(facts(calm, other, days=days), TODAY, NOW) == (1, days)
    tomorrow = TODAY + timedelta(1)
    assert of_the_day(facts(calm, other, days=days), tomorrow, NOW)[0] == 2


def test_one_that_ends_or_hides_gives_way_at_once() -> None:
    days = ((TODAY, 1),)
    hidden, other = replace(busy(1, 1, 2), is_hidden=True), busy(2, 3, 4)
    for left in ((other,), (hidden, other)):
        assert of_the_day(facts(*left, days=days), TODAY, NOW) == (2, ((TODAY, 2), (TODAY, 1)))
    assert of_the_day(facts(hidden, days=days), TODAY, NOW) == (None, days)


def test_eight_games_of_the_day_are_remembered_and_a_clock_that_was_ahead_does_no_harm() -> None:
    days = tuple((TODAY + timedelta(9 - number), number) for number in range(10, 18))
    table, after = of_the_day(facts(busy(1, 1, 2), busy(10, 1, 2), days=days), TODAY, NOW)
    assert table == 1
    assert after == ((TODAY, 1), *days[:7])


async def test_it_is_stored_with_its_date_before_it_is_shown(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    await turned_on(server, bot, cy)
    driver = await sit_down(server, bot, database, side="white", time="3d")
    for move in ("c3-d4", "b6-a5"):
        await driver.move(move)
    await now_shown(server, bot, cy, MINUTE)
    found = await bot.service(ClubStore).facts(server.world.guild().id, [], 0)
    assert [number for _, number in found.days] == [driver.table_id]
    (featured,) = found.featured
    assert len(featured.people) == 2
    assert found.newest == (), "no channel was named"


async def test_who_is_ranked_and_who_has_met_is_read(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, side="white")
    guild, lobby = server.world.guild().id, server.world.channel("lobby").id
    people = [await person_of(bot, each) for each in driver.people.values()]

    async def found() -> Running:
        newest = (await bot.service(ClubStore).facts(guild, [lobby], 0)).newest
        return next(each for each in newest if each.number == driver.table_id)

    first = await found()
    assert (first.is_first, first.are_ranked, first.is_final) == (True, False, False)
    assert first.people == {*people}

    def write(tx: Transaction) -> None:
        tx.do("INSERT INTO rivals VALUES (?, ?, 'rematch', 1, 0, 0)", *people)
        for number, person in enumerate(people):
            values = (guild, person, 10 if number else 9)
            tx.do("INSERT INTO ratings VALUES (?, 'czech', ?, 150000, 9000, ?, 1)", *values)

    await bot.store.queues.transact(write)
    met = await found()
    assert (met.is_first, met.are_ranked) == (False, False), "one of them is a newcomer"
    await bot.store.queues.transact(lambda tx: tx.do("UPDATE ratings SET games = 10"))
    assert (await found()).are_ranked
    for move in ("c3-d4", "b6-a5"):
        await driver.move(move)
    moved = await found()
    assert (moved.turns, moved.lately) == (2, 2)
    assert moved.turned_at is not None


async def test_without_a_game_the_puzzle_of_the_day_has_the_large_place(
    server: Loopback, bot: Postboard, cy: Person
) -> None:
    board = await turned_on(server, bot, cy)
    assert "Puzzle of the day" not in alt(board)
    hall = str(server.world.channel("hall").id)
    where = "Puzzle of the day: choose a channel"
    await cy.choose(await club_panel(cy), hall, placeholder=where)
    now = int(server.clock.now())
    await live_through(bot, server, next_hour(now, 12, "UTC") - now)
    await bot.scheduler.run_due()
    await delivered(bot)
    server.clock.advance(HOUR)
    await bot.outbox.displays.run_due()
    boards = [each for each in cy.sees("hall") if "Play" in labels(each)]
    assert alt(boards[-1]).startswith("Puzzle of the day, ")
    lobby = server.world.channel("lobby")
    server.world.set_overwrite(lobby, server.person("Di").user, deny=Permission.VIEW_CHANNEL)
    find = bot.additions.club_highlight
    assert find is not None
    assert await find(server.world.guild().id, [int(hall)]) is not None
    assert await find(server.world.guild().id, [lobby.id]) is None, "not everyone there sees it"


class Waiting:
    """Three people who wait for a game."""

    people: int | None = 3
    button = Button(say("Pair me"), for_text(verbs.PROFILE))

    async def count(self, _guild_id: int, /) -> int | None:
        return self.people

    async def listed(
        self, _guild_id: int, _asker: Number, _game: str | None, post: Posted, /
    ) -> Posted:
        return post

    async def moderated(self, _table: Table, post: Posted, /) -> Posted:
        return post


async def test_people_who_are_up_for_a_game_are_counted_and_have_their_button(
    server: Loopback, bot: Postboard, cy: Person
) -> None:
    waiting = Waiting()
    await bot.add(Extension(name="pairs", up_for_game=waiting))
    board = await turned_on(server, bot, cy)
    assert [str(each.label) for each in board.buttons()] == [
        "Play", "Join a game (3)", "Pair me", "My games", "Puzzle",
    ]  # fmt: skip
    assert "3 up for a game." in alt(board)
    waiting.people = None
    guild, now = server.world.guild().id, int(bot.now())
    await bot.store.queues.transact(lambda tx: displays.ask(tx, CLUB_BOARD, guild, now))
    board = await now_shown(server, bot, cy, MINUTE)
    assert len(board.buttons()) == 4
    assert "up for a game" not in alt(board)
    assert "Join a game" in labels(board)


def test_the_first_three_of_a_month_are_in_a_line() -> None:
    listed = [
        OfMonth(User(Number(number), name), halves, 4)
        for number, (name, halves) in enumerate(
            MappingProxyType({"Ann": 8, "\N{FOX FACE}": 7, "Cy": 6, "Di": 6}).items(), 1
        )
    ]
    assert leaders("rematch", listed).english() == (
        "ReMatch, this month: Ann 4 · a member 3½ · Cy 3"
    )
    assert not leaders("rematch", []).english()


async def test_a_final_and_a_first_division_count_as_much(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, side="white")
    guild, lobby = server.world.guild().id, server.world.channel("lobby").id

    def write(tx: Transaction) -> None:
        tx.do(
            "INSERT INTO events (id, guild_id, channel_id, kind, game, options, seating,"
            " time_control, rated, meetings, at_once, director, locale, opened_at, request,"
            " secret, state) VALUES (1, ?, ?, 'groups', 'czech', '{}', 0, '3d hard', 1, 1, 2, 1,"
            " 'en-US', 0, '1', 's', 'groups')",
            guild, lobby,
        )  # fmt: skip

    await bot.store.queues.transact(write)
    for season, game, is_final in (
        (None, "final 1 1 1", True),
        (None, "groups 1 1 1", False),
        (3, "groups 1 1 1", True),
        (3, "groups 2 1 1", False),
    ):
        await bot.store.database.write("UPDATE events SET season = ?", season)
        await bot.store.database.write("UPDATE tables SET event_id = 1, event_game = ?", game)
        newest = (await bot.service(ClubStore).facts(guild, [lobby], 0)).newest
        found = [each.is_final for each in newest if each.number == driver.table_id]
        assert found == [is_final], (season, game)

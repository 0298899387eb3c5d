"""Counters of results: written with each end, compared with the results, and counted again."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from bot.checking import check
from bot.interactions.client import Postboard
from bot.model.caller import Place, PlaceKind
from bot.model.engines import EngineRecord
from bot.model.table import Table, Terms
from bot.store.sql.database import Database
from bot.store.sql.errors import StoreError
from bot.store.store import Store
from bot.store.tables.counters import count_again, wrong_counters
from bot.tables.commands import (
    Accept,
    AddEngine,
    Answer,
    ClaimTime,
    Open,
    Play,
    Propose,
    Replace,
    Resign,
    SeatEngine,
    TakeSeat,
)
from loopback import Loopback
from rules.contract.core import Seat
from rules.log.events import OfferKind
from rules.time.duration import DAY, HOUR
from tests.bot.game_driver import sit_down
from tests.bot.seat_changes import CZECH, DAYS, THREE, due, move, overdue, playing, seat_of
from tests.bot.table_service import ANN, BO, CY, ELSEWHERE, Clock, Service, caller
from tests.bot.timed_host import NOON
from tests.extensions.standing.test_corrections import ended, strike
from tests.postgres.in_place import place_of
from tests.stored import change, rows

HEKS: Final = Terms("punt-heks", {"players": "3"}, time=DAYS)
Rows = dict[Any, tuple[Any, ...]]


async def played(opened: Database) -> Rows:
    """Return won, drawn and lost games by person, and games lost on time and seats given up."""
    rows = await opened.rows("SELECT * FROM played")
    return {
        row["person"]: tuple(row[n] for n in ("won", "drawn", "lost", "timed_out", "given_up"))
        for row in rows
    }


async def punctual(opened: Database) -> Rows:
    rows = await opened.rows("SELECT person, turns, late FROM played")
    return {row["person"]: (row["turns"], row["late"]) for row in rows}


async def facts(opened: Database) -> dict[tuple[Any, ...], int]:
    rows = await opened.rows("SELECT what, rule, number, times FROM game_facts")
    return {(row["what"], row["rule"], row["number"]): row["times"] for row in rows}


async def right(opened: Database) -> None:
    """Check that all counters follow from the results."""
    assert await opened.snapshot(wrong_counters) == []


async def test_a_game_is_counted_for_both(opened: Database, service: Service) -> None:
    table = await service.playing(CZECH)
    for wait, text, user in (
        (HOUR, "c3-d4", ANN), (2 * DAY + 5, "b6-a5", BO), (20, "g3-f4", ANN),
    ):  # fmt: skip
        service.clock.time += wait
        table = await service.do(table, user, Play(text))
    service.clock.time += 60
    table = await service.do(table, BO, Resign())
    end = table.started.entries[-1].at
    rows = await opened.rows("SELECT * FROM played ORDER BY person")
    assert [tuple(row) for row in rows] == [
        (ANN.id, 5, "czech", 1, 0, 0, 0, 0, 2, 0, 2, end),
        (BO.id, 5, "czech", 0, 0, 1, 0, 0, 1, 0, 2, end),
    ]
    times = await opened.rows("SELECT person, guild_id, seconds, turns FROM turn_times")
    assert {tuple(row) for row in times} == {
        (ANN.id, 5, HOUR, 1), (ANN.id, 5, 60, 1), (BO.id, 5, 3 * DAY, 1),
    }  # fmt: skip
    rivals = await opened.rows("SELECT * FROM rivals ORDER BY person")
    assert [tuple(row) for row in rivals] == [
        (ANN.id, BO.id, "czech", 1, 0, 0), (BO.id, ANN.id, "czech", 0, 0, 1),
    ]  # fmt: skip
    assert await facts(opened) == {
        ("ended", "common.resigned", 2): 1,
        ("won", "", 0): 1, ("lost", "", 1): 1,
        ("turn", "", 60): 1, ("turn", "", HOUR): 1, ("turn", "", 3 * DAY): 1,
    }  # fmt: skip
    await right(opened)


async def test_games_add_up(opened: Database, service: Service) -> None:
    for number in range(3):
        table = await service.playing(CZECH)
        service.clock.time += HOUR
        table = await service.do(table, ANN, Play("c3-d4"))
        if number:
            await service.do(table, ANN, Resign())
            continue
        await service.do(table, ANN, Propose(OfferKind.DRAW))
        await service.do(table, BO, Propose(OfferKind.DRAW))
    assert await played(opened) == {ANN.id: (0, 1, 2, 0, 0), BO.id: (2, 1, 0, 0, 0)}
    (row,) = await opened.rows("SELECT longest, since, turns FROM played WHERE person = ?", ANN.id)
    assert tuple(row) == (1, 1_000_000 + HOUR, 3)
    (score,) = await service.store.lists.scores(BO.id)
    assert (score.rival.name, score.won, score.drawn, score.lost) == ("Ann", 2, 1, 0)
    await right(opened)


async def test_a_game_without_a_result_counts_its_turns_alone(
    opened: Database, service: Service
) -> None:
    table = await move(service, await playing(service, CZECH))
    await service.do(table, ANN, Propose(OfferKind.ABORT))
    await service.do(table, BO, Propose(OfferKind.ABORT))
    assert set((await played(opened)).values()) == {(0, 0, 0, 0, 0)}
    assert sorted((await punctual(opened)).values()) == [(0, 0), (1, 0)]
    assert (await facts(opened))["void", "common.void.agreed", 1] == 1
    assert await opened.rows("SELECT 1 FROM rivals") == []
    await right(opened)


async def test_turns_that_were_taken_back_are_none(opened: Database, service: Service) -> None:
    table = await service.playing(CZECH)
    table = await service.do(table, ANN, Play("c3-d4"))
    table = await service.do(table, ANN, Propose(OfferKind.TAKE_BACK))
    assert table.started.offer is not None
    service.clock.time += 3 * HOUR
    table = await service.do(table, BO, Answer(table.started.offer.number, agree=True))
    service.clock.time += 90
    table = await service.do(table, ANN, Play("g3-f4"))
    await service.do(table, ANN, Resign())
    assert (await punctual(opened))[ANN.id] == (1, 0)
    rows = await opened.rows("SELECT seconds, turns FROM turn_times")
    assert [tuple(row) for row in rows] == [(120, 1)]


async def test_losing_on_time_is_a_late_turn(opened: Database, service: Service) -> None:
    table = await move(service, await move(service, await playing(service, CZECH)))
    table, late = await overdue(service, opened, table)
    rival = ANN if late == BO else BO
    await service.do(table, rival, ClaimTime())
    assert await played(opened) == {rival.id: (1, 0, 0, 0, 0), late.id: (0, 0, 1, 1, 0)}
    assert await punctual(opened) == {rival.id: (1, 0), late.id: (2, 1)}
    await right(opened)


async def test_a_late_turn_that_is_played_counts_once(opened: Database, service: Service) -> None:
    table = await move(service, await move(service, await playing(service, CZECH)))
    table, late = await overdue(service, opened, table)
    table = await move(service, table)
    await service.do(table, late, Resign())
    assert (await punctual(opened))[late.id] == (2, 1)


async def test_allies_share_what_they_did_and_have_no_score(
    opened: Database, service: Service
) -> None:
    table = await playing(service, THREE)
    for _ in table.seating:
        table = await move(service, table)
    alone = next(seat for seat, sides in enumerate(table.seating) if "red" in sides)
    loser = table.at(Seat(alone)).user
    await service.do(table, loser, Resign())
    found = await played(opened)
    assert found.pop(loser.id) == (0, 0, 1, 0, 0)
    assert set(found.values()) == {(1, 0, 0, 0, 0)}
    rivals = await opened.rows("SELECT person, rival, pool, ahead, behind FROM rivals")
    assert {tuple(row) for row in rivals} == {
        row
        for person in found
        for row in ((person, loser.id, "rematch-3", 1, 0), (loser.id, person, "rematch-3", 0, 1))
    }
    await right(opened)


async def test_who_gives_a_seat_up_has_left_and_has_no_score(
    opened: Database, service: Service
) -> None:
    table = await move(service, await move(service, await playing(service, CZECH)))
    table, late = await overdue(service, opened, table)
    rival = ANN if late == BO else BO
    seat = seat_of(table, late)
    table = await service.do(table, rival, Replace(seat))
    table = await service.do(table, CY, TakeSeat(seat))
    assert await played(opened) == {late.id: (0, 0, 0, 0, 1)}
    assert await punctual(opened) == {late.id: (2, 1)}
    assert (await facts(opened))["left", "common.left", 1] == 1
    await service.do(table, CY, Resign())
    found = await played(opened)
    assert (found[late.id], found[CY.id]) == ((0, 0, 0, 0, 1), (0, 0, 1, 0, 0))
    rows = await opened.rows("SELECT person, rival FROM rivals")
    assert {tuple(row) for row in rows} == {(CY.id, rival.id), (rival.id, CY.id)}
    await right(opened)


def offer(table: Table) -> int:
    assert table.started.offer is not None
    return table.started.offer.number


async def test_resigning_among_three_is_lost_at_once_and_the_rest_is_the_computers(
    opened: Database, service: Service
) -> None:
    table = await playing(service, HEKS)
    for _ in range(3):
        table = await move(service, table)
    table = await service.do(table, BO, Resign())
    assert await played(opened) == {BO.id: (0, 0, 1, 0, 0)}
    await service.do(table, ANN, Resign())
    assert await played(opened) == {BO.id: (0, 0, 1, 0, 0)}
    (engine,) = await service.store.engines.records("punt-heks")
    assert (engine.level, engine.won, engine.lost) == (3, 0, 1)
    assert (await facts(opened))["left", "common.resigned", 1] == 1
    await right(opened)


async def test_games_with_the_computer_count_for_its_level_alone(
    opened: Database, service: Service
) -> None:
    table = await service.tables.open(Open(CZECH, engines=(2,)), caller(ANN), service.request())
    await service.do(table, ANN, Resign())
    assert await played(opened) == {}
    assert await facts(opened) == {}
    (engine,) = await service.store.engines.records("czech")
    assert (engine.level, engine.won, engine.drawn, engine.lost) == (2, 1, 0, 0)
    await right(opened)


async def test_results_at_an_older_scale_of_the_levels_are_kept_and_not_shown(
    opened: Database, service: Service
) -> None:
    """Of games that began before the scale was set anew, and play on."""
    table = await service.tables.open(Open(CZECH, engines=(2,)), caller(ANN), service.request())
    await opened.write("UPDATE players SET level = 2 WHERE kind = 'engine'")
    service.serve(Store(opened))
    stored = await service.store.tables.load(table.id, 0)
    assert stored is not None
    assert [(each.level, each.scale) for each in stored.engines] == [(2, 0)]
    await service.do(table, ANN, Resign())
    assert await service.store.engines.records("czech") == []
    assert await opened.column("SELECT level FROM engine_games") == [2]
    await right(opened)
    table = await service.tables.open(Open(CZECH, engines=(2,)), caller(ANN), service.request())
    await service.do(table, ANN, Resign())
    assert await service.store.engines.records("czech") == [EngineRecord(2, won=1, drawn=0, lost=0)]
    assert len(await opened.column("SELECT level FROM engine_games")) == 2
    await right(opened)


async def test_a_computer_that_plays_on_ends_the_game_for_people(
    opened: Database, service: Service
) -> None:
    table = await move(service, await move(service, await playing(service, CZECH)))
    leaver, rival = due(table), ANN if due(table) == BO else BO
    table = await service.do(table, leaver, SeatEngine(seat_of(table, leaver), 1))
    table = await service.do(table, rival, Answer(offer(table), agree=True))
    await service.do(table, rival, Resign())
    assert await played(opened) == {leaver.id: (0, 0, 0, 0, 1)}
    assert [each.won for each in await service.store.engines.records("czech")] == [1]
    await right(opened)


async def test_servers_and_private_places_are_counted_apart(
    opened: Database, service: Service
) -> None:
    await service.do(await service.playing(CZECH), ANN, Resign())
    private = Place(ELSEWHERE, kind=PlaceKind.PRIVATE)
    for place in (private, Place(12, guild_id=6)):
        hosts, guest = (replace(caller(user), place=place) for user in (ANN, BO))
        table = await service.tables.open(Open(CZECH, (BO,)), hosts, service.request())
        await service.tables.execute(table.id, guest, Accept(), service.request())
        await service.tables.execute(table.id, hosts, Resign(), service.request())
    rows = await opened.rows("SELECT guild_id, lost FROM played WHERE person = ?", ANN.id)
    assert sorted(tuple(row) for row in rows) == [(0, 1), (5, 1), (6, 1)]
    guilds = await opened.rows("SELECT DISTINCT guild_id FROM game_facts")
    assert sorted(row["guild_id"] for row in guilds) == [5, 6]
    await right(opened)


async def test_counters_are_written_in_the_transaction_of_the_end(
    opened: Database, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever can't write them has written no end either."""

    def fails(*_: object) -> None:
        raise StoreError("no such counter")

    table = await service.playing(CZECH)
    with monkeypatch.context() as patched:
        patched.setattr("bot.store.tables.results.count", fails)
        with pytest.raises(StoreError):
            await service.do(table, ANN, Resign())
    assert (await service.lookup.reread(table.id)).started.outcome is None
    assert await opened.rows("SELECT 1 FROM results") == []


async def test_a_game_that_is_struck_from_the_ratings_stays_counted(
    opened: Database, service: Service
) -> None:
    table = await ended(service)
    before = await played(opened)
    await strike(service, table)
    assert await played(opened) == before == {ANN.id: (1, 0, 0, 0, 0), BO.id: (0, 0, 1, 0, 0)}
    await right(opened)


DAMAGE: Final = (
    "UPDATE played SET won = won + 1 WHERE person = 1",
    "UPDATE played SET late = 1 WHERE person = 1",
    "UPDATE played SET longest = 1 WHERE person = 1",
    "UPDATE played SET since = since - 1 WHERE person = 1",
    "DELETE FROM played WHERE person = 1",
    "INSERT INTO played VALUES (9, 5, 'czech', 1, 0, 0, 0, 0, 0, 0, 1, 1)",
    "UPDATE turn_times SET turns = turns + 1",
    "DELETE FROM turn_times",
    "UPDATE rivals SET level = 1",
    "INSERT INTO rivals VALUES (1, 9, 'czech', 1, 0, 0)",
    "UPDATE engine_games SET lost = lost + 1",
    "INSERT INTO engine_games VALUES ('czech', 5, 1, 0, 0)",
    "DELETE FROM game_facts WHERE what = 'ended'",
    "UPDATE game_facts SET times = times + 1 WHERE what = 'turn'",
)


@pytest.fixture
async def file(database: Path) -> Path:
    """Return a file with a game between people and one with the computer."""
    async with Database.open(database) as opened:
        service = Service(Store(opened), Clock())
        table = await service.playing(CZECH)
        for user, text in ((ANN, "c3-d4"), (BO, "b6-a5"), (ANN, "g3-f4"), (BO, "h6-g5")):
            table = await service.do(table, user, Play(text))
        await service.do(table, BO, Resign())
        table = await service.opened()
        table = await service.do(table, ANN, AddEngine(1))
        await service.do(table, ANN, Resign())
    return database


@pytest.mark.parametrize("damage", DAMAGE)
def test_planted_differences_are_named_and_mended(file: Path, damage: str) -> None:
    def content() -> list[tuple[Any, ...]]:
        names = ("played", "turn_times", "rivals", "engine_games", "game_facts")
        return [row for name in names for row in rows(file, f"SELECT * FROM {name}")]

    whole = content()
    assert check(place_of(file), NOON, repairs=False).lines == [f"{place_of(file)} is in order."]
    assert change(file, damage) > 0
    found = check(place_of(file), NOON, repairs=False)
    assert found.status == 1
    assert all(line.split()[1] in ("has", "lacks") for line in found.lines)
    assert check(place_of(file), NOON, repairs=True).status == 0
    assert content() == whole


async def test_counting_again_leaves_the_refusals(opened: Database) -> None:
    await opened.write("INSERT INTO refusals VALUES (5, 'czech', 1, 0, '{}', 'czech.step', 3)")
    await opened.transact(count_again)
    assert len(await opened.rows("SELECT 1 FROM refusals")) == 1


async def test_refused_moves_are_counted_by_rule_alone(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    for text in ("c3-c4", "c3-c4", "d8-d7", "nonsense"):
        await driver.due.slash("move", move=text)
    await driver.idle.slash("move", move="c3-c4")
    await bot.store.metadata.set("flushed", "now")
    sql = "SELECT game, version, seating, options, rule, times FROM refusals"
    found = rows(database, sql)
    assert {row[:4] for row in found} == {("czech", 1, 0, '{"men": "12"}')}
    assert sum(row[5] for row in found) == 3, "what names no move, or is out of turn, is none"


async def test_moves_refused_against_the_computer_or_in_private_are_not_counted(
    opened: Database, service: Service
) -> None:
    private = replace(await service.playing(CZECH), place=Place(ELSEWHERE))
    service.store.counters.refused(private, "czech.step")
    by = caller(ANN, ELSEWHERE)
    table = await service.tables.open(Open(CZECH, engines=(1,)), by, service.request())
    service.store.counters.refused(table, "czech.step")
    await opened.flush()
    assert await opened.rows("SELECT 1 FROM refusals") == []

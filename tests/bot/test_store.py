"""What is stored beside the log follows from it, and what cannot be read stays small."""

from dataclasses import replace
from random import Random

import pytest

from bot.model.caller import Caller, Person, Place
from bot.model.errors import TableError
from bot.model.queues import entry_item
from bot.model.results import outcome_of, results_of
from bot.model.table import Request, Status, Table, Terms
from bot.store.sql.database import Database
from bot.store.store import Store
from bot.store.tables.lists import waiting
from bot.tables.commands import Accept, Close, Play, Propose, Resign
from bot.tables.seating import next_game
from rules.contract.core import Outcome, RulesError, Seat
from rules.log.entries import Actor, Origin
from rules.log.events import OfferKind
from rules.match.match import Match
from rules.match.table_rules import AGREED
from rules.registry import all_games, find
from rules.time.duration import DAY
from rules.time.time_control import PerTurn, TimeControl
from tests.bot.table_service import ANN, BO, CHANNEL, CY, Service, caller
from tests.bot.who import somebody

every_game = pytest.mark.parametrize("key", list(all_games()))


async def fresh(opened: Database, table: Table) -> Table:
    """Return the table as another process reads it."""
    read = await Store(opened).tables.load(table.id, 0)
    assert read is not None
    return read


def moderator(channel: int = CHANNEL) -> Caller:
    return Caller(CY, Place(channel, guild_id=5), may_moderate=True)


# What follows from the log


@every_game
async def test_a_table_is_read_as_it_was_written(
    opened: Database, service: Service, key: str
) -> None:
    """Entries, clocks, players and columns, at every step of a game begun by chance."""
    chance = Random(key)
    table = await service.playing(Terms(key, {}, time=TimeControl(PerTurn(3 * DAY))))
    users = {player.seat: player.user for player in table.players}
    for _ in range(12):
        match = table.started
        if match.outcome or match.seat_due is None:
            break
        service.clock.time += chance.randrange(DAY)
        move = match.game.notate(chance.choice(match.game.legal(match.state)))
        table = await service.do(table, users[match.seat_due], Play(move))
        await check_columns(opened, table)
    assert await fresh(opened, table) == table


async def check_columns(opened: Database, table: Table) -> None:
    """Check that the columns for lists say what the log says."""
    read = await fresh(opened, table)
    assert read.started.entries == table.started.entries
    assert read.clock == table.clock
    row = await opened.row("SELECT * FROM tables WHERE id = ?", table.id)
    assert row is not None
    match = read.started
    assert row["entry_count"] == len(match.entries)
    assert row["log_digest"] == match.digest
    assert row["position_number"] == match.position_number
    assert row["due_player"] == (read.due.id if read.due else None)
    assert (row["turn_since"], row["due_at"]) == (read.turn_since, read.due_at)
    assert (row["status"] == "over") == bool(match.outcome)


async def test_entries_say_who_when_and_why(opened: Database, service: Service) -> None:
    table = await service.playing()
    service.clock.time += 5000
    request = service.request()
    await service.tables.execute(table.id, caller(ANN), Play("c3-d4"), request)
    rows = await opened.rows("SELECT * FROM entries ORDER BY number")
    assert [(row["kind"], row["actor_kind"]) for row in rows] == [
        ("begun", "host"), ("played", "seat"),
    ]  # fmt: skip
    ann = table.player(ANN.id)
    assert ann is not None
    assert (rows[1]["actor_player"], rows[1]["actor_seat"]) == (ann.id, ann.seat)
    assert (rows[1]["at"], rows[1]["request"]) == (int(service.clock.time), request.id)


async def test_a_clock_that_was_set_back_changes_nothing(
    opened: Database, service: Service
) -> None:
    table = await service.playing(Terms("czech", {}, time=TimeControl(PerTurn(DAY))))
    begun = int(service.clock.time)
    service.clock.time -= 500_000
    after = await service.do(table, ANN, Play("c3-d4"))
    assert [entry.at for entry in after.started.entries] == [begun, begun]
    assert after.due_at == begun + DAY
    assert (await fresh(opened, after)).started.entries == after.started.entries


async def test_columns_can_be_rebuilt_from_the_log(opened: Database, service: Service) -> None:
    table = await service.playing(Terms("czech", {}, time=TimeControl(PerTurn(DAY))))
    table = await service.do(table, ANN, Play("c3-d4"))
    await opened.write(
        "UPDATE tables SET entry_count = 0, log_digest = '', position_number = 0, due_player = 0,"
        " due_kind = 'engine', turn_since = 0, due_at = 0"
    )
    await service.services.reconciling.reconcile(table.id)
    await check_columns(opened, table)


# Results


async def test_results_are_written_however_a_game_ends(opened: Database, service: Service) -> None:
    lost = await service.playing()
    await service.do(lost, ANN, Resign())
    drawn = await service.playing()
    offered = await service.do(drawn, ANN, Propose(OfferKind.DRAW))
    assert offered.started.offer is not None
    await service.do(drawn, BO, Propose(OfferKind.DRAW))
    rows = await opened.rows(
        "SELECT table_id, person, rank, rule FROM results ORDER BY table_id, person"
    )
    assert [(row["person"], row["rank"]) for row in rows] == [
        (ANN.id, 2), (BO.id, 1), (ANN.id, 1), (BO.id, 1),
    ]  # fmt: skip
    assert rows[0]["rule"] == "common.resigned"


async def test_a_game_without_a_result_has_no_ranks(opened: Database, service: Service) -> None:
    table = await service.playing()
    await service.do(table, ANN, Propose(OfferKind.ABORT))
    await service.do(table, BO, Propose(OfferKind.ABORT))
    rows = await opened.rows("SELECT rank FROM results")
    assert [row["rank"] for row in rows] == [None, None]
    (row,) = await opened.rows("SELECT outcome, outcome_rule FROM tables")
    assert tuple(row) == ("void", "common.void.agreed")


@pytest.mark.parametrize(
    ("winners", "ranks"),
    [
        ({0}, [1, 2, 2]),
        ({0, 1}, [1, 1, 3]),
        ({2}, [2, 2, 1]),
        (set[int](), [1, 1, 1]),
    ],
)
def test_an_outcome_is_told_by_its_results(winners: set[int], ranks: list[int]) -> None:
    game = find("punt-heks").configured({"players": "3"})
    (seating,) = game.spec.seatings
    won = frozenset(side for seat in winners for side in seating[seat])
    match = replace(Match.of(game, seating), table_outcome=Outcome(won, AGREED))
    results = results_of(seated(match))
    assert [result.rank for result in results] == ranks
    assert outcome_of(game.spec, seating, results) == Outcome(won, AGREED)


def seated(match: Match) -> Table:
    from bot.model.table import Player, PlayerStatus  # noqa: PLC0415

    players = tuple(
        Player(somebody(n + 1, f"p{n}"), PlayerStatus.SEATED, seat=Seat(n), id=n + 1)
        for n in range(len(match.seating))
    )
    return Table(
        id=1, place=Place(1, 1), terms=Terms(match.game.spec.key, {}), version=1,
        status=Status.OVER, host_id=Person(1), players=players, seating=match.seating, match=match,
    )  # fmt: skip


async def test_a_series_reads_the_results_of_its_games(opened: Database, service: Service) -> None:
    terms = Terms("czech", {}, series_format="best-of-3")
    table = await service.playing(terms)
    ended = await service.tables.execute(table.id, caller(ANN), Resign(), service.request())
    assert ended.following is not None
    await opened.write("DELETE FROM entries WHERE table_id = ?", table.id)
    second = await fresh(opened, ended.following)
    assert second.earlier is not None
    (first,) = second.earlier.outcomes
    assert table.started.game.spec.side(next(iter(first.winners))).title.english() == "Black"
    assert second.game_number == 2
    numbers = {player.user: player.contestant for player in ended.table.players}
    assert {player.user: player.contestant for player in second.players} == numbers


async def test_the_next_game_of_a_series_does_not_wait_elsewhere(
    opened: Database, service: Service
) -> None:
    """Whoever ends a game by a move sees the next one begin in the same message."""
    table = await service.playing(Terms("czech", {}, series_format="first-to-2"))
    request, now = service.request(), int(service.clock.time)
    seat = table.seat(ANN.id)
    assert seat is not None
    origin = Origin(now, Actor.SEAT, table.at(seat).id, request.id)
    ended = replace(table, match=table.started.resign(seat, origin), status=Status.OVER)
    following = next_game(ended, request, now)
    assert following is not None
    assert following.match is not None
    mover = next(p.user.id for p in following.players if p.seat == following.match.seat_due)
    item = entry_item(table.id, len(ended.started.entries), table.channel_id, request, now)
    written = await Store(opened).tables.append(table, ended, item, request, following, mover=mover)
    assert written.next_id is not None
    assert await opened.snapshot(lambda tx: waiting(tx, mover, [table.id])) is not None
    assert written.others is None


# What cannot be read


BROKEN = {
    "an unknown game": "UPDATE tables SET game = 'chess'",
    "a version of the rules that is gone": "UPDATE tables SET rules_version = 99",
    "a move that is not legal": "INSERT INTO entries SELECT table_id, 2, at, 'seat', 0, NULL, 'x',"
    " 'played', 'a1-h8' FROM entries",
    "an unknown kind": "INSERT INTO entries SELECT table_id, 2, at, 'seat', 0, NULL, 'x', 'sung',"
    " 'la' FROM entries",
    "a text that is none": "INSERT INTO entries SELECT table_id, 2, at, 'seat', 0, NULL, 'x',"
    " 'offered', 'nothing' FROM entries",
    "a missing entry": "INSERT INTO entries SELECT table_id, 3, at, 'seat', 0, NULL, 'x',"
    " 'played', 'c3-d4' FROM entries",
    "an unknown option": "UPDATE tables SET options = '{\"men\": \"99\"}'",
    "options that are no JSON": "UPDATE tables SET options = '{'",
    "a seating that is gone": "UPDATE tables SET seating = 9",
    "an unknown series": "UPDATE tables SET series_format = 'best-of-many'",
    "an unknown time control": "UPDATE tables SET time_control = 'soon'",
}  # fmt: skip


@pytest.mark.parametrize("statement", BROKEN.values(), ids=BROKEN.keys())
async def test_a_table_that_cannot_be_read_is_set_apart(
    opened: Database, service: Service, statement: str
) -> None:
    """It is listed, frees its channel, refuses everything in a sentence, and can be closed."""
    table = await service.playing()
    await opened.write(statement)
    restarted = service.in_another_process()
    read = await restarted.lookup.get(table.id)
    assert read.set_apart
    assert read.match is None
    with pytest.raises(TableError, match="This game is stuck"):
        await restarted.do(table, ANN, Play("c3-d4"))
    assert await restarted.lookup.running_in(CHANNEL) is None
    (summary,) = await restarted.store.lists.of_user(ANN.id)
    assert summary.set_apart == read.set_apart
    other = await restarted.opened(BO)
    assert (await restarted.do(other, BO, Accept())).status is Status.PLAYING
    with pytest.raises(TableError, match="players"):
        await restarted.do(table, CY, Close())
    assert (await restarted.do(table, BO, Close())).status is Status.CLOSED
    assert [each.id for each in await restarted.store.lists.of_user(ANN.id)] == [other.id]


async def test_a_moderator_closes_a_table_that_cannot_be_read(
    opened: Database, service: Service
) -> None:
    table = await service.playing()
    await opened.write(BROKEN["an unknown kind"])
    other = service.in_another_process()
    request = Request("999999")
    change = await other.tables.execute(table.id, moderator(), Close(), request)
    assert change.table.status is Status.CLOSED


# Channels and servers that are gone


async def test_a_deleted_channel_ends_what_runs_and_closes_what_waits(
    opened: Database, service: Service
) -> None:
    running = await service.playing()
    waiting = await service.opened()
    await service.voids.void_channel(CHANNEL)
    await service.voids.void_channel(CHANNEL)
    assert (await fresh(opened, running)).status is Status.OVER
    assert (await fresh(opened, waiting)).status is Status.CLOSED
    outcome = (await service.lookup.get(running.id)).started.outcome
    assert outcome is not None
    assert outcome.is_void
    (row,) = await opened.rows("SELECT count(*) AS n FROM results WHERE rank IS NULL")
    assert row["n"] == 2
    shown = await opened.rows("SELECT 1 FROM outbox WHERE number > ?", len(running.started.entries))
    assert shown == [], "there is no channel to show it in"
    with pytest.raises(RulesError, match="This game is finished"):
        await service.do(running, ANN, Play("c3-d4"))


async def test_a_lost_server_keeps_its_games_for_a_time(opened: Database, service: Service) -> None:
    store = Store(opened)
    table = await service.playing()
    await store.servers.removed(5, int(service.clock.time))
    service.clock.time += 89 * DAY
    await service.voids.void_lost(90 * DAY)
    assert (await fresh(opened, table)).status is Status.PLAYING
    service.clock.time += 2 * DAY
    await store.servers.there(5, int(service.clock.time))
    await service.voids.void_lost(90 * DAY)
    assert (await fresh(opened, table)).status is Status.PLAYING
    await store.servers.removed(5, int(service.clock.time) - 91 * DAY)
    await service.voids.void_lost(90 * DAY)
    assert (await fresh(opened, table)).status is Status.OVER


async def test_a_game_that_has_ended_is_none_of_the_earlier_games_of_its_series(
    opened: Database, service: Service
) -> None:
    table = await service.playing(Terms("hypergammon", {}, series_format="first-to-3"))
    over = await service.do(table, ANN, Resign())
    assert over.earlier is not None
    assert (await fresh(opened, over)).earlier == over.earlier

"""Events on a file, without Discord: who may do what, and what follows from the ends of games."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.checking import check
from bot.extensions.events.cards import post
from bot.extensions.events.directing import OpenEvent
from bot.extensions.events.rows import wrong_events
from bot.extensions.events.values import MESSAGE, EventPart, Task, read_event_item
from bot.model.caller import Caller, Place, User
from bot.model.errors import TableError
from bot.model.event_game import EventGame
from bot.model.queues import ItemKind
from bot.model.table import Request, Status
from bot.store.sql.database import Database
from bot.tables.commands import Close, Leave, OfferSeat, Play, Propose, Resign, SetOptions, Start
from bot.tables.setup import rematch_after
from rules.club.entries import Ended, Forfeit
from rules.club.groups import Departure, State
from rules.club.groups import Status as GameStatus
from rules.contract.core import Seat
from rules.log.events import OfferKind, Resigned
from rules.time.duration import DAY
from tests.bot.timed_host import NOON, Host
from tests.extensions.events.event_host import DIRECTOR, PEOPLE, EventHost, at_event, czech
from tests.postgres.in_place import place_of

SHOWN = (MESSAGE, ItemKind.DISPLAY)
MODERATOR = at_event(DIRECTOR, may_moderate=True)


async def test_a_whole_event_is_played(held: EventHost) -> None:
    await held.open(czech(meetings=1, at_once=2), 8)
    await held.begin()
    while tables := await held.unfinished():
        assert max((await held.busy()).values()) <= 2
        await held.resign(tables[0], 1)
    assert (await held.groups()).final_due_at == NOON + DAY
    await held.host.at(DAY - 1)
    assert (await held.groups()).state is State.GROUPS
    await held.host.at(DAY)
    await held.work()
    assert (await held.groups()).state is State.FINAL
    while tables := await held.unfinished():
        await held.resign(tables[-1], 0)
    course = await held.groups()
    assert course.state is State.OVER
    assert len(course.winners) == 1


async def test_the_file_of_an_event_is_in_order(database: Path) -> None:
    async with Database.open(database) as opened:
        held = EventHost(Host(opened))
        await held.open(czech(), 7)
        await held.begin()
        await held.resign((await held.unfinished())[0], 0)
        await held.events.leave(held.event_id, at_event(PEOPLE[0]), held.host.request())
        await held.work()
    assert check(place_of(database), NOON, repairs=False).lines == [
        f"{place_of(database)} is in order."
    ]


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE event_games SET status = 'waiting'", "its games don't follow"),
        ("DELETE FROM event_games WHERE position = 1", "its games don't follow"),
        ("UPDATE event_games SET task = 'open'", "its games don't follow"),
        ("UPDATE events SET state = 'over'", "it is stored as over"),
        (
            "INSERT INTO timers (due, kind, dedupe) VALUES (1, 'event_close', 'event:1:close')",
            "its timers don't follow",
        ),
    ],
)
async def test_what_does_not_follow_from_the_log_is_mended(
    database: Path, damage: str, said: str
) -> None:
    async with Database.open(database) as opened:
        held = EventHost(Host(opened))
        await held.open(czech(), 4)
        await held.begin()
        await held.resign((await held.unfinished())[0], 0)
        await opened.write(damage)
    found = check(place_of(database), NOON, repairs=True)
    assert said in found.lines[0]
    assert found.status == 0
    assert check(place_of(database), NOON, repairs=False).status == 0


async def test_it_begins_at_its_closing_date_if_enough_have_joined(held: EventHost) -> None:
    await held.open(czech(), 3, closes=2)
    await held.host.at(2 * DAY - 1)
    assert (await held.event()).state is State.OPEN
    await held.host.at(2 * DAY)
    event = await held.event()
    assert event.state is State.GROUPS
    assert event.press == held.host.requests, "the lot depends on the newest press"


async def test_it_is_cancelled_at_its_closing_date_if_too_few_have_joined(held: EventHost) -> None:
    await held.open(czech(), 2, closes=2)
    await held.host.at(2 * DAY)
    assert (await held.event()).state is State.CANCELLED


async def test_a_repeated_press_changes_nothing(held: EventHost) -> None:
    await held.open(czech(), 3)
    request = held.host.request()
    for _ in range(2):
        await held.events.join(held.event_id, at_event(PEOPLE[10]), request)
    assert len((await held.event()).log) == 4
    opening = Request("101")
    with pytest.raises(TableError, match="already open"):
        await held.directing.open(OpenEvent(czech()), MODERATOR, opening)


async def test_nobody_plays_more_at_once_than_the_event_allows(held: EventHost) -> None:
    await held.open(czech(at_once=1), 6)
    await held.begin()
    assert set((await held.busy()).values()) == {1}
    tables = await held.unfinished()
    assert len(tables) == 3
    await held.resign(tables[0], 0)
    assert set((await held.busy()).values()) == {1}


async def test_a_game_is_opened_once(held: EventHost) -> None:
    await held.open(czech(), 3)
    await held.directing.begin(held.event_id, MODERATOR, held.host.request())
    game = await held.store.next_to_do(set(), Task.OPEN)
    assert game is not None
    first = await held.tables.open_game(game, Place(77, 5, 10))
    again = await held.tables.open_game(game, Place(78, 5, 10))
    assert first == again
    assert (await held.store.next_to_do(set(), Task.OPEN)) != game


async def test_a_game_that_was_struck_meanwhile_is_not_opened(held: EventHost) -> None:
    await held.open(czech(), 4)
    await held.directing.begin(held.event_id, MODERATOR, held.host.request())
    game = await held.store.next_to_do(set(), Task.OPEN)
    assert game is not None
    gone = (await held.groups()).games[game.key].entrants[0]
    user = (await held.event()).people[gone]
    await held.events.leave(held.event_id, at_event(user), held.host.request())
    assert await held.tables.open_game(game, Place(77, 5, 10)) is None


async def test_who_withdraws_early_is_annulled_and_resigns(held: EventHost) -> None:
    await held.open(czech(), 5)
    await held.begin()
    await held.events.leave(held.event_id, at_event(PEOPLE[0]), held.host.request())
    await held.work()
    course = await held.groups()
    (withdrawal,) = course.departed.values()
    assert withdrawal.departure is Departure.ANNULLED
    assert (await held.busy())[PEOPLE[0].id] == 0
    over = await held.host.database.rows(
        "SELECT id, outcome_rule FROM tables WHERE status = 'over'"
    )
    assert {row["outcome_rule"] for row in over} == {"common.resigned"}
    for row in over:
        table = await held.host.lookup.get(row["id"])
        (resigned,) = (each for each in table.started.events if isinstance(each, Resigned))
        assert table.at(resigned.seat).user == PEOPLE[0], "whoever stays wins"


async def test_a_game_of_who_withdraws_before_it_has_a_table_is_a_forfeit(
    held: EventHost,
) -> None:
    await held.open(czech(meetings=1, at_once=1), 4)
    await held.begin()
    gone, game = await _started_without_a_table(held)
    await held.events.leave(held.event_id, at_event(gone), held.host.request())
    await held.work()
    course = await held.groups()
    result = course.games[game.key].result
    assert result is not None
    assert Forfeit.LEFT in result.forfeits
    assert await held.store.table_of(game) is None
    for table in await held.unfinished():
        await held.resign(table, 0)
    assert (await held.groups()).state is State.OVER
    assert await held.host.database.snapshot(wrong_events) == []


async def test_rows_that_other_rules_have_left_hold_up_no_event(held: EventHost) -> None:
    """A game waits for its table although its log says that it is over."""
    await held.open(czech(meetings=1, at_once=1), 3)
    await held.begin()
    (table,) = await held.unfinished()
    await held.resign(table, 0)
    gone, game = await _started_without_a_table(held)
    await held.events.leave(held.event_id, at_event(gone), held.host.request())
    await held.host.database.write(
        "UPDATE event_games SET status = 'running', task = 'open', table_id = NULL"
        " WHERE position = ?", game.key.position,
    )  # fmt: skip
    await held.work()
    assert await held.store.table_of(game) is None
    assert await held.host.database.snapshot(wrong_events) == []


async def _started_without_a_table(held: EventHost) -> tuple[User, EventGame]:
    """Return a game that has started and has no table, and who has ended half of theirs."""
    for _ in range(20):
        for table in await held.unfinished():
            caller = Caller(table.at(Seat(0)).user, table.place)
            await held.host.tables.execute(table.id, caller, Resign(), held.host.request())
            event, course = await held.event(), await held.groups()
            waiting = await held.store.next_to_do(set(), Task.OPEN)
            for entrant in course.games[waiting.key].entrants if waiting else ():
                own = [game for game in course.games.values() if entrant in game.entrants]
                if waiting and 2 * sum(g.status is GameStatus.ENDED for g in own) >= len(own):
                    return event.people[entrant], waiting
            await held.work()
    raise AssertionError("no game starts late")


async def test_the_first_missed_deadline_is_a_loss_and_two_withdraw(held: EventHost) -> None:
    await held.open(czech(meetings=1, at_once=8), 4)
    await held.begin()
    course = await held.groups()
    idle = course.groups[0][0]
    for _ in range(8):
        for table in await held.unfinished():
            seat = table.started.seat_due
            assert seat is not None
            if table.at(seat).user != (await held.event()).people[idle]:
                legal = table.started.legal[0]
                text = table.started.game.notate(legal)
                caller = Caller(table.at(seat).user, table.place)
                await held.host.tables.execute(table.id, caller, Play(text), held.host.request())
    await held.host.at(14 * DAY)  # Three days of time, and vacation in each game.
    await held.work()
    course = await held.groups()
    late = [
        game for game in course.games.values()
        if game.result and idle in game.entrants and Forfeit.LATE in game.result.forfeits
    ]  # fmt: skip
    assert len(late) >= 2
    assert idle in course.departed
    assert (await held.busy())[(await held.event()).people[idle].id] == 0


async def test_who_lost_on_time_because_they_left_the_server_withdraws(held: EventHost) -> None:
    await held.open(czech(meetings=1, at_once=1), 4)
    await held.begin()
    (table, *others) = await held.unfinished()
    for other in others:
        await held.resign(other, 0)
    gone = table.at(Seat(0)).user
    held.host.gone = {gone.id}
    until = await held.host.until(table)
    assert until is not None
    await held.host.at(until + 11 * DAY)
    event = await held.event()
    assert event.entrant(gone.id) is None, "at the first game lost on time"


async def test_who_never_comes_loses(held: EventHost) -> None:
    await held.open(czech(meetings=1, at_once=8), 3)
    await held.begin()
    await held.host.at(14 * DAY)
    rules = await held.host.database.rows("SELECT DISTINCT outcome_rule AS rule FROM tables")
    assert {row["rule"] for row in rules} <= {"common.time", "common.resigned"}
    assert (await held.groups()).state is State.OVER


async def test_the_final_waits_for_its_day(held: EventHost) -> None:
    await held.open(czech(meetings=1, at_once=8), 7)
    await held.begin()
    while tables := await held.unfinished():
        await held.resign(tables[0], 1)
    with pytest.raises(RuntimeError):
        await held.timers.begin_final(held.event_id, _fail)
    await held.timers.begin_final(held.event_id, lambda _: None)
    assert (await held.groups()).state is State.GROUPS


def _fail(_: object) -> None:
    raise RuntimeError("the timer is no longer ours")


async def test_a_void_game_is_played_again_once(held: EventHost) -> None:
    await held.open(czech(meetings=1), 3)
    await held.begin()
    (table, *_) = await held.unfinished()
    assert table.event is not None
    await held.host.voids.void_channel(table.channel_id)
    await held.work()
    game = (await held.groups()).games[table.event.key]
    assert (game.attempt, game.status) == (2, GameStatus.RUNNING)
    again = next(t for t in await held.unfinished() if t.event and t.event.key == table.event.key)
    assert again.id != table.id
    await held.host.voids.void_channel(again.channel_id)
    game = (await held.groups()).games[table.event.key]
    assert game.result is not None
    assert game.result.shares == (6, 6)


async def test_players_have_the_seats_of_the_pairing(held: EventHost) -> None:
    await held.open(czech(), 6)
    await held.begin()
    event, course = await held.event(), await held.groups()
    for table in await held.unfinished():
        assert table.event is not None
        for seat, entrant in enumerate(course.games[table.event.key].entrants):
            assert table.at(Seat(seat)).user == event.people[entrant]


async def test_a_game_with_dice_waits_and_a_no_show_loses_for_both(held: EventHost) -> None:
    await held.open(czech(game="hypergammon", meetings=1, at_once=8), 3)
    await held.begin()
    tables = await held.unfinished()
    assert {table.status for table in tables} == {Status.OPEN}
    await held.host.at(3 * DAY - 1)
    assert len(await held.unfinished()) == 3
    await held.host.at(3 * DAY)
    assert await held.unfinished() == []
    course = await held.groups()
    shares = {game.result.shares for game in course.games.values() if game.result}
    assert shares == {(0, 0)}
    rows = await held.host.database.rows("SELECT outcome, outcome_rule FROM tables")
    assert {(row["outcome"], row["outcome_rule"]) for row in rows} == {("void", "event.no-show")}
    assert check(place_of(held.host.store.path), NOON + 3 * DAY, repairs=False).status == 0


async def test_players_of_an_event_cannot_call_games_off_or_hand_over_seats(
    held: EventHost,
) -> None:
    await held.open(czech(), 3)
    await held.begin()
    (table, *_) = await held.unfinished()
    caller = Caller(table.at(Seat(0)).user, table.place)
    no_offer = "Tournament games can't be called off or paused."
    refused = (
        (Propose(OfferKind.ABORT), no_offer),
        (Propose(OfferKind.PAUSE, 3), no_offer),
        (OfferSeat(), "Seats in tournament games don't change hands."),
    )
    for command, words in refused:
        with pytest.raises(TableError, match=words):
            await held.host.tables.execute(table.id, caller, command, held.host.request())
    await held.host.tables.execute(table.id, caller, Propose(OfferKind.DRAW), held.host.request())
    await held.resign(table, 0)
    over = await held.host.lookup.get(table.id)
    with pytest.raises(TableError, match="so it has no rematch"):
        rematch_after(over, caller)


async def test_nobody_leaves_or_closes_a_game_with_dice(held: EventHost) -> None:
    await held.open(czech(game="hypergammon"), 3)
    await held.begin()
    (table, *_) = await held.unfinished()
    caller = Caller(table.players[0].user, table.place)
    are_set = "The players of this game are set."
    refused = (
        (Leave(), are_set),
        (Close(), "If no one starts it within 72 hours, both players lose it."),
        (SetOptions(False, False, None), are_set),
    )
    for command, words in refused:
        with pytest.raises(TableError, match=words):
            await held.host.tables.execute(table.id, caller, command, held.host.request())
    after = await held.host.tables.execute(table.id, caller, Start(), held.host.request())
    assert after.table.status is Status.PLAYING


async def test_the_first_games_of_a_stage_ping_nobody(held: EventHost) -> None:
    await held.open(czech(meetings=1, at_once=1), 4)
    await held.begin()
    first = await held.unfinished()
    for table in first:
        await held.resign(table, 0)
    later = [table for table in await held.unfinished() if table not in first]
    rows = await held.host.database.rows("SELECT table_id, silent FROM pings WHERE number = 1")
    silent = {row["table_id"]: row["silent"] for row in rows}
    assert {silent[table.id] for table in first} == {1}
    assert {silent[table.id] for table in later} == {0}


async def test_the_messages_of_an_event_come_in_order(held: EventHost) -> None:
    await held.open(czech(), 3)
    kinds = [item.kind for item in await held.host.queues.waiting()]
    assert kinds == [MESSAGE, ItemKind.DISPLAY], "the seal stands above the card"
    await held.begin()
    new = [item.number for item in await held.host.queues.waiting() if item.kind in SHOWN]
    assert new[-1] == 1, "the beginning edits the card"
    waiting = [item for item in await held.host.queues.waiting() if item.kind == MESSAGE]
    parts = [read_event_item(item)[1] for item in waiting]
    assert parts == [EventPart.SEAL, EventPart.STAGE]
    event = await held.event()
    posts = {part: post(event, part) for part in parts}
    stage, seal = posts[EventPart.STAGE], posts[EventPart.SEAL]
    assert stage is not None
    assert set(stage.pings) == {user.id for user in event.people.values()}
    assert seal is not None
    assert event.secret not in seal.text.english()


async def test_a_deleted_channel_cancels_the_event(held: EventHost) -> None:
    await held.open(czech(), 4)
    await held.begin()
    await held.host.voids.void_channel(10)
    assert (await held.event()).state is State.CANCELLED
    assert await held.unfinished() == []
    assert await held.store.next_to_do(set(), Task.OPEN) is None


async def test_a_stopped_event_counts_open_games_as_drawn_and_lets_them_go_on(
    held: EventHost,
) -> None:
    await held.open(czech(), 4)
    await held.begin()
    await held.resign((await held.unfinished())[0], 0)
    running = await held.unfinished()
    await held.directing.stop(held.event_id, MODERATOR, held.host.request())
    course = await held.groups()
    assert course.state is State.OVER
    assert {g.result.shares for g in course.games.values() if g.result} <= {
        (6, 6),
        (12, 0),
        (0, 12),
    }
    for table in running:
        going_on = await held.host.lookup.get(table.id)
        assert (going_on.status, going_on.event) == (Status.PLAYING, None)


@pytest.mark.parametrize("end", ["stopped", "cancelled", "erased"])
async def test_tables_that_wait_get_more_time_once_their_event_is_over(
    held: EventHost, end: str
) -> None:
    await held.open(czech(game="hypergammon", meetings=1, at_once=8), 3)
    await held.begin()
    waiting = await held.unfinished()
    if end == "stopped":
        await held.directing.stop(held.event_id, MODERATOR, held.host.request())
    elif end == "cancelled":
        await held.directing.cancel(held.event_id, MODERATOR, held.host.request())
    else:
        await held.host.services.servers.erase(replace(MODERATOR, may_manage=True, is_owner=True))
    await held.host.at(3 * DAY)
    for table in waiting:
        released = await held.host.lookup.get(table.id)
        assert (released.status, released.event) == (Status.OPEN, None)
        assert await held.host.services.reconciling.reconcile(table.id) == []


async def test_somebody_forgotten_withdraws_and_has_no_name(held: EventHost) -> None:
    await held.open(czech(), 4)
    await held.begin()
    person = PEOPLE[0].id
    await held.host.store.people.leave(person, NOON)
    await held.host.services.forgetting.carry_out(person)
    await held.work()
    event = await held.event()
    assert event.entrant(person) is None
    assert PEOPLE[0].name not in {user.name for user in event.people.values()}
    assert person not in await held.busy()


async def test_the_data_of_a_server_goes_with_its_events(held: EventHost) -> None:
    await held.open(czech(), 4)
    await held.begin()
    await held.host.store.servers.erase(5)
    for name in ("events", "event_entries", "entrants", "event_games"):
        assert not await held.host.database.rows(f"SELECT 1 FROM {name}")
    assert not await held.host.database.rows("SELECT 1 FROM timers WHERE dedupe LIKE 'event%'")


async def test_nine_people_two_withdrawals_and_one_who_never_comes(held: EventHost) -> None:
    """The process ends between each two transactions, and nothing is lost or doubled."""
    await held.open(czech(meetings=1, at_once=2), 9)
    held.restarts = True
    await held.begin()
    event = await held.event()
    missing, *leaving = (event.people[each] for each in (await held.groups()).entrants[:3])
    ended = 0
    for day in range(1, 90):
        for table in await held.unfinished():
            assert max((await held.busy()).values()) <= 2
            if missing not in [player.user for player in table.players]:
                await held.resign(table, (table.id + day) % 2)
                ended += 1
        if day in {2, 4}:
            user = leaving.pop()
            await held.events.leave(event.id, at_event(user), held.host.request())
            await held.work()
            assert (await held.busy())[user.id] == 0
        await held.host.at(day * DAY)
        await held.work()
    event, course = await held.event(), await held.groups()
    assert course.state is State.OVER
    assert event.entrant(missing.id) is None, "two games lost on time withdraw somebody"
    assert len(course.departed) == 3
    rows = await held.host.database.rows("SELECT status, event_game FROM tables")
    assert len({row["event_game"] for row in rows if row["status"] == "over"}) == len(rows)
    played = sum(isinstance(entry.change, Ended) for entry in event.log)
    assert played <= len(rows), "each result is that of a table"
    assert ended >= 9


async def test_an_event_that_cannot_be_read_holds_nothing_up(held: EventHost) -> None:
    await held.open(czech(), 4)
    await held.begin()
    tables = await held.unfinished()
    await held.host.database.write(
        "INSERT INTO event_entries (event_id, number, at, actor_kind, kind, text)"
        " VALUES (1, 99, 0, 'host', 'over', '')"
    )
    loser = tables[0].at(Seat(0)).user
    await held.resign(tables[0], 0)
    assert (await held.host.lookup.reread(tables[0].id)).status is Status.OVER
    await held.host.store.people.leave(loser.id, NOON)
    await held.host.services.forgetting.carry_out(loser.id)
    assert await held.host.store.people.user_id(loser.id) is None
    await held.host.voids.void_channel(10)
    for table in tables:
        assert (await held.host.lookup.reread(table.id)).status is Status.OVER
    assert "can't be read" in check(place_of(held.host.store.path), NOON, repairs=False).lines[0]

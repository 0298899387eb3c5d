"""Two processes at the same rows: one writes while the transaction of another hasn't ended.

Each sees what the other has committed, statement by statement. So what is read to decide what is
written has to be held, or else something is lost, or stays for ever.
"""

import asyncio
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from typing import Final, TypeVar

import psycopg
import pytest

from bot.extensions.club.values import CLUB_BOARD
from bot.extensions.events.directing import OpenEvent
from bot.extensions.news import rows as news_rows
from bot.extensions.news.rows import HOOKS as NEWS
from bot.extensions.news.rows import NewsStore, Outcome, tell_follower, write_digest
from bot.extensions.news.values import FOLLOWED, RESULTS, read_results
from bot.extensions.puzzles.rows import PuzzleStore
from bot.extensions.puzzles.values import EVERYWHERE
from bot.extensions.standing.rows import CorrectionStore
from bot.extensions.standing.values import Correction
from bot.model.addresses import ServerAddress
from bot.model.caller import Caller, Person, Place, User
from bot.model.errors import TableError
from bot.model.limits import Limits
from bot.model.preferences import Preferences
from bot.model.queues import ItemKind
from bot.model.quiet_hours import QuietHours
from bot.model.server import Club
from bot.model.shards import ShardRange
from bot.model.table import Status, Table, Terms
from bot.store.people.forgetting import mark_forgotten, marked_until
from bot.store.people.pings import remind
from bot.store.people.reminders import next_reminder
from bot.store.queues import displays
from bot.store.sql.database import Database, Transaction
from bot.store.store import Store
from bot.store.tables.ratings import wrong_ratings
from bot.tables.commands import Accept, Close, Join, Open, Play, Resign
from bot.tables.plans import Try
from engine.stock import stock
from rules.time.duration import DAY, HOUR
from rules.time.time_control import read_time_control
from tests.bot.known_people import know_people
from tests.bot.table_service import ANN, BO, CY, CZECH, Clock, Service
from tests.extensions.events.event_host import at_event, czech
from tests.extensions.events.event_services import EventServices
from tests.loopback.waiting import until

T = TypeVar("T")
_NOON: Final = 1_700_049_600
_GUILD: Final = 5
_LONGEST: Final = 10.0
"""Seconds after which a transaction is no longer held, whatever the other process does."""
_RATED: Final = replace(CZECH, time=read_time_control("3d"))


class _Processes:
    """Two processes of the bot, of which the first can be held before a transaction ends.

    It serves the tables, and has them in memory. The other one carries out what comes in by direct
    messages.
    """

    def __init__(self, address: ServerAddress, databases: tuple[Database, Database]) -> None:
        self.databases = databases
        for each in databases:
            each.hooks.add(NEWS)
        self._address = address
        clock = Clock()
        clock.time = _NOON
        self.one, self.other = (Service(Store(each), clock) for each in databases)
        self.other.requests += 100_000

    async def overlap(
        self, first: Callable[[], Awaitable[object]], second: Callable[[], Awaitable[object]]
    ) -> list[object | BaseException]:
        """Begin `second` in the other process once `first` has written, and before it commits.

        Returns the result or the error of each.
        """
        written, may_end = threading.Event(), threading.Event()
        database = self.databases[0]
        transact = database.transact

        async def held(work: Callable[[Transaction], T]) -> T:
            def run(tx: Transaction) -> T:
                result = work(tx)
                written.set()
                may_end.wait(_LONGEST)
                return result

            return await transact(run)

        database.transact = held  # type: ignore[method-assign]
        try:
            one = asyncio.ensure_future(first())
            await until(lambda: written.is_set() or one.done())
            other = asyncio.ensure_future(second())
            async with await psycopg.AsyncConnection.connect(
                self._address.uri, autocommit=True
            ) as looking:
                while not (other.done() or await _somebody_waits(looking)):  # noqa: ASYNC110
                    await asyncio.sleep(0.005)
            may_end.set()
            return list(await asyncio.gather(one, other, return_exceptions=True))
        finally:
            may_end.set()
            database.transact = transact  # type: ignore[method-assign]

    async def playing(self, channel: int = 10, terms: Terms = CZECH) -> Table:
        """Return a game of Ann, who is White, with Bo, as both processes have it in memory."""
        place = Place(channel, _GUILD)
        asked = Open(terms, (BO,), "white")
        table = await self.one.tables.open(asked, Caller(ANN, place), self.one.request())
        table = await self.do(self.one, table, BO, Accept())
        for each in (self.one, self.other):
            await each.lookup.reread(table.id)
        return table

    async def do(self, service: Service, table: Table, user: User, command: object) -> Table:
        """Carry a command out in a process."""
        who = Caller(user, table.place)
        change = await service.tables.execute(table.id, who, command, service.request())  # type: ignore[arg-type]
        return change.table

    async def moved(self, service: Service, table: Table) -> Table:
        """Make the first legal move in a process."""
        match = table.started
        assert match.seat_due is not None
        move = Play(match.game.notate(match.legal[0]))
        return await self.do(service, table, table.at(match.seat_due).user, move)

    async def planned(self, service: Service, table: Table, user: User) -> None:
        """Let somebody plan the first legal move in a process."""
        match = table.started
        edit = Try((), match.game.notate(match.legal[0]))
        who = Caller(user, table.place)
        await service.plans.change(table.id, who, match.position_number, edit)

    async def read(self, work: Callable[[Transaction], T]) -> T:
        """Return what the database holds in the end."""
        return await self.databases[1].snapshot(work)


async def _somebody_waits(looking: psycopg.AsyncConnection[tuple[object, ...]]) -> bool:
    waiting = await looking.execute(
        "SELECT 1 FROM pg_stat_activity"
        " WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    return await waiting.fetchone() is not None


@pytest.fixture
async def both(empty: str) -> AsyncGenerator[_Processes]:
    address = ServerAddress(empty)
    async with AsyncExitStack() as stack:
        one, other = [
            await stack.enter_async_context(Database.open(address, shards=ShardRange(n, n, 2)))
            for n in (0, 1)
        ]
        await one.transact(know_people)
        yield _Processes(address, (one, other))


_RESTLESS: Final = Preferences(zone="UTC", quiet=QuietHours("UTC", 11 * 60, 13 * 60))
"""It is noon: what would ping now comes in an hour."""


async def _chosen(both: _Processes) -> None:
    await both.other.store.personal.change(BO.id, _NOON, lambda was: was)


async def _muted(both: _Processes) -> None:
    await both.other.store.personal.mute(BO.id, 1, _NOON, muted=True)


async def _given_a_digest(both: _Processes) -> None:
    write = partial(write_digest, person=BO.id, digest=None, now=_NOON, done=None)
    await both.other.store.queues.transact(write)


async def _rested(both: _Processes) -> None:
    table = await both.one.lookup.get(1)
    await both.one.store.times.tell_rest(table, _NOON, lambda _: None)


async def _moved(both: _Processes) -> None:
    await both.moved(both.one, await both.one.lookup.get(1))


@pytest.mark.parametrize("second", [_chosen, _muted, _given_a_digest])
@pytest.mark.parametrize("first", [_moved, _rested])
async def test_a_reminder_always_has_a_timer(
    both: _Processes,
    first: Callable[[_Processes], Awaitable[object]],
    second: Callable[[_Processes], Awaitable[object]],
) -> None:
    await both.moved(both.one, await both.playing())
    await both.one.store.personal.change(BO.id, _NOON, lambda _: _RESTLESS)
    results = await both.overlap(lambda: first(both), lambda: second(both))
    assert not any(isinstance(each, BaseException) for each in results), results
    going, due = await both.read(lambda tx: next_reminder(tx, BO.id))
    assert going == due
    assert going == (None if first is _moved else _NOON + HOUR), "a turn that is over needs none"


async def test_nobody_is_reminded_of_a_game_that_they_mute_meanwhile(both: _Processes) -> None:
    await both.moved(both.one, await both.playing())
    await both.one.store.personal.change(BO.id, _NOON, lambda _: _RESTLESS)
    later, _ = await both.read(lambda tx: next_reminder(tx, BO.id))
    assert later is not None
    send = partial(remind, person=BO.id, now=later, done=lambda _: None)
    results = await both.overlap(
        lambda: both.one.store.personal.mute(BO.id, 1, later, muted=True),
        lambda: both.other.store.queues.transact(send),
    )
    assert not any(isinstance(each, BaseException) for each in results), results
    owed = "SELECT kind FROM outbox WHERE kind = ?"
    assert await both.read(lambda tx: tx.do(owed, ItemKind.REMINDER.value)) == []


@pytest.mark.parametrize("order", [0, 1])
async def test_a_table_is_closed_or_begun(both: _Processes, order: int) -> None:
    place = Place(10, _GUILD)
    table = await both.one.tables.open(Open(CZECH), Caller(ANN, place), both.one.request())
    for each in (both.one, both.other):
        await each.lookup.reread(table.id)
    acts = [(ANN, Close()), (BO, Join())]
    (who, act), (other, answer) = acts if order == 0 else acts[::-1]
    results = await both.overlap(
        lambda: both.do(both.one, table, who, act),
        lambda: both.do(both.other, table, other, answer),
    )
    assert sum(isinstance(each, BaseException) for each in results) == 1, results
    after = await both.other.lookup.reread(table.id)
    assert after.status is (Status.CLOSED if order == 0 else after.status)
    assert (after.status is Status.CLOSED) == (len(after.persons) == 1)


async def test_a_table_that_is_mended_stays_closed(both: _Processes) -> None:
    """Its host closes it while it is compared with its log."""
    place = Place(10, _GUILD)
    table = await both.one.tables.open(Open(CZECH), Caller(ANN, place), both.one.request())
    await both.databases[0].write("DELETE FROM timers WHERE table_id = ?", table.id)
    mend = both.other.store.tables.mend
    closed, found = await both.overlap(
        lambda: both.do(both.one, table, ANN, Close()),
        lambda: mend(table.id, _NOON, lambda _: False),
    )
    assert not isinstance(closed, BaseException)
    assert found == [], "what is closed needs no timer"
    assert (await both.other.lookup.reread(table.id)).status is Status.CLOSED


async def test_no_limit_is_passed_in_two_processes(
    both: _Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann invites a tenth and an eleventh person, and Cy follows a first and a second game."""

    async def invite(service: Service, number: int) -> None:
        guest, where = User(Person(100 + number), f"P{number}"), Place(10 + number, _GUILD)
        asked = Open(CZECH, (guest,), "white")
        await service.tables.open(asked, Caller(ANN, where), service.request())

    for number in range(Limits().invitations - 1):
        await invite(both.one, number)
    invited = await both.overlap(lambda: invite(both.one, 20), lambda: invite(both.other, 30))
    assert [type(each) for each in invited] == [type(None), TableError]
    monkeypatch.setattr(news_rows, "MOST", 1)
    one, other = map(NewsStore, both.databases)
    followed = await both.overlap(
        lambda: one.follow(1, CY.id, 0, _NOON), lambda: other.follow(2, CY.id, 0, _NOON)
    )
    assert followed == [Outcome.DONE, Outcome.TOO_MANY_GAMES]


async def test_two_who_are_forgotten_first_get_one_key(both: _Processes) -> None:
    marked = await both.overlap(
        lambda: both.databases[0].transact(lambda tx: mark_forgotten(tx, 1, _NOON)),
        lambda: both.databases[1].transact(lambda tx: mark_forgotten(tx, 2, _NOON)),
    )
    assert marked == [None, None]
    found = await both.read(lambda tx: marked_until(tx, [1, 2, 3], _NOON))
    assert set(found) == {1, 2}


@pytest.mark.parametrize("order", [1, -1])
async def test_what_is_written_while_somebody_is_erased_stays_of_nobody(
    both: _Processes, order: int
) -> None:
    table = await both.playing()
    user = User(await both.one.store.people.meet(9_000), "Quirinella")
    one, other = (both.one, both.other)[::order]

    async def erase() -> None:
        await one.store.people.erase(user.id, _NOON)

    for write in (
        lambda: other.store.personal.keep_note(table.id, user.id, "a word"),
        lambda: other.tables.open(
            Open(CZECH, (user,)), Caller(CY, Place(11, _GUILD)), other.request()
        ),
    ):
        await both.overlap(*(erase, write)[::order])
        await both.databases[0].write(
            "INSERT INTO people (person, user_id) VALUES (?, 9000)", user.id
        )
    assert await both.databases[0].rows("SELECT * FROM notes") == []
    names = await both.databases[0].column("SELECT name FROM players")
    assert sorted(names) == ["", "Ann", "Bo", "Cy"]


async def test_people_plan_at_the_same_table(both: _Processes) -> None:
    table = await both.playing()
    await both.planned(both.other, table, ANN)
    await both.planned(both.one, table, BO)
    assert len((await both.one.lookup.reread(table.id)).plans) == 2


async def test_a_move_keeps_a_plan_that_came_meanwhile(both: _Processes) -> None:
    table = await both.playing()
    await both.planned(both.one, table, ANN)
    await both.planned(both.other, table, BO)
    assert len((await both.one.lookup.get(table.id)).plans) == 1
    await both.moved(both.one, table)
    (row,) = await both.databases[0].rows(
        "SELECT count(*) AS found FROM plans JOIN players ON players.id = player_id"
        " WHERE person = ?",
        BO.id,
    )
    assert row["found"] == 1


async def test_two_join_an_event(both: _Processes) -> None:
    director = at_event(CY, may_moderate=True)
    one, other = (
        EventServices(each.store, each.services, each.clock) for each in (both.one, both.other)
    )
    event = await one.directing.open(OpenEvent(czech(), 7), director, both.one.request())
    results = await both.overlap(
        lambda: one.acts.join(event.id, at_event(ANN), both.one.request()),
        lambda: other.acts.join(event.id, at_event(BO), both.other.request()),
    )
    assert not any(isinstance(each, BaseException) for each in results), results
    after = await one.acts.get(event.id)
    assert len(after.present) == 2


async def test_a_display_hears_of_a_change_while_it_is_looked_at(both: _Processes) -> None:
    club = CLUB_BOARD

    def post(tx: Transaction) -> None:
        displays.post(tx, club, _GUILD, guild_id=_GUILD, channel_id=10, now=_NOON)

    await both.databases[0].transact(post)
    store = both.other.store.displays
    display = await store.find(club, _GUILD)
    assert display is not None
    await store.put_off(display, _NOON)
    await both.overlap(
        lambda: both.databases[0].transact(lambda tx: displays.ask(tx, club, _GUILD, _NOON)),
        lambda: store.unchanged(display, _NOON, None),
    )
    after = await store.find(club, _GUILD)
    assert after is not None
    assert after.due_at is not None


async def test_ratings_follow_from_results_whoever_folds_them(both: _Processes) -> None:
    first, second = await both.playing(10, _RATED), await both.playing(11, _RATED)
    for table in (first, second):
        await both.moved(both.one, await both.moved(both.one, table))
        await both.other.lookup.reread(table.id)
    await both.do(both.one, first, BO, Resign())
    correction = Correction(counts=False, by=CY.id, reason="they play in one room")
    results = await both.overlap(
        lambda: CorrectionStore(both.databases[0]).correct_game(first.id, correction, _NOON),
        lambda: both.do(both.other, second, BO, Resign()),
    )
    assert not any(isinstance(each, BaseException) for each in results), results
    pool = CZECH.configured.spec.pool(first.seating).key
    assert await both.read(lambda tx: wrong_ratings(tx, _GUILD, pool)) == []
    (row,) = await both.databases[0].rows("SELECT count(*) AS found FROM ratings")
    assert row["found"] == 2


async def test_a_result_joins_no_message_that_is_being_sent(both: _Processes) -> None:
    club = Club(results=77)
    await both.one.store.servers.change_settings(_GUILD, lambda was: replace(was, club=club), _NOON)
    first, second = await both.playing(10), await both.playing(11)
    for table in (first, second):
        await both.moved(both.one, await both.moved(both.one, table))
        await both.other.lookup.reread(table.id)
    await both.do(both.one, first, BO, Resign())
    queues = both.one.store.queues
    queues.row_kinds.add(RESULTS)
    (row,) = [each for each in await queues.waiting() if each.kind == RESULTS]
    claimed, _ = await both.overlap(
        lambda: queues.claim(row, _NOON + HOUR, 1),
        lambda: both.do(both.other, second, BO, Resign()),
    )
    rows = [each for each in await queues.waiting() if each.kind == RESULTS]
    assert row.payload == getattr(claimed, "payload", None)
    assert [read_results(each)[1] for each in rows] == [[first.id], [second.id]]


async def test_a_follower_hears_of_a_move_that_others_make_meanwhile(both: _Processes) -> None:
    table = await both.playing()
    await NewsStore(both.databases[0]).follow(table.id, CY.id, 1, _NOON - DAY, moves=True)
    table = await both.moved(both.one, table)
    await both.other.lookup.reread(table.id)
    queues = both.other.store.queues
    timers = [each for each in await queues.timers() if each.kind == FOLLOWED]
    await queues.claim_due(_NOON, 50)
    assert timers
    await both.databases[1].write("UPDATE timers SET lease_owner = ?", queues.owner)
    tell = partial(tell_follower, person=CY.id, now=_NOON, done=queues.done(timers[0]))
    await both.overlap(lambda: both.moved(both.one, table), lambda: queues.transact(tell))
    (followed,) = await both.databases[0].rows("SELECT told_entry FROM follows")
    (present,) = await both.databases[0].rows("SELECT position_number FROM tables")
    timers = [each for each in await queues.timers() if each.kind == FOLLOWED]
    assert timers or followed["told_entry"] == present["position_number"]


async def test_all_places_get_one_puzzle(both: _Processes) -> None:
    puzzles = stock()
    one, other = await both.overlap(
        lambda: PuzzleStore(both.one.store.database).everywhere(_NOON, puzzles),
        lambda: PuzzleStore(both.other.store.database).everywhere(_NOON, puzzles),
    )
    assert one == other
    assert getattr(one, "guild_id", None) == EVERYWHERE

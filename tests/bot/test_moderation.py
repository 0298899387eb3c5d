"""What moderators decide about games in which they have no part, and what owners settle."""

import asyncio
import json
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.model.boards import Boards
from bot.model.caller import Caller, Place
from bot.model.errors import NoGame, Stale, TableError
from bot.model.queues import ItemKind
from bot.model.results import results_of
from bot.model.server import ServerSettings, read_settings
from bot.model.table import Reason, Status, Table, Terms, User
from bot.store.store import Store
from bot.tables.commands import (
    Accept,
    Adjudicate,
    Answer,
    EndVoid,
    Extend,
    GoOn,
    ModeratorCommand,
    OfferSeat,
    Open,
    Pause,
    Play,
    Resign,
    TakeSeat,
)
from bot.tables.lookup import TableCache
from bot.tables.servers import Servers
from rules.contract.core import RulesError, Seat
from rules.contract.sentence import say
from rules.log.entries import Actor
from rules.log.events import Adjudicated, Granted, Paused, Resumed, Voided
from rules.time.duration import DAY
from rules.time.time_control import PerTurn, TimeControl
from tests.bot.known_people import opened_among_people
from tests.bot.table_service import ANN, BO, CHANNEL, CY, Clock, Service, caller
from tests.bot.who import somebody

DI = somebody(4, "Di")
TIMED = Terms("czech", {}, time=TimeControl(PerTurn(3 * DAY)))
EVERY: tuple[ModeratorCommand, ...] = (
    Pause(3, "both asked"), Extend(3, "ill"), Adjudicate((Seat(0),), "cheated"),
    Adjudicate((), "agreed"), EndVoid("wrong game"),
)  # fmt: skip


@pytest.fixture
async def store(tmp_path: Path) -> AsyncGenerator[Store]:
    async with opened_among_people(tmp_path / "tables.sqlite3") as opened:
        yield Store(opened)


@pytest.fixture
def service(store: Store) -> Service:
    return Service(store, Clock())


async def decide(
    service: Service, table: Table, command: ModeratorCommand, by: Caller | None = None
) -> Table:
    by = by or caller(DI, may_moderate=True)
    return (await service.tables.execute(table.id, by, command, service.request())).table


@pytest.mark.parametrize("command", EVERY, ids=lambda each: type(each).__name__)
async def test_only_a_moderator_without_a_part_decides_and_gives_a_reason(
    service: Service, command: ModeratorCommand
) -> None:
    table = await service.playing(TIMED)
    wrong = (
        caller(CY), caller(ANN, may_moderate=True), caller(BO, may_moderate=True),
        caller(DI, 99, may_moderate=True),
    )  # fmt: skip
    for each in wrong:
        with pytest.raises(TableError):
            await decide(service, table, command, each)
    for reason in ("", "  \n", "x" * 201):
        with pytest.raises(TableError, match="reason"):
            await decide(service, table, replace(command, reason=reason))
    with pytest.raises(Stale):
        await service.tables.execute(
            table.id, caller(DI, may_moderate=True), command, service.request(), 99
        )
    assert await service.lookup.reread(table.id) == table
    after = await decide(service, table, command)
    entry = after.started.entries[-1]
    assert (entry.actor, entry.seat, entry.player) == (Actor.MODERATOR, None, None)
    assert isinstance(entry.event, Paused | Granted | Adjudicated | Voided)
    assert after.reasons == {entry.number: Reason(DI.id, command.reason)}
    assert await service.lookup.reread(table.id) == after


async def test_who_held_a_seat_before_has_no_say_later(service: Service) -> None:
    table = await service.playing(TIMED)
    table = await service.do(table, ANN, OfferSeat())
    seat = table.seat(ANN.id)
    assert seat is not None
    table = await service.do(table, CY, TakeSeat(seat))
    table = await service.do(table, BO, Answer(len(table.started.entries), agree=True))
    with pytest.raises(TableError, match="You're in this game"):
        await decide(service, table, EndVoid("x"), caller(ANN, may_moderate=True))


async def test_a_decided_game_is_over(service: Service) -> None:
    table = await decide(service, await service.playing(TIMED), Adjudicate((Seat(1),), "cheated"))
    assert table.status is Status.OVER
    assert [r.rank for r in results_of(table)] == [2, 1]
    with pytest.raises(NoGame):
        await decide(service, table, EndVoid("again"))


async def test_a_void_game_ranks_nobody(service: Service) -> None:
    table = await decide(service, await service.playing(TIMED), EndVoid("wrong game"))
    assert [r.rank for r in results_of(table)] == [None] * 2


async def test_time_given_counts_from_the_deadline_or_from_now(service: Service) -> None:
    table = await service.playing(TIMED)
    until = table.due_at
    assert until is not None
    table = await decide(service, table, Extend(3, "ill"))
    assert table.due_at == until + 3 * DAY
    service.clock.time = until + 5 * DAY
    table = await decide(service, table, Extend(2, "still ill"))
    assert table.due_at == service.clock.time + 2 * DAY
    for days in (0, 15):
        with pytest.raises(TableError):
            await decide(service, table, Extend(days, "x"))
    untimed = await service.tables.open(
        Open(Terms("czech", {}), [BO]), caller(ANN, 77), service.request()
    )
    await service.tables.execute(untimed.id, caller(BO, 77), Accept(), service.request())
    with pytest.raises(TableError, match="nothing to extend"):
        await decide(service, untimed, Extend(2, "x"), caller(DI, 77, may_moderate=True))


async def test_a_pause_is_ended_by_a_moderator_too(service: Service) -> None:
    table = await service.playing(TIMED)
    with pytest.raises(RulesError):
        await decide(service, table, GoOn("x"))
    table = await decide(service, table, Pause(7, "holidays"))
    assert table.clock.paused
    with pytest.raises(RulesError):
        await decide(service, table, Pause(7, "again"))
    table = await decide(service, table, GoOn("they are back"))
    assert not table.clock.paused
    assert table.started.events[-1] == Resumed()
    (*_, owed) = await service.store.queues.waiting()
    assert owed.kind == ItemKind.ANSWER, "it is told with its reason"


# What owners settle


def owner(roles: frozenset[int] = frozenset()) -> Caller:
    return replace(caller(DI), may_manage=True, roles=roles)


async def opened(service: Service, by: Caller, **more: tuple[User, ...]) -> Table:
    command = Open(TIMED, more.get("invited", ()), unseeing=more.get("unseeing", ()))
    return await service.tables.open(command, by, service.request())


async def test_only_those_who_manage_the_server_change_its_settings(store: Store) -> None:
    servers = Servers(store.servers, TableCache(), lambda: 0.0)
    for by in (caller(ANN), caller(ANN, may_moderate=True)):
        with pytest.raises(TableError):
            await servers.change(by, lambda s: replace(s, boards=Boards.NEWEST))
        with pytest.raises(TableError):
            await servers.changeable_by(by)
    private = replace(owner(), place=Place(CHANNEL))
    with pytest.raises(TableError, match="server"):
        await servers.changeable_by(private)
    await servers.change(owner(), lambda s: replace(s, boards=Boards.NEWEST, openers=(1, 2)))
    assert await servers.changeable_by(owner()) == ServerSettings(
        boards=Boards.NEWEST, openers=(1, 2)
    )
    await store.servers.removed(5, 1000)
    assert (await servers.changeable_by(owner())).boards is Boards.NEWEST, "they outlive a visit"
    with pytest.raises(RulesError):
        await servers.change(owner(), lambda s: replace(s, time="soon"))


@pytest.mark.parametrize("most", [-1, 0, 51])
async def test_a_limit_of_tables_that_nobody_could_keep_is_refused(store: Store, most: int) -> None:
    servers = Servers(store.servers, TableCache(), lambda: 0.0)
    with pytest.raises(TableError, match="from 1 to 50"):
        await servers.change(owner(), lambda s: replace(s, most_tables=most))
    for allowed in (1, 50, None):
        kept = await servers.change(owner(), lambda s, n=allowed: replace(s, most_tables=n))  # type: ignore[misc]
        assert kept.most_tables == allowed


async def test_two_owners_change_settings_at_once(store: Store) -> None:
    """Each changes one thing, and neither undoes what the other did."""
    servers = Servers(store.servers, TableCache(), lambda: 0.0)
    await asyncio.gather(
        servers.change(owner(), lambda s: replace(s, boards=Boards.NEWEST)),
        servers.change(owner(), lambda s: replace(s, always_thread=True)),
    )
    expected = ServerSettings(boards=Boards.NEWEST, always_thread=True)
    assert await servers.changeable_by(owner()) == expected


def test_settings_are_read_as_they_were_written() -> None:
    full = ServerSettings(
        (1, 2), always_thread=True, boards=Boards.NEWEST, openers=(3,), moderators=(4,), time="3d",
        most_tables=2,
    )  # fmt: skip
    for settings in (ServerSettings(), full):
        assert read_settings(settings.text) == settings


def test_settings_that_nothing_here_knows_are_kept() -> None:
    later = '{"later": 1, "club": {"board": 7, "week": [1]}}'
    settings = read_settings(later)
    kept = json.loads(replace(settings, rated=False, club=replace(settings.club, board=8)).text)
    assert (kept["later"], kept["rated"]) == (1, False)
    assert (kept["club"]["week"], kept["club"]["board"]) == ([1], 8)
    assert not {"others"} & {*kept, *kept["club"]}


async def test_tables_open_where_and_by_whom_the_owners_say(service: Service, store: Store) -> None:
    servers = Servers(store.servers, TableCache(), lambda: 0.0)
    await servers.change(owner(), lambda s: replace(s, channels=(CHANNEL + 1,)))
    with pytest.raises(TableError, match="Games start in"):
        await opened(service, caller(ANN))
    in_thread = replace(caller(ANN), place=Place(50, 5, CHANNEL + 1))
    assert (await opened(service, in_thread)).status is Status.OPEN
    await servers.change(owner(), lambda s: replace(s, channels=(), openers=(7,)))
    with pytest.raises(TableError, match="can start games"):
        await opened(service, caller(ANN))
    await opened(service, replace(caller(ANN), roles=frozenset({7})))
    await servers.change(owner(), lambda s: replace(s, openers=(), most_tables=2))
    with pytest.raises(TableError, match="limit"):
        await opened(service, caller(ANN))
    await opened(service, caller(BO))
    await servers.change(owner(), lambda s: replace(s, most_tables=None, always_thread=True))
    assert (await opened(service, caller(ANN))).status is Status.OFFERED
    assert (await opened(service, in_thread)).status is Status.OPEN


async def test_what_the_bot_lacks_and_who_sees_nothing_is_told_at_once(service: Service) -> None:
    lacking = replace(caller(ANN), lacking=(say("Attach Files"),))
    with pytest.raises(TableError, match="Attach Files"):
        await opened(service, lacking)
    with pytest.raises(TableError, match="Bo can't see"):
        await opened(service, caller(ANN), invited=(BO,), unseeing=(BO,))


async def test_a_role_makes_a_moderator(service: Service, store: Store) -> None:
    table = await service.playing(TIMED)
    by = replace(caller(DI), roles=frozenset({9}))
    with pytest.raises(TableError):
        await decide(service, table, EndVoid("x"), by)
    await Servers(store.servers, TableCache(), lambda: 0.0).change(
        owner(), lambda s: replace(s, moderators=(9,))
    )
    assert (await decide(service, table, EndVoid("x"), by)).status is Status.OVER
    for command in (Play("c3-d4"), Resign()):
        with pytest.raises((TableError, RulesError)):
            await service.do(table, ANN, command)

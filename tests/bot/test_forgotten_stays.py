"""Who was forgotten stays forgotten: whatever was on its way to be written comes too late.

The statements that write somebody's name or text are found by themselves, in the program's source
and the classes of the columns. Each is held back here until its person has been told "Done".
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import pytest

from bot.delivery.background.cleaning import cleaning_at
from bot.extensions.standing.corrections import Corrections
from bot.extensions.standing.rows import CorrectionStore
from bot.model.caller import Caller, Place
from bot.model.errors import AlreadySeen, Conflict, TableError
from bot.model.table import Player, PlayerStatus, Table, Terms, User
from bot.store.people.mutes import mute_person
from bot.store.queues.queues import set_timer
from bot.store.sql.database import Database, Transaction
from bot.store.sql.privacy import Holds
from bot.tables.commands import Accept, AddWords, OfferSeat, Pause, Play, Replace, Resign
from rules.contract.core import RulesError
from rules.time.duration import DAY
from tests.bot.known_people import opened_among_people
from tests.bot.statements import of_program
from tests.bot.table_service import ANN, BO, CHANNEL, CY
from tests.bot.timed_host import Host
from tests.every_table import EVERY_TABLE
from tests.extensions.events.event_host import EventHost, at_event, czech

T = TypeVar("T")
Write = Callable[[], Awaitable[object]]
Prepare = Callable[[Host, Host, User], Awaitable[Write]]
USER: Final = 712_345_678_901_234_567
NAME, TEXT = "Quirinella Zwölf", "walrus note ninety"
DICE: Final = Terms("hypergammon", {})
HERE: Final = Place(CHANNEL, 5)
_SETS: Final = re.compile(r"(\w+) = (?!''|NULL)[^,]+")
_ELSEWHERE: Final = frozenset({"bot.store.people.forgetting", "bot.store.sql.postgres.copying"})
"""What erases somebody, and what copies a database as it is."""


class Recorded:
    """A transaction whose statements are noted."""

    def __init__(self, tx: Transaction, seen: set[str]) -> None:
        self._tx = tx
        self._seen = seen

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._tx, name)
        if name not in {"do", "change", "insert", "each"}:
            return method

        def noted(sql: str, *values: object) -> object:
            self._seen.add(sql)
            return method(sql, *values)

        return noted


def writing() -> dict[str, set[str]]:
    """Return the columns that hold a name or what a person wrote, by their tables."""
    return {
        kept.table: {column for column, holds in kept.columns if holds is Holds.WRITING}
        for kept in EVERY_TABLE
    }


def written(sql: str) -> set[str]:
    """Return the columns of that kind that a statement writes."""
    if insert := re.match(r"INSERT INTO (\w+) \(([^)]*)\)", sql):
        return writing().get(insert[1], set()) & set(insert[2].split(", "))
    if update := re.match(r"UPDATE (\w+) SET (.*?)(?: WHERE |$)", sql):
        return writing().get(update[1], set()) & set(_SETS.findall(update[2]))
    return set()


def found() -> Iterator[str]:
    for each in of_program().statements:
        if each.where.partition(":")[0] not in _ELSEWHERE and written(each.text):
            yield each.text


def moderator(user: User) -> Caller:
    return Caller(user, HERE, may_moderate=True, may_moderate_all=True)


async def lost(host: Host) -> Table:
    """Return a rated game that Bo has lost."""
    table = await host.game("3d")
    table = await host.do(table, ANN, Play("c3-d4"))
    table = await host.do(table, BO, Play("b6-a5"))
    return await host.do(table, BO, Resign())


async def invited(_host: Host, other: Host, user: User) -> Write:
    return lambda: other.opened(user)


async def takes_a_place(host: Host, other: Host, user: User) -> Write:
    table = await host.opened(user)
    return lambda: other.do(table, replace(user, name=NAME), Accept())


async def adds_words(host: Host, other: Host, user: User) -> Write:
    table = await host.opened(user, terms=DICE)
    return lambda: other.do(table, user, AddWords(TEXT))


async def asks_for_a_seat(host: Host, other: Host, user: User) -> Write:
    table = await host.playing()
    asking = Player(user, PlayerStatus.LEFT, accepted="77")
    return lambda: other.store.tables.newcomer(table.id, asking)


async def is_offered_a_seat(host: Host, other: Host, user: User) -> Write:
    table = await host.playing()
    return lambda: other.do(table, BO, OfferSeat(user))


async def looks_for_somebody(host: Host, other: Host, user: User) -> Write:
    table = await host.playing()
    seat = table.seat(BO.id)
    assert seat is not None
    other.clock.time += 4 * DAY
    replacing = Replace(seat, CY, has_left=True, reason=TEXT)
    return lambda: other.tables.execute(table.id, moderator(user), replacing, other.request())


async def pauses_a_game(host: Host, other: Host, user: User) -> Write:
    table = await host.playing()
    pausing = Pause(2, TEXT)
    return lambda: other.tables.execute(table.id, moderator(user), pausing, other.request())


async def is_muted(_host: Host, other: Host, user: User) -> Write:
    now = int(other.clock.time)
    return lambda: other.database.transact(lambda tx: mute_person(tx, BO.id, user, now))


async def keeps_a_note(host: Host, other: Host, user: User) -> Write:
    table = await host.playing()
    return lambda: other.store.personal.keep_note(table.id, user.id, TEXT)


async def strikes_a_game(host: Host, other: Host, user: User) -> Write:
    table = await lost(host)
    acts = Corrections(CorrectionStore(other.database), other.clock)
    return lambda: acts.correct_game(table, moderator(user), counts=False, reason=TEXT)


async def strikes_all_games(host: Host, other: Host, user: User) -> Write:
    table = await lost(host)
    acts = Corrections(CorrectionStore(other.database), other.clock)
    return lambda: acts.correct_person(table, moderator(user), BO.id, counts=False, reason=TEXT)


async def enters_an_event(host: Host, other: Host, user: User) -> Write:
    club = EventHost(host)
    await club.open(czech(), 3)
    return lambda: other.of_events.acts.join(club.event_id, at_event(user), other.request())


async def takes_somebody_out(host: Host, other: Host, user: User) -> Write:
    club = EventHost(host)
    await club.open(czech(), 4)
    await club.begin()
    entrant = (await club.event()).present[0]
    directing, caller = other.of_events.directing, at_event(user, may_moderate=True)
    return lambda: directing.withdraw(club.event_id, caller, other.request(), entrant, TEXT)


WRITES: Final[tuple[Prepare, ...]] = (
    invited, takes_a_place, adds_words, asks_for_a_seat, is_offered_a_seat, looks_for_somebody,
    pauses_a_game, is_muted, keeps_a_note, strikes_a_game, strikes_all_games, enters_an_event,
    takes_somebody_out,
)  # fmt: skip


@pytest.fixture
async def host(opened: Database) -> Host:
    return Host(opened)


async def ready(host: Host, prepare: Prepare) -> tuple[User, Write]:
    """Return somebody whom the file knows, and what another process is about to write."""
    user = User(await host.store.people.meet(USER), NAME)
    other = Host(host.database)
    other.requests = 10_000
    return user, await prepare(host, other, user)


async def remains(host: Host, user: User) -> list[str]:
    """Return where somebody's name, text, or rows that are to be deleted stand."""
    there = list[str]()
    for kept in EVERY_TABLE:
        for row in await host.database.rows(f"SELECT * FROM {kept.table}"):
            values = {column: row[column] for column in row.keys()}  # noqa: SIM118
            theirs = [values.get(column) == user.id for column in kept.deleted_by.split()]
            is_told = bool({NAME, TEXT} & {str(each) for each in values.values()})
            if is_told or (any(theirs) and values.get("kind") != "forget"):
                there.append(f"{kept.table}: {values}")
    return there


async def test_every_statement_that_writes_of_somebody_is_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, real = set[str](), Database.transact

    async def noting(self: Database, work: Callable[[Transaction], T]) -> T:
        return await real(self, lambda tx: work(cast("Transaction", Recorded(tx, seen))))

    for number, prepare in enumerate(WRITES):
        async with opened_among_people(tmp_path / f"{number}.sqlite3") as opened:
            host = Host(opened)
            user, write = await ready(host, prepare)
            before = await remains(host, user)
            with monkeypatch.context() as patched:
                patched.setattr(Database, "transact", noting)
                await write()
            assert await remains(host, user) != before, f"{prepare.__name__} writes of them"
    assert {*found()} - seen == set()


@pytest.mark.parametrize("prepare", WRITES)
async def test_what_is_held_until_after_done_writes_nothing_of_somebody(
    host: Host, prepare: Prepare, monkeypatch: pytest.MonkeyPatch
) -> None:
    user, write = await ready(host, prepare)
    there, gate, real = asyncio.Event(), asyncio.Event(), Database.transact

    async def hold(self: Database, work: Callable[[Transaction], T]) -> T:
        if asyncio.current_task() is writer:
            there.set()
            await gate.wait()
        return await real(self, work)

    monkeypatch.setattr(Database, "transact", hold)
    writer = asyncio.ensure_future(write())
    await there.wait()
    await host.services.forgetting.ask(user.id)
    await host.services.forgetting.carry_out(user.id)
    assert await remains(host, user) == []
    gate.set()
    with suppress(TableError, RulesError, Conflict, AlreadySeen):
        await writer
    told = [each for each in await remains(host, user) if NAME in each or TEXT in each]
    assert told == [], "a day later is too late for these"
    await host.store.people.erase_again()
    assert await remains(host, user) == []


async def test_the_daily_cleaning_erases_again_who_is_gone(host: Host) -> None:
    """As after a write that no gate held: whatever stands there of somebody goes."""
    user, write = await ready(host, keeps_a_note)
    await write()
    table = await host.opened(user)
    person = int(user.id)
    await host.database.write("DELETE FROM people WHERE person = ?", person)
    await host.database.write(
        "INSERT INTO without_preview (person, game) VALUES (?, 'czech')", person
    )
    assert len(await remains(host, user)) >= 3
    await host.queues.transact(lambda tx: set_timer(tx, cleaning_at(int(host.clock.time))))
    assert await host.scheduler.run_due()
    assert await remains(host, user) == []
    named = await host.database.rows("SELECT name FROM players WHERE table_id = ?", table.id)
    assert {row["name"] for row in named} == {"Ann", ""}
    assert await host.store.people.user_id(ANN.id) is not None

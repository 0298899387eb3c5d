"""People who ask to be forgotten: what goes, what stays, and that nothing stops it halfway."""

import json
import logging
import os
import stat
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Barrier, BrokenBarrierError
from typing import Any, Final, TypeVar

import pytest

from bot.backups import back_up, restore
from bot.command_line import main
from bot.interactions.client import Postboard
from bot.model.caller import FORMER_PLAYER, Person
from bot.model.errors import BeingForgotten
from bot.model.table import Status, Table, Terms, User
from bot.store.people.accounts import YOUNG, made_at
from bot.store.people.mutes import mute_person
from bot.store.sql.database import Database, Transaction
from bot.store.sql.forgotten import file_of, forgotten, note
from bot.store.store import Store
from bot.tables.commands import Accept, AddWords, Play, Resign
from bot.tables.dice import proof
from loopback import Loopback
from loopback import Person as Somebody
from rules.fair import read_proof, verify
from rules.records.reading import read_file
from rules.time.duration import DAY
from tests.bot.conftest import bot_on
from tests.bot.game_driver import labels, private, sit_down
from tests.bot.table_service import ANN, BO, CY, NOW, Clock, Service
from tests.bot.who import person_of
from tests.loopback.waiting import until
from tests.stored import copied, rows

T = TypeVar("T")
USER: Final = 712_345_678_901_234_567
NAME, WORDS, NOTE = "Quirinella Zwölf", "zebra sixty-one", "walrus note ninety"
DICE: Final = Terms("hypergammon", {})
SERIES: Final = Terms("czech", {}, series_format="first-to-3")
TEAM: Final = Terms("rematch", {}, seating=1)


async def known(service: Service, opened: Database) -> User:
    """Return somebody whom the file knows, with choices, notes and a name in others' lists."""
    person = await service.store.people.meet(USER)
    personal = service.store.personal
    await personal.set_plays_at_once(person, "czech", at_once=True)
    user = User(person, NAME)
    await opened.transact(lambda tx: mute_person(tx, BO.id, user, NOW))
    return user


async def played(service: Service, user: User) -> list[Table]:
    """Return tables of somebody: finished with dice, running, waiting, and asked to another."""
    tables_of: list[Table] = []
    over = await service.opened(user, terms=DICE)
    over = await service.do(over, user, AddWords(WORDS))
    over = await service.do(over, user, Accept())
    over = await service.do(over, BO if over.player(BO.id) else ANN, Resign())
    tables_of.append(over)
    running = await service.opened(user, side="white")
    running = await service.do(running, user, Accept())
    running = await service.do(running, ANN, Play("c3-d4"))
    tables_of.append(running)
    await service.store.personal.keep_note(running.id, user.id, NOTE)
    return tables_of


def held(database: Path) -> set[str]:
    """Return which of the person's traces stand in any file of the database, byte by byte."""
    traces = {
        "name": NAME.encode(),
        "words": WORDS.encode(),
        "note": NOTE.encode(),
        "number as text": str(USER).encode(),
        "number as SQLite stores it": USER.to_bytes(8, "big"),
    }
    return {what for what, trace in traces.items() if holds(database, trace)}


def holds(database: Path, trace: bytes) -> bool:
    """Return True if the database, its write-ahead log or a file beside them has these bytes."""
    files = [file for file in database.parent.iterdir() if file.name.startswith(database.name)]
    return any(trace in file.read_bytes() for file in files)


ALL: Final = {"name", "words", "note", "number as text", "number as SQLite stores it"}


@pytest.mark.file("the bytes of a file")
async def test_who_is_forgotten_stands_in_no_file_byte_by_byte(
    service: Service, opened: Database, database: Path
) -> None:
    user = await known(service, opened)
    over, running = await played(service, user)
    assert held(database) == ALL - {"number as text"}
    results = await opened.rows("SELECT * FROM results ORDER BY table_id, seat")
    await service.services.forgetting.ask(user.id)
    closed = await service.services.forgetting.carry_out(user.id)
    assert closed == ()
    assert held(database) == set()
    kept = await opened.rows("SELECT * FROM results ORDER BY table_id, seat")
    assert kept[: len(results)] == results, "opponents keep what they have"
    ended = await service.lookup.get(running.id)
    assert ended.status is Status.OVER
    assert ended.started.winners == (ended.seat(ANN.id),)
    assert FORMER_PLAYER in {player.user.name for player in ended.players}
    again = await service.store.people.meet(USER)
    assert again != user.id, "who comes back begins anew"
    now = made_at(USER) + YOUNG
    await opened.write("UPDATE forgotten SET until = until + ?", now - NOW)
    assert await service.store.people.unrated_until([again], now) == {again: now + 30 * DAY}
    assert await service.store.people.unrated_until([again], now + 30 * DAY) == {}
    assert held(database) == {"number as SQLite stores it"}
    assert over.id != running.id


async def test_a_proof_holds_without_the_words_of_somebody_who_is_forgotten(
    service: Service, opened: Database
) -> None:
    user = await known(service, opened)
    over, _ = await played(service, user)
    assert WORDS in proof(await service.lookup.get(over.id))
    await service.services.forgetting.carry_out(user.id)
    text = proof(await service.lookup.get(over.id))
    assert WORDS not in text
    verify(read_proof(text))
    assert None in [each["words"] for each in json.loads(text)["contributions"]]


async def test_while_somebody_is_being_forgotten_they_are_told_so(
    service: Service, opened: Database
) -> None:
    user = await known(service, opened)
    await service.services.forgetting.ask(user.id)
    for look in (service.store.people.meet, service.store.people.find):
        with pytest.raises(BeingForgotten, match="start fresh"):
            await look(USER)
    due = await opened.rows("SELECT * FROM timers WHERE kind = 'forget'")
    assert [(row["person"], row["due"]) for row in due] == [(user.id, NOW)]


class _KilledError(Exception):
    """Stands for the end of the process."""


async def test_a_kill_at_any_step_delays_it_and_changes_nothing(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each transaction in turn is the one that the process doesn't live to make, or to see."""
    kept = database.with_name("begun.sqlite3")
    async with Database.open(database) as opened:
        service = Service(Store(opened), Clock())
        user = await known(service, opened)
        await played(service, user)
        await service.opened(CY)
        await service.services.forgetting.ask(user.id)
    copied(database, kept)
    kills = 0
    for number in range(1, 100):
        for after in (False, True):
            copied(kept, database)
            file_of(database).unlink(missing_ok=True)
            kills += await _killed(database, user.id, number, after, monkeypatch)
        if kills < 2 * number:
            break
    assert kills >= 4


async def _killed(
    database: Path, person: Person, number: int, after: bool, monkeypatch: pytest.MonkeyPatch
) -> bool:
    """Forget somebody in a process that dies at a transaction, and go on in another one.

    Return False if there aren't so many.
    """
    died = False
    with monkeypatch.context() as patched:
        transact, seen = Database.transact, 0

        async def mortal(self: Database, work: Callable[[Transaction], T]) -> T:
            nonlocal seen, died
            seen += 1
            if died or (seen == number and not after):
                died = True
                raise _KilledError
            result = await transact(self, work)
            if seen == number:
                died = True
                raise _KilledError
            return result

        async with Database.open(database) as opened:
            service = Service(Store(opened), Clock())
            patched.setattr(Database, "transact", mortal)
            with suppress(_KilledError):
                await service.services.forgetting.carry_out(person)
            patched.undo()
    async with Database.open(database) as opened:
        service = Service(Store(opened), Clock())
        timers = await opened.rows("SELECT person FROM timers WHERE kind = 'forget'")
        assert [row["person"] for row in timers] == [person], "the timer goes on"
        await service.services.forgetting.carry_out(person)
        assert held(database) == set()
        ended = await opened.rows("SELECT outcome FROM tables WHERE status = 'over'")
        assert [row["outcome"] for row in ended] == ["result", "result"]
        assert len(await opened.rows("SELECT * FROM results")) == 4
    assert forgotten(file_of(database), NOW) == [person]
    return died


async def test_a_series_ends_without_winners(service: Service, opened: Database) -> None:
    user = await known(service, opened)
    table = await service.opened(user, terms=SERIES)
    table = await service.do(table, user, Accept())
    table = await service.do(table, ANN, Resign())
    await service.services.forgetting.carry_out(user.id)
    rows = await opened.rows("SELECT status, outcome, id FROM tables ORDER BY id")
    assert [row["status"] for row in rows] == ["over"] * len(rows)
    assert rows[-1]["outcome"] == "void"
    last = await service.lookup.get(rows[-1]["id"])
    assert last.series is not None
    assert last.series.is_decided
    assert last.series.winners == ()


async def test_waiting_tables_are_closed_or_left(service: Service, opened: Database) -> None:
    user = await known(service, opened)
    joined = await service.opened(user, CY, terms=TEAM)
    joined = await service.do(joined, user, Accept())
    await service.services.forgetting.carry_out(user.id)
    left = await service.lookup.get(joined.id)
    assert left.status is Status.OPEN
    assert left.player(user.id) is None
    assert NAME not in repr(left)


async def test_what_cannot_be_left_keeps_nobody_from_being_forgotten(
    service: Service, opened: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    user, forgetting = await known(service, opened), service.services.forgetting
    tables = [await service.opened(user, CY, terms=TEAM) for _ in range(3)]
    tables = [await service.do(each, user, Accept()) for each in tables]
    execute = service.services.tables.execute

    async def sick(table_id: int, *values: Any) -> Any:
        if table_id == tables[0].id:
            raise RuntimeError("planted")
        return await execute(table_id, *values)

    async def never(_: Person) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr(service.services.tables, "execute", sick)
    forgetting.leaving.append(never)
    await forgetting.carry_out(user.id)
    left = [await service.lookup.get(each.id) for each in tables]
    assert [each.player(user.id) is None for each in left] == [False, True, True]
    assert NAME not in repr(left)


async def test_a_host_closes_the_table(service: Service, opened: Database) -> None:
    host = await known(service, opened)
    table = await service.opened(host)
    hosted = await opened.transact(
        lambda tx: tx.do("UPDATE tables SET host = ? WHERE id = ? RETURNING id", host.id, table.id)
    )
    service.lookup.cache.clear()
    closed = await service.services.forgetting.carry_out(host.id)
    assert [each.id for each in closed] == [row["id"] for row in hosted]
    assert closed[0].status is Status.CLOSED


async def test_in_a_team_the_seat_stays_and_an_ally_goes_on(
    service: Service, opened: Database
) -> None:
    user = await known(service, opened)
    table = await service.opened(user, CY, terms=TEAM)
    table = await service.do(table, user, Accept())
    table = await service.do(table, CY, Accept())
    seat = table.seat(user.id)
    assert seat is not None
    is_alone = not table.started.allies_of(seat)
    await service.services.forgetting.carry_out(user.id)
    after = await service.lookup.get(table.id)
    assert (after.status is Status.OVER) == is_alone
    assert NAME not in repr(after)


@pytest.mark.file("the bytes of a file")
async def test_a_copy_that_is_put_back_brings_nobody_back(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copies" / "copy.sqlite3"
    copy.parent.mkdir()
    async with Database.open(database) as opened:
        service = Service(Store(opened), Clock())
        user = await known(service, opened)
        await played(service, user)
        assert back_up(database, copy, NOW).status == 0
        await service.services.forgetting.carry_out(user.id)
    assert held(copy) >= {"name", "note"}
    assert restore(database, copy, NOW).status == 0
    for kept in database.parent.glob("*.before-*"):
        kept.unlink()
    assert held(database) == set()
    assert rows(database, "SELECT * FROM people WHERE person = ?", user.id) == []


@pytest.mark.file("copies of files")
async def test_a_restore_reads_the_list_where_the_settings_say_that_it_is(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed, copy = tmp_path / "elsewhere" / "listed", tmp_path / "copy"
    async with Database.open(database) as opened:
        user = await known(Service(Store(opened), Clock()), opened)
    assert back_up(database, copy, NOW).status == 0
    note(listed, [user.id], int(time.time()))
    monkeypatch.setenv("POSTBOARD_DATABASE", str(database))
    monkeypatch.setenv("POSTBOARD_FORGOTTEN", str(listed))
    monkeypatch.chdir(tmp_path)
    assert main(["restore", str(copy)]) == 0
    assert rows(database, "SELECT * FROM people WHERE person = ?", user.id) == []


async def test_an_older_file_that_is_put_in_place_by_hand_brings_nobody_back(
    server: Loopback, database: Path, bo: Somebody
) -> None:
    async with bot_on(server, database) as bot:
        person = await person_of(bot, bo)
    older = copied(database, database.with_name("older"))
    async with bot_on(server, database) as bot:
        await bot.services.forgetting.carry_out(person)
    copied(older, database)
    known = "SELECT person FROM people WHERE person = ?"
    assert rows(database, known, person) == [(person,)]
    async with bot_on(server, database):
        await until(lambda: rows(database, known, person) == [])


def test_the_list_of_forgotten_people_lasts_30_days(database: Path) -> None:
    assert forgotten(file_of(database), NOW) == []
    note(file_of(database), [Person(5), Person(6)], NOW)
    note(file_of(database), [Person(7)], NOW + 29 * DAY)
    assert set(forgotten(file_of(database), NOW + 29 * DAY)) == {5, 6, 7}
    assert forgotten(file_of(database), NOW + 30 * DAY) == [7]
    note(file_of(database), [Person(8)], NOW + 31 * DAY)
    assert "5 " not in file_of(database).read_text("ascii")
    assert file_of(database).stat().st_mode & 0o077 == 0


def test_the_list_of_forgotten_people_is_on_the_disk_with_its_name(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its words before it takes its place, and its folder after that."""
    file, synced, sync = file_of(database), list[tuple[str, bool]](), os.fsync

    def look(descriptor: int) -> None:
        of_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        synced.append(("folder" if of_folder else "file", file.exists()))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", look)
    note(file, [Person(5)], NOW)
    assert synced == [("file", False), ("folder", True)]


def test_processes_that_share_the_list_of_forgotten_people_lose_nobody(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both, sync = Barrier(2, timeout=0.5), os.fsync

    def meet(file: int) -> None:
        """Wait until both have read the list, if they may, and write it."""
        with suppress(BrokenBarrierError):
            both.wait()
        sync(file)

    monkeypatch.setattr("os.fsync", meet)
    with ThreadPoolExecutor(2) as threads:
        persons = [Person(5), Person(6)]
        noted = [threads.submit(note, file_of(database), [each], NOW) for each in persons]
        for each in noted:
            each.result()
    assert set(forgotten(file_of(database), NOW)) == set(persons)


@pytest.mark.file("the bytes of a file")
async def test_somebody_presses_forget_me_twice_and_is_told_that_it_is_done(
    server: Loopback, bot: Postboard, database: Path, bo: Somebody
) -> None:
    driver = await sit_down(server, bot, database)
    bo.user.name = NAME
    await bo.slash("play", game="czech", channel="games")
    person = await person_of(bot, bo)
    form = (await bo.slash("game note")).modal
    assert form is not None
    await bo.submit(form, {"text": NOTE})
    profile = private(await bo.slash("profile"))
    panel = private(await bo.click(profile, "My data"))
    question = private(await bo.click(panel, "Forget me …"))
    assert labels(question) == {"Forget me for good", "Keep my data"}
    assert "name" in held(database)
    done = private(await bo.click(question, "Forget me for good"))
    assert done.content.startswith("Done. ")
    traces = held(database)
    assert not traces, traces
    assert not holds(database, bo.id.to_bytes(8, "big"))
    table = await bot.lookup.get(driver.table_id)
    assert table.status is Status.OVER
    await bot.scheduler.run_due()
    assert bo.sees(bo.dm().id) == [], "the panel has said it"
    assert "You're not in any game" in private(await bo.slash("games")).content
    assert await person_of(bot, bo) != person


async def test_the_timer_leaves_it_to_a_press_to_tell_who_is_forgotten(
    server: Loopback, bot: Postboard, bo: Somebody
) -> None:
    """It may come first: it is due as soon as somebody has asked."""
    person = await person_of(bot, bo)
    with bot.services.forgetting.answering(person):
        await bot.services.forgetting.ask(person)
        await bot.scheduler.run_due()
    assert await person_of(bot, bo) != person
    assert bo.sees(bo.dm().id) == []
    del server


async def test_who_is_forgotten_after_a_crash_is_told_all_the_same(
    server: Loopback, bot: Postboard, database: Path, bo: Somebody
) -> None:
    """Only a direct message reaches them: the press was one of a process that has died."""
    await sit_down(server, bot, database)
    person = await person_of(bot, bo)
    await bot.services.forgetting.ask(person)
    await bot.scheduler.run_due()
    (told,) = bo.sees(bo.dm().id)
    assert told.content.startswith("Done. Nothing here says who you were.")
    assert not holds(database, bo.id.to_bytes(8, "big"))
    assert await person_of(bot, bo) != person


async def test_a_press_while_one_is_being_forgotten_changes_nothing(
    server: Loopback,
    bot: Postboard,
    database: Path,
    bo: Somebody,
    caplog: pytest.LogCaptureFixture,
) -> None:
    driver = await sit_down(server, bot, database)
    person = await person_of(bot, bo)
    await bot.store.people.leave(person, int(bot.now()) + 9_000)
    before = await bot.store.people.present_tables(person)
    assert "happening now" in private(await bo.slash("games")).content
    assert "happening now" in private(await bo.click(driver.board, "Menu")).content
    assert "happening now" in private(await bo.use("As text", driver.board)).content
    assert not [each for each in caplog.records if each.levelno >= logging.ERROR], "no bug"
    ann = server.person("Ann")
    asked = private(await ann.slash("play", game="czech", opponent=bo, channel="games"))
    assert "can't be asked right now" in asked.content
    assert await bot.store.people.present_tables(person) == before


async def test_my_data_has_all_of_ones_own_once_a_day(
    server: Loopback, bot: Postboard, database: Path, ann: Somebody
) -> None:
    driver = await sit_down(server, bot, database)
    form = (await ann.slash("game note")).modal
    assert form is not None
    await ann.submit(form, {"text": NOTE})
    await ann.slash("notify", zone="prague", quiet="22:30-7")
    panel = private(await ann.click(private(await ann.slash("profile")), "My data"))
    (file,) = private(await ann.click(panel, "Export")).attachments
    assert file.filename == "my-data-1.jsonl"
    first, game = file.bytes.decode().splitlines()
    assert json.loads(first)["format"] == "postboard-my-data-1"
    assert json.loads(first)["choices"]["quiet_hours"][0]["zone"] == "Europe/Prague"
    own = json.loads(game)
    assert own["note"] == NOTE
    record = read_file(json.dumps(own["game"]).encode()).record
    assert record is not None
    assert record.match.digest == (await bot.lookup.get(driver.table_id)).started.digest
    numbers = await bot.store.people.user_ids([await person_of(bot, ann)])
    for number in (*numbers, *numbers.values()):
        assert str(number) not in file.bytes.decode()
    again = private(await ann.click(panel, "Export"))
    assert "tomorrow" in again.content
    assert not again.attachments

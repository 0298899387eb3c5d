"""Another program reads the file for as long as it likes: nobody waits for that."""

import sqlite3
from collections.abc import Awaitable, Callable, Generator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from bot.interactions.client import Postboard
from loopback import Loopback, Message, Person
from loopback.interactions.lifecycle import Interaction
from loopback.model.permissions import Permission
from tests.bot.conftest import bot_on
from tests.bot.game_driver import delivered, labels, private, public, settings_of, sit_down
from tests.bot.test_owners_wire import granted
from tests.bot.who import person_of
from tests.loopback.waiting import until
from tests.stored import rows

pytestmark = pytest.mark.file("readers of a file")

_FOR_EVER: Final = 100_000.0
"""Seconds for which a connection waits for others here, where SQLite's usual is five."""
Press = Callable[[Person], Awaitable[object]]


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what waits for another connection wait for ever."""
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, timeout=_FOR_EVER))


@contextmanager
def read(database: Path) -> Generator[None]:
    """Read the file meanwhile, as a backup or a shell does."""
    with closing(sqlite3.connect(database)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM tables").fetchone()
        yield


async def my_data(who: Person) -> Message:
    return private(await who.click(private(await who.slash("profile")), "My data"))


async def forget(who: Person) -> Interaction:
    """Press what forgets somebody, and wait for no answer."""
    question = private(await who.click(await my_data(who), "Forget me …"))
    return who.start_click(question, "Forget me for good")


async def _forgets(who: Person) -> None:
    await forget(who)


async def _exports(who: Person) -> None:
    private(await who.click(await my_data(who), "Export"))


async def _erases_a_server(who: Person) -> None:
    more = private(await who.click(await settings_of(who), "More …"))
    question = private(await who.click(more, "Delete this server's data …"))
    private(await who.click(question, "Delete it for good"))


async def _takes_all_games_along(who: Person) -> None:
    more = private(await who.click(await settings_of(who), "More …"))
    private(await who.click(more, "Games as a file"))


async def _looks_at_profiles(who: Person) -> None:
    panel = private(await who.slash("profile"))
    private(await who.click(panel, next(each for each in labels(panel) if "eaderboard" in each)))


async def _lists_games(who: Person) -> None:
    private(await who.slash("games"))


@pytest.mark.parametrize(
    "press",
    [
        _forgets, _exports, _erases_a_server, _takes_all_games_along, _looks_at_profiles,
        _lists_games,
    ],
)  # fmt: skip
async def test_what_others_write_waits_for_no_reader(
    server: Loopback, database: Path, people: list[Person], press: Press
) -> None:
    *_, cy, di = people
    server.world.guild().owner_id = cy.id
    granted(server, cy, Permission.MANAGE_GUILD)
    async with bot_on(server, database) as bot:
        driver = await sit_down(server, bot, database)
        await cy.slash("games")
        with read(database):
            await press(cy)
            for digest in ("off", "7"):
                await di.slash("notify", zone="UTC", daily=digest)
            public(await driver.due.slash("move", move="c3-d4"))
            await bot.scheduler.run_due()
        await delivered(bot)


async def test_all_are_erased_at_once_and_told_once_nobody_reads(
    server: Loopback, bot: Postboard, database: Path, people: list[Person],
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    caplog.set_level("INFO")
    ann, bo, cy, *_ = people
    persons = [await person_of(bot, each) for each in (ann, bo, cy)]
    with read(database):
        pressed = [(each, await forget(each)) for each in (ann, bo)]
        await bot.services.forgetting.ask(persons[2])
        await bot.scheduler.run_due()
        left = "SELECT person FROM people WHERE person IN (?, ?, ?)"
        await until(lambda: rows(database, left, *persons) == [])
        assert not any(each.sees(each.dm()) for each in (ann, bo, cy))
        await bot.scheduler.run_due()

        def erased() -> int:
            return [each.message for each in caplog.records].count("Someone was forgotten")

        once = len(pressed) + len(persons)  # By each press and by each timer.
        await until(lambda: erased() >= once)
        for _ in range(3):
            server.clock.advance(11)
            await bot.scheduler.run_due()
        assert erased() == once, "only the files are looked at again"
        failed = [each for each in caplog.records if each.levelname == "ERROR"]
        assert failed == [], "no timer waited for the reader until it was given up"
    for who, press in pressed:
        assert private(await who.outcome(press)).content.startswith("Done. ")
    server.clock.advance(60)
    await bot.scheduler.run_due()
    (told,) = cy.sees(cy.dm())
    assert told.content.startswith("Done. ")
    assert not any(each.sees(each.dm()) for each in (ann, bo))

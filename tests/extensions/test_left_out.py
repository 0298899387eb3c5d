"""A bot without an extension, or without any, still plays, and loses nothing that it left out."""

import sqlite3
from collections.abc import Collection, Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from discord import app_commands
from discord.ext import commands

from bot.app import EXTENSIONS, create_app
from bot.interactions.client import Interaction
from bot.interactions.controls import Controls
from bot.interactions.extension import Extension
from bot.messages.controls import verbs
from bot.messages.controls.verbs import NOTHING, Verb
from bot.model.errors import ExtensionError
from bot.model.queues import OutboxItem, Timer, TimerKind
from bot.startup_errors import WRONG_SETUP, startup_failure
from bot.store.queues.queues import enqueue, set_timer
from bot.store.sql.database import Database
from bot.store.store import Store
from loopback import Loopback, Person
from rules.contract.core import Seat
from rules.time.duration import DAY
from tests.bot.conftest import bot_on
from tests.bot.game_driver import (
    delivered,
    labels,
    late,
    live_through,
    private,
    public,
    shown,
    sit_down,
)
from tests.bot.test_forged_controls import press

LEFT_OUT: Final[Mapping[str, Collection[str]]] = {
    **{name: {name} for name in EXTENSIONS},
    "all": set(EXTENSIONS),
}
COMMANDS: Final[Mapping[str, Collection[str]]] = {
    "puzzles": {"puzzle"},
    "studies": {"game verify"},
    "replays": {"game replay"},
    "news": {"game follow"},
    "standing": {"game stats", "profile"},
    "events": {"event new", "event list", "event challenge"},
}
"""The commands of each extension."""


@pytest.mark.parametrize("left_out", LEFT_OUT.values(), ids=LEFT_OUT)
async def test_a_game_is_opened_handed_over_and_ended(
    server: Loopback, database: Path, cy: Person, left_out: Collection[str]
) -> None:
    async with bot_on(server, database, without=left_out) as bot:
        driver = await sit_down(server, bot, database, time="3d")
        for move in ("c3-d4", "b6-a5"):
            await driver.move(move)
        giver, rival = driver.people[Seat(0)], driver.people[Seat(1)]
        panel = private(await giver.slash("game seats"))
        post = await shown(bot, giver, await giver.choose(panel, cy))
        asking = public(await cy.click(post, "Take over"))
        await shown(bot, rival, await rival.click(asking, "Agree"))
        question = private(await rival.slash("game resign"))
        end = await shown(bot, rival, await rival.click(question, "Resign"))
        assert "More" in labels(end)
        assert (await bot.lookup.get(driver.table_id)).started.outcome is not None


@pytest.mark.parametrize("left_out", LEFT_OUT.values(), ids=LEFT_OUT)
async def test_time_is_claimed_the_game_is_rated_and_no_button_is_dead(
    server: Loopback, database: Path, left_out: Collection[str]
) -> None:
    async with bot_on(server, database, without=left_out) as bot:
        driver = await late(server, bot, database)
        await driver.idle.slash("game claim")
        await delivered(bot)
        assert (await bot.lookup.get(driver.table_id)).started.outcome is not None
        posted = [each for message in driver.idle.sees() for each in message.buttons()]
        words = {each.custom_id.split(":")[1] for each in posted if each.custom_id}
        assert words
        assert words <= bot.additions.verbs.keys()
    with closing(sqlite3.connect(database)) as connection:
        why = connection.execute("SELECT why FROM results").fetchall()
    assert {each for (each,) in why} == {None}, "the game is rated"


@pytest.mark.parametrize("left_out", LEFT_OUT.values(), ids=LEFT_OUT)
async def test_its_commands_are_gone(
    server: Loopback, database: Path, ann: Person, left_out: Collection[str]
) -> None:
    async with bot_on(server, database):
        everything = {leaf.path for leaf in ann.usable_commands()}
    async with bot_on(server, database, without=left_out):
        gone = everything - {leaf.path for leaf in ann.usable_commands()}
    assert gone == {path for name in left_out for path in COMMANDS.get(name, ())}


async def test_what_no_extension_knows_waits_and_is_named_once(
    server: Loopback, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    lobby = server.world.channel("lobby").id
    owed = OutboxItem(kind="other.row", dedupe="other", created_at=1, channel_id=lobby)
    timer = Timer(kind="other.timer", dedupe="other", due=1)
    async with Database.open(database) as opened:
        await opened.transact(lambda tx: set_timer(tx, timer))
        await opened.transact(lambda tx: enqueue(tx, owed))
    async with bot_on(server, database) as bot:
        driver = await sit_down(server, bot, database)
        await live_through(bot, server, DAY)
        assert await bot.scheduler.run_due()
        await bot.outbox.deliver_due()
        assert "expired" in await press(bot, driver.due, "pb4:otherverb")
    told = [each.message for each in caplog.records if "other.row" in each.message]
    assert told == ["Left alone, because no extension here knows them: other.row, other.timer"]
    async with Database.open(database) as opened:
        assert "other.timer" in {each.kind for each in await Store(opened).queues.timers()}
        (row,) = await opened.rows("SELECT * FROM outbox WHERE kind = 'other.row'")
        assert (row["attempts"], row["parked"]) == (0, 0)


async def test_a_name_that_no_extension_has_is_refused(database: Path) -> None:
    with pytest.raises(ExtensionError, match=r"has nothing\. Choose from: .*puzzles"):
        async with create_app(database, without=["nothing"]):
            pass


def _taken() -> Mapping[str, Extension]:
    async def answer(*_: object) -> None: ...

    class Taking(commands.Cog):
        @app_commands.command(description="Take a word")
        async def help(self, interaction: Interaction) -> None: ...

    of_core, of_puzzles = Controls(), Controls()
    of_core.component(verbs.MOVE)(answer)
    of_puzzles.component(Verb("solve", NOTHING, (int,)))(answer)
    return {
        "'move'": Extension(name="mine", controls=[of_core]),
        "'solve'": Extension(name="mine", controls=[of_puzzles]),
        "'cleaning'": Extension(name="mine", timers={TimerKind.CLEANING: answer}),
        "'help'": Extension(name="mine", cogs=[Taking()]),
    }


@pytest.mark.parametrize("word", _taken())
async def test_a_word_or_a_place_that_is_taken_ends_the_start(database: Path, word: str) -> None:
    async with create_app(database) as bot:
        with pytest.raises(ExtensionError, match=word) as refused:
            await bot.add(_taken()[word])
    failure = startup_failure(refused.value, database)
    assert failure is not None
    assert failure[1] == WRONG_SETUP
    assert "mine" in failure[0]

"""The bot, or a worker, dies or freezes around an engine's move: no move is lost or made twice."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from bot.model.engines import duty_of
from bot.model.table import Table
from engine.choose import choose, seed_of
from engine.levels import LEVELS, find_level
from engine.pool import Pool
from loopback import Loopback
from rules.log.entries import Actor
from rules.log.events import Played
from tests.bot.channel_checker import ChannelChecker
from tests.bot.child_bot import CrashPoint
from tests.bot.engine_driver import newest_board, playing_computer, rested
from tests.bot.game_driver import choose_and_play, private, public
from tests.bot.killable_bot import KillableBot
from tests.engine.held_time import HeldTime
from tests.engine.held_worker import begun, holding


async def answered_by_engine(checker: ChannelChecker) -> Table:
    """Wait until no engine is due and everything is shown."""
    table = await checker.table()
    while duty_of(table) is not None:
        await asyncio.sleep(0.02)
        table = await checker.table()
    await checker.settled()
    return table


@pytest.mark.crash
@pytest.mark.parametrize(
    "crash_point",
    [CrashPoint.THINKING, CrashPoint.ENGINE_WRITING, CrashPoint.ENGINE_COMMITTED],
)
async def test_a_kill_neither_loses_nor_doubles_a_move(
    server: Loopback, database: Path, killable_bot: KillableBot, crash_point: CrashPoint
) -> None:
    ann = server.person("Ann")
    public(await ann.slash("play", game="czech", values={"level": 3, "side": "white"}))
    checker = ChannelChecker(server, database, "lobby")
    await killable_bot.kill()
    await killable_bot.start(crash_point)
    ann.start_slash("move", "lobby", {"move": "c3-d4"})
    await killable_bot.dead()
    committed = crash_point is CrashPoint.ENGINE_COMMITTED
    assert len((await checker.match()).plies) == 1 + committed
    await killable_bot.start()
    table = await answered_by_engine(checker)
    match = table.started
    assert [entry.actor for entry in match.entries] == [Actor.HOST, Actor.SEAT, Actor.ENGINE]
    before = match.plies[0].state
    expected = choose(match.game, before, find_level(3), seed_of(table.id, 1, 3))
    assert match.entries[-1].event == Played(match.game.notate(expected.move))
    boards = [each for each in checker.messages() if each.attachments]
    assert boards[-1:] == [checker.board()]
    move = table.started.plies[-1].notation
    told = [each for each in checker.messages() if move in each.content]
    assert told == [checker.board()], "the engine's move is shown once"


@pytest.mark.crash
async def test_a_kill_between_an_edit_and_the_end_of_its_row_shows_nothing_twice(
    server: Loopback, database: Path, killable_bot: KillableBot
) -> None:
    """The edit is repeated: it shows the same."""
    ann = server.person("Ann")
    values: dict[str, str | int] = {"level": 1, "side": "white"}
    first = public(await ann.slash("play", game="czech", values=values))
    panel = private(await ann.click(first, "Move"))
    await killable_bot.kill()
    await killable_bot.start(CrashPoint.MARKING)
    await choose_and_play(ann, panel, "c3-d4")
    await killable_bot.dead()
    edited = ann.present(first)
    assert "1\\. Ann c3-d4 · 🤖 Pebble **" in edited.content
    await killable_bot.start()
    await answered_by_engine(ChannelChecker(server, database, "lobby"))
    assert ann.present(first).content == edited.content
    assert [each.id for each in ann.sees("lobby") if not each.ephemeral] == [first.id]


@pytest.mark.crash
@pytest.mark.parametrize("fate", [signal.SIGKILL, signal.SIGSTOP])
async def test_a_worker_that_dies_or_freezes_blocks_no_table(
    bot: Postboard,
    server: Loopback,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    fate: signal.Signals,
) -> None:
    """While it is frozen people play on elsewhere, and its own table gets a move all the same."""
    time, thoughts = HeldTime(monkeypatch), tmp_path / "thoughts"
    async with Pool(program=holding(thoughts, LEVELS[-2])) as pool:
        monkeypatch.setattr(bot.work.engine_turns, "_pool", pool)
        ann, bo = server.person("Ann"), server.person("Bo")
        server.world.add_channel(server.world.guild(), "den")
        card = public(
            await ann.slash("play", game="czech", channel="den", opponent=bo, side="white")
        )
        await bo.click(card, "Accept")
        await playing_computer(bot, ann, level=LEVELS[-2].number, side="white")
        await ann.slash("move", move="c3-d4")
        worker = await begun(thoughts)
        os.kill(worker, fate)
        elsewhere = public(await ann.slash("move", channel="den", move="c3-d4"))
        assert elsewhere.pings == {bo.id}
        assert public(await bo.slash("move", channel="den", move="b6-a5")).attachments
        if fate is signal.SIGSTOP:
            assert pool.busy == (worker,)
            time.end()
        table = await rested(bot, ann)
        assert [entry.actor for entry in table.started.entries][1:] == [Actor.SEAT, Actor.ENGINE]
        assert newest_board(ann).content.startswith("1\\. Ann c3-d4 · 🤖 ")
        assert pool.failures == 1
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)


async def test_an_engine_takes_up_its_turn_when_the_bot_starts(
    server: Loopback, database: Path, killable_bot: KillableBot
) -> None:
    """A game whose engine begins is found from the file alone."""
    ann = server.person("Ann")
    reply = await ann.slash("play", game="czech", values={"level": 1, "side": "black"})
    told = public(reply).content
    assert told.startswith("**Pebble – Ann** · ")
    assert "🤖 Pebble is ⚪ White and moves first." in told
    table = await answered_by_engine(ChannelChecker(server, database, "lobby"))
    assert [entry.actor for entry in table.started.entries] == [Actor.HOST, Actor.ENGINE]
    await killable_bot.kill()
    await killable_bot.start()
    again = await answered_by_engine(ChannelChecker(server, database, "lobby"))
    assert again.started.digest == table.started.digest

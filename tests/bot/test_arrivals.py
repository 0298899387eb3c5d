"""A press is one roll: none overtakes an earlier one, and none that was not written is dropped."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bot.delivery.response import Response
from bot.interactions.client import Postboard
from bot.messages.controls.custom_ids import Verb, encode, for_position
from bot.model.caller import Caller
from bot.model.errors import TableError
from bot.model.table import Request, Terms
from bot.store.database import Database
from bot.store.tables import Appended
from bot.tables import commits
from bot.tables.commands import Command, Play, PlayNotation
from bot.tables.dice import interaction_of
from bot.tables.writer import Change
from loopback import Loopback
from rules.contract.core import RulesError
from rules.log.events import Played, Rolled
from tests.bot.game_driver import sit_down
from tests.bot.proofs import GAME
from tests.bot.table_service import ANN, BO, Service
from tests.bot.test_forged_controls import one_button
from tests.loopback.waiting import until

DICE = Terms(GAME, {})


async def test_no_press_overtakes_an_earlier_one(
    server: Loopback, bot: Postboard, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first press takes longer than the second, which is of another kind."""
    driver = await sit_down(server, bot, database, GAME)
    player, game = driver.due, driver.match.game
    notation = game.notate(game.legal(driver.match.state)[-1])
    custom_id = encode(for_position(Verb.PLAY, await bot.lookup.get(driver.table_id), notation))
    lobby = bot.get_partial_messageable(player.place("lobby").id)
    posted = await lobby.send("A button", view=one_button(custom_id))
    button = next(each for each in player.sees("lobby") if each.id == posted.id)
    execute, go_on = bot.tables.execute, asyncio.Event()

    async def slow(
        table_id: int, caller: Caller, command: Command, request: Request, seen: int | None = None
    ) -> Change:
        if isinstance(command, PlayNotation):
            await go_on.wait()
        return await execute(table_id, caller, command, request, seen)

    take_turn, waits = bot.arrivals.take_turn, asyncio.Event()

    async def taking(response: Response, channel_id: int | None = None) -> None:
        turn = asyncio.create_task(take_turn(response, channel_id))
        await asyncio.sleep(0)  # It has its turn at once, or waits.
        if not turn.done():
            waits.set()
        await turn

    monkeypatch.setattr(bot.tables, "execute", slow)
    monkeypatch.setattr(bot.arrivals, "take_turn", taking)
    first = player.start_click(button, "Old")
    second = player.start_slash("move", "lobby", {"move": notation})
    await until(lambda: waits.is_set() or second.acknowledged.is_set())
    table = await bot.lookup.get(driver.table_id)
    assert not any(isinstance(event, Played) for event in table.started.events)
    go_on.set()
    await asyncio.gather(player.outcome(first), player.outcome(second))
    await bot.idle()
    table = await bot.lookup.get(driver.table_id)
    played = [each for each in table.started.entries if isinstance(each.event, Played)]
    assert played[0].request == str(first.id)
    assert interaction_of(table.started.entries[: played[0].number]) == str(first.id)


async def test_a_press_that_could_not_be_written_keeps_its_roll(
    opened: Database, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever pressed knows the number, and so the roll: another press would be a second try."""
    table = await service.playing(DICE)
    due = table.due
    assert due is not None
    notation = table.started.game.notate(table.started.game.legal(table.started.state)[-1])
    monkeypatch.setattr(commits, "_FIRST", 0.01)
    tried, append = list[str](), service.store.tables.append

    async def trying(*what: Any, **more: Any) -> Appended:
        request: Request = what[3]
        tried.append(request.id)
        return await append(*what, **more)

    monkeypatch.setattr(service.store.tables, "append", trying)
    await opened.write("PRAGMA query_only = ON")
    first = asyncio.create_task(service.do(table, due.user, Play(notation)))
    number = str(service.requests + 1)
    await asyncio.sleep(0)
    second = asyncio.create_task(service.do(table, due.user, Play(notation)))
    await until(lambda: len(tried) > 3 or first.done() or second.done())
    assert not first.done()
    assert not second.done()
    assert set(tried) == {number}
    await opened.write("PRAGMA query_only = OFF")
    after = await first
    with pytest.raises((RulesError, TableError)):
        await second
    written = after.started.entries[len(table.started.entries) :]
    assert isinstance(written[0].event, Played)
    assert {each.request for each in written} == {number}
    assert isinstance(written[1].event, Rolled)


async def test_a_press_without_dice_that_could_not_be_written_is_refused(
    opened: Database, service: Service
) -> None:
    table = await service.playing()
    await opened.write("PRAGMA query_only = ON")
    with pytest.raises(sqlite3.OperationalError):
        await service.do(table, ANN, Play("c3-d4"))
    await opened.write("PRAGMA query_only = OFF")
    after = await service.do(table, ANN, Play("c3-d4"))
    assert after.due is not None
    assert after.due.user == BO

"""A press is one roll: none overtakes an earlier one, and none that was not written is dropped."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

import pytest
from discord import ui

from bot.delivery.answering.response import Response
from bot.extensions.club import verbs as club_verbs
from bot.extensions.events import verbs as event_verbs
from bot.interactions.client import Postboard
from bot.interactions.components.table.acts import ACTS
from bot.interactions.controls import Handler
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import (
    CustomId,
    encode,
    for_position,
    for_table,
)
from bot.messages.controls.verbs import Subject, Verb
from bot.model.caller import Caller
from bot.model.errors import NotWritten, TableError
from bot.model.position import position_id
from bot.model.table import Request, Table, Terms
from bot.store.sql.database import Database
from bot.store.tables.table_store import Appended
from bot.tables import commits
from bot.tables.commands import Command, Play, PlayNotation
from bot.tables.dice import interaction_of
from bot.tables.writer import Change
from loopback import Loopback, Person
from rules.contract.core import RulesError
from rules.log.events import Played, Rolled
from tests.bot.game_driver import answered, public, sit_down
from tests.bot.held_file import keep_unwritten
from tests.bot.known_verbs import CONTROLS
from tests.bot.proofs import GAME
from tests.bot.table_service import ANN, BO, Service
from tests.bot.test_forged_controls import one_button
from tests.bot.who import person_of
from tests.loopback.waiting import until

DICE = Terms(GAME, {})


async def test_no_press_overtakes_an_earlier_one(
    server: Loopback, bot: Postboard, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first press takes longer than the second, which is of another kind."""
    driver = await sit_down(server, bot, database, GAME)
    player, game = driver.due, driver.match.game
    notation = game.notate(game.legal(driver.match.state)[-1])
    custom_id = encode(for_position(verbs.PLAY, await bot.lookup.get(driver.table_id), notation))
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

    take_turn, waits = bot.serving.arrivals.take_turn, asyncio.Event()

    async def taking(response: Response, channel_id: int | None = None) -> None:
        turn = asyncio.create_task(take_turn(response, channel_id))
        await asyncio.sleep(0)  # It has its turn at once, or waits.
        if not turn.done():
            waits.set()
        await turn

    monkeypatch.setattr(bot.tables, "execute", slow)
    monkeypatch.setattr(bot.serving.arrivals, "take_turn", taking)
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


ELSEWHERE: Final = {
    verbs.CLOSE_ONE: "names its table as a choice of a menu, and its game hasn't begun",
    verbs.CLOSE_APART: "is about a game that can't go on",
    verbs.DICE: "changes nothing by its button, and words make no roll due",
    verbs.THREAD: "asks Discord for a thread first, and its game hasn't begun",
    **dict.fromkeys(
        (
            verbs.PLAY_GAME,
            verbs.INVITE_TO,
            verbs.REMATCH,
            verbs.LET_ANYONE_JOIN,
            club_verbs.INVITE,
        ),
        "opens a table, which nobody has pressed before, and asks Discord for its thread",
    ),
    verbs.REPLACE_ANY: "asks Discord first whether somebody has left, and makes no roll due",
    verbs.REPLACE_BY: "asks Discord first whether somebody has left, and makes no roll due",
    verbs.SEAT_LEVEL: "asks Discord first whether somebody has left, and makes no roll due",
}
"""Handlers that change a table but don't wait for their turn, and the reason."""


HANDLING: Final = ("bot.interactions", "bot.extensions")
"""The packages in which handlers are followed."""


def handlers() -> Mapping[Verb, tuple[Handler, bool]]:
    """Return the handler of each verb, and whether it waits for its turn."""
    performed = {act.verb: done.perform for act, done in ACTS}
    return {
        verb: (performed.get(verb, control.handler), control.in_turn)
        for verb, control in CONTROLS.items()
    }


def names_in(code: CodeType) -> Iterator[str]:
    """Yield the names that a function uses, those of the functions inside it too."""
    yield from code.co_names
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from names_in(part)


def can_change_a_table(function: FunctionType, seen: set[FunctionType]) -> bool:
    """Return True if a handler leads to a method of `Tables` that changes a table."""
    if function in seen:
        return False
    seen.add(function)
    names = set(names_in(function.__code__))
    if "tables" in names and names & {"execute", "open_in_thread", "begin_under_card"}:
        return True
    used = [value for name, value in function.__globals__.items() if name in names]
    used += [
        getattr(module, name)
        for module in used
        if isinstance(module, ModuleType) and module.__name__.startswith(HANDLING)
        for name in names
        if hasattr(module, name)
    ]
    followed = (
        each
        for each in used
        if isinstance(each, FunctionType) and each.__module__.startswith(HANDLING)
    )
    return any(can_change_a_table(each, seen) for each in followed)


def test_every_handler_that_changes_a_table_takes_its_turn() -> None:
    changing = set[Verb]()
    for verb, (handler, _) in handlers().items():
        assert isinstance(handler, FunctionType)
        if can_change_a_table(handler, set()):
            changing.add(verb)
    assert {verbs.JOIN_LISTED, verbs.PLAY, verbs.CHOOSE, verbs.RESIGN, verbs.MODERATED} <= changing
    assert {verbs.NOTIFY, verbs.HISTORY, verbs.TURN_PAGE}.isdisjoint(changing)
    in_turn = {verb for verb, (_, in_turn) in handlers().items() if in_turn}
    of_events = {verb for verb in in_turn if verb.word.startswith("event")}
    assert event_verbs.JOIN in of_events, "events are changed in the order of receipt, too"
    assert changing - ELSEWHERE.keys() == in_turn - of_events


def custom_id_of(verb: Verb, table: Table) -> str:
    """Return a control of this verb at a table; its arguments need not mean anything."""
    if verb is verbs.JOIN_LISTED:
        return encode(for_table(verb, table, table.channel_id, table.terms.digest))
    position = position_id(table.started) if verb.subject.fields > 1 else None
    number = None if verb.subject is Subject.NOTHING else table.id
    arguments = tuple(0 if kind is int else "x" for kind in verb.arguments)
    return encode(CustomId(verb, number, position, arguments))


async def test_a_turn_is_taken_before_anything_is_awaited(
    server: Loopback, bot: Postboard, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each control that can change a table is pressed, in another channel than its table's."""
    driver = await sit_down(server, bot, database)
    table = await bot.lookup.get(driver.table_id)
    server.world.add_channel(server.world.guild(), "elsewhere")
    did: list[tuple[asyncio.Task[Any] | None, str]] = []
    wrap = partial(_noted, did, monkeypatch)
    for method in ("row", "rows", "snapshot", "transact", "write", "flush"):
        wrap(Database, method)
    wrap(type(bot.lookup), "get")
    wrap(type(bot.outbox), "arrived")
    wrap(type(bot.serving.arrivals), "take_turn")
    in_turn = [verb for verb, (_, in_turn) in handlers().items() if in_turn]
    assert verbs.JOIN_LISTED in in_turn
    for start in range(0, len(in_turn), 20):
        shown = in_turn[start : start + 20]
        place = bot.get_partial_messageable(driver.due.place("elsewhere").id)
        posted = await place.send(
            "Buttons", view=buttons({v: custom_id_of(v, table) for v in shown})
        )
        message = next(each for each in driver.due.sees("elsewhere") if each.id == posted.id)
        for verb in shown:
            did.clear()
            answered(await driver.due.click(message, verb.word))
            await bot.idle()
            (task,) = {task for task, what in did if what == "take_turn"}
            first = next(what for each, what in did if each is task)
            assert first == "take_turn", f"{verb.word} awaits {first} first"


def buttons(custom_ids: Mapping[Verb, str]) -> ui.View:
    view = ui.View(timeout=None)
    for verb, custom_id in custom_ids.items():
        view.add_item(ui.Button[ui.View](label=verb.word, custom_id=custom_id))
    view.stop()
    return view


async def _press(bot: Postboard, person: Person, custom_id: str, where: str) -> str:
    place = bot.get_partial_messageable(person.place(where).id)
    posted = await place.send("A button", view=one_button(custom_id))
    button = next(each for each in person.sees(where) if each.id == posted.id)
    reply = await person.click(button, "Old")
    await bot.idle()
    return answered(reply).content


def _noted(
    did: list[tuple[asyncio.Task[Any] | None, str]],
    monkeypatch: pytest.MonkeyPatch,
    owner: type,
    method: str,
) -> None:
    """Note in which task the method is called, in order."""
    original: Callable[..., Awaitable[Any]] = getattr(owner, method)

    async def noting(*arguments: Any, **more: Any) -> Any:
        did.append((asyncio.current_task(), method))
        return await original(*arguments, **more)

    monkeypatch.setattr(owner, method, noting)


async def test_a_list_that_names_another_channel_joins_nothing(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    """A forged press waits in another channel's lane and is refused there, as is an old list."""
    server.world.add_channel(server.world.guild(), "elsewhere")
    public(await ann.slash("play", game="czech"))
    (summary,) = await bot.store.lists.of_user(await person_of(bot, ann))
    table = await bot.lookup.get(summary.id)
    for channel in (0, 7, bo.place("elsewhere").id, 10**17):
        forged = encode(for_table(verbs.JOIN_LISTED, table, channel, table.terms.digest))
        assert "That game has changed." in await _press(bot, bo, forged, "elsewhere")
    assert len((await bot.lookup.reread(table.id)).players) == 1
    right = encode(for_table(verbs.JOIN_LISTED, table, table.channel_id, table.terms.digest))
    assert "You're in!" in await _press(bot, bo, right, "elsewhere")


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
    await keep_unwritten(opened, unwritten=True)
    first = asyncio.create_task(service.do(table, due.user, Play(notation)))
    number = str(service.requests + 1)
    await asyncio.sleep(0)
    second = asyncio.create_task(service.do(table, due.user, Play(notation)))
    await until(lambda: len(tried) > 3 or first.done() or second.done())
    assert not first.done()
    assert not second.done()
    assert set(tried) == {number}
    await keep_unwritten(opened, unwritten=False)
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
    await keep_unwritten(opened, unwritten=True)
    with pytest.raises(NotWritten):
        await service.do(table, ANN, Play("c3-d4"))
    await keep_unwritten(opened, unwritten=False)
    after = await service.do(table, ANN, Play("c3-d4"))
    assert after.due is not None
    assert after.due.user == BO

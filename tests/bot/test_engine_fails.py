"""Engines whose workers fail: play goes on, and people may end the game without a result."""

import json
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.delivery.answering import advice
from bot.interactions.client import Postboard
from bot.model.engines import duty_of
from bot.model.errors import TableError
from bot.model.table import Status, Table, Terms
from bot.tables.commands import Accept, Answer, Open, Play, Propose
from bot.tables.engines import EnginePlays
from engine.exact import Shelf
from engine.pool import Pool
from engine.tasks import Request, Task, answer_line
from engine.worker import answered
from loopback import Message, Person
from rules.log.entries import Actor
from rules.log.events import OfferKind
from rules.records.transcript import Transcript
from tests.bot.engine_driver import newest_board, playing_computer, rested
from tests.bot.game_driver import labels, private, shown
from tests.bot.table_service import ANN, BO, Service, caller
from tests.engine.broken_worker import PROGRAM

TOLD = "The computer had trouble with three of its moves"


def first_move(table: Table) -> str:
    """Return the first legal move, which is also an engine's last resort."""
    return table.started.game.notate(table.started.legal[0])


async def engine_plays(service: Service, table: Table, *, makeshift: bool) -> Table:
    """Let the engine that is due make the first legal move, with or without a thought."""
    duty = duty_of(table)
    assert duty is not None
    act = EnginePlays(first_move(table), makeshift=makeshift)
    assert await service.engines.carry_out(table.id, duty, act)
    return await service.lookup.reread(table.id)


async def test_one_person_ends_a_game_alone_once_its_engine_fails(service: Service) -> None:
    """Thoughtful moves don't count, wherever they stand; the count survives a restart."""
    command = Open(Terms("czech", {}), (), "white", engines=(3,))
    table = await service.tables.open(command, caller(ANN), service.request())
    for makeshift in (False, True, False, True, False, True):
        table = await service.do(table, ANN, Play(first_move(table)))
        table = await engine_plays(service, table, makeshift=makeshift)
        if table.started.entries[-1].number < 13:
            with pytest.raises(TableError, match="so the game counts"):
                await service.do(table, ANN, Propose(OfferKind.ABORT))
    table = await service.do(table, ANN, Play(first_move(table)))
    other = service.in_another_process()
    table = await other.do(table, ANN, Propose(OfferKind.ABORT))
    assert table.status is Status.OVER
    assert table.started.outcome is not None
    assert table.started.outcome.is_void


async def test_all_persons_agree_to_end_a_game_whose_engine_fails(service: Service) -> None:
    terms = Terms("rematch", {}, seating=1)
    command = Open(terms, (BO,), "red", engines=(1,))
    table = await service.tables.open(command, caller(ANN), service.request())
    table = await service.do(table, BO, Accept())
    makeshift = 0
    while makeshift < 3 or duty_of(table) is not None:
        if duty_of(table):
            table = await engine_plays(service, table, makeshift=True)
            makeshift += 1
        else:
            due = BO if table.due and table.due.user == BO else ANN
            table = await service.do(table, due, Play(first_move(table)))
    assert {ply.side for ply in table.started.plies} == {
        side.key for side in table.started.game.spec.sides
    }
    table = await service.do(table, ANN, Propose(OfferKind.ABORT))
    assert table.status is Status.PLAYING
    number = len(table.started.entries)
    table = await service.do(table, BO, Answer(number, agree=True))
    assert table.started.outcome is not None
    assert table.started.outcome.is_void


@pytest.fixture
async def broken(
    bot: Postboard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[Path]:
    """Let all workers of the bot end when they are asked, unless a test writes something else."""
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "answer").write_text("exit at once")
    async with Pool(program=(*PROGRAM, str(folder))) as pool:
        monkeypatch.setattr(bot.work.engine_turns, "_pool", pool)
        monkeypatch.setattr(bot.advice, "_pool", pool)
        yield folder
        await bot.work.engine_turns.stop()


def telling(person: Person) -> list[Message]:
    """Return the messages that tell of a failing engine."""
    return [message for message in person.sees("lobby") if TOLD in message.content]


@pytest.mark.usefixtures("broken")
async def test_people_are_told_once_and_end_the_game_from_the_menu(
    bot: Postboard, ann: Person
) -> None:
    await playing_computer(bot, ann, level=3, side="white")
    told: dict[int, str] = {}
    for turn in range(1, 6):
        menu = private(await ann.click(newest_board(ann), "Menu"))
        assert ("Call off …" in labels(menu)) == (turn == 1 or turn > 3)
        if 1 < turn <= 3:
            assert "the game counts" in private(await ann.slash("game abort")).content
        table = await rested(bot, ann)
        await ann.slash("move", move=first_move(table))
        await rested(bot, ann)
        told |= {message.id: message.content for message in telling(ann)}
        assert len(told) == (turn >= 3)
    assert "You can call this game off in **Menu**." in next(iter(told.values()))
    menu = private(await ann.click(newest_board(ann), "Menu"))
    await ann.click(menu, "Call off …")
    table = await rested(bot, ann)
    assert table.started.outcome is not None
    assert table.started.outcome.is_void
    assert {message.id for message in telling(ann)} <= told.keys()


@pytest.mark.usefixtures("broken")
async def test_a_game_against_a_broken_engine_can_be_played_to_its_end(
    bot: Postboard, ann: Person, caplog: pytest.LogCaptureFixture
) -> None:
    await playing_computer(bot, ann, key="rematch", level=2)
    while not (table := await rested(bot, ann)).started.outcome:
        assert table.due is not None
        assert table.due.user.name == ann.name
        await ann.slash("move", move=first_move(table))
    by_engine = [entry for entry in table.started.entries if entry.actor is Actor.ENGINE]
    assert by_engine
    assert all(entry.request.endswith(":makeshift") for entry in by_engine)
    assert not [
        record for record in caplog.records if "failed and will try again" in record.getMessage()
    ]


@pytest.mark.usefixtures("broken")
async def test_an_engine_whose_workers_fail_declines_a_draw(bot: Postboard, ann: Person) -> None:
    await playing_computer(bot, ann, level=2, side="white")
    await ann.slash("game draw")
    table = await rested(bot, ann)
    assert table.started.offer is None
    assert table.started.outcome is None
    assert ann.sees("lobby")[-1].content == "Ann offered a draw (move 1): declined."


@pytest.mark.parametrize(
    "answer",
    [
        "exit at once",
        '{"id": NUMBER, "failed": "a traceback"}',
        '{"id": NUMBER, "answer": {"moves": [], "line": [], "method": "search"}}',
        '{"id": NUMBER, "answer": {"moves": [{"notation": "z9", "value": 0.0}], "line": [], '
        '"method": "search"}}',
        '{"id": NUMBER, "answer": {"method": "search", "plies": [], "sides": [], "result": [], '
        '"settled": [], "turning_point": null}}',
    ],
)
async def test_advice_that_fails_is_a_sentence(
    bot: Postboard, ann: Person, broken: Path, answer: str
) -> None:
    board = await playing_computer(bot, ann, level=1, side="white")
    (broken / "answer").write_text(answer)
    assert "couldn't find a hint" in private(await ann.click(board, "Hint")).content
    await ann.slash("move", move="c3-d4")
    await rested(bot, ann)
    question = private(await ann.slash("game resign"))
    await shown(bot, ann, await ann.click(question, "Resign"))
    for _ in range(2):
        told = private(await ann.slash("game analysis")).content
        assert told.startswith("The analysis didn't work.")


async def test_nobody_waits_for_advice_longer_than_discord_does(
    bot: Postboard, ann: Person, broken: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A report is made to its end all the same, and is there when it is asked for again."""
    await playing_computer(bot, ann, level=1, side="white")
    await ann.slash("move", move="c3-d4")
    await rested(bot, ann)
    with monkeypatch.context() as patch:
        patch.setattr(advice, "_WAIT", 0.0)
        assert "couldn't find a hint" in private(await ann.slash("game hint")).content
        question = private(await ann.slash("game resign"))
        await shown(bot, ann, await ann.click(question, "Resign"))
        table = await rested(bot, ann)
        told = Request(Task.ANALYSE, Transcript.of(table.started, {}), level=1)
        good = json.loads(answer_line(1, answered(told, Shelf(None))))["answer"]
        (broken / "analyse").write_text(json.dumps(good))
        (broken / "answer").unlink()
        assert "isn't ready yet" in private(await ann.slash("game analysis")).content
    report = private(await ann.slash("game analysis"))
    assert "Pebble won." in report.content

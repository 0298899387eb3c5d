"""What a moderator reads about a game that the table of endgames knows."""

import random
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from bot.delivery.answering.advice import Advice
from bot.messages.channel.moderation import panel
from bot.store.store import Store
from bot.tables.commands import Play
from bot.tables.services import Services
from engine.exact import Shelf
from engine.pool import Pool, Purpose
from engine.tasks import Adjudged, Answer, Request, Task
from engine.verdict import verdict
from rules.contract.core import Side
from rules.registry import find
from tests.bot.known_people import opened_among_people
from tests.bot.table_service import ANN, BO, Clock, Service
from tests.bot.test_advice import Dead
from tests.engine.small_endgames import solved_endgames

_T = TypeVar("_T")

LINE = ("c3-d4", "a5-b4", "d4xf6")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return solved_endgames(tmp_path_factory)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncGenerator[Store]:
    async with opened_among_people(tmp_path / "tables.sqlite3") as opened:
        yield Store(opened)


@pytest.fixture
def service(store: Store) -> Service:
    return Service(store, Clock())


def moves_to_an_endgame(folder: Path) -> list[str]:
    """Return a game of Czech draughts after which the small table knows that a side wins."""
    game, table = find("czech"), Shelf(folder).endgames(find("czech"))
    assert table is not None
    for seed in range(1_000):
        chance, state, moves = random.Random(seed), game.start(), list[str]()
        while game.outcome(state) is None:
            found = table.foreseen(state)
            if found and found.result and found.plies > 1:
                return moves
            move = chance.choice(game.legal(state))
            moves.append(game.notate(move))
            state = game.apply(state, move)
    raise AssertionError("no random game gets there")


async def test_a_moderator_is_told_who_wins_and_how(
    service: Service, store: Store, folder: Path
) -> None:
    running = await service.playing()
    async with Pool(tables=folder) as pool:
        advice = Advice(store.engines, pool, lambda _: True)
        assert await advice.verdict(running) is None
        for number, move in enumerate(moves_to_an_endgame(folder)):
            running = await service.do(running, BO if number % 2 else ANN, Play(move))
        adjudged = await advice.verdict(running)
    match, table = running.started, Shelf(folder).endgames(running.started.game)
    assert table is not None
    assert adjudged is not None
    expected = verdict(match.game, match.state, table)
    assert expected is not None
    assert expected.is_sure
    assert adjudged.winners == tuple(expected.winners)
    line = [match.game.notate(move) for move in expected.line]
    assert list(adjudged.line) == line
    told = panel(running, adjudged).text.english()
    winner = "Ann" if Side("white") in expected.winners else "Bo"
    assert f"Endgame table: {winner} wins in {(len(line) + 1) // 2} move" in told
    assert " ".join(line) in told


async def test_a_line_is_told_only_where_the_rules_allow_it(service: Service) -> None:
    running = await service.playing()
    plain = panel(running).text.english()
    assert "Endgame table" not in plain
    sure = panel(running, Adjudged(("black",), LINE, is_sure=True)).text.english()
    assert "Bo wins in 2 moves: c3-d4 a5-b4 d4xf6" in sure
    doubtful = panel(running, Adjudged(("black",), LINE, is_sure=False)).text.english()
    assert "Bo wins with best play, unless the rules draw the game first." in doubtful
    assert LINE[0] not in doubtful
    drawn = panel(running, Adjudged((), LINE, is_sure=True)).text.english()
    assert "a draw with best play" in drawn
    assert LINE[0] not in drawn


async def test_without_a_table_or_a_worker_nothing_is_said(
    service: Service, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = await service.playing()
    assert await Advice(store.engines, Dead(), lambda _: True).verdict(running) is None

    async def unasked(*_: object) -> None:
        raise AssertionError("nobody should be asked")

    monkeypatch.setattr(Dead, "ask", unasked)
    assert await Advice(store.engines, Dead(), lambda _: False).verdict(running) is None


async def test_which_games_have_a_table_is_known_by_name(store: Store) -> None:
    lookup = Services(store, Clock(), exact={"turkish-endgames"}).lookup
    turkish = find("turkish")
    assert lookup.has_endgames(turkish)
    assert not lookup.has_endgames(turkish.configured({"crown": "continue"}))
    assert not lookup.has_endgames(find("czech"))
    assert not lookup.has_endgames(find("rematch"))


@pytest.mark.parametrize("winners", ["white black", "nobody", "red"])
async def test_a_verdict_that_cannot_be_is_refused(
    service: Service, store: Store, winners: str
) -> None:
    running = await service.playing()

    class Wrong(Pool):
        async def ask(self, request: Request, purpose: Purpose, read: Callable[[Answer], _T]) -> _T:
            assert request.task is Task.ADJUDGE
            assert purpose is Purpose.HINT
            return read({"winners": winners.split(), "line": [], "is_sure": True})

    with pytest.raises(ValueError, match="a team or no one"):
        await Advice(store.engines, Wrong(), lambda _: True).verdict(running)

"""The perfect opponent over the real wire.

The game has fewer checkers here. In a soak the whole one is played too.
"""

from collections.abc import AsyncGenerator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from bot.interactions.client import Postboard
from engine.exact import Shelf, configurations, units_after
from engine.levels import LEVELS
from engine.pool import Pool
from loopback import Loopback
from rules.contract.core import AnyGame, AnyState
from rules.log.entries import Actor
from rules.log.events import Played
from rules.match.match import Match
from rules.registry import all_games
from tests.bot.conftest import bot_on
from tests.bot.engine_driver import newest_board, rested
from tests.bot.game_driver import delivered, labels, private, public, shown
from tests.conformance.configured import SOAK, more_in_soak
from tests.engine.small_games import PROGRAM, registered, solved, solved_whole

GAMES: Final = ["small", "whole"] if SOAK else ["small"]
TURNS: Final = more_in_soak(6)
"""Turns of the person who plays; a whole game in a soak."""


@dataclass(frozen=True, slots=True)
class Perfect:
    """A bot that has tables, and the first game among them."""

    bot: Postboard
    shelf: Shelf
    game: AnyGame


@pytest.fixture(params=GAMES)
async def perfect(
    request: pytest.FixtureRequest,
    server: Loopback,
    database: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncGenerator[Perfect]:
    is_small = request.param == "small"
    folder = (solved if is_small else solved_whole)(tmp_path_factory)
    with ExitStack() as stack:
        if is_small:
            stack.enter_context(registered())
            monkeypatch.setattr("engine.pool.Pool", partial(Pool, program=PROGRAM))
        shelf = Shelf(folder)
        games = (game for game in all_games().values() if configurations(game))
        async with bot_on(server, database, folder) as bot:
            yield Perfect(bot, shelf, next(game for game in games if shelf.find(game)))


async def test_the_strongest_level_plays_the_best_move_by_the_table(
    server: Loopback, perfect: Perfect
) -> None:
    ann, bot, shelf = server.person("Ann"), perfect.bot, perfect.shelf
    values = {"level": LEVELS[-1].number}
    public(await ann.slash("play", game=perfect.game.spec.key, values=values))
    await delivered(bot)
    card = next(m for m in reversed(ann.sees("lobby")) if "Start" in labels(m))
    assert "strongest, plays perfectly" in card.content
    assert "make exact" not in card.content
    await shown(bot, ann, await ann.click(card, "Start"))
    for _ in range(TURNS):
        match = (await rested(bot, ann)).started
        if match.outcome:
            break
        hint = private(await ann.slash("game hint")).content
        hinted = match.game.parse(match.state, hint.split("**")[1].replace("\\", ""))
        assert error(shelf, match.game, match.state, match.game.apply(match.state, hinted)) == 0
        await ann.slash("move", move=match.game.notate(match.game.legal(match.state)[0]))
    match = (await rested(bot, ann)).started
    assert match.game == perfect.game
    assert set(engine_errors(shelf, match)) == {0}
    if not match.outcome:
        question = private(await ann.slash("game resign"))
        await ann.click(question, "Resign")
        await rested(bot, ann)
    report = private(await ann.slash("game analysis")).content
    assert "luck" in report.lower() or "dice" in report.lower()
    assert newest_board(ann).attachments


def engine_errors(shelf: Shelf, match: Match) -> list[int]:
    """Return what each move of the engine gave away by the table, in its units."""
    errors = list[int]()
    actors = iter(entry.actor for entry in match.entries if isinstance(entry.event, Played))
    before = match.game.start()
    for ply in match.plies:
        if ply.side is not None and next(actors) is Actor.ENGINE:
            errors.append(error(shelf, match.game, before, ply.state))
        before = ply.state
    return errors


def error(shelf: Shelf, game: AnyGame, before: AnyState, after: AnyState) -> int:
    """Return what the move from one state to another gives away by the table, in its units."""
    table, side = shelf.find(game), game.turn(before)
    assert table is not None
    assert isinstance(side, str)
    team = 0 if side in game.spec.teams[0] else 1
    reached = [game.apply(before, move) for move in game.legal(before)]
    best = max(units_after(game, state, table, team) for state in reached)
    return best - units_after(game, after, table, team)

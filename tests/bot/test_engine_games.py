"""A whole game of one person against the computer, for every registered game."""

import random
from collections.abc import Iterator
from typing import Any, Final

import pytest

from bot.interactions.client import Postboard
from bot.model.engines import EngineRecord
from loopback import Person
from rules.contract.core import Dice
from rules.log.entries import Actor
from rules.registry import all_games
from tests.bot.engine_driver import newest_board, rested
from tests.bot.game_driver import delivered, labels, private, public, shown
from tests.conformance.configured import SOAK

TURNS: Final = 20 if SOAK else 4
"""Moves of the person after which they resign."""


def _settings() -> Iterator[Any]:
    """Yield every game with each number of players that its usual options allow."""
    for key, game in all_games().items():
        for size in sorted({len(seating) for seating in game.spec.seatings}):
            yield pytest.param(key, size, id=f"{key}-{size}")


@pytest.mark.parametrize(("key", "players"), list(_settings()))
async def test_one_person_plays_the_computer(
    bot: Postboard, ann: Person, key: str, players: int
) -> None:
    """Everybody else is an engine."""
    game = all_games()[key]
    values: dict[str, str | int] = {"level": 1}
    if len(game.spec.seatings) > 1:
        values["variant"] = f"players={players}"
    told = public(await ann.slash("play", game=key, values=values))
    await delivered(bot)
    if isinstance(game.turn(game.start()), Dice):
        card = next(m for m in reversed(ann.sees("lobby")) if "Start" in labels(m))
        await shown(bot, ann, await ann.click(card, "Start"))
        told = ann.present(card)
    heading, _, _ = told.content.partition("\n")
    names, _, title = heading.partition("** · ")
    engines = ["Pebble", "Pebble II"][: players - 1]
    assert sorted(names.removeprefix("**").split(" – ")) == ["Ann", *engines]
    assert title == game.spec.title.english()
    chance = random.Random(f"{key} {players}")
    for _ in range(TURNS):
        table = await rested(bot, ann)
        match, board = table.started, newest_board(ann)
        if match.outcome:
            break
        assert table.due is not None
        assert table.due.user.name == ann.name
        assert not board.pings or "You're" in board.content, "it answers at once"
        assert labels(board) >= {"My view", "Menu", "Hint"}
        move = match.game.notate(chance.choice(match.game.legal(match.state)))
        public(await ann.slash("move", move=move))
    table = await rested(bot, ann)
    if not table.started.outcome:
        question = private(await ann.slash("game resign"))
        await ann.click(question, "Resign")
        table = await rested(bot, ann)
    entries = table.started.entries
    engine = [entry for entry in entries if entry.actor is Actor.ENGINE]
    assert engine
    assert len({entry.request for entry in engine}) == len(engine)
    (record,) = await bot.store.engines.records(key)
    assert isinstance(record, EngineRecord)
    assert record.won + record.drawn + record.lost == len(table.engines)
    assert "More" in labels(newest_board(ann))

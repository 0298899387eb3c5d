"""Hints while a game goes on, and the report once it is over."""

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import TypeVar

import pytest
from PIL import Image

from bot.interactions.client import Postboard
from bot.model.caller import User
from bot.model.table import Status, Terms
from bot.tables.advice import allows_hints
from bot.tables.commands import Accept, Open
from engine.pool import Pool, Purpose, WorkerError
from engine.tasks import Answer, Request
from loopback import Loopback, Person
from loopback.interactions.lifecycle import SECONDS_TO_LIVE
from rules.registry import find
from tests.bot.engine_driver import newest_board, playing_computer, rested
from tests.bot.game_driver import (
    labels,
    private,
    public,
    set_options,
    shown,
    sit_down,
)
from tests.bot.table_service import ANN, BO, Service, caller

_T = TypeVar("_T")


class Dead(Pool):
    """A pool whose workers have all died."""

    async def ask(self, request: Request, purpose: Purpose, read: Callable[[Answer], _T]) -> _T:
        raise WorkerError(f"nobody answers {request.task}, {purpose} and {read}")


async def test_a_hint_is_private_and_can_be_played(bot: Postboard, ann: Person) -> None:
    board = await playing_computer(bot, ann, level=1, side="white")
    assert "Hint" in labels(board)
    hint = private(await ann.click(board, "Hint"))
    assert "\nThen likely " in hint.content
    assert "\nYour chances: about " in hint.content
    assert re.search(r"\w is just as good\.|costs \d+%\.", hint.content)
    assert hint.attachments
    (label,) = labels(hint)
    move = label.removeprefix("Play ")
    assert hint.content.startswith(f"**{move}**\n")
    game = find("czech")
    assert game.parse(game.start(), move) in game.legal(game.start())
    await ann.click(hint, label)
    table = await rested(bot, ann)
    assert table.started.plies[0].notation == move


async def test_advice_takes_the_place_of_the_last_while_its_token_lives(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    board = await playing_computer(bot, ann, level=1, side="white")
    await ann.click(board, "Hint")
    hint = private(await ann.slash("game hint"))
    assert await _private_ids(bot, ann) == [hint.id]
    await ann.slash("move", move="c3-d4")
    await rested(bot, ann)
    question = private(await ann.slash("game resign"))
    await shown(bot, ann, await ann.click(question, "Resign"))
    await ann.slash("game analysis")
    report = private(await ann.slash("game analysis"))
    assert await _private_ids(bot, ann) == [question.id, report.id]
    server.clock.advance(SECONDS_TO_LIVE + 1)
    late = private(await ann.slash("game analysis"))
    assert await _private_ids(bot, ann) == [question.id, report.id, late.id], "out of reach by now"


async def _private_ids(bot: Postboard, person: Person) -> list[int]:
    """Return the private messages that a person sees, once nothing is being removed."""
    await bot.idle()
    await bot.panels.settled()
    return [message.id for message in person.sees() if message.ephemeral]


async def test_people_get_no_hints_from_the_computer(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await sit_down(server, bot, database)
    assert "Hint" not in labels(driver.board)
    for person in (driver.due, driver.idle):
        refused = private(await person.slash("game hint"))
        assert "if everyone agreed" in refused.content
    assert "You can watch" in private(await cy.slash("game hint")).content


async def test_people_who_agreed_on_the_card_get_hints_in_their_turn(
    bot: Postboard, ann: Person, bo: Person
) -> None:
    card = public(await ann.slash("play", game="czech", opponent=bo, side="white"))
    card = public(await set_options(ann, card, {"Hints": "yes"}))
    assert "hints allowed" in card.content
    board = await shown(bot, ann, await bo.click(card, "Accept"))
    assert "Hint" in labels(board)
    assert "isn't your turn" in private(await bo.click(board, "Hint")).content
    assert "Your chances: about " in private(await ann.click(board, "Hint")).content
    await bot.idle()


async def test_a_game_is_analysed_once_it_is_over(
    bot: Postboard, ann: Person, bo: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await playing_computer(bot, ann, level=1, side="white")
    assert "once it's finished" in private(await ann.slash("game analysis")).content
    for move in ("c3-d4", "d4xf6"):
        table = await rested(bot, ann)
        legal = [
            table.started.game.notate(m) for m in table.started.game.legal(table.started.state)
        ]
        await ann.slash("move", move=move if move in legal else legal[0])
    await rested(bot, ann)
    question = private(await ann.slash("game resign"))
    over = await shown(bot, ann, await ann.click(question, "Resign"))
    more = private(await bo.click(over, "More"))
    report = private(await bo.click(more, "Analysis"))
    assert "Pebble won." in report.content
    assert "Ann" in report.content
    (chart,) = report.attachments
    with Image.open(BytesIO(chart.bytes)) as picture:
        assert (picture.format, picture.width) == ("PNG", 800)
    curve = chart.description or ""
    assert re.match(r"Ann's chances over \d+ moves: \d+% after move 1, ", curve)
    assert re.search(r"\d+% after move 2\.", curve)
    numbers = re.findall(r"after move (\d+)", curve)
    assert len(set(numbers)) == len(numbers), "a move is named once"
    # It is kept: no worker is needed for the same log again.
    monkeypatch.setattr(bot.advice, "_pool", Dead())
    told = public(await bo.click(report, "Share"))
    assert told.content.startswith(report.content.split("\n- ")[0])
    assert told.pings == frozenset()
    assert newest_board(ann).id == told.id


async def test_a_dead_worker_gives_no_advice_and_does_no_harm(
    bot: Postboard, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await playing_computer(bot, ann, level=1, side="white")
    monkeypatch.setattr(bot.advice, "_pool", Dead())
    assert "try again later" in private(await ann.click(board, "Hint")).content
    assert public(await ann.slash("move", move="c3-d4")).attachments


@pytest.mark.parametrize(("hints", "opponents"), [(False, (BO,)), (True, (BO,)), (False, ())])
async def test_two_people_who_play_with_the_computer_get_hints_if_they_agreed(
    service: Service, opponents: tuple[User, ...], *, hints: bool
) -> None:
    """One person who plays engines needs nobody's agreement."""
    terms, engines = Terms("rematch", {}, seating=1, hints=hints), (1,) * (2 - len(opponents))
    table = await service.tables.open(
        Open(terms, opponents, None, engines), caller(ANN), service.request()
    )
    for person in opponents:
        table = await service.do(table, person, Accept())
    assert table.status is Status.PLAYING
    assert allows_hints(table) is (hints or not opponents)

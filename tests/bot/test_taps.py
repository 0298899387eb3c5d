"""How many taps a move takes, over whole random games, and how many requests.

`python -m tests.bot.test_taps` prints the table that stands in `docs/playing.md`.
"""

import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from bot.interactions.client import Postboard
from bot.interactions.components.move_panel.state import MOST
from bot.messages.controls.custom_ids import Verb, decode
from bot.messages.controls.move_words import move_word
from loopback import Loopback, Message, Reply
from loopback.exchange import Exchange
from rules.contract.capabilities import ClaimsRegions
from rules.contract.clicks import MoveEntry, enter
from rules.contract.core import AnyGame, AnyMove, Dice
from rules.geometry import Cell
from rules.registry import all_games
from tests.bot.game_driver import GameDriver, choices, labels, private, sit_down
from tests.bot.who import person_of

GAMES: Final = 6
"""Random games of each game; one of a game with claims, whose boards are large."""
PLIES: Final = 300
DOCS: Final = Path(__file__).parents[2] / "docs" / "playing.md"


def steps(game: AnyGame, legal: Sequence[AnyMove], move: AnyMove) -> list[MoveEntry | None]:
    """Return where each press of the panel starts from; None stands for choosing a whole move."""
    if len(legal) <= MOST:
        return [None]
    entry, path = enter(game, legal, ()), game.path(move)
    pressed: list[MoveEntry | None] = []
    while entry.choices and entry.clicked != path:
        if entry.clicked and isinstance(game, ClaimsRegions):
            return [*pressed, None]
        if len(entry.choices) > MOST:
            pressed.append(entry)
        pressed.append(entry)
        entry = enter(game, legal, (*entry.clicked, path[len(entry.clicked)]))
    return pressed


def taps(game: AnyGame, legal: Sequence[AnyMove], move: AnyMove, *, at_once: bool = False) -> int:
    """Return the taps from the board to the played move."""
    if len(legal) == 1:
        return 1
    pressed = steps(game, legal, move)
    stops = pressed[-1] is not None and enter(game, legal, game.path(move)).choices
    return 1 + len(pressed) + (0 if at_once and not stops else 1)


def over_games(game: AnyGame) -> tuple[list[int], list[int]]:
    """Return the taps of every move in random games, with a preview and at once."""
    shown_first: list[int] = []
    at_once: list[int] = []
    for seed in range(1 if isinstance(game, ClaimsRegions) else GAMES):
        chance, state = random.Random(seed), game.start()
        for _ in range(PLIES):
            turn = game.turn(state)
            if turn is None:
                break
            legal = game.legal(state)
            move = chance.choice(legal)
            if not isinstance(turn, Dice) and game.path(move):
                shown_first.append(taps(game, legal, move))
                at_once.append(taps(game, legal, move, at_once=True))
            state = game.apply(state, move)
    return shown_first, at_once


def line(game: AnyGame) -> str:
    """Return the line of a game in the table of the documents."""
    cells = [f"{sum(each) / len(each):.1f} | {max(each)}" for each in over_games(game)]
    return f"| {game.spec.title.english()} | {' | '.join(cells)} |"


def limits(game: AnyGame) -> tuple[int, int]:
    """Return the most taps that a move may take, with a preview and at once."""
    if isinstance(game, ClaimsRegions):
        return 5, 4
    return (3, 2) if isinstance(game.turn(game.start()), Dice) else (4, 3)


@pytest.mark.parametrize("key", list(all_games()))
def test_a_move_takes_few_taps_and_the_documents_say_how_many(key: str) -> None:
    game = all_games()[key]
    shown_first, at_once = over_games(game)
    assert (max(shown_first), max(at_once)) <= limits(game)
    assert line(game) in DOCS.read_text("utf-8")


@pytest.mark.parametrize("at_once", [False, True], ids=["preview", "at-once"])
@pytest.mark.parametrize("key", list(all_games()))
async def test_the_panel_takes_as_many_taps_and_requests(
    server: Loopback, bot: Postboard, database: Path, *, key: str, at_once: bool
) -> None:
    """Each tap is one request that answers it; the last of a panel's is followed by the board."""
    answers: list[str] = []

    def count(exchange: Exchange) -> None:
        answers_a_press = exchange.path.endswith("/callback") or "/webhooks/" in exchange.path
        if answers_a_press and exchange.method != "DELETE":
            answers.append(f"{exchange.method} {exchange.path}")

    driver = await sit_down(server, bot, database, key)
    server._platform.observers.append(count)  # pyright: ignore[reportPrivateUsage]
    chance = random.Random(key)
    for person in driver.people.values():
        await bot.store.choices.set_plays_at_once(
            await person_of(bot, person), key, at_once=at_once
        )
    for _ in range(3):
        legal = driver.game.legal(driver.match.state)
        move = chance.choice(legal)
        if not driver.game.path(move):
            return
        expected = taps(driver.game, legal, move, at_once=at_once)
        before = len(answers)
        assert driver.match.seat_due is not None
        after = driver.match.play(driver.match.seat_due, driver.game.notate(move))
        pressed, reply = await tapped(driver, legal, move)
        await driver.became(after, reply)
        assert pressed == expected
        assert len(answers) - before == expected + (expected > 1)


async def test_a_panel_move_is_five_requests_and_four_at_once() -> None:
    """With what the test above holds: a request for each of four or three taps, and the board."""
    game = all_games()["punt-match"]
    legal = game.legal(game.start())
    assert {taps(game, legal, move) for move in legal} == {4}
    assert {taps(game, legal, move, at_once=True) for move in legal} == {3}


async def tapped(driver: GameDriver, legal: Sequence[AnyMove], move: AnyMove) -> tuple[int, Reply]:
    """Enter a move by the board's buttons; return how many were pressed, and what came of it."""
    game, player = driver.game, driver.due
    notation = game.notate(move)
    if len(legal) == 1:
        return 1, await player.click(driver.board, f"Play {notation} (the only move)")
    reply = await player.click(driver.board, "Move")
    panel, count = private(reply), 1
    for entry in steps(game, legal, move):
        word = move_word(game, move)
        cell = None if entry is None else game.path(move)[len(entry.clicked)]
        button = _chosen(panel, word) if cell is None else _button(driver, panel, cell)
        reply = await player.click(panel, custom_id=button)
        panel, count = answered_by(reply), count + 1
    final = labels(panel) & {f"Play {notation}", f"Stop here: play {notation}"}
    if panel.ephemeral and final:
        return count + 1, await player.click(panel, final.pop())
    return count, reply


def answered_by(reply: Reply) -> Message:
    assert reply.message is not None, reply.failed
    return reply.message


def _chosen(panel: Message, word: str) -> str:
    """Return the button that chooses a whole move."""
    named = (button.custom_id or "" for button in panel.buttons())
    return next(
        each for each in named
        if decode(each).verb is Verb.CHOOSE and decode(each).text(0) == word
    )  # fmt: skip


def _button(driver: GameDriver, panel: Message, cell: Cell) -> str:
    """Return the button of a cell, or of the part of the board that holds it."""
    label = driver.game.view(driver.match.state).geometry.label(cell)
    by_label = {button.label: button.custom_id or "" for button in panel.buttons()}
    if label in choices(panel):
        return by_label[choices(panel)[label]]
    return next(
        custom_id for custom_id in by_label.values()
        if decode(custom_id).verb is Verb.PART and _holds(driver, decode(custom_id).text(1), cell)
    )  # fmt: skip


def _holds(driver: GameDriver, name: str, cell: Cell) -> bool:
    """Whether the part of this name, its two corners, holds the cell."""
    geometry = driver.game.geometry
    low, high = (geometry.find(corner) for corner in name.split("–"))
    assert low is not None
    assert high is not None
    ends, point = (geometry.centre(low), geometry.centre(high)), geometry.centre(cell)
    return (
        ends[0].x <= point.x <= ends[1].x
        and min(ends[0].y, ends[1].y) <= point.y <= max(ends[0].y, ends[1].y)
    )  # fmt: skip


if __name__ == "__main__":
    sys.stdout.write("\n".join(map(line, all_games().values())) + "\n")

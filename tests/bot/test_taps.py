"""How many taps a move takes, over whole random games, and how many requests.

`python -m tests.bot.test_taps` prints the table that stands in `docs/playing.md`.
"""

import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from bot.interactions.client import Postboard
from bot.messages.controls import verbs
from bot.messages.controls.move_words import clicks_word, move_word
from bot.messages.controls.verbs import Verb
from loopback import Loopback, Message, Person, Reply
from loopback.exchange import Exchange
from rules.contract.capabilities import ClaimsRegions
from rules.contract.clicks import MoveEntry, enter
from rules.contract.core import AnyGame, AnyMove, Dice
from rules.geometry import Cell
from rules.geometry.blocks import blocks
from rules.registry import all_games
from tests.bot.game_driver import GameDriver, labels, private, sit_down
from tests.bot.known_verbs import decode
from tests.bot.who import person_of

GAMES: Final = 6
"""Random games of each game; one of a game with claims, whose boards are large."""
PLIES: Final = 300
BUTTONS: Final = 9
"""The whole moves that a phone shows as buttons."""
CELLS: Final = 16
"""The cells that it shows as buttons, with other buttons between them and the fourth line."""
PART: Final = 14
"""The cells of a part of the board that it shows as buttons."""
MENU: Final = 25
DOCS: Final = Path(__file__).parents[2] / "docs" / "playing.md"


class Press(NamedTuple):
    """A choice in the panel."""

    entry: MoveEntry | None
    """What was entered before it; None stands for choosing a whole move."""
    taps: int = 1
    """Two in a menu, which is opened first."""
    part: bool = False
    """Whether it picks a part of the board."""


def steps(game: AnyGame, legal: Sequence[AnyMove], move: AnyMove) -> list[Press]:
    """Return what is chosen in the panel, one after another."""
    if len(legal) <= BUTTONS or (len(legal) <= MENU and _has_long_paths(game, legal)):
        return [Press(None, _taps(len(legal), BUTTONS))]
    entry, path = enter(game, legal, ()), game.path(move)
    pressed: list[Press] = []
    while entry.choices and entry.clicked != path:
        if entry.clicked and isinstance(game, ClaimsRegions):
            claims = sum(game.path(each)[:1] == path[:1] for each in legal) - 1
            return [*pressed, Press(None, _taps(claims if len(path) > 1 else 0, BUTTONS - 2))]
        wanted, ways = set(entry.choices), len(entry.moves[:1]) + bool(entry.clicked)
        if len(wanted) > MENU:
            pressed.append(Press(entry, part=True))
            part = next(each for each in parts(game) if path[len(entry.clicked)] in each)
            wanted, ways = wanted & part, 1
        most = CELLS - ways if len(wanted) > CELLS - 4 else CELLS
        pressed.append(Press(entry, _taps(len(wanted), most)))
        entry = enter(game, legal, (*entry.clicked, path[len(entry.clicked)]))
    return pressed


def parts(game: AnyGame) -> Sequence[frozenset[Cell]]:
    """Return the parts of a board that is too large for one choice."""
    few, many = ([each.cells for each in blocks(game.geometry, most)] for most in (PART, MENU))
    return few if all(len(cells) <= PART for cells in few) else many


def _has_long_paths(game: AnyGame, legal: Sequence[AnyMove]) -> bool:
    return not isinstance(game, ClaimsRegions) and any(len(game.path(each)) > 2 for each in legal)


def _taps(count: int, most: int) -> int:
    return 1 if count <= most else 2


def taps(game: AnyGame, legal: Sequence[AnyMove], move: AnyMove, *, at_once: bool = False) -> int:
    """Return the taps from the board to the played move."""
    presses = steps(game, legal, move) if len(legal) > 1 else []
    more = sum(press.taps - 1 for press in presses)
    return requests(game, legal, move, at_once=at_once) + more


def requests(
    game: AnyGame, legal: Sequence[AnyMove], move: AnyMove, *, at_once: bool = False
) -> int:
    """Return the taps that Discord tells the bot of."""
    if len(legal) == 1:
        return 1
    pressed = steps(game, legal, move)
    stops = pressed[-1].entry is not None and enter(game, legal, game.path(move)).choices
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
    return 4, 3


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
        await bot.store.personal.set_plays_at_once(
            await person_of(bot, person), key, at_once=at_once
        )
    for _ in range(3):
        legal = driver.game.legal(driver.match.state)
        move = chance.choice(legal)
        if not driver.game.path(move):
            return
        expected = requests(driver.game, legal, move, at_once=at_once)
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
        return 1, await player.click(driver.board, f"Play {notation} (only move)")
    reply = await player.click(driver.board, "Move")
    panel, count = private(reply), 1
    for press in steps(game, legal, move):
        entry = press.entry
        if press.part:
            assert entry is not None
            button = _part(driver, panel, game.path(move)[len(entry.clicked)])
            reply = await player.click(panel, custom_id=button)
        else:
            picked = None if entry is None else game.path(move)[: len(entry.clicked) + 1]
            verb = verbs.CHOOSE if picked is None else verbs.CLICKS
            word = move_word(game, move) if picked is None else clicks_word(game, picked)
            reply = await _taken(player, panel, verb, word, press.taps)
        panel, count = answered_by(reply), count + 1
    final = labels(panel) & {f"Play {notation}", f"Stop here: play {notation}"}
    if panel.ephemeral and final:
        return count + 1, await player.click(panel, final.pop())
    return count, reply


def answered_by(reply: Reply) -> Message:
    assert reply.message is not None, reply.failed
    return reply.message


async def _taken(player: Person, panel: Message, verb: Verb, word: str, taps: int) -> Reply:
    """Choose what a word stands for, with as many taps as it should take."""
    named = {b.custom_id for b in panel.buttons() if b.custom_id}
    found = [each for each in named if decode(each).verb is verb and decode(each).text(0) == word]
    if taps == 1:
        (custom_id,) = found
        return await player.click(panel, custom_id=custom_id)
    assert not found
    return await player.choose(panel, word)


def _part(driver: GameDriver, panel: Message, cell: Cell) -> str:
    """Return the button of the part of the board that holds a cell."""
    named = (button.custom_id or "" for button in panel.buttons())
    return next(
        each for each in named
        if decode(each).verb is verbs.PART and _holds(driver, decode(each).text(1), cell)
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

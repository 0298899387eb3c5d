"""The perfect opponent over the real wire, where `make exact` has written its table."""

from pathlib import Path
from typing import Final

import pytest

from engine.exact import Shelf, configurations, units_after
from engine.levels import LEVELS
from loopback import Loopback
from rules.contract.core import AnyGame, AnyState
from rules.log.entries import Actor
from rules.log.events import Played
from rules.match.match import Match
from rules.registry import all_games
from tests.bot.conftest import bot_on
from tests.bot.engine_driver import newest_board, rested
from tests.bot.game_driver import delivered, labels, private, public, shown
from tests.conformance.configured import more_in_soak

FOLDER: Final = Path(__file__).parents[2] / "var" / "exact"
SHELF: Final = Shelf(FOLDER)
TURNS: Final = more_in_soak(6)
"""Turns of the person who plays; a whole game in a soak."""


def solved_game() -> AnyGame | None:
    """Return a game with its usual options whose table is there."""
    games = (game for game in all_games().values() if configurations(game))
    return next((game for game in games if SHELF.find(game)), None)


GAME: Final = solved_game()


@pytest.mark.skipif(GAME is None, reason="`make exact` writes the table")
async def test_the_strongest_level_plays_the_best_move_by_the_table(
    server: Loopback, database: Path
) -> None:
    assert GAME is not None
    ann = server.person("Ann")
    async with bot_on(server, database, FOLDER) as bot:
        values = {"level": LEVELS[-1].number}
        public(await ann.slash(f"play {GAME.spec.key}", values=values))
        await delivered(bot)
        card = next(m for m in reversed(ann.sees("lobby")) if "Begin" in labels(m))
        assert "knows the exact value of every position and never errs" in card.content
        assert "make exact" not in card.content
        await shown(bot, ann, await ann.click(card, "Begin"))
        for _ in range(TURNS):
            match = (await rested(bot, ann)).started
            if match.outcome:
                break
            hint = private(await ann.slash("hint move")).content
            hinted = match.game.parse(match.state, hint.split("**")[1].replace("\\", ""))
            assert error(match.game, match.state, match.game.apply(match.state, hinted)) == 0
            await ann.slash("move", move=match.game.notate(match.game.legal(match.state)[0]))
        match = (await rested(bot, ann)).started
        assert set(engine_errors(match)) == {0}
        if not match.outcome:
            question = private(await ann.slash("resign"))
            await ann.click(question, "Resign")
            await rested(bot, ann)
        report = private(await ann.slash("analysis")).content
        assert "luck" in report.lower() or "dice" in report.lower()
        assert newest_board(ann).attachments


def engine_errors(match: Match) -> list[int]:
    """Return what each move of the engine gave away by the table, in its units."""
    errors = list[int]()
    actors = iter(entry.actor for entry in match.entries if isinstance(entry.event, Played))
    before = match.game.start()
    for ply in match.plies:
        if ply.side is not None and next(actors) is Actor.ENGINE:
            errors.append(error(match.game, before, ply.state))
        before = ply.state
    return errors


def error(game: AnyGame, before: AnyState, after: AnyState) -> int:
    """Return what the move from one state to another gives away by the table, in its units."""
    table, side = SHELF.find(game), game.turn(before)
    assert table is not None
    assert isinstance(side, str)
    team = 0 if side in game.spec.teams[0] else 1
    reached = [game.apply(before, move) for move in game.legal(before)]
    best = max(units_after(game, state, table, team) for state in reached)
    return best - units_after(game, after, table, team)

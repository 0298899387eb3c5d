"""`python -m engine puzzles`: lets the computer play, and writes the puzzles of those games."""

import argparse
import json
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from time import process_time
from typing import Final

from engine.balance.selfplay import course
from engine.choose import seed_of
from engine.exact import Shelf, Table
from engine.levels import find_level
from engine.posed import Posed, members_of, puzzles_in
from engine.puzzles import BUDGET
from engine.stock import FOLDER, MOST, file_name
from rules.contract.core import AnyGame
from rules.records.transcript import Transcript
from rules.registry import all_games

__all__ = ["add_options", "make_stock"]

_LEVELS: Final = (2, 3)
"""The levels that play each other: they make mistakes as people do."""
_SECONDS: Final = 300.0


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command to its parser."""
    parser.description = __doc__
    parser.add_argument(
        "game", nargs="*", choices=[*all_games(), []], metavar="GAME", help="default: all games"
    )
    parser.add_argument(
        "--number", type=int, default=MOST, help="the puzzles of a game (default %(default)s)"
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=_SECONDS,
        help="the most seconds of CPU time for a game (default %(default)s)",
    )
    parser.add_argument(
        "--budget",
        type=int,
        default=BUDGET,
        help="the most positions that a proof examines (default %(default)s)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=FOLDER,
        metavar="DIR",
        help="the folder (default: where the bot looks for them)",
    )


def make_stock(asked: argparse.Namespace) -> int:
    """Write the puzzles that the arguments ask for as they are found; return the exit code."""
    shelf = Shelf(asked.tables)
    for key in asked.game or all_games():
        game, found = all_games()[key], list[Posed]()
        for posed in _found(game, asked.number, asked.seconds, asked.budget, shelf.find(game)):
            found.append(posed)
            found.sort(key=lambda each: not each.missed)
            lines = (json.dumps(members_of(each), ensure_ascii=False) for each in found)
            text = "".join(f"{line}\n" for line in lines)
            (asked.out / file_name(key)).write_text(text, "utf-8")
    return 0


def _found(
    game: AnyGame, number: int, seconds: float, budget: int, table: Table | None
) -> Iterator[Posed]:
    """Yield at most one puzzle a game that the computer plays with itself."""
    begin, known = process_time(), set[object]()
    for played in count():
        taken = process_time() - begin
        if len(known) >= number or taken > seconds:
            print(
                f"{game.spec.key}: {len(known)} puzzles in {played} games, {taken:.0f} s",
                file=sys.stderr,
            )
            return
        posed = next(puzzles_in(_played(game, played), budget, table), None)
        if posed is not None and (state := posed.transcript.state()) not in known:
            known.add(state)
            yield posed


def _played(game: AnyGame, number: int) -> Transcript:
    """Return a game of the two levels, which have the first seat in turn."""
    pair = [find_level(level) for level in _LEVELS]
    levels = pair if number % 2 else pair[::-1]
    plies = course(game, levels, seed_of("puzzles", game.spec.key, number))
    texts = tuple(ply.move.notation if ply.side is None else game.notate(ply.move) for ply in plies)
    return Transcript(game.spec.key, {}, texts, version=game.spec.version)

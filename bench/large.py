"""The largest boards and the longest games, compared with the usual recipe of a chess bot.

A table that isn't in memory is read and folded; the recipe replays its moves, as it does for each
move. A letter typed in `/move` is answered with the moves that begin so; the recipe filters the
legal moves of chess. Times are CPU time of a thread. Time that the event loop spends on one person
is lost to all others; a long log is folded in another thread.
"""

import asyncio
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, thread_time
from typing import Final

import chess

from bench.table import Row, scaled
from bench.usual import made, random_game, replayed, stored
from bot.interactions.commands.move import suggestions
from bot.model.caller import Caller, Person, Place, User
from bot.model.table import Request, Table, Terms
from bot.store.sql.database import Database
from bot.store.store import Store
from bot.store.tables.loading import read_rows, table_from_rows
from bot.tables.commands import Accept, Open
from bot.tables.services import Services

__all__ = ["measure"]

_GAME: Final = "rekushu"
_LARGEST: Final = {"size": "20"}
_CHESS_GAMES: Final = 30
"""The longest of this many random games of chess sets the length of ours."""
_TYPED: Final = ("", "c", "c3", "c3 ", "zz", "9")
_CHOICES: Final = 25
"""Moves that Discord shows at once."""
_LEAST: Final = 10
"""The least number of repetitions."""
_NOW: Final = 1_700_000_000
_ANN, _BO = User(Person(1), "Ann"), User(Person(2), "Bo")


def measure(seconds: float, size: float = 1) -> list[Row]:
    """Measure for about this many seconds and return a row for each result."""
    return asyncio.run(_measure(seconds, size))


async def _measure(seconds: float, size: float) -> list[Row]:
    chance = Random(7)
    games = (random_game(chance) for _ in range(scaled(_CHESS_GAMES, size)))
    longest = max(games, key=len)
    chess_moves = longest[: scaled(len(longest), size)]
    with tempfile.TemporaryDirectory(prefix="large-") as folder:
        async with Database.open(Path(folder) / "tables.sqlite3") as opened:
            long, wide = await _played(Store(opened), len(chess_moves))
            loop, fold = await _cold(opened, long.id, seconds / 4)
        with closing(made(Path(folder) / "chess.sqlite3")) as database:
            stored(database, 1, chess_moves)
            replay = _median(lambda: replayed(database, 1), seconds / 4)
    first, key = _keystrokes(wide, seconds / 4)
    widest = _widest(chess_moves)
    each = seconds / 4 / len(_TYPED)
    filtered = max(_median(partial(_choices, widest, typed), each) for typed in _TYPED)
    game, moves = f"{len(chess_moves)} plies", f"{len(wide.started.legal)} legal moves"
    recipe = f"usual recipe: {_ms(replay)}"
    letter = f"{_ms(key)}, the first of a position {_ms(first)}"
    chess_letter = f"usual recipe, {widest.legal_moves.count()} legal moves: {_ms(filtered)}"
    return [
        Row("cold table, in the event loop", _ms(loop), recipe, replay / loop, game),
        Row("cold table, in all", _ms(loop + fold), recipe, replay / (loop + fold), game),
        Row("a letter typed", letter, chess_letter, filtered / key, moves),
    ]


def _ms(seconds: float) -> str:
    return f"{1e3 * seconds:.2f} ms CPU"


async def _played(store: Store, plies: int) -> tuple[Table, Table]:
    """Store a long random game; return it, and its state when most moves were legal."""
    tables, place = Services(store, lambda: _NOW).tables, Place(1, guild_id=1)
    ann, bo = (Caller(user, place) for user in (_ANN, _BO))
    opened = await tables.open(Open(Terms(_GAME, _LARGEST), (_BO,)), ann, Request("1"))
    begun = (await tables.execute(opened.id, bo, Accept(), Request("2"))).table
    chance, match = Random(7), begun.started
    wide = match
    while match.seat_due is not None and len(match.plies) < plies:
        wide = max(wide, match, key=lambda each: len(each.legal))
        match = match.play(match.seat_due, match.game.notate(chance.choice(match.legal)))
    assert len(match.plies) == plies, "it lasts as long as the longest game of chess"
    await store.tables.append(begun, replace(begun, match=match), None, Request("3"))
    return replace(begun, match=match), replace(begun, match=wide)


async def _cold(opened: Database, table_id: int, seconds: float) -> tuple[float, float]:
    """Return the median CPU seconds of the loop for a table not in memory, and of the folding."""
    loop: list[float] = []
    thread: list[float] = []
    end = perf_counter() + seconds
    while len(loop) < _LEAST or perf_counter() < end:
        lookup = Services(Store(opened), lambda: _NOW).lookup
        before = thread_time()
        await lookup.get(table_id)
        loop.append(thread_time() - before)
        rows = await opened.snapshot(lambda tx: read_rows(tx, table_id))
        assert rows is not None, "it was stored"
        before = thread_time()
        table_from_rows(rows)
        thread.append(thread_time() - before)
    return median(loop), median(thread)


def _keystrokes(table: Table, seconds: float) -> tuple[float, float]:
    """Return the median CPU seconds of the first letter in a position, and of the next ones."""
    assert table.due is not None, "somebody is to move"
    first: list[float] = []
    later: list[float] = []
    end = perf_counter() + seconds
    while len(first) < _LEAST or perf_counter() < end:
        fresh = replace(table, match=replace(table.started))
        for times, typed in ((first, ""), *((later, typed) for typed in _TYPED)):
            before = thread_time()
            suggestions(fresh, table.due.user.id, typed)
            times.append(thread_time() - before)
    return median(first), max(median(later[n :: len(_TYPED)]) for n in range(len(_TYPED)))


def _widest(moves: list[str]) -> chess.Board:
    """Return the position of a game of chess with the most legal moves."""
    board = chess.Board()
    positions = [board.copy()]
    for move in moves:
        board.push_san(move)
        positions.append(board.copy(stack=False))
    return max(positions, key=lambda position: position.legal_moves.count())


def _choices(board: chess.Board, typed: str) -> list[str]:
    """Return the moves that begin with the typed text."""
    moves = (board.san(move) for move in board.legal_moves)
    return [move for move in moves if move.startswith(typed)][:_CHOICES]


def _median(thing: Callable[[], object], seconds: float) -> float:
    """Return the median CPU seconds of a call, repeated for about this many seconds."""
    taken: list[float] = []
    end = perf_counter() + seconds
    while len(taken) < _LEAST or perf_counter() < end:
        before = thread_time()
        thing()
        taken.append(thread_time() - before)
    return median(taken)

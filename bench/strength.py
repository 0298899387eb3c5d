"""`make strength`: the results of the levels against each other and against simpler players.

Every line is printed as soon as it is measured, with the number of its games. The interval is
Wilson's 95 % interval for the share of points; for a contest that ended early, it is a little too
narrow.
"""

import argparse
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from math import sqrt
from pathlib import Path
from random import Random
from typing import Final

from bench.contest import Player, Score, compete
from bench.tree import with_tree
from engine.choose import choose
from engine.exact import AnyTable, Shelf, Table
from engine.levels import LEVELS, Strength, errs_by_size, find_level
from engine.playouts import play_out
from engine.search import search
from rules.contract.capabilities import Judged
from rules.contract.core import AnyGame
from rules.registry import all_games

_COLUMNS: Final = (
    "game", "player", "against", "games", "won", "drawn", "lost", "score", "95 %",
    "plies", "CPU", "longest move",
)  # fmt: skip
_DEFAULT_PAIRS: Final = ("1:random", "1:A", "2:A", "3:A", "2:1", "3:2", "4:3", "5:4")
_ENOUGH: Final = 0.65
"""The share of the points that a level has to win against the one below."""
_ATTENTIVE: Final = "A"
"""The name of a player that overlooks none of its own moves, and looks at no answer."""
_OVERLOOKS: Final = "overlooks:"
"""Before a share, the name of the same player who overlooks that share of its moves."""
_PAIR: Final = re.compile(r"(?:overlooks:)?[^:]+")
"""A player's name in a pair of them."""
_PLAYOUTS: Final = "uct"
"""The name of a player with random playouts that examines as many positions as its rival."""
_TREE: Final = "judged-uct"
"""The name of a player with the same judgement in another search, in as much CPU time."""


def main() -> None:
    """Measure the requested pairs and print a line for each."""
    asked = _parser().parse_args()
    print(f"Measured on {datetime.now(UTC):%Y-%m-%d}.\n")
    print(f"| {' | '.join(_COLUMNS)} |")
    print(f"|{'---|' * len(_COLUMNS)}")
    for title, game in _games(asked.game):
        table = Shelf(asked.tables).best(game)
        exact = isinstance(table, Table)
        for pair in asked.pairs:
            first, second = _PAIR.findall(pair)
            if second == "greedy" and (exact or not isinstance(game, Judged)):
                continue
            if _OVERLOOKS in pair and (exact or errs_by_size(game)):
                continue
            player = _player(game, first, table, rival=first)
            if second == _TREE:
                player, other = with_tree(game, player)
            else:
                other = _player(game, second, table, rival=first)
            score = compete(
                game,
                player,
                other,
                games=asked.games,
                seconds=asked.seconds,
                seed=asked.seed,
                needed=_ENOUGH if asked.settle else None,
            )
            print(_line(title, first, second, score, exact=exact), flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    parser.add_argument(
        "pairs",
        nargs="*",
        default=_DEFAULT_PAIRS,
        help="level numbers, A (attentive, but sees no answer), overlooks:SHARE, random, greedy,"
        " uct or, as the second, judged-uct: 3:2, 1:A, overlooks:0.3:A, 4:judged-uct",
    )
    parser.add_argument(
        "--game",
        action="append",
        metavar="KEY[,OPTION=VALUE]",
        help="may be repeated; by default every game with the options it has",
    )
    parser.add_argument("--games", type=int, default=60, help="for each pair (default 60)")
    parser.add_argument(
        "--seconds", type=float, default=3_600.0, help="CPU time for each pair (default 3600)"
    )
    parser.add_argument(
        "--settle",
        action="store_true",
        help=f"end a contest when {100 * _ENOUGH:.0f} %% of the points of all its games are won, or"
        " no longer can be",
    )
    parser.add_argument("--seed", type=int, default=1_001)
    parser.add_argument(
        "--tables", type=Path, metavar="FOLDER", help="play by the exact tables in it"
    )
    return parser


def _games(asked: list[str] | None) -> Iterator[tuple[str, AnyGame]]:
    """Yield the requested games and options, each with its title and these options."""
    for text in asked or all_games():
        key, *options = text.split(",")
        game = all_games()[key].configured(dict(option.split("=") for option in options))
        yield ", ".join((game.spec.title.english(), *options)), game


def _player(game: AnyGame, name: str, table: AnyTable | None, rival: str) -> Player:
    """Return the player with that name."""
    if name == "random":
        return lambda state, seed: Random(seed).choice(game.legal(state))
    if name == "greedy":
        return lambda state, seed: search(game, state, positions=1, seed=seed).ranking[0].move
    if name == _ATTENTIVE or name.startswith(_OVERLOOKS):
        overlooks = float(name.removeprefix(_OVERLOOKS)) if name != _ATTENTIVE else 0.0
        strength = Strength(part=0, overlooks=overlooks, error=0.0)
        return lambda state, seed: choose(game, state, strength, seed).move
    if name == _PLAYOUTS:
        positions = find_level(int(rival)).positions(game)
        return lambda state, seed: (
            play_out(game, state, positions=positions, seed=seed).ranking[0].move
        )
    level = find_level(int(name))
    return lambda state, seed: choose(game, state, level, seed, table).move


def _line(title: str, first: str, second: str, score: Score, *, exact: bool) -> str:
    low, high = _interval(score.points, score.games)
    interval = f"{100 * max(low, 0):.0f}–{100 * high:.0f}"
    cells = (
        title + (" (exact)" if exact else ""),
        _named(first),
        _named(second),
        str(score.games),
        str(score.won),
        str(score.drawn),
        str(score.lost),
        f"{100 * score.points / score.games:.0f} %",
        interval,
        f"{score.plies / score.games:.0f}",
        f"{score.seconds:.0f} s",
        f"{score.longest:.2f} s",
    )
    return f"| {' | '.join(cells)} |"


def _named(name: str) -> str:
    return f"{name} {LEVELS[int(name) - 1].name}" if name.isdecimal() else name


def _interval(points: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval for a share."""
    z = 1.96
    share = points / games
    middle = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    return (middle - spread) / whole, (middle + spread) / whole


if __name__ == "__main__":
    main()

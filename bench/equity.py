"""What a move of each level costs where the game is searched, by its exact values.

`python -m bench.equity` needs the tables that `make exact` writes. The positions come from games
of levels that play by the table, so that good and poor play occur. That tells more in less time
than games do, in which the dice decide most.
"""

import argparse
from collections.abc import Iterator
from itertools import islice
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, pstdev
from time import process_time
from typing import Final

from engine.choose import choose
from engine.exact import Shelf, Table, exact_ranking
from engine.levels import LEVELS
from engine.search import search
from rules.contract.capabilities import Judged, Solvable
from rules.contract.core import AnyGame, AnyMove, AnyState, Dice
from rules.registry import all_games

__all__ = ["decisions", "table_of"]

_COLUMNS: Final = ("player", "decisions", "points lost", "±", "CPU s, mean", "longest")
_CHOSEN: Final = 1 / 4
"""The share of a game's decisions that are looked at, so that these do not come from few games."""
_PLAYERS: Final = ("random", "1", "2", "3", "4", "5")


def main() -> None:
    """Print what the players asked for lose in the same decisions."""
    asked = _parser().parse_args()
    for game in _games(asked.score):
        table = table_of(game, asked.tables)
        sample = list(islice(decisions(game, table, asked.seed), asked.decisions))
        print(f"\n{game.spec.title}, a win counts up to {game.spec.highest_worth}\n")
        print(f"| {' | '.join(_COLUMNS)} |\n|{'---|' * len(_COLUMNS)}")
        for player in asked.players:
            print(_line(game, player, sample, table), flush=True)


def decisions(game: AnyGame, table: Table, seed: int) -> Iterator[AnyState]:
    """Yield states in which a move is to be chosen and the choice makes a difference."""
    chance = Random(seed)
    while True:
        state, levels = game.start(), chance.choices(LEVELS, k=2)
        while (turn := game.turn(state)) is not None:
            if isinstance(turn, Dice):
                state = game.apply(state, chance.choice(game.legal(state)))
                continue
            ranking = exact_ranking(game, state, table).ranking
            if chance.random() < _CHOSEN and ranking[0].value > ranking[-1].value:
                yield state
            level = levels[turn in game.spec.teams[0]]
            move = choose(game, state, level, chance.getrandbits(32), table).move
            state = game.apply(state, move)


def table_of(game: AnyGame, folder: Path) -> Table:
    """Return the table of the game. Raises SystemExit if it has not been made."""
    table = Shelf(folder).find(game)
    if table is None:
        raise SystemExit(f"There is no table of exact values in {folder}; `make exact` writes it.")
    return table


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.equity", description=__doc__)
    parser.add_argument(
        "players",
        nargs="*",
        default=_PLAYERS,
        help="level numbers, random, or searchN with N positions, such as search400",
    )
    parser.add_argument("--score", default="single", help="the option of the game")
    parser.add_argument("--decisions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--tables", type=Path, default=Path("var/exact"), metavar="FOLDER")
    return parser


def _games(score: str) -> Iterator[AnyGame]:
    for game in all_games().values():
        if isinstance(game, Solvable) and isinstance(game, Judged):
            (option,) = game.spec.options
            yield game.configured({option.key: score})


def _line(game: AnyGame, player: str, sample: list[AnyState], table: Table) -> str:
    losses, seconds = list[float](), list[float]()
    for number, state in enumerate(sample):
        begin = process_time()
        move = _chosen(game, player, state, number)
        seconds.append(process_time() - begin)
        values = {entry.move: entry.value for entry in exact_ranking(game, state, table).ranking}
        losses.append(max(values.values()) - values[move])
    name = LEVELS[int(player) - 1].name if player.isdecimal() else player
    error = 2 * pstdev(losses) / sqrt(len(losses))
    cells = (
        name,
        str(len(losses)),
        f"{mean(losses):.4f}",
        f"{error:.4f}",
        f"{mean(seconds):.3f}",
        f"{max(seconds):.2f}",
    )
    return f"| {' | '.join(cells)} |"


def _chosen(game: AnyGame, player: str, state: AnyState, seed: int) -> AnyMove:
    if player == "random":
        return Random(seed).choice(game.legal(state))
    if player.isdecimal():
        return choose(game, state, LEVELS[int(player) - 1], seed).move
    positions = int(player.removeprefix("search"))
    return search(game, state, positions=positions, seed=seed).ranking[0].move


if __name__ == "__main__":
    main()

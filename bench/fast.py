"""The gain of `make fast`: the same searches compiled and from the sources, in turn.

Each round is a process of its own that prints what it took.
"""

import json
import subprocess
import sys
from collections import Counter
from itertools import islice
from time import process_time
from typing import Final, TypeAlias

import engine.search
from bench.search import states
from bench.table import Row, scaled
from rules.contract.capabilities import Judged
from rules.registry import all_games

__all__ = ["measure"]

_POSITIONS: Final = 1_000
"""Positions examined in one search."""
_SEARCHES: Final = 5
"""Searches of each game in a round."""
_COMPILED: Final = "from bench.fast import take_a_round; take_a_round({})"
_FROM_SOURCES: Final = f"""
import sys
sys.meta_path[:] = [each for each in sys.meta_path if type(each).__module__ != "postboard_fast"]
{_COMPILED}
"""
_Seconds: TypeAlias = Counter[str]
"""CPU time by the title of a game."""


def measure(seconds: float, size: float = 1) -> list[Row]:
    """Return a row for each game that judges itself, after at least so much CPU time.

    There is none where `make fast` hasn't compiled the engine.
    """
    compiled, plain, rounds = _Seconds(), _Seconds(), 0
    positions = scaled(_POSITIONS, size)
    if not str(engine.search.__file__).endswith((".so", ".pyd")):
        sys.stderr.write("The engine isn't compiled: run `make fast` first.\n")
        return []
    while compiled.total() + plain.total() < seconds:
        compiled.update(_round(_COMPILED.format(positions)))
        plain.update(_round(_FROM_SOURCES.format(positions)))
        rounds += 1
    looked = rounds * _SEARCHES * positions / 1e3
    return [
        Row(
            f"compiled search of {title}",
            f"{looked / compiled[title]:.0f} k positions/s",
            f"from the sources {looked / plain[title]:.0f} k positions/s",
            plain[title] / compiled[title],
        )
        for title in plain
    ]


def _round(program: str) -> dict[str, float]:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def take_a_round(positions: int) -> None:
    """Print the CPU time that a few searches of each game take."""
    taken: dict[str, float] = {}
    for game in all_games().values():
        if isinstance(game, Judged):
            begin = process_time()
            for seed, state in enumerate(islice(states(game), _SEARCHES)):
                engine.search.search(game, state, positions=positions, seed=seed)
            taken[game.spec.title.english()] = process_time() - begin
    print(json.dumps(taken))

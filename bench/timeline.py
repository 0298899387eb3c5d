"""When each stage of a typed move begins, what it takes, and how much of that is CPU time.

`python -m bench.timeline --seconds 10 --players 1`. A stage that others are part of holds their
time as well. What a stage takes beyond its CPU time it waits: for another thread, the disk,
Discord, or a core that is busy.
"""

import argparse
import asyncio
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles
from typing import Final

from bench.arena import at_tables, compete, opened, random_games
from bench.stages import CALLBACK, FRAME, GARBAGE, HANDLER, STAGES, Note, read
from rules.registry import find

__all__ = ["main"]

_GAME: Final = "czech"
_MOVES: Final = 5
"""Moves of each player between two readings."""
_GAMES: Final = 50
_LEAST_PLIES: Final = 20


def main() -> None:
    """Let people move, and print the stages of a move."""
    parser = argparse.ArgumentParser(prog="python -m bench.timeline", description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--players", type=int, default=1, help="who move at once (default 1)")
    asked = parser.parse_args()
    asyncio.run(_play(asked.players, asked.seconds))


async def _play(players: int, seconds: float) -> None:
    games = cycle(random_games(find(_GAME), _GAMES, _LEAST_PLIES))
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        file = Path(folder) / "tables.sqlite3"
        async with opened("bench.stages", file, at_tables(_GAME, games), players) as bot:
            (slices,) = await compete((bot,), players, _MOVES, seconds)
        notes = read(file)
    latencies = [1e3 * late for each in slices for late in each.latencies]
    _print_stages(notes)
    begun = min(note.begin for note in notes if note.stage == HANDLER)
    for stage in (CALLBACK, GARBAGE):
        found = [note for note in notes if note.stage == stage and note.begin >= begun]
        if len(found) > 1:
            _print_interruptions(stage, found)
    print(f"\nOf {len(latencies)} moves, by the players' clock: {_shown(latencies)} ms")


def _print_stages(notes: Iterable[Note]) -> None:
    """Print a line for each stage, in the order in which they begin."""
    moves: dict[int, list[Note]] = defaultdict(list)
    for note in notes:
        moves[note.frame].append(note)
    by_stage: dict[str, list[tuple[float, Note]]] = defaultdict(list)
    for run in moves.values():
        stages = {note.stage: note for note in run}
        if FRAME in stages and HANDLER in stages:
            for note in run:
                by_stage[note.stage].append((note.begin - stages[FRAME].begin, note))
    table = [
        (median(after for after, _ in found), stage, found)
        for stage, found in by_stage.items()
        if stage not in {CALLBACK, GARBAGE}
    ]
    print("\n| stage | begins after, ms | takes, ms: median, p99 | CPU, ms |\n|---|---|---|---|")
    for after, stage, found in sorted(table, key=lambda line: (line[0], STAGES.index(line[1]))):
        took, cpu = (_ms(note.took for _, note in found), _ms(note.cpu for _, note in found))
        print(f"| {stage} | {1e3 * after:.2f} | {_shown(took)} | {median(cpu):.2f} |")


def _print_interruptions(stage: str, notes: Sequence[Note]) -> None:
    """Print how long the loop can do nothing else."""
    print(f"\n{stage}, {len(notes)} times:")
    for name, values in (("took", [n.took for n in notes]), ("of it CPU", [n.cpu for n in notes])):
        found = _ms(values)
        print(f"{name} {_shown(found)} ms, longest {max(found):.1f}, together {sum(found):.0f}")


def _ms(values: Iterable[float]) -> list[float]:
    return [1e3 * value for value in values]


def _shown(values: Sequence[float]) -> str:
    return f"{median(values):.2f}, {quantiles(values, n=100)[98]:.2f}"


if __name__ == "__main__":
    main()

"""`python -m tests.chaos.same_games`: the same games again and again, and memory that stays flat.

Every game without dice is played with the same moves, so that the bot's pictures repeat and its
caches are full after the first rounds. Time passes fast: what the bot keeps for a quarter of an
hour is forgotten after a few games, and what it keeps for a day after some rounds. What grows from
then on is kept for nothing. Memory is read from /proc, so this runs on Linux.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Final

from bot.local import local_server
from bot.model.shards import ShardRange
from loopback import Loopback, Message, Person
from rules.contract.core import Dice
from rules.registry import all_games
from tests.bot.game_driver import labels
from tests.chaos.process import BotProcess
from tests.chaos.soak import Sample, growth, sample

_ALL: Final = ShardRange(0, 0, 1)
_PLIES: Final = 12
"""Of each game, after which somebody resigns."""
_KEPT: Final = 300
"""Plies of all tables that the bot keeps in memory."""
_PASSING: Final = 240.0
"""Seconds by which all clocks are set ahead after each game."""
_ALLOWED: Final = 0.03
"""Share by which memory may grow from the third quarter to the last one."""


def main() -> int:
    """Play, print a sample after each round, and return 1 where memory grows."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.same_games", description=__doc__)
    parser.add_argument("--moves", type=int, default=3000, help="how many (default 3000)")
    asked = parser.parse_args()
    samples = asyncio.run(_play(asked.moves))
    share, quarter = growth(samples), max(len(samples) // 4, 1)
    late = samples[-quarter:]
    grown = late[-1].memory - samples[-2 * quarter].memory
    moves = late[-1].entries - samples[-2 * quarter].entries
    print(
        f"{1000 * grown / moves:.2f} MiB in 1,000 entries of the second half: {100 * share:.1f} %"
    )
    return int(share > _ALLOWED)


async def _play(moves: int) -> list[Sample]:
    samples: list[Sample] = []
    games = _scripts()
    with tempfile.TemporaryDirectory(prefix="same-games-") as folder:
        database = Path(folder) / "tables.sqlite3"
        async with local_server() as server:
            bot = BotProcess(server, database, _ALL, _KEPT)
            try:
                assert await bot.start(), "nothing keeps the bot from starting"
                played, begun = 0, time.monotonic()
                while played < moves:
                    for key, script in games.items():
                        await _game(server, key, script)
                        server.clock.advance(_PASSING)
                        bot.set_clock()
                        played += len(script)
                    assert bot.pid is not None, "the bot has ended"
                    passed = time.monotonic() - begun
                    samples.append(await asyncio.to_thread(sample, bot.pid, database, passed))
                    print(samples[-1], flush=True)
            finally:
                bot.close()
    return samples


def _scripts() -> Mapping[str, Sequence[str]]:
    """Return the same moves for each game, by its key."""
    found: dict[str, list[str]] = {}
    for key, game in all_games().items():
        state, chance = game.start(), Random(key)
        if isinstance(game.turn(state), Dice) or len(game.spec.seatings[0]) > 2:
            continue
        found[key] = []
        while len(found[key]) < _PLIES and game.turn(state) is not None:
            move = chance.choice(game.legal(state))
            found[key].append(game.notate(move))
            state = game.apply(state, move)
    return found


async def _game(server: Loopback, key: str, script: Sequence[str]) -> None:
    """Play a game, with the panels that people open meanwhile."""
    ann, bo = server.person("Ann"), server.person("Bo")
    await ann.slash("play", game=key, opponent=bo, side=_first_side(key))
    await bo.click(await _newest(ann, "Accept"), "Accept")
    people: tuple[Person, Person] = (ann, bo)
    for number, move in enumerate(script):
        mover, other = people[number % 2], people[1 - number % 2]
        if number % 3 == 2:
            board = await _newest(ann, "Menu")
            if "Move" in labels(board):
                await mover.click(board, "Move")
            await other.click(board, "Menu")
            await other.slash("games")
        await mover.slash("move", move=move)
    question = await ann.slash("game resign")
    assert question.message is not None
    await ann.click(question.message, "Resign")
    channel = server.world.channels[ann.place("lobby").id]
    for message_id in channel.message_ids[:-20]:
        del server.world.messages[message_id]
    del channel.message_ids[:-20]


async def _newest(person: Person, label: str) -> Message:
    """Return the newest message with a button of this label, once there is one."""
    while True:
        for message in reversed(person.sees("lobby")):
            if label in labels(message):
                return message
        await asyncio.sleep(0.05)


def _first_side(key: str) -> str:
    game = all_games()[key]
    side = game.turn(game.start())
    assert isinstance(side, str)
    return side


if __name__ == "__main__":
    sys.exit(main())

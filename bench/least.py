"""The least that a move takes: a bot that draws a board, writes to the disk, answers and tidies up.

It knows no rules, no people and no faults: it draws any board, writes four rows in one transaction
that waits for the disk, and takes the button off the board before. It does so with the same
libraries and in the same threads as Postboard.

`python -m bench.least SOCKET TOKEN DATABASE`
"""

import sys
from asyncio import get_running_loop
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count, cycle
from pathlib import Path
from typing import Final

import discord
from discord import app_commands

from bench.arena import positions, random_games
from bench.bare import answer, bare_client, serve
from bench.probe import run
from bot.store.database import Database, Transaction
from render import picture
from rules.contract.view import BoardView
from rules.registry import find

__all__: list[str] = []

_GAMES: Final = 40
_SCHEMA: Final = """
CREATE TABLE entries (channel INTEGER, number INTEGER, text TEXT, PRIMARY KEY (channel, number));
CREATE TABLE tables (channel INTEGER PRIMARY KEY, text TEXT);
CREATE TABLE outbox (number INTEGER PRIMARY KEY, text TEXT);
"""


def _views() -> Iterator[BoardView]:
    """Return positions of random games again and again, in their order."""
    game = find("czech")
    games = random_games(game, _GAMES, 1)
    return cycle([view for moves in games for view in positions(game, moves)])


async def _serve(socket: str, token: str, database: Database) -> None:
    client = bare_client(socket)
    tree = app_commands.CommandTree(client)
    views, numbers, drawing = _views(), count(1), ThreadPoolExecutor(2)
    boards: dict[int, int] = {}

    @tree.command(description="Answer with a picture")
    async def move(interaction: discord.Interaction, move: str) -> None:
        channel, number = interaction.channel_id, next(numbers)
        assert channel is not None

        def write(tx: Transaction) -> None:
            tx.do("INSERT INTO entries VALUES (?, ?, ?)", channel, number, move)
            tx.do("INSERT OR REPLACE INTO tables VALUES (?, ?)", channel, move)
            tx.do("DELETE FROM outbox WHERE number < ?", number)
            tx.do("INSERT INTO outbox VALUES (?, ?)", number, move)

        await database.transact(write)
        drawn = await get_running_loop().run_in_executor(drawing, picture, next(views))
        sent = await answer(interaction, move, drawn)
        before = boards.get(channel)
        assert sent.message_id is not None
        boards[channel] = sent.message_id
        if before is not None:
            messages = client.get_partial_messageable(channel)
            await messages.get_partial_message(before).edit(view=None)

    await serve(client, tree, token)


async def _open(socket: str, token: str, path: Path) -> None:
    migrations = path.with_suffix("")
    migrations.mkdir()
    (migrations / "0001_least.sql").write_text(_SCHEMA)
    async with Database.open(path, migrations) as database:
        await _serve(socket, token, database)


if __name__ == "__main__":
    run(_open(sys.argv[1], sys.argv[2], Path(sys.argv[3])))

"""The least that a move takes: a bot that draws a board, writes to the disk, answers and tidies up.

It knows no rules and no faults: it draws any board with the names of two people, writes four rows
in one transaction that waits for the disk, and makes a line of the board before. It does so with
the same libraries and in the same threads as Postboard.

`python -m bench.least SOCKET TOKEN DATABASE`
"""

import sys
from asyncio import get_running_loop
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count, cycle
from pathlib import Path
from typing import Final

from bench.arena import positions, random_games
from bench.bare import Interaction, answer, serve
from bench.probe import run
from bot.store.sql.database import Database
from bot.store.sql.transaction import Transaction
from render import Caption, Occupant, picture
from rules.contract.view import BoardView
from rules.registry import find

__all__: list[str] = []

_GAMES: Final = 10
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


def _drawn(view: BoardView, channel: int) -> bytes:
    """Return a picture with the two people who play in a channel."""
    names = (f"Ann {channel % 1000}", f"Bo {channel % 1000}")
    people = ((each.side, Occupant(name)) for each, name in zip(view.players, names, strict=True))
    return picture(view, caption=Caption(tuple(people), "move 14"))


async def _serve(socket: str, token: str, database: Database) -> None:
    views, numbers, drawing = _views(), count(1), ThreadPoolExecutor(2)
    boards: dict[int, int] = {}

    async def played(interaction: Interaction, move: str) -> None:
        channel, number = interaction.channel_id, next(numbers)
        assert channel is not None

        def write(tx: Transaction) -> None:
            tx.do("INSERT INTO entries VALUES (?, ?, ?)", channel, number, move)
            tx.do("INSERT OR REPLACE INTO tables VALUES (?, ?)", channel, move)
            tx.do("DELETE FROM outbox WHERE number < ?", number)
            tx.do("INSERT INTO outbox VALUES (?, ?)", number, move)

        await database.transact(write)
        drawn = await get_running_loop().run_in_executor(drawing, _drawn, next(views), channel)
        sent = await answer(interaction, move, drawn)
        before = boards.get(channel)
        assert sent.message_id is not None, "Discord says which message it made"
        boards[channel] = sent.message_id
        if before is not None:
            messages = interaction.client.get_partial_messageable(channel)
            line = messages.get_partial_message(before)
            await line.edit(content=f"played {move}", view=None, attachments=[])

    await serve(socket, token, played)


async def _open(socket: str, token: str, path: Path) -> None:
    migrations = path.with_suffix("")
    migrations.mkdir()
    (migrations / "0001_least.sql").write_text(_SCHEMA)
    async with Database.open(path, migrations) as database:
        await _serve(socket, token, database)


if __name__ == "__main__":
    run(_open(sys.argv[1], sys.argv[2], Path(sys.argv[3])))

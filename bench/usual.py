"""The usual recipe of a chess bot: python-chess, CairoSVG, sqlite3, a picture for each move.

`python -m bench.usual SOCKET TOKEN DATABASE`
"""

import asyncio
import io
import sqlite3
import sys
from pathlib import Path
from typing import Final

import aiohttp
import cairosvg
import chess
import chess.svg
import discord
from discord import app_commands

from bench.probe import run, watched

__all__: list[str] = []

_WIDTH: Final = 800


def _draw(board: chess.Board) -> bytes:
    svg = chess.svg.board(board, size=_WIDTH, lastmove=board.peek())
    file = io.BytesIO()
    cairosvg.svg2png(bytestring=svg.encode(), write_to=file)  # pyright: ignore[reportUnknownMemberType]
    return file.getvalue()


def _board(database: sqlite3.Connection, channel: int) -> chess.Board:
    """Return the position of a channel's game from the moves that are stored."""
    board = chess.Board()
    rows = database.execute("SELECT move FROM moves WHERE channel = ? ORDER BY number", (channel,))
    for (move,) in rows:
        board.push_san(move)
    return board


async def _serve(socket: str, token: str, file: Path) -> None:
    client = discord.Client(
        intents=discord.Intents.default(), connector=aiohttp.UnixConnector(socket, limit=0)
    )
    tree = app_commands.CommandTree(client)
    database = sqlite3.connect(file)
    database.execute("CREATE TABLE moves (number INTEGER PRIMARY KEY, channel INTEGER, move TEXT)")
    database.execute("CREATE INDEX by_channel ON moves (channel)")

    @tree.command(description="Begin a game")
    async def play(interaction: discord.Interaction) -> None:
        database.execute("DELETE FROM moves WHERE channel = ?", (interaction.channel_id,))
        database.commit()
        await interaction.response.send_message("White to move")

    @tree.command(description="Play a move")
    async def move(interaction: discord.Interaction, move: str) -> None:
        channel = interaction.channel_id
        assert channel is not None
        board = _board(database, channel)
        board.push_san(move)
        database.execute("INSERT INTO moves (channel, move) VALUES (?, ?)", (channel, move))
        database.commit()
        file = discord.File(io.BytesIO(await asyncio.to_thread(_draw, board)), "board.png")
        await interaction.response.send_message(f"played {move}", file=file)

    async with client, watched():
        await client.login(token)
        await tree.sync()
        await client.connect()


if __name__ == "__main__":
    run(_serve(sys.argv[1], sys.argv[2], Path(sys.argv[3])))

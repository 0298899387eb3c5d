"""The usual recipe of a chess bot: python-chess, CairoSVG, sqlite3, a picture for each move.

`python -m bench.usual SOCKET TOKEN DATABASE`
"""

import asyncio
import io
import sqlite3
import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Final

import aiohttp
import cairosvg
import chess
import chess.svg
import discord
from discord import app_commands

from bench.probe import run, watched

__all__ = ["draw", "made", "random_game", "replayed", "stored"]

_WIDTH: Final = 800


def random_game(chance: Random) -> list[str]:
    """Return the moves of a random game of chess, played to its end."""
    board, moves = chess.Board(), list[str]()
    while not board.is_game_over():
        chosen = chance.choice(list(board.legal_moves))
        moves.append(board.san(chosen))
        board.push(chosen)
    return moves


def draw(board: chess.Board) -> bytes:
    """Return a position after a move as a PNG, as wide as our pictures."""
    svg = chess.svg.board(board, size=_WIDTH, lastmove=board.peek())
    file = io.BytesIO()
    cairosvg.svg2png(bytestring=svg.encode(), write_to=file)  # pyright: ignore[reportUnknownMemberType]
    return file.getvalue()


def made(file: Path) -> sqlite3.Connection:
    """Return a new database for games."""
    database = sqlite3.connect(file)
    database.execute("CREATE TABLE moves (number INTEGER PRIMARY KEY, channel INTEGER, move TEXT)")
    database.execute("CREATE INDEX by_channel ON moves (channel)")
    return database


def stored(database: sqlite3.Connection, channel: int, moves: Iterable[str]) -> None:
    """Add moves to a channel's game and commit them."""
    rows = ((channel, move) for move in moves)
    database.executemany("INSERT INTO moves (channel, move) VALUES (?, ?)", rows)
    database.commit()


def replayed(database: sqlite3.Connection, channel: int) -> chess.Board:
    """Return the position of a channel's game after its stored moves."""
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
    database = made(file)

    @tree.command(description="Begin a game")
    async def play(interaction: discord.Interaction) -> None:
        database.execute("DELETE FROM moves WHERE channel = ?", (interaction.channel_id,))
        database.commit()
        await interaction.response.send_message("White to move")

    @tree.command(description="Play a move")
    async def move(interaction: discord.Interaction, move: str) -> None:
        channel = interaction.channel_id
        assert channel is not None
        board = replayed(database, channel)
        board.push_san(move)
        stored(database, channel, [move])
        file = discord.File(io.BytesIO(await asyncio.to_thread(draw, board)), "board.png")
        await interaction.response.send_message(f"played {move}", file=file)

    async with client, watched():
        await client.login(token)
        await tree.sync()
        await client.connect()


if __name__ == "__main__":
    run(_serve(sys.argv[1], sys.argv[2], Path(sys.argv[3])))

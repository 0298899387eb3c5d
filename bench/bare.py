"""The yardstick: a bare discord.py bot that answers `/move` with a ready-made picture and a button.

`python -m bench.bare SOCKET TOKEN PICTURE`
"""

import io
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeAlias

import aiohttp
import discord
from discord import app_commands, ui

from bench.probe import run, watched

__all__ = ["Answer", "Interaction", "answer", "serve"]

Interaction: TypeAlias = discord.Interaction[discord.Client]
Answer: TypeAlias = Callable[[Interaction, str], Awaitable[object]]
"""Answers a move."""


class _Press(ui.DynamicItem[ui.Button[Any]], template="press"):
    """The button, in the form that is cheapest in discord.py: nothing is kept for a message."""

    def __init__(self) -> None:
        super().__init__(ui.Button(label="Move", custom_id="press"))


async def answer(
    interaction: Interaction, move: str, picture: bytes
) -> discord.InteractionCallbackResponse[discord.Client]:
    """Answer a move with a picture and a button."""
    view = ui.View(timeout=None)
    view.add_item(_Press())
    view.stop()
    file = discord.File(io.BytesIO(picture), "board.png", description="A board")
    return await interaction.response.send_message(f"played {move}", file=file, view=view)


async def serve(socket: str, token: str, played: Answer) -> None:
    """Serve one command on a client that keeps as little as possible."""
    client = discord.Client(
        intents=discord.Intents(guilds=True),
        connector=aiohttp.UnixConnector(socket, limit=0),
        member_cache_flags=discord.MemberCacheFlags.none(),
        max_messages=None,
        chunk_guilds_at_startup=False,
    )
    tree = app_commands.CommandTree(client)

    @tree.command(description="Answer with a picture")
    async def move(interaction: discord.Interaction, move: str) -> None:
        await played(interaction, move)

    async with client, watched():
        await client.login(token)
        await tree.sync()
        await client.connect()


if __name__ == "__main__":
    ready = Path(sys.argv[3]).read_bytes()
    run(serve(sys.argv[1], sys.argv[2], lambda interaction, move: answer(interaction, move, ready)))

"""The yardstick: a bare discord.py bot that answers `/move` with a ready-made picture and a button.

`python -m bench.bare SOCKET TOKEN PICTURE`
"""

import io
import sys
from pathlib import Path
from typing import Any

import aiohttp
import discord
from discord import app_commands, ui

from bench.probe import run, watched

__all__: list[str] = []


class _Press(ui.DynamicItem[ui.Button[Any]], template="press"):
    """The button, in the form that is cheapest in discord.py: nothing is kept for a message."""

    def __init__(self) -> None:
        super().__init__(ui.Button(label="Move", custom_id="press"))


async def _serve(socket: str, token: str, picture: bytes) -> None:
    """Answer with the picture, on a client that keeps as little as possible."""
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
        view = ui.View(timeout=None)
        view.add_item(_Press())
        view.stop()
        file = discord.File(io.BytesIO(picture), "board.png", description="A board")
        await interaction.response.send_message(f"played {move}", file=file, view=view)

    async with client, watched():
        await client.login(token)
        await tree.sync()
        await client.connect()


if __name__ == "__main__":
    run(_serve(sys.argv[1], sys.argv[2], Path(sys.argv[3]).read_bytes()))

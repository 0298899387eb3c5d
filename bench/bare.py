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

__all__ = ["answer", "bare_client", "serve"]


class _Press(ui.DynamicItem[ui.Button[Any]], template="press"):
    """The button, in the way that costs discord.py least: nothing is kept for a message."""

    def __init__(self) -> None:
        super().__init__(ui.Button(label="Move", custom_id="press"))


def bare_client(socket: str) -> discord.Client:
    """Return a client of the server that keeps as little as possible."""
    return discord.Client(
        intents=discord.Intents(guilds=True),
        connector=aiohttp.UnixConnector(socket, limit=0),
        member_cache_flags=discord.MemberCacheFlags.none(),
        max_messages=None,
        chunk_guilds_at_startup=False,
    )


async def answer(
    interaction: discord.Interaction, move: str, picture: bytes
) -> discord.InteractionCallbackResponse[discord.Client]:
    """Answer with a picture and a button."""
    view = ui.View(timeout=None)
    view.add_item(_Press())
    view.stop()
    file = discord.File(io.BytesIO(picture), "board.png", description="A board")
    return await interaction.response.send_message(f"played {move}", file=file, view=view)


async def serve(
    client: discord.Client, tree: app_commands.CommandTree[discord.Client], token: str
) -> None:
    """Register the commands, and answer while probes are answered too."""
    async with client, watched():
        await client.login(token)
        await tree.sync()
        await client.connect()


async def _serve(socket: str, token: str, picture: bytes) -> None:
    client = bare_client(socket)
    tree = app_commands.CommandTree(client)

    @tree.command(description="Answer with a picture")
    async def move(interaction: discord.Interaction, move: str) -> None:
        await answer(interaction, move, picture)

    await serve(client, tree, token)


if __name__ == "__main__":
    run(_serve(sys.argv[1], sys.argv[2], Path(sys.argv[3]).read_bytes()))

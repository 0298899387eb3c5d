"""A small bot on an unmodified discord.py with what a game table needs."""

import asyncio
import io
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import discord
from discord import app_commands, ui
from PIL import Image

from loopback import Loopback

ALT = "White to move. White: man a1, king c3."
ALT_AFTER = "Black to move. White: man a1, king d4."
MOVES = ("a3-b4", "c3-b4", "c3-d4", "e3-f4")

Context = discord.Interaction[discord.Client]


def board(description: str = ALT) -> discord.File:
    data = io.BytesIO()
    Image.new("RGB", (800, 840), "#886644").save(data, "PNG")
    data.seek(0)
    return discord.File(data, "board.png", description=description)


class TypedMove(ui.Modal, title="Your move"):
    typed: ui.TextInput[Any] = ui.TextInput(
        label="Move", custom_id="typed", min_length=5, max_length=20
    )

    async def on_submit(self, interaction: Context, /) -> None:
        await interaction.response.send_message(f"typed **{self.typed.value}**")


class Panel(ui.View):
    """What only the one to move sees."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @ui.select(
        custom_id="piece",
        placeholder="Which piece?",
        options=[
            discord.SelectOption(label=f"{number}. {cell}", value=cell, description="a man")
            for number, cell in enumerate(("a3", "c3", "e3"), 1)
        ],
    )
    async def piece(self, context: Context, select: ui.Select[Any]) -> None:
        await context.response.edit_message(content=f"Pick\nFrom {select.values[0]}", view=Target())


class Target(ui.View):
    """The panel's second step, whose controls are others."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @ui.select(
        custom_id="target",
        placeholder="Where to?",
        options=[discord.SelectOption(label=cell, value=cell) for cell in ("b4", "d4")],
    )
    async def target(self, context: Context, select: ui.Select[Any]) -> None:
        await context.response.edit_message(content=f"To {select.values[0]}")

    @ui.button(label="Confirm", custom_id="confirm", style=discord.ButtonStyle.success)
    async def confirm(self, context: Context, _: ui.Button[Any]) -> None:
        await context.response.edit_message(content="Played", view=None, attachments=[])
        await context.followup.send("The move is on the board", file=board(ALT_AFTER), view=Table())


class Table(ui.View):
    """The buttons below a board."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @ui.button(label="Move", custom_id="move", style=discord.ButtonStyle.primary)
    async def move(self, context: Context, _: ui.Button[Any]) -> None:
        await context.response.send_message("Pick", view=Panel(), file=board(), ephemeral=True)

    @ui.button(label="Type it", custom_id="type")
    async def type(self, context: Context, _: ui.Button[Any]) -> None:
        await context.response.send_modal(TypedMove())

    @ui.button(label="Mute", custom_id="mute", style=discord.ButtonStyle.danger)
    async def mute(self, _context: Context, _: ui.Button[Any]) -> None:
        await asyncio.Event().wait()

    @ui.button(label="Closed", custom_id="closed", disabled=True)
    async def closed(self, context: Context, _: ui.Button[Any]) -> None:
        await context.response.send_message("impossible")


class SampleTable(discord.Client):
    def __init__(self, server: Loopback) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            connector=server.connector(),
        )
        self.tree = app_commands.CommandTree(self)
        _add_commands(self.tree)

    async def setup_hook(self) -> None:
        self.add_view(Table())
        self.add_view(Panel())
        self.add_view(Target())
        await self.tree.sync()


def _add_commands(tree: app_commands.CommandTree[Any]) -> None:
    tables = app_commands.Group(name="table", description="Tables")

    @tables.command(name="open", description="Open a table")
    @app_commands.choices(
        men=[app_commands.Choice(name=f"{count} men", value=count) for count in (12, 16)]
    )
    async def open_table(context: Context, opponent: discord.Member, men: int = 12) -> None:
        deadline = int(time.time()) + 3 * 86_400
        await context.response.send_message(
            f"{opponent.mention}, sit down: **{men} men**, <t:{deadline}:R>",
            file=board(),
            view=Table(),
        )

    @tables.command(name="close", description="Close the table")
    async def close_table(context: Context) -> None:
        await context.response.send_message("closed")

    tree.add_command(tables)

    @tree.command(description="Play a move")
    @app_commands.rename(typed="move")
    async def move(context: Context, typed: str, remark: str = "") -> None:
        await context.response.defer(thinking=True)
        await context.followup.send(f"played `{typed}` {remark}")

    @move.autocomplete("typed")
    async def moves(_: Context, current: str) -> list[app_commands.Choice[str]]:
        bare = current.replace("-", "")
        found = [each for each in MOVES if bare in each.replace("-", "")]
        return [app_commands.Choice(name=each, value=each) for each in found]

    @tree.command(description="A page of the rulebook")
    async def rules(context: Context) -> None:
        page = discord.Embed(title="Draughts", description="Men move *forwards*.")
        page.add_field(name="Capture", value="Mandatory")
        await context.response.send_message(embed=page, ephemeral=True)


@asynccontextmanager
async def running(server: Loopback) -> AsyncGenerator[SampleTable]:
    """Run the bot until it is ready, and stop it at the end."""
    async with server.running(SampleTable(server)) as bot:
        yield bot

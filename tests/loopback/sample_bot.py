"""A small bot on an unmodified discord.py, with one of everything."""

import asyncio
import io
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final, Literal

import aiohttp
import discord
from discord import app_commands, ui

from loopback import Loopback

PNG = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
    + (800).to_bytes(4, "big")
    + (600).to_bytes(4, "big")
    + bytes(64)
)

Context = discord.Interaction[discord.Client]

sample_server = partial(Loopback, application="Sample", channels=("lobby", "games", "quiet"))
"""Make a server for the sample bot."""


class Panel(ui.View):
    """A button of each fate and two selects."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @ui.button(label="Update", custom_id="update")
    async def update(self, context: Context, _: ui.Button[Any]) -> None:
        await context.response.edit_message(content="updated")

    @ui.button(label="Later", custom_id="later")
    async def later(self, context: Context, _: ui.Button[Any]) -> None:
        await context.response.defer()
        await context.edit_original_response(content="updated later")

    @ui.button(label="Whisper", custom_id="whisper")
    async def whisper(self, context: Context, _: ui.Button[Any]) -> None:
        await context.response.send_message("only you", ephemeral=True)

    @ui.button(label="Ask", custom_id="ask")
    async def ask(self, context: Context, _: ui.Button[Any]) -> None:
        await context.response.send_modal(Question())

    @ui.button(label="Never", custom_id="never", disabled=True)
    async def never(self, context: Context, _: ui.Button[Any]) -> None:
        await context.response.send_message("impossible")

    @ui.select(
        custom_id="pick",
        placeholder="Pick",
        max_values=2,
        options=[discord.SelectOption(label=each.upper(), value=each) for each in "abc"],
    )
    async def pick(self, context: Context, select: ui.Select[Any]) -> None:
        await context.response.send_message("picked " + ",".join(select.values))

    @ui.select(cls=ui.UserSelect, custom_id="whom", placeholder="Whom")
    async def whom(self, context: Context, select: ui.UserSelect[Any]) -> None:
        names = ",".join(each.display_name for each in select.values)
        await context.response.send_message(f"chose {names}")


SIDES: Final = ("White", "Black")


class Question(ui.Modal, title="Your move"):
    """A modal with a required and an optional line, and sides to pick."""

    typed: ui.TextInput[Any] = ui.TextInput(
        label="Move", custom_id="typed", min_length=2, max_length=10
    )
    remark: ui.Label[Any] = ui.Label(
        text="Remark", component=ui.TextInput(custom_id="remark", required=False)
    )

    side: ui.Label[Any] = ui.Label(
        text="Side",
        component=ui.RadioGroup(
            custom_id="side",
            required=False,
            options=[discord.RadioGroupOption(label=each, value=each[0]) for each in SIDES],
        ),
    )

    async def on_submit(self, interaction: Context, /) -> None:
        remark, side = self.remark.component, self.side.component
        assert isinstance(remark, ui.TextInput)
        assert isinstance(side, ui.RadioGroup)
        said = "".join([self.typed.value, remark.value, side.value or ""])
        await interaction.response.send_message(f"typed {said}")


class Layout(ui.LayoutView):
    """A Components V2 message with a picture and a button."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.add_item(ui.TextDisplay("Look at **this**"))
        self.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png")))
        row: ui.ActionRow[Any] = ui.ActionRow()
        row.add_item(ui.Button(label="Fine", custom_id="fine"))
        self.add_item(row)


def picture() -> discord.File:
    return discord.File(io.BytesIO(PNG), "board.png", description="An empty board")


class SampleBot(discord.Client):
    """Responses every kind of interaction; `events` are the gateway events it heard."""

    def __init__(self, connector: aiohttp.BaseConnector, intents: discord.Intents) -> None:
        super().__init__(intents=intents, connector=connector, guild_ready_timeout=0.01)
        self.tree = app_commands.CommandTree(self)
        self.contexts: list[Context] = []
        self.events: list[str] = []
        self.slow = 0.0
        _register(self, self.tree)

    async def before_identify_hook(
        self,
        shard_id: int | None,
        *,
        initial: bool = False,
    ) -> None:
        """Do not wait 5 seconds before IDENTIFY."""

    async def on_socket_event_type(self, event: str) -> None:
        self.events.append(event)

    async def on_interaction(self, context: Context) -> None:
        self.contexts.append(context)


def _register(bot: SampleBot, tree: app_commands.CommandTree[SampleBot]) -> None:
    @tree.command(description="A picture and buttons")
    async def show(context: Context) -> None:
        await context.response.send_message("shown", file=picture(), view=Panel())

    @tree.command(description="Say something back")
    async def echo(
        context: Context,
        text: app_commands.Range[str, 2, 20],
        times: app_commands.Range[int, 1, 3] = 1,
        mood: Literal["glad", "sad"] = "glad",
        to: discord.User | None = None,
    ) -> None:
        whom = to.mention if to else "nobody"
        await context.response.send_message(f"{text * times} {mood} {whom}")

    @tree.command(description="Think first")
    async def think(context: Context, ephemeral: bool = False, follow: bool = False) -> None:
        await context.response.defer(ephemeral=ephemeral)
        await asyncio.sleep(bot.slow)
        if follow:
            await context.followup.send(f"thought, {context.user.mention}")
        else:
            await context.edit_original_response(
                content=f"thought, {context.user.mention}", attachments=[picture()]
            )

    @tree.command(description="Components V2")
    async def layout(context: Context) -> None:
        await context.response.send_message(view=Layout(), file=picture())

    @tree.command(description="Stay silent")
    async def silent(_: Context) -> None:
        return

    tables = app_commands.Group(name="table", description="Tables")

    @tables.command(description="Open one")
    async def open(context: Context, name: str = "one") -> None:  # noqa: A001
        await context.response.send_message(f"opened {name}")

    @tables.command(description="Close one")
    async def close(context: Context, name: str) -> None:
        await context.response.send_message(f"closed {name}")

    @close.autocomplete("name")
    async def names(_: Context, current: str) -> list[app_commands.Choice[str]]:
        known = ("one", "two", "three")
        return [
            app_commands.Choice(name=f"Table {each}", value=each)
            for each in known
            if each.startswith(current)
        ]

    tree.add_command(tables)


@asynccontextmanager
async def running(
    server: Loopback,
    *,
    intents: discord.Intents | None = None,
    connector: aiohttp.BaseConnector | None = None,
) -> AsyncGenerator[SampleBot]:
    """Run a bot until it is ready, with its commands registered, and stop it at the end."""
    bot = SampleBot(
        connector or server.connector(),
        discord.Intents(guilds=True) if intents is None else intents,
    )
    async with server.running(bot):
        await bot.wait_until_ready()
        await bot.tree.sync()
        yield bot

"""The same small bot in other libraries: programs that take an address, a socket and a token.

Each registers four commands: hello answers, slow defers and fills, upload sends a file, and thread
opens one.
"""

from typing import Final

_OF_DISNAKE: Final = """
import asyncio, io, sys
import aiohttp
import LIBRARY
from LIBRARY.ext import commands

url, socket, token = sys.argv[1:]


async def main():
    bot = commands.BOT(
        intents=LIBRARY.Intents(guilds=True), connector=aiohttp.UnixConnector(socket, limit=0)
    )

    @bot.slash_command(description="Answer")
    async def hello(context: LIBRARY.INTERACTION):
        await context.response.send_message("Hello")

    @bot.slash_command(description="Defer, and answer")
    async def slow(context: LIBRARY.INTERACTION):
        await context.response.defer()
        await asyncio.sleep(0.05)
        await context.edit_original_message(content="Done")

    @bot.slash_command(description="Send a file")
    async def upload(context: LIBRARY.INTERACTION):
        file = LIBRARY.File(io.BytesIO(b"abc"), filename="board.txt")
        await context.response.send_message("File", file=file)

    @bot.slash_command(description="Open a thread")
    async def thread(context: LIBRARY.INTERACTION):
        kind = LIBRARY.ChannelType.public_thread
        opened = await context.channel.create_thread(name="Game", type=kind)
        await opened.send("begin")
        await context.response.send_message("Opened")

    await bot.start(token)


asyncio.run(main())
"""

_DISNAKE: Final = (
    _OF_DISNAKE.replace("LIBRARY.INTERACTION", "disnake.ApplicationCommandInteraction")
    .replace("commands.BOT", "commands.InteractionBot")
    .replace("LIBRARY", "disnake")
)
_NEXTCORD: Final = (
    _OF_DISNAKE.replace("LIBRARY.INTERACTION", "nextcord.Interaction")
    .replace("commands.BOT", "commands.Bot")
    .replace("LIBRARY", "nextcord")
)

_HIKARI: Final = """
import asyncio, sys
import hikari

url, socket, token = sys.argv[1:]
bot = hikari.GatewayBot(
    token, rest_url=url + "/api/v10", banner=None, intents=hikari.Intents.GUILDS
)


@bot.listen(hikari.StartedEvent)
async def register(event):
    application = await bot.rest.fetch_application()
    names = ("hello", "slow", "upload", "thread")
    commands = [bot.rest.slash_command_builder(name, name) for name in names]
    await bot.rest.set_application_commands(application, commands)


@bot.listen(hikari.InteractionCreateEvent)
async def act(event):
    interaction = event.interaction
    now = hikari.ResponseType.MESSAGE_CREATE
    if interaction.command_name == "hello":
        await interaction.create_initial_response(now, "Hello")
    elif interaction.command_name == "slow":
        await interaction.create_initial_response(hikari.ResponseType.DEFERRED_MESSAGE_CREATE)
        await asyncio.sleep(0.05)
        await interaction.edit_initial_response("Done")
    elif interaction.command_name == "upload":
        file = hikari.Bytes(b"abc", "board.txt")
        await interaction.create_initial_response(now, "File", attachment=file)
    else:
        thread = await bot.rest.create_thread(
            interaction.channel_id, hikari.ChannelType.GUILD_PUBLIC_THREAD, "Game"
        )
        await bot.rest.create_message(thread, "begin")
        await interaction.create_initial_response(now, "Opened")


bot.run(check_for_updates=False)
"""

_INTERACTIONS: Final = """
import asyncio, io, sys
import interactions
from interactions.api.http.route import Route

url, socket, token = sys.argv[1:]
Route.BASE = url + "/api/v10"
bot = interactions.Client(intents=interactions.Intents.GUILDS, token=token)


@interactions.slash_command("hello", description="Answer")
async def hello(context: interactions.SlashContext):
    await context.send("Hello")


@interactions.slash_command("slow", description="Defer, and answer")
async def slow(context: interactions.SlashContext):
    await context.defer()
    await asyncio.sleep(0.05)
    await context.send("Done")


@interactions.slash_command("upload", description="Send a file")
async def upload(context: interactions.SlashContext):
    await context.send("File", file=interactions.File(io.BytesIO(b"abc"), file_name="board.txt"))


@interactions.slash_command("thread", description="Open a thread")
async def thread(context: interactions.SlashContext):
    opened = await context.channel.create_thread(
        "Game", thread_type=interactions.ChannelType.GUILD_PUBLIC_THREAD
    )
    await opened.send("begin")
    await context.send("Opened")


bot.start()
"""

_DISCORD_JS: Final = """
import { Client, ChannelType, GatewayIntentBits } from "discord.js";

const [url, socket, token] = process.argv.slice(2);
const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: url + "/api" } });

client.once("clientReady", async () => {
  const names = ["hello", "slow", "upload", "thread"];
  await client.application.commands.set(names.map((name) => ({ name, description: name })));
});

client.on("interactionCreate", async (interaction) => {
  if (interaction.commandName === "hello") {
    await interaction.reply("Hello");
  } else if (interaction.commandName === "slow") {
    await interaction.deferReply();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await interaction.editReply("Done");
  } else if (interaction.commandName === "upload") {
    const file = { attachment: Buffer.from("abc"), name: "board.txt" };
    await interaction.reply({ content: "File", files: [file] });
  } else {
    const opened = await interaction.channel.threads.create({
      name: "Game",
      type: ChannelType.PublicThread,
    });
    await opened.send("begin");
    await interaction.reply("Opened");
  }
});

await client.login(token);
"""

PROGRAMS: Final = {
    "disnake": _DISNAKE,
    "nextcord": _NEXTCORD,
    "hikari": _HIKARI,
    "discord-py-interactions": _INTERACTIONS,
    "discord.js": _DISCORD_JS,
}
"""By the name of its package: the program of each library."""

"""`/server`: settings, a diagnosis and moderation, for a server's admins."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.components.servers.set_up import first_card
from bot.interactions.components.servers.settings import panel_of
from bot.interactions.components.table.moderation import moderating
from bot.interactions.context import caller_of, channel_of, lacking_in
from bot.interactions.errors import responding
from bot.messages.controls.message import Message
from bot.messages.panels.servers.club_settings import channels, off
from bot.messages.panels.servers.diagnosis import Access, diagnosis
from rules.contract.sentence import say

__all__ = ["ServerOwners", "setup"]


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class ServerOwners(
    commands.GroupCog,
    group_name="server",
    group_description=text(say("Set up and moderate this bot in your server")),
):
    """A server's settings, its diagnosis, and moderation."""

    @app_commands.command(
        description=text(say("Where games start, who starts and moderates them, limits"))
    )
    async def settings(self, interaction: Interaction) -> None:
        """Show the panel of the settings, or first the set-up while the club is off."""
        async with responding(interaction) as response:
            bot, channel = interaction.client, channel_of(interaction)
            held = await bot.servers.changeable_by(caller_of(response))
            assert interaction.guild_id is not None, "the settings are a server's"
            card = first_card(bot, held.club, interaction.guild_id, channel, private=True)
            await response.private(card or panel_of(bot, held))

    @app_commands.command(
        description=text(say("Check that I work here and have the permissions I need"))
    )
    async def diagnose(self, interaction: Interaction) -> None:
        """Show permissions, and work that waits."""
        async with responding(interaction) as response:
            bot, caller = interaction.client, caller_of(response)
            settings = await bot.servers.changeable_by(caller)
            guild, here = interaction.guild, channel_of(interaction)
            assert guild is not None, "the settings are a server's"
            with_games = await bot.store.servers.channels_with_games(guild.id)
            said = diagnosis(
                Access(
                    here,
                    caller.lacking,
                    _slow_mode(interaction.channel),
                    caller.is_outside,
                    bot.outbox.edits.rest_until(here),
                    bot.outbox.closed.refusal(here),
                ),
                [_access(bot, guild, channel) for channel in with_games if channel != here],
                await bot.store.servers.work(int(bot.now())),
                [
                    _access(bot, guild, channel)
                    for channel in channels(settings.club, bot.additions.club_settings)
                ],
                off=off(settings.club, bot.additions.club_settings),
                troubles=await bot.additions.troubles(guild.id),
                sections=await bot.additions.diagnose(guild.id),
                latency=bot.latency,
            )
            await response.private(Message(said))

    @app_commands.command(
        description=text(say("Settle this channel's game, or remove it from the ratings"))
    )
    async def moderate(self, interaction: Interaction) -> None:
        """Show what a moderator can decide. The decision itself is checked again."""
        async with responding(interaction) as response:
            table = await interaction.client.lookup.latest_in(channel_of(interaction))
            await response.private(await moderating(interaction.client, response, table))


def _access(bot: Postboard, guild: discord.Guild, channel_id: int) -> Access:
    channel = guild.get_channel_or_thread(channel_id)
    return Access(
        channel_id,
        lacking_in(guild, channel_id),
        _slow_mode(channel),
        rest_until=bot.outbox.edits.rest_until(channel_id),
        refused=bot.outbox.closed.refusal(channel_id),
    )


def _slow_mode(channel: object) -> int:
    """Return the seconds that slow mode makes people wait, or 0."""
    return int(getattr(channel, "slowmode_delay", 0))


async def setup(bot: Postboard) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(ServerOwners())

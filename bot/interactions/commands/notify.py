"""`/notify`: people's pings and reminders."""

from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo

from discord import app_commands
from discord.ext import commands

from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.components.notify import panel_of
from bot.interactions.context import channel_of
from bot.interactions.errors import responding
from bot.interactions.ping_choice import changed
from bot.model.zones import zones_like
from rules.contract.sentence import say

__all__ = ["Pings", "setup"]


class Pings(commands.Cog):
    """People's pings and reminders."""

    @app_commands.command(description=text(say("Choose when and how this bot reaches you")))
    @app_commands.describe(
        zone=text(say("Your time zone; type a city")),
        quiet=text(say("Hours without pings, at most ten, such as 22:30-7; none ends them")),
        digest=text(
            say("One message a day instead of pings, at this hour, such as 7; off ends it")
        ),
    )
    async def notify(
        self,
        interaction: Interaction,
        zone: app_commands.Range[str, 1, 60] | None = None,
        quiet: app_commands.Range[str, 1, 20] | None = None,
        digest: app_commands.Range[str, 1, 10] | None = None,
    ) -> None:
        """Show the panel, after a change if one was asked for."""
        async with responding(interaction) as response:
            bot, person = interaction.client, response.user.id
            preferences = await bot.store.choices.preferences(person)
            if (zone, quiet, digest) != (None, None, None):
                change = partial(changed, zone=zone, quiet=quiet, digest=digest)
                change(preferences)
                preferences = await bot.store.choices.change(person, int(bot.now()), change)
            table = await bot.lookup.running_in(channel_of(interaction))
            here = table.id if table and table.player(person) else 0
            await response.private(await panel_of(bot, person, preferences, here))

    @notify.autocomplete("zone")
    async def _zones(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        now = interaction.client.now()
        return [
            app_commands.Choice(
                name=f"{zone} ({datetime.fromtimestamp(now, ZoneInfo(zone)):%H:%M})", value=zone
            )
            for zone in zones_like(typed)
        ]


async def setup(bot: Postboard) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Pings())

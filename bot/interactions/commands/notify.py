"""`/notify`: people's pings and reminders."""

from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from discord import app_commands
from discord.ext import commands

from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.context import channel_of
from bot.interactions.errors import responding
from bot.messages.panels import notify
from bot.model.errors import TableError
from bot.model.preferences import Preferences
from bot.model.quiet_hours import LONGEST, QuietHours, read_interval
from bot.model.zones import zone_named, zones_like
from rules.contract.sentence import Notation, Stranger, say

__all__ = ["Pings", "setup"]


class Pings(commands.Cog):
    """People's pings and reminders."""

    @app_commands.command(
        description=text(say("How you are pinged and reminded: shows it and changes it"))
    )
    @app_commands.describe(
        zone=text(say("Your time zone; type a city")),
        quiet=text(
            say("Hours in which nothing pings you, such as 22:30-7, at most ten; none ends them")
        ),
    )
    async def notify(
        self,
        interaction: Interaction,
        zone: app_commands.Range[str, 1, 60] | None = None,
        quiet: app_commands.Range[str, 1, 20] | None = None,
    ) -> None:
        """Show the panel, after a change if one was asked for."""
        async with responding(interaction) as response:
            bot, person = interaction.client, response.user.id
            preferences = await bot.store.choices.preferences(person)
            if zone is not None or quiet is not None:
                _changed(preferences, zone, quiet)
                preferences = await bot.store.choices.change(
                    person, int(bot.now()), lambda before: _changed(before, zone, quiet)
                )
            table = await bot.lookup.running_in(channel_of(interaction))
            here = table.id if table and table.player(person) else 0
            muted = await bot.store.choices.is_muted(person, here)
            mutes = await bot.store.choices.mutes(person)
            await response.private(notify.panel(preferences, here, muted=muted, mutes=mutes))

    @notify.autocomplete("zone")
    async def _zones(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        now = interaction.client.now()
        return [
            app_commands.Choice(
                name=f"{zone} ({datetime.fromtimestamp(now, ZoneInfo(zone)):%H:%M})", value=zone
            )
            for zone in zones_like(typed)
        ]


def _changed(before: Preferences, zone: str | None, quiet: str | None) -> Preferences:
    """Return a person's preferences with a new zone or new quiet hours. Raises TableError."""
    name = before.zone if zone is None else zone_named(zone)
    if name is None:
        raise TableError(say("Quiet hours need your time zone: give `zone` too."))
    hours = before.quiet and (before.quiet.starts, before.quiet.ends)
    if quiet is not None:
        hours = None if quiet.strip().lower() == "none" else _interval(quiet)
    return replace(before, zone=name, quiet=QuietHours(name, *hours) if hours else None)


def _interval(text: str) -> tuple[int, int]:
    found = read_interval(text)
    if found is None:
        raise TableError(
            say(
                "“{text}” aren't quiet hours. Write {example}, at most {hours} hours, or {none}.",
                text=Stranger(text),
                example=Notation("22:30-7"),
                hours=LONGEST // 60,
                none=Notation("none"),
            )
        )
    return found


async def setup(bot: Postboard) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Pings())

"""`/notify`: people's pings and reminders."""

from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Final
from zoneinfo import ZoneInfo

from discord import app_commands
from discord.ext import commands

from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.context import channel_of
from bot.interactions.errors import responding
from bot.messages.panels import notify
from bot.model.digest import covers, read_hour
from bot.model.errors import TableError
from bot.model.preferences import Preferences
from bot.model.quiet_hours import LONGEST, QuietHours, clock, read_interval
from bot.model.zones import zone_named, zones_like
from rules.contract.sentence import Notation, Stranger, say

__all__ = ["Pings", "setup"]

_OFF: Final = frozenset({"off", "none", "no", "never"})
"""The words that end a digest."""


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
        digest=text(say("Hour of one message a day in place of pings, such as 7; off ends it")),
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
                change = partial(_changed, zone=zone, quiet=quiet, digest=digest)
                change(preferences)
                preferences = await bot.store.choices.change(person, int(bot.now()), change)
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


def _changed(
    before: Preferences, *, zone: str | None, quiet: str | None, digest: str | None
) -> Preferences:
    """Return a person's preferences with a new zone, quiet hours or digest. Raises TableError."""
    is_off = digest is not None and digest.strip().lower() in _OFF
    name = before.zone if zone is None else zone_named(zone)
    if name is None and quiet is not None:
        raise TableError(say("Quiet hours need your time zone: give `zone` too."))
    if name is None:
        if is_off:
            return replace(before, digest=None)
        raise TableError(say("The digest needs your time zone: give `zone` too."))
    hours = before.quiet and (before.quiet.starts, before.quiet.ends)
    if quiet is not None:
        hours = None if quiet.strip().lower() == "none" else _interval(quiet)
    after = replace(before, zone=name, quiet=QuietHours(name, *hours) if hours else None)
    if digest is None:
        return after
    return replace(after, digest=None if is_off else _hour(digest, after.quiet))


def _hour(text: str, quiet: QuietHours | None) -> int:
    """Return the minutes after midnight of a typed hour. Raises TableError in quiet hours."""
    minutes = read_hour(text)
    if minutes is None:
        raise TableError(
            say(
                "“{text}” isn't an hour of the day. Write {example}, or {off}.",
                text=Stranger(text),
                example=Notation("7"),
                off=Notation("off"),
            )
        )
    if quiet is not None and covers(quiet, minutes):
        raise TableError(
            say(
                "{hour} is in your quiet hours, {hours}. Choose another hour, such as {end}.",
                hour=Notation(clock(minutes)),
                hours=Notation(quiet.text),
                end=Notation(clock(quiet.ends)),
            )
        )
    return minutes


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

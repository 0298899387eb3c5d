"""`/notify`: people's pings and reminders, their zone and their quiet hours."""

import inspect
from dataclasses import replace
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from discord import app_commands

from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.components.people.notify import panel_of
from bot.interactions.context import channel_of
from bot.interactions.errors import responding
from bot.model.errors import TableError
from bot.model.preferences import Preferences
from bot.model.quiet_hours import LONGEST, QuietHours, read_interval
from bot.model.zones import zone_named, zones_like
from rules.contract.sentence import Notation, Stranger, say

__all__ = ["changed", "notify"]

_ASKING: Final = inspect.Parameter(
    "interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction
)
_ZONE: Final = "zone"
_QUIET: Final = "quiet"


def notify(bot: Postboard) -> app_commands.Command[Any, ..., None]:
    """Return the command, with an option for each choice that extensions add."""
    choices = {each.word: each for each in bot.additions.choices}

    async def typed(interaction: Interaction, **options: str | None) -> None:
        """Show the panel, after a change if one was asked for."""
        async with responding(interaction) as response:
            person, given = response.user.id, {k: v for k, v in options.items() if v is not None}

            def change(before: Preferences) -> Preferences:
                after = changed(before, given.get(_ZONE), given.get(_QUIET))
                for word in given.keys() & choices.keys():
                    after = choices[word].change(after, given[word])
                return after

            preferences = await bot.store.personal.preferences(person)
            if given:
                change(preferences)
                preferences = await bot.store.personal.change(person, int(bot.now()), change)
            table = await bot.lookup.running_in(channel_of(interaction))
            here = table.id if table and table.player(person) else 0
            await response.private(await panel_of(bot, person, preferences, here))

    longest = {_ZONE: 60, _QUIET: 20, **{word: each.longest for word, each in choices.items()}}
    options = [_option(word, characters) for word, characters in longest.items()]
    vars(typed)["__signature__"] = inspect.Signature([_ASKING, *options])
    app_commands.describe(
        zone=text(say("Your time zone; type a city")),
        quiet=text(say("Hours without pings, at most ten, such as 22:30-7; none ends them")),
        **{word: text(each.description) for word, each in choices.items()},
    )(typed)
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name="notify",
        description=text(say("Choose when and how this bot reaches you")),
        callback=typed,
    )
    command.autocomplete(_ZONE)(_zones)
    return command


def _option(word: str, longest: int) -> inspect.Parameter:
    typed: Any = app_commands.Range[str, 1, longest]
    return inspect.Parameter(
        word, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=typed | None
    )


async def _zones(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    now = interaction.client.now()
    return [
        app_commands.Choice(
            name=f"{zone} ({datetime.fromtimestamp(now, ZoneInfo(zone)):%H:%M})", value=zone
        )
        for zone in zones_like(typed)
    ]


def changed(before: Preferences, zone: str | None, quiet: str | None) -> Preferences:
    """Return a person's preferences with a new zone or quiet hours, each if it is given.

    Raises TableError for what can't be read.
    """
    name = before.zone if zone is None else zone_named(zone)
    if name is None:
        if quiet is None:
            return before
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

"""`/notify`: people's pings and reminders, their zone and their quiet hours."""

import inspect
from collections.abc import Iterable
from typing import Any, Final

from discord import app_commands

from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.components.people.notify import NoZone, chosen, panel_of
from bot.interactions.context import channel_of
from bot.interactions.errors import responding
from bot.messages.panels.people.notify import Choice, ask_zone
from bot.model.errors import TableError
from bot.model.zones import time_in, zones_like
from rules.contract.sentence import Notation, say

__all__ = ["notify"]

_ASKING: Final = inspect.Parameter(
    "interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction
)
_ZONE: Final = "zone"
_QUIET: Final = "quiet"


def notify(bot: Postboard) -> app_commands.Command[Any, ..., None]:
    """Return the command, with an option per setting that an extension adds."""
    choices = {each.option: each for each in bot.additions.choices}

    async def typed(interaction: Interaction, **options: str | None) -> None:
        """Show the panel, after any change."""
        async with responding(interaction) as response:
            _require_today(interaction, choices.values())
            person = response.user.id
            given = {
                choices[option].word if option in choices else option: value
                for option, value in options.items()
                if value is not None
            }
            table = await bot.lookup.running_in(channel_of(interaction))
            here = table.id if table and table.player(person) else 0
            preferences, now = await bot.store.personal.preferences(person), int(bot.now())
            if given:
                try:
                    chosen(bot, preferences, given)
                except NoZone:
                    await response.private(ask_zone(given, now, here))
                    return
                preferences = await bot.store.personal.change(
                    person, now, lambda was: chosen(bot, was, given)
                )
            await response.private(await panel_of(bot, person, preferences, here))

    longest = {_ZONE: 60, _QUIET: 20, **{option: each.longest for option, each in choices.items()}}
    options = [_option(word, characters) for word, characters in longest.items()]
    vars(typed)["__signature__"] = inspect.Signature([_ASKING, *options])
    app_commands.describe(
        zone=text(say("Your time zone (type a city)")),
        quiet=text(say("No pings during these hours, such as 22:30-7, or none")),
        **{option: text(each.description) for option, each in choices.items()},
    )(typed)
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name="notify",
        description=text(say("Choose when and how I ping you")),
        callback=typed,
    )
    command.autocomplete(_ZONE)(_zones)
    return command


def _require_today(interaction: Interaction, choices: Iterable[Choice]) -> None:
    """Raise TableError for the former name of an option, which an old list of commands offers."""
    typed = {option for option, _ in interaction.namespace}
    for each in choices:
        if each.word in typed - {each.option}:
            raise TableError(
                say(
                    "{old} is called {new} now. Reload Discord to see it.",
                    old=Notation(f"{each.word}:"), new=Notation(f"{each.option}:"),
                )
            )  # fmt: skip


def _option(word: str, longest: int) -> inspect.Parameter:
    typed: Any = app_commands.Range[str, 1, longest]
    return inspect.Parameter(
        word, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=typed | None
    )


async def _zones(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    now = interaction.client.now()
    return [
        app_commands.Choice(name=f"{zone} ({time_in(zone, now)})", value=zone)
        for zone in zones_like(typed)
    ]

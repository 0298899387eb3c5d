"""`/event`: groups with a final, and ladders, for people of a server."""

from typing import Final, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.extensions.events import ladder_panels as ladders
from bot.extensions.events import panels
from bot.extensions.events.handlers import Asked, planned
from bot.extensions.events.standings import numbered_title, title
from bot.extensions.events.values import Event, EventKind, ListedEvent
from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.context import caller_of, sees
from bot.interactions.errors import responding
from bot.interactions.game_choice import suggest_games
from bot.interactions.variant_choice import suggest_variants
from bot.messages.words.locale import reader
from bot.messages.words.time import time_choices
from bot.model.caller import Caller, Person
from bot.model.errors import TableError
from rules.contract.sentence import Stranger, one_of, say
from rules.time.time_control import LONGEST_TEXT

__all__ = ["ClubEvents", "setup"]

_NAME: Final = 100
"""Characters of a choice's name."""
_Typed = app_commands.Range[str, 1, 100]
_USUAL_TIME: Final = "3d+1d<=10d hard"
_KINDS: Final = [
    app_commands.Choice(name=text(name), value=kind.value)
    for kind, name in (
        (EventKind.GROUPS, say("Groups with a final")),
        (EventKind.LADDER, say("Ladder")),
    )
]


@app_commands.guild_only()
class ClubEvents(
    commands.GroupCog,
    group_name="event",
    group_description=text(say("Groups and ladders: open one, find one, challenge")),
):
    """Events of a club."""

    @app_commands.command(description=text(say("Open an event in this channel, after a preview")))
    @app_commands.describe(
        kind=text(say("Groups with a final, or a ladder; default: groups")),
        game=text(say("Which game; type a name, such as draughts, checkers or backgammon")),
        variant=text(say("Board size and the like, between two; default: the usual one")),
        time=text(say("Time for a turn, at most 14 days; default: 3 days and 1 more each turn")),
        meetings=text(say("Groups: games against each of the others: 1, 2 or 4; default: 2")),
        at_once=text(say("Groups: the most games you play at once; default: 4")),
        closes=text(say("Groups: days until registration closes and play begins; default: 7")),
        rated=text(say("Count the results for ratings; default: yes")),
    )
    @app_commands.choices(kind=_KINDS)
    @app_commands.autocomplete(game=suggest_games, variant=suggest_variants)
    async def new(
        self,
        interaction: Interaction,
        game: _Typed,
        *,
        kind: Literal["groups", "ladder"] = "groups",
        variant: _Typed | None = None,
        time: app_commands.Range[str, 1, LONGEST_TEXT] = _USUAL_TIME,
        meetings: app_commands.Range[int, 1, 4] | None = None,
        at_once: app_commands.Range[int, 1, 8] | None = None,
        closes: app_commands.Range[int, 1, 30] | None = None,
        rated: bool = True,
    ) -> None:
        """Show the card as it would stand, with the button that posts it."""
        async with responding(interaction) as response:
            is_ladder = EventKind(kind) is EventKind.LADDER
            if is_ladder and (meetings, at_once, closes) != (None, None, None):
                raise TableError(
                    say(
                        "`meetings`, `at_once` and `closes` are for groups. A ladder goes on until "
                        "it's ended, and people challenge each other: leave them out."
                    )
                )
            days = 0 if is_ladder else closes or 7
            asked = Asked(game, variant, time, meetings or 2, at_once or 4, days, rated)
            await response.private(await planned(interaction.client, response, asked))

    @new.autocomplete("time")
    async def _times(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        offered = time_choices(typed, str(interaction.locale))
        return [app_commands.Choice(name=words, value=value) for words, value in offered]

    @app_commands.command(description=text(say("Challenge somebody above you on a ladder")))
    @app_commands.describe(
        person=text(say("The person to challenge; the game begins at once")),
        ladder=text(say("Which ladder; default: the one you're on")),
    )
    async def challenge(
        self,
        interaction: Interaction,
        person: discord.User,
        ladder: app_commands.Range[int, 1] | None = None,
    ) -> None:
        """Challenge somebody; their game begins at once."""
        async with responding(interaction) as response:
            events, caller = interaction.client.club_events, caller_of(response)
            rival = await response.person(person)
            found = await _ladder(interaction, caller, ladder)
            entrant = found.entrant(rival.id)
            if entrant is None:
                name = Stranger(rival.name)
                raise TableError(say("{name} isn't on {ladder}.", name=name, ladder=title(found)))
            after = await events.challenge(found.id, caller, response.request, entrant)
            await response.private(ladders.challenged(after))

    @challenge.autocomplete("ladder")
    async def _ladders(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[int]]:
        words = reader(str(interaction.locale))
        named = [
            (words.label(numbered_title(each.id, each.kind, each.game), _NAME), each.id)
            for each in await _seen_ladders(interaction)
        ]
        return [
            app_commands.Choice(name=name, value=number)
            for name, number in named
            if typed.casefold() in name.casefold()
        ]

    @app_commands.command(description=text(say("The events of this server that aren't over")))
    async def list(self, interaction: Interaction) -> None:
        """List the events whose channels the person can see."""
        async with responding(interaction) as response:
            bot, caller = interaction.client, caller_of(response)
            if caller.place.guild_id is None:
                raise TableError(say("Events are for servers only."))
            found = await bot.club_events.listed_in(caller.place.guild_id)
            seen = [each for each in found if sees(interaction, each.place.channel_id)]
            shown = seen[: panels.LISTED]
            listing = panels.Listing(shown, has_more=len(seen) > len(shown))
            await response.private(panels.listing(listing))


async def _seen_ladders(interaction: Interaction, on: Person | None = None) -> list[ListedEvent]:
    """Return the ladders of the server whose channels the person can see; at most 25."""
    if interaction.guild_id is None:
        return []
    found = await interaction.client.club_events.ladders_in(interaction.guild_id, on)
    return [each for each in found if sees(interaction, each.place.channel_id)]


async def _ladder(interaction: Interaction, caller: Caller, number: int | None) -> Event:
    """Return the ladder that somebody means. Raises TableError if that isn't clear."""
    if number is None:
        own = await _seen_ladders(interaction, caller.user.id)
        if not own:
            raise TableError(
                say("You aren't on a ladder here. `/event list` shows the ladders of this server.")
            )
        if len(own) > 1:
            named = one_of(numbered_title(each.id, each.kind, each.game) for each in own)
            raise TableError(
                say("Choose with `ladder` which one you mean: {ladders}.", ladders=named)
            )
        number = own[0].id
    return await interaction.client.club_events.shown(number, caller)


async def setup(bot: Postboard) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(ClubEvents())

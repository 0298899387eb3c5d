"""`/event`: groups with a final, for people of a server."""

from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.components.events import Asked, planned
from bot.interactions.context import caller_of, sees
from bot.interactions.errors import responding
from bot.interactions.game_choice import suggest_games
from bot.interactions.variant_choice import suggest_variants
from bot.messages.panels import events as panels
from bot.messages.words.time import time_choices
from bot.model.errors import TableError
from rules.contract.sentence import say
from rules.time.time_control import LONGEST_TEXT

__all__ = ["ClubEvents", "setup"]

_Typed = app_commands.Range[str, 1, 100]
_USUAL_TIME: Final = "3d+1d<=10d hard"


@app_commands.guild_only()
class ClubEvents(
    commands.GroupCog,
    group_name="event",
    group_description=text(say("Groups with a final: open an event, or find one")),
):
    """Events of a club."""

    @app_commands.command(description=text(say("Open an event in this channel, after a preview")))
    @app_commands.describe(
        game=text(say("Which game; type a name, such as draughts, checkers or backgammon")),
        variant=text(say("Board size and the like, between two; default: the usual one")),
        time=text(say("Time for a turn, at most 14 days; default: 3 days and 1 more each turn")),
        meetings=text(say("How often everybody in a group meets: 1, 2 or 4; default: 2")),
        at_once=text(say("The most games of the event that one plays at once; default: 4")),
        closes=text(say("Days until registration ends and it begins; default: 7")),
        rated=text(say("Count the results for ratings; default: yes")),
    )
    @app_commands.autocomplete(game=suggest_games, variant=suggest_variants)
    async def new(
        self,
        interaction: Interaction,
        game: _Typed,
        *,
        variant: _Typed | None = None,
        time: app_commands.Range[str, 1, LONGEST_TEXT] = _USUAL_TIME,
        meetings: app_commands.Range[int, 1, 4] = 2,
        at_once: app_commands.Range[int, 1, 8] = 4,
        closes: app_commands.Range[int, 1, 30] = 7,
        rated: bool = True,
    ) -> None:
        """Show the card as it would stand, with the button that posts it."""
        async with responding(interaction) as response:
            asked = Asked(game, variant, time, meetings, at_once, closes, rated)
            await response.private(await planned(interaction.client, response, asked))

    @new.autocomplete("time")
    async def _times(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        offered = time_choices(typed, str(interaction.locale))
        return [app_commands.Choice(name=words, value=value) for words, value in offered]

    @app_commands.command(description=text(say("The events of this server that aren't over")))
    async def list(self, interaction: Interaction) -> None:
        """List the events whose channels the person can see."""
        async with responding(interaction) as response:
            bot, caller = interaction.client, caller_of(response)
            if caller.place.guild_id is None:
                raise TableError(say("Events are for servers only."))
            found = await bot.club_events.unfinished_in(caller.place.guild_id)
            seen = [each for each in found if sees(interaction, each.place.channel_id)]
            shown = seen[: panels.LISTED]
            listing = panels.Listing(shown, has_more=len(seen) > len(shown))
            await response.private(panels.listing(listing))


async def setup(bot: Postboard) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(ClubEvents())

"""Handlers of profiles, leaderboards and figures of games, and of moderators' decisions."""

import re
from dataclasses import dataclass, replace
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.delivery.answering.panels import PanelKind
from bot.delivery.answering.response import DeferKind, Response
from bot.delivery.people import shown_name
from bot.extensions.standing import decisions, leaderboard, profile
from bot.extensions.standing.acts import Corrections
from bot.extensions.standing.figures import figures
from bot.extensions.standing.rows import CorrectionStore, GameFactsStore, Standings
from bot.extensions.standing.values import Record
from bot.extensions.standing.verbs import (
    AROUND_ME,
    HIDE,
    LEADERBOARD,
    LEADERS_FROM,
    LEADERS_OF,
    SHOW_PROFILE,
    STATS,
)
from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.controls import Controls, Press
from bot.interactions.errors import responding
from bot.interactions.game_choice import game_offered, games_meant, suggest_games
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button, Message
from bot.messages.panels.lists import games_list
from bot.messages.panels.lists.which_game import ask_which
from bot.messages.words.locale import locale_of
from bot.messages.words.text import shortened
from bot.model.caller import Caller, User
from bot.model.errors import BeingForgotten, TableError
from bot.model.table import Table
from bot.tables.setup import variants
from rules.contract.core import AnyGame
from rules.contract.sentence import Sentence, Stranger, say

__all__ = ["CONTROLS", "STATS_COMMAND", "Profiles", "RatingDecisions"]

CONTROLS: Final = Controls()

_ACTION: Final = re.compile(rf"({'|'.join(decisions.ACTIONS)})(-[0-9]{{1,19}})?")
_LONGEST: Final = 40
"""Characters of a server's name that are shown."""
_JUST_SHOWN: Final = say("Everybody was shown your profile less than a minute ago.")


class Profiles(commands.Cog):
    """Profiles of people."""

    @app_commands.command(description=text(say("Your games and ratings, or those of someone else")))
    @app_commands.describe(person=text(say("Whose; default: yours")))
    async def profile(self, interaction: Interaction, person: discord.User | None = None) -> None:
        """Show the person's own profile, or what they may see of somebody else's."""
        async with responding(interaction) as response:
            bot = interaction.client
            if person is None or person.id == interaction.user.id:
                await response.private(await _own(bot, response))
            else:
                await response.private(await _of_other(bot, response, person))


async def _own(bot: Postboard, response: Response) -> Message:
    """Return what the person sees of themselves: what they played here, and elsewhere."""
    user, guild_id = response.user, response.interaction.guild_id
    everywhere = await bot.service(Standings).record(user.id)
    places = {each.guild_id: _place(bot, each.guild_id) for each in everywhere.played}
    here = profile.Profiled(user=user, record=everywhere, places=places)
    elsewhere = replace(here, record=Record(()))
    if guild_id is not None:
        others = tuple(each for each in everywhere.played if each.guild_id != guild_id)
        here, elsewhere = await _here(bot, user, guild_id), replace(here, record=Record(others))
    return profile.own(
        here,
        elsewhere,
        await bot.store.personal.preferences(user.id),
        await bot.store.personal.vacation_left(user.id, int(bot.now())),
        int(bot.now()),
        in_server=guild_id is not None,
        is_hidden=bool(await bot.store.personal.hidden([user.id])),
    )


async def _of_other(
    bot: Postboard, response: Response, asked: discord.User | discord.Member
) -> Message:
    """Return what the person may see of somebody else: what they played in this server.

    Raises TableError outside of servers, for a bot, and for somebody who hides.
    """
    guild_id = _server(
        response, say("You can look at other people's profiles in a server where both of you are.")
    )
    name = shown_name(asked)
    if asked.bot:
        raise TableError(say("{name} is a bot and has no profile.", name=Stranger(name)))
    try:
        person = await bot.store.people.find(asked.id)
    except BeingForgotten:
        person = None
    if person is None:
        raise TableError(say("{name} has never played here.", name=Stranger(name)))
    if await bot.store.personal.hidden([person]):
        raise TableError(say("{name} doesn't show a profile.", name=Stranger(name)))
    user, row = User(person, name), await bot.store.lists.row_of(person)
    buttons = [profile.leaderboard_button()]
    if row is not None:
        both = games_list.to(games_list.Wanted(games_list.Show.MINE, None, user, row))
        buttons.append(Button(say("Head to head"), both))
    return replace(profile.public(await _here(bot, user, guild_id)), rows=(buttons,))


async def _here(bot: Postboard, user: User, guild_id: int) -> profile.Profiled:
    """Return what everybody in a server may see of somebody."""
    record = await bot.service(Standings).record(user.id, guild_id)
    settings = await bot.store.servers.settings(guild_id)
    return profile.Profiled(user=user, record=record, is_unnamed=settings.unnamed)


def _place(bot: Postboard, guild_id: int | None) -> Sentence:
    if guild_id is None:
        return say("direct messages")
    guild = bot.get_guild(guild_id)
    if guild is None:
        return say("another server")
    return say("{server}", server=shortened(guild.name, _LONGEST))


def _server(response: Response, refusal: Sentence) -> int:
    """Return the server in which the person asks. Raises TableError outside of servers."""
    guild_id = response.interaction.guild_id
    if guild_id is None:
        raise TableError(refusal)
    return guild_id


@CONTROLS.component(verbs.PROFILE)
async def _profile(bot: Postboard, response: Response, _press: Press) -> Message:
    return await _own(bot, response)


@CONTROLS.component(HIDE, DeferKind.PANEL)
async def _hide(bot: Postboard, response: Response, press: Press) -> Message:
    """Hide the person, or stop hiding them; a button names its new state."""
    await bot.store.personal.hide(
        response.user.id, int(bot.now()), hidden=bool(press.custom_id.number(0))
    )
    return await _own(bot, response)


@CONTROLS.component(SHOW_PROFILE)
async def _show(bot: Postboard, response: Response, _press: Press) -> None:
    """Show everybody in the channel what they may see of the person."""
    user = response.user
    guild_id = _server(response, say("You can show your profile in servers."))
    if await bot.store.personal.hidden([user.id]):
        raise TableError(say("You're hidden. Press **Stop hiding** first."))
    here = await _here(bot, user, guild_id)
    if not bot.cooldowns.begin(user.id):
        raise TableError(_JUST_SHOWN)
    await response.public(profile.public(here))


@CONTROLS.component(LEADERBOARD)
async def _leaderboard(bot: Postboard, response: Response, _press: Press) -> Message:
    """Show the leaderboard of the pool in which the person plays most."""
    guild_id = _guild(response)
    pools = await bot.service(Standings).rated_pools(guild_id)
    if not pools:
        return leaderboard.NO_RATINGS
    record = await bot.service(Standings).record(response.user.id, guild_id)
    own_pools = (each.pool for each in record.played if each.pool in pools)
    return await _page(bot, guild_id, next(own_pools, pools[0]), 0)


@CONTROLS.component(LEADERS_FROM, DeferKind.PANEL)
async def _from(bot: Postboard, response: Response, press: Press) -> Message:
    pool, start = press.custom_id.text(0), press.custom_id.number(1)
    return await _page(bot, _guild(response), pool, start)


@CONTROLS.component(LEADERS_OF, DeferKind.PANEL)
async def _of_pool(bot: Postboard, response: Response, press: Press) -> Message:
    return await _page(bot, _guild(response), press.value, 0)


@CONTROLS.component(AROUND_ME, DeferKind.PANEL)
async def _around_me(bot: Postboard, response: Response, press: Press) -> Message:
    guild_id, pool = _guild(response), press.custom_id.text(0)
    start = await bot.service(Standings).start_around(
        guild_id, pool, int(bot.now()), response.user.id
    )
    if start is None:
        raise TableError(leaderboard.NOT_LISTED)
    return await _page(bot, guild_id, pool, start)


def _guild(response: Response) -> int:
    return _server(response, say("Leaderboards belong to servers. Open yours in one."))


async def _page(bot: Postboard, guild_id: int, pool: str, start: int) -> Message:
    standings = bot.service(Standings)
    board = await standings.board(guild_id, pool, int(bot.now()), start)
    settings = await bot.store.servers.settings(guild_id)
    pools = await standings.rated_pools(guild_id)
    return leaderboard.leaderboard(board, pools, is_unnamed=settings.unnamed)


@app_commands.describe(game=text(say("Which game")))
@app_commands.autocomplete(game=suggest_games)
async def _stats(interaction: Interaction, game: app_commands.Range[str, 1, 100]) -> None:
    """Show the figures of the game that a text names, or ask which game it means."""
    async with responding(interaction) as response:
        found = games_meant(game, locale_of(response.locale))
        if len(found) == 1:
            figures = await _stats_of(interaction.client, response, found[0])
        else:
            figures = ask_which(game, found, lambda key: for_text(STATS, key))
        await response.show(figures, PanelKind.READING)


STATS_COMMAND: Final[app_commands.Command[Any, ..., None]] = app_commands.Command(
    name="stats",
    description=text(say("How games between people here go: scores, draws, lengths, no names")),
    callback=_stats,
)


@CONTROLS.component(STATS, DeferKind.PANEL, PanelKind.READING)
async def _chosen(bot: Postboard, response: Response, press: Press) -> Message:
    return await _stats_of(bot, response, game_offered(press.custom_id.text(0)))


async def _stats_of(bot: Postboard, response: Response, game: AnyGame) -> Message:
    guild_id = response.interaction.guild_id
    if guild_id is None:
        raise TableError(
            say("These figures are about the games of a server. Use the command in one.")
        )
    specs = [(each, game.configured(each.options).spec) for each in variants(game)]
    pools = {spec.pool(spec.seatings[each.seating]).key for each, spec in specs}
    facts = await bot.service(GameFactsStore).of(guild_id, game.spec.key, sorted(pools))
    return figures(game, facts)


@dataclass(frozen=True, slots=True)
class RatingDecisions:
    """The decision of moderators whether a game that is over counts for ratings."""

    corrections: Corrections
    store: CorrectionStore

    async def panel(self, table: Table, caller: Caller) -> Message:
        """Return the panel of what somebody who moderates the game can decide."""
        can_count, correction = await self.store.of_table(table.id)
        return decisions.panel(
            table, correction, can_count=can_count, moderates_all=caller.may_moderate_all
        )

    def knows(self, action: str) -> bool:
        """Return True for the word of a choice of these."""
        return _ACTION.fullmatch(action) is not None

    def question(self, table: Table, action: str) -> Message:
        """Return the question to confirm a choice."""
        return decisions.question(table, action)

    async def decide(
        self, table: Table, caller: Caller, action: str, reason: str
    ) -> Message | None:
        """Carry out a choice; return None if it is about somebody who wasn't there.

        Raises TableError.
        """
        word, _, number = action.partition("-")
        counts = decisions.ACTIONS[word]
        if not number:
            await self.corrections.correct_game(table, caller, counts=counts, reason=reason)
            return decisions.done(1)
        player = decisions.player_in(table, action)
        if player is None:
            return None
        found = await self.corrections.correct_person(
            table, caller, player.user.id, counts=counts, reason=reason
        )
        return decisions.done(found)

"""Handlers of profiles, leaderboards and figures of games."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.delivery.answering.panels import PanelKind
from bot.delivery.answering.response import DeferKind, Response
from bot.delivery.people import shown_name
from bot.extensions.standing import leaderboard, profile
from bot.extensions.standing.figures import STATS, figures
from bot.extensions.standing.rows import Standings
from bot.extensions.standing.values import Board, OfMonth, Record, month_began
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
from bot.model.caller import User
from bot.model.errors import BeingForgotten, TableError
from bot.tables.setup import variants
from rules.contract.core import AnyGame
from rules.contract.sentence import Sentence, Stranger, say

__all__ = ["CONTROLS", "STATS_COMMAND", "Profiles"]

CONTROLS: Final = Controls()

_LONGEST: Final = 40
"""Characters of a server's name that are shown."""


class Profiles(commands.Cog):
    """Profiles of people."""

    @app_commands.command(description=text(say("Your games and ratings, or someone else's")))
    @app_commands.describe(person=text(say("Whose; default: yours")))
    async def profile(self, interaction: Interaction, person: discord.User | None = None) -> None:
        """Show the person's own profile, or what they may see of someone else's."""
        async with responding(interaction) as response:
            bot = interaction.client
            if person is None or person.id == interaction.user.id:
                await response.private(await _own(bot, response))
            else:
                await response.private(await _of_other(bot, response, person))


async def _own(bot: Postboard, response: Response) -> Message:
    """Return what the person sees of themselves: their games here, and elsewhere."""
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
    """Return what the person may see of someone else: their games in this server.

    Raises TableError outside of servers, for a bot, and for a hidden person.
    """
    guild_id = _server(response, say("You can see other people's profiles in a server you share."))
    name = shown_name(asked)
    if asked.bot:
        raise TableError(say("{name} is a bot and has no profile.", name=Stranger(name)))
    try:
        person = await bot.store.people.find(asked.id)
    except BeingForgotten:
        person = None
    if person is None:
        raise TableError(say("{name} hasn't played here.", name=Stranger(name)))
    if await bot.store.personal.hidden([person]):
        raise TableError(say("{name}'s profile is hidden.", name=Stranger(name)))
    user, row = User(person, name), await bot.store.lists.row_of(person)
    buttons = [profile.leaderboard_button()]
    if row is not None:
        both = games_list.to(games_list.Wanted(games_list.Show.MINE, None, user, row))
        buttons.append(Button(say("Head to head"), both))
    return replace(profile.public(await _here(bot, user, guild_id)), rows=(buttons,))


async def _here(bot: Postboard, user: User, guild_id: int) -> profile.Profiled:
    """Return what everyone in a server may see of a person."""
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


@CONTROLS.component(profile.HIDE, DeferKind.PANEL)
async def _hide(bot: Postboard, response: Response, press: Press) -> Message:
    """Hide the person, or stop hiding them. The button carries the new state."""
    await bot.store.personal.hide(
        response.user.id, int(bot.now()), hidden=bool(press.custom_id.number(0))
    )
    return await _own(bot, response)


@CONTROLS.component(profile.SHOW_PROFILE)
async def _show(bot: Postboard, response: Response, _press: Press) -> None:
    """Show everyone in the channel what they may see of the person."""
    user = response.user
    guild_id = _server(response, say("You can share your profile in servers."))
    if await bot.store.personal.hidden([user.id]):
        raise TableError(say("You're hidden. Press **Stop hiding** first."))
    here = await _here(bot, user, guild_id)
    if not bot.cooldowns.begin(user.id):
        raise TableError(say("You shared something a moment ago. Try again in a minute."))
    await response.public(profile.public(here))


@CONTROLS.component(verbs.RANKS)
async def _leaderboard(bot: Postboard, response: Response, _press: Press) -> Message:
    """Show the leaderboard of the pool in which the person last played a counted game."""
    guild_id = _guild(response)
    pool = await bot.service(Standings).opened_on(guild_id, response.user.id)
    return leaderboard.NO_RATINGS if pool is None else await _first(bot, guild_id, pool)


@CONTROLS.component(leaderboard.LEADERS_FROM, DeferKind.PANEL)
async def _from(bot: Postboard, response: Response, press: Press) -> Message:
    guild_id, start = _guild(response), press.custom_id.number(1)
    board = await _board(bot, guild_id, press.custom_id.text(0), start)
    return await _page(bot, guild_id, board)


@CONTROLS.component(leaderboard.LEADERS_OF, DeferKind.PANEL)
async def _of_pool(bot: Postboard, response: Response, press: Press) -> Message:
    return await _first(bot, _guild(response), press.value)


@CONTROLS.component(leaderboard.THIS_MONTH, DeferKind.PANEL)
async def _this_month(bot: Postboard, response: Response, press: Press) -> Message:
    guild_id, pool = _guild(response), press.custom_id.text(0)
    board = await _board(bot, guild_id, pool)
    return await _month(bot, guild_id, board, await _of_month(bot, guild_id, pool))


@CONTROLS.component(leaderboard.AROUND_ME, DeferKind.PANEL)
async def _around_me(bot: Postboard, response: Response, press: Press) -> Message:
    guild_id, pool = _guild(response), press.custom_id.text(0)
    start = await bot.service(Standings).start_around(
        guild_id, pool, int(bot.now()), response.user.id
    )
    if start is None:
        record = await bot.service(Standings).record(response.user.id, guild_id)
        standing = next((each.standing for each in record.played if each.pool == pool), None)
        raise TableError(leaderboard.not_ranked(standing.games if standing else 0))
    return await _page(bot, guild_id, await _board(bot, guild_id, pool, start))


def _guild(response: Response) -> int:
    return _server(response, say("Leaderboards are for servers."))


async def _first(bot: Postboard, guild_id: int, pool: str) -> Message:
    """Return the first view of a pool: its leaderboard, or the month while no one is ranked."""
    board = await _board(bot, guild_id, pool)
    if not board.total and (listed := await _of_month(bot, guild_id, pool)):
        return await _month(bot, guild_id, board, listed)
    return await _page(bot, guild_id, board)


async def _board(bot: Postboard, guild_id: int, pool: str, start: int = 0) -> Board:
    return await bot.service(Standings).board(guild_id, pool, int(bot.now()), start)


async def _of_month(bot: Postboard, guild_id: int, pool: str) -> list[OfMonth]:
    """Return the list of the month by the clock of the server's club."""
    club = (await bot.store.servers.settings(guild_id)).club
    return await bot.service(Standings).month(
        guild_id, pool, month_began(int(bot.now()), club.puzzle_zone)
    )


async def _month(bot: Postboard, guild_id: int, board: Board, listed: Sequence[OfMonth]) -> Message:
    settings = await bot.store.servers.settings(guild_id)
    pools = await bot.service(Standings).rated_pools(guild_id)
    return leaderboard.month(listed, board, pools, is_unnamed=settings.unnamed)


async def _page(bot: Postboard, guild_id: int, board: Board) -> Message:
    settings = await bot.store.servers.settings(guild_id)
    pools = await bot.service(Standings).rated_pools(guild_id)
    return leaderboard.leaderboard(board, pools, is_unnamed=settings.unnamed)


@app_commands.describe(game=text(say("Which game")))
@app_commands.autocomplete(game=suggest_games)
async def _stats(interaction: Interaction, game: app_commands.Range[str, 1, 100]) -> None:
    """Show the figures of the game in a text, or ask which game is meant."""
    async with responding(interaction) as response:
        found = games_meant(game, locale_of(response.locale))
        if len(found) == 1:
            figures = await _stats_of(interaction.client, response, found[0])
        else:
            figures = ask_which(game, found, lambda key: for_text(STATS, key))
        await response.show(figures, PanelKind.READING)


STATS_COMMAND: Final[app_commands.Command[Any, ..., None]] = app_commands.Command(
    name="stats",
    description=text(say("How games between people go here: scores, draws, lengths (no names)")),
    callback=_stats,
)


@CONTROLS.component(STATS, DeferKind.PANEL, PanelKind.READING)
async def _chosen(bot: Postboard, response: Response, press: Press) -> Message:
    return await _stats_of(bot, response, game_offered(press.custom_id.text(0)))


async def _stats_of(bot: Postboard, response: Response, game: AnyGame) -> Message:
    guild_id = response.interaction.guild_id
    if guild_id is None:
        raise TableError(say("Use this in a server: the figures are about its games."))
    specs = [(each, game.configured(each.options).spec) for each in variants(game)]
    pools = {spec.pool(spec.seatings[each.seating]).key for each, spec in specs}
    facts = await bot.service(Standings).facts(guild_id, game.spec.key, sorted(pools))
    return figures(game, facts)

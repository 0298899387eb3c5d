"""Profiles and leaderboards: who sees what of whom, and the buttons of both."""

from dataclasses import replace
from typing import Final

import discord

from bot.delivery.people import shown_name
from bot.delivery.response import DeferKind, Response
from bot.extensions.standing import leaderboard
from bot.extensions.standing import messages as profile
from bot.extensions.standing.values import Record
from bot.interactions.client import Postboard
from bot.interactions.components.router import ComponentEvent, component
from bot.messages.controls import verbs
from bot.messages.controls.message import Button, Message
from bot.messages.panels import games_list
from bot.messages.words.text import shortened
from bot.model.caller import User
from bot.model.errors import BeingForgotten, TableError
from rules.contract.sentence import Sentence, Stranger, say

__all__ = ["of_other", "own"]

_LONGEST: Final = 40
"""Characters of a server's name that are shown."""
_JUST_SHOWN: Final = say("Everybody was shown your profile less than a minute ago.")


async def own(bot: Postboard, response: Response) -> Message:
    """Return what the person sees of themselves: what they played here, and elsewhere."""
    user, guild_id = response.user, response.interaction.guild_id
    everywhere = await bot.store.standings.record(user.id)
    places = {each.guild_id: _place(bot, each.guild_id) for each in everywhere.played}
    here = profile.Profiled(user=user, record=everywhere, places=places)
    elsewhere = replace(here, record=Record(()))
    if guild_id is not None:
        others = tuple(each for each in everywhere.played if each.guild_id != guild_id)
        here, elsewhere = await _here(bot, user, guild_id), replace(here, record=Record(others))
    return profile.own(
        here,
        elsewhere,
        await bot.store.choices.preferences(user.id),
        await bot.store.choices.vacation_left(user.id, int(bot.now())),
        in_server=guild_id is not None,
        is_hidden=bool(await bot.store.choices.hidden([user.id])),
    )


async def of_other(
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
    if await bot.store.choices.hidden([person]):
        raise TableError(say("{name} doesn't show a profile.", name=Stranger(name)))
    user, row = User(person, name), await bot.store.lists.row_of(person)
    buttons = [profile.leaderboard_button()]
    if row is not None:
        both = games_list.to(games_list.Wanted(games_list.Show.MINE, None, user, row))
        buttons.append(Button(say("Head to head"), both))
    return replace(profile.public(await _here(bot, user, guild_id)), rows=(buttons,))


async def _here(bot: Postboard, user: User, guild_id: int) -> profile.Profiled:
    """Return what everybody in a server may see of somebody."""
    record = await bot.store.standings.record(user.id, guild_id)
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


@component(verbs.PROFILE)
async def _profile(bot: Postboard, response: Response, _event: ComponentEvent) -> Message:
    return await own(bot, response)


@component(verbs.HIDE, DeferKind.PANEL)
async def _hide(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    """Hide the person, or stop hiding them; a button names its new state."""
    await bot.store.choices.hide(
        response.user.id, int(bot.now()), hidden=bool(event.custom_id.number(0))
    )
    return await own(bot, response)


@component(verbs.SHOW_PROFILE)
async def _show(bot: Postboard, response: Response, _event: ComponentEvent) -> None:
    """Show everybody in the channel what they may see of the person."""
    user = response.user
    guild_id = _server(response, say("You can show your profile in servers."))
    if await bot.store.choices.hidden([user.id]):
        raise TableError(say("You're hidden. Press **Stop hiding** first."))
    here = await _here(bot, user, guild_id)
    if not bot.showings.begin(user.id):
        raise TableError(_JUST_SHOWN)
    await response.public(profile.public(here))


@component(verbs.LEADERBOARD)
async def _leaderboard(bot: Postboard, response: Response, _event: ComponentEvent) -> Message:
    """Show the leaderboard of the pool in which the person plays most."""
    guild_id = _guild(response)
    pools = await bot.store.standings.rated_pools(guild_id)
    if not pools:
        return leaderboard.NO_RATINGS
    record = await bot.store.standings.record(response.user.id, guild_id)
    own_pools = (each.pool for each in record.played if each.pool in pools)
    return await _page(bot, guild_id, next(own_pools, pools[0]), 0)


@component(verbs.LEADERS_FROM, DeferKind.PANEL)
async def _from(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    pool, start = event.custom_id.text(0), event.custom_id.number(1)
    return await _page(bot, _guild(response), pool, start)


@component(verbs.LEADERS_OF, DeferKind.PANEL)
async def _of_pool(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    return await _page(bot, _guild(response), event.value, 0)


@component(verbs.AROUND_ME, DeferKind.PANEL)
async def _around_me(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    guild_id, pool = _guild(response), event.custom_id.text(0)
    start = await bot.store.standings.start_around(guild_id, pool, int(bot.now()), response.user.id)
    if start is None:
        raise TableError(leaderboard.NOT_LISTED)
    return await _page(bot, guild_id, pool, start)


def _guild(response: Response) -> int:
    return _server(response, say("Leaderboards belong to servers. Open yours in one."))


async def _page(bot: Postboard, guild_id: int, pool: str, start: int) -> Message:
    standings = bot.store.standings
    board = await standings.board(guild_id, pool, int(bot.now()), start)
    settings = await bot.store.servers.settings(guild_id)
    pools = await standings.rated_pools(guild_id)
    return leaderboard.leaderboard(board, pools, is_unnamed=settings.unnamed)

"""Following games: the answers to **Follow**, and the list of followed games."""

from dataclasses import replace
from typing import Any

import discord

from bot.delivery.panels import PanelKind
from bot.delivery.response import DeferKind, Response
from bot.delivery.servers import may_see
from bot.extensions.news import panel as following
from bot.interactions.client import Postboard
from bot.interactions.components.router import ComponentEvent, component
from bot.interactions.context import caller_of, sees_place
from bot.messages.controls import verbs
from bot.messages.controls.message import Message
from bot.model.errors import TooManyFollowed
from bot.model.table import Table
from rules.contract.sentence import say

__all__ = ["follow"]


async def follow(
    bot: Postboard, response: Response, table: Table, *, moves: bool | None = None
) -> Message:
    """Let somebody follow a game, from any channel of its server. Raises TableError if not.

    Who follows too many games already chooses one to stop.
    """
    interaction, store = response.interaction, bot.store
    visible = table.channel_id if sees_place(interaction, table.place) else None
    caller = replace(caller_of(response), sees=visible)
    try:
        await bot.following.follow(
            table, caller, moves=moves, is_secret=_is_secret(interaction, table)
        )
    except TooManyFollowed as refusal:
        return following.listed(await store.follows.of_person(caller.user.id), refusal.sentence)
    preferences = await store.choices.preferences(caller.user.id)
    follows = await store.follows.of_person(caller.user.id)
    return following.followed(table, follows, pings=preferences.pings)


def _is_secret(interaction: discord.Interaction[Any], table: Table) -> bool:
    """Tell whether the table is in this private thread, which the person sees as its member."""
    here, user = interaction.channel, interaction.user
    if not isinstance(here, discord.Thread) or not isinstance(user, discord.Member):
        return False
    return here.id == table.channel_id and here.is_private() and not may_see(here, user)


@component(verbs.FOLLOW_LISTED, panel=PanelKind.FOLLOWED)
async def _follow_listed(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    return await follow(bot, response, await bot.lookup.get(event.number))


@component(verbs.FOLLOWING, DeferKind.UPDATE, PanelKind.FOLLOWED)
async def _following(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    table = await bot.lookup.get(event.custom_id.number(0))
    return await follow(bot, response, table, moves=bool(event.custom_id.number(1)))


@component(verbs.FOLLOWED, DeferKind.PANEL, PanelKind.FOLLOWED)
async def _followed(bot: Postboard, response: Response, _event: ComponentEvent) -> Message:
    return following.listed(await bot.store.follows.of_person(response.user.id))


@component(verbs.UNFOLLOW, DeferKind.UPDATE, PanelKind.FOLLOWED)
async def _unfollow(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    await bot.store.follows.unfollow(event.custom_id.number(0), response.user.id)
    return Message(say("You don't follow this game any more."))


@component(verbs.UNFOLLOW_ONE, DeferKind.UPDATE, PanelKind.FOLLOWED)
async def _unfollow_one(bot: Postboard, response: Response, event: ComponentEvent) -> Message:
    person = response.user.id
    await bot.store.follows.unfollow(event.number, person)
    return following.listed(await bot.store.follows.of_person(person))

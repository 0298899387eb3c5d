"""The menu of games for an invitation."""

import discord

from bot.delivery.answering.response import DeferKind, Response
from bot.delivery.people import shown_name
from bot.interactions.client import Postboard
from bot.interactions.components.router import Press, component
from bot.interactions.game_choice import game_offered
from bot.interactions.opening import open_game
from bot.interactions.wishes import Wish
from bot.messages.controls import verbs
from bot.messages.panels.newcomers.invitation import invited
from bot.model.errors import TableError
from rules.contract.sentence import say

__all__: list[str] = []


@component(verbs.INVITE_TO, DeferKind.PANEL)
async def _invite_to(bot: Postboard, response: Response, press: Press) -> None:
    """Open a table with the default terms and invite the person; the question then says so."""
    game = game_offered(press.value)
    guest = await _member(response)
    told = invited(game.spec, shown_name(guest), is_engine=guest == bot.user)
    await open_game(bot, response, game, Wish(opponents=(guest,)), told)


async def _member(response: Response) -> discord.Member:
    """Return the person from whose menu the question came. Discord keeps that with the message.

    Raises TableError for anybody who can't see the channel.
    """
    guild, channel = response.interaction.guild, response.interaction.channel
    guest = _guest(response.interaction.message)
    gone = TableError(say("This person can't see this channel, so you can't invite them here."))
    if (
        guest is None
        or guild is None
        or not isinstance(channel, discord.abc.GuildChannel | discord.Thread)
    ):
        raise gone
    try:
        member = await guild.fetch_member(guest.id)
    except discord.NotFound:
        raise gone from None
    if not channel.permissions_for(member).view_channel:
        raise gone
    return member


def _guest(question: discord.Message | None) -> discord.User | None:
    asked = question.interaction_metadata if question else None
    return asked.target_user if asked else None

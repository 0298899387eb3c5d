"""The buttons and the menu that begin a game, or lead to one."""

import discord

from bot.delivery.answering.response import DeferKind, Response
from bot.delivery.people import shown_name
from bot.delivery.requests import LONGEST_REQUEST, bounded
from bot.interactions.client import Postboard
from bot.interactions.components.router import Press, component
from bot.interactions.context import caller_of
from bot.interactions.game_choice import game_offered
from bot.interactions.opening import open_game
from bot.interactions.table_threads import NO_THREADS
from bot.interactions.wishes import Wish
from bot.messages.controls import verbs
from bot.messages.controls.message import Message
from bot.messages.panels.lists.which_game import invited
from bot.messages.panels.newcomers import opponents
from bot.model.errors import TableError
from bot.tables.checks import can_thread
from rules.contract.core import AnyGame
from rules.contract.sentence import say
from rules.registry import all_games

__all__: list[str] = []


@component(verbs.PLAY_GAME, DeferKind.PANEL)
async def _play_game(bot: Postboard, response: Response, press: Press) -> None:
    """Open the table that `/play` asked for, now that the game is known."""
    wish = bot.wishes.find(press.custom_id.number(1), response.interaction.user.id)
    if wish is None:
        raise TableError(say("This question has expired. `/play` asks it again."))
    game = _game(press)
    said = Message(say("You chose {game}.", game=game.spec.title))
    await open_game(bot, response, game, wish, said)


@component(verbs.LET_ANYONE_JOIN, DeferKind.PANEL)
async def _let_anyone_join(bot: Postboard, response: Response, press: Press) -> None:
    """Open a game for anyone in a thread, so that it occupies no channel; one a person and game.

    Raises TableError where there are no threads.
    """
    game = _game(press)
    if not can_thread(caller_of(response)):
        raise TableError(NO_THREADS)
    await open_game(bot, response, game, Wish(thread=True, is_only=True))


@component(verbs.OPPONENTS)
async def _opponents(bot: Postboard, _response: Response, press: Press) -> Message:
    """List the levels of the computer."""
    game = _game(press)
    records = await bot.store.engines.records(game.spec.key)
    return Message(opponents.listed(game, records, exact=bot.lookup.has_exact_values(game)))


def _game(press: Press) -> AnyGame:
    """Return the game that a button names. Raises TableError if it is no longer here."""
    game = all_games().get(press.custom_id.text(0))
    if game is None:
        raise TableError(say("This game isn't available here any more. `/play` lists the games."))
    return game


@component(verbs.INVITE_TO, DeferKind.PANEL)
async def _invite_to(bot: Postboard, response: Response, press: Press) -> None:
    """Open a table with the default terms and invite the person; the question then says so."""
    game = game_offered(press.value)
    guest = await _member(bot, response)
    told = invited(game.spec, shown_name(guest), is_engine=guest == bot.user)
    await open_game(bot, response, game, Wish(opponents=(guest,)), told)


async def _member(bot: Postboard, response: Response) -> discord.Member:
    """Return the person from whose menu the question came. Discord keeps that with the message.

    Raises TableError for anyone who can't see the channel.
    """
    guild, channel = response.interaction.guild, response.interaction.channel
    question = response.interaction.message
    asked = question.interaction_metadata if question else None
    guest = asked.target_user if asked else None
    gone = TableError(say("They can't see this channel. Choose someone else."))
    if (
        guest is None
        or guild is None
        or not isinstance(channel, discord.abc.GuildChannel | discord.Thread)
    ):
        raise gone
    try:
        member = await bounded(guild.fetch_member(guest.id), LONGEST_REQUEST, bot.limit)
    except discord.NotFound:
        raise gone from None
    if not channel.permissions_for(member).view_channel:
        raise gone
    return member

"""Converts the exceptions of a handler into a private answer."""

import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import aiohttp
import discord
from discord import app_commands

from bot.delivery.answering.response import Response, Unanswered
from bot.interactions.client import Answered, Interaction, Postboard
from bot.interactions.installs import invite_link, supported_installs
from bot.messages.channel import offers
from bot.messages.controls.custom_ids import CustomIdError
from bot.messages.controls.message import Message
from bot.messages.panels.table import refusals
from bot.model.errors import (
    BotMissing,
    NotInThread,
    OfferWaits,
    Outdated,
    SetApart,
    TableError,
    TermsChanged,
)
from bot.store.sql.errors import Busy
from rules.contract.core import RulesError
from rules.contract.sentence import say

__all__ = ["is_fault", "on_command_error", "responding"]

_log = logging.getLogger(__name__)
_FAULTS: Final = (
    discord.DiscordServerError,
    discord.RateLimited,
    aiohttp.ClientError,
    ConnectionError,
    TimeoutError,
)
_PASSING: Final = frozenset({401, 403, 404, 429})
"""Discord's answers to a correct request when a permission or an interaction is gone."""
_TRY_AGAIN = say("Discord didn't answer, so this may not have worked. Please try again.")
_UNWRITTEN = say("I can't save right now. Please try again in a minute.")
_WAITS = say(
    "I can't save right now. I'll play your move as soon as I can, so don't play it again."
)
_SORRY = say("Something went wrong on my side. Nothing is lost: `/board` shows your game.")
_OLD_COMMAND = say(
    "Your Discord shows an old list of my commands. Reload Discord, then type this one again."
)
_OF_OLD_LISTS: Final = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
)


async def on_command_error(interaction: Interaction, error: app_commands.AppCommandError) -> None:
    """Answer an unknown command, and log what others raised, unless it is answered already."""
    if isinstance(error.__cause__, Answered):
        return
    if not isinstance(error, _OF_OLD_LISTS):
        _log.error("Interaction %s failed", interaction.id, exc_info=error)
        return
    _log.info("Interaction %s used an outdated command: %s", interaction.id, error)
    if interaction.type is discord.InteractionType.application_command:
        with suppress(Answered):
            async with responding(interaction) as response:
                await response.private(Message(_OLD_COMMAND))
    else:
        with suppress(discord.HTTPException):
            await interaction.response.autocomplete([])


@asynccontextmanager
async def responding(
    interaction: Interaction, first: Callable[[Response], Awaitable[None]] | None = None
) -> AsyncGenerator[Response]:
    """Yield a response, and answer privately with errors of the body. Every handler uses it.

    `first` is awaited before anything else, such as a turn. What is raised before the body is
    answered as well; then the body isn't entered, and Answered is raised, which isn't logged.
    """
    client, is_entered = interaction.client, False
    response = Response(
        interaction, client.panels, client.store.people, client.rendering,
        languages=client.languages, limit=client.limit,
    )  # fmt: skip
    with client.serving.answering(interaction.id, lambda: response.waits(Message(_WAITS))):
        try:
            async with client.serving.admission.admitted() as leave:
                response.when_answered(leave)
                if first is not None:
                    await first(response)
                await response.meet()
                is_entered = True
                yield response
        except Exception as error:
            # The channel's next interactions needn't wait for this answer.
            response.decided()
            is_told = await _try_to_tell(client, response, error)
            if not is_told:
                # Nothing can be sent any more; what was written, the next start delivers.
                _log.warning(
                    "Interaction %s had no answer when the bot stopped: %s", interaction.id, error
                )
            if not is_entered:
                raise Answered from None
            if not is_told:
                return
        finally:
            response.close()
        await client.outbox.deliver_parked(response)
        await client.additions.add_to_answer(response)


async def _try_to_tell(client: Postboard, response: Response, error: Exception) -> bool:
    """Answer with an error; return False if the bot is closed before that has ended."""
    if client.is_closed():
        return False
    try:
        await _tell(response, error)
    except RuntimeError:  # The session with Discord is closed.
        if client.is_closed():
            return False
        raise
    return True


async def _tell(response: Response, error: Exception) -> None:
    interaction_id = response.interaction.id
    match error:
        case RulesError() | TableError() | CustomIdError():
            await response.private(_refusal(response, error))
        case Unanswered() if response.is_given:
            _log.warning(
                "Interaction %s was answered in private only: %s",
                interaction_id,
                error.__cause__ or error,
            )
        case _ if is_fault(error):
            _log.warning("Interaction %s met a fault: %s", interaction_id, error.__cause__ or error)
            if not await response.has_arrived():
                await response.private(Message(_TRY_AGAIN))
        case Busy():
            _log.error("Couldn't store what interaction %s asked for: %s", interaction_id, error)
            await response.private(Message(_UNWRITTEN))
        case _:
            _log.error("Interaction %s failed", interaction_id, exc_info=error)
            if not response.is_given:
                await response.private(Message(_SORRY))


def _refusal(response: Response, error: RulesError | TableError | CustomIdError) -> Message:
    """Return the reason for a refusal, with what helps."""
    match error:
        case Outdated():
            return refusals.stale_message(error, response.user)
        case OfferWaits():
            return offers.own(error.table)
        case RulesError():
            return Message(refusals.refusal_text(error))
        case SetApart():
            return refusals.set_apart(error)
        case TermsChanged():
            return refusals.terms_changed(error, response.user.id)
        case BotMissing():
            return _bot_missing(response.interaction)
        case NotInThread():
            return refusals.not_in_thread(response.interaction.application_id)
        case _:
            return Message(error.sentence)


def _bot_missing(interaction: discord.Interaction[Any]) -> Message:
    client = interaction.client
    invite = invite_link(client, interaction.guild_id)
    return refusals.bot_missing(invite, for_users=bool(supported_installs(client).user))


def is_fault(error: Exception) -> bool:
    """Tell whether Discord or the network failed, or Discord refused a request that was sound."""
    failure = error.__cause__ if isinstance(error, Unanswered) else error
    if isinstance(failure, discord.HTTPException) and failure.status in _PASSING:
        return True
    return isinstance(failure, _FAULTS)

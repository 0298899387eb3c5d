"""The table card: joining, leaving, answering an invitation, starting, moving to a thread."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

import discord

from bot.delivery.answering.response import DeferKind, Response
from bot.delivery.components import custom_ids_of
from bot.delivery.requests import LONGEST_REQUEST, SEND_ERRORS, bounded
from bot.delivery.threads import ARCHIVED, LOCKED, NoThread, opened
from bot.interactions import publish
from bot.interactions.client import Postboard
from bot.interactions.components.router import Press, component
from bot.interactions.context import caller_of, sees
from bot.interactions.games_list import games_of
from bot.interactions.table_threads import add_to, may_thread, open_in_thread, thread_name
from bot.messages.channel import cards
from bot.messages.controls import verbs
from bot.messages.controls.message import Message
from bot.messages.controls.verbs import Verb
from bot.messages.panels.people import notify
from bot.messages.panels.table import table_options
from bot.messages.words.text import channel_link, lines
from bot.model.caller import NOBODY
from bot.model.errors import TableError
from bot.model.table import Table, User
from bot.tables.commands import (
    Accept,
    AddEngine,
    Agree,
    Close,
    Decline,
    InviteInstead,
    Join,
    Leave,
    LobbyCommand,
    OpenPlace,
    SetOptions,
    Start,
)
from bot.tables.lobby import require_engine_welcome, require_host
from bot.tables.writer import Change
from rules.contract.sentence import say

__all__: list[str] = []

_log = logging.getLogger(__name__)

_HAS_THREAD: Final = 160004
"""Discord's error code for a second thread of one message."""
_WAITS: Final = say("Press **Start** once the game in this channel is finished.")


_ON_TERMS: Final[Mapping[Verb, Callable[[str], LobbyCommand]]] = {
    verbs.JOIN: Join,
    verbs.ACCEPT: Accept,
    verbs.AGREE_TERMS: Agree,
}
"""The commands on terms that the button names, any of which may let the game begin."""


@component(verbs.JOIN, DeferKind.UPDATE, in_turn=True)
@component(verbs.ACCEPT, DeferKind.UPDATE, in_turn=True)
@component(verbs.AGREE_TERMS, DeferKind.UPDATE, in_turn=True)
async def _on_terms(bot: Postboard, response: Response, press: Press) -> None:
    """Seat a person, or let them agree; once no one is missing, the game begins."""
    command = _ON_TERMS[press.custom_id.verb](press.custom_id.text(0))
    await _with_another(bot, response, await _executed(bot, response, press, command))


@component(verbs.JOIN_LISTED, DeferKind.UPDATE, in_turn=True)
async def _join_listed(bot: Postboard, response: Response, press: Press) -> None:
    """Seat a person from a list in any channel; the table's own channel shows the result.

    Someone with a seat agrees to its changed terms in this way.
    """
    table, interaction = press.table, response.interaction
    visible = table.channel_id if sees(interaction, table.channel_id) else None
    caller = replace(caller_of(response), sees=visible)
    request = replace(response.request, token=None)
    command = Join(press.custom_id.text(1))
    change = await bot.tables.execute(table.id, caller, command, request)
    response.decided()
    place = channel_link(change.table.channel_id)
    seated = say("You're in! Your game is in {place}.", place=place)
    if any(player.user.id == caller.user.id for player in table.seated):
        seated = say("You agreed. Your game is in {place}.", place=place)
    await response.update(Message(seated))
    await publish.refresh_card(bot, change.table)


@component(verbs.LEAVE, DeferKind.UPDATE, in_turn=True)
@component(verbs.CLOSE, DeferKind.UPDATE, in_turn=True)
async def _give_up(bot: Postboard, response: Response, press: Press) -> None:
    """Let a person leave, or close the table, and update the card."""
    command = Leave() if press.custom_id.verb is verbs.LEAVE else Close()
    await _show_card(bot, response, (await _executed(bot, response, press, command)).table)


@component(verbs.CLOSE_ONE, DeferKind.UPDATE)
async def _close_one(bot: Postboard, response: Response, press: Press) -> Message:
    """Close the table picked from a person's list of games."""
    caller = caller_of(response)
    change = await bot.tables.execute(press.number, caller, Close(), response.request)
    if change.table.set_apart is None:  # Its card still waits for players.
        await publish.refresh_card(bot, change.table)
    return await games_of(bot, response.user.id, guild_id=response.interaction.guild_id)


@component(verbs.CLOSE_APART, DeferKind.UPDATE)
async def _close_apart(bot: Postboard, response: Response, press: Press) -> Message:
    """End a game whose log can't be read. The message that refuses everything else offers this."""
    caller, table_id = caller_of(response), press.custom_id.number(0)
    await bot.tables.execute(table_id, caller, Close(), response.request)
    return Message(say("The game is cancelled."))


@component(verbs.DECLINE, DeferKind.UPDATE, in_turn=True)
@component(verbs.DECLINE_MUTE, DeferKind.UPDATE, in_turn=True)
async def _decline(bot: Postboard, response: Response, press: Press) -> None:
    """Keep the place, and ask the host who gets it; the answer has a button that mutes the host.

    A host who is muted only reads that the invitation was declined.
    """
    mute = press.custom_id.verb is verbs.DECLINE_MUTE
    change = await _executed(bot, response, press, Decline(mute=mute))
    if response.is_from_private:
        await response.update(notify.muted(change.table.host))
        return
    if change.item is None:
        await response.update(cards.card(change.table))
    else:
        await publish.publish(bot, response, change, cards.card(change.table))
    told = notify.muted(change.table.host) if mute else cards.you_declined(change.table)
    await response.private(told)


@component(verbs.INVITE, DeferKind.UPDATE, in_turn=True)
async def _invite(bot: Postboard, response: Response, press: Press) -> None:
    """Invite someone else; a new card below pings them, and the old one loses its buttons."""
    gone, to, before = _gone(press), await response.person(press.person), press.table
    command = InviteInstead(press.custom_id.number(0), to, press.is_unseeing)
    await _executed(bot, response, press, command)
    await response.update(cards.decided(gone, to))
    if to.id == gone.id:
        await publish.refresh_card(bot, await bot.lookup.get(before.id))


@component(verbs.OPEN_PLACE, DeferKind.UPDATE, in_turn=True)
async def _open_place(bot: Postboard, response: Response, press: Press) -> None:
    gone = _gone(press)
    command = OpenPlace(press.custom_id.number(0))
    table = (await _executed(bot, response, press, command)).table
    await response.update(cards.decided(gone, None))
    await publish.refresh_card(bot, table)


def _gone(press: Press) -> User:
    """Return the person who declined, as the button names them."""
    declined = press.custom_id.number(0)
    gone = (each.user for each in press.table.players if each.id == declined)
    return next(gone, User(NOBODY, "?"))


async def _with_another(bot: Postboard, response: Response, change: Change) -> None:
    """Show a table with one more player or agreement: its first board, or its new card.

    If another game is running in the channel, this one begins in a thread under its card, if the
    bot may open one; otherwise the card waits with Start.
    """
    if change.item is not None:
        await _show_begun(bot, response, change)
        return
    if not change.waits_for_channel:
        await response.update(cards.card(change.table))
        return
    try:
        thread = await _thread_under_card(bot, response, change.table)
    except NoThread as refusal:
        await response.update(cards.card(change.table))
        await response.private(Message(lines(refusal.sentence, _WAITS)))
        return
    if thread is None:
        await response.update(cards.card(change.table))
        return
    caller, request = caller_of(response), response.request
    begun = await bot.tables.begin_under_card(change.table.id, caller, request, thread.id)
    await response.update(cards.closed_card(begun.table, elsewhere=True))
    full = await add_to(bot, thread, *(player.user.id for player in begun.table.persons))
    if full is not None:
        await response.private(Message(full))


async def _thread_under_card(
    bot: Postboard, response: Response, table: Table
) -> discord.Thread | None:
    """Return the thread of a card's message, opened now or before, or None if it may not be opened.

    Raises NoThread if Discord refuses it.
    """
    channel, pressed = response.interaction.channel, response.interaction.message
    if pressed is None or not isinstance(channel, discord.TextChannel) or not may_thread(response):
        return None
    card_id = table.card_id or pressed.id
    message, name = channel.get_partial_message(card_id), thread_name(table)
    for _ in range(2):  # A lost reply may hide a thread, which the second request then finds.
        making = message.create_thread(name=name, auto_archive_duration=ARCHIVED)
        try:
            return await opened(bounded(making, LONGEST_REQUEST, bot.limit), bot.now())
        except NoThread as refusal:
            if refusal.code != _HAS_THREAD:
                raise
            return await _thread_there(bot, channel, card_id)
        except SEND_ERRORS as failure:
            _log.warning("The thread of table %s may not have been made: %s", table.id, failure)
    return None


async def _thread_there(
    bot: Postboard, channel: discord.TextChannel, thread_id: int
) -> discord.Thread:
    """Return a thread that is there already. Raises NoThread if the bot can't post in it."""
    guild = channel.guild
    thread: object = guild.get_thread(thread_id)
    if thread is None:
        thread = await bounded(guild.fetch_channel(thread_id), LONGEST_REQUEST, bot.limit)
    assert isinstance(thread, discord.Thread), "the number is that of a message with a thread"
    if thread.locked:
        raise NoThread(LOCKED)
    return thread


@component(verbs.COMPUTER, DeferKind.UPDATE)
async def _computer(_bot: Postboard, response: Response, press: Press) -> Message:
    """Let the host pick the computer's level."""
    require_engine_welcome(press.table, caller_of(response))
    return cards.card(press.table, choosing_level=True)


@component(verbs.OPTIONS)
async def _options(_bot: Postboard, response: Response, press: Press) -> None:
    """Let the host change terms in a form, which shows those that hold."""
    require_host(press.table, caller_of(response))
    await response.open_modal(table_options.form(press.table))


@component(verbs.SET_OPTIONS, DeferKind.UPDATE, in_turn=True)
async def _set_options(bot: Postboard, response: Response, press: Press) -> None:
    """Change terms. If others have to agree, a new card below asks them."""
    command = SetOptions(*table_options.read(press.values))
    change = await _executed(bot, response, press, command)
    if change.item is None:
        await _show_card(bot, response, change.table)
    else:
        await publish.publish(bot, response, change, cards.REPLACED)


@component(verbs.LEVEL, DeferKind.UPDATE, in_turn=True)
async def _level(bot: Postboard, response: Response, press: Press) -> None:
    """Seat a computer opponent; in the last place of a game without dice, it begins the game."""
    added = await _executed(bot, response, press, AddEngine(press.number))
    await _with_another(bot, response, added)


@component(verbs.START, DeferKind.UPDATE, in_turn=True)
async def _start(bot: Postboard, response: Response, press: Press) -> None:
    await _show_begun(
        bot, response, await _executed(bot, response, press, Start(press.custom_id.text(0)))
    )


@component(verbs.THREAD, DeferKind.UPDATE)
async def _thread(bot: Postboard, response: Response, press: Press) -> Message:
    """Open a thread for a table for which its channel has no room, and show the card there."""
    return await open_in_thread(bot, response, press.table.id)


async def _executed(
    bot: Postboard, response: Response, press: Press, command: LobbyCommand
) -> Change:
    """Carry out a command. A refused press refreshes a card that is older than its table."""
    caller = caller_of(response)
    try:
        change = await bot.tables.execute(press.table.id, caller, command, response.request)
    except TableError:
        await _refresh_old_card(bot, response, press.table.id)
        raise
    response.decided()
    return change


async def _refresh_old_card(bot: Postboard, response: Response, table_id: int) -> None:
    """Update the card pressed, in case a kill or a fault has left it unchanged.

    One on which the host is choosing a level stays.
    """
    table, message = await bot.lookup.get(table_id), response.interaction.message
    if message is None or message.id != table.card_id:
        return
    as_it_is = [publish.present_card(table), cards.card(table, choosing_level=True)]
    if set(custom_ids_of(message)) not in [card.custom_ids for card in as_it_is]:
        await publish.refresh_card(bot, table)


async def _show_card(bot: Postboard, response: Response, table: Table) -> None:
    """Update the card that was pressed, and the newest one if that is another."""
    await response.update(publish.present_card(table))
    await _show_other_card(bot, response, table)


async def _show_other_card(bot: Postboard, response: Response, table: Table) -> None:
    """Update the newest card of a table, unless it is the message that was pressed."""
    message = response.interaction.message
    if message is not None and message.id != table.card_id:
        await publish.refresh_card(bot, table)


async def _show_begun(bot: Postboard, response: Response, change: Change) -> None:
    """Update the card, and show the first board below it."""
    await publish.publish(bot, response, change, cards.closed_card(change.table))
    await _show_other_card(bot, response, change.table)

"""Answers the set-up of a club: choose a channel, use this one, not now, undo."""

from dataclasses import replace

from bot.delivery.answering.response import DeferKind, Response
from bot.delivery.outbox.composing import RowKind
from bot.interactions.client import Postboard
from bot.interactions.components.router import Press, component
from bot.interactions.context import caller_of, channel_of, lacking_in
from bot.messages.controls import verbs
from bot.messages.controls.message import Message
from bot.messages.panels.servers import set_up as messages
from bot.messages.panels.servers.club_settings import channels, parts_of
from bot.messages.panels.servers.set_up import SetUp
from bot.model.queues import ROOM, OutboxItem, room_item
from bot.model.server import Club, ServerSettings
from bot.model.table import Table
from bot.tables.servers import require_may_post
from rules.contract.sentence import say

__all__ = ["add_room", "first_card"]


def first_card(
    bot: Postboard, club: Club, guild_id: int, channel_id: int, *, private: bool
) -> Message | None:
    """Return the card that offers a set-up in a channel, or None once the club has a part."""
    parts = parts_of(bot.additions.club_settings)
    if not parts or channels(club, parts):
        return None
    here = lacking_in(bot.get_guild(guild_id), channel_id) == ()
    return messages.card(parts, here=here, private=private)


def add_room(bot: Postboard) -> None:
    """Let the outbox send the first message of a club's room."""

    async def compose(item: OutboxItem, _table: Table | None) -> Message | None:
        assert item.guild_id is not None, "a room is in a server"
        assert item.channel_id is not None, "a room is a channel"
        club = (await bot.store.servers.settings(item.guild_id)).club
        return messages.room(club, item.channel_id, parts_of(bot.additions.club_settings))

    bot.outbox.add(ROOM, RowKind(compose))


@component(verbs.SET_UP_HERE, DeferKind.UPDATE)
@component(verbs.SET_UP, DeferKind.UPDATE)
async def _set_up(bot: Postboard, response: Response, press: Press) -> Message | None:
    """Put all parts of the club that are off into a channel, in one transaction.

    Raises TableError, with nothing changed, if the person may not, or a permission is missing.
    """
    caller, interaction = caller_of(response), response.interaction
    await bot.servers.changeable_by(caller)
    channel = press.number if press.values else channel_of(interaction)
    require_may_post(channel, lacking_in(interaction.guild, channel))
    zone = await _zone(bot, response)
    parts, done = parts_of(bot.additions.club_settings), SetUp(channel)

    def change(held: ServerSettings) -> ServerSettings:
        nonlocal done
        club, done = messages.set_up(held.club, channel, parts, zone)
        return replace(held, club=club)

    guild_id, now = interaction.guild_id, int(bot.now())
    assert guild_id is not None, "the settings are a server's"
    after = await bot.servers.change(caller, change, room_item(guild_id, channel, now))
    if response.is_from_private:
        return messages.answer(after.club, done, parts)
    shown = interaction.message
    said = messages.answer(after.club, replace(done, card=shown.id if shown else 0), parts)
    await response.update(messages.lives_in(after.club, parts))
    await response.private(said)
    return None


@component(verbs.SET_UP_LATER, DeferKind.UPDATE)
async def _later(bot: Postboard, response: Response, _press: Press) -> None:
    await bot.servers.changeable_by(caller_of(response))
    await response.remove()


@component(verbs.SET_UP_UNDO_CARD, DeferKind.UPDATE)
@component(verbs.SET_UP_UNDO, DeferKind.UPDATE)
async def _undo(bot: Postboard, response: Response, press: Press) -> Message:
    """Take a set-up back, and let the public card say so; if that fails, it stays as it is."""
    number, parts = press.custom_id.number, parts_of(bot.additions.club_settings)
    done = SetUp(number(0), number(1), number(2), press.custom_id.text(3))
    zone, interaction = await _zone(bot, response), response.interaction
    after = await bot.servers.change(
        caller_of(response),
        lambda held: replace(held, club=messages.undone(held.club, done, parts, zone)),
    )
    here = lacking_in(interaction.guild, channel_of(interaction)) == ()
    is_left = bool(channels(after.club, parts))
    if press.custom_id.verb is verbs.SET_UP_UNDO_CARD:
        public = messages.card(parts, here=here, private=False)
        place = bot.get_partial_messageable(channel_of(interaction))
        await bot.outbox.edits.edit(
            place.get_partial_message(number(4)),
            messages.lives_in(after.club, parts) if is_left else public,
            await response.public_locale(public),
        )
    if is_left:
        return messages.lives_in(after.club, parts)
    return messages.card(parts, here=here, private=True, note=say("Undone."))


async def _zone(bot: Postboard, response: Response) -> str:
    """Return the zone of the person, or the usual one for their language."""
    preferences = await bot.store.personal.preferences(response.user.id)
    return preferences.zone or messages.usual_zone(response.locale)

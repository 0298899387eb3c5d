"""Seats that change hands: the panel, and the controls in it and in messages about seats."""

from contextlib import suppress

from bot.delivery.answering.response import DeferKind, Response
from bot.delivery.requests import LONGEST_REQUEST, bounded
from bot.delivery.servers import has_left
from bot.interactions import publish
from bot.interactions.client import Postboard
from bot.interactions.components.router import Press, component
from bot.messages.channel import seats
from bot.messages.controls import verbs
from bot.messages.controls.message import Message
from bot.model.caller import Person
from bot.model.errors import TableError
from bot.model.table import Table, User
from bot.tables.commands import KeepSeat, OfferSeat, Replace, SeatEngine, TakeSeat
from bot.tables.seats import has_missed
from rules.contract.core import Seat
from rules.contract.sentence import say

__all__ = ["has_left_early", "panel"]


def panel(table: Table, person: Person, now: int) -> Message:
    """Return the panel of the seats for one person. Raises TableError before the game has begun."""
    if table.match is None:
        raise TableError(say("This game hasn't started yet."))
    due = table.started.seat_due
    late = due if due is not None and has_missed(table, due, now) else None
    return seats.panel(table, person, late)


async def has_left_early(bot: Postboard, table: Table, seat: Seat) -> bool:
    """Tell whether the holder of a seat has left the server and missed no deadline so far.

    Discord is asked; a missed deadline is reason enough to replace a person without that.
    """
    if has_missed(table, seat, int(bot.now())):
        return False
    asking = has_left(bot, bot.store.people, table.guild_id, table.at(seat).user.id)
    with suppress(TimeoutError):
        return await bounded(asking, LONGEST_REQUEST, bot.limit)
    return False


@component(verbs.OFFER_SEAT, DeferKind.UPDATE, in_turn=True)
async def _offer(bot: Postboard, response: Response, press: Press) -> None:
    await _look(bot, response, press, OfferSeat())


@component(verbs.GIVE_SEAT, DeferKind.UPDATE, in_turn=True)
async def _give(bot: Postboard, response: Response, press: Press) -> None:
    await _look(
        bot, response, press, OfferSeat(await response.person(press.person), press.is_unseeing)
    )


@component(verbs.KEEP_SEAT, DeferKind.UPDATE, in_turn=True)
async def _keep(bot: Postboard, response: Response, press: Press) -> Message:
    command = KeepSeat(Seat(press.custom_id.number(0)))
    change = await publish.execute(bot, response, press.table.id, command)
    bot.store.table_messages.look_at_seats(press.table.id)
    return panel(change.table, response.user.id, int(bot.now()))


@component(verbs.REPLACE, DeferKind.UPDATE)
async def _replace(_bot: Postboard, _response: Response, press: Press) -> Message:
    """Ask who is to play on; the permission for it is checked with the choice."""
    return seats.replacement(press.table, _seat(press))


@component(verbs.REPLACE_ANY, DeferKind.UPDATE)
async def _replace_by_anybody(bot: Postboard, response: Response, press: Press) -> None:
    await _look_instead(bot, response, press, None)


@component(verbs.REPLACE_BY, DeferKind.UPDATE)
async def _replace_by(bot: Postboard, response: Response, press: Press) -> None:
    await _look_instead(bot, response, press, await response.person(press.person))


@component(verbs.SEAT_ENGINE, DeferKind.UPDATE)
async def _by_engine(_bot: Postboard, _response: Response, press: Press) -> Message:
    """Ask for the computer's level; the permission for it is checked with the choice."""
    return seats.engine_choice(press.table, _seat(press))


@component(verbs.SEAT_LEVEL, DeferKind.UPDATE)
async def _by_level(bot: Postboard, response: Response, press: Press) -> None:
    table, seat, level = press.table, _seat(press), press.number
    left = table.seat(response.user.id) != seat and await has_left_early(bot, table, seat)
    command = SeatEngine(seat, level, left)
    await publish.execute(
        bot, response, table.id, command, pressed=lambda after: seats.engine_asked(after, seat)
    )


@component(verbs.TAKE_SEAT, DeferKind.UPDATE, in_turn=True)
async def _take(bot: Postboard, response: Response, press: Press) -> None:
    """Take a seat; its message says so if no one else has to agree."""
    seat = Seat(press.custom_id.number(0))

    def pressed(after: Table) -> Message | None:
        return seats.settled(after, seat) if after.vacancy(seat) is None else None

    await publish.execute(bot, response, press.table.id, TakeSeat(seat), pressed=pressed)


async def _look_instead(bot: Postboard, response: Response, press: Press, to: User | None) -> None:
    seat = _seat(press)
    left = await has_left_early(bot, press.table, seat)
    unseeing = to is not None and press.is_unseeing
    await _look(bot, response, press, Replace(seat, to, left, is_unseeing=unseeing))


async def _look(
    bot: Postboard, response: Response, press: Press, command: OfferSeat | Replace
) -> None:
    """Make a seat vacant: the panel closes, and the channel is shown the seat."""
    done = Message(say("I asked in the channel who wants to play on."))
    await publish.execute(bot, response, press.table.id, command, pressed=lambda _: done)


def _seat(press: Press) -> Seat:
    """Return the named seat. Raises TableError if the game has no such seat."""
    seat = Seat(press.custom_id.number(0))
    if seat not in press.table.started.seats:
        raise TableError(say("This game has no such seat."))
    return seat

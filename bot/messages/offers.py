"""Offers, and the answers that leave the position as it is."""

from bot.messages import seats, sentences
from bot.messages.custom_ids import Verb, for_position
from bot.messages.message import Button, Message, Style
from bot.messages.text import NOTHING, in_a_row, mention
from bot.model.pings import offer_pings
from bot.model.table import Table
from rules.duration import DAY, in_words
from rules.entries import Actor
from rules.events import Accepted, Declined, Offered, OfferKind
from rules.match import Match
from rules.sentence import Sentence, say

__all__ = ["answer", "offer"]


def offer(table: Table, number: int, event: Offered) -> Message:
    """Return an offer that waits for answers; whoever has to agree is pinged."""
    row = [
        Button(say("Agree"), for_position(Verb.AGREE, table, number=number), Style.SUCCESS),
        Button(say("Decline"), for_position(Verb.REFUSE, table, number=number)),
    ]
    pings = tuple(ping.user_id for ping in offer_pings(table))
    if event.kind is OfferKind.SUBSTITUTE:
        return Message(seats.proposed(table, event), rows=(row,), pings=pings)
    return Message(_offered(table, event), rows=(row,) if pings else (), pings=pings)


def answer(table: Table, match: Match, event: Accepted | Declined, number: int) -> Message:
    """Return what a seat answered to the last offer made before this entry."""
    offers = [e for e in match.events[:number] if isinstance(e, Offered)]
    last = offers[-1]
    if match.entries[number - 1].actor is Actor.HOST:
        return Message(say("The {offer} has lapsed.", offer=last.kind.title))
    withdrawn = isinstance(event, Declined) and event.seat == last.seat
    text = _answered(table, event, withdrawn=withdrawn, kind=last.kind)
    return Message(text)


def _offered(table: Table, event: Offered) -> Sentence:
    """Return what a seat proposes."""
    who = sentences.seat_name(table, event.seat)
    asked = offer_pings(table)
    others = in_a_row(*(say("{who}", who=mention(ping.user_id)) for ping in asked))
    question = say("{others}: do you agree?", others=others) if asked else NOTHING
    match event.kind:
        case OfferKind.DRAW:
            return in_a_row(say("{who} offers a draw.", who=who), question)
        case OfferKind.TAKE_BACK:
            return in_a_row(say("{who} asks to take the last move back.", who=who), question)
        case OfferKind.COUNT:
            return in_a_row(say("{who} proposes to stop here and count.", who=who), question)
        case OfferKind.PAUSE:
            days = in_words(event.days * DAY)
            return in_a_row(
                say("{who} proposes to pause for {days}.", who=who, days=days), question
            )
        case OfferKind.RESUME:
            return in_a_row(say("{who} proposes to end the pause.", who=who), question)
        case OfferKind.TIME:
            days = in_words(event.days * DAY)
            return in_a_row(say("{who} would give {days} more.", who=who, days=days), question)
        case _:
            offer = event.kind.title
            return in_a_row(say("{who} makes a {offer}.", who=who, offer=offer), question)


def _answered(
    table: Table, event: Accepted | Declined, *, withdrawn: bool, kind: OfferKind
) -> Sentence:
    """Return what a seat answered to an offer that leaves the position as it is."""
    who, offer = sentences.seat_name(table, event.seat), kind.title
    if isinstance(event, Accepted):
        return say("{who} agrees; the others have yet to answer.", who=who)
    if withdrawn:
        return say("{who} withdrew the {offer}.", who=who, offer=offer)
    return say("{who} declined the {offer}.", who=who, offer=offer)

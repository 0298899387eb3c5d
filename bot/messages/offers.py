"""Offers, and the answers that leave the position as it is."""

from bot.messages import seats, sentences
from bot.messages.custom_ids import Verb, for_position
from bot.messages.message import Button, Message, Style
from bot.model.pings import offer_pings
from bot.model.table import Table
from rules.entries import Actor
from rules.events import Accepted, Declined, Offered, OfferKind
from rules.match import Match
from rules.sentence import say

__all__ = ["answer", "offer"]


def offer(table: Table, number: int, event: Offered) -> Message:
    """Return an offer that waits for answers. It pings those who have to agree."""
    row = [
        Button(say("Agree"), for_position(Verb.AGREE, table, number=number), Style.SUCCESS),
        Button(say("Decline"), for_position(Verb.REFUSE, table, number=number)),
    ]
    pings = tuple(ping.user_id for ping in offer_pings(table))
    if event.kind is OfferKind.SUBSTITUTE:
        return Message(seats.proposed(table, event), rows=(row,), pings=pings)
    return Message(sentences.offered(table, event), rows=(row,) if pings else (), pings=pings)


def answer(table: Table, match: Match, event: Accepted | Declined, number: int) -> Message:
    """Return what a seat answered to the last offer made before this entry."""
    offers = [e for e in match.events[:number] if isinstance(e, Offered)]
    last = offers[-1]
    if match.entries[number - 1].actor is Actor.HOST:
        return Message(say("The {offer} has lapsed.", offer=last.kind.title))
    withdrawn = isinstance(event, Declined) and event.seat == last.seat
    text = sentences.answered(table, event, withdrawn=withdrawn, kind=last.kind)
    return Message(text)

"""Offers, and the answers that leave the position as it is."""

from bot.messages import seats, sentences
from bot.messages.custom_ids import Verb, for_position
from bot.messages.message import Button, Message, Style
from bot.model.table import Table
from rules.core import Seat
from rules.entries import Actor
from rules.events import Accepted, Declined, Offered, OfferKind
from rules.match import Match
from rules.sentence import say

__all__ = ["answer", "offer"]


def offer(table: Table, number: int, event: Offered) -> Message:
    """Return an offer that waits for answers; every other seat is pinged."""
    row = [
        Button(say("Agree"), for_position(Verb.AGREE, table, number=number), Style.SUCCESS),
        Button(say("Decline"), for_position(Verb.REFUSE, table, number=number)),
    ]
    if event.kind is OfferKind.SUBSTITUTE:
        waiting = table.started.offer
        asked = waiting.voters - waiting.accepted if waiting else frozenset[Seat]()
        pings = tuple(table.at(seat).user.id for seat in sorted(asked))
        return Message(seats.proposed(table, event), rows=(row,), pings=pings)
    pings = tuple(player.user.id for player in table.persons if player.seat != event.seat)
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

"""Offers, and the answers that leave the position as it is."""

from bot.messages import sentences
from bot.messages.custom_ids import Verb, for_position
from bot.messages.message import Button, Message, Style
from bot.model.table import Table
from rules.events import Accepted, Declined, Offered
from rules.match import Match
from rules.sentence import say

__all__ = ["answer", "offer"]


def offer(table: Table, number: int, event: Offered) -> Message:
    """Return an offer that waits for answers; every other seat is pinged."""
    row = [
        Button(say("Agree"), for_position(Verb.AGREE, table, number=number), Style.SUCCESS),
        Button(say("Decline"), for_position(Verb.REFUSE, table, number=number)),
    ]
    pings = tuple(player.user.id for player in table.persons if player.seat != event.seat)
    return Message(sentences.offered(table, event), rows=(row,) if pings else (), pings=pings)


def answer(table: Table, match: Match, event: Accepted | Declined, number: int) -> Message:
    """Return what a seat answered to the last offer made before this entry."""
    offers = [e for e in match.events[:number] if isinstance(e, Offered)]
    last = offers[-1]
    withdrawn = isinstance(event, Declined) and event.seat == last.seat
    text = sentences.answered(table, event, withdrawn=withdrawn, kind=last.kind)
    return Message(text)

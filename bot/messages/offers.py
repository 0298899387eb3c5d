"""Offers and what came of them, and the wish of a seat with allies to resign."""

from bot.messages import seats, sentences
from bot.messages.custom_ids import Verb, for_position
from bot.messages.message import Button, Message, Row, Style
from bot.messages.text import in_a_row, lines
from bot.model.pings import offer_pings
from bot.model.table import Table
from rules.core import Seat
from rules.entries import Actor
from rules.events import Accepted, Declined, Offered, OfferKind, ResignWanted, ResignWithdrawn
from rules.match import Match
from rules.offers import Offer
from rules.sentence import Sentence, all_of, say

__all__ = ["answer", "offer", "own", "resignation", "settled"]


def offer(table: Table, made: Offer) -> Message:
    """Return an offer that waits for answers. It pings those who have to agree."""
    event = made.made
    pings = tuple(ping.user_id for ping in offer_pings(table))
    if event.kind is OfferKind.SUBSTITUTE:
        return Message(seats.proposed(table, event), rows=(_answers(table, made),), pings=pings)
    rows = (_answers(table, made),) if pings else ()
    return Message(sentences.offered(table, event, made.keep), rows=rows, pings=pings)


def own(table: Table) -> Message:
    """Return what somebody is told who offers again while their offer waits."""
    made = table.started.offer
    assert made is not None, "an offer waits"
    withdraw = for_position(Verb.WITHDRAW, table, number=made.number)
    text = say("Your {offer} still waits for an answer.", offer=made.kind.title)
    return Message(text, rows=([Button(say("Withdraw"), withdraw)],))


def settled(before: Table, made: Offer, after: Table) -> Message:
    """Return what an offer's message turns into once somebody has answered it.

    `before` is the table as it stood while all that had answered were those in `made`.
    """
    proposal = (
        seats.proposed(before, made.made)
        if made.kind is OfferKind.SUBSTITUTE
        else sentences.offered(before, made.made, made.keep, asking=False)
    )
    waiting = after.started.offer
    event = after.started.events[len(before.started.entries)]
    rows = (_answers(after, waiting),) if waiting and waiting.number == made.number else ()
    return Message(lines(proposal, _answer(before, made, event)), rows=rows)


def answer(table: Table, match: Match, event: Accepted | Declined, number: int) -> Message:
    """Return what a seat answered to the last offer made before this entry."""
    offers = [e for e in match.events[:number] if isinstance(e, Offered)]
    last = offers[-1]
    if match.entries[number - 1].actor is Actor.HOST:
        return Message(say("The {offer} has lapsed.", offer=last.kind.title))
    withdrawn = isinstance(event, Declined) and event.seat == last.seat
    text = sentences.answered(table, event, withdrawn=withdrawn, kind=last.kind)
    return Message(text)


def resignation(table: Table, event: ResignWanted | ResignWithdrawn) -> Message:
    """Return that a seat would resign, or no longer would; its allies who are asked are pinged."""
    match, text = table.started, sentences.would_resign(table, event)
    if isinstance(event, ResignWithdrawn) or event.seat not in match.wanting or match.outcome:
        return Message(text)
    asked = match.allies_of(event.seat) - match.clock.engines - match.wanting
    row = [
        Button(say("Resign too"), for_position(Verb.RESIGN, table), Style.DANGER),
        Button(say("Play on after all"), for_position(Verb.PLAY_ON, table)),
    ]
    return Message(text, rows=(row,), pings=tuple(table.at(seat).user.id for seat in sorted(asked)))


def _answers(table: Table, made: Offer) -> Row:
    number = made.number
    return [
        Button(say("Agree"), for_position(Verb.AGREE, table, number=number), Style.SUCCESS),
        Button(say("Decline"), for_position(Verb.REFUSE, table, number=number)),
        Button(say("Withdraw"), for_position(Verb.WITHDRAW, table, number=number)),
    ]


def _answer(table: Table, made: Offer, event: object) -> Sentence:
    """Say who agreed, declined or withdrew, and who has yet to answer."""
    match event:
        case Declined(seat) if seat == made.by:
            return say("**{who} withdrew it.**", who=sentences.seat_name(table, seat))
        case Declined(seat):
            return say("**{who} declined.**", who=sentences.seat_name(table, seat))
        case Accepted(seat):
            agreed = say("**{who} agreed.**", who=sentences.seat_name(table, seat))
            return in_a_row(agreed, _missing(table, made.voters - made.accepted - {seat}))
        case _:
            return say("")


def _missing(table: Table, missing: frozenset[Seat]) -> Sentence:
    if not missing:
        return say("")
    names = all_of(sentences.seat_name(table, seat) for seat in sorted(missing))
    return say("Still asked: {names}.", names=names)

"""Offers and their results."""

from collections.abc import Sequence
from dataclasses import replace

from bot.messages.channel import seats
from bot.messages.controls.custom_ids import Verb, for_position
from bot.messages.controls.message import Button, Message, Row, Style, marked
from bot.messages.words import sentences
from bot.messages.words.text import in_a_row, lines
from bot.model.mark import entry_mark
from bot.model.past import match_after
from bot.model.pings import offer_pings
from bot.model.table import Table
from rules.contract.sentence import Sentence, all_of, say
from rules.log.entries import Actor
from rules.log.events import (
    Accepted,
    Declined,
    Event,
    Offered,
    OfferKind,
)
from rules.match.match import Match
from rules.match.offers import Offer

__all__ = ["answer", "as_it_stands", "offer", "own", "settled"]


def offer(table: Table, made: Offer) -> Message:
    """Return an offer that waits for answers. It pings the people who have to agree."""
    event = made.made
    pings = tuple(ping.person for ping in offer_pings(table))
    is_asking = bool(pings) or event.kind is OfferKind.SUBSTITUTE
    text = (
        seats.proposed(table, event)
        if event.kind is OfferKind.SUBSTITUTE
        else sentences.offered(table, event, made.keep)
    )
    rows = (_buttons(table, made),) if is_asking else ()
    return marked(Message(text, rows=rows, pings=pings), entry_mark(table, made.number))


def own(table: Table) -> Message:
    """Return the answer to somebody who makes another offer while their first one waits."""
    made = table.started.offer
    assert made is not None, "an offer waits"
    withdraw = for_position(Verb.WITHDRAW, table, number=made.number)
    text = say("Your {offer} still waits for an answer.", offer=made.kind.title)
    return Message(text, rows=([Button(say("Withdraw"), withdraw)],))


def settled(before: Table, made: Offer, after: Table) -> Message:
    """Return an offer's message once somebody has answered it, or play has gone on.

    `before` is the table at some moment while the offer was waiting.
    """
    proposal = (
        seats.proposed(before, made.made, asking=False)
        if made.kind is OfferKind.SUBSTITUTE
        else sentences.offered(before, made.made, made.keep, asking=False)
    )
    waiting = after.started.offer
    if waiting is None or waiting.number != made.number:
        return Message(lines(proposal, in_a_row(*_answers(after, made))))
    missing = all_of(
        sentences.seat_name(after, seat) for seat in sorted(waiting.voters - waiting.accepted)
    )
    asked = say("Still asked: {names}.", names=missing)
    text = lines(proposal, in_a_row(*_agreements(after, made), asked))
    return marked(Message(text, rows=(_buttons(after, waiting),)), entry_mark(after, made.number))


def as_it_stands(table: Table, number: int) -> Message | None:
    """Return the present content of the message of the offer made by the entry with this number.

    Return None if it is still the same: only engines were asked, and one declined. This folds the
    log up to that entry. Raises ValueError if the entry left no offer waiting.
    """
    before = match_after(table, number)
    if before.offer is None or before.offer.number != number:
        raise ValueError(f"entry {number} of table {table.id} left no offer")
    then = replace(table, match=before)
    post = settled(then, before.offer, table)
    return None if post == offer(then, before.offer) else post


def answer(table: Table, match: Match, event: Accepted | Declined, number: int) -> Message:
    """Return a seat's answer to the last offer made before this entry."""
    offers = [e for e in match.events[:number] if isinstance(e, Offered)]
    last = offers[-1]
    if match.entries[number - 1].actor is Actor.HOST:
        return Message(say("The {offer} has lapsed.", offer=last.kind.title))
    withdrawn = isinstance(event, Declined) and event.seat == last.seat
    text = sentences.answered(table, event, withdrawn=withdrawn, kind=last.kind)
    return Message(text)


def _buttons(table: Table, made: Offer) -> Row:
    number = made.number
    return [
        Button(say("Agree"), for_position(Verb.AGREE, table, number=number), Style.SUCCESS),
        Button(say("Decline"), for_position(Verb.REFUSE, table, number=number)),
        Button(say("Withdraw"), for_position(Verb.WITHDRAW, table, number=number)),
    ]


def _agreements(table: Table, made: Offer) -> list[Sentence]:
    """Return a line for each seat that has agreed to an offer."""
    return [
        say("**{who} agreed.**", who=sentences.seat_name(table, event.seat))
        for event in _while_it_waited(table, made)
        if isinstance(event, Accepted)
    ]


def _answers(table: Table, made: Offer) -> list[Sentence]:
    """Return the answers to an offer that no longer waits: who agreed, declined or withdrew it.

    An engine declines at once, so only its own message, right below, says so.
    """
    events, said = _while_it_waited(table, made), _agreements(table, made)
    last = events[-1] if events else None
    if isinstance(last, Accepted):
        return said
    if not isinstance(last, Declined):
        return [*said, say("**It has lapsed: play went on.**")]
    actor = table.started.entries[made.number + len(events) - 1].actor
    if actor is Actor.ENGINE:
        return said
    if actor is Actor.HOST:
        return [*said, say("**It has lapsed.**")]
    who = sentences.seat_name(table, last.seat)
    if last.seat == made.by:
        return [*said, say("**{who} withdrew it.**", who=who)]
    return [*said, say("**{who} declined.**", who=who)]


def _while_it_waited(table: Table, made: Offer) -> Sequence[Event]:
    """Return the events from an offer to its end: an answer, or a move that passed it by."""
    accepted, found = frozenset({made.by}), list[Event]()
    for event in table.started.events[made.number :]:
        found.append(event)
        match event:
            case Declined():
                return found
            case Accepted(seat):
                accepted |= {seat}
                if made.kind is OfferKind.TIME:
                    accepted |= table.started.allies_of(seat)
                if made.voters <= accepted:
                    return found
            case Offered():
                return found[:-1]
            case _:
                continue
    return found

"""Offers and their results."""

from collections.abc import Sequence
from dataclasses import replace

from bot.messages.channel import seats
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_position
from bot.messages.controls.message import Button, Message, Row, Style, marked
from bot.messages.words import sentences
from bot.messages.words.text import in_a_row, mention, named
from bot.model.mark import entry_mark
from bot.model.pings import offer_pings
from bot.model.position import match_after
from bot.model.table import Table
from rules.contract.core import Seat
from rules.contract.sentence import Sentence, each_of, say
from rules.log.entries import Actor
from rules.log.events import (
    Accepted,
    Declined,
    Event,
    Offered,
    OfferKind,
    ResignWithdrawn,
)
from rules.match.match import Match
from rules.match.offers import Offer
from rules.match.rounds import round_of
from rules.time.duration import DAY, in_words

__all__ = ["answer", "as_it_stands", "is_answer", "offer", "own", "settled"]


def offer(table: Table, made: Offer) -> Message:
    """Return an offer that waits for answers. It pings the people who have to agree."""
    event = made.made
    pings = tuple(ping.person for ping in offer_pings(table))
    is_asking = bool(pings) or event.kind is OfferKind.SUBSTITUTE
    asked = in_a_row(*(say("{who}", who=mention(person)) for person in pings))
    proposed = _proposal(table, made)
    if event.kind is not OfferKind.TAKE_BACK:  # Its moves are bold already.
        proposed = say("**{proposed}**", proposed=proposed)
    text = in_a_row(asked, proposed)
    rows = (_buttons(table, made),) if is_asking else ()
    return marked(Message(text, rows=rows, pings=pings), entry_mark(table, made.number))


def is_answer(table: Table, number: int) -> bool:
    """Return True if an entry only answers an offer or withdraws a wish to resign.

    The message of the offer or the wish then says so.
    """
    return isinstance(table.started.events[number - 1], Accepted | Declined | ResignWithdrawn)


def own(table: Table) -> Message:
    """Return the reply to a person who makes an offer while their first one waits."""
    made = table.started.offer
    assert made is not None, "an offer waits"
    withdraw = for_position(verbs.WITHDRAW, table, number=made.number)
    text = say("Your {offer} is still open.", offer=made.kind.title)
    return Message(text, rows=([Button(say("Withdraw"), withdraw)],))


def settled(before: Table, made: Offer, after: Table) -> Message:
    """Return an offer's message once a person has answered it, or play has gone on.

    `before` is the table at some moment while the offer was waiting.
    """
    waiting = after.started.offer
    if waiting is None or waiting.number != made.number:
        told = say("{offer}: {end}.", offer=_told(before, made), end=_end(after, made))
        return Message(told)
    voters = sorted(waiting.voters - {made.by})
    answers = each_of(_answered(after, seat, waiting) for seat in voters)
    text = in_a_row(_proposal(before, made), say("{answers}", answers=answers))
    return marked(Message(text, rows=(_buttons(after, waiting),)), entry_mark(after, made.number))


def as_it_stands(table: Table, number: int) -> Message:
    """Return the present content of an offer's message. The entry with this number made it.

    This folds the log up to that entry. Raises ValueError if the entry left no offer waiting.
    """
    before = match_after(table, number)
    if before.offer is None or before.offer.number != number:
        raise ValueError(f"entry {number} of table {table.id} left no offer")
    then = replace(table, match=before)
    return settled(then, before.offer, table)


def answer(table: Table, match: Match, event: Accepted | Declined, number: int) -> Message:
    """Return a seat's answer to the last offer made before this entry, in words of its own."""
    offers = [e for e in match.events[:number] if isinstance(e, Offered)]
    last = offers[-1]
    if match.entries[number - 1].actor is Actor.HOST:
        return Message(say("The {offer} expired.", offer=last.kind.title))
    withdrawn = isinstance(event, Declined) and event.seat == last.seat
    text = sentences.answered(table, event, withdrawn=withdrawn, kind=last.kind)
    return Message(text)


def _buttons(table: Table, made: Offer) -> Row:
    number = made.number
    return [
        Button(say("Agree"), for_position(verbs.AGREE, table, number=number), Style.SUCCESS),
        Button(say("Decline"), for_position(verbs.REFUSE, table, number=number)),
        Button(say("Withdraw"), for_position(verbs.WITHDRAW, table, number=number)),
    ]


def _proposal(table: Table, made: Offer) -> Sentence:
    if made.kind is OfferKind.SUBSTITUTE:
        return seats.proposed(table, made.made)
    return sentences.offered(table, made.made, made.keep)


def _told(table: Table, made: Offer) -> Sentence:
    """Return a settled offer as the record tells it."""
    turns = sum(ply.side is not None for ply in table.started.plies)
    number = round_of(turns, len(table.started.game.spec.teams))
    who, days = _who(table, made.by), in_words(made.made.days * DAY)
    match made.kind:
        case OfferKind.DRAW:
            return say("{who} offered a draw (move {number})", who=who, number=number)
        case OfferKind.TAKE_BACK:
            return say("{who} asked to take back (move {number})", who=who, number=number)
        case OfferKind.COUNT:
            return say("{who} asked to stop and count (move {number})", who=who, number=number)
        case OfferKind.ABORT:
            return say("{who} asked to call the game off (move {number})", who=who, number=number)
        case OfferKind.PAUSE:
            return say(
                "{who} asked to pause for {days} (move {number})",
                days=days, who=who, number=number,
            )  # fmt: skip
        case OfferKind.RESUME:
            return say("{who} asked to resume (move {number})", who=who, number=number)
        case OfferKind.TIME:
            return say(
                "{who} offered {days} more (move {number})", who=who, days=days, number=number
            )
        case OfferKind.SUBSTITUTE:
            return seats.asked_for(table, made.made, number)


def _end(table: Table, made: Offer) -> Sentence:
    """Return how an offer ended: who agreed to it, declined or withdrew it, or that it lapsed."""
    events = _while_it_waited(table, made)
    last = events[-1] if events else None
    if isinstance(last, Accepted):
        return say("agreed")
    if not isinstance(last, Declined):
        return say("expired")
    if table.started.entries[made.number + len(events) - 1].actor is Actor.HOST:
        return say("expired")
    if last.seat == made.by:
        return say("withdrawn")
    if len(made.voters - {made.by}) > 1:
        return say("declined by {who}", who=_who(table, last.seat))
    return say("declined")


def _answered(table: Table, seat: Seat, waiting: Offer) -> Sentence:
    """Return whether a seat that was asked has agreed."""
    who = _who(table, seat)
    if seat in waiting.accepted:
        return say("{who}: yes", who=who)
    return say("{who}: not yet", who=who)


def _who(table: Table, seat: Seat) -> Sentence:
    return say("{who}", who=named(table.at(seat).user))


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

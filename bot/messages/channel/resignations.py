"""The wish of a seat with allies to resign, and its result."""

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_position
from bot.messages.controls.message import Button, Message, Row, Style, marked
from bot.messages.words import sentences
from bot.messages.words.text import in_a_row, named
from bot.model.mark import entry_mark
from bot.model.pings import seats_just_taken, wish_pings
from bot.model.position import match_after
from bot.model.table import Table
from rules.contract.core import Seat
from rules.contract.sentence import Sentence, say
from rules.log.entries import Entry
from rules.log.events import Resigned, ResignWanted, ResignWithdrawn

__all__ = ["answered", "as_it_stands", "resignation", "waits", "withdrawn"]


def resignation(table: Table, event: ResignWanted | ResignWithdrawn) -> Message:
    """Return a seat's wish to resign, or its end; the allies who are asked are pinged."""
    match, text = table.started, sentences.would_resign(table, event)
    if isinstance(event, ResignWithdrawn) or event.seat not in match.wanting or match.outcome:
        return Message(text)
    pings = tuple(ping.person for ping in wish_pings(table, event.seat))
    return Message(text, rows=(_buttons(table),), pings=pings)


def answered(table: Table) -> Message:
    """Return the question about resigning after the player has said yes."""
    if table.started.outcome:
        return Message(say("You resigned."))
    if seats_just_taken(table, len(table.started.entries)):
        return Message(say("You resigned. The computer takes over."))
    return Message(say("I asked your teammates."))


def withdrawn(table: Table) -> Message:
    """Return the content of the message of a wish that has just been withdrawn."""
    last = table.started.events[-1]
    assert isinstance(last, ResignWithdrawn), "the last entry withdraws it"
    return Message(_withdrawn(table, last.seat))


def waits(table: Table, event: ResignWanted) -> bool:
    """Return True if a seat still wants to resign and waits for its allies."""
    match = table.started
    return match.outcome is None and event.seat in match.wanting


def as_it_stands(table: Table, number: int, event: ResignWanted) -> Message:
    """Return the present content of the message of a wish, made by the entry with this number.

    This folds the log up to the entry that ended the wish.
    """
    ended = _ended_by(table, number, event)
    if ended is None:
        waiting = Message(sentences.would_resign(table, event), rows=(_buttons(table),))
        return marked(waiting, entry_mark(table, number))
    if isinstance(ended.event, ResignWithdrawn):
        return Message(_withdrawn(table, event.seat))
    wished = say("{who} wanted to resign.", who=named(table.at(event.seat).user))
    end = say("**Expired: play went on.**")
    if isinstance(ended.event, Resigned):
        ally = named(table.at(ended.event.seat).user)
        end = say("**{who} resigned too.**", who=ally)
    return Message(in_a_row(wished, end))


def _ended_by(table: Table, number: int, event: ResignWanted) -> Entry | None:
    """Return the entry that ended the wish, or None while it waits."""
    then = match_after(table, number)
    for entry in table.started.entries[number:]:
        then = then.with_entries((entry,), trusted=True)
        if then.outcome or event.seat not in then.wanting:
            return entry
    return None


def _withdrawn(table: Table, seat: Seat) -> Sentence:
    return say("{who} kept playing after all.", who=named(table.at(seat).user))


def _buttons(table: Table) -> Row:
    return [
        Button(say("Resign too"), for_position(verbs.RESIGN, table), Style.DANGER),
        Button(say("Keep playing"), for_position(verbs.PLAY_ON, table)),
    ]

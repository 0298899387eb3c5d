"""The turns of a table, in the words of the channel's record.

All of it follows from the log: what people did, numbered as in `/game history`, without mentions.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.messages.words.sides import game_of, side_name
from bot.messages.words.text import dotted, named
from bot.model.caller import User
from bot.model.engines import answers_alone, is_engines
from bot.model.position import match_after
from bot.model.table import Table
from rules.contract.core import Seat
from rules.contract.sentence import ENGLISH, Argument, Notation, Sentence, all_of, say
from rules.log.entries import Actor, Entry
from rules.log.events import (
    Accepted,
    Begun,
    Event,
    Offered,
    OfferKind,
    Played,
    Resumed,
    Rolled,
)
from rules.match.record import Ply
from rules.match.rounds import numbered, round_of

__all__ = [
    "LONGEST", "against", "in_a_line", "in_short", "opposed", "pips_of", "told_since", "turns",
    "versus",
]  # fmt: skip

LONGEST: Final = 300
"""The most characters of a line."""


def in_short(table: Table, since: int, number: int) -> Sentence:
    """Return what happened in the entries after `since`, up to `number`, as one line.

    Several moves against a computer, which one message has shown, are only counted.
    """
    if len(table.persons) > 1:
        return in_a_line(turns(table, since, number))
    teams = len(table.started.game.spec.teams)
    moves = (step for step in _steps(table, since, number) if step.is_move)
    rounds = [round_of(_turns(step.before), teams) for step in moves]
    first, last = min(rounds, default=0), max(rounds, default=0)
    if first == last:
        return in_a_line(turns(table, since, number))
    if since:
        return say("Moves {first}-{last}", first=first, last=last)
    moved = say("moves {first}-{last}", first=first, last=last)
    return dotted(versus(table), game_of(table).spec.title, moved)


def in_a_line(said: Iterable[Sentence]) -> Sentence:
    """Return what happened as one line; if there isn't room, only the latest."""
    kept = list(said)
    told = dotted(*kept)
    while len(kept) > 1 and len(told.rendered(ENGLISH)) > LONGEST:
        kept = kept[1:]
        told = say("… {turns}", turns=dotted(*kept))
    return told


def turns(
    table: Table, since: int, number: int, *, bold: bool = False, are_numbered: bool = True
) -> Iterator[Sentence]:
    """Yield what happened in the entries after the one with number `since`, up to `number`.

    Moves are numbered in rounds, as in the history, unless a picture beside them has the number.
    The last move is `bold` if that is asked for.
    """
    steps = list(_steps(table, since, number))
    last = max((each.entry.number for each in steps if each.is_move), default=0)
    teams = len(table.started.game.spec.teams)
    round_told = None
    for step in steps:
        if step.is_move:
            turn = _turns(step.before)
            told = _move(table, step, bold=bold and step.entry.number == last)
            is_first = are_numbered and round_of(turn, teams) != round_told
            yield numbered(turn, teams, told) if is_first else told
            round_told = round_of(turn, teams)
        elif len(step.after) < len(step.before):
            yield _taken_back(table, step)
        elif isinstance(step.entry.event, Begun):
            yield _begun(table)
        elif isinstance(step.entry.event, Resumed):
            yield say("The game is back on")


@dataclass(frozen=True, slots=True)
class _Step:
    """An entry, with the plies before and after it."""

    entry: Entry
    before: Sequence[Ply]
    after: Sequence[Ply]
    offered_by: Seat | None = None
    """The seat whose offer waited."""

    @property
    def is_move(self) -> bool:
        """True if a person moved, or the host did so for them."""
        return len(self.after) > len(self.before) and self.after[-1].side is not None


def _steps(table: Table, since: int, number: int) -> Iterator[_Step]:
    """Yield the entries after the one with number `since`; if one took plies back, this folds."""
    match = table.started
    entries = match.entries[since:]
    if any(_may_take_back(entry.event) for entry in entries):
        then = match_after(table, since)
        for entry in entries[: number - since]:
            before, then = then, then.with_entries([entry], trusted=True)
            by = before.offer.by if before.offer else entry.seat
            yield _Step(entry, before.plies, then.plies, by)
        return
    count = len(match.plies) - sum(map(_is_ply, entries))
    for entry in entries[: number - since]:
        made, count = count, count + _is_ply(entry)
        yield _Step(entry, match.plies[:made], match.plies[:count])


def _may_take_back(event: Event) -> bool:
    is_asked = isinstance(event, Offered) and event.kind is OfferKind.TAKE_BACK
    return is_asked or isinstance(event, Accepted)


def _is_ply(entry: Entry) -> bool:
    return isinstance(entry.event, Played | Rolled)


def told_since(table: Table, number: int) -> int:
    """Return the last entry before those that an entry's message tells.

    The message tells all entries of the same request, and the moves of engines right before it that
    no message showed. Someone who plays against engines alone sees their own move together with the
    answer.
    """
    entries = table.started.entries
    at = _since(entries, number)
    if not at or not answers_alone(table, number):
        return at
    earlier = _since(entries, at)
    is_move = any(_is_ply(entry) and entry.seat is not None for entry in entries[earlier:at])
    return earlier if is_move else at


def _since(entries: Sequence[Entry], number: int) -> int:
    """Return the entry before those that were written for the same request, or by engines alike."""
    last, at = entries[number - 1], number - 1
    while at and (
        entries[at - 1].request == last.request
        or (is_engines(entries[at - 1].request) and is_engines(last.request))
    ):
        at -= 1
    return at


def _begun(table: Table) -> Sentence:
    """Return the players and the game, or who started where a card above says the rest."""
    match = table.started
    first = next((ply.side for ply in match.plies if ply.side), match.turn)
    if not table.is_below_card or not isinstance(first, str):
        return dotted(versus(table), game_of(table).spec.title)
    who = named(table.first_at(match.seat_of(first)).user)
    return say("{who} started as {side}", who=who, side=side_name(match.game.spec.side(first)))


def versus(table: Table) -> Sentence:
    """Return the players of a started game, such as `Ann – Bo`."""
    return against(table.first_at(seat).user for seat in table.started.seats)


def against(users: Iterable[User]) -> Sentence:
    """Return opponents as words, such as `Ann – Bo`."""
    return opposed(map(named, users))


def opposed(players: Iterable[Argument]) -> Sentence:
    """Return the names of opponents as `against` does."""
    first, *others = players
    told = say("{who}", who=first)
    for other in others:
        told = say("{players} – {who}", players=told, who=other)
    return told


def _move(table: Table, step: _Step, *, bold: bool) -> Sentence:
    """Return the last ply of a step, with the roll with which it was made."""
    match, ply = table.started, step.after[-1]
    assert ply.side is not None, "the dice aren't rolled by anyone"
    seat = match.seat_of(ply.side)
    who = say("{who}", who=named(table.holder(seat, step.entry.number).user))
    if len(match.seating[seat]) > 1:
        who = say("{who} ({side})", who=who, side=side_name(match.game.spec.side(ply.side)))
    move = say("{move}", move=Notation(ply.notation))
    if step.entry.actor is Actor.HOST:
        move = say("can't move, passes")
    elif bold:
        move = say("**{move}**", move=Notation(ply.notation))
    if step.before and step.before[-1].side is None:
        move = say("{roll}: {move}", roll=pips_of(step.before[-1].notation), move=move)
    if step.entry.actor is Actor.QUEUED:
        return say("{who} {move} (planned)", who=who, move=move)
    return say("{who} {move}", who=who, move=move)


def pips_of(roll: str) -> Notation:
    """Return a roll of a log, `[2-5]`, as it is told, the higher first: `5-2`."""
    return Notation("-".join(sorted(roll.strip("[]").split("-"), key=int, reverse=True)))


def _turns(plies: Sequence[Ply]) -> int:
    """Return the number of turns that end with one of these plies."""
    return sum(ply.side is not None for ply in plies)


def _taken_back(table: Table, step: _Step) -> Sentence:
    """Return who took which plies back."""
    gone = [Notation(ply.notation) for ply in step.before[len(step.after) :] if ply.side]
    seat = step.offered_by
    assert seat is not None, "someone asks to take a move back"
    who = named(table.holder(seat, step.entry.number).user)
    return say("{who} took back {moves}", who=who, moves=all_of(gone))

"""Reminders, and the notice that a game ends because no one plays."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.messages.controls.message import Message
from bot.messages.words.text import NOTHING, board_link, in_a_row, lines, mention
from bot.model.caller import Person
from bot.model.moments import time_left
from bot.model.pings import PingClass
from bot.model.position import table_after
from bot.model.queues import Reminded
from bot.model.table import Status, Table
from rules.contract.sentence import Sentence, say

__all__ = ["Subject", "ends_soon", "reminder"]


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a reminder: a table as it is now, and what there was to tell about it."""

    table: Table
    told: Reminded


def reminder(person: Person, subjects: Iterable[Subject], *, direct: bool) -> Message | None:
    """Return one message with all reminders for a person, or None if they are all out of date.

    There is one line per table. `direct` is true if only the person gets the message, who then
    needs no ping.
    """
    said: dict[int, Sentence] = {}
    for subject in subjects:
        line = _line(subject, person)
        if line != NOTHING:
            said.setdefault(subject.table.id, line)
    if not said:
        return None
    who = NOTHING if direct else say("{who}", who=mention(person))
    known = tuple(said.values())
    text = in_a_row(who, known[0]) if len(known) == 1 else lines(who, *known)
    return Message(text, pings=() if direct else (person,), in_lines=True)


def ends_soon(table: Table, ends: int, pinged: tuple[Person, ...]) -> Message | None:
    """Return the notice that a game ends because no one plays, or None if a person has played."""
    abandoned = table.clock.abandoned if table.match is not None else None
    if table.status is not Status.PLAYING or abandoned is None or abandoned > ends:
        return None
    names = in_a_row(*(say("{who}", who=mention(user)) for user in pinged))
    told = say(
        "No one has moved here for a long time. The game ends with no result {left} unless "
        "someone does.",
        left=time_left(ends),
    )
    return Message(in_a_row(names, told), pings=pinged)


def _line(subject: Subject, person: Person) -> Sentence:
    """Return the line about one table in the words of its time, or nothing if it is out of date."""
    table, told = subject.table, subject.told
    if table.match is None or _as_of(table, told, person) == NOTHING:
        return NOTHING
    return _as_of(table_after(table, told.number), told, person)


def _as_of(table: Table, told: Reminded, person: Person) -> Sentence:
    """Return what there is to tell about a table as it stood at some time, or nothing."""
    match, seat = table.started, table.seat(person)
    about, where = PingClass(told.about), board_link(table.place, told.board_id, told.channel_id)
    game = match.game.spec.title
    if match.outcome is not None:
        if about not in (PingClass.END, PingClass.DECISION):
            return NOTHING
        return say("{game} is finished ({where}).", game=game, where=where)
    match about:
        case PingClass.TURN if _is_due(table, person):
            turn = say("Your move: {game} ({where}).", game=game, where=where)
            until = table.due_at
            return in_a_row(turn, say("Due {left}.", left=time_left(until)) if until else NOTHING)
        case PingClass.OFFER if match.offer and seat in match.offer.voters - match.offer.accepted:
            return say(
                "{game} ({where}): please answer the {offer}.",
                game=game, where=where, offer=match.offer.kind.title,
            )  # fmt: skip
        case PingClass.OFFER if seat is not None and match.allies_of(seat) & match.wanting:
            return say(
                "{game} ({where}): your team wants to resign. Do you agree?",
                game=game, where=where,
            )  # fmt: skip
        case PingClass.CLAIM if match.clock.turn and match.clock.turn.overdue_since is not None:
            return say(
                "{game} ({where}): your opponent is out of time. You can claim the win.",
                game=game, where=where,
            )  # fmt: skip
        case PingClass.DECISION:
            return say("{game} ({where}): a moderator stepped in.", game=game, where=where)
        case PingClass.PLAN:
            return say(
                "{game} ({where}): your planned move no longer works, so I deleted the plan.",
                game=game, where=where,
            )  # fmt: skip
        case PingClass.SEAT if seat is not None:
            return say("{game} ({where}): you're in.", game=game, where=where)
        case PingClass.REST if match.clock.abandoned is not None:
            return say(
                "{game} ({where}): ends with no result {left} unless someone moves.",
                game=game, where=where, left=time_left(match.clock.abandoned),
            )  # fmt: skip
        case _:
            return NOTHING


def _is_due(table: Table, person: Person) -> bool:
    """Return True if a person is to move; no one is while the game is paused."""
    return bool(table.due and table.due.user.id == person and not table.clock.paused)

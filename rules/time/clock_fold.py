"""Applies the entries of a log to its clocks, one by one."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from rules.contract.core import Seat
from rules.log.entries import Actor, Entry
from rules.log.events import Grant, Granted, Overdue, Paused, Played, Resumed, SeatTaken
from rules.time.clock import Clock, PlyMade, Stretch, Turn
from rules.time.duration import DAY
from rules.time.time_control import Bank, PerTurn, Untimed

__all__ = ["clock_after"]

_AFTER_TAKE_BACK: Final = DAY
"""The least time that a take-back leaves everyone, or the agreed time if that is less."""
_AFTER_CHANGE: Final = 3 * DAY
"""The least time that a newcomer to a seat gets, or the agreed time if that is less."""
_INTO_BANK: Final = frozenset({Grant.OUTAGE, Grant.RIVALS, Grant.MODERATOR})
"""The grants that a bank keeps; quiet hours and vacation only postpone the deadline."""


def clock_after(clock: Clock, entry: Entry, due: Seat | None, plies: int) -> Clock:
    """Return the clocks after one more entry.

    `due` is the seat to move after the entry, or None if it is no one's turn or the dice's. `plies`
    is the number of plies that then stand, including rolls and passes. If there are fewer than
    before, some were taken back.
    """
    clock = replace(clock, at=entry.at, moved=entry.at if clock.moved is None else clock.moved)
    if plies < len(clock.plies):
        return _taken_back(clock, due, plies)
    match entry.event:
        case Paused(end):
            clock = replace(clock, pauses=(*clock.pauses, Stretch(entry.at)), resumes=end)
        case Resumed():
            *before, open_pause = clock.pauses
            ended = Stretch(open_pause.start, entry.at)
            clock = replace(clock, pauses=(*before, ended), resumes=None)
        case Granted():
            clock = _granted(clock, entry.event)
        case Overdue() if clock.turn:
            late = replace(clock.turn, overdue=True, overdue_since=entry.at)
            clock = replace(clock, turn=late)
        case SeatTaken(seat, by_engine=by_engine):
            return _handed_over(clock, seat, by_engine=by_engine)
        case Played():
            clock = _played(clock, entry)
        case _:
            pass
    if others := plies - len(clock.plies):
        clock = replace(clock, plies=clock.plies + (PlyMade(None, None),) * others)
    if clock.turn and clock.turn.seat == due:
        return clock
    return _begun(_rewarded(clock), due)


def _granted(clock: Clock, event: Granted) -> Clock:
    turn, quieted = clock.turn, clock.quieted
    assert turn, "time is granted to the seat due"
    more = replace(turn, grants=(*turn.grants, event), overdue_since=None)
    if event.cause is Grant.QUIET:
        quieted = (*quieted, (event.seat, clock.at))
    return replace(clock, turn=more, quieted=quieted)


def _played(clock: Clock, entry: Entry) -> Clock:
    """Record a ply; moves that the host plays or that were planned use no time."""
    turn = clock.turn
    if turn is None:
        made = PlyMade(entry.seat, None)
    else:
        planned = entry.actor in (Actor.HOST, Actor.QUEUED)
        used = turn.used if planned else clock.run(turn.begun, entry.at)
        made = PlyMade(
            turn.seat,
            None if turn.allowed is None else max(turn.allowed + turn.granted - used, 0),
            player=None if entry.actor is Actor.HOST else entry.player,
            took=None if planned else used - turn.used,
            late=turn.overdue,
        )
        turn = replace(turn, used=used, played=turn.played or entry.actor is not Actor.HOST)
    return replace(clock, turn=turn, plies=(*clock.plies, made), moved=entry.at)


def _rewarded(clock: Clock) -> Clock:
    """Add the increment to the bank of the seat that has played in the current turn."""
    turn, limit = clock.turn, clock.control.limit
    if not turn or not turn.played or not isinstance(limit, Bank):
        return clock
    bank = clock.banks[turn.seat]
    assert bank is not None, "an engine has no turn"
    left = max(bank + _kept(turn) - turn.used, 0)
    more = left + limit.increment
    # Time that was granted may lift a bank above its cap, and isn't taken away.
    full = more if more <= limit.cap else max(left, limit.cap)
    *before, last = clock.plies
    plies = (*before, replace(last, gained=full - left))
    return replace(clock, plies=plies, banks=_with(clock.banks, turn.seat, full))


def _begun(clock: Clock, due: Seat | None) -> Clock:
    """Begin the turn of the seat to move, with all the time it is allowed."""
    if due is None or due in clock.engines:
        return replace(clock, turn=None)
    allowed: int | None
    match clock.control.limit:
        case Untimed():
            allowed = None
        case PerTurn(seconds):
            allowed = seconds
        case Bank():
            allowed = clock.banks[due]
    return replace(clock, turn=Turn(due, clock.at, allowed), pauses=_recent(clock))


def _recent(clock: Clock) -> tuple[Stretch, ...]:
    """Return the pauses since the last ply: no clock looks further back."""
    since = clock.moved or 0
    return tuple(pause for pause in clock.pauses if pause.end is None or pause.end > since)


def _taken_back(clock: Clock, due: Seat | None, plies: int) -> Clock:
    """Take plies back: used time stays used, increments go, and the asker's turn begins."""
    limit, removed = clock.control.limit, clock.plies[plies:]
    clock = replace(clock, plies=clock.plies[:plies])
    if isinstance(limit, Bank):
        clock = _begun(_reduced(clock, removed, min(_AFTER_TAKE_BACK, limit.bank)), due)
        return clock if due is None else _at_least(clock, due, min(_AFTER_TAKE_BACK, limit.bank))
    clock = _begun(clock, due)
    if clock.turn is None or not isinstance(limit, PerTurn):
        return clock
    allowed = max(removed[0].left or 0, min(_AFTER_TAKE_BACK, limit.seconds))
    return replace(clock, turn=replace(clock.turn, allowed=allowed))


def _reduced(clock: Clock, removed: Iterable[PlyMade], least: int) -> Clock:
    """Subtract the current turn's time from the banks, then the increments of the removed plies.

    A removed increment leaves a bank with `least`, or with what it held if that was less.
    """
    turn, banks = clock.turn, clock.banks
    if turn and (bank := banks[turn.seat]) is not None:
        banks = _with(banks, turn.seat, _bank_left(clock, turn, bank))
    for ply in removed:
        if ply.seat is not None and (bank := banks[ply.seat]) is not None:
            banks = _with(banks, ply.seat, max(bank - ply.gained, min(bank, least)))
    return replace(clock, banks=banks)


def _handed_over(clock: Clock, seat: Seat, *, by_engine: bool) -> Clock:
    """Give the seat to someone else, with at least a few days."""
    limit, turn = clock.control.limit, clock.turn
    running = turn if turn and turn.seat == seat else None
    if by_engine:
        engines, banks = clock.engines | {seat}, _with(clock.banks, seat, None)
        turn = None if running else turn
        return replace(clock, engines=engines, banks=banks, turn=turn)
    if isinstance(limit, Bank):
        bank = clock.banks[seat]
        assert bank is not None, "a person takes no engine's seat"
        if running:
            left = _bank_left(clock, running, bank)
            clock = _begun(replace(clock, banks=_with(clock.banks, seat, left)), seat)
        return _at_least(clock, seat, min(_AFTER_CHANGE, limit.bank))
    if not running:
        return clock
    left, clock = clock.left(clock.at) or 0, _begun(clock, seat)
    if clock.turn is None or not isinstance(limit, PerTurn):
        return clock
    allowed = max(left, min(_AFTER_CHANGE, limit.seconds))
    return replace(clock, turn=replace(clock.turn, allowed=allowed))


def _at_least(clock: Clock, seat: Seat, least: int) -> Clock:
    """Return the clocks with at least this much for the seat, in its bank and in a new turn."""
    bank = clock.banks[seat]
    if bank is None:
        return clock
    bank, turn = max(bank, least), clock.turn
    if turn and turn.seat == seat:
        turn = replace(turn, allowed=bank)
    return replace(clock, banks=_with(clock.banks, seat, bank), turn=turn)


def _bank_left(clock: Clock, turn: Turn, bank: int) -> int:
    """Return the seconds left in the bank of the seat to move after its turn so far."""
    return max(bank + _kept(turn) - clock.run(turn.begun, clock.at), 0)


def _kept(turn: Turn) -> int:
    """Return the granted seconds that the bank keeps."""
    return sum(grant.seconds for grant in turn.grants if grant.cause in _INTO_BANK)


def _with(banks: tuple[int | None, ...], seat: Seat, bank: int | None) -> tuple[int | None, ...]:
    return (*banks[:seat], bank, *banks[seat + 1 :])

"""Decides when a person hears of something: now, later or never."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.model.preferences import Preferences
from rules.time.clock import Stretch
from rules.time.duration import DAY, HOUR

__all__ = ["APART", "Due", "Reminder", "held_back", "reminders", "when"]

APART: Final = HOUR
"""Seconds between two pings of a person about the same thing."""
_LEAST: Final = HOUR
"""Seconds before the deadline by which a reminder comes at the latest."""
_IDLE_TIMES: Final = 3
"""Reminders of one turn in a game without a time limit."""


def when(
    preferences: Preferences,
    now: int,
    *,
    until: int | None = None,
    is_muted: bool = False,
    last: int | None = None,
    together: int | None = None,
) -> int | None:
    """Return when a person hears of news that is due now, or None for never.

    News about a turn isn't put off beyond its deadline, `until`. `is_muted` is true if they don't
    want to hear of such things at its table, and `last` is when they last heard of this one.
    `together` is when they would hear of it with other news.
    """
    if not preferences.pings or is_muted:
        return None
    waits = together is not None and (until is None or together < until)
    later = together if waits else held_back(preferences, now, until)
    again = now if last is None else last + APART
    at = max(now, again, later or now)
    return at if until is None or at == now or at < until else None


def held_back(preferences: Preferences, at: int, until: int | None) -> int | None:
    """Return the time to which quiet hours postpone a ping of this moment, or None for no delay.

    A ping that would come after `until` isn't postponed.
    """
    quiet = preferences.quiet.at(at) if preferences.quiet else None
    if quiet is None or quiet.end is None or (until is not None and quiet.end >= until):
        return None
    return quiet.end


@dataclass(frozen=True, slots=True)
class Due:
    """The current turn of a person, as far as reminders depend on it; in Unix seconds."""

    begun: int
    until: int | None
    """None if there is no limit."""
    allowed: int | None
    """Its seconds before grants."""


@dataclass(frozen=True, slots=True, order=True)
class Reminder:
    """A reminder: its normal time, and the time when quiet hours let it be sent."""

    moment: int
    at: int


def reminders(turn: Due, preferences: Preferences, now: int) -> tuple[Reminder, ...]:
    """Return the reminders of a turn to send from `now` on, and those that are late.

    One comes when a fifth of the time is left, but at least an hour before the deadline, and more
    at the lead times that the person has added. Without a limit, one comes every few days.
    """
    if not preferences.pings:
        return ()
    if turn.until is None:
        step = preferences.idle_days * DAY
        moments = [turn.begun + n * step for n in range(1, _IDLE_TIMES + 1)] if step else []
    else:
        moments = list(_before(turn, turn.until, preferences))
        if now >= turn.until:
            return ()
    return tuple(
        Reminder(moment, _going(turn, preferences, max(moment, now)))
        for moment in sorted(set(moments))
    )


def _before(turn: Due, until: int, preferences: Preferences) -> Iterator[int]:
    usual = until - max(_LEAST, (turn.allowed or 0) // 5)
    if usual - turn.begun >= APART:
        yield usual
    for hours in preferences.leads:
        if until - hours * HOUR >= turn.begun:
            yield until - hours * HOUR


def _going(turn: Due, preferences: Preferences, at: int) -> int:
    """Return the time to send a reminder whose normal time is `at`."""
    quiet: Stretch | None = preferences.quiet.at(at) if preferences.quiet else None
    if quiet is None or quiet.end is None:
        return at
    if turn.until is None or quiet.end < turn.until:
        return quiet.end
    return quiet.start if turn.begun < quiet.start else turn.begun

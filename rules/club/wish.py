"""A wish to be paired, as a fold of what happens to it. Times are Unix seconds.

A person with a wish waits from `since` on. A sleeping wish gets no games until its person wakes it.
"""

from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from typing import Final, TypeAlias

__all__ = [
    "AWAY", "Asleep", "Back", "Change", "Ended", "Given", "Off", "Pace", "Put", "Set", "Spoiled",
    "Wake", "Wish", "wakes_at", "wish_after",
]  # fmt: skip

AWAY: Final = 7 * 86400
"""Seconds for which a third *not now* within `REMEMBERED` keeps a wish asleep."""
REMEMBERED: Final = 30 * 86400
"""Seconds for which a *not now* counts."""
_MOST: Final = 3
"""The number of them within that time that keeps a wish asleep."""


class Pace(Enum):
    """The speed at which people want to play. Two paces fit if they are equal or neighbours."""

    QUICK = 0
    USUAL = 1
    SLOW = 2


class Asleep(StrEnum):
    """The reason why a wish sleeps. The words are stored."""

    MISSED = "missed"
    """Its person missed the first deadline of a paired game."""
    NOT_NOW = "not-now"
    IDLE = "idle"
    """Its person hasn't moved anywhere for 30 days."""
    OFF = "off"
    """The server pairs no one for now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """The games that a person wants to play, and since when they wait."""

    systems: frozenset[str]
    """The games in which they want to be paired, by the names of their pools."""
    at_once: int
    """The most paired games at a time."""
    pace: Pace
    rated: bool
    once: bool
    """They want just one game."""
    since: int
    before: int
    """The value of `since` before the last game."""
    asleep: Asleep | None = None
    not_now: tuple[int, ...] = ()
    """The moments at which they declined a game, within `REMEMBERED` of the newest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Set:
    """The person sets what they want, and wants to be paired from now on."""

    systems: frozenset[str]
    at_once: int
    pace: Pace
    rated: bool
    once: bool = False


@dataclass(frozen=True, slots=True)
class Off:
    """They want no games any more, left the server, or were forgotten."""


@dataclass(frozen=True, slots=True)
class Wake:
    """They want to be paired again."""


@dataclass(frozen=True, slots=True)
class Given:
    """They were given a game."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A paired game of theirs ended with a result. `was_full` is true if no slot was free."""

    was_full: bool


@dataclass(frozen=True, slots=True)
class Spoiled:
    """A paired game of theirs came to nothing through no fault of theirs: they are first again."""


@dataclass(frozen=True, slots=True)
class Put:
    """Their wish is put to sleep."""

    why: Asleep


@dataclass(frozen=True, slots=True)
class Back:
    """A vacation of theirs ended."""


Change: TypeAlias = Set | Off | Wake | Given | Ended | Spoiled | Put | Back


def wish_after(wish: Wish | None, change: Change, now: int) -> Wish | None:
    """Return a wish after a change at this moment, or None if it is gone."""
    if isinstance(change, Set):
        waits = wish is not None and wish.asleep is None
        return Wish(
            systems=change.systems,
            at_once=change.at_once,
            pace=change.pace,
            rated=change.rated,
            once=change.once,
            since=wish.since if wish and waits else now,
            before=wish.before if wish and waits else now,
            not_now=wish.not_now if wish else (),
        )
    if wish is None or isinstance(change, Off):
        return None
    match change:
        case Wake():
            return wish if wish.asleep is None else replace(wish, asleep=None, since=now)
        case Given():
            return replace(wish, before=wish.since, since=now)
        case Ended(was_full):
            if wish.once:
                return None
            return replace(wish, since=now) if was_full else wish
        case Spoiled():
            return replace(wish, since=min(wish.before, wish.since))
        case Put(why):
            said = (now,) if why is Asleep.NOT_NOW else ()
            kept = tuple(each for each in wish.not_now if now - each < REMEMBERED)
            return replace(wish, asleep=why, not_now=(*kept, *said) if said else wish.not_now)
        case Back():
            return replace(wish, since=max(wish.since, now))


def wakes_at(wish: Wish) -> int:
    """Return the moment from which a wish can wake: at once, unless *not now* came too often."""
    if len(wish.not_now) < _MOST:
        return 0
    return wish.not_now[-1] + AWAY

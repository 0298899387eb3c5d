"""The digest: one direct message a day, in place of pings about turns and ends."""

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.extensions.news.values import Told
from bot.model.caller import Person
from bot.model.pings import PingClass
from bot.model.preferences import Preferences
from bot.model.queues import ItemKind, OutboxItem, Reminded
from bot.model.quiet_hours import QuietHours, clock_moment
from rules.time.duration import HOUR

__all__ = [
    "TOLD_OF_EVENTS", "Digest", "DueTurn", "EventNews", "awaits_digest", "covers", "digest_item",
    "next_digest", "out_of_quiet_hours", "read_digest", "read_hour",
]  # fmt: skip

TOLD_OF_EVENTS: Final = ("final", "over", "stopped", "cancelled")
"""The kinds of entries of an event that a digest tells; its beginning pings at once."""
LEAST: Final = 36 * HOUR
"""Seconds of a turn from which on the digest tells of it; shorter turns ping at once."""
_HOUR: Final = re.compile(r"([0-9]{1,2})(?:[:.]([0-9]{2}))? ?(am|pm)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class DueTurn:
    """A game that waits for a person's move."""

    told: Reminded
    begun: int
    """The beginning of the turn, in Unix seconds."""
    allowed: int | None
    """Its seconds without grants; None if there is no limit."""


@dataclass(frozen=True, slots=True)
class EventNews:
    """A change of an event in which somebody takes part."""

    event_id: int
    change: str
    """The kind of the entry of its log: one of those in `TOLD_OF_EVENTS`."""
    game: str
    guild_id: int
    channel_id: int
    card_id: int | None
    """The message that shows its card."""


@dataclass(frozen=True, slots=True)
class Digest:
    """The contents of a digest, each part in order; the games that wait for longest come first."""

    turns: Sequence[DueTurn] = ()
    offers: Sequence[Reminded] = ()
    """Games in which an offer may wait for an answer."""
    ends: Sequence[Reminded] = ()
    """Own games that are over."""
    followed: Sequence[Told] = ()
    events: Sequence[EventNews] = ()
    more_turns: int = 0
    """Games that wait too, for which there is no room."""

    @property
    def tables(self) -> Sequence[int]:
        """The tables that it is about."""
        told = (*(turn.told for turn in self.turns), *self.offers, *self.ends)
        return (*(each.table_id for each in told), *(each.table_id for each in self.followed))


def read_hour(text: str) -> int | None:
    """Return the minutes after midnight of a text such as `7`, `7:30` or `7 pm`, or None."""
    read = _HOUR.fullmatch(text.strip().lower())
    if not read:
        return None
    hours, minutes, half = int(read[1]), int(read[2] or 0), read[3]
    if minutes > 59 or hours > 24 or (half and not 1 <= hours <= 12):
        return None
    if half:
        hours = hours % 12 + (12 if half == "pm" else 0)
    return (60 * hours + minutes) % (24 * 60)


def covers(quiet: QuietHours | None, minutes: int) -> bool:
    """Tell whether quiet hours hold at a time of the day."""
    return quiet is not None and (minutes - quiet.starts) % (24 * 60) < quiet.minutes


def out_of_quiet_hours(preferences: Preferences) -> Preferences:
    """Return preferences in which a digest within quiet hours comes at their end."""
    quiet = preferences.quiet
    if quiet is None or preferences.digest is None or not covers(quiet, preferences.digest):
        return preferences
    return replace(preferences, digest=quiet.ends)


def next_digest(preferences: Preferences, now: int, last: int | None = None) -> int | None:
    """Return when the next digest is due after `now`; None if there is to be none.

    It is on a later day of the person's zone than the `last` one that was sent.
    """
    if not preferences.has_digest or preferences.zone is None or preferences.digest is None:
        return None
    zone = ZoneInfo(preferences.zone)
    today = datetime.fromtimestamp(now, zone).date()
    told = None if last is None else datetime.fromtimestamp(last, zone).date()
    day = today if told is None or told < today else told + timedelta(1)
    while (moment := clock_moment(preferences.zone, day, preferences.digest)) <= now:
        day += timedelta(1)
    return moment


def awaits_digest(preferences: Preferences, about: PingClass, allowed: int | None) -> bool:
    """Tell whether a ping is left to the digest; `allowed` is the turn's time without grants.

    None stands for a turn without a limit.
    """
    if not preferences.has_digest:
        return False
    is_long = allowed is None or allowed >= LEAST
    return about is PingClass.END or (about is PingClass.TURN and is_long)


def digest_item(name: str, person: Person, digest: Digest, now: int) -> OutboxItem:
    """Return the row that sends somebody their digest."""
    return OutboxItem(
        kind=ItemKind.DIGEST, dedupe=name, created_at=now, person=person,
        payload=json.dumps(asdict(digest)),
    )  # fmt: skip


def read_digest(item: OutboxItem) -> Digest:
    """Return the digest of a row made by `digest_item`."""
    assert item.payload is not None, "it says what the digest tells"
    read = json.loads(item.payload)
    return Digest(
        tuple(
            DueTurn(Reminded(**each["told"]), each["begun"], each["allowed"])
            for each in read["turns"]
        ),
        tuple(Reminded(**each) for each in read["offers"]),
        tuple(Reminded(**each) for each in read["ends"]),
        tuple(Told(**each) for each in read["followed"]),
        tuple(EventNews(**each) for each in read["events"]),
        read["more_turns"],
    )

"""News beyond the turn itself, as values: followed games, daily summaries, results."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, astuple, dataclass, replace
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.model.caller import Person
from bot.model.errors import TableError
from bot.model.lists import TableSummary
from bot.model.mark import Mark, MarkKind
from bot.model.pings import PingClass
from bot.model.preferences import Preferences
from bot.model.queues import OutboxItem, Reminded
from bot.model.quiet_hours import QuietHours, clock_moment
from rules.time.duration import DAY, HOUR

__all__ = [
    "APART", "DIGEST", "FOLLOWED", "LONGEST", "MOST", "MOST_WITH_MOVES", "RESULTS",
    "TOLD_OF_EVENTS", "Digest", "DueTurn", "EventNews", "Followed", "Told", "TooManyFollowed",
    "awaits_digest", "covers", "digest_item", "followed_item", "gathered_at", "has_digest",
    "next_digest", "out_of_quiet_hours", "read_digest", "read_followed",
    "read_results", "results_item", "results_mark", "results_text",
]  # fmt: skip

FOLLOWED: Final = "followed"
"""The kind of a timer after which a person gets news of followed games, and of its row."""
DIGEST: Final = "digest"
"""The kind of a timer after which a person gets their daily summary, and of its row."""
RESULTS: Final = "results"
"""The kind of a row that posts results of a server."""
MOST: Final = 20
"""The most games that a person follows at a time."""
MOST_WITH_MOVES: Final = 50
"""The most people who follow the moves of one game; any number follows its end."""
APART: Final = HOUR
"""Seconds between two messages to a person about moves."""
LONGEST: Final = 90 * DAY
"""Seconds after which no one follows a game any more, even if it is still in progress."""
TOLD_OF_EVENTS: Final = ("final", "over", "stopped", "cancelled")
"""The kinds of event entries that a summary tells; the beginning of an event pings at once."""
LEAST: Final = 36 * HOUR
"""Seconds of a turn from which on the summary tells of it; shorter turns ping at once."""


class TooManyFollowed(TableError):
    """The person follows the most games already."""


@dataclass(frozen=True, slots=True)
class Followed:
    """A game that a person follows."""

    table: TableSummary
    moves: bool
    """True if they follow its moves too, False for its end alone."""


@dataclass(frozen=True, slots=True)
class Told:
    """News of a followed game as it stood then: a message keeps its words."""

    table_id: int
    since: int
    """The newest entry that they knew before."""
    number: int
    """The newest entry of its log."""
    channel_id: int | None = None
    board_id: int | None = None
    """The message that showed its board, in that channel."""


@dataclass(frozen=True, slots=True)
class DueTurn:
    """A game that waits for a person's move."""

    told: Reminded
    begun: int
    """The beginning of the turn, in Unix seconds."""
    allowed: int | None
    """Its seconds before grants, or None without a limit."""


@dataclass(frozen=True, slots=True)
class EventNews:
    """A change of an event in which a person plays."""

    event_id: int
    change: str
    """The kind of the entry in its log, one of `TOLD_OF_EVENTS`."""
    game: str
    is_ladder: bool
    guild_id: int
    channel_id: int
    card_id: int | None
    """The message that shows its card."""


@dataclass(frozen=True, slots=True)
class Digest:
    """The contents of a daily summary, in order. Games that have waited longest come first."""

    turns: Sequence[DueTurn] = ()
    offers: Sequence[Reminded] = ()
    """Games in which an offer may wait for the person's answer."""
    ends: Sequence[Reminded] = ()
    """The person's finished games."""
    followed: Sequence[Told] = ()
    events: Sequence[EventNews] = ()
    more_turns: int = 0
    """Further games that wait, for which there is no room."""

    @property
    def tables(self) -> Sequence[int]:
        """The tables in it."""
        told = (*(turn.told for turn in self.turns), *self.offers, *self.ends)
        return (*(each.table_id for each in told), *(each.table_id for each in self.followed))


def covers(quiet: QuietHours | None, minutes: int) -> bool:
    """Tell whether quiet hours hold at a time of the day."""
    return quiet is not None and (minutes - quiet.starts) % (24 * 60) < quiet.minutes


def out_of_quiet_hours(preferences: Preferences) -> Preferences:
    """Return preferences in which a summary within quiet hours comes at their end."""
    quiet = preferences.quiet
    if quiet is None or preferences.digest is None or not covers(quiet, preferences.digest):
        return preferences
    return replace(preferences, digest=quiet.ends)


def next_digest(preferences: Preferences, now: int, last: int | None = None) -> int | None:
    """Return when the next summary is due after `now`, or None without one.

    It is on a later day in the person's zone than the `last` one sent.
    """
    if not preferences.pings or preferences.zone is None or preferences.digest is None:
        return None
    zone = ZoneInfo(preferences.zone)
    today = datetime.fromtimestamp(now, zone).date()
    told = None if last is None else datetime.fromtimestamp(last, zone).date()
    day = today if told is None or told < today else told + timedelta(1)
    while (moment := clock_moment(preferences.zone, day, preferences.digest)) <= now:
        day += timedelta(1)
    return moment


def has_digest(preferences: Preferences) -> bool:
    """Tell whether a daily summary replaces pings about turns and ends."""
    return preferences.pings and preferences.digest is not None and preferences.zone is not None


def awaits_digest(preferences: Preferences, about: PingClass, allowed: int | None) -> bool:
    """Tell whether a ping is left to the summary. `allowed` is the turn's time before grants.

    None stands for a turn without a limit.
    """
    if not has_digest(preferences):
        return False
    is_long = allowed is None or allowed >= LEAST
    return about is PingClass.END or (about is PingClass.TURN and is_long)


def gathered_at(
    preferences: Preferences, about: PingClass, allowed: int | None, now: int
) -> int | None:
    """Return the moment of the summary to which a ping is left, or None if it isn't left."""
    return next_digest(preferences, now) if awaits_digest(preferences, about, allowed) else None


def digest_item(name: str, person: Person, digest: Digest, now: int) -> OutboxItem:
    """Return the row that sends a person their daily summary."""
    return OutboxItem(
        kind=DIGEST, dedupe=name, created_at=now, person=person,
        payload=json.dumps(asdict(digest)),
    )  # fmt: skip


def read_digest(item: OutboxItem) -> Digest:
    """Return the summary of a row made by `digest_item`."""
    read = item.contents
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


def followed_item(name: str, person: Person, news: Iterable[Told], now: int) -> OutboxItem:
    """Return the row that sends a person news of followed games by direct message."""
    return OutboxItem(
        kind=FOLLOWED, dedupe=name, created_at=now, person=person,
        payload=json.dumps(list(map(astuple, news))),
    )  # fmt: skip


def read_followed(item: OutboxItem) -> Sequence[Told]:
    """Return the news in a row made by `followed_item`."""
    return [Told(*each) for each in item.contents]


def results_item(
    guild_id: int, channel_id: int, table_id: int, number: int, *, due: int, now: int
) -> OutboxItem:
    """Return the row that posts the result of a table in a server's results channel.

    `number` is the last entry of its log. The row is sent at `due`; `results_text` adds further
    results.
    """
    return OutboxItem(
        kind=RESULTS, dedupe=f"results:{table_id}.{number}", created_at=now,
        number=number, channel_id=channel_id, guild_id=guild_id,
        payload=results_text(guild_id, [table_id]), not_before=due,
    )  # fmt: skip


def results_text(guild_id: int, tables: Sequence[int]) -> str:
    """Return the contents of a row with the results of these tables."""
    return json.dumps({"guild": guild_id, "tables": list(tables)})


def read_results(item: OutboxItem) -> tuple[int, Sequence[int]]:
    """Return the server and the tables of a row made by `results_item`."""
    return item.contents["guild"], item.contents["tables"]


def results_mark(item: OutboxItem) -> Mark:
    """Return the mark of the message of a row made by `results_item`: its first game's."""
    assert item.number is not None, "the row names the entry of the first end"
    return Mark(MarkKind.RESULTS, read_results(item)[1][0], item.number)

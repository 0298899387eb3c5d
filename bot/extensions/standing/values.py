"""Records of people, lines of leaderboards, figures of games, and corrections, as values."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Final
from zoneinfo import ZoneInfo

from bot.model.caller import Person, Place, User
from bot.model.queues import OutboxItem
from bot.model.quiet_hours import clock_moment
from bot.model.ratings import Standing
from rules.time.duration import DAY

__all__ = [
    "CORRECTABLE", "CORRECTION", "CURVE", "ENOUGH_GAMES", "ENOUGH_PEOPLE", "FORM", "MOST_TOLD",
    "PAGE", "REFUSED", "Board", "Corrected", "Correction", "Ending", "Fact", "GameFacts", "Listed",
    "Newcomer", "OfMonth", "Played", "Record", "correction_item", "month_began",
    "read_correction", "within",
]  # fmt: skip

CORRECTION: Final = "correction"
"""The kind of row that tells a channel of a decision about ratings."""

CURVE: Final = 7
"""The last ratings that a curve shows."""
FORM: Final = 10
"""The last games that a form shows."""
PAGE: Final = 20
"""The people on one page of a leaderboard."""
ENOUGH_GAMES: Final = 10
"""The fewest games with a result for which figures are shown."""
ENOUGH_PEOPLE: Final = 4
"""The fewest people who have to have finished such games."""
REFUSED: Final = 5
"""The number of rules listed that refused moves most often."""
CORRECTABLE: Final = 90 * DAY
"""Seconds after the end of a game during which moderators can decide whether it counts."""
MOST_TOLD: Final = 10
"""The most games named in the message about a decision."""


class Ending(Enum):
    """A person's result of a game with other people."""

    WON = "1"
    DRAWN = "½"
    LOST = "0"


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """The games of a person with others in one server and pool."""

    guild_id: int | None
    """None: in direct messages and groups."""
    pool: str
    won: int
    drawn: int
    lost: int
    timed_out: int
    """The games lost on time, which are among those lost."""
    given_up: int
    """Seats given up while the game went on."""
    turns: int
    """Turns with a time limit."""
    late: int
    """Turns among these in which the time ran out."""
    longest: int
    """The rounds of the longest game."""
    since: int
    """The end of the first game, in Unix seconds."""
    standing: Standing | None = None
    """None if no game counted for ratings."""
    curve: tuple[int, ...] = ()
    """The last ratings in 1/100 point, oldest first."""

    @property
    def games(self) -> int:
        """The games with a result."""
        return self.won + self.drawn + self.lost

    @property
    def more_counted(self) -> int:
        """The counted games beyond those with a result, which one of three resigned.

        Games that don't count may hide some of them.
        """
        return max(0, self.standing.games - self.games) if self.standing else 0


@dataclass(frozen=True, slots=True)
class Record:
    """The games of a person with others, in one server or everywhere."""

    played: tuple[Played, ...]
    """By pool, the one with most games first."""
    form: tuple[Ending, ...] = ()
    """The last games, oldest first."""
    within: int | None = None
    """The seconds within which half of all turns were played."""

    @property
    def games(self) -> int:
        """The games with a result."""
        return sum(each.games for each in self.played)

    @property
    def turns(self) -> int:
        """Turns with a time limit."""
        return sum(each.turns for each in self.played)

    @property
    def in_time(self) -> int:
        """The turns that were played before the time ran out."""
        return self.turns - sum(each.late for each in self.played)


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of a leaderboard."""

    place: int
    """Equal points share a place."""
    user: User
    points: int
    games: int
    """All games with other people in this server and pool that have a result."""
    turns: int
    late: int


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A person with fewer rated games, or ranked opponents, than a leaderboard asks for."""

    user: User
    games: int
    """Their rated games."""
    missing: int = 0
    """The ranked opponents that they still need once they have enough games."""


@dataclass(frozen=True, slots=True)
class OfMonth:
    """One line of a month's list."""

    user: User
    halves: int
    """Half points."""
    games: int


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a leaderboard."""

    pool: str
    lines: Sequence[Listed]
    start: int
    """The number of the first line, from 0."""
    total: int
    """The lines of the whole board."""
    newcomers: Sequence[Newcomer] = ()
    """Newcomers with most games first; at most as many as a page has lines."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that occurred in the games of a variant, and how often."""

    seating: int
    """The index of the seating in the game's spec with these options."""
    options: Mapping[str, str]
    what: str
    """`won`, `drawn` or `lost` by a seat; a game `ended`, was `void` or `left`; or a `turn`."""
    rule: str
    """The key of the rule that ended the game, or of the part of the player who left."""
    number: int
    """The seat, the rounded number of rounds by then, or the longest seconds of the turns
    counted."""
    times: int


@dataclass(frozen=True, slots=True)
class GameFacts:
    """All figures of a game in a server."""

    facts: tuple[Fact, ...]
    refused: tuple[tuple[str, int], ...] = ()
    """Keys of rules and how often they refused a move, most often first; `REFUSED` at most."""
    people: int = 0
    """The people who finished a game with a result, counted only up to `ENOUGH_PEOPLE`."""

    @property
    def games(self) -> int:
        """The games with a result."""
        return sum(self.numbers("ended").values())

    @property
    def is_enough(self) -> bool:
        """True if so many people played so many games that the figures tell of no one."""
        return self.games >= ENOUGH_GAMES and self.people >= ENOUGH_PEOPLE

    def numbers(self, what: str) -> Counter[int]:
        """Map numbers to how often something occurred with them."""
        counts = Counter[int]()
        for fact in self.facts:
            if fact.what == what:
                counts[fact.number] += fact.times
        return counts

    def rules(self) -> Counter[str]:
        """Count games with a result by the rule that ended them."""
        counts = Counter[str]()
        for fact in self.facts:
            if fact.what == "ended":
                counts[fact.rule] += fact.times
        return counts


def month_began(now: int, zone: str) -> int:
    """Return when the month began by the clocks of a zone; both are in Unix seconds."""
    day = datetime.fromtimestamp(now, ZoneInfo(zone)).date().replace(day=1)
    return clock_moment(zone, day, 0)


def within(counts: Mapping[int, int], percent: int = 50) -> int | None:
    """Return the least number that so many percent don't exceed, or None if nothing was counted.

    `counts` tells how often the numbers occurred.
    """
    total, so_far = sum(counts.values()), 0
    for number in sorted(counts):
        so_far += counts[number]
        if 100 * so_far >= percent * total:
            return number
    return None


@dataclass(frozen=True, slots=True)
class Correction:
    """A decision that games count for ratings, or don't."""

    counts: bool
    by: Person
    reason: str
    """Empty once its author was forgotten."""
    of: Person | None = None
    """The person about whose games it was, or None for a decision about one game."""


@dataclass(frozen=True, slots=True)
class Corrected:
    """A game of a decision: its table, and the place of its last board."""

    table_id: int
    game: str
    place: Place
    board_id: int | None


def correction_item(place: Place, correction: int, tables: Sequence[int], now: int) -> OutboxItem:
    """Return the row that tells a channel that games count for ratings, or don't.

    `correction` is the number of one of the rows of the decision.
    """
    return OutboxItem(
        kind=CORRECTION, dedupe=f"correction:{correction}.{place.channel_id}",
        created_at=now, channel_id=place.channel_id, guild_id=place.guild_id,
        payload=json.dumps({"correction": correction, "tables": list(tables)}),
    )  # fmt: skip


def read_correction(item: OutboxItem) -> tuple[int, Sequence[int]]:
    """Return the correction and the tables of a row made by `correction_item`."""
    return item.contents["correction"], item.contents["tables"]

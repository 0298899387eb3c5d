"""A week as values: its timer, its message as it waits in the outbox, and what was read."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from bot.model.caller import Person
from bot.model.club_hour import hour_of, next_weekday
from bot.model.mark import Mark, MarkKind
from bot.model.queues import OutboxItem, Timer
from bot.model.server import Club
from rules.club.week import About, Line

__all__ = [
    "TOLD", "Ended", "Read", "Telling", "day_of", "hour_on", "mark_of_week", "next_sunday",
    "read_telling", "week_item", "week_timer",
]  # fmt: skip

TOLD: Final = "week"
"""The kind of the timer of a server's weekly message, and of its row."""
_SUNDAY: Final = 6


def week_timer(guild_id: int, day: date, club: Club) -> Timer:
    """Return the timer of a server's weekly message on this Sunday."""
    name = f"{TOLD}:{guild_id}:{day.isoformat()}"
    return Timer(kind=TOLD, dedupe=name, due=hour_on(day, club), guild_id=guild_id)


def day_of(name: str) -> date:
    """Return the Sunday in the name of such a timer."""
    return date.fromisoformat(name.rpartition(":")[2])


def hour_on(day: date, club: Club) -> int:
    """Return the moment of the hour of a club on a date, in Unix seconds."""
    return hour_of(day, club.puzzle_hour, club.puzzle_zone)


def next_sunday(after: int, club: Club) -> date:
    """Return the first Sunday whose hour comes after a moment."""
    return next_weekday(after, _SUNDAY, club.puzzle_hour, club.puzzle_zone)


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """The weekly message without names, which are read when it is sent."""

    weeks: int = 1
    games: int = 0
    moves: int = 0
    players: int = 0
    is_cut: bool = False
    """True if there were more games than were read."""
    lines: Sequence[Line] = ()
    """Empty for a message after quiet weeks, which only says that people wait for a game."""
    known_at: Mapping[Person, int] = field(default_factory=dict[Person, int])
    """A table for everyone whom a line names, from which their name is read."""

    @property
    def tables(self) -> Collection[int]:
        """The tables in it."""
        return {*self.known_at.values(), *(line.table for line in self.lines if line.table)}


def week_item(guild_id: int, channel_id: int, day: date, telling: Telling, now: int) -> OutboxItem:
    """Return the row of a server's weekly message on this Sunday."""
    number = int(day.strftime("%Y%m%d"))
    lines = [
        {"about": each.about.value, "people": each.people, "number": each.number,
         "table": each.table}
        for each in telling.lines
    ]  # fmt: skip
    contents: dict[str, Any] = {
        "guild": guild_id, "weeks": telling.weeks, "games": telling.games, "moves": telling.moves,
        "players": telling.players, "is_cut": telling.is_cut, "lines": lines,
        "known_at": [*telling.known_at.items()],
    }  # fmt: skip
    return OutboxItem(
        kind=TOLD, dedupe=f"{TOLD}:{guild_id}.{number}", created_at=now, number=number,
        channel_id=channel_id, guild_id=guild_id, payload=json.dumps(contents),
    )  # fmt: skip


def read_telling(item: OutboxItem) -> tuple[int, Telling]:
    """Return the server and the message of a row made by `week_item`."""
    read = item.contents
    lines = [
        Line(About(each["about"]), tuple(each["people"]), each["number"], each["table"])
        for each in read["lines"]
    ]
    telling = Telling(
        weeks=read["weeks"], games=read["games"], moves=read["moves"], players=read["players"],
        is_cut=read["is_cut"], lines=lines,
        known_at={Person(person): table for person, table in read["known_at"]},
    )  # fmt: skip
    return read["guild"], telling


def mark_of_week(item: OutboxItem) -> Mark:
    """Return the mark of the message of a row made by `week_item`."""
    assert item.number is not None, "the row names its Sunday"
    return Mark(MarkKind.WEEK, item.contents["guild"], item.number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """A game of a server that ended with a result."""

    table: int
    ended: int
    game: str
    options: Mapping[str, Any]
    length: int
    """Its number of moves, as people count them."""
    by_rules: bool
    """True if the rules of the game ended it: no one resigned, ran out of time or agreed."""
    people: tuple[Person, ...]
    """The players at its end, by seat, without computers."""
    rivals: tuple[tuple[Person, Person], ...]
    """Pairs of them who played against each other, the lower number first."""
    winner: int | None
    """The team that won, or None for a draw or a shared win."""
    winners: frozenset[Person]
    digest: str
    is_told: bool
    """True if it may be told: between people, shown in the channel, not struck from the ratings,
    and no one in it hides or was forgotten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """Everything read about a week, except reports."""

    games: Sequence[Ended]
    """The newest first."""
    players: int
    is_cut: bool
    newcomers: Sequence[Person]
    streaks: Mapping[int, int]
    met: Sequence[tuple[Person, Person]]
    upsets: Mapping[int, int]
    """The points by which the winner was below, by table, where both were ranked."""

    @property
    def told(self) -> Sequence[Ended]:
        """The games that may be told."""
        return [each for each in self.games if each.is_told]

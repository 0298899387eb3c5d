"""The games in which people are paired, their terms, and the facts of a round."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.model.caller import Person, Place, User
from bot.model.club_hour import day_at
from bot.model.queues import OutboxItem, Timer
from bot.model.server import Club
from bot.model.table import Terms
from bot.tables.setup import variants
from rules.club.rounds import Between, Seeker
from rules.club.wish import Pace, Wish
from rules.contract.core import AnyGame
from rules.contract.sentence import Sentence, say
from rules.registry import all_games, is_experimental
from rules.time.duration import DAY
from rules.time.time_control import TimeControl, read_time_control

__all__ = [
    "FIRST", "MISSED", "MOST_AT_ONCE", "PACES", "POST", "REMEMBERED", "ROUND", "ROUND_FOR", "TIMES",
    "Held", "NewGame", "Planned", "RoundFacts", "Waiting", "club_day", "first_item", "post_item",
    "round_at", "round_for", "systems",
    "terms_of",
]  # fmt: skip

ROUND: Final = "round"
"""The kind of timer of the daily round of a server."""
ROUND_FOR: Final = "round_for"
"""The kind of timer of a round for one person, who is first in line again."""
POST: Final = "pairing_post"
"""The kind of row that tells of the games of a daily round."""
FIRST: Final = "pairing_first"
"""The kind of row that begins the room of new games."""
_SEATS: Final = 2
_OPENING: Final = 30
_A_THREAD: Final = 3
"""Seconds until the threads of a round are open: at least, and for each of them."""
MOST_AT_ONCE: Final = 4
"""The most paired games that a person can want at a time."""
REMEMBERED: Final = 60 * DAY
"""Seconds for which meetings and seats count."""
MISSED: Final = DAY
"""Seconds after which a game that couldn't be opened is given up."""
PACES: Final[Mapping[Pace, Sentence]] = {
    Pace.QUICK: say("Quick"),
    Pace.USUAL: say("Usual"),
    Pace.SLOW: say("Slow"),
}
TIMES: Final[Mapping[Pace, TimeControl]] = {
    Pace.QUICK: read_time_control("2d+12h<=5d hard"),
    Pace.USUAL: read_time_control("3d+1d<=7d hard"),
    Pace.SLOW: read_time_control("5d+2d<=14d hard"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A wish as stored, with what belongs to it. Times are Unix seconds."""

    person: Person
    wish: Wish
    set_at: int
    """The moment at which the person set or woke it."""
    request: str
    """The press by which they agreed to the games that it brings."""
    asleep_in: str | None = None
    """The system of the game that put it to sleep, or None."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundFacts:
    """A server's wishes at a moment, and everything that decides who can be paired with whom."""

    guild_id: int
    day: str
    """The date of the last club hour."""
    wishes: Mapping[Person, Held]
    """The wishes that are awake, by person."""
    seekers: Sequence[Seeker] = ()
    idle: Sequence[Person] = ()
    """The people whose wishes are put to sleep because they haven't moved for long."""
    between: Mapping[tuple[int, int], Between] = field(
        default_factory=dict[tuple[int, int], Between]
    )
    """The past of two people, in ascending order, if they have any."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game of a round that was opened, as its message tells it."""

    system: str
    place: Place
    people: tuple[User, ...]
    """By seat."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """The people of a server who are up for a game and have a free slot."""

    people: int = 0
    systems: Mapping[str, int] = field(default_factory=dict[str, int])
    """The people who are up for a game, by game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A game of a round that has no table yet."""

    id: int
    guild_id: int
    made_at: int
    """Unix seconds."""
    system: str
    pace: Pace
    rated: bool
    people: tuple[Person, ...]
    """By seat."""
    requests: tuple[str, ...]
    """The presses by which they agreed, by seat."""


def systems() -> Mapping[str, AnyGame]:
    """Return the games in which people can be paired, by the names of their pools."""
    return {
        key: game
        for key, game in all_games().items()
        if not is_experimental(key) and any(each.seats == _SEATS for each in variants(game))
    }


def terms_of(system: str, pace: Pace, *, rated: bool) -> Terms:
    """Return the terms of a paired game. Raises KeyError for a game that this bot has no more."""
    variant = next(each for each in variants(systems()[system]) if each.seats == _SEATS)
    return Terms(system, variant.options, variant.seating, TIMES[pace], rated=rated)


def club_day(club: Club, now: int) -> str:
    """Return the date of a club's last hour, as ISO 8601 writes it."""
    return day_at(now, club.puzzle_hour, club.puzzle_zone).isoformat()


def round_at(guild_id: int, due: int) -> Timer:
    """Return the timer of the next round of a server."""
    return Timer(kind=ROUND, dedupe=f"{ROUND}:{guild_id}", due=due, guild_id=guild_id)


def first_item(guild_id: int, channel_id: int, now: int) -> OutboxItem:
    """Return the row that begins the room of new games of a server."""
    return OutboxItem(
        kind=FIRST, dedupe=f"{FIRST}:{channel_id}.{now}", created_at=now, channel_id=channel_id,
        guild_id=guild_id,
    )  # fmt: skip


def post_item(guild_id: int, channel_id: int, games: Sequence[int], now: int) -> OutboxItem:
    """Return the row about the games of a daily round, due once their threads should be open."""
    return OutboxItem(
        kind=POST, dedupe=f"{POST}:{guild_id}.{games[0]}", created_at=now, channel_id=channel_id,
        guild_id=guild_id, payload=json.dumps(list(games)),
        not_before=now + _OPENING + _A_THREAD * len(games),
    )  # fmt: skip


def round_for(guild_id: int, person: Person, due: int) -> Timer:
    """Return the timer of a round for one person."""
    return Timer(
        kind=ROUND_FOR, dedupe=f"{ROUND_FOR}:{guild_id}", due=due, guild_id=guild_id, person=person
    )

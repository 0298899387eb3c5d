"""The facts that a club board shows, its game of the day, and when it is looked for."""

from dataclasses import dataclass
from datetime import date
from typing import Final, TypeAlias

from bot.model.caller import Place
from bot.model.displays import DisplayKind
from bot.model.lists import TableSummary
from bot.model.queues import Timer
from rules.club.board import Featured, Running, game_of_the_day
from rules.time.duration import DAY, HOUR, MINUTE

__all__ = [
    "CLUB_BOARD",
    "LOOK",
    "SHORT",
    "ClubFacts",
    "Days",
    "OpenTable",
    "look_at",
    "of_the_day",
]

CLUB_BOARD: Final = DisplayKind("club", MINUTE)
"""The club board of a server."""
LOOK: Final = "club_look"
"""The kind of the daily timer that checks where a board stands."""
SHORT: Final = 6 * HOUR
"""Seconds that are left when a game's time counts as short."""
_DAYS: Final = 8
"""The games of the day that are remembered: the present one, and the last seven."""

Days: TypeAlias = tuple[tuple[date, int], ...]
"""Games of the day, newest first: the club's date, and the table."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that waits for players, and how many have a seat."""

    table_id: int
    place: Place
    card_id: int | None
    game: str
    version: int
    seating: int
    taken: int


@dataclass(frozen=True, slots=True)
class ClubFacts:
    """The facts that a club board tells about the games that it may show."""

    running: int
    moves: int
    """Moves in the last 24 hours."""
    open: tuple[OpenTable, ...]
    newest: tuple[Running, ...]
    """Games in progress, latest turn first, with the game of the day in any case."""
    watched: tuple[TableSummary, ...]
    """The first of them, for the menu."""
    tiles: tuple[int | None, ...]
    """The tables that the tiles showed last."""
    days: Days
    featured: tuple[Featured, ...]
    """The same games with their people."""


def of_the_day(facts: ClubFacts, today: date, now: int) -> tuple[int | None, Days]:
    """Return the table of the game of the day, or None, and the list to remember.

    It stays until the game ends, someone in it hides, or the club's day changes. `now` is in Unix
    seconds.
    """
    shown = {game.number for game in facts.newest if not game.is_hidden}
    if facts.days and facts.days[0][0] == today and facts.days[0][1] in shown:
        return facts.days[0][1], facts.days
    table = game_of_the_day(facts.newest, facts.featured, today.toordinal(), now)
    if table is None:
        return None, facts.days
    return table, ((today, table), *facts.days)[:_DAYS]


def look_at(guild_id: int, now: int) -> Timer:
    """Return the timer that checks, a day later, where a server's club board stands."""
    return Timer(kind=LOOK, dedupe=f"club:{guild_id}", due=now + DAY, guild_id=guild_id)

"""The games on a club board, how its tiles are filled, and when it is looked for."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.model.caller import Person, Place
from bot.model.displays import DisplayKind
from bot.model.queues import Timer
from rules.time.duration import DAY, HOUR, MINUTE

__all__ = [
    "CLUB_BOARD",
    "LOOK",
    "SHORT",
    "TILES",
    "ClubFacts",
    "OpenTable",
    "Running",
    "arranged",
    "look_at",
]

CLUB_BOARD: Final = DisplayKind("club", MINUTE)
"""The club board of a server."""
LOOK: Final = "club_look"
"""The kind of timer by which it is looked, each day, where a board stands."""
TILES: Final = 6
SHORT: Final = 6 * HOUR
"""Seconds that are left when a game's time counts as short."""
_NEWEST: Final = 12
"""The newest games among which one has to be to keep its tile."""
_WITH_ONE: Final = 2
"""The most games with the same person, while there are others."""


@dataclass(frozen=True, slots=True)
class Running:
    """A running game."""

    table_id: int
    people: frozenset[Person]


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that waits for players, and how many have a place."""

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
    """Running games, that with the newest move first."""
    tiles: tuple[int | None, ...]
    """The tables that the tiles showed last."""


def arranged(before: Sequence[int | None], newest: Sequence[Running]) -> tuple[int | None, ...]:
    """Return the tables of the tiles, in which those of `before` stay where they are.

    A game loses its tile when it ends or is no longer among the twelve newest. Free tiles take the
    newest games, at most two with the same person, and then any.
    """
    among = {game.table_id: game for game in newest[:_NEWEST]}
    tiles = [table if table in among else None for table in (*before, *[None] * TILES)][:TILES]
    shown = [among[table] for table in tiles if table is not None]
    met = Counter(person for game in shown for person in game.people)
    free = [number for number, table in enumerate(tiles) if table is None]
    for is_strict in (True, False):
        for game in newest:
            if not free:
                break
            crowded = any(met[person] >= _WITH_ONE for person in game.people)
            if game.table_id in tiles or (is_strict and crowded):
                continue
            tiles[free.pop(0)] = game.table_id
            met.update(game.people)
    return tuple(tiles)


def look_at(guild_id: int, now: int) -> Timer:
    """Return the timer that looks a day later where the club board of a server stands."""
    return Timer(kind=LOOK, dedupe=f"club:{guild_id}", due=now + DAY, guild_id=guild_id)

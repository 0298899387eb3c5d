"""The options of a new game, kept while a person is asked which game they mean."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

import discord

__all__ = ["Opponent", "Wish", "Wishes"]

Opponent: TypeAlias = discord.User | discord.Member

_KEPT: Final = 15 * 60
"""Seconds; Discord drops the question itself after that."""


@dataclass(frozen=True, slots=True)
class Wish:
    """The options of a new game as they were typed; they are read once the game is known."""

    variant: str | None = None
    opponents: tuple[Opponent, ...] = ()
    """The people to invite, and this bot once per computer opponent."""
    time: str | None = None
    level: int | None = None
    series: str | None = None
    rated: bool | None = None
    side: str | None = None
    thread: bool = False
    is_only: bool = False
    """The person may have no other table that waits for players of the game."""


class Wishes:
    """The wishes of people who were asked which game they mean.

    They are kept in memory: after a restart, the question says that it has expired.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        """Forget a wish after 15 minutes; `now` returns Unix seconds."""
        self._now = now
        self._kept: dict[int, tuple[float, int, Wish]] = {}

    def keep(self, interaction_id: int, user_id: int, wish: Wish) -> None:
        """Keep a user's wish under the id of the interaction that asked."""
        now = self._now()
        self._kept = {key: held for key, held in self._kept.items() if now - held[0] < _KEPT}
        self._kept[interaction_id] = now, user_id, wish

    def find(self, interaction_id: int, user_id: int) -> Wish | None:
        """Return a user's wish, unless it has expired."""
        at, asker, wish = self._kept.get(interaction_id, (0.0, 0, None))
        return wish if asker == user_id and self._now() - at < _KEPT else None

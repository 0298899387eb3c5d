"""A person's choices about time and pings."""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from bot.model.caller import User
from bot.model.quiet_hours import QuietHours

__all__ = [
    "IDLE_DAYS", "LEADS", "Mute", "Preferences", "preferences_text", "read_preferences",
]  # fmt: skip

LEADS: Final = 3
"""Reminders of a turn's deadline that a person may add."""
IDLE_DAYS: Final = 7
"""The default for the days between two reminders of a game without a time limit."""
_IN_TEXT: Final = ("pings", "direct", "leads", "idle_days", "vacation", "digest")


@dataclass(frozen=True, slots=True)
class Preferences:
    """A person's choices about pings, and about the use of their vacation."""

    pings: bool = True
    """If false, nothing pings or reminds them."""
    direct: bool = False
    """Reminders come as direct messages."""
    leads: tuple[int, ...] = ()
    """The hours before a deadline at which they want further reminders, longest first."""
    idle_days: int = IDLE_DAYS
    """Days between two reminders in games without a time limit; 0: none."""
    vacation: bool = True
    """Vacation is used when their time runs out."""
    zone: str | None = None
    quiet: QuietHours | None = None
    direct_works: bool = True
    """False if Discord has refused a direct message since they chose direct messages."""
    digest: int | None = None
    """The time of their digest, in minutes after midnight of their zone, or None for no digest."""


@dataclass(frozen=True, slots=True)
class Mute:
    """A muted person: their invitations and calls don't reach the one who muted them."""

    id: int
    """The number of the row, which the panel names."""
    user: User


def preferences_text(preferences: Preferences) -> str:
    """Return the text that is stored; the zone and the quiet hours have rows of their own."""
    return json.dumps({name: getattr(preferences, name) for name in _IN_TEXT})


@lru_cache(maxsize=1024)
def read_preferences(
    text: str,
    zone: str | None = None,
    quiet: QuietHours | None = None,
    *,
    direct_works: bool = True,
) -> Preferences:
    """Return the preferences that `preferences_text` wrote. What is missing has its default."""
    stored = json.loads(text)
    chosen = {name: stored[name] for name in _IN_TEXT if name in stored}
    chosen["leads"] = tuple(sorted(set(chosen.get("leads", ())), reverse=True))
    return Preferences(**chosen, zone=zone, quiet=quiet, direct_works=direct_works)

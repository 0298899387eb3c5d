"""What a person has chosen about time and pings."""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from bot.model.quiet_hours import QuietHours

__all__ = ["IDLE_DAYS", "LEADS", "Preferences", "Profile", "preferences_text", "read_preferences"]

LEADS: Final = 3
"""Reminders of a turn's deadline that a person may add."""
IDLE_DAYS: Final = 7
"""Days between two reminders of a game without a time limit, where nothing else was chosen."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """How one person is pinged, and whether their vacation is used."""

    pings: bool = True
    """False: nothing pings or reminds them."""
    direct: bool = False
    """Reminders come as direct messages."""
    leads: tuple[int, ...] = ()
    """Hours before a deadline at which they want to be reminded too, the longest first."""
    idle_days: int = IDLE_DAYS
    """Days between two reminders in games without a time limit; 0: none."""
    vacation: bool = True
    """Vacation is drawn when their time runs out."""
    zone: str | None = None
    quiet: QuietHours | None = None
    direct_works: bool = True
    """False: Discord has refused a direct message to them since they chose that."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known of a person's time."""

    preferences: Preferences
    vacation_left: int
    """Seconds."""
    turns: int
    """Turns with a time limit that they have played."""
    late: int
    """Turns in which their time ran out."""


def preferences_text(preferences: Preferences) -> str:
    """Return what is stored; the zone and the quiet hours have rows of their own."""
    return json.dumps(
        {
            "pings": preferences.pings,
            "direct": preferences.direct,
            "leads": list(preferences.leads),
            "idle_days": preferences.idle_days,
            "vacation": preferences.vacation,
        }
    )


@lru_cache(maxsize=1024)
def read_preferences(
    text: str,
    zone: str | None = None,
    quiet: QuietHours | None = None,
    *,
    direct_works: bool = True,
) -> Preferences:
    """Return what `preferences_text` made this text of; what it lacks is as usual."""
    stored = json.loads(text)
    usual = Preferences()
    return Preferences(
        pings=bool(stored.get("pings", usual.pings)),
        direct=bool(stored.get("direct", usual.direct)),
        leads=tuple(sorted({int(hours) for hours in stored.get("leads", ())}, reverse=True)),
        idle_days=int(stored.get("idle_days", usual.idle_days)),
        vacation=bool(stored.get("vacation", usual.vacation)),
        zone=zone,
        quiet=quiet,
        direct_works=direct_works,
    )

"""People's zone and quiet hours, as they type them."""

from dataclasses import replace

from bot.model.errors import TableError
from bot.model.preferences import Preferences
from bot.model.quiet_hours import LONGEST, QuietHours, read_interval
from bot.model.zones import zone_named
from rules.contract.sentence import Notation, Stranger, say

__all__ = ["NoZone", "changed"]


class NoZone(TableError):
    """Somebody chose a time of their day, and their time zone isn't known."""

    def __init__(self) -> None:
        super().__init__(say("What's your time zone? Type its city with `/notify zone:`."))


def changed(before: Preferences, zone: str | None, quiet: str | None) -> Preferences:
    """Return a person's preferences with a new zone or quiet hours, each if it is given.

    Raises TableError for what can't be read, and NoZone for quiet hours in no zone.
    """
    name = before.zone if zone is None else zone_named(zone)
    hours = before.quiet and (before.quiet.starts, before.quiet.ends)
    if quiet is not None:
        hours = None if quiet.strip().lower() == "none" else _interval(quiet)
    if name is None:
        if hours is None:
            return before
        raise NoZone
    return replace(before, zone=name, quiet=QuietHours(name, *hours) if hours else None)


def _interval(text: str) -> tuple[int, int]:
    found = read_interval(text)
    if found is None:
        raise TableError(
            say(
                "“{text}” aren't quiet hours. Write {example}, at most {hours} hours, or {none}.",
                text=Stranger(text),
                example=Notation("22:30-7"),
                hours=LONGEST // 60,
                none=Notation("none"),
            )
        )
    return found

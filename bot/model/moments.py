"""Moments in sentences: Discord shows them in the zone and the language of the reader."""

from rules.contract.sentence import Verbatim

__all__ = ["date", "moment", "time_left"]


def moment(at: int) -> Verbatim:
    """Return a moment, given in Unix seconds, as date and time in the reader's zone."""
    return Verbatim(f"<t:{at}:F>")


def date(at: int) -> Verbatim:
    """Return the day of a moment, given in Unix seconds, in the reader's zone."""
    return Verbatim(f"<t:{at}:D>")


def time_left(at: int) -> Verbatim:
    """Return a moment, given in Unix seconds, as a time from now, such as `in 2 days`."""
    return Verbatim(f"<t:{at}:R>")

"""Messages that are kept up to date, and the moments at which they may be edited.

Discord refuses many edits of a message that is older than an hour, and doesn't say how many (error
30046). So edits are rare from then on, and rarer with every refusal.
"""

from dataclasses import dataclass
from typing import Final

from rules.time.duration import DAY, HOUR, MINUTE

__all__ = [
    "GONE", "LONGEST_WAIT", "OLD_WAIT", "SOON", "Display", "DisplayKind", "earliest_edit",
    "eased_wait", "next_edit", "refused_wait",
]  # fmt: skip

SOON: Final = 5
"""Seconds after a change, so that what changes together is one edit."""
# Discord allows few edits of such messages (30046).
OLD_WAIT: Final = 5 * MINUTE
"""The least seconds between two edits of a message that is older than an hour."""
LONGEST_WAIT: Final = 60 * MINUTE
"""The most seconds between two edits of it, after refusals."""


@dataclass(frozen=True, slots=True)
class DisplayKind:
    """A kind of message that is kept up to date."""

    word: str
    """Its name in the database."""
    least: int
    """The least seconds between two edits of a message."""


GONE: Final = DisplayKind("gone", 0)
"""The kind of a message that is to be deleted. Its subject is its own id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Display:
    """A message that is kept up to date. Times are Unix seconds."""

    id: int
    kind: DisplayKind
    subject: int
    """The server, the event, the puzzle, or the message that is to be deleted."""
    guild_id: int
    channel_id: int
    number: int
    """The number of its newest message, from 1."""
    message_id: int | None
    """None until that message is there."""
    posted_at: int
    """The moment when that message was asked for."""
    digest: str | None
    """The digest of what it shows, or None if that isn't known."""
    edited_at: int
    """The moment when it was posted, or Discord last accepted or refused an edit."""
    due_at: int | None
    """The moment to look whether it has to change, or None if nothing has changed."""
    asks: int
    """The number of changes it was told of."""
    wait: int
    """Seconds between two edits once it is old."""
    refused_at: int
    """The moment when `wait` was last changed, or 0."""
    old_channel_id: int | None
    old_message_id: int | None
    """The message before, which is to be deleted."""


def earliest_edit(display: Display, now: int) -> int:
    """Return the moment before which the message isn't edited, as things stand."""
    is_old = now - display.posted_at >= HOUR
    least = display.kind.least
    return display.edited_at + (max(least, display.wait) if is_old else least)


def next_edit(display: Display, now: int) -> int:
    """Return the moment to look whether a change that is known now has to be shown."""
    return max(now + SOON, earliest_edit(display, now))


def refused_wait(wait: int) -> int:
    """Return the seconds between two edits after Discord has refused one."""
    return min(2 * wait, LONGEST_WAIT)


def eased_wait(display: Display, now: int) -> int:
    """Return the seconds between two edits after one that Discord accepted.

    They halve with a day without a refusal.
    """
    if now - display.refused_at < DAY:
        return display.wait
    return max(OLD_WAIT, display.wait // 2)

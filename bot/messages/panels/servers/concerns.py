"""The facts that need the hand of the bot's owner, and the message to them about these."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.messages.controls.message import Message
from bot.messages.words.text import lines
from bot.model.moments import time_left
from rules.contract.sentence import Sentence, say, say_n

__all__ = ["Concerns", "news"]

_MB: Final = 1_000_000
"""Bytes."""


@dataclass(frozen=True, slots=True)
class Concerns:
    """The state of what may need a hand. Times are Unix seconds; None means that all is well."""

    set_apart: int = 0
    """Tables that are set apart."""
    mended: int = 0
    """Tables that did not follow from their logs, and were mended."""
    backup_failed_at: int | None = None
    bytes_free: int | None = None
    """Bytes that are left on the disk of the database."""
    waiting_since: int | None = None
    """The time from which on a message has been waiting to be sent."""

    @property
    def summary(self) -> str:
        """Words that stay the same while nothing is new; the empty text if all is well."""
        known = {
            f"{self.set_apart} set apart": self.set_apart > 0,
            f"{self.mended} mended": self.mended > 0,
            "backup": self.backup_failed_at is not None,
            "disk": self.bytes_free is not None,
            "waiting": self.waiting_since is not None,
        }
        return ", ".join(word for word, holds in known.items() if holds)


def news(concerns: Concerns) -> Message:
    """Return what the owner is told, in lines like those of `/server diagnose`."""
    return Message(
        lines(
            say("**Your bot needs a hand**"),
            *_told(concerns),
            say(
                "docs/operating.md says what to do. I write to you at most once a day, and about "
                "the same things once a week."
            ),
        )
    )


def _told(concerns: Concerns) -> Iterator[Sentence]:
    if concerns.bytes_free is not None:
        yield say(
            "- The disk of the database is nearly full: {size} MB are left. Moves are refused once "
            "it is.",
            size=concerns.bytes_free // _MB,
        )
    if concerns.backup_failed_at is not None:
        yield say(
            "- The last backup failed {when}. What `postboard backup` printed says why.",
            when=time_left(concerns.backup_failed_at),
        )
    if concerns.set_apart:
        yield say_n(
            "- One game can't go on at present. My log says which, and why.",
            "- {count} games can't go on at present. My log says which, and why.",
            concerns.set_apart,
        )
    if concerns.mended:
        yield say_n(
            "- One table didn't follow from its log, and I mended it. My log names it; please "
            "report this.",
            "- {count} tables didn't follow from their logs, and I mended them. My log names them; "
            "please report this.",
            concerns.mended,
        )
    if concerns.waiting_since is not None:
        yield say(
            "- A message has been waiting to be sent since {since}. My log says why.",
            since=time_left(concerns.waiting_since),
        )

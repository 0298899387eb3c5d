"""The message to the owner of the bot about what needs their hand."""

from collections.abc import Iterator
from typing import Final

from bot.messages.controls.message import Message
from bot.messages.words.text import lines
from bot.model.concerns import Concerns
from bot.model.moments import time_left
from rules.contract.sentence import Sentence, say, say_n
from rules.time.duration import in_words

__all__ = ["news"]

_MB: Final = 1_000_000
"""Bytes."""


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
    if concerns.clock_ahead is not None:
        off = in_words(abs(concerns.clock_ahead))
        yield (
            say(
                "- My machine's clock is {off} fast. I go by Discord's time until it is right.",
                off=off,
            )
            if concerns.clock_ahead > 0
            else say(
                "- My machine's clock is {off} slow. I go by Discord's time until it is right.",
                off=off,
            )
        )
    if concerns.waiting_since is not None:
        yield say(
            "- A message has been waiting to be sent since {since}. My log says why.",
            since=time_left(concerns.waiting_since),
        )

"""The diagnosis for people who run a server, and the message to the bot's owner about its needs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Final

from bot.messages.controls.message import Message
from bot.messages.words.text import channel_link, lines
from bot.model.moments import time_left
from bot.store.servers.facts import MOST_COUNTED, Work
from rules.contract.sentence import Argument, Sentence, Verbatim, all_of, say, say_n
from rules.time.duration import in_words

__all__ = ["Access", "Concerns", "diagnosis", "news"]

_MB: Final = 1_000_000
"""Bytes. Sizes are shown in whole megabytes, because a smaller change could reveal a plan."""


@dataclass(frozen=True, slots=True)
class Access:
    """The permissions that the bot lacks in a channel; `lacking` is None if it isn't known."""

    channel_id: int
    lacking: tuple[Sentence, ...] | None
    slow_mode: int = 0
    """The seconds for which slow mode makes people wait, or 0."""
    is_outside: bool = False
    """True for a private thread that the bot isn't in."""
    rest_until: int = 0
    """The Unix second up to which old boards keep their pictures, or 0."""
    refused: tuple[int, int | None] | None = None
    """The Unix second from which on the channel refuses messages, and Discord's code if known."""


def diagnosis(
    here: Access,
    others: Sequence[Access],
    work: Work,
    club: Sequence[Access] = (),
    *,
    troubles: Sequence[Sentence] = (),
    sections: Sequence[Sentence] = (),
    latency: float,
) -> Sentence:
    """Return the state of the bot: permissions, and work that waits.

    `club` are the channels of what there is for all players. `troubles` keep extensions from
    working, and `sections` are what else they say about the server. `latency` is the time that
    Discord takes to answer a heartbeat, in seconds; it isn't finite before the first answer.
    """
    said = [say("**Here**"), *_access(here)]
    if others:
        said.append(say("**Channels with games**"))
        said += [line for each in others for line in _access(each)]
    said += troubles
    if club:
        said.append(say("**Channels of the club**"))
        said += [line for each in club for line in _access(each)]
    said += sections
    said += [
        say("**The bot**"),
        _heartbeat(latency),
        say("- The database takes {size} MB.", size=-(-work.size // _MB)),
        _waiting(work),
        say(
            "- Messages that wait until somebody writes in their channel: {count}.",
            count=_counted(work.parked),
        ),
        _engines(work),
    ]
    return lines(*said)


def _heartbeat(latency: float) -> Sentence:
    if not isfinite(latency):
        return say("- Discord hasn't answered a heartbeat yet.")
    return say("- Discord answers in {latency} ms.", latency=round(1000 * latency))


def _access(access: Access) -> list[Sentence]:
    said = [_permissions(access)]
    if access.slow_mode:
        slow = say(
            "- {channel}: in slow mode. Between two commands or presses, people wait as long as "
            "between two messages ({time}). Turn slow mode off there, or give players "
            "“Bypass Slowmode”.",
            channel=channel_link(access.channel_id),
            time=in_words(access.slow_mode),
        )
        said.append(slow)
    if access.refused:
        said.append(_refused(channel_link(access.channel_id), *access.refused))
    if access.rest_until:
        resting = say(
            "- {channel}: Discord accepts no more changes of old messages there for now, so some "
            "earlier boards keep picture and buttons. I try again {when}. Games go on as usual.",
            channel=channel_link(access.channel_id),
            when=time_left(access.rest_until),
        )
        said.append(resting)
    return said


def _refused(channel: Argument, since: int, code: int | None) -> Sentence:
    """Return what a channel does that refuses messages: permissions don't show a time-out."""
    if code is None:
        return say(
            "- {channel}: Discord has refused my messages since {since}. Am I timed out?",
            channel=channel, since=time_left(since),
        )  # fmt: skip
    return say(
        "- {channel}: Discord has refused my messages since {since} (error {code}). Am I timed "
        "out?",
        channel=channel, since=time_left(since), code=Verbatim(str(code)),
    )  # fmt: skip


def _permissions(access: Access) -> Sentence:
    where = channel_link(access.channel_id)
    if access.is_outside:
        return say("- {channel}: a private thread without the bot; mention it there", channel=where)
    if access.lacking is None:
        return say("- {channel}: no longer there, or hidden from the bot", channel=where)
    if not access.lacking:
        return say("- {channel}: has every permission that I need", channel=where)
    missing = all_of(access.lacking)
    return say("- {channel}: missing {permissions}", channel=where, permissions=missing)


def _waiting(work: Work) -> Sentence:
    if work.oldest_message is None:
        return say("- No messages are waiting to be sent.")
    return say(
        "- Messages waiting to be sent: {count}, the oldest since {since}.",
        count=_counted(work.messages), since=time_left(work.oldest_message),
    )  # fmt: skip


def _counted(number: int) -> Argument:
    """Return a count that ends at `MOST_COUNTED`."""
    return number if number < MOST_COUNTED else say("{count}+", count=number)


def _engines(work: Work) -> Sentence:
    if work.oldest_engine_turn is None:
        return say("- No computer opponent has to move.")
    return say(
        "- Computer opponents that have to move: {count}, the longest since {since}.",
        count=_counted(work.engine_turns), since=time_left(work.oldest_engine_turn),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Concerns:
    """The state of what may need a hand. Times are Unix seconds; None means that all is well."""

    set_apart: int = 0
    """Tables that are set apart."""
    mended: int = 0
    """Tables that did not follow from their logs, and were mended."""
    backup_failed_at: int | None = None
    is_without_backup: bool = False
    """True if games have been kept for a week and no backup of them is known."""
    bytes_free: int | None = None
    """Bytes that are left on the disk of the database."""
    waiting_since: int | None = None
    """The time from which on a message has been waiting to be sent."""
    clock_ahead: int | None = None
    """The seconds by which the machine's clock is ahead of Discord's, negative if behind."""

    @property
    def summary(self) -> str:
        """Words that stay the same while nothing is new; the empty text if all is well."""
        known = {
            f"{self.set_apart} set apart": self.set_apart > 0,
            f"{self.mended} mended": self.mended > 0,
            "backup": self.backup_failed_at is not None,
            "no backup": self.is_without_backup,
            "disk": self.bytes_free is not None,
            "clock": self.clock_ahead is not None,
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
    if concerns.is_without_backup:
        yield say(
            "- Your games have no backup: a week has passed without one. Run `postboard backup` "
            "once a day."
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

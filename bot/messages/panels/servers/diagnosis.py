"""`/server diagnose`, and the message that tells the bot's owner what needs attention."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Final

from bot.messages.controls.message import Message
from bot.messages.words.text import NOTHING, channel_link, lines
from bot.model.moments import time_left
from bot.store.servers.facts import MOST_COUNTED, Work
from rules.contract.sentence import Argument, Sentence, Verbatim, all_of, say, say_n
from rules.time.duration import in_words

__all__ = ["Access", "Concerns", "diagnosis", "news"]

_MB: Final = 1_000_000
"""Bytes. Sizes are shown in whole megabytes: a smaller change could reveal a planned move."""


@dataclass(frozen=True, slots=True)
class Access:
    """The permissions the bot lacks in a channel. `lacking` is None if they aren't known."""

    channel_id: int
    lacking: tuple[Sentence, ...] | None
    slow_mode: int = 0
    """The seconds that slow mode makes people wait, or 0."""
    is_outside: bool = False
    """True for a private thread that the bot isn't in."""
    rest_until: int = 0
    """The Unix second until which old boards keep their pictures, or 0."""
    refused: tuple[int, int | None] | None = None
    """Since which Unix second the channel refuses messages, and Discord's error code or None."""


def diagnosis(
    here: Access,
    others: Sequence[Access],
    work: Work,
    club: Sequence[Access] = (),
    *,
    off: Sentence = NOTHING,
    troubles: Sequence[Sentence] = (),
    sections: Sequence[Sentence] = (),
    latency: float,
) -> Sentence:
    """Return the state of the bot in a server: permissions, and work that waits.

    `club` are the channels of the club, and `off` says which parts have none. `troubles` keep
    extensions from working, and `sections` are their other lines. `latency` is Discord's answer to
    a heartbeat in seconds, not finite before the first one.
    """
    said = [say("**Here**"), *_access(here)]
    if others:
        said.append(say("**Channels with games**"))
        said += [line for each in others for line in _access(each)]
    said += troubles
    if club or off != NOTHING:
        said.append(say("**Channels of the club**"))
        said += [line for each in club for line in _access(each)]
        said.append(off)
    said += sections
    said += [
        say("**The bot**"),
        _heartbeat(latency),
        say("- The database takes {size} MB.", size=-(-work.size // _MB)),
        _waiting(work),
        _parked(work) if work.parked else NOTHING,
        _engines(work),
    ]
    return lines(*said)


def _heartbeat(latency: float) -> Sentence:
    if not isfinite(latency):
        return say("- Discord hasn't answered yet.")
    return say("- Discord answers in {latency} ms.", latency=round(1000 * latency))


def _access(access: Access) -> list[Sentence]:
    said = [_permissions(access)]
    if access.slow_mode:
        slow = say(
            "- {channel}: slow mode makes people wait {time} between two presses or commands. Turn "
            "it off, or give players “Bypass Slowmode”.",
            channel=channel_link(access.channel_id),
            time=in_words(access.slow_mode),
        )
        said.append(slow)
    if access.refused:
        said.append(_refused(channel_link(access.channel_id), *access.refused))
    if access.rest_until:
        resting = say(
            "- {channel}: Discord is slowing down edits of old messages, so some old boards"
            " stay as they are. I'll try again {when}.",
            channel=channel_link(access.channel_id),
            when=time_left(access.rest_until),
        )
        said.append(resting)
    return said


def _refused(channel: Argument, since: int, code: int | None) -> Sentence:
    """Return a line about a channel that refuses messages: permissions don't show a time-out."""
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
        return say("- {channel}: a private thread without me. Mention me there.", channel=where)
    if access.lacking is None:
        return say("- {channel}: deleted, or hidden from me", channel=where)
    if not access.lacking:
        return say("- {channel}: all permissions are there", channel=where)
    missing = all_of(access.lacking)
    return say("- {channel}: missing {permissions}", channel=where, permissions=missing)


def _waiting(work: Work) -> Sentence:
    if work.oldest_message is None:
        return say("- No messages to send.")
    return say(
        "- Messages to send: {count}, the oldest since {since}.",
        count=_counted(work.messages), since=time_left(work.oldest_message),
    )  # fmt: skip


def _parked(work: Work) -> Sentence:
    return say_n(
        "- {total} message waits until someone writes in its channel.",
        "- {total} messages wait until someone writes in their channel.",
        work.parked, total=_counted(work.parked),
    )  # fmt: skip


def _counted(number: int) -> Argument:
    """Return a count, or “{most}+” from `MOST_COUNTED` on."""
    return number if number < MOST_COUNTED else say("{count}+", count=number)


def _engines(work: Work) -> Sentence:
    if work.oldest_engine_turn is None:
        return say("- The computer has no moves to make.")
    return say(
        "- Computer moves to make: {count}, the oldest since {since}.",
        count=_counted(work.engine_turns), since=time_left(work.oldest_engine_turn),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Concerns:
    """Points that may need the owner's attention. Times are Unix seconds, None if all is well."""

    set_apart: int = 0
    """Games that are stuck: tables set apart."""
    mended: int = 0
    """Tables that didn't match their logs and were repaired."""
    backup_failed_at: int | None = None
    is_without_backup: bool = False
    """True if there have been games for a week and no backup is known."""
    bytes_free: int | None = None
    """Bytes left on the disk of the database."""
    waiting_since: int | None = None
    """Since when the oldest message waits to be sent."""
    clock_ahead: int | None = None
    """Seconds that the machine's clock is ahead of Discord's, negative if behind."""

    @property
    def summary(self) -> str:
        """Words that change only with something new, and are empty if all is well."""
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
    """Return the message to the bot's owner, in lines like the ones of `/server diagnose`."""
    return Message(
        lines(
            say("**Your bot needs attention**"),
            *_told(concerns),
            say("docs/operating.md explains each point. I write at most once a day."),
        )
    )


def _told(concerns: Concerns) -> Iterator[Sentence]:
    if concerns.bytes_free is not None:
        yield say(
            "- Disk almost full: {size} MB left. When it's full, moves can't be saved.",
            size=concerns.bytes_free // _MB,
        )
    if concerns.backup_failed_at is not None:
        yield say(
            "- The last backup failed {when}. `postboard backup` printed the reason.",
            when=time_left(concerns.backup_failed_at),
        )
    if concerns.is_without_backup:
        yield say("- No backup for a week. Run `postboard backup` once a day.")
    if concerns.set_apart:
        yield say_n(
            "- 1 game is stuck. The log says which, and why.",
            "- {count} games are stuck. The log says which, and why.",
            concerns.set_apart,
        )
    if concerns.mended:
        yield say_n(
            "- 1 game didn't match its record, so I repaired it. The log names it. Please report "
            "this.",
            "- {count} games didn't match their records, so I repaired them. The log names them. "
            "Please report this.",
            concerns.mended,
        )
    if concerns.clock_ahead is not None:
        off = in_words(abs(concerns.clock_ahead))
        yield (
            say(
                "- This machine's clock is {off} fast. I use Discord's time until it's right.",
                off=off,
            )
            if concerns.clock_ahead > 0
            else say(
                "- This machine's clock is {off} slow. I use Discord's time until it's right.",
                off=off,
            )
        )
    if concerns.waiting_since is not None:
        yield say(
            "- A message has waited to be sent since {since}. The log says why.",
            since=time_left(concerns.waiting_since),
        )

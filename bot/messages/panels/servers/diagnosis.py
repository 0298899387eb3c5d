"""The diagnosis for people who run a server."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Final

from bot.messages.words.text import channel_link, lines
from bot.model.moments import time_left
from bot.store.servers.facts import MOST_COUNTED, Work
from rules.contract.sentence import Argument, Sentence, Verbatim, all_of, say
from rules.time.duration import in_words

__all__ = ["Access", "diagnosis"]

_MB: Final = 1_000_000
"""Bytes. The size is shown in whole megabytes, because a smaller change could reveal a plan."""


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

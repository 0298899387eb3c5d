"""Entries of a log: what happened, who did it, when and why; and their storage and digests."""

import base64
import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from rules.contract.core import Seat
from rules.log.events import (
    Accepted,
    Adjudicated,
    Begun,
    Claimed,
    Declined,
    Event,
    Grant,
    Granted,
    Offered,
    OfferKind,
    Overdue,
    Paused,
    Played,
    Resigned,
    ResignWanted,
    ResignWithdrawn,
    Resumed,
    Rolled,
    SeatTaken,
    SeatWay,
    TimedOut,
    VoidCause,
    Voided,
)

__all__ = ["Actor", "Entry", "Origin", "chained", "decode", "digest_of", "encode", "short_digest"]


class Actor(Enum):
    """The maker of an entry."""

    SEAT = "seat"
    """The person at a seat."""
    HOST = "host"
    """The bot: dice, forced passes, deadlines."""
    ENGINE = "engine"
    QUEUED = "queued"
    """The bot, playing a move that the person at a seat had planned."""
    MODERATOR = "moderator"
    """A person who has no part in the game, and always gives a reason. It stands beside the log."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The maker of an entry, its time and its cause."""

    at: int = 0
    """Seconds since 1970 by the bot's clock; they never decrease in a log (`Match.at_least`)."""
    actor: Actor | None = None
    """The actor, or None for the usual one of such an entry: the host, or the seat's person."""
    player: int | None = None
    """The id of the bot's row for the player, if a player acts."""
    request: str = ""
    """The request it answers: the number of an interaction, of a timer or of an engine's task."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a log, as it is stored."""

    number: int
    """From 1."""
    at: int
    """Seconds since 1970, never less than in the entry before."""
    actor: Actor
    seat: Seat | None
    """The seat that acts, or for which the host moves, or None for any other act of the host."""
    player: int | None
    """The row of the player who acts; it stays even when the person is forgotten."""
    request: str
    event: Event


def encode(event: Event) -> tuple[str, str]:
    """Return the kind and the text by which a log stores the event."""
    return _KINDS[type(event)], _text(event)


def decode(kind: str, text: str) -> Event:
    """Return the event that `encode` turned into these texts. Raises ValueError for any others."""
    if kind not in _DECODERS:
        raise ValueError(f"the log has an event of the unknown kind {kind!r}")
    return _DECODERS[kind](text)


def chained(digest: str, entry: Entry) -> str:
    """Return the digest of a log after one more entry; an empty log has the empty text.

    It is the SHA-256, in lower-case hexadecimal, of the previous digest and the stored fields of
    the entry, joined by line feeds.
    """
    seat, player = ("" if n is None else str(n) for n in (entry.seat, entry.player))
    fields = (entry.actor.value, seat, player, entry.request, *encode(entry.event))
    text = "\n".join((digest, str(entry.number), str(entry.at), *fields))
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def digest_of(entries: Iterable[Entry]) -> str:
    """Return the digest of a log of these entries."""
    digest = ""
    for entry in entries:
        digest = chained(digest, entry)
    return digest


@lru_cache(maxsize=256)
def short_digest(digest: str) -> str:
    """Return the 6 characters of a digest that a button carries, from A-Z, a-z, 0-9, `-` and `_`.

    They hold 36 bits: enough to notice a different log, not to resist a forger.
    """
    return base64.urlsafe_b64encode(bytes.fromhex(digest)[:5]).decode()[:6] if digest else "-" * 6


_KINDS: Final[Mapping[type[Event], str]] = MappingProxyType(
    {
        Begun: "begun",
        Played: "played",
        Rolled: "rolled",
        Offered: "offered",
        Accepted: "accepted",
        Declined: "declined",
        ResignWanted: "resign_wanted",
        ResignWithdrawn: "resign_withdrawn",
        Resigned: "resigned",
        Overdue: "overdue",
        Claimed: "claimed",
        TimedOut: "timed_out",
        Granted: "granted",
        Paused: "paused",
        Resumed: "resumed",
        SeatTaken: "seat_taken",
        Voided: "voided",
        Adjudicated: "adjudicated",
    }
)


def _text(event: Event) -> str:
    match event:
        case Begun(game, in_event):
            return f"{game} event" if in_event else str(game)
        case Played(notation):
            return notation
        case Rolled(pips):
            return "-".join(map(str, pips))
        case Offered():
            return _offered_text(event)
        case Granted(seat, seconds, cause):
            return f"{seat} {seconds} {cause.value}"
        case Paused(end):
            return str(end)
        case Resumed():
            return ""
        case SeatTaken(seat, old, new, way, by_engine):
            kind = "engine" if by_engine else "person"
            return f"{seat} {old} {new} {way.value} {kind}"
        case Voided(cause):
            return cause.value
        case Adjudicated(winners):
            return "-".join(map(str, winners)) or "draw"
        case _:
            return str(event.seat)


_WITH_DAYS: Final = (OfferKind.PAUSE, OfferKind.TIME)


def _offered_text(event: Offered) -> str:
    words = [str(event.seat), event.kind.value]
    if event.kind in _WITH_DAYS:
        words.append(str(event.days))
    if event.kind is OfferKind.SUBSTITUTE:
        words += [str(event.place), str(event.player)]
    return " ".join(words)


def _read_offered(text: str) -> Offered:
    seat, kind, *rest = text.split(" ")
    match OfferKind(kind), rest:
        case long, [days] if long in _WITH_DAYS:
            return Offered(Seat(int(seat)), long, days=int(days))
        case OfferKind.SUBSTITUTE, [place, player]:
            return Offered(
                Seat(int(seat)),
                OfferKind.SUBSTITUTE,
                place=Seat(int(place)),
                player=int(player),
            )
        case plain, [] if plain not in (*_WITH_DAYS, OfferKind.SUBSTITUTE):
            return Offered(Seat(int(seat)), plain)
        case _:
            raise ValueError(f"{text!r} is not an offer")


def _read_begun(text: str) -> Begun:
    game = text.removesuffix(" event")
    return Begun(int(game), in_event=game != text)


def _read_granted(text: str) -> Granted:
    seat, seconds, cause = text.split(" ")
    return Granted(Seat(int(seat)), int(seconds), Grant(cause))


def _read_resumed(text: str) -> Resumed:
    if text:
        raise ValueError(f"{text!r} stands where a log says nothing more")
    return Resumed()


def _read_seat_taken(text: str) -> SeatTaken:
    seat, old, new, way, kind = text.split(" ")
    if kind not in ("engine", "person"):
        raise ValueError(f"{kind!r} is neither engine nor person")
    by_engine = kind == "engine"
    return SeatTaken(Seat(int(seat)), int(old), int(new), SeatWay(way), by_engine)


def _read_adjudicated(text: str) -> Adjudicated:
    return Adjudicated(() if text == "draw" else tuple(Seat(int(n)) for n in text.split("-")))


def _of_seat(kind: Callable[[Seat], Event]) -> Callable[[str], Event]:
    return lambda text: kind(Seat(int(text)))


_DECODERS: Final[Mapping[str, Callable[[str], Event]]] = MappingProxyType(
    {
        "begun": _read_begun,
        "played": Played,
        "rolled": lambda text: Rolled(tuple(map(int, text.split("-")))),
        "offered": _read_offered,
        "accepted": _of_seat(Accepted),
        "declined": _of_seat(Declined),
        "resign_wanted": _of_seat(ResignWanted),
        "resign_withdrawn": _of_seat(ResignWithdrawn),
        "resigned": _of_seat(Resigned),
        "overdue": _of_seat(Overdue),
        "claimed": _of_seat(Claimed),
        "timed_out": _of_seat(TimedOut),
        "granted": _read_granted,
        "paused": lambda text: Paused(int(text)),
        "resumed": _read_resumed,
        "seat_taken": _read_seat_taken,
        "voided": lambda text: Voided(VoidCause(text)),
        "adjudicated": _read_adjudicated,
    }
)

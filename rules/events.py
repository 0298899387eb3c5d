"""What can happen at a table, as values that a log stores as two short texts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final, TypeAlias

from rules.core import Seat

__all__ = [
    "Accepted",
    "Claimed",
    "Declined",
    "Event",
    "OfferKind",
    "Offered",
    "Played",
    "Resigned",
    "Rolled",
    "decode",
    "encode",
]


class OfferKind(Enum):
    """What one seat can propose to the others; `title` is how a sentence names it."""

    DRAW = "draw"
    TAKE_BACK = "takeback"
    COUNT = "count"
    """Stop here and count, in a game that can be counted at any time."""

    @property
    def title(self) -> str:
        """The words for it in a sentence."""
        return {
            "draw": "draw offer",
            "takeback": "take-back request",
            "count": "proposal to stop and count",
        }[self.value]


@dataclass(frozen=True, slots=True)
class Played:
    """The side due played the move of this canonical notation."""

    notation: str


@dataclass(frozen=True, slots=True)
class Rolled:
    """The host rolled, in this order."""

    pips: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Resigned:
    """The seat gave the game up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Claimed:
    """The seat claimed the game because the side due had let its time run out."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Offered:
    """The seat proposed something to all the others."""

    seat: Seat
    kind: OfferKind


@dataclass(frozen=True, slots=True)
class Accepted:
    """The seat accepted what was proposed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Declined:
    """The seat declined what was proposed, or withdrew its own proposal."""

    seat: Seat


Event: TypeAlias = Played | Rolled | Resigned | Claimed | Offered | Accepted | Declined


def encode(event: Event) -> tuple[str, str]:
    """Return the kind and the text under which a log stores the event."""
    match event:
        case Played(notation):
            return "played", notation
        case Rolled(pips):
            return "rolled", "-".join(map(str, pips))
        case Offered(seat, kind):
            return "offered", f"{seat} {kind.value}"
        case Resigned(seat) | Claimed(seat) | Accepted(seat) | Declined(seat):
            return type(event).__name__.lower(), str(seat)


def decode(kind: str, text: str) -> Event:
    """Return the event that `encode` turned into these texts. Raises ValueError for others."""
    if kind not in _DECODERS:
        raise ValueError(f"the log has an event of the unknown kind {kind!r}")
    return _DECODERS[kind](text)


def _offered(text: str) -> Offered:
    seat, kind = text.split()
    return Offered(Seat(int(seat)), OfferKind(kind))


_DECODERS: Final[Mapping[str, Callable[[str], Event]]] = MappingProxyType(
    {
        "played": Played,
        "rolled": lambda text: Rolled(tuple(map(int, text.split("-")))),
        "resigned": lambda text: Resigned(Seat(int(text))),
        "claimed": lambda text: Claimed(Seat(int(text))),
        "offered": _offered,
        "accepted": lambda text: Accepted(Seat(int(text))),
        "declined": lambda text: Declined(Seat(int(text))),
    }
)

"""The changes that an event of a club can see, as values that its log stores as two texts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final, TypeAlias

from rules.club.pairings import Entrant

__all__ = [
    "Begun",
    "Cancelled",
    "Challenged",
    "Change",
    "Closed",
    "Ended",
    "Entered",
    "Entry",
    "FinalBegun",
    "Forfeit",
    "GameKey",
    "Left",
    "Over",
    "Result",
    "Seeded",
    "Stage",
    "Started",
    "Stopped",
    "Voided",
    "Week",
    "Widened",
    "Withdrawn",
    "decode",
    "encode",
]


class Stage(Enum):
    """A stage of an event; a ladder has one alone."""

    GROUPS = "groups"
    FINAL = "final"
    LADDER = "ladder"


@dataclass(frozen=True, slots=True)
class GameKey:
    """A game of an event. Its key stays the same when the game is played again."""

    stage: Stage
    group: int
    """From 1; always 1 in a final and on a ladder."""
    position: int
    """Its place in the group's table, from 1; on a ladder the number of the challenge."""

    def __str__(self) -> str:
        return f"{self.stage.value} {self.group} {self.position}"


class Forfeit(Enum):
    """A way to lose a game without playing it to its end."""

    LATE = "L"
    """On time, or by never coming."""
    LEFT = "W"
    """By resigning when withdrawing from the event."""


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game of an event."""

    shares: tuple[int, int]
    """The seats' shares of the point, in twelfths: together 12, or 0 where none came."""
    forfeits: tuple[Forfeit | None, Forfeit | None] = (None, None)


@dataclass(frozen=True, slots=True)
class Entered:
    """A person joined."""

    entrant: Entrant


@dataclass(frozen=True, slots=True)
class Left:
    """A person left before the event began, or left a ladder."""

    entrant: Entrant


@dataclass(frozen=True, slots=True)
class Begun:
    """Registration ended, and the draw was made."""

    secret: str
    """The secret whose SHA-256 is the seal posted before anyone entered."""
    press: int
    """The highest number of an interaction in the log until now."""


@dataclass(frozen=True, slots=True)
class Started:
    """A game was opened."""

    game: GameKey


@dataclass(frozen=True, slots=True)
class Ended:
    """A game ended with a result."""

    game: GameKey
    attempt: int
    """1, or 2 where the first was void."""
    result: Result


@dataclass(frozen=True, slots=True)
class Voided:
    """A game ended without a result."""

    game: GameKey
    attempt: int


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A person withdrew, or was removed, after the event had begun."""

    entrant: Entrant


@dataclass(frozen=True, slots=True)
class FinalBegun:
    """The final began, with the people whom the groups had given it by then."""


@dataclass(frozen=True, slots=True)
class Over:
    """The last game was decided."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """An organizer ended the event with its standings as they were."""


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The event ended without standings."""


@dataclass(frozen=True, slots=True)
class Challenged:
    """A person challenged a person above them on a ladder; the game begins at once."""

    challenger: Entrant
    challenged: Entrant


@dataclass(frozen=True, slots=True)
class Week:
    """A ladder's week ended: people who don't play fall."""

    lost: int = 0
    """The seconds of the week in which no one could play there, which aren't idleness."""


@dataclass(frozen=True, slots=True)
class Seeded:
    """The order of strength by which people are put into a season's divisions.

    People who aren't named come after it, by lot.
    """

    entrants: tuple[Entrant, ...]


@dataclass(frozen=True, slots=True)
class Widened:
    """From now on, everyone in a season may play one more game at the same time."""


@dataclass(frozen=True, slots=True)
class Closed:
    """A season's time was up: games in progress were decided for its standings."""

    decided: tuple[tuple[GameKey, tuple[int, int]], ...]
    """These games, and the shares that their seats get."""


Change: TypeAlias = (
    Entered | Left | Begun | Started | Ended | Voided | Withdrawn | FinalBegun | Over | Stopped
    | Cancelled | Challenged | Week | Seeded | Widened | Closed
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of an event's log."""

    number: int
    """From 1."""
    at: int
    """Seconds since 1970, never less than in the entry before."""
    change: Change


def encode(change: Change) -> tuple[str, str]:
    """Return the kind and the text by which a log stores a change."""
    match change:
        case Entered(entrant) | Left(entrant) | Withdrawn(entrant):
            text = str(entrant)
        case Begun(secret, press):
            text = f"{secret} {press}"
        case Started(game):
            text = str(game)
        case Ended(game, attempt, result):
            marks = (forfeit.value if forfeit else "-" for forfeit in result.forfeits)
            text = " ".join(map(str, (game, attempt, *result.shares, *marks)))
        case Voided(game, attempt):
            text = f"{game} {attempt}"
        case Challenged(challenger, challenged):
            text = f"{challenger} {challenged}"
        case Week(lost):
            text = str(lost or "")
        case Seeded(entrants):
            text = " ".join(map(str, entrants))
        case Closed(decided):
            text = " ".join(f"{game} {one} {other}" for game, (one, other) in decided)
        case FinalBegun() | Over() | Stopped() | Cancelled() | Widened():
            text = ""
    return _KINDS[type(change)], text


def decode(kind: str, text: str) -> Change:
    """Return what `encode` turned into these texts. Raises ValueError for any others."""
    if kind not in _KINDS.values():
        raise ValueError(f"the log of an event has an entry of the unknown kind {kind!r}")
    broken = f"an entry of the kind {kind!r} has the broken text {text!r}"
    try:
        change = _change(kind, text.split())
    except ValueError as error:
        raise ValueError(broken) from error
    if change is None or encode(change)[1] != text:
        raise ValueError(broken)
    return change


def _change(kind: str, fields: list[str]) -> Change | None:
    match kind, fields:
        case _, [entrant] if kind in _OF_ONE:
            return _OF_ONE[kind](Entrant(int(entrant)))
        case "begun", [secret, press]:
            return Begun(secret, int(press))
        case "started", [*key]:
            return Started(_key(key))
        case "ended", [*key, attempt, one, other, mark_one, mark_other]:
            marks = (_forfeit(mark_one), _forfeit(mark_other))
            return Ended(_key(key), int(attempt), Result((int(one), int(other)), marks))
        case "voided", [*key, attempt]:
            return Voided(_key(key), int(attempt))
        case "challenged", [challenger, challenged]:
            return Challenged(Entrant(int(challenger)), Entrant(int(challenged)))
        case "week", [lost] if int(lost) > 0:
            return Week(int(lost))
        case "seeded", entrants:
            return Seeded(tuple(Entrant(int(entrant)) for entrant in entrants))
        case "closed", games if len(games) % 5 == 0:
            rows = (games[at : at + 5] for at in range(0, len(games), 5))
            return Closed(tuple((_key(key), (int(one), int(other))) for *key, one, other in rows))
        case _, []:
            return _ALONE[kind]() if kind in _ALONE else None
        case _:
            return None


def _key(fields: list[str]) -> GameKey:
    stage, group, position = fields
    return GameKey(Stage(stage), int(group), int(position))


def _forfeit(mark: str) -> Forfeit | None:
    return None if mark == "-" else Forfeit(mark)


_OF_ONE: Final[Mapping[str, Callable[[Entrant], Change]]] = MappingProxyType(
    {"entered": Entered, "left": Left, "withdrawn": Withdrawn}
)
"""The kinds whose text is one entrant."""
_ALONE: Final[Mapping[str, Callable[[], Change]]] = MappingProxyType(
    {
        "final": FinalBegun,
        "over": Over,
        "stopped": Stopped,
        "cancelled": Cancelled,
        "week": Week,
        "widened": Widened,
    }
)
"""The kinds whose text is empty or can be."""
_KINDS: Final[Mapping[type[Change], str]] = MappingProxyType(
    {
        Entered: "entered",
        Left: "left",
        Begun: "begun",
        Started: "started",
        Ended: "ended",
        Voided: "voided",
        Withdrawn: "withdrawn",
        Challenged: "challenged",
        FinalBegun: "final",
        Over: "over",
        Stopped: "stopped",
        Cancelled: "cancelled",
        Week: "week",
        Seeded: "seeded",
        Widened: "widened",
        Closed: "closed",
    }
)

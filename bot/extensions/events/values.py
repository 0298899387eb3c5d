"""Events of a club as values: their terms, people and standings."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from typing import Final, TypeAlias

from bot.model.caller import Person, Place, User
from bot.model.displays import DisplayKind
from bot.model.event_game import EventGame
from bot.model.queues import OutboxItem, Timer
from bot.model.server import Club
from bot.model.table import Reason, Terms
from rules.club import groups, ladder, season
from rules.club.entries import (
    Begun,
    Change,
    Entry,
    FinalBegun,
    Forfeit,
    GameKey,
    Left,
    Result,
    Stage,
    Started,
    Stopped,
    Widened,
)
from rules.club.groups import Groups, State, Status
from rules.club.ladder import Ladder
from rules.club.pairings import Entrant
from rules.contract.core import Outcome, Seating
from rules.match.table_rules import LATE
from rules.time.duration import DAY, HOUR, MINUTE
from rules.time.time_control import TimeControl

__all__ = [
    "AT_ONCE",
    "CLOSE",
    "END",
    "EVENT_CARD",
    "FINAL",
    "LOOK",
    "MESSAGE",
    "NEXT",
    "NO_SHOW",
    "WEEK",
    "WIDEN",
    "Actor",
    "Course",
    "Event",
    "EventKind",
    "EventPart",
    "EventTerms",
    "ListedEvent",
    "OpenGame",
    "PairedGame",
    "Task",
    "consequence",
    "course_of",
    "event_item",
    "event_look",
    "event_of_timer",
    "event_timer",
    "folded",
    "games_of",
    "is_yet_to_come",
    "read_event_item",
    "result_of",
    "week_ending",
]

# With more, games pile up on whoever falls behind.
AT_ONCE: Final = 2
"""The games that a person plays at the same time, unless the event says more."""
EVENT_CARD: Final = DisplayKind("event", 10 * MINUTE)
"""The card of an event."""
NO_SHOW: Final = Result((0, 0), (Forfeit.LATE, Forfeit.LATE))
MESSAGE: Final = "event"
"""The kind of row of a message of an event, besides its card."""
CLOSE: Final = "event_close"
"""The kind of timer with which registration for an event ends."""
FINAL: Final = "event_final"
"""The kind of timer with which the final of an event begins."""
WEEK: Final = "event_week"
"""The kind of timer with which the week of a ladder ends."""
WIDEN: Final = "event_widen"
"""The kind of timer after which people in a season may play one more game at the same time."""
END: Final = "event_end"
"""The kind of timer with which a season ends, whatever is in progress."""
NEXT: Final = "event_next"
"""The kind of timer with which the next season opens."""
LOOK: Final = "event_look"
"""The kind of timer that checks whether a person who lost a game of an event on time has left the
server."""
_WEEK: Final = 7 * DAY
_MONDAY: Final = 4 * DAY + 12 * HOUR
"""Noon, by UTC, of the first Monday of 1970."""

Course: TypeAlias = Groups | Ladder
"""An event as its log tells it."""


class EventKind(Enum):
    """The kind of an event."""

    GROUPS = "groups"
    LADDER = "ladder"
    SEASON = "season"


class Actor(Enum):
    """The kind of author of an entry in an event's log."""

    ENTRANT = "entrant"
    DIRECTOR = "director"
    HOST = "host"
    """The bot: the entry follows from the log, the end of a game, or the time."""


class Task(Enum):
    """Work that is left at the table of a game."""

    OPEN = "open"
    """The game has started, and has no table yet."""
    RESIGN = "resign"
    """A person in it has withdrawn, and the game goes on."""


@dataclass(frozen=True, slots=True)
class EventTerms:
    """The terms of an event, which never change."""

    kind: EventKind
    game: str
    options: Mapping[str, str]
    seating: int
    time: TimeControl
    rated: bool
    meetings: int = 2
    """The number of games between every two of a group."""
    at_once: int = AT_ONCE
    """The most games of the event that a person plays at the same time."""
    full_at: int | None = None
    """The number of people with whom it starts before registration ends, or None."""
    season: int | None = None
    """The number of a season among its game's in the server, from 1, or None for other events."""

    @property
    def most(self) -> int:
        """The most people in groups or in a season."""
        return season.MOST if self.kind is EventKind.SEASON else groups.MOST

    @property
    def table(self) -> Terms:
        """The terms of its games."""
        return Terms(self.game, self.options, self.seating, self.time, rated=self.rated)


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """An event in its present state."""

    id: int
    place: Place
    terms: EventTerms
    director: Person
    locale: str
    opened_at: int
    closes_at: int | None
    """The end of registration in Unix seconds, or None for a ladder, which has none."""
    secret: str
    """The secret of the draw, 64 hexadecimal digits, which no one may see before the beginning."""
    course: Course
    log: tuple[Entry, ...] = ()
    people: Mapping[Entrant, User]
    """Everyone who plays or played in it."""
    press: int = 0
    """The highest number of an interaction in its log."""
    presses: Mapping[Entrant, str]
    """The interactions by which people entered."""
    reasons: Mapping[int, Reason] = field(default_factory=dict[int, Reason])
    """The reasons that directors gave for entries, by number."""
    card_id: int | None = None
    """The message that shows its card."""
    unnamed: bool = False
    """True if its server wants no names in pictures."""
    club: Club = field(default_factory=Club)
    """The club of its server."""
    previous: int | None = None
    """The season before this one, or None."""
    has_next: bool = False
    """True if the season after this one is open, or was."""

    @property
    def seal(self) -> str:
        """The SHA-256 of the secret, which is posted before anyone enters."""
        return hashlib.sha256(self.secret.encode()).hexdigest()

    @property
    def state(self) -> State:
        """The state in which it is."""
        return self.course.state

    @property
    def is_full(self) -> bool:
        """True if it is full, so that it starts now."""
        wanted = self.terms.full_at
        return self.state is State.OPEN and wanted is not None and len(self.present) >= wanted

    @property
    def is_over(self) -> bool:
        """True once nothing more can happen in it."""
        return self.state in {State.OVER, State.CANCELLED}

    @property
    def present(self) -> tuple[Entrant, ...]:
        """The people who play in it now."""
        if isinstance(self.course, Ladder):
            return self.course.places
        gone = self.course.departed
        return tuple(each for each in self.course.entrants if each not in gone)

    def entrant(self, person: Person) -> Entrant | None:
        """Return the person as a player in it, or None if they don't play."""
        for entrant in self.present:
            if self.people[entrant].id == person:
                return entrant
        return None

    @property
    def begun_at(self) -> int | None:
        """The moment when its groups began, or None before."""
        begun = (each.at for each in self.log if isinstance(each.change, Begun))
        return next(begun, None)

    @property
    def widens_at(self) -> int | None:
        """The moment from which people in a season may play one more game at once, or None."""
        widened = sum(isinstance(each.change, Widened) for each in self.log)
        if not self._is_running_season or widened >= season.WIDENED:
            return None
        return (self.begun_at or 0) + (widened + 1) * season.WIDENS

    @property
    def ends_at(self) -> int | None:
        """The moment when a season ends, whatever is in progress, or None before it begins."""
        if not self._is_running_season:
            return None
        return max(self.begun_at or 0, self.closes_at or 0) + season.LASTS

    @property
    def next_due_at(self) -> int | None:
        """The moment from which the next season can open, or None if it can't."""
        is_whole = self.state is State.OVER and self.terms.kind is EventKind.SEASON
        is_stopped = any(isinstance(each.change, Stopped) for each in self.log)
        return self.course.at if is_whole and not is_stopped and not self.has_next else None

    @property
    def _is_running_season(self) -> bool:
        return self.terms.kind is EventKind.SEASON and self.state is State.GROUPS

    @property
    def week_ends_at(self) -> int | None:
        """The end of a ladder's week, or None for other events and after the ladder's end."""
        course = self.course
        if not isinstance(course, Ladder) or self.is_over:
            return None
        return week_ending(self.opened_at if course.week_at is None else course.week_at)

    def left_at(self, person: Person) -> int | None:
        """Return when a person last left or was removed before the end, or None for never."""
        left = (
            each.at for each in reversed(self.log)
            if isinstance(each.change, Left) and self.people[each.change.entrant].id == person
        )  # fmt: skip
        return next(left, None)

    def opens_stage(self, key: GameKey) -> bool:
        """Return True if a game was among the first of its stage, before any had ended."""
        number = self.opening_entry(key) or 0
        before = (each.change for each in reversed(self.log[: number - 1]))
        first = next((each for each in before if not isinstance(each, Started)), None)
        return isinstance(first, Begun | FinalBegun)

    def opening_entry(self, key: GameKey) -> int | None:
        """Return the entry that last opened a game; on a ladder its challenge, by its place."""
        if key.stage is Stage.LADDER:
            return key.position
        opened = (each.number for each in reversed(self.log) if each.change == Started(key))
        return next(opened, None)


@dataclass(frozen=True, slots=True)
class ListedEvent:
    """An unfinished event, as lists show it."""

    id: int
    place: Place
    kind: EventKind
    game: str
    starts_at: int
    """The end of its registration, or the opening of a ladder, in Unix seconds."""
    state: State
    people: int
    """The people who play in it now."""
    card_id: int | None
    """The message of its card, if it is there."""
    season: int | None = None
    """The number of a season."""
    full_at: int | None = None
    """The number of people with whom it starts early, or None."""


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game of an event that has its table and isn't finished."""

    channel_id: int
    has_begun: bool
    due: Person | None
    """The person whose turn it is."""
    due_at: int | None
    """The end of that turn in Unix seconds."""


@dataclass(frozen=True, slots=True)
class PairedGame:
    """A game of an event of any kind: its players, and its state."""

    game: EventGame
    entrants: tuple[Entrant, Entrant]
    """By seat."""
    status: Status
    is_left: bool
    """True if a person in it has withdrawn."""


class EventPart(StrEnum):
    """The message of an event for which a row of the outbox stands."""

    SEAL = "seal"
    """The seal of its lots, which is sent before its card and never edited."""
    LOTS = "lots"
    """Nothing: an earlier version posted the secret of its draw, and its row may still wait."""
    STAGE = "stage"
    """The beginning of its groups, with everyone who plays in them."""
    BLOCKED = "blocked"
    """Discord refuses the threads of its games."""


def course_of(terms: EventTerms) -> Course:
    """Return an event of these terms before its first entry."""
    if terms.kind is EventKind.LADDER:
        return Ladder()
    return Groups(terms.meetings, terms.at_once, is_season=terms.kind is EventKind.SEASON)


def folded(course: Course, entry: Entry) -> Course:
    """Return an event after one more entry. Raises RulesError if it can't follow."""
    if isinstance(course, Ladder):
        return ladder.folded(course, entry)
    return groups.folded(course, entry)


def consequence(course: Course) -> Change | None:
    """Return the next entry that follows from the log alone, if any."""
    return None if isinstance(course, Ladder) else groups.consequence(course)


def week_ending(after: int) -> int:
    """Return the first Monday, 12:00 UTC, after a moment."""
    return _MONDAY + ((after - _MONDAY) // _WEEK + 1) * _WEEK


def games_of(event_id: int, course: Course) -> Iterator[PairedGame]:
    """Yield the games of an event, in the order in which they start."""
    if isinstance(course, Ladder):
        for position, challenge in enumerate(course.challenges, 1):
            game = EventGame(event_id, GameKey(Stage.LADDER, 1, position), 1)
            is_over = challenge.ended_at is not None
            is_left = not all(each in course.places for each in challenge.entrants)
            status = Status.ENDED if is_over else Status.RUNNING
            yield PairedGame(game, challenge.entrants, status, is_left)
        return
    for paired in course.games.values():
        left = (course.departed.get(each) for each in paired.entrants)
        yield PairedGame(
            EventGame(event_id, paired.key, paired.attempt),
            paired.entrants,
            paired.status,
            any(each is not None and each.stage is paired.key.stage for each in left),
        )


def result_of(outcome: Outcome, seating: Seating) -> Result | None:
    """Return a game's worth to its two seats, or None if it was void."""
    if outcome.is_void:
        return None
    won = [bool(sides & outcome.winners) for sides in seating]
    shares = (12, 0) if won == [True, False] else (0, 12) if won == [False, True] else (6, 6)
    is_late = outcome.rule.key == LATE.key
    one, other = (Forfeit.LATE if is_late and not has_won else None for has_won in won)
    return Result(shares, (one, other))


def event_item(event_id: int, place: Place, part: EventPart, number: int, now: int) -> OutboxItem:
    """Return the row for a message of an event. `number` tells messages of one part apart."""
    return OutboxItem(
        kind=MESSAGE, dedupe=f"event:{event_id}.{part}.{number}", created_at=now,
        number=number, channel_id=place.channel_id, guild_id=place.guild_id,
        payload=json.dumps({"event": event_id, "part": part.value}),
    )  # fmt: skip


def read_event_item(item: OutboxItem) -> tuple[int, EventPart]:
    """Return the event and the part of a row made by `event_item`."""
    assert item.payload is not None, "it says which event is meant"
    payload = json.loads(item.payload)
    return payload["event"], EventPart(payload["part"])


def is_yet_to_come(due: int, now: int, longest: int) -> bool:
    """Tell whether a moment has yet to come. `longest` is the most seconds that its rule allows.

    A moment further off was written by a clock that was ahead.
    """
    return now < due <= now + longest


def event_timer(kind: str, event_id: int, guild_id: int | None, due: int) -> Timer:
    """Return the timer of this kind of an event of a server."""
    name = kind.removeprefix("event_")
    return Timer(kind=kind, dedupe=f"event:{event_id}:{name}", due=due, guild_id=guild_id)


def event_look(event_id: int, guild_id: int | None, person: Person, due: int) -> Timer:
    """Return the timer that checks if a person in an event has left the server."""
    return replace(event_timer(LOOK, event_id, guild_id, due), person=person)


def event_of_timer(timer: Timer) -> int:
    """Return the event of a timer made by `event_timer`, from its name."""
    return int(timer.dedupe.split(":")[1])

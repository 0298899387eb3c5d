"""A table and those at it, as values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from bot.model.caller import Place, User
from bot.model.dice_secret import DiceSecret
from rules.contract.core import AnyGame, Seat, Seating
from rules.log.entries import Entry
from rules.log.events import SeatTaken, SeatWay
from rules.match.match import Match
from rules.match.plans import Plan
from rules.match.series import Contestant, Series
from rules.registry import find
from rules.time.clock import Clock
from rules.time.time_control import TimeControl

__all__ = [
    "NextGame",
    "Player",
    "PlayerKind",
    "PlayerStatus",
    "Request",
    "Status",
    "Table",
    "Terms",
    "User",
    "Vacancy",
]


class Status(Enum):
    """Where a table is in its life."""

    OFFERED = "offered"
    """Asked for in a channel that hosts a running game; its card is not public yet."""
    OPEN = "open"
    """Its card waits for players."""
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"
    """Given up before the game began."""


class PlayerKind(Enum):
    """Who moves for a seat."""

    PERSON = "person"
    ENGINE = "engine"


class PlayerStatus(Enum):
    """How a player stands to a table."""

    INVITED = "invited"
    DECLINED = "declined"
    """Was invited and declined; the place is kept until the host decides on it."""
    SEATED = "seated"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Request:
    """What asks for a change: an interaction by its number, a timer or an engine by a name.

    A request is carried out once. `token` lets another process answer an interaction.
    """

    id: str
    token: str | None = None

    @property
    def interaction(self) -> int | None:
        """The number of the interaction that asks; None for anything else."""
        return int(self.id) if self.id.isdecimal() else None


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at a table, or asked to it; `preferred_side` is the side asked for, if any."""

    user: User
    status: PlayerStatus
    preferred_side: str | None = None
    seat: Seat | None = None
    accepted: str | None = None
    """The request by which they took their place."""
    words: str = ""
    """What they chose to add to the dice."""
    id: int = 0
    """The row; 0 until it is stored. Entries of the log name it."""
    kind: PlayerKind = PlayerKind.PERSON
    level: int | None = None
    """Of an engine, from 1."""
    contestant: Contestant | None = None
    """Their number in a series."""
    from_entry: int = 0
    until_entry: int | None = None
    """The entry with which they gave the seat up."""

    @property
    def is_engine(self) -> bool:
        """Whether a computer moves for the seat; it is nobody's user."""
        return self.kind is PlayerKind.ENGINE


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A seat that looks for somebody else while its game goes on."""

    seat: Seat
    way: SeatWay
    since: int
    """Unix seconds."""
    by: int | None
    """The row of the player who asked for it; None for a moderator."""
    to: User | None = None
    """The one person whom it is kept for, or the computer; None: everybody may take it."""
    has_left: bool = False
    """Its holder was found to have left the server."""
    reason: str = ""

    @property
    def is_for_engine(self) -> bool:
        """Whether the computer is to play on; it holds as long as the others are asked that."""
        return self.to is not None and not self.to.id


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed before a game starts."""

    game: str
    options: Mapping[str, str]
    seating: int = 0
    time: TimeControl = field(default_factory=TimeControl)
    series_format: str | None = None
    """The key of the series that is played; None for a single game."""
    vacation: bool = True
    rated: bool = False
    hints: bool = False
    quiet: bool = False
    """A board is deleted once a newer one is shown."""

    @property
    def configured(self) -> AnyGame:
        """The game with its options. Raises KeyError if there is no such game any more."""
        return find(self.game).configured(self.options)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One table as it stands. `match` is there once the game has started."""

    id: int
    place: Place
    terms: Terms
    version: int
    """The version of the rules under which the game began."""
    status: Status
    host_id: int
    players: tuple[Player, ...]
    """In the order in which they came, without those who have left the table."""
    seating: Seating
    others: tuple[Player, ...] = ()
    """Those who gave up a seat of the game, and those who asked for one and have none."""
    vacancies: tuple[Vacancy, ...] = ()
    """Seats that look for somebody else."""
    plans: Mapping[Seat, Plan] = field(default_factory=dict[Seat, Plan])
    """What the person at each seat has planned. Nobody else may learn of it."""
    opened_at: int = 0
    card_id: int | None = None
    board_id: int | None = None
    board_channel_id: int | None = None
    match: Match | None = None
    dice: DiceSecret | None = None
    """What all its rolls follow from; None in a game without dice."""
    series_id: int | None = None
    """The first table of the series that this one belongs to."""
    game_number: int = 1
    earlier: Series | None = None
    """The series as it stood before this game."""
    set_apart: str | None = None
    """Why the log cannot be read; None where it can."""
    rematch_of: int | None = None
    """The table whose game is played again here."""
    exact: bool = False
    """Whether this process has the table of the exact values of its positions."""

    @property
    def channel_id(self) -> int:
        """The channel or thread that it stands in."""
        return self.place.channel_id

    @property
    def guild_id(self) -> int | None:
        """The server that it stands in."""
        return self.place.guild_id

    @property
    def started(self) -> Match:
        """The match of a table whose game has started, which the caller knows."""
        assert self.match is not None, f"the game of table {self.id} has not started"
        return self.match

    @property
    def clock(self) -> Clock:
        """The clocks of a game that has started."""
        return self.started.clock

    @property
    def due_at(self) -> int | None:
        """Until when the running turn has time, in Unix seconds; None without a limit."""
        return self.match.clock.until if self.match and not self.match.outcome else None

    @property
    def turn_since(self) -> int | None:
        """Since when the present turn runs, in Unix seconds."""
        turn = self.match.clock.turn if self.match else None
        return turn.begun if turn else None

    @property
    def seated(self) -> tuple[Player, ...]:
        """Those who have taken a place, in the order they came."""
        return tuple(p for p in self.players if p.status is PlayerStatus.SEATED)

    @property
    def persons(self) -> tuple[Player, ...]:
        """The people among those who have taken a place."""
        return tuple(p for p in self.seated if not p.is_engine)

    @property
    def engines(self) -> tuple[Player, ...]:
        """The computer opponents."""
        return tuple(p for p in self.seated if p.is_engine)

    @property
    def invited(self) -> tuple[Player, ...]:
        """Those who have yet to answer."""
        return tuple(p for p in self.players if p.status is PlayerStatus.INVITED)

    @property
    def declined(self) -> tuple[Player, ...]:
        """Those who declined, and whose places the host has not given to anybody else."""
        return tuple(p for p in self.players if p.status is PlayerStatus.DECLINED)

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return len(self.seated) == len(self.seating)

    def player(self, user_id: int) -> Player | None:
        """Return the person's place at this table, if any."""
        for player in self.players:
            if player.user.id == user_id and not player.is_engine:
                return player
        return None

    def seat(self, user_id: int) -> Seat | None:
        """Return the seat of a person in a started game; None for an onlooker."""
        player = self.player(user_id)
        return player.seat if player else None

    def at(self, seat: Seat) -> Player:
        """Return who sits on the seat of a started game. Raises KeyError for no such seat."""
        for player in self.players:
            if player.seat == seat:
                return player
        raise KeyError(seat)

    def first_at(self, seat: Seat) -> Player:
        """Return who sat on the seat when the game began."""
        held = (p for p in (*self.others, *self.players) if p.seat == seat and p.from_entry == 0)
        return next(held)

    @property
    def first_engines(self) -> tuple[Seat, ...]:
        """The seats on which computer opponents sat when the game began."""
        seats = map(Seat, range(len(self.seating)))
        return tuple(seat for seat in seats if self.first_at(seat).is_engine)

    def holder(self, seat: Seat, number: int) -> Player:
        """Return who holds the seat after the entry of this number."""
        changes = [
            entry.event
            for entry in self.started.entries[:number]
            if isinstance(entry.event, SeatTaken) and entry.event.seat == seat
        ]
        if not changes:
            return self.first_at(seat)
        return next(p for p in (*self.players, *self.others) if p.id == changes[-1].new)

    @property
    def is_rated(self) -> bool:
        """Whether the game still counts: not once a seat has changed hands or an engine plays."""
        match = self.started
        changed = any(isinstance(event, SeatTaken) for event in match.events)
        return self.terms.rated and not changed and not match.clock.engines

    def vacancy(self, seat: Seat) -> Vacancy | None:
        """Return how the seat looks for somebody else, if it does."""
        return next((each for each in self.vacancies if each.seat == seat), None)

    @property
    def series(self) -> Series | None:
        """The series as it stands, with this game once it is over."""
        outcome = self.match.outcome if self.match else None
        return self.earlier.add(outcome) if self.earlier and outcome else self.earlier

    def rival(self, number: Contestant) -> Player:
        """Return the player whom the series knows by this number."""
        assert self.earlier is not None, f"table {self.id} belongs to no series"
        return self.at(Seat(self.earlier.people.index(number)))

    @property
    def due(self) -> Player | None:
        """Who is to move, if somebody is."""
        seat = self.match.seat_due if self.match else None
        return None if seat is None else self.at(seat)


@dataclass(frozen=True, slots=True)
class NextGame:
    """The next game of a series: who sits where, and how it begins."""

    players: tuple[Player, ...]
    match: Match | None
    """With the rolls with which it begins; None where it waits for somebody to press Start."""
    dice: DiceSecret | None = None

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries with which it begins."""
        return self.match.entries if self.match else ()

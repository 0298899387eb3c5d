"""A table and the people at it, as values."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final

from bot.model.boards import Boards
from bot.model.caller import Person, Place, User
from bot.model.dice_secret import DiceSecret
from bot.model.event_game import EventGame
from engine.levels import SCALE
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
    "ENGINE_SIGN",
    "WAITS_FOR_CHANNEL",
    "NextGame",
    "Player",
    "PlayerKind",
    "PlayerStatus",
    "Reason",
    "Request",
    "Status",
    "Table",
    "Terms",
    "TermsChange",
    "User",
    "Vacancy",
    "level_of",
    "stored_level",
]

ENGINE_SIGN: Final = "🤖 "
"""The sign before the name of a computer opponent."""
# The scale is stored with a level, so that its record counts only games of its present strength.
_SCALES: Final = 10
"""The factor of the scale in a stored level."""
WAITS_FOR_CHANNEL: Final = "another game is running in its channel"
"""The reason of a table that could be read again, but whose channel hosts another game."""


class Status(Enum):
    """The stage of a table's life."""

    OFFERED = "offered"
    """Requested in a channel that hosts a running game; its card isn't public yet."""
    OPEN = "open"
    """Its card waits for players."""
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"
    """Given up before the game began."""


class PlayerKind(Enum):
    """The kind of player that moves for a seat."""

    PERSON = "person"
    ENGINE = "engine"


class PlayerStatus(Enum):
    """The relation of a player to a table."""

    INVITED = "invited"
    DECLINED = "declined"
    """Was invited and declined; the place is kept until the host decides on it."""
    SEATED = "seated"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Request:
    """The origin of a change: an interaction with its id, or a timer or an engine with a name.

    A request is carried out once. `token` lets another process answer an interaction.
    """

    id: str
    token: str | None = None

    @property
    def interaction(self) -> int | None:
        """The id of the interaction that asks, or None for anything else."""
        return int(self.id) if self.id.isdecimal() else None


def stored_level(level: int, scale: int = SCALE) -> int:
    """Return a level as rows hold it: with its scale in the tens, which is 0 in the oldest rows."""
    return _SCALES * scale + level


def level_of(stored: int) -> tuple[int, int]:
    """Return the scale and the level that a row holds."""
    return divmod(stored, _SCALES)


@dataclass(frozen=True, slots=True)
class Player:
    """A player at a table, or invited to it; `preferred_side` is the side asked for, if any."""

    user: User
    status: PlayerStatus
    preferred_side: str | None = None
    seat: Seat | None = None
    accepted: str | None = None
    """The request by which they took their place."""
    agreed: str | None = None
    """The digest of the terms to which they have agreed."""
    was_invited: bool = False
    """True if their place was kept for them before they took it."""
    words: str = ""
    """Their words for the dice."""
    words_digest: str | None = None
    """The digest of words that were taken away, or None while the words are there."""
    id: int = 0
    """The id of the row; 0 until it is stored. Entries of the log refer to it."""
    kind: PlayerKind = PlayerKind.PERSON
    level: int | None = None
    """The level of an engine, from 1."""
    scale: int = SCALE
    """The scale of the levels when the engine sat down."""
    contestant: Contestant | None = None
    """Their number in a series."""
    from_entry: int = 0
    until_entry: int | None = None
    """The entry with which they gave the seat up."""
    silent: bool = False
    """True if the card that invites them doesn't ping them, because their host has just done so."""

    @property
    def stored_level(self) -> int | None:
        """The level of an engine as rows hold it."""
        return None if self.level is None else stored_level(self.level, self.scale)

    @property
    def is_engine(self) -> bool:
        """True if a computer moves for the seat; no user belongs to it."""
        return self.kind is PlayerKind.ENGINE

    @property
    def plain(self) -> User:
        """The user as words without signs name them: a computer opponent without its robot."""
        name = self.user.name.removeprefix(ENGINE_SIGN) if self.is_engine else self.user.name
        return replace(self.user, name=name)


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason that a moderator gave for a decision. It stands beside the log, never in it."""

    person: Person
    """The moderator."""
    text: str


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A seat that needs another player while its game goes on."""

    seat: Seat
    way: SeatWay
    since: int
    """Unix seconds."""
    by: int | None
    """The row of the player who asked for it, or None for a moderator."""
    to: User | None = None
    """The person for whom it is kept, or the computer, or None if anyone may take it."""
    has_left: bool = False
    """True if its holder has left the server."""
    reason: Reason | None = None
    """The reason that a moderator gave."""

    @property
    def is_for_engine(self) -> bool:
        """True if the computer is to take over; this holds while the others are asked to agree."""
        return self.to is not None and not self.to.id


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms agreed on before a game starts."""

    game: str
    options: Mapping[str, str]
    seating: int = 0
    time: TimeControl = field(default_factory=TimeControl)
    series_format: str | None = None
    """The key of the series that is played, or None for a single game."""
    vacation: bool = True
    hints: bool = False
    boards: Boards | None = None
    """The remains of earlier boards, or None to leave them to the server."""
    rated: bool = False
    """The result counts for ratings, unless something speaks against it at the end."""

    @property
    def digest(self) -> str:
        """Six characters that tell these terms from others; boards to delete are no term."""
        terms = [
            self.game, sorted(self.options.items()), self.seating, self.time.text,
            self.series_format, self.vacation, self.hints, self.rated,
        ]  # fmt: skip
        return hashlib.sha256(json.dumps(terms).encode()).hexdigest()[:6]

    @property
    def configured(self) -> AnyGame:
        """The game with its options. Raises KeyError if the game no longer exists."""
        return find(self.game).configured(self.options)


@dataclass(frozen=True, slots=True)
class TermsChange:
    """The last change of a table's terms, before its game began."""

    number: int
    """1 for the first change of the table."""
    at: int
    """Unix seconds."""
    fields: tuple[str, ...]
    """The fields of `Terms` that have changed since everyone at the table agreed."""
    card: int
    """The card that asked people to agree; 0 if there was no one to ask."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One table in its present state. `match` exists once the game has started."""

    id: int
    place: Place
    terms: Terms
    version: int
    """The version of the rules under which the game began, or was offered."""
    status: Status
    host_id: Person
    players: tuple[Player, ...]
    """The players in the order in which they joined, without players who have left."""
    seating: Seating
    others: tuple[Player, ...] = ()
    """The people who gave up a seat, and people who asked for one without getting it."""
    vacancies: tuple[Vacancy, ...] = ()
    """Seats that need another player."""
    plans: Mapping[Seat, Plan] = field(default_factory=dict[Seat, Plan])
    """People's plans, by seat. No one else may learn of them."""
    cards: int = 0
    """The number of its cards so far. Every one was a message of its own."""
    declines: int = 0
    """The number of times that the host was asked who gets a declined place."""
    terms_change: TermsChange | None = None
    """The last change of its terms, or None if they are those with which it was opened."""
    card_id: int | None = None
    board_id: int | None = None
    match: Match | None = None
    reasons: Mapping[int, Reason] = field(default_factory=dict[int, Reason])
    """The reasons that moderators gave, by the number of the entry. A reason by a person who is
    gone is missing; the entry's actor still shows that there was one."""
    dice: DiceSecret | None = None
    """The source of all its rolls, or None in a game without dice."""
    series_id: int | None = None
    """The first table of the series to which this one belongs."""
    game_number: int = 1
    earlier: Series | None = None
    """The series before this game."""
    set_apart: str | None = None
    """The reason why the log can't be read, in English for the host's log, or None if it can."""
    rematch_of: int | None = None
    """The table whose game is played again here."""
    event: EventGame | None = None
    """The game of an event that is played here."""
    pairing: int | None = None
    """The pairing whose game is played here: a game that came to both by itself."""
    unnamed: bool = False
    """True if its server wants sides instead of names in pictures."""
    locale: str = "en-US"
    """The language of what all read of it, by Discord's code, fixed when it opens."""
    exact: bool = False
    """True if this process has the table of exact values for its positions."""

    @property
    def channel_id(self) -> int:
        """The channel or thread of the table."""
        return self.place.channel_id

    @property
    def has_fixed_players(self) -> bool:
        """True if an event or a pairing decided who plays before the table opened."""
        return self.event is not None or self.pairing is not None

    @property
    def is_below_card(self) -> bool:
        """True if a card, which says who plays what, stands above the boards.

        The thread under a card has its number, and the card stands outside.
        """
        return self.card_id not in {None, self.channel_id}

    @property
    def guild_id(self) -> int | None:
        """The server of the table."""
        return self.place.guild_id

    @property
    def started(self) -> Match:
        """The match of a table whose game has started. The caller makes sure that it has."""
        assert self.match is not None, f"the game of table {self.id} has not started"
        return self.match

    @property
    def clock(self) -> Clock:
        """The clocks of a game that has started."""
        return self.started.clock

    @property
    def due_at(self) -> int | None:
        """The deadline of the current turn, in Unix seconds, or None without a limit."""
        return self.match.clock.until if self.match and not self.match.outcome else None

    @property
    def turn_since(self) -> int | None:
        """The beginning of the present turn, in Unix seconds."""
        turn = self.match.clock.turn if self.match else None
        return turn.begun if turn else None

    @property
    def seated(self) -> tuple[Player, ...]:
        """The players who have taken a seat, in the order in which they joined."""
        return tuple(p for p in self.players if p.status is PlayerStatus.SEATED)

    @property
    def persons(self) -> tuple[Player, ...]:
        """The persons among the players who have taken a seat."""
        return tuple(p for p in self.seated if not p.is_engine)

    @property
    def engines(self) -> tuple[Player, ...]:
        """The computer opponents."""
        return tuple(p for p in self.seated if p.is_engine)

    @property
    def is_rated(self) -> bool:
        """True if the result is to count for ratings: as agreed, and with persons alone."""
        return self.terms.rated and not self.engines

    @property
    def invited(self) -> tuple[Player, ...]:
        """The people who haven't answered their invitations yet."""
        return tuple(p for p in self.players if p.status is PlayerStatus.INVITED)

    @property
    def declined(self) -> tuple[Player, ...]:
        """The people who declined and whose seats the host hasn't given to anyone else."""
        return tuple(p for p in self.players if p.status is PlayerStatus.DECLINED)

    @property
    def host(self) -> User:
        """The host of a table that waits for players."""
        return next(player.user for player in self.players if player.user.id == self.host_id)

    @property
    def is_full(self) -> bool:
        """True if every seat is taken."""
        return len(self.seated) == len(self.seating)

    @property
    def to_agree(self) -> tuple[Player, ...]:
        """The persons with a seat who have yet to agree to the present terms."""
        return tuple(p for p in self.persons if p.agreed != self.terms.digest)

    @property
    def is_ready(self) -> bool:
        """True if every seat is taken, and everyone has agreed to the terms."""
        return self.is_full and not self.to_agree

    def player(self, person: Person) -> Player | None:
        """Return the person's place at this table, if any."""
        for player in self.players:
            if player.user.id == person and not player.is_engine:
                return player
        return None

    def seat(self, person: Person) -> Seat | None:
        """Return the seat of a person in a started game, or None for an onlooker."""
        player = self.player(person)
        return player.seat if player else None

    def at(self, seat: Seat) -> Player:
        """Return the player on a seat of a started game. Raises KeyError for an unknown seat."""
        for player in self.players:
            if player.seat == seat:
                return player
        raise KeyError(seat)

    def first_at(self, seat: Seat) -> Player:
        """Return the player on the seat when the game began."""
        held = (p for p in (*self.others, *self.players) if p.seat == seat and p.from_entry == 0)
        return next(held)

    @property
    def first_engines(self) -> tuple[Seat, ...]:
        """The seats of computer opponents when the game began."""
        seats = map(Seat, range(len(self.seating)))
        return tuple(seat for seat in seats if self.first_at(seat).is_engine)

    def holder(self, seat: Seat, number: int) -> Player:
        """Return the player who holds the seat after the entry with this number."""
        changes = [
            entry.event
            for entry in self.started.entries[:number]
            if isinstance(entry.event, SeatTaken) and entry.event.seat == seat
        ]
        if not changes:
            return self.first_at(seat)
        return next(p for p in (*self.players, *self.others) if p.id == changes[-1].new)

    def vacancy(self, seat: Seat) -> Vacancy | None:
        """Return the vacancy of the seat, if it needs another player."""
        return next((each for each in self.vacancies if each.seat == seat), None)

    @property
    def series(self) -> Series | None:
        """The series in its present state, including this game once it is over."""
        outcome = self.match.outcome if self.match else None
        return self.earlier.add(outcome) if self.earlier and outcome else self.earlier

    def rival(self, number: Contestant) -> Player:
        """Return the player with this number in the series."""
        assert self.earlier is not None, f"table {self.id} belongs to no series"
        return self.at(Seat(self.earlier.people.index(number)))

    @property
    def due(self) -> Player | None:
        """The player to move, if there is one."""
        seat = self.match.seat_due if self.match else None
        return None if seat is None else self.at(seat)


@dataclass(frozen=True, slots=True)
class NextGame:
    """The next game of a series: its players by seat, and its first entries."""

    players: tuple[Player, ...]
    match: Match | None
    """The match with its first rolls, or None if a person has to press Start first."""
    dice: DiceSecret | None = None

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries with which it begins."""
        return self.match.entries if self.match else ()

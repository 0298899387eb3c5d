"""Work that is waiting, as values: rows of the outbox and timers."""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from enum import StrEnum
from typing import Any, Final, TypedDict

from bot.model.caller import NOBODY, Person, Place
from bot.model.displays import Display
from bot.model.table import Request, Table
from rules.time.duration import HOUR

__all__ = [
    "AGREEMENT",
    "ROOM",
    "SEAT_ANSWER",
    "ItemKind",
    "OutboxItem",
    "Reminded",
    "Timer",
    "TimerKind",
    "channel_retry",
    "declined_item",
    "display_item",
    "entry_item",
    "forget",
    "go_on",
    "number_in",
    "opening_items",
    "read_reminder",
    "read_rest",
    "reminder_item",
    "rest_item",
    "room_item",
    "seat_answer",
    "seat_item",
]

SEAT_ANSWER: Final = 72 * HOUR
"""Seconds in which everyone else has to agree to a change of hands."""
AGREEMENT: Final = 72 * HOUR
"""Seconds in which players have to agree to changed terms."""
TOKEN_LIFE: Final = 15 * 60
"""Seconds for which Discord accepts answers by an interaction's token."""


ROOM: Final = "room"
"""The kind of row that begins the room of a server's club, after it was set up."""


class ItemKind(StrEnum):
    """The kind of message for which a row of the outbox stands."""

    BOARD = "board"
    """The position that an entry of the log leads to."""
    SEAL = "seal"
    """The seal of a table's dice, which is sent before its card and never edited."""
    CARD = "card"
    """The card of a table that waits for players."""
    DECLINED = "declined"
    """The question of who gets the seat of a person who declined."""
    OFFER = "offer"
    """An offer, in words."""
    ANSWER = "answer"
    """An answer to an offer that leaves the position as it is, in words."""
    OVERDUE = "overdue"
    """The notice that the time of a turn has run out, and that the rivals may claim the game."""
    TURNOVER = "turnover"
    """The last board of a game and the first one of the next game of its series."""
    HANDOVER = "handover"
    """The change of a seat of a running game, with the present board."""
    REST = "rest"
    """The notice that a game ends soon because no one plays."""
    SEAT = "seat"
    """A vacant seat."""
    DISPLAY = "display"
    """A new message that is kept up to date, such as a club board."""
    REMINDER = "reminder"
    """A reminder that it is a person's turn, perhaps at several tables, or postponed pings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutboxItem:
    """A row of the outbox: a message that is yet to be shown to a channel or a person.

    Times are Unix seconds. A row has a channel or a person. `dedupe` names its subject, and only
    one row has each name. `token` belongs to the interaction that asked for the message: while it
    is valid, the message can be given as its answer. An `answer_only` row can't be sent in any
    other way; the store sets this by the place of its table. A parked row waits for the next
    interaction in its channel.
    """

    kind: str
    """An `ItemKind`, or an extension's kind."""
    dedupe: str
    created_at: int
    id: int = 0
    """0 until the row is stored."""
    table_id: int | None = None
    number: int | None = None
    """The entry of the table's log that it shows, or which card, question or message it is."""
    channel_id: int | None = None
    guild_id: int | None = None
    """The server of its channel, if it has one. The store knows a table's."""
    person: Person | None = None
    token: str | None = None
    token_until: int | None = None
    after: int | None = None
    """An id of Discord's from before the message was sent, if it was: the id of the interaction
    that asked for it, or else one from the time of the first attempt. Discord's ids grow with time,
    so this holds whatever the bot's clock says."""
    payload: str | None = None
    """The contents of the row beyond its table and entry; JSON, as its kind defines."""
    not_before: int = 0
    attempts: int = 0
    first_refused_at: int | None = None
    answer_only: bool = False
    parked: bool = False
    lease_owner: str | None = None
    lease_until: int | None = None
    silenced: frozenset[Person] | None = None
    """The people whom the message is about but doesn't ping. None leaves that to the store."""

    @property
    def lane(self) -> int:
        """The channel or, as a negative number, the person whose messages stay in order."""
        if self.channel_id is not None:
            return self.channel_id
        assert self.person is not None, "a row has a channel or a person"
        return -self.person

    @property
    def contents(self) -> Any:  # noqa: ANN401
        """Its payload, read. Seats, declines and displays have a number."""
        assert self.payload is not None, f"{self.dedupe} has no contents"
        return json.loads(self.payload)

    def has_token(self, now: float) -> bool:
        """Return True if its token may still be valid: Discord keeps tokens for 15 minutes."""
        if self.token is None or self.token_until is None:
            return False
        return now < self.token_until


@dataclass(frozen=True, slots=True)
class Reminded:
    """A table in a reminder, as it stood then: a reminder keeps its words."""

    table_id: int
    about: str
    number: int
    """The newest entry of its log."""
    channel_id: int | None = None
    board_id: int | None = None
    """The message that showed its board, in that channel."""


class TimerKind(StrEnum):
    """The action of a timer when it is due."""

    TABLE_EXPIRES = "table_expires"
    """A table that is still waiting for players closes."""
    CHANNEL_RETRY = "channel_retry"
    """A message that a channel refused is tried again."""
    DEADLINE = "deadline"
    """The time of a turn has run out."""
    REST = "rest"
    """A game in which no one plays ends in a week; the players are informed."""
    ABANDONED = "abandoned"
    """A game in which no one plays ends."""
    PAUSE_END = "pause_end"
    """A pause is over."""
    REMINDERS = "reminders"
    """A person is reminded."""
    SEAT_ANSWER = "seat_answer"
    """Not everyone has agreed to a change of hands in time."""
    AGREEMENT = "agreement"
    """A person with a place hasn't agreed to changed terms in time."""
    GO_ON = "go_on"
    """A match whose last transaction was full goes on by itself."""
    FORGET = "forget"
    """A person is forgotten."""
    CLEANING = "cleaning"
    """Rows that no one needs any longer are deleted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timer:
    """An action that happens once, at `due` (Unix seconds); `dedupe` and its person name it."""

    kind: str
    """A `TimerKind`, or an extension's kind."""
    dedupe: str
    due: int
    id: int = 0
    """0 until the timer is stored."""
    table_id: int | None = None
    guild_id: int | None = None
    """The server that it is about, if it is about one. The store knows a table's."""
    person: Person = NOBODY


def entry_item(
    table_id: int,
    number: int,
    channel_id: int,
    request: Request | None,
    now: int,
    *,
    kind: ItemKind = ItemKind.BOARD,
    silenced: frozenset[Person] | None = None,
) -> OutboxItem:
    """Return the row that shows an entry of a table's log: a board, an offer or an answer.

    It can be the answer to `request`, if that is an interaction.
    """
    return OutboxItem(
        kind=kind, dedupe=f"entry:{table_id}.{number}", created_at=now, table_id=table_id,
        number=number, channel_id=channel_id, silenced=silenced, **_answering(request, now),
    )  # fmt: skip


def seat_item(table_id: int, seat: int, channel_id: int, request: Request, now: int) -> OutboxItem:
    """Return the row that shows a vacant seat."""
    return OutboxItem(
        kind=ItemKind.SEAT, dedupe=f"seat:{table_id}.{seat}.{request.id}", created_at=now,
        table_id=table_id, channel_id=channel_id, payload=str(seat), **_answering(request, now),
    )  # fmt: skip


def declined_item(table: Table, person: Person, request: Request, now: int) -> OutboxItem:
    """Return the row that asks the host who gets the seat of a person who declined it."""
    return OutboxItem(
        kind=ItemKind.DECLINED, dedupe=f"declined:{table.id}.{table.declines}", created_at=now,
        table_id=table.id, number=table.declines, channel_id=table.channel_id,
        payload=str(person), **_answering(request, now),
    )  # fmt: skip


def opening_items(
    table: Table, request: Request | None, now: int, *, sealed: bool
) -> tuple[OutboxItem, ...]:
    """Return the rows that show a table waiting for players, in order.

    The seal of its dice, if it has any, comes before the buttons by which the game can begin.
    """
    kinds = (ItemKind.SEAL, ItemKind.CARD) if sealed else (ItemKind.CARD,)
    return tuple(
        OutboxItem(
            kind=kind, dedupe=f"{kind.value}:{table.id}.{table.cards}", created_at=now,
            table_id=table.id, number=table.cards, channel_id=table.channel_id,
            **_answering(request, now),
        )
        for kind in kinds
    )  # fmt: skip


class _Answering(TypedDict, total=False):
    """The fields of a row that can be the answer to an interaction."""

    token: str
    token_until: int
    after: int | None


def _answering(request: Request | None, now: int) -> _Answering:
    """Return the fields of a row that can be the answer to a request, if that is an interaction."""
    if request is None or request.token is None:
        return {}
    token_until = now + TOKEN_LIFE
    return {"token": request.token, "token_until": token_until, "after": request.interaction}


def rest_item(
    table_id: int, channel_id: int, ends: int, pinged: Sequence[Person], now: int
) -> OutboxItem:
    """Return the row that tells a table when its game ends because no one plays."""
    return OutboxItem(
        kind=ItemKind.REST, dedupe=f"rest:{table_id}.{ends}", created_at=now,
        table_id=table_id, channel_id=channel_id,
        payload=json.dumps({"ends": ends, "pings": list(pinged)}),
    )  # fmt: skip


def read_rest(item: OutboxItem) -> tuple[int, tuple[Person, ...]]:
    """Return the end of the game in a row made by `rest_item`, and the people whom it pings."""
    return item.contents["ends"], tuple(map(Person, item.contents["pings"]))


def room_item(guild_id: int, channel_id: int, now: int) -> OutboxItem:
    """Return the row that begins the room of a server's club."""
    return OutboxItem(
        kind=ROOM, dedupe=f"room:{channel_id}.{now}", created_at=now, channel_id=channel_id,
        guild_id=guild_id,
    )  # fmt: skip


def display_item(display: Display, now: int) -> OutboxItem:
    """Return the row that sends the newest message of a display."""
    return OutboxItem(
        kind=ItemKind.DISPLAY, dedupe=f"display:{display.id}.{display.number}", created_at=now,
        number=display.number, channel_id=display.channel_id, guild_id=display.guild_id,
        payload=str(display.id),
    )  # fmt: skip


def reminder_item(
    name: str, person: Person, place: Place | None, tables: Iterable[Reminded], now: int
) -> OutboxItem:
    """Return the row that reminds a person in a place, or by a direct message without one."""
    return OutboxItem(
        kind=ItemKind.REMINDER, dedupe=name, created_at=now,
        channel_id=place.channel_id if place else None, guild_id=place.guild_id if place else None,
        person=None if place else person,
        payload=json.dumps({"person": person, "tables": list(map(astuple, tables))}),
    )  # fmt: skip


def read_reminder(item: OutboxItem) -> tuple[Person, Sequence[Reminded]]:
    """Return whom a row made by `reminder_item` reminds, and of which tables."""
    contents = item.contents
    return Person(contents["person"]), [Reminded(*each) for each in contents["tables"]]


def seat_answer(table_id: int, number: int, at: int) -> Timer:
    """Return the timer that ends the offer of a seat made at this time by this entry."""
    return Timer(
        kind=TimerKind.SEAT_ANSWER, dedupe=f"seat:{table_id}.{number}", due=at + SEAT_ANSWER,
        table_id=table_id,
    )  # fmt: skip


def go_on(table_id: int, number: int, due: int) -> Timer:
    """Return the timer that lets a match go on by itself after the entry with this number."""
    return Timer(
        kind=TimerKind.GO_ON, dedupe=f"go_on:{table_id}.{number}", due=due, table_id=table_id
    )


def forget(person: Person, due: int) -> Timer:
    """Return the timer that forgets a person."""
    return Timer(kind=TimerKind.FORGET, dedupe="forget", due=due, person=person)


def channel_retry(channel_id: int, guild_id: int | None, due: int) -> Timer:
    """Return the timer that tries again to send what a channel refused."""
    name = f"channel:{channel_id}"
    return Timer(kind=TimerKind.CHANNEL_RETRY, dedupe=name, due=due, guild_id=guild_id)


def number_in(timer: Timer) -> int:
    """Return the number in which a timer's name ends: a server, a channel or an entry."""
    return int(re.split("[:.]", timer.dedupe)[-1])

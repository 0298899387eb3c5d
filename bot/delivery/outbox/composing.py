"""The message of a row of the outbox, made from the log when it is sent, not stored as text."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TypeAlias

from bot.delivery.languages import spoken_in
from bot.messages.channel import boards, cards, deadlines, dice, overtaken, reminders, seats
from bot.messages.controls.message import Message, marked
from bot.messages.words.locale import DEFAULT
from bot.messages.words.ratings import after_game
from bot.messages.words.text import NOTHING, lines
from bot.messages.words.turns import told_since
from bot.model.boards import Boards
from bot.model.caller import Person
from bot.model.errors import NoGame
from bot.model.mark import Mark, entry_mark, mark_of
from bot.model.queues import ItemKind, OutboxItem, read_reminder, read_rest
from bot.model.table import Status, Table
from bot.store.store import Store
from bot.tables.checks import require_readable
from bot.tables.lookup import Lookup
from rules.contract.core import Seat
from rules.log.entries import Entry
from rules.log.events import Begun, Overdue, Paused, Rolled, SeatTaken

__all__ = ["AddTo", "Compose", "Composer", "HasLeft", "RowKind"]

Compose: TypeAlias = Callable[[OutboxItem, Table | None], Awaitable[Message | None]]
"""Returns the message of a row at its table, or None if there is nothing left to show."""
AddTo: TypeAlias = Callable[[Table, Message], Awaitable[Message]]
"""Returns a message of a table with more that belongs in it."""
HasLeft: TypeAlias = Callable[[int | None, Person], Awaitable[bool]]
"""Returns True if the person has left the server."""
FindLanguage: TypeAlias = Callable[[OutboxItem, Table | None], Awaitable[str]]
"""Returns the language of a row at its table, by Discord's code."""


async def _english(_item: OutboxItem, _table: Table | None) -> str:
    return DEFAULT


async def _nobody(_guild_id: int | None, _person: Person) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class RowKind:
    """A kind of row: how its message is made, and what a refusal means."""

    compose: Compose
    asks_preferences: bool = False
    """The message pings those alone who want pings; for other kinds, the row says whom."""
    refused: Callable[[OutboxItem], Awaitable[None]] | None = None
    """Ends a row whose person takes no direct messages from the bot, or None to try again."""
    mark: Callable[[OutboxItem], Mark] | None = None
    """Returns the mark of an extension's row, or None if its message has none."""


class Composer:
    """Makes the message of a row, by its kind."""

    def __init__(
        self,
        lookup: Lookup,
        store: Store,
        has_left: HasLeft = _nobody,
        language: FindLanguage = _english,
    ) -> None:
        self._lookup = lookup
        self._messages = store.table_messages
        self._ratings = store.ratings
        self._personal = store.personal
        self._has_left = has_left
        self._language = language
        self.kinds: dict[str, RowKind] = {
            ItemKind.BOARD: RowKind(self._board),
            ItemKind.OFFER: RowKind(self._entry),
            ItemKind.ANSWER: RowKind(self._entry),
            ItemKind.OVERDUE: RowKind(self._entry),
            ItemKind.HANDOVER: RowKind(self._entry),
            ItemKind.SEAL: RowKind(_seal),
            ItemKind.CARD: RowKind(self._card),
            ItemKind.DECLINED: RowKind(_declined),
            ItemKind.SEAT: RowKind(self._seat),
            ItemKind.TURNOVER: RowKind(self._turnover),
            ItemKind.REST: RowKind(_rest),
            ItemKind.REMINDER: RowKind(self._reminder),
        }
        """The kinds that can be shown; tests add their own."""
        self.first_messages = list[AddTo]()
        """Adds to the first messages of games; extensions add to it."""

    async def compose(self, item: OutboxItem, table: Table | None = None) -> Message | None:
        """Return the message of the row, or None if there is nothing left to show.

        `table` is the table at the row's entry, if the caller knows it. Raises LookupError for a
        kind that has no function, and TableError for a table that is set apart: its messages wait.
        """
        kind = self.kinds[item.kind]
        if table is not None:
            require_readable(table)
        elif item.table_id is not None:
            table = await self.table_of(item)
            if table is None:
                return None
        post = await kind.compose(item, table)
        if post is None:
            return None
        if kind.asks_preferences:
            post = await self._for_those_who_want_pings(post)
        if post.locale is None:
            post = spoken_in(post, await self._language(item, table))
        mark = self.mark_of(item, table)
        return marked(post, mark) if mark else post

    def mark_of(self, item: OutboxItem, table: Table | None) -> Mark | None:
        """Return the mark of the message of a row, or None if it has none."""
        own = self.kinds[item.kind].mark
        return mark_of(item, table) if own is None else own(item)

    async def table_of(self, item: OutboxItem) -> Table | None:
        """Return the present table of a row, or None if it has none, or that is gone.

        Raises TableError for a table that is set apart.
        """
        if item.table_id is None:
            return None
        try:
            table = await self._stored(item.table_id, item.number or 0)
        except NoGame:
            return None
        require_readable(table)
        return table

    def doubt(self, item: OutboxItem) -> None:
        """Drop the row's table from memory: its message could not be made, so it is read again."""
        if item.table_id is not None:
            self._lookup.cache.drop(item.table_id)

    async def _stored(self, table_id: int, number: int) -> Table:
        """Return a table that has the entry with this number, if it is stored.

        The table in memory may lack it if another process wrote it.
        """
        table = await self._lookup.get(table_id)
        if table.match is not None and len(table.match.entries) < number:
            return await self._lookup.reread(table_id)
        return table

    async def _board(self, item: OutboxItem, table: Table | None) -> Message | None:
        """Return a board, or only words if the game is over and the channel hosts the next one.

        So the newest board of a channel belongs to the game in progress there.
        """
        message = await self._entry(item, table)
        assert table is not None, "an entry belongs to a table"
        if message is None:
            return await self._late(item, table)
        if table.status is not Status.OVER:
            return message
        running = await self._lookup.running_in(table.channel_id)
        return message if running is None else replace(message, picture=None)

    async def _late(self, item: OutboxItem, table: Table) -> Message | None:
        """Return a one-line record in place of a board that has been overtaken.

        Where the bot can only answer, no one changes messages later, so the line would stay between
        whole boards.
        """
        if item.answer_only or table.match is None or item.number is None:
            return None
        if len(table.match.entries) < item.number:
            return None
        if await self._messages.boards_of(table.id) is Boards.NEWEST:
            return None
        told = await asyncio.to_thread(overtaken.line, table, item.number, item.number)
        return Message(told) if told.template else None

    async def _turnover(self, item: OutboxItem, table: Table | None) -> Message | None:
        last = await self._entry(item, table)
        assert table is not None, "an entry belongs to a table"
        following = await self._lookup.game_after(table)
        if last is None or following is None or following.match is None:
            return last
        beginning = list(takewhile(_belongs_to_beginning, following.started.entries))
        shown = max(e.number for e in beginning if not isinstance(e.event, Paused))
        board = boards.message_for(following, shown)
        first = await self._heard(board, following.id, beginning[-1].number)
        return boards.turnover(last, first and marked(first, entry_mark(following, shown)))

    async def _entry(self, item: OutboxItem, table: Table | None) -> Message | None:
        assert table is not None, "an entry belongs to a table"
        assert item.number is not None, "the row names its entry"
        post = boards.message_for(table, item.number)
        if post and self.first_messages and told_since(table, item.number) == 0:
            for add in self.first_messages:
                post = await add(table, post)
        event = table.started.entries[item.number - 1].event if post else None
        if post and isinstance(event, Overdue):
            late = table.at(event.seat).user
            if await self._has_left(table.guild_id, late.id):
                post = deadlines.with_leaver(post, table, late)
        if post and (isinstance(event, SeatTaken) or _is_end(table, item.number)):
            counted = await self._ratings.at_entry(table.id, item.number)
            told = after_game(table, counted) if counted else NOTHING
            post = replace(post, text=lines(post.text, told))
        return await self._heard(post, table.id, item.number, item.silenced)

    async def _heard(
        self,
        post: Message | None,
        table_id: int,
        number: int,
        known: frozenset[Person] | None = None,
    ) -> Message | None:
        """Return the message of an entry with the pings that were decided when it was written.

        People who have taken a seat since then are informed by another message.
        """
        if post is None or not post.pings or known == frozenset():
            return post
        if known is not None:
            return replace(post, pings=tuple(user for user in post.pings if user not in known))
        pinged = await self._messages.pinged(table_id, number)
        if pinged is None:
            return post
        return replace(post, pings=tuple(user for user in post.pings if user in pinged))

    async def _card(self, item: OutboxItem, table: Table | None) -> Message | None:
        """Return the card of a table, unless a newer one says it."""
        assert table is not None, "a card belongs to a table"
        if table.status is not Status.OPEN or item.number != table.cards:
            return None
        return cards.card(table)

    async def _seat(self, item: OutboxItem, table: Table | None) -> Message | None:
        """Return the message of a vacant seat. People who have muted its player aren't pinged."""
        assert table is not None, "a seat belongs to a table"
        seat = Seat(item.contents)
        post, vacancy = seats.looking(table, seat), table.vacancy(seat)
        if post is None or not post.pings or vacancy is None or vacancy.by is None:
            return post
        muted = [user for user in post.pings if await self._messages.is_muted(user, vacancy.by)]
        return replace(post, pings=tuple(user for user in post.pings if user not in muted))

    async def _for_those_who_want_pings(self, post: Message) -> Message:
        wanted = [each for each in post.pings if (await self._personal.preferences(each)).pings]
        return replace(post, pings=tuple(wanted))

    async def _reminder(self, item: OutboxItem, _table: Table | None) -> Message | None:
        person, tables = read_reminder(item)
        if not (await self._personal.preferences(person)).pings:  # Switched off meanwhile.
            return None
        known = await self._lookup.readable(each.table_id for each in tables)
        found = [
            reminders.Subject(known[each.table_id], each)
            for each in tables
            if each.table_id in known
        ]
        is_direct = item.channel_id is None
        post = reminders.reminder(person, found, direct=is_direct)
        return spoken_in(post, found[0].table.locale) if post and not is_direct else post


def _is_end(table: Table, number: int) -> bool:
    return table.status is Status.OVER and number == len(table.started.entries)


def _belongs_to_beginning(entry: Entry) -> bool:
    """Tell whether an entry belongs to the beginning of a game."""
    return isinstance(entry.event, Begun | Paused | Rolled)


async def _declined(item: OutboxItem, table: Table | None) -> Message | None:
    """Return the question of who gets a declined seat, or None once the host has decided."""
    assert table is not None, "a place belongs to a table"
    who = table.player(Person(item.contents))
    is_asked = table.status is Status.OPEN and who in table.declined
    return cards.declined(table, who) if who and is_asked else None


async def _rest(item: OutboxItem, table: Table | None) -> Message | None:
    assert table is not None, "the game of a table ends"
    ends, pinged = read_rest(item)
    return reminders.ends_soon(table, ends, pinged)


async def _seal(_item: OutboxItem, table: Table | None) -> Message | None:
    assert table is not None, "a seal belongs to a table"
    return dice.seal_message(table) if table.status is Status.OPEN else None

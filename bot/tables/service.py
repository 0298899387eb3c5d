"""The tables: everything that changes one goes through here, one change at a time."""

import asyncio
import sqlite3
from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Final, TypeAlias
from weakref import WeakValueDictionary

from bot.model.dice_secret import new_secret
from bot.model.errors import NoGame, Repeated, Stale, TableError
from bot.model.table import (
    OutboxItem,
    Player,
    PlayerStatus,
    Request,
    Status,
    Table,
    Terms,
    User,
)
from bot.store.tables import AlreadySeen, ChannelTaken, Store
from bot.tables.dice import play_out_chance
from bot.tables.seating import deadline, next_game, start_game
from rules.core import RulesError, Seat
from rules.match import Match
from rules.registry import find

__all__ = ["Action", "Change", "Tables"]

Action: TypeAlias = Callable[[Match, Seat], Match]
"""What a seat wants to happen to its match. Raises RulesError where it can't."""

_CACHED: Final = 1000


@dataclass(frozen=True, slots=True)
class Change:
    """A table after a change, and the post that its channel is owed for it."""

    table: Table
    item: OutboxItem
    following: Table | None = None
    """The next game of the series, which started as this one ended."""


class Tables:
    """Every table of this process. `now` returns Unix seconds."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now
        self._cache: OrderedDict[int, Table] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def get(self, table_id: int) -> Table:
        """Return the table. Raises NoGame where it is unknown."""
        if table_id in self._cache:
            self._cache.move_to_end(table_id)
            return self._cache[table_id]
        table = await self._store.table(table_id)
        if table is None:
            raise NoGame("This table is no longer known here. `/play` opens a new one.")
        # Somebody may have changed the table while it was being read here.
        return self._cache.get(table_id) or self._keep(table)

    async def running_in(self, channel_id: int) -> Table | None:
        """Return the table whose game runs in the channel."""
        table_id = await self._store.running_in(channel_id)
        return None if table_id is None else await self.get(table_id)

    async def latest_in(self, channel_id: int) -> Table:
        """Return the channel's running game, or the last one that ended there. Raises NoGame."""
        table_id = await self._store.latest_in(channel_id)
        if table_id is None:
            raise NoGame("No game has been played in this channel yet. `/play` opens a table.")
        return await self.get(table_id)

    async def playing_in(self, channel_id: int) -> Table:
        """Return the table whose game runs in the channel. Raises NoGame."""
        table = await self.running_in(channel_id)
        if table is None:
            raise NoGame("No game is running in this channel. `/play` opens a table.")
        return table

    async def waiting_in(self, channel_id: int, user_id: int) -> Table | None:
        """Return the newest table of the channel that this person is at and that waits."""
        table_id = await self._store.latest_open_of(channel_id, user_id)
        return None if table_id is None else await self.get(table_id)

    async def game_before(self, table: Table) -> Table | None:
        """Return the game before this one in its series, if any."""
        table_id = await self._store.game_before(table)
        return None if table_id is None else await self.get(table_id)

    async def of_user(self, user_id: int) -> list[Table]:
        """Return the unfinished tables of a user, the one waiting longest first."""
        return await self._store.of_user(user_id)

    async def open(
        self,
        terms: Terms,
        where: tuple[int | None, int],
        host: Player,
        invited: Sequence[User],
        request: Request,
    ) -> Table:
        """Open a table in the channel `where` (server, channel).

        Where a game runs there already the table is only offered, until it moves to a thread.
        Raises TableError where this interaction has opened one before.
        """
        busy = await self._store.running_in(where[1]) is not None
        host = replace(host, accepted=request.id)
        players = (host, *(Player(user, PlayerStatus.INVITED) for user in invited))
        game = find(terms.game).configured(terms.options)
        dice = new_secret(game, in_series=terms.plan is not None)
        status = Status.OFFERED if busy else Status.OPEN
        try:
            table_id = await self._store.create(
                terms, where, status, players, request=request, now=int(self._now()), dice=dice
            )
        except AlreadySeen:
            raise TableError("That table has been opened already.") from None
        return await self.get(table_id)

    async def open_in_thread(self, table_id: int, make: Callable[[Table], Awaitable[int]]) -> Table:
        """Put an offered table into the thread that `make` opens for it, and open the table."""
        async with self._lock(table_id):
            table = await self.get(table_id)
            if table.status is not Status.OFFERED:
                raise TableError("This table has been opened already.")
            thread_id = await make(table)
            await self._store.move_to(table_id, thread_id)
            return self._keep(replace(table, channel_id=thread_id, status=Status.OPEN))

    async def card_shown(self, table_id: int, message_id: int) -> None:
        """Remember the message that shows the card."""
        async with self._lock(table_id):
            await self._store.card_shown(table_id, message_id)
            self._keep(replace(await self.get(table_id), card_id=message_id))

    async def join(self, table_id: int, user: User, request: Request) -> Table:
        """Seat somebody. Raises TableError where there is no place for them."""
        async with self._lock(table_id):
            table = await self._open_table(table_id)
            present = table.player(user.id)
            if present and present.status is PlayerStatus.SEATED:
                raise TableError("You already sit at this table.")
            if not present and len(table.players) >= len(table.seating):
                raise TableError(
                    "Every place here is taken or kept for somebody who was invited. "
                    "`/play` opens another table."
                )
            words = present.words if present else ""
            seated = Player(user, PlayerStatus.SEATED, accepted=request.id, words=words)
            return await self._put(table, seated)

    async def add_words(self, table_id: int, user_id: int, words: str) -> Table:
        """Let somebody at an open table add words to its dice. Raises TableError."""
        async with self._lock(table_id):
            table = await self._open_table(table_id)
            player = table.player(user_id)
            if player is None:
                raise TableError("Only those who sit at the table can add words to its dice.")
            if table.dice is None:
                raise TableError(f"{find(table.terms.game).spec.title} is played without dice.")
            return await self._put(table, replace(player, words=words))

    async def leave(self, table_id: int, user_id: int) -> Table:
        """Take somebody off a table that has not started; without its host it closes."""
        async with self._lock(table_id):
            table = await self._open_table(table_id)
            if table.player(user_id) is None:
                raise TableError("You are not at this table.")
            if user_id == table.host_id:
                await self._store.close(table_id)
                return self._keep(replace(table, status=Status.CLOSED))
            await self._store.drop_player(table_id, user_id)
            rest = tuple(p for p in table.players if p.user.id != user_id)
            return self._keep(replace(table, players=rest))

    async def accept(self, table_id: int, user: User, request: Request) -> Table:
        """Seat somebody who was invited. Raises TableError for anybody else.

        Somebody who sits already may accept again: the bot can have died before the game began.
        """
        table = await self.get(table_id)
        if table.status is Status.OPEN and any(p.user.id == user.id for p in table.seated):
            return table
        await self._require_invited(table_id, user.id)
        return await self.join(table_id, user, request)

    async def decline(self, table_id: int, user_id: int) -> Table:
        """Free the place that was kept for somebody. Raises TableError for anybody else."""
        await self._require_invited(table_id, user_id)
        return await self.leave(table_id, user_id)

    async def start(self, table_id: int, user_id: int, request: Request) -> Change:
        """Draw the seats and begin. Raises TableError until everybody is there."""
        async with self._lock(table_id), self._once(table_id, request):
            table = await self._open_table(table_id)
            player = table.player(user_id)
            if player is None or player.status is not PlayerStatus.SEATED:
                raise TableError("Only those who sit at the table can start the game.")
            if not table.is_full:
                missing = len(table.seating) - len(table.seated)
                raise TableError(f"The table still waits for {missing} more to sit down.")
            now = int(self._now())
            begun = start_game(table, now)
            number = len(begun.started.events)
            item = OutboxItem(table_id, number, table.channel_id, request.token, now, 0)
            try:
                await self._store.start(begun, item, request)
            except ChannelTaken:
                raise TableError(
                    "Another game is running in this channel. Finish it first, or open a table "
                    "in a thread."
                ) from None
            except AlreadySeen:
                raise Repeated(table) from None
            return Change(self._keep(begun), item)

    async def act(
        self,
        table_id: int,
        user_id: int,
        request: Request,
        action: Action,
        position_number: int | None = None,
    ) -> Change:
        """Let a player do something to their match, and write it down.

        `position_number` is the position that the player saw, where a button names it. Raises
        RulesError or TableError, with nothing changed; Stale where the position is another by
        now; Repeated where this interaction was carried out before.
        """
        async with self._lock(table_id), self._once(table_id, request):
            table = await self.get(table_id)
            match, seat = _seated(table, user_id)
            if position_number is not None and position_number != match.position_number:
                raise Stale(table)
            after = play_out_chance(table, action(match, seat))
            return await self._write(table, match, after, request)

    @asynccontextmanager
    async def _once(self, table_id: int, request: Request) -> AsyncGenerator[None]:
        """Raise Repeated instead of a refusal where this interaction was carried out before."""
        try:
            yield
        except (TableError, RulesError):
            if await self._store.has_seen(request):
                raise Repeated(await self.get(table_id)) from None
            raise

    async def _write(self, table: Table, before: Match, after: Match, request: Request) -> Change:
        now = int(self._now())
        changed = replace(table, match=after)
        if after.position_number != before.position_number:
            until = deadline(table.terms, now)
            changed = replace(changed, turn_since=now, deadline=until)
        if after.outcome:
            changed = replace(changed, status=Status.OVER, deadline=None)
        item = OutboxItem(table.id, len(after.events), table.channel_id, request.token, now, 0)
        events = after.events[len(before.events) :]
        following = next_game(changed, now)
        try:
            next_id = await self._store.append(changed, events, item, request, following)
        except AlreadySeen:
            raise Repeated(table) from None
        except sqlite3.IntegrityError:
            self._cache.pop(table.id, None)
            raise Stale(await self.get(table.id)) from None
        next_table = None if next_id is None else await self.get(next_id)
        return Change(self._keep(changed), item, next_table)

    def overdue(self, table: Table) -> bool:
        """Whether the player who is due has let their time run out."""
        return table.deadline is not None and self._now() >= table.deadline

    async def _put(self, table: Table, player: Player) -> Table:
        await self._store.put_player(table.id, player)
        known = table.player(player.user.id)
        players = (
            tuple(player if p == known else p for p in table.players)
            if known
            else (*table.players, player)
        )
        return self._keep(replace(table, players=players))

    async def _require_invited(self, table_id: int, user_id: int) -> None:
        player = (await self.get(table_id)).player(user_id)
        if player is None or player.status is not PlayerStatus.INVITED:
            raise TableError("Only somebody who was invited here can answer. Try **Join**.")

    async def _open_table(self, table_id: int) -> Table:
        table = await self.get(table_id)
        if table.status is Status.CLOSED:
            raise TableError("This table was closed. `/play` opens a new one.")
        if table.status in {Status.PLAYING, Status.OVER}:
            raise TableError("This game has started already.")
        return table

    def _lock(self, table_id: int) -> asyncio.Lock:
        return self._locks.setdefault(table_id, asyncio.Lock())

    def _keep(self, table: Table) -> Table:
        self._cache[table.id] = table
        self._cache.move_to_end(table.id)
        if len(self._cache) > _CACHED:
            self._cache.popitem(last=False)
        return table


def _seated(table: Table, user_id: int) -> tuple[Match, Seat]:
    if table.match is None:
        raise NoGame("This game has not started yet.")
    player = table.player(user_id)
    if player is None or player.seat is None:
        names = " and ".join(p.user.shown for p in table.seated)
        raise TableError(f"This game is between {names}. You can look on, but not move.")
    return table.match, player.seat

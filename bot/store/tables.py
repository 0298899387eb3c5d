"""What is read from the database and written to it, in the words of the records."""

import json
from collections.abc import Sequence

from bot.model.dice_secret import DiceSecret
from bot.model.table import (
    NextGame,
    OutboxItem,
    Player,
    Request,
    Status,
    Table,
    Terms,
)
from bot.store.database import Database, Transaction
from bot.store.loading import load
from rules.events import Event, encode
from rules.geometry import Cell
from rules.registry import find

__all__ = ["AlreadySeen", "ChannelTaken", "Store"]


class AlreadySeen(Exception):
    """This interaction has changed a table before: Discord delivered it twice."""


class ChannelTaken(Exception):
    """The channel hosts a running game already."""


class Store:
    """Every statement that touches tables, their logs, drafts and the outbox."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def table(self, table_id: int) -> Table | None:
        """Return a table with its match folded from the log."""
        row = await self._db.row(
            "SELECT * FROM tables LEFT JOIN clocks ON table_id = id WHERE id = ?", table_id
        )
        return await load(self._db, row) if row else None

    async def running_in(self, channel_id: int) -> int | None:
        """Return the table whose game runs in the channel."""
        row = await self._db.row(
            "SELECT id FROM tables WHERE channel_id = ? AND status = 'playing'", channel_id
        )
        return int(row["id"]) if row else None

    async def latest_in(self, channel_id: int) -> int | None:
        """Return the running game of the channel, or else the one that ended last in it."""
        row = await self._db.row(
            "SELECT id FROM tables WHERE channel_id = ? AND status IN ('playing', 'over')"
            " ORDER BY status = 'playing' DESC, ended_at DESC, id DESC LIMIT 1",
            channel_id,
        )
        return int(row["id"]) if row else None

    async def latest_open_of(self, channel_id: int, user_id: int) -> int | None:
        """Return the newest table of the channel that waits for players, this one among them."""
        row = await self._db.row(
            "SELECT id FROM tables JOIN players ON table_id = id"
            " WHERE channel_id = ? AND user_id = ? AND status = 'open' ORDER BY id DESC LIMIT 1",
            channel_id, user_id,
        )  # fmt: skip
        return int(row["id"]) if row else None

    async def game_before(self, table: Table) -> int | None:
        """Return the game before the table's in its series."""
        row = await self._db.row(
            "SELECT id FROM tables WHERE series_id = ? AND id < ? ORDER BY id DESC LIMIT 1",
            table.series_id, table.id,
        )  # fmt: skip
        return int(row["id"]) if row else None

    async def of_user(self, user_id: int) -> list[Table]:
        """Return the unfinished tables that a person sits at or is invited to."""
        rows = await self._db.rows(
            "SELECT * FROM tables LEFT JOIN clocks ON table_id = id"
            " WHERE id IN (SELECT table_id FROM players WHERE user_id = ?)"
            " AND status IN ('open', 'playing') ORDER BY turn_since, id",
            user_id,
        )
        return [await load(self._db, row) for row in rows]

    async def create(
        self,
        terms: Terms,
        where: tuple[int | None, int],
        status: Status,
        players: Sequence[Player],
        *,
        request: Request,
        now: int,
        dice: DiceSecret | None = None,
    ) -> int:
        """Write a new table, whose first player is its host, and return its number.

        `where` is its server and channel. Raises AlreadySeen.
        """
        version = find(terms.game).spec.version

        def write(tx: Transaction) -> int:
            table_id = tx.insert(
                "INSERT INTO tables (guild_id, channel_id, game, version, options, seating,"
                " days, status, host_id, created_at, plan, dice_root, dice_links)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                *where, terms.game, version, json.dumps(dict(terms.options)), terms.seating,
                terms.days, status.value, players[0].user.id, now, terms.plan, *_kept(dice),
            )  # fmt: skip
            if terms.plan:
                tx.do("UPDATE tables SET series_id = id WHERE id = ?", table_id)
            _mark_seen(tx, request, table_id, now)
            for player in players:
                _put_player(tx, table_id, player)
            return table_id

        return await self._db.transact(write)

    async def put_player(self, table_id: int, player: Player) -> None:
        """Write a player's place, new or changed."""
        await self._db.transact(lambda tx: _put_player(tx, table_id, player))

    async def drop_player(self, table_id: int, user_id: int) -> None:
        """Remove somebody from a table that has not started."""
        await self._db.write(
            "DELETE FROM players WHERE table_id = ? AND user_id = ?", table_id, user_id
        )

    async def close(self, table_id: int) -> None:
        """Close a table that has not started."""
        await self._db.write("UPDATE tables SET status = 'closed' WHERE id = ?", table_id)

    async def move_to(self, table_id: int, channel_id: int) -> None:
        """Open a table that was only offered, in another channel."""
        await self._db.write(
            "UPDATE tables SET channel_id = ?, status = 'open' WHERE id = ?", channel_id, table_id
        )

    async def card_shown(self, table_id: int, message_id: int) -> None:
        """Remember the message that shows the card."""
        await self._db.write("UPDATE tables SET card_id = ? WHERE id = ?", message_id, table_id)

    async def start(self, begun: Table, item: OutboxItem, request: Request) -> None:
        """Write down how a game began: its seats, clock and first events.

        Raises ChannelTaken or AlreadySeen.
        """

        def write(tx: Transaction) -> None:
            _mark_seen(tx, request, begun.id, item.created_at)
            taken = tx.do(
                "SELECT 1 FROM tables WHERE status = 'playing' AND channel_id ="
                " (SELECT channel_id FROM tables WHERE id = ?)",
                begun.id,
            )
            if taken:
                raise ChannelTaken
            tx.do("UPDATE tables SET status = 'playing' WHERE id = ?", begun.id)
            tx.do("DELETE FROM players WHERE table_id = ? AND standing = 'invited'", begun.id)
            for player in begun.players:
                _put_player(tx, begun.id, player)
            tx.do(
                "INSERT INTO clocks (table_id, turn_since, deadline) VALUES (?, ?, ?)",
                begun.id, item.created_at, begun.deadline,
            )  # fmt: skip
            _log(tx, begun.id, 1, begun.started.events, item.created_at)
            _owe(tx, item)

        await self._db.transact(write)

    async def append(
        self,
        after: Table,
        events: Sequence[Event],
        item: OutboxItem,
        request: Request,
        following: NextGame | None = None,
    ) -> int | None:
        """Write the newest events, with the clock, the seen interaction and the owed post.

        `following` is the next game of the series, which starts as this one ends: its table's
        number is returned. Raises AlreadySeen, or sqlite3.IntegrityError where another process
        was quicker.
        """
        first = item.number - len(events) + 1

        def write(tx: Transaction) -> int | None:
            _mark_seen(tx, request, after.id, item.created_at)
            _log(tx, after.id, first, events, item.created_at)
            tx.do(
                "UPDATE clocks SET turn_since = ?, deadline = ? WHERE table_id = ?",
                after.turn_since, after.deadline, after.id,
            )  # fmt: skip
            if after.status is Status.OVER:
                tx.do(
                    "UPDATE tables SET status = 'over', ended_at = ? WHERE id = ?",
                    item.created_at, after.id,
                )  # fmt: skip
            _owe(tx, item)
            return _begin_next(tx, after, following, item) if following else None

        return await self._db.transact(write)

    async def has_seen(self, request: Request) -> bool:
        """Whether this interaction has changed a table before."""
        row = await self._db.row("SELECT 1 FROM seen WHERE interaction_id = ?", request.id)
        return row is not None

    async def pending(self) -> list[OutboxItem]:
        """Return all that channels are item, oldest first."""
        rows = await self._db.rows("SELECT * FROM outbox ORDER BY created_at, table_id, number")
        return [
            OutboxItem(
                row["table_id"], row["number"], row["channel_id"],
                row["token"], row["created_at"], row["attempts"],
            )
            for row in rows
        ]  # fmt: skip

    async def count_attempt(self, item: OutboxItem) -> None:
        """Count an attempt to pay."""
        await self._db.write(
            "UPDATE outbox SET attempts = attempts + 1 WHERE table_id = ? AND number = ?",
            item.table_id, item.number,
        )  # fmt: skip

    async def mark_delivered(
        self, item: OutboxItem, channel_id: int, message_id: int | None
    ) -> None:
        """Strike a post off the outbox; the message is the table's latest board if it has one."""

        def write(tx: Transaction) -> None:
            tx.do(
                "DELETE FROM outbox WHERE table_id = ? AND number = ?", item.table_id, item.number
            )
            if message_id is not None:
                tx.do(
                    "UPDATE tables SET board_id = ?, board_channel_id = ?"
                    " WHERE id = ? AND coalesce(board_id, 0) < ?",
                    message_id, channel_id, item.table_id, message_id,
                )  # fmt: skip

        await self._db.transact(write)

    async def draft(self, table_id: int, user_id: int) -> tuple[int, tuple[Cell, ...]] | None:
        """Return the position that a draft was begun in and the cells clicked."""
        row = await self._db.row(
            "SELECT position_number, clicked FROM drafts WHERE table_id = ? AND user_id = ?",
            table_id, user_id,
        )  # fmt: skip
        return (
            (row["position_number"], tuple(map(Cell, json.loads(row["clicked"])))) if row else None
        )

    async def keep_draft(
        self, table_id: int, user_id: int, position_number: int, clicked: Sequence[Cell]
    ) -> None:
        """Keep a half-entered move."""
        await self._db.write(
            "INSERT OR REPLACE INTO drafts (table_id, user_id, position_number, clicked)"
            " VALUES (?, ?, ?, ?)",
            table_id, user_id, position_number, json.dumps(list(clicked)),
        )  # fmt: skip

    async def metadata(self, key: str) -> str | None:
        """Return what the bot noted about itself under the key."""
        row = await self._db.row("SELECT value FROM facts WHERE key = ?", key)
        return str(row["value"]) if row else None

    async def set_metadata(self, key: str, value: str) -> None:
        """Note something about the bot itself."""
        await self._db.write("INSERT OR REPLACE INTO facts (key, value) VALUES (?, ?)", key, value)

    async def forget_seen(self, before: int) -> None:
        """Forget interactions of long ago, which Discord no longer repeats."""
        await self._db.write("DELETE FROM seen WHERE at < ?", before)


def _begin_next(tx: Transaction, after: Table, following: NextGame, item: OutboxItem) -> int:
    """Write the table of the next game, which plays at once, and owe its board."""
    table_id = tx.insert(
        "INSERT INTO tables (guild_id, channel_id, game, version, options, seating, days, status,"
        " host_id, created_at, plan, series_id, dice_root, dice_links)"
        " SELECT guild_id, channel_id, game, ?, options,"
        " seating, days, 'playing', host_id, ?, plan, series_id, ?, ? FROM tables WHERE id = ?",
        find(after.terms.game).spec.version, item.created_at, *_kept(following.dice), after.id,
    )  # fmt: skip
    for player in following.players:
        _put_player(tx, table_id, player)
    tx.do(
        "INSERT INTO clocks (table_id, turn_since, deadline) VALUES (?, ?, ?)",
        table_id, item.created_at, following.deadline,
    )  # fmt: skip
    _log(tx, table_id, 1, following.events, item.created_at)
    number = len(following.events)
    _owe(tx, OutboxItem(table_id, number, item.channel_id, None, item.created_at, 0))
    return table_id


def _log(tx: Transaction, table_id: int, first: int, events: Sequence[Event], now: int) -> None:
    tx.each(
        "INSERT INTO events (table_id, number, kind, text, at) VALUES (?, ?, ?, ?, ?)",
        ((table_id, number, *encode(event), now) for number, event in enumerate(events, first)),
    )


def _kept(dice: DiceSecret | None) -> tuple[str | None, int | None]:
    return (dice.chain_root.hex(), dice.remaining) if dice else (None, None)


def _put_player(tx: Transaction, table_id: int, player: Player) -> None:
    tx.do(
        "INSERT INTO players (table_id, user_id, name, standing, wish, seat, accepted, words)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET name = excluded.name,"
        " standing = excluded.standing, wish = excluded.wish, seat = excluded.seat,"
        " accepted = excluded.accepted, words = excluded.words",
        table_id, player.user.id, player.user.name, player.status.value, player.preferred_side,
        player.seat, player.accepted, player.words,
    )  # fmt: skip


def _mark_seen(tx: Transaction, request: Request, table_id: int, now: int) -> None:
    new = tx.do(
        "INSERT OR IGNORE INTO seen (interaction_id, table_id, at) VALUES (?, ?, ?)"
        " RETURNING interaction_id",
        request.id, table_id, now,
    )  # fmt: skip
    if not new:
        raise AlreadySeen


def _owe(tx: Transaction, item: OutboxItem) -> None:
    tx.do(
        "INSERT INTO outbox (table_id, number, channel_id, token, created_at)"
        " VALUES (?, ?, ?, ?, ?)",
        item.table_id, item.number, item.channel_id, item.token, item.created_at,
    )  # fmt: skip

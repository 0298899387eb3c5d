"""What is read from the database and written to it, in the words of the records."""

import json
from collections.abc import Sequence
from sqlite3 import Row

from bot.database import Database, Transaction
from bot.records import Owed, Person, Player, Source, Standing, Status, Table, Terms
from bot.refusals import NoGame
from rules.core import AnyGame, RulesError, Seat, Seating
from rules.events import Event, decode, encode
from rules.geometry import Cell
from rules.match import Match
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
        return await self._load(row) if row else None

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

    async def of_user(self, user_id: int) -> list[Table]:
        """Return the unfinished tables that a person sits at or is invited to."""
        rows = await self._db.rows(
            "SELECT * FROM tables LEFT JOIN clocks ON table_id = id"
            " WHERE id IN (SELECT table_id FROM players WHERE user_id = ?)"
            " AND status IN ('open', 'playing') ORDER BY turn_since, id",
            user_id,
        )
        return [await self._load(row) for row in rows]

    async def create(
        self,
        terms: Terms,
        where: tuple[int | None, int],
        status: Status,
        players: Sequence[Player],
        *,
        source: Source,
        now: int,
    ) -> int:
        """Write a new table, whose first player is its host, and return its number.

        `where` is its server and channel. Raises AlreadySeen.
        """
        version = find(terms.game).spec.version
        async with self._db.transaction() as tx:
            table_id = await tx.insert(
                "INSERT INTO tables (guild_id, channel_id, game, version, options, seating,"
                " days, status, host_id, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                *where, terms.game, version, json.dumps(dict(terms.options)),
                terms.seating, terms.days, status.value, players[0].person.id, now,
            )  # fmt: skip
            await _mark_seen(tx, source, table_id, now)
            for player in players:
                await _put_player(tx, table_id, player)
        return table_id

    async def put_player(self, table_id: int, player: Player) -> None:
        """Write a player's place, new or changed."""
        async with self._db.transaction() as tx:
            await _put_player(tx, table_id, player)

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

    async def start(
        self,
        table_id: int,
        players: Sequence[Player],
        owed: Owed,
        source: Source,
        deadline: int | None,
    ) -> None:
        """Begin the game with these seats. Raises ChannelTaken or AlreadySeen."""
        async with self._db.transaction() as tx:
            await _mark_seen(tx, source, table_id, owed.created_at)
            taken = await tx.do(
                "SELECT 1 FROM tables WHERE status = 'playing' AND channel_id ="
                " (SELECT channel_id FROM tables WHERE id = ?)",
                table_id,
            )
            if taken:
                raise ChannelTaken
            await tx.do("UPDATE tables SET status = 'playing' WHERE id = ?", table_id)
            await tx.do("DELETE FROM players WHERE table_id = ? AND standing = 'invited'", table_id)
            for player in players:
                await _put_player(tx, table_id, player)
            await tx.do(
                "INSERT INTO clocks (table_id, turn_since, deadline) VALUES (?, ?, ?)",
                table_id, owed.created_at, deadline,
            )  # fmt: skip
            await _owe(tx, owed)

    async def append(
        self, after: Table, events: Sequence[Event], owed: Owed, source: Source
    ) -> None:
        """Write the newest events, with the clock, the seen interaction and the owed post.

        Raises AlreadySeen, or sqlite3.IntegrityError where another process was quicker.
        """
        first = owed.number - len(events) + 1
        async with self._db.transaction() as tx:
            await _mark_seen(tx, source, after.id, owed.created_at)
            await tx.each(
                "INSERT INTO events (table_id, number, kind, text, at) VALUES (?, ?, ?, ?, ?)",
                (
                    (after.id, number, *encode(event), owed.created_at)
                    for number, event in enumerate(events, first)
                ),
            )
            await tx.do(
                "UPDATE clocks SET turn_since = ?, deadline = ? WHERE table_id = ?",
                after.turn_since, after.deadline, after.id,
            )  # fmt: skip
            if after.status is Status.OVER:
                await tx.do(
                    "UPDATE tables SET status = 'over', ended_at = ? WHERE id = ?",
                    owed.created_at, after.id,
                )  # fmt: skip
            await _owe(tx, owed)

    async def has_seen(self, source: Source) -> bool:
        """Whether this interaction has changed a table before."""
        row = await self._db.row("SELECT 1 FROM seen WHERE interaction_id = ?", source.id)
        return row is not None

    async def owed(self) -> list[Owed]:
        """Return all that channels are owed, oldest first."""
        rows = await self._db.rows("SELECT * FROM outbox ORDER BY created_at, table_id, number")
        return [
            Owed(
                row["table_id"], row["number"], row["channel_id"],
                row["token"], row["created_at"], row["attempts"],
            )
            for row in rows
        ]  # fmt: skip

    async def tried(self, owed: Owed) -> None:
        """Count an attempt to pay."""
        await self._db.write(
            "UPDATE outbox SET attempts = attempts + 1 WHERE table_id = ? AND number = ?",
            owed.table_id, owed.number,
        )  # fmt: skip

    async def paid(self, owed: Owed, channel_id: int, message_id: int | None) -> None:
        """Strike a post off the outbox; the message is the table's latest board if it has one."""
        async with self._db.transaction() as tx:
            await tx.do(
                "DELETE FROM outbox WHERE table_id = ? AND number = ?", owed.table_id, owed.number
            )
            if message_id is not None:
                await tx.do(
                    "UPDATE tables SET board_id = ?, board_channel_id = ?"
                    " WHERE id = ? AND coalesce(board_id, 0) < ?",
                    message_id, channel_id, owed.table_id, message_id,
                )  # fmt: skip

    async def draft(self, table_id: int, user_id: int) -> tuple[int, tuple[Cell, ...]] | None:
        """Return the position that a draft was begun in and the cells clicked."""
        row = await self._db.row(
            "SELECT stamp, clicked FROM drafts WHERE table_id = ? AND user_id = ?",
            table_id, user_id,
        )  # fmt: skip
        return (row["stamp"], tuple(map(Cell, json.loads(row["clicked"])))) if row else None

    async def keep_draft(
        self, table_id: int, user_id: int, stamp: int, clicked: Sequence[Cell]
    ) -> None:
        """Keep a half-entered move."""
        await self._db.write(
            "INSERT OR REPLACE INTO drafts (table_id, user_id, stamp, clicked)"
            " VALUES (?, ?, ?, ?)",
            table_id, user_id, stamp, json.dumps(list(clicked)),
        )  # fmt: skip

    async def fact(self, key: str) -> str | None:
        """Return what the bot noted about itself under the key."""
        row = await self._db.row("SELECT value FROM facts WHERE key = ?", key)
        return str(row["value"]) if row else None

    async def note(self, key: str, value: str) -> None:
        """Note something about the bot itself."""
        await self._db.write("INSERT OR REPLACE INTO facts (key, value) VALUES (?, ?)", key, value)

    async def forget_seen(self, before: int) -> None:
        """Forget interactions of long ago, which Discord no longer repeats."""
        await self._db.write("DELETE FROM seen WHERE at < ?", before)

    async def _load(self, row: Row) -> Table:
        terms = Terms(row["game"], json.loads(row["options"]), row["seating"], row["days"])
        status = Status(row["status"])
        game = find(terms.game).configured(terms.options)
        seating = game.spec.seatings[terms.seating]
        match = None
        if status in {Status.PLAYING, Status.OVER}:
            match = _folded(game, seating, await self._log(row["id"]), row["version"])
        return Table(
            id=row["id"],
            guild_id=row["guild_id"],
            channel_id=row["channel_id"],
            terms=terms,
            version=row["version"],
            status=status,
            host_id=row["host_id"],
            players=await self._players(row["id"]),
            seating=seating,
            card_id=row["card_id"],
            board_id=row["board_id"],
            board_channel_id=row["board_channel_id"],
            turn_since=row["turn_since"],
            deadline=row["deadline"],
            match=match,
        )

    async def _log(self, table_id: int) -> list[Event]:
        rows = await self._db.rows(
            "SELECT kind, text FROM events WHERE table_id = ? ORDER BY number", table_id
        )
        return [decode(row["kind"], row["text"]) for row in rows]

    async def _players(self, table_id: int) -> tuple[Player, ...]:
        rows = await self._db.rows(
            "SELECT * FROM players WHERE table_id = ? ORDER BY rowid", table_id
        )
        return tuple(
            Player(
                Person(row["user_id"], row["name"]),
                Standing(row["standing"]),
                row["wish"],
                None if row["seat"] is None else Seat(row["seat"]),
            )
            for row in rows
        )


def _folded(game: AnyGame, seating: Seating, log: list[Event], version: int) -> Match:
    """Fold a log, which fits as long as the game's rules are those that it was played by."""
    try:
        return Match.replay(game, seating, log)
    except RulesError as error:
        raise NoGame(
            f"This game was begun under version {version} of the rules of {game.spec.title}, and "
            f"can't be continued under version {game.spec.version}: {error}"
        ) from error


async def _put_player(tx: Transaction, table_id: int, player: Player) -> None:
    await tx.do(
        "INSERT INTO players (table_id, user_id, name, standing, wish, seat)"
        " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET name = excluded.name,"
        " standing = excluded.standing, wish = excluded.wish, seat = excluded.seat",
        table_id, player.person.id, player.person.name, player.standing.value, player.wish,
        player.seat,
    )  # fmt: skip


async def _mark_seen(tx: Transaction, source: Source, table_id: int, now: int) -> None:
    new = await tx.do(
        "INSERT OR IGNORE INTO seen (interaction_id, table_id, at) VALUES (?, ?, ?)"
        " RETURNING interaction_id",
        source.id, table_id, now,
    )  # fmt: skip
    if not new:
        raise AlreadySeen


async def _owe(tx: Transaction, owed: Owed) -> None:
    await tx.do(
        "INSERT INTO outbox (table_id, number, channel_id, token, created_at)"
        " VALUES (?, ?, ?, ?, ?)",
        owed.table_id, owed.number, owed.channel_id, owed.token, owed.created_at,
    )  # fmt: skip

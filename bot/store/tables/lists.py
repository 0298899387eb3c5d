"""Queries for lists. They read no logs."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final, TypeAlias, TypeVar

from bot.model.caller import Person, User, user_of
from bot.model.lists import Cursor, Ended, Score, TableSummary, Tally, Waiting
from bot.model.table import Status
from bot.store.sql.database import Database, Row, Transaction, marks
from bot.store.tables.loading import place_of, summaries

__all__ = ["Lists", "waiting"]

T = TypeVar("T")
_Ranked: TypeAlias = tuple[User, int | None]

_RIVALS: Final = 8
"""The most persons whose scores are listed."""
_VACANT: Final = 50
"""The most games of a server with a vacant seat that are read."""
_SEATS: Final = 500
"""The most present seats read of a person, oldest first."""
_INVITATIONS: Final = 200
"""The most invitations of a person that are read."""


def waiting(tx: Transaction, person: Person, besides: Sequence[int]) -> Waiting | None:
    """Return the games that wait for a person's move, without `besides`, or None."""
    rows = tx.do(
        "SELECT guild_id, channel_id, parent_id, place, secret, board_id"  # noqa: S608
        " FROM (SELECT id AS player, table_id FROM players WHERE person = ? AND past = 0 LIMIT ?)"
        " AS found JOIN tables ON tables.id = table_id"
        " WHERE due_player = player AND status = 'playing' AND set_apart IS NULL"
        f" AND tables.id NOT IN ({marks(besides)}) ORDER BY turn_since NULLS FIRST, tables.id",
        person, _SEATS, *besides,
    )  # fmt: skip
    return Waiting(len(rows), place_of(rows[0]), rows[0]["board_id"]) if rows else None


class Lists:
    """Lists of tables, games and scores."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def of_user(self, person: Person) -> list[TableSummary]:
        """Return the unfinished tables of a person, the one that has waited longest first.

        For someone with very many, only the tables they have sat at longest are read.
        """
        return await self._db.snapshot(lambda tx: _of_user(tx, person))

    async def scores(self, person: Person) -> list[Score]:
        """Return a person's scores against the people with whom they played one game most.

        Allies have no score against each other, and games that a computer or a substitute finished
        give none.
        """
        rows = await self._db.rows(
            "SELECT rival AS person, (SELECT name FROM players"
            " WHERE person = rival ORDER BY id DESC LIMIT 1) AS name,"
            " sum(ahead) AS won, sum(level) AS drawn, sum(behind) AS lost FROM rivals"
            " WHERE person = ? AND rival IN (SELECT rival FROM rivals WHERE person = ?"
            " ORDER BY ahead + level + behind DESC, rival LIMIT ?)"
            " GROUP BY rival ORDER BY sum(ahead + level + behind) DESC, rival",
            person, person, _RIVALS,
        )  # fmt: skip
        return [
            Score(user_of(row["person"], row["name"]), row["won"], row["drawn"], row["lost"])
            for row in rows
        ]

    async def tables_in(
        self, guild_id: int, status: Status, cursor: Cursor, limit: int
    ) -> list[TableSummary]:
        """Return the next unfinished tables of a server in one state, the latest first.

        A later table has a larger number, so the numbers alone order them by the time at which
        they were opened.
        """
        order, beyond = _direction(cursor)

        def read(tx: Transaction) -> list[TableSummary]:
            rows = tx.do(
                "SELECT tables.*, due.person AS due_person, due.name AS due_name"  # noqa: S608
                " FROM tables LEFT JOIN players AS due ON due.id = due_player"
                f" WHERE tables.guild_id = ? AND tables.status = ? AND tables.id {beyond} ?"
                f" ORDER BY tables.id {order} LIMIT ?",
                guild_id, status.value, cursor.table, limit,
            )  # fmt: skip
            return summaries(tx, rows)

        return _latest_first(await self._db.snapshot(read), cursor)

    async def ended_in(self, guild_id: int, cursor: Cursor, limit: int) -> list[Ended]:
        """Return the next ends of games of a server, the latest first."""
        return await self._ended("NULL", "guild_id = ?", guild_id, cursor, limit)

    async def ended_by(self, person: Person, cursor: Cursor, limit: int) -> list[Ended]:
        """Return the next ends of games for a person, the latest first."""
        return await self._ended("rank", "person = ?", person, cursor, limit)

    async def _ended(
        self, rank: str, whose: str, value: int, cursor: Cursor, limit: int
    ) -> list[Ended]:
        """Return the next ends of results. `rank` and `whose` are SQL expressions."""
        order, beyond = _direction(cursor)

        def read(tx: Transaction) -> list[Ended]:
            rows = tx.do(
                "SELECT tables.*, ends.*"  # noqa: S608
                f" FROM (SELECT DISTINCT ended_at, table_id, entry, {rank} AS own_rank FROM results"
                f" WHERE {whose} AND (ended_at, table_id) {beyond} (?, ?)"
                f" ORDER BY ended_at {order}, table_id {order} LIMIT ?) AS ends"
                " JOIN tables ON tables.id = ends.table_id"
                f" ORDER BY ends.ended_at {order}, tables.id {order}",
                value, cursor.time, cursor.table, limit,
            )  # fmt: skip
            ranked = _ranked(tx, [row["id"] for row in rows])
            return [_ended(row, ranked[row["id"]]) for row in rows]

        return _latest_first(await self._db.snapshot(read), cursor)

    async def tallies(self, person: Person, rival: Person) -> list[Tally]:
        """Return how a person stands against another, by pool.

        Only games count that both finished in different teams, without a computer opponent.
        """
        rows = await self._db.rows(
            "SELECT pool, ahead, level, behind FROM rivals WHERE person = ? AND rival = ?"
            " ORDER BY pool",
            person, rival,
        )  # fmt: skip
        return [Tally(*row) for row in rows]

    async def row_of(self, person: Person) -> int | None:
        """Return a person's newest row of players, or None."""
        row = await self._db.row("SELECT max(id) AS id FROM players WHERE person = ?", person)
        return None if row is None else row["id"]

    async def person_at(self, player_id: int) -> User | None:
        """Return the person of a row of `players`, or None for a computer or no such row."""
        row = await self._db.row(
            "SELECT person, name FROM players WHERE id = ? AND person IS NOT NULL", player_id
        )
        return None if row is None else user_of(*row)

    async def vacant_in(self, guild_id: int) -> list[int]:
        """Return a server's games with a seat that anyone can take over, oldest first."""
        return await self._db.column(
            "SELECT DISTINCT table_id FROM vacancies JOIN tables ON tables.id = table_id"
            " WHERE vacancies.guild_id = ? AND to_person IS NULL AND status = 'playing'"
            " ORDER BY table_id LIMIT ?",
            guild_id, _VACANT,
        )  # fmt: skip


def _direction(cursor: Cursor) -> tuple[str, str]:
    """Return how to order rows from a cursor on, and how they compare to it."""
    return ("ASC", ">") if cursor.is_later else ("DESC", "<")


def _latest_first(rows: Iterable[T], cursor: Cursor) -> list[T]:
    found = list(rows)
    return found[::-1] if cursor.is_later else found


def _of_user(tx: Transaction, person: Person) -> list[TableSummary]:
    rows = tx.do(
        "SELECT tables.*, due.person AS due_person, due.name AS due_name,"
        " (SELECT answers FROM plans JOIN players AS own ON own.id = player_id"
        " WHERE plans.table_id = tables.id AND own.person = ?) AS planned,"
        " EXISTS (SELECT 1 FROM players WHERE table_id = tables.id AND person = ?"
        " AND status = 'invited') AS is_invited"
        " FROM tables LEFT JOIN players AS due ON due.id = due_player"
        " WHERE tables.id IN (SELECT table_id FROM (SELECT table_id FROM players"
        " WHERE person = ? AND past = 0 AND status = 'seated' LIMIT ?) AS found"
        " UNION SELECT table_id FROM (SELECT table_id FROM players"
        " WHERE person = ? AND past = 0 AND status = 'invited' LIMIT ?) AS found)"
        " AND tables.status IN ('open', 'playing')"
        " ORDER BY turn_since NULLS FIRST, tables.id",
        person, person, person, _SEATS, person, _INVITATIONS,
    )  # fmt: skip
    return [
        replace(each, planned=row["planned"] or 0, is_invited=bool(row["is_invited"]))
        for each, row in zip(summaries(tx, rows, with_invited=True), rows, strict=True)
    ]


def _ranked(tx: Transaction, table_ids: Sequence[int]) -> Mapping[int, tuple[_Ranked, ...]]:
    """Map tables to their players in the order of the seats, with their ranks at the end."""
    rows = tx.do(
        "SELECT players.table_id, players.person, players.name, results.rank FROM players"  # noqa: S608
        " LEFT JOIN results ON results.table_id = players.table_id AND player_id = players.id"
        f" WHERE players.table_id IN ({marks(table_ids)}) AND players.status = 'seated'"
        " ORDER BY players.table_id, players.seat NULLS FIRST",
        *table_ids,
    )
    found = defaultdict[int, tuple[_Ranked, ...]](tuple)
    for table_id, people in groupby(rows, lambda row: int(row["table_id"])):
        found[table_id] = tuple(
            (user_of(each["person"], each["name"]), each["rank"]) for each in people
        )
    return found


def _ended(row: Row, people: tuple[_Ranked, ...]) -> Ended:
    return Ended(
        row["id"], place_of(row), row["board_id"], row["game"], row["round"], row["ended_at"],
        row["entry"] == row["entry_count"] and row["status"] == Status.OVER.value,
        people,
        row["own_rank"],
    )  # fmt: skip

"""The games that people follow."""

from enum import Enum

from bot.extensions.news.values import MOST, MOST_WITH_MOVES, Followed
from bot.model.caller import Person
from bot.store.database import Database, Transaction
from bot.store.loading import summaries

__all__ = ["FollowStore", "Kept"]


class Kept(Enum):
    """The result of somebody's wish to follow a game."""

    DONE = "done"
    TOO_MANY_GAMES = "too many games"
    """They follow the most games already."""
    TOO_MANY_PEOPLE = "too many people"
    """The most people hear of the moves of this game already."""


class FollowStore:
    """The follows: people and the games that they hear of."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def follow(
        self, table_id: int, person: Person, entry: int, now: int, *, moves: bool | None = None
    ) -> Kept:
        """Let somebody follow a game, or hear of its moves too or no longer.

        They know the game up to an entry. `moves` is None if they haven't said: then a game that is
        new to them is followed to its end. `now` is in Unix seconds.
        """

        def write(tx: Transaction) -> Kept:
            tx.take_turns([person])
            known = tx.do(
                "SELECT 1 FROM follows WHERE table_id = ? AND person = ?", table_id, person
            )
            (own,) = tx.do("SELECT count(*) AS found FROM follows WHERE person = ?", person)
            if not known and own["found"] >= MOST:
                return Kept.TOO_MANY_GAMES
            (others,) = tx.do(
                "SELECT count(*) AS found FROM follows"
                " WHERE table_id = ? AND moves = 1 AND person <> ?",
                table_id, person,
            )  # fmt: skip
            if moves and others["found"] >= MOST_WITH_MOVES:
                return Kept.TOO_MANY_PEOPLE
            tx.do(
                "INSERT INTO follows (table_id, person, moves, told_entry, created_at)"
                " VALUES (?, ?, coalesce(?, 0), ?, ?) ON CONFLICT (table_id, person)"
                " DO UPDATE SET moves = coalesce(?, follows.moves),"
                " told_entry = max(follows.told_entry, excluded.told_entry)",
                table_id, person, moves, entry, now, moves,
            )  # fmt: skip
            return Kept.DONE

        return await self._db.transact(write)

    async def unfollow(self, table_id: int, person: Person) -> None:
        """Let somebody follow a game no longer."""
        sql = "DELETE FROM follows WHERE table_id = ? AND person = ?"
        await self._db.write(sql, table_id, person)

    async def of_person(self, person: Person) -> list[Followed]:
        """Return the games that somebody follows, the one that they have followed longest first."""
        return await self._db.snapshot(lambda tx: _of_person(tx, person))


def _of_person(tx: Transaction, person: Person) -> list[Followed]:
    rows = tx.do(
        "SELECT tables.*, moves, due.person AS due_person, due.name AS due_name"
        " FROM follows JOIN tables ON tables.id = follows.table_id"
        " LEFT JOIN players AS due ON due.id = due_player"
        " WHERE follows.person = ? ORDER BY created_at, tables.id LIMIT ?",
        person, MOST,
    )  # fmt: skip
    tables = summaries(tx, rows)
    return [Followed(each, bool(row["moves"])) for each, row in zip(tables, rows, strict=True)]

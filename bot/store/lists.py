"""Queries for lists, which need no logs."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.model.caller import Person
from bot.model.lists import Finished, Score, TableSummary, Waiting
from bot.store.database import Database, Transaction, marks
from bot.store.loading import place_of, summary_of, user_of

__all__ = ["Lists", "waiting"]

_LATEST: Final = 5
"""The most finished games in a list."""
_RIVALS: Final = 8
"""The most persons whose scores are listed."""
_OPEN: Final = 50
"""The most tables of a server with a free place that are read, and the most with a vacant seat."""
_SEATS: Final = 500
"""The most present seats of a person that are read, those that they took first."""


def waiting(tx: Transaction, person: Person, besides: Sequence[int]) -> Waiting | None:
    """Return the games that wait for a person's move, except `besides`; None if there are none."""
    rows = tx.do(
        "SELECT guild_id, channel_id, parent_id, place, board_id"  # noqa: S608
        " FROM (SELECT id AS player, table_id FROM players WHERE person = ? AND past = 0 LIMIT ?)"
        " CROSS JOIN tables ON tables.id = table_id"
        " WHERE due_player = player AND status = 'playing' AND set_apart IS NULL"
        f" AND tables.id NOT IN ({marks(besides)}) ORDER BY turn_since, tables.id",
        person, _SEATS, *besides,
    )  # fmt: skip
    return Waiting(len(rows), place_of(rows[0]), rows[0]["board_id"]) if rows else None


class Lists:
    """Lists of tables, games and scores in SQLite."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def of_user(self, person: Person) -> list[TableSummary]:
        """Return the unfinished tables of a person, the one that has waited longest first.

        Of somebody who plays very many, those are read that they have sat at for longest.
        """
        rows = await self._db.rows(
            "SELECT tables.*, due.person AS due_person, due.name AS due_name,"
            " (SELECT json_group_array(json_array(person, name)) FROM"
            " (SELECT person, name FROM players WHERE table_id = tables.id AND status <> 'left'"
            " ORDER BY id)) AS names,"
            " (SELECT answers FROM plans JOIN players AS own ON own.id = player_id"
            " WHERE plans.table_id = tables.id AND own.person = ?) AS planned,"
            " EXISTS (SELECT 1 FROM players WHERE table_id = tables.id AND person = ?"
            " AND status = 'invited') AS is_invited"
            " FROM tables LEFT JOIN players AS due ON due.id = due_player"
            " WHERE tables.id IN"
            " (SELECT table_id FROM players WHERE person = ? AND past = 0"
            " AND status NOT IN ('left', 'declined') LIMIT ?)"
            " AND tables.status IN ('open', 'playing') ORDER BY turn_since, tables.id",
            person, person, person, _SEATS,
        )  # fmt: skip
        return [
            replace(
                summary_of(row),
                planned=row["planned"] or 0,
                is_invited=bool(row["is_invited"]),
            )
            for row in rows
        ]

    async def finished(self, person: Person) -> list[Finished]:
        """Return the games of a person that ended last, the latest first."""
        rows = await self._db.rows(
            "SELECT tables.*, mine.rank AS rank, mine.ended_at AS ended,"
            " NOT EXISTS (SELECT 1 FROM results AS worse WHERE worse.table_id = mine.table_id"
            " AND worse.rank > 1) AS is_drawn,"
            " (SELECT json_group_array(json_array(person, name)) FROM players"
            " WHERE table_id = tables.id AND status = 'seated' AND person IS NOT mine.person)"
            " AS rivals"
            " FROM results AS mine JOIN tables ON tables.id = mine.table_id"
            " WHERE mine.person = ? ORDER BY mine.ended_at DESC, mine.table_id DESC LIMIT ?",
            person, _LATEST,
        )  # fmt: skip
        return [
            Finished(
                row["id"], place_of(row), row["board_id"], row["game"], row["rank"],
                bool(row["is_drawn"]), row["ended"],
                tuple(user_of(*each) for each in json.loads(row["rivals"])),
            )
            for row in rows
        ]  # fmt: skip

    async def scores(self, person: Person) -> list[Score]:
        """Return a person's scores against the people with whom they played one game most.

        Allies have no score against each other, and neither has anybody in games that a computer
        opponent or a substitute finished.
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

    async def open_in(self, guild_id: int) -> list[TableSummary]:
        """Return the tables of a server that have a free place, newest first."""
        rows = await self._db.rows(
            "SELECT tables.*, NULL AS due_person, NULL AS due_name,"
            " (SELECT json_group_array(json_array(person, name)) FROM players"
            " WHERE table_id = tables.id AND status = 'seated') AS names"
            " FROM tables WHERE guild_id = ? AND status = 'open' AND set_apart IS NULL"
            " ORDER BY id DESC LIMIT ?",
            guild_id, _OPEN,
        )  # fmt: skip
        return [summary_of(row) for row in rows]

    async def vacant_in(self, guild_id: int) -> list[int]:
        """Return the games of a server in which a seat is open to anybody, oldest first."""
        rows = await self._db.rows(
            "SELECT DISTINCT table_id FROM vacancies CROSS JOIN tables ON tables.id = table_id"
            " WHERE vacancies.guild_id = ? AND to_person IS NULL AND status = 'playing'"
            " ORDER BY table_id LIMIT ?",
            guild_id, _OPEN,
        )  # fmt: skip
        return [row["table_id"] for row in rows]

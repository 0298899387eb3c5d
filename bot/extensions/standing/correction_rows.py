"""Moderators' corrections: games that no longer count for ratings, or do again."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from bot.extensions.standing.correction_values import CORRECTABLE, Corrected, Correction
from bot.model.caller import Place
from bot.model.queues import correction_item
from bot.store.database import Database, Row, Transaction
from bot.store.queues import enqueue
from bot.store.ratings import fold_again
from bot.store.transaction import Value, marks

__all__ = ["CorrectionStore"]

_NEWEST: Final = (
    "(SELECT id FROM corrections WHERE corrections.sequence = results.sequence"
    " ORDER BY id DESC LIMIT 1)"
)


class CorrectionStore:
    """Corrections of ratings."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def of_table(self, table_id: int) -> tuple[bool, Correction | None]:
        """Return whether a table has results that can count, and the decision that holds."""
        row = await self._db.row(
            "SELECT corrections.* FROM results"  # noqa: S608
            f" LEFT JOIN corrections ON corrections.id = {_NEWEST}"
            " WHERE table_id = ? AND why IS NULL LIMIT 1",
            table_id,
        )
        if row is None:
            return False, None
        return True, None if row["id"] is None else _correction(row)

    async def decision(
        self, number: int, table_ids: Sequence[int]
    ) -> tuple[Correction, list[Corrected]]:
        """Return the correction with this number, and these tables of those that it is about."""

        def read(tx: Transaction) -> tuple[Correction, list[Corrected]]:
            (row,) = tx.do("SELECT * FROM corrections WHERE id = ?", number)
            tables = tx.do(
                "SELECT id, game, guild_id, channel_id, parent_id, board_id, board_channel_id"  # noqa: S608
                f" FROM tables WHERE id IN ({marks(table_ids)}) ORDER BY id",
                *table_ids,
            )
            return _correction(row), list(map(_corrected, tables))

        return await self._db.snapshot(read)

    async def correct_game(self, table_id: int, correction: Correction, now: int) -> bool:
        """Store a decision about the game of a table; return False if it would change nothing.

        Its channel is told.
        """
        which = "results.table_id = ?"
        found = await self._db.transact(lambda tx: _correct(tx, correction, now, which, table_id))
        return found > 0

    async def correct_person(self, guild_id: int, correction: Correction, now: int) -> int:
        """Store a decision about all games of somebody in a server; return how many it changes.

        Where games count again, they are those that were struck in the same way. The channels of
        the games are told.
        """
        of = correction.of
        assert of is not None, "it is about a person"
        which = (
            "results.table_id IN (SELECT table_id FROM players WHERE person = ?)"
            " AND (results.person = ? OR results.against LIKE '%[' || ? || ',%')"
            " AND results.guild_id = ? AND (corrections.of_person = ? OR ? = 0)"
        )
        values = (of, of, of, guild_id, of, int(correction.counts))
        return await self._db.transact(lambda tx: _correct(tx, correction, now, which, *values))


def _correct(tx: Transaction, correction: Correction, now: int, which: str, *values: Value) -> int:
    """Store a decision about games, and fold ratings again from the first of them.

    It leaves out what ended 90 days ago, what can't count or counts as decided already, and each
    table where whoever decides ever sat. Return the number of games.
    """
    games = tx.do(
        "SELECT DISTINCT results.sequence, results.table_id, results.guild_id, results.pool,"  # noqa: S608
        " tables.channel_id FROM results JOIN tables ON tables.id = results.table_id"
        f" LEFT JOIN corrections ON corrections.id = {_NEWEST}"
        f" WHERE {which} AND results.why IS NULL AND results.ended_at > ?"
        " AND coalesce(corrections.counts, 1) <> ?"
        " AND NOT EXISTS (SELECT 1 FROM players WHERE players.table_id = results.table_id"
        " AND players.person = ? AND players.seat IS NOT NULL)"
        " ORDER BY results.sequence",
        *values, now - CORRECTABLE, int(correction.counts), correction.by,
    )  # fmt: skip
    first = dict[tuple[int, str], int]()
    tables = defaultdict[Place, list[int]](list)
    number = 0
    for game in games:
        number = tx.insert(
            "INSERT INTO corrections (sequence, counts, person, of_person, reason, at)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            game["sequence"], int(correction.counts), correction.by, correction.of,
            correction.reason, now,
        )  # fmt: skip
        first.setdefault((game["guild_id"], game["pool"]), game["sequence"])
        tables[Place(game["channel_id"], game["guild_id"])].append(game["table_id"])
    for (guild_id, pool), sequence in first.items():
        fold_again(tx, guild_id, pool, sequence)
    for place, here in tables.items():
        enqueue(tx, correction_item(place, number, here, now))
    return len(games)


def _correction(row: Row) -> Correction:
    return Correction(bool(row["counts"]), row["person"], row["reason"], row["of_person"])


def _corrected(row: Row) -> Corrected:
    place = Place(row["board_channel_id"] or row["channel_id"], row["guild_id"])
    return Corrected(row["id"], row["game"], place, row["board_id"])

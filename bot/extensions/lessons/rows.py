"""The stored progress of practice games, and people's ease in games."""

from collections.abc import Sequence
from typing import Final

from bot.extensions.lessons.ease import Ease, Result, counted
from bot.extensions.lessons.values import PRACTICE
from bot.model.caller import Person
from bot.model.study import Study
from bot.store.people.vacations import YEAR
from bot.store.sql.database import Database, Transaction
from bot.store.sql.hooks import Hooks
from bot.store.sql.privacy import Kept
from bot.store.sql.transaction import Value
from bot.store.tables.studies import go_on, in_practice
from rules.records.transcript import Transcript

__all__ = ["HOOKS", "KEPT", "PracticeStore"]

KEPT: Final = (
    Kept(
        "ease", "how strong the computer plays against you in practice, for each game",
        "to give you an opponent that fits you",
        "a year after your last practice game of it",
        person="person", entered="game", neither="step last games won used_at",
        deleted_by="person",
    ),
)  # fmt: skip
"""The table of practice, with what it holds about people. The games themselves are studies."""


class PracticeStore:
    """Practice games and ease, by person. Times are Unix seconds."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def ease(self, person: Person, game: str) -> Ease:
        """Return the ease of a person in a game, by its key."""
        return await self._db.snapshot(lambda tx: _ease(tx, person, game))

    async def games(self, person: Person) -> Sequence[Study]:
        """Return a person's practice games in progress, by the keys of their games."""
        return await self._db.snapshot(lambda tx: in_practice(tx, person, PRACTICE))

    async def go_on(
        self, study: Study, transcript: Transcript, now: int, *, is_helped: bool = False
    ) -> bool:
        """Store a practice game as it goes on. Returns False if it changed since it was read."""
        return await self._db.transact(
            lambda tx: go_on(tx, study, transcript, now, is_helped=is_helped)
        )

    async def end(
        self, study: Study, transcript: Transcript, now: int, result: Result | None
    ) -> bool:
        """Store the end of a practice game, and count it once, unless the result is None.

        Returns False if it has changed since it was read, or has ended already.
        """

        def write(tx: Transaction) -> bool:
            tx.take_turns([study.person])
            # A hint may have come while the computer thought about its answer.
            rows = tx.do("SELECT is_helped FROM studies WHERE id = ?", study.id)
            helped = any(row["is_helped"] for row in rows)
            if not go_on(tx, study, transcript, now, is_over=True):
                return False
            if result is not None:
                before = _ease(tx, study.person, transcript.key)
                after = counted(before, result, helped=helped)
                _write(tx, study.person, transcript.key, after, now)
            return True

        return await self._db.transact(write)


def _ease(tx: Transaction, person: Person, game: str) -> Ease:
    rows = tx.do("SELECT * FROM ease WHERE person = ? AND game = ?", person, game)
    if not rows:
        return Ease()
    row = rows[0]
    last = None if row["last"] is None else Result(row["last"])
    return Ease(row["step"], last, row["games"], row["won"])


def _write(tx: Transaction, person: Person, game: str, ease: Ease, now: int) -> None:
    tx.do(
        "INSERT INTO ease (person, game, step, last, games, won, used_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (person, game) DO UPDATE SET"
        " step = excluded.step, last = excluded.last, games = excluded.games,"
        " won = excluded.won, used_at = excluded.used_at",
        person, game, ease.step, ease.last.value if ease.last else None, ease.games, ease.won, now,
    )  # fmt: skip


def _useless(now: int) -> tuple[str, tuple[Value, ...]]:
    """Return the statement that deletes people's ease in games not practised for a year."""
    return (
        "DELETE FROM ease WHERE (person, game) IN"
        " (SELECT person, game FROM ease WHERE used_at < ? LIMIT ?)",
        (now - YEAR,),
    )


HOOKS: Final = Hooks(useless=[_useless])
"""The hooks of practice in the core's transactions."""

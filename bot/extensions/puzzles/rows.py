"""The puzzles of the day as stored, and people's attempts."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import chain
from typing import Final, TypeAlias

from bot.extensions.puzzles.values import (
    EVERYWHERE,
    POST,
    PUZZLE_POST,
    Attempt,
    DailyPuzzle,
    Supply,
    Waiting,
    today,
)
from bot.model.caller import Person
from bot.model.club_hour import LATE, day_at, hour_of, next_hour
from bot.model.queues import Timer
from bot.model.server import Club, ServerSettings
from bot.store.queues import displays
from bot.store.queues.queues import drop_timer, set_timer
from bot.store.servers.facts import club_of, settings_in
from bot.store.sql.database import Database, Transaction
from bot.store.sql.hooks import Hooks
from bot.store.sql.privacy import UNTIL_REMOVED, Kept
from bot.store.sql.transaction import Row, and_mine, marks
from engine.posed import Posed, members_of, posed_of
from rules.time.duration import DAY

__all__ = ["HOOKS", "KEPT", "PuzzleStore", "Stock", "post_at"]

Stock: TypeAlias = Mapping[str, Sequence[Posed]]
"""The puzzles by game, in the order in which they are to be set."""

_MENDED: Final = 500
"""The most servers whose timers are corrected at a time."""
KEPT: Final = (
    Kept(
        "puzzles", "the puzzles of the day, some from games of the server, without names",
        "to set them, and to set none twice",
        UNTIL_REMOVED,
        place="guild_id", neither="id number day posted_at subject table_id posed",
        deleted_with="guild_id",
    ),
    Kept(
        "puzzle_searches", "which games of a server have been searched for puzzles",
        "to search each once",
        UNTIL_REMOVED,
        place="guild_id", neither="searched_at ended_at table_id",
        deleted_with="guild_id",
    ),
    Kept(
        "puzzle_tries", "which puzzles you solved, and at which try",
        "to tell you, to count the days in a row, and to count who solved it",
        UNTIL_REMOVED,
        person="person", place="guild_id", entered="tries is_shown",
        neither="puzzle_id solved_at streak",
        deleted_by="person", deleted_with="guild_id",
    ),
)  # fmt: skip
"""The tables of the puzzles, with what they hold about people."""
_SERVERS: Final = 500
"""The most servers that are searched in one night."""
_GAMES: Final = 50
"""The most games of a server that are searched in one night."""
_WAITING: Final = 30
"""The most waiting puzzles of a server among which one that may be shown is sought."""
# Python computes it: in PostgreSQL, 1 << 60 has 32 bits.
_AFTER_ALL: Final = 2**60
"""A number greater than that of any puzzle."""


class PuzzleStore:
    """Puzzles by id, and tries by puzzle and person. Times are Unix seconds."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def find(self, puzzle_id: int) -> DailyPuzzle | None:
        """Return the posted puzzle with this id, or None if it is kept no longer."""
        row = await self._db.row(
            "SELECT * FROM puzzles WHERE id = ? AND day IS NOT NULL", puzzle_id
        )
        return None if row is None else _puzzle(row)

    async def newest(self, guild_id: int) -> DailyPuzzle | None:
        """Return the latest puzzle of a server, or None."""
        return await self._db.snapshot(lambda tx: _before(tx, guild_id))

    async def before(self, puzzle: DailyPuzzle) -> DailyPuzzle | None:
        """Return the server's puzzle before another, or None."""
        return await self._db.snapshot(lambda tx: _before(tx, puzzle.guild_id, puzzle.number))

    async def everywhere(self, now: int, stock: Stock) -> DailyPuzzle | None:
        """Return today's puzzle for places without their own, or None without any stock."""

        def write(tx: Transaction) -> DailyPuzzle | None:
            day = today(now)
            known = _of_day(tx, EVERYWHERE, day)
            return known or _set_from_stock(tx, EVERYWHERE, day, now, stock)

        return await self._db.transact(write)

    async def post(
        self,
        guild_id: int,
        now: int,
        stock: Stock,
        done: Callable[[Transaction], None],
        chosen: int | None = None,
    ) -> None:
        """Set and post a server's puzzle for the last hour that was due, once for its date.

        It is the waiting puzzle `chosen`, or else one of the stock. The message waits in the
        outbox. `done` completes the timer, and the next one is set.
        """

        def write(tx: Transaction) -> None:
            done(tx)
            club = club_of(tx, guild_id)
            if club is None or club.puzzle is None:
                return
            _plan(tx, guild_id, club, now)
            day = day_at(now, club.puzzle_hour, club.puzzle_zone)
            if now - hour_of(day, club.puzzle_hour, club.puzzle_zone) > LATE:
                return
            if _of_day(tx, guild_id, day) is not None:
                return
            before = _before(tx, guild_id)
            puzzle = _set_waiting(tx, guild_id, day, now, chosen)
            puzzle = puzzle or _set_from_stock(tx, guild_id, day, now, stock)
            if puzzle is None:
                return
            if before is not None:
                displays.drop(tx, PUZZLE_POST, before.id, now)
            displays.post(
                tx, PUZZLE_POST, puzzle.id, guild_id=guild_id, channel_id=club.puzzle, now=now
            )
            for changed in tx.hooks.club_changed:
                changed(tx, guild_id, now)

        await self._db.transact(write)

    async def to_search(self) -> Sequence[int]:
        """Return up to 500 servers with a daily puzzle, the one searched longest ago first."""
        mine = and_mine(self._db.shards)

        def read(tx: Transaction) -> Sequence[int]:
            timers = tx.do(
                "SELECT dedupe FROM timers WHERE dedupe BETWEEN 'puzzle:' AND 'puzzle;'"  # noqa: S608
                f"{mine} ORDER BY dedupe LIMIT ?",
                _SERVERS,
            )
            asked = [int(row["dedupe"].partition(":")[2]) for row in timers]
            rows = tx.do(
                f"SELECT * FROM puzzle_searches WHERE guild_id IN ({marks(asked)})",  # noqa: S608
                *asked,
            )
            searched = {row["guild_id"]: row["searched_at"] for row in rows}
            return sorted(asked, key=lambda server: (searched.get(server, 0), server))

        return await self._db.snapshot(read)

    async def waiting(self, guild_id: int) -> Sequence[Waiting]:
        """Return the first puzzles from games of the server that wait for their day."""
        return await self._db.snapshot(lambda tx: _waiting(tx, guild_id))

    async def supply(self, guild_id: int, stock: Stock) -> Supply:
        """Return the puzzles left for a server before one of the stock comes again."""
        subjects = [_subject(posed) for posed in chain(*stock.values())]

        def read(tx: Transaction) -> Supply:
            left = len(subjects) - len(_last_set(tx, guild_id, subjects))
            return Supply(len(_waiting(tx, guild_id)), left, len(subjects))

        return await self._db.snapshot(read)

    async def games_to_search(self, guild_id: int, until: int) -> Sequence[tuple[int, int]]:
        """Return the next games that ended by then, in order, as times and tables."""
        rows = await self._db.rows(
            "SELECT DISTINCT results.ended_at, results.table_id FROM results"
            " LEFT JOIN puzzle_searches AS known ON known.guild_id = results.guild_id"
            " WHERE results.guild_id = ? AND results.ended_at >= coalesce(known.ended_at, 0)"
            " AND results.ended_at <= ? AND (results.ended_at > coalesce(known.ended_at, 0)"
            " OR results.table_id > coalesce(known.table_id, 0))"
            " ORDER BY results.ended_at, results.table_id LIMIT ?",
            guild_id, until, _GAMES,
        )  # fmt: skip
        return [(row["ended_at"], row["table_id"]) for row in rows]

    async def searched(
        self, guild_id: int, game: tuple[int, int] | None, posed: Posed | None, now: int
    ) -> None:
        """Store that a server was searched up to a game, and the puzzle found there, if any."""

        def write(tx: Transaction) -> None:
            tx.do(
                "INSERT INTO puzzle_searches (guild_id, searched_at, ended_at, table_id)"
                " VALUES (?, ?, 0, 0) ON CONFLICT (guild_id) DO UPDATE"
                " SET searched_at = excluded.searched_at",
                guild_id, now,
            )  # fmt: skip
            if game is None:
                return
            tx.do(
                "UPDATE puzzle_searches SET ended_at = ?, table_id = ? WHERE guild_id = ?",
                *game, guild_id,
            )  # fmt: skip
            if posed is not None:
                tx.do(
                    "INSERT INTO puzzles (guild_id, subject, table_id, posed) VALUES (?, ?, ?, ?)"
                    " ON CONFLICT DO NOTHING",
                    guild_id, _subject(posed), game[1], _written(posed),
                )  # fmt: skip

        await self._db.transact(write)

    async def drop(self, puzzle_id: int) -> None:
        """Delete a waiting puzzle whose game may not be shown any more."""
        await self._db.write("DELETE FROM puzzles WHERE id = ? AND number IS NULL", puzzle_id)

    async def solvers(self, puzzle: DailyPuzzle) -> int:
        """Count the people who solved a puzzle before the next one was posted."""
        (count,) = await self._db.column(
            "SELECT count(*) FROM puzzle_tries WHERE puzzle_id = ? AND solved_at < coalesce("
            "(SELECT posted_at FROM puzzles WHERE guild_id = ? AND number = ?), solved_at + 1)",
            puzzle.id, puzzle.guild_id, puzzle.number + 1,
        )  # fmt: skip
        return int(count)

    async def attempt(self, puzzle_id: int, person: Person) -> Attempt:
        """Return a person's attempt at a puzzle so far."""
        return await self._db.snapshot(lambda tx: _attempt(tx, puzzle_id, person))

    async def miss(self, puzzle: DailyPuzzle, person: Person) -> Attempt:
        """Count a failed try, unless the puzzle is solved or given up."""
        return await self._change(
            puzzle, person, lambda _, before: replace(before, tries=before.tries + 1)
        )

    async def show(self, puzzle: DailyPuzzle, person: Person) -> Attempt:
        """Note that a person asked for the solution, unless the puzzle is solved or given up."""
        return await self._change(puzzle, person, lambda _, before: replace(before, is_shown=True))

    async def solve(self, puzzle: DailyPuzzle, person: Person, now: int) -> Attempt:
        """Note that a person solved a puzzle, unless it is solved or given up.

        Its post shows the count within the hour, until the next puzzle is posted.
        """

        def solved(tx: Transaction, before: Attempt) -> Attempt:
            displays.ask(tx, PUZZLE_POST, puzzle.id, now)
            streak = _streak(tx, puzzle, person)
            return replace(before, tries=before.tries + 1, solved_at=now, streak=streak)

        return await self._change(puzzle, person, solved)

    async def _change(
        self,
        puzzle: DailyPuzzle,
        person: Person,
        change: Callable[[Transaction, Attempt], Attempt],
    ) -> Attempt:
        def write(tx: Transaction) -> Attempt:
            tx.take_turns([person])
            before = _attempt(tx, puzzle.id, person)
            if before.is_over:
                return before
            after = change(tx, before)
            tx.do(
                "INSERT INTO puzzle_tries"
                " (puzzle_id, person, guild_id, tries, is_shown, solved_at, streak)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (puzzle_id, person) DO UPDATE SET tries = excluded.tries,"
                " is_shown = excluded.is_shown, solved_at = excluded.solved_at,"
                " streak = excluded.streak",
                puzzle.id, person, puzzle.guild_id, after.tries, int(after.is_shown),
                after.solved_at, after.streak,
            )  # fmt: skip
            return after

        return await self._db.transact(write)


def _settings_changed(
    tx: Transaction, guild_id: int, before: ServerSettings, after: ServerSettings, now: int
) -> None:
    """Plan a server's next puzzle after a change of its club."""
    if after.club != before.club:
        _plan(tx, guild_id, after.club, now)


def _plan(tx: Transaction, guild_id: int, club: Club, now: int) -> None:
    """Set the timer of a server's next puzzle, or drop it if the server wants none."""
    if club.puzzle is None:
        drop_timer(tx, post_at(guild_id, now).dedupe)
    else:
        set_timer(tx, post_at(guild_id, next_hour(now, club.puzzle_hour, club.puzzle_zone)))


def post_at(guild_id: int, due: int) -> Timer:
    """Return the timer that posts the puzzle of the day of a server."""
    return Timer(kind=POST, dedupe=f"{POST}:{guild_id}", due=due, guild_id=guild_id)


def _waiting(tx: Transaction, guild_id: int) -> list[Waiting]:
    rows = tx.do(
        "SELECT id, table_id FROM puzzles WHERE guild_id = ? AND number IS NULL"
        " ORDER BY id LIMIT ?",
        guild_id, _WAITING,
    )  # fmt: skip
    return [Waiting(row["id"], row["table_id"]) for row in rows]


def _set_waiting(
    tx: Transaction, guild_id: int, day: date, now: int, chosen: int | None
) -> DailyPuzzle | None:
    """Give a date the chosen puzzle from games of the server, if any waits."""
    if chosen is None:
        return None
    tx.do(
        "UPDATE puzzles SET number = ?, day = ?, posted_at = ?"
        " WHERE id = ? AND guild_id = ? AND number IS NULL",
        _next_number(tx, guild_id), day.isoformat(), now, chosen, guild_id,
    )  # fmt: skip
    return _of_day(tx, guild_id, day)


def _set_from_stock(
    tx: Transaction, guild_id: int, day: date, now: int, stock: Stock
) -> DailyPuzzle | None:
    """Give a date a puzzle of the stock, of the game used longest ago.

    No puzzle comes again before all others were used; then comes the one used longest ago.
    """
    last = _last_set(tx, guild_id, [_subject(posed) for posed in chain(*stock.values())])
    turns = list[tuple[int, int, int, str, Posed]]()
    for place, key in enumerate(sorted(stock)):
        subjects = [(last.get(_subject(posed), 0), posed) for posed in stock[key]]
        turn = max((number for number, _ in subjects), default=0)
        turns += [(number, turn, place, _subject(posed), posed) for number, posed in subjects]
    if not turns:
        return None
    _, _, _, subject, posed = min(turns, key=lambda each: each[:3])
    tx.do(
        "INSERT INTO puzzles (guild_id, number, day, posted_at, subject, posed)"
        " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        guild_id, _next_number(tx, guild_id), day.isoformat(), now, subject, _written(posed),
    )  # fmt: skip
    return _of_day(tx, guild_id, day)


def _last_set(tx: Transaction, guild_id: int, subjects: Sequence[str]) -> dict[str, int]:
    """Map the stock puzzles that the server has had to their last numbers."""
    rows = tx.do(
        "SELECT subject, max(number) AS last FROM puzzles WHERE guild_id = ?"  # noqa: S608
        f" AND table_id IS NULL AND subject IN ({marks(subjects)}) GROUP BY subject",
        guild_id, *subjects,
    )  # fmt: skip
    return {row["subject"]: row["last"] for row in rows}


def _next_number(tx: Transaction, guild_id: int) -> int:
    (row,) = tx.do("SELECT max(number) AS last FROM puzzles WHERE guild_id = ?", guild_id)
    return (row["last"] or 0) + 1


def _of_day(tx: Transaction, guild_id: int, day: date) -> DailyPuzzle | None:
    rows = tx.do("SELECT * FROM puzzles WHERE guild_id = ? AND day = ?", guild_id, day.isoformat())
    return _puzzle(rows[0]) if rows else None


def _before(tx: Transaction, guild_id: int, number: int = _AFTER_ALL) -> DailyPuzzle | None:
    """Return a server's latest puzzle with a smaller number."""
    rows = tx.do(
        "SELECT * FROM puzzles WHERE guild_id = ? AND number < ? ORDER BY number DESC LIMIT 1",
        guild_id, number,
    )  # fmt: skip
    return _puzzle(rows[0]) if rows else None


def _streak(tx: Transaction, puzzle: DailyPuzzle, person: Person) -> int:
    """Return the number of puzzles in a row solved in time by a person who solves this one now."""
    newest = _before(tx, puzzle.guild_id)
    if newest is None or newest.number > puzzle.number:
        return 0
    before = _before(tx, puzzle.guild_id, puzzle.number)
    return 1 + (_attempt(tx, before.id, person).streak if before else 0)


def _attempt(tx: Transaction, puzzle_id: int, person: Person) -> Attempt:
    rows = tx.do("SELECT * FROM puzzle_tries WHERE puzzle_id = ? AND person = ?", puzzle_id, person)
    if not rows:
        return Attempt()
    row = rows[0]
    return Attempt(row["tries"], bool(row["is_shown"]), row["solved_at"], row["streak"])


def _puzzle(row: Row) -> DailyPuzzle:
    return DailyPuzzle(
        id=row["id"],
        guild_id=row["guild_id"],
        number=row["number"],
        day=date.fromisoformat(row["day"]),
        posted_at=row["posted_at"],
        posed=posed_of(json.loads(row["posed"])),
    )


def _subject(posed: Posed) -> str:
    return hashlib.sha256(posed.transcript.text.encode()).hexdigest()


def _written(posed: Posed) -> str:
    return json.dumps(members_of(posed), separators=(",", ":"))


def _times_mended(tx: Transaction, now: int) -> None:
    """Shorten waits for a puzzle to the hour of the club."""
    for row in tx.do(
        "SELECT guild_id FROM timers WHERE kind = ? AND due > ? LIMIT ?",
        POST, now + 2 * DAY, _MENDED,
    ):  # fmt: skip
        _plan(tx, row["guild_id"], settings_in(tx, row["guild_id"]).club, now)


HOOKS: Final = Hooks(settings_changed=[_settings_changed], times_mended=[_times_mended])
"""The hooks of the puzzles in the core's transactions."""

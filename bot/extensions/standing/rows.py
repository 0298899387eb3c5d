"""Records of people, and leaderboards, read from counters and ratings."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.extensions.standing.figure_values import within
from bot.extensions.standing.values import CURVE, FORM, PAGE, Board, Ending, Listed, Played, Record
from bot.model.caller import Person
from bot.model.ratings import NEWCOMER, Standing
from bot.store.counters import NOWHERE
from bot.store.database import Database, Row, Transaction, marks
from bot.store.loading import user_of
from rules.match.table_rules import LEFT
from rules.time.duration import DAY

__all__ = ["Standings"]

_PRESENT: Final = 180 * DAY
"""Seconds after the last counted game in which somebody is listed."""
_RIVALS: Final = 3
"""The different rivals, no newcomers any more, that somebody needs to be listed."""
_MOST: Final = 2_000
"""The most people of a server and pool among whom those listed are sought, the best first."""
_CURVES: Final = 4
"""Pools of a record whose curves are read, those with most games."""
_LAST: Final = (
    "SELECT rank, NOT EXISTS (SELECT 1 FROM results AS worse"
    " WHERE worse.sequence = mine.sequence AND worse.rank > 1) AS is_drawn"
    " FROM results AS mine WHERE person = ? AND engines = 0 AND rank IS NOT NULL"
)
_ORDER: Final = "AND rule <> ? ORDER BY ended_at DESC, sequence DESC LIMIT ?"
_ANYWHERE: Final = (NOWHERE, 2**63 - 1)


class Standings:
    """Records of people, and the leaderboards of servers."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def record(self, person: Person, guild_id: int | None = None) -> Record:
        """Return what a person played with others in a server; everywhere if none is given."""
        return await self._db.snapshot(lambda tx: _record(tx, person, guild_id))

    async def rated_pools(self, guild_id: int) -> list[str]:
        """Return the pools in which anybody is rated in a server."""
        return await self._db.column(
            "WITH RECURSIVE found (pool) AS (SELECT min(pool) FROM ratings WHERE guild_id = ?"
            " UNION ALL SELECT (SELECT min(pool) FROM ratings"
            " WHERE guild_id = ? AND pool > found.pool) FROM found WHERE pool IS NOT NULL)"
            " SELECT pool FROM found WHERE pool IS NOT NULL",
            guild_id, guild_id,
        )  # fmt: skip

    async def board(self, guild_id: int, pool: str, now: int, start: int) -> Board:
        """Return a page of the leaderboard of a server and pool, from this line on.

        `now` is in Unix seconds. A start beyond the end is the last page's.
        """

        def read(tx: Transaction) -> Board:
            listed = _listed(tx, guild_id, pool, now)
            return _page(tx, guild_id, pool, listed, min(start, max(len(listed) - 1, 0)))

        return await self._db.snapshot(read)

    async def start_around(self, guild_id: int, pool: str, now: int, person: Person) -> int | None:
        """Return the first line of the page with a person in the middle; None if they aren't on it.

        `now` is in Unix seconds.
        """
        listed = await self._db.snapshot(lambda tx: _listed(tx, guild_id, pool, now))
        own = next((n for n, row in enumerate(listed) if row["person"] == person), None)
        return None if own is None else max(own - PAGE // 2, 0)


def _record(tx: Transaction, person: Person, guild_id: int | None) -> Record:
    first, last = _ANYWHERE if guild_id is None else (guild_id, guild_id)
    rows = tx.do(
        "SELECT played.*, rating, deviation, games, played_at FROM played"
        " LEFT JOIN ratings USING (guild_id, pool, person)"
        " WHERE played.person = ? AND played.guild_id BETWEEN ? AND ?"
        " ORDER BY won + drawn + lost DESC, played.guild_id, pool",
        person, first, last,
    )  # fmt: skip
    times = tx.do(
        "SELECT seconds, sum(turns) AS turns FROM turn_times"
        " WHERE person = ? AND guild_id BETWEEN ? AND ? GROUP BY seconds ORDER BY seconds",
        person, first, last,
    )  # fmt: skip
    played = [_played(row) for row in rows]
    for number, each in enumerate(played[:_CURVES]):
        played[number] = replace(each, curve=_curve(tx, person, each))
    half = within({row["seconds"]: row["turns"] for row in times})
    return Record(tuple(played), _form(tx, person, guild_id), half)


def _played(row: Row) -> Played:
    standing = None
    if row["rating"] is not None:
        standing = Standing(row["rating"], row["deviation"], row["games"], row["played_at"])
    return Played(
        guild_id=row["guild_id"] or None,
        pool=row["pool"],
        won=row["won"],
        drawn=row["drawn"],
        lost=row["lost"],
        timed_out=row["timed_out"],
        given_up=row["given_up"],
        turns=row["turns"],
        late=row["late"],
        longest=row["longest"],
        since=row["since"],
        standing=standing,
    )


def _curve(tx: Transaction, person: Person, played: Played) -> tuple[int, ...]:
    rows = tx.do(
        "SELECT rating FROM steps WHERE guild_id = ? AND pool = ? AND person = ?"
        " ORDER BY sequence DESC LIMIT ?",
        played.guild_id, played.pool, person, CURVE,
    )  # fmt: skip
    return tuple(row["rating"] for row in reversed(rows))


def _form(tx: Transaction, person: Person, guild_id: int | None) -> tuple[Ending, ...]:
    """Return how a person's last games ended, oldest first."""
    if guild_id is None:
        rows = tx.do(f"{_LAST} {_ORDER}", person, LEFT.key, FORM)
    else:
        rows = tx.do(f"{_LAST} AND guild_id = ? {_ORDER}", person, guild_id, LEFT.key, FORM)
    return tuple(map(_ending, reversed(rows)))


def _ending(row: Row) -> Ending:
    if row["rank"] > 1:
        return Ending.LOST
    return Ending.DRAWN if row["is_drawn"] else Ending.WON


def _listed(tx: Transaction, guild_id: int, pool: str, now: int) -> list[Row]:
    """Return everybody on a leaderboard, best first, with their points.

    They have counted games enough, the last of them lately, and rivals enough in them who are no
    newcomers now. They don't hide, and were not forgotten.
    """
    return tx.do(
        "SELECT person, (rating + 50) / 100 AS points FROM (SELECT * FROM ratings"  # noqa: S608
        f" WHERE guild_id = ? AND pool = ? AND games >= {NEWCOMER}"
        " ORDER BY rating DESC, person LIMIT ?)"
        " AS settled WHERE played_at >= ?"
        " AND EXISTS (SELECT 1 FROM people WHERE people.person = settled.person)"
        " AND NOT EXISTS (SELECT 1 FROM preferences"
        " WHERE preferences.person = settled.person AND hidden = 1)"
        " AND (SELECT count(*) FROM (SELECT DISTINCT theirs.person FROM steps AS mine"
        " JOIN steps AS theirs USING (guild_id, pool, sequence)"
        " JOIN ratings AS rival ON rival.guild_id = mine.guild_id AND rival.pool = mine.pool"
        " AND rival.person = theirs.person AND rival.games >= ?"
        " WHERE mine.guild_id = settled.guild_id AND mine.pool = settled.pool"
        " AND mine.person = settled.person AND theirs.team <> mine.team LIMIT ?) AS found) = ?"
        " ORDER BY points DESC, person",
        guild_id, pool, _MOST, now - _PRESENT, NEWCOMER, _RIVALS, _RIVALS,
    )  # fmt: skip


def _page(tx: Transaction, guild_id: int, pool: str, listed: Sequence[Row], start: int) -> Board:
    shown = listed[start : start + PAGE]
    people = [row["person"] for row in shown]
    rows = tx.do(
        "SELECT ratings.person, coalesce(won + drawn + lost, 0) AS games,"  # noqa: S608
        " coalesce(turns, 0) AS turns, coalesce(late, 0) AS late, coalesce((SELECT name"
        " FROM players WHERE players.person = ratings.person ORDER BY id DESC LIMIT 1), '') AS name"
        " FROM ratings LEFT JOIN played USING (guild_id, pool, person)"
        f" WHERE guild_id = ? AND pool = ? AND ratings.person IN ({marks(people)})",
        guild_id, pool, *people,
    )  # fmt: skip
    known = {row["person"]: row for row in rows}
    points = [row["points"] for row in listed]
    lines = tuple(
        Listed(
            place=1 + points.index(each["points"]),
            user=user_of(each["person"], known[each["person"]]["name"]),
            points=each["points"],
            games=known[each["person"]]["games"],
            turns=known[each["person"]]["turns"],
            late=known[each["person"]]["late"],
        )
        for each in shown
    )
    return Board(pool, lines, start, len(listed))

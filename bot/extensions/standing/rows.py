"""Records, leaderboards and figures, read from counters and ratings; and corrections of ratings."""

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from bot.extensions.standing.milestones import MOST, Ends, Past
from bot.extensions.standing.values import (
    CORRECTABLE,
    CURVE,
    ENOUGH_PEOPLE,
    FORM,
    PAGE,
    REFUSED,
    Board,
    Corrected,
    Correction,
    Ending,
    Fact,
    GameFacts,
    Listed,
    Newcomer,
    OfMonth,
    Played,
    Record,
    correction_item,
    within,
)
from bot.model.caller import Person, Place, User, user_of
from bot.model.ratings import NEWCOMER, Standing
from bot.store.people.forgetting import require_known
from bot.store.people.preferences import hidden_of
from bot.store.queues.queues import enqueue
from bot.store.sql.database import Database, Row, Transaction, marks
from bot.store.sql.privacy import Kept
from bot.store.sql.transaction import Value
from bot.store.tables.counters import NOWHERE
from bot.store.tables.ratings import fold_again
from rules.club.month import Ended, month_points
from rules.match.table_rules import LEFT
from rules.time.duration import DAY

__all__ = ["KEPT", "CorrectionStore", "Standings"]

KEPT: Final[Sequence[Kept]] = ()
"""No tables of its own: all of these follow from results, and ratings from `corrections`, too."""

_PRESENT: Final = 180 * DAY
"""Seconds after their last counted game during which a person is listed."""
_RIVALS: Final = 3
"""The opponents, none of them newcomers, that a person needs to be listed."""
_MOST: Final = 2_000
"""The best people of a server and pool among whom listed ones are sought."""
_NEAREST: Final = 3 * PAGE
"""The newcomers, with most games first, among whom those on the way are sought."""
_OF_MONTH: Final = 1_000
"""The newest results of a server and pool among which a month's are sought."""
_LATELY: Final = 200
"""The newest results of a server that tell what is played most there."""
_CURVES: Final = 4
"""Pools of a record whose curves are read: the ones with most games."""
_LAST: Final = (
    "SELECT rank, NOT EXISTS (SELECT 1 FROM results AS worse"
    " WHERE worse.sequence = mine.sequence AND worse.rank > 1) AS is_drawn"
    " FROM results AS mine WHERE person = ? AND engines = 0 AND rank IS NOT NULL"
)
_ORDER: Final = "AND rule <> ? ORDER BY ended_at DESC, sequence DESC LIMIT ?"
# From the least to the greatest number of a server: one statement serves both questions.
_ANYWHERE: Final = (NOWHERE, 2**63 - 1)


class Standings:
    """Records of people, and the leaderboards and figures of servers."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def record(self, person: Person, guild_id: int | None = None) -> Record:
        """Return a person's games with others in a server, or everywhere without one."""
        return await self._db.snapshot(lambda tx: _record(tx, person, guild_id))

    async def ends(self, table_id: int, number: int) -> Ends | None:
        """Return the games up to this one of everyone who ended it with this entry.

        Hidden and forgotten people are left out. None for a game without a result.
        """
        return await self._db.snapshot(lambda tx: _ends(tx, table_id, number))

    async def rated_pools(self, guild_id: int) -> list[str]:
        """Return the pools in which anyone is rated in a server."""
        return await self._db.snapshot(lambda tx: _pools(tx, guild_id))

    async def board(self, guild_id: int, pool: str, now: int, start: int) -> Board:
        """Return a page of the leaderboard of a server and pool, from this line on.

        `now` is in Unix seconds. A start beyond the end is the last page's.
        """

        def read(tx: Transaction) -> Board:
            settled = _settled(tx, guild_id, pool, now)
            listed = [row for row in settled if row["rivals"] >= _RIVALS]
            page = _page(tx, guild_id, pool, listed, min(start, max(len(listed) - 1, 0)))
            few = [row for row in settled if row["rivals"] < _RIVALS]
            return replace(
                page, newcomers=[*_few_rivals(tx, few), *_newcomers(tx, guild_id, pool, now)]
            )

        return await self._db.snapshot(read)

    async def month(self, guild_id: int, pool: str, since: int) -> list[OfMonth]:
        """Return the people with most points in a server and pool since a month began, best first.

        Hidden and forgotten people are left out. `since` is in Unix seconds.
        """
        return await self._db.snapshot(lambda tx: _month(tx, guild_id, pool, since))

    async def opened_on(self, guild_id: int, person: Person) -> str | None:
        """Return the pool of a person's last counted game in a server.

        Without one it is the pool with most counted games there, or None.
        """
        return await self._db.snapshot(lambda tx: _opened_on(tx, guild_id, person))

    async def busiest(self, guild_id: int) -> str | None:
        """Return the pool with most counted games of late in a server, or None."""
        rows = await self._db.rows(
            "SELECT pool, count(*) AS ends FROM (SELECT pool, why FROM results WHERE guild_id = ?"
            " ORDER BY ended_at DESC, table_id DESC LIMIT ?) AS newest WHERE why IS NULL"
            " GROUP BY pool ORDER BY ends DESC, pool LIMIT 1",
            guild_id, _LATELY,
        )  # fmt: skip
        return rows[0]["pool"] if rows else None

    async def start_around(self, guild_id: int, pool: str, now: int, person: Person) -> int | None:
        """Return the first line of the page around a person, or None if they aren't listed.

        `now` is in Unix seconds.
        """
        listed = await self._db.snapshot(lambda tx: _listed(tx, guild_id, pool, now))
        own = next((n for n, row in enumerate(listed) if row["person"] == person), None)
        return None if own is None else max(own - PAGE // 2, 0)

    async def facts(self, guild_id: int, game: str, pools: Sequence[str]) -> GameFacts:
        """Return the facts about a game in a server. `pools` are the game's.

        All versions of its rules count together.
        """
        return await self._db.snapshot(lambda tx: _facts(tx, guild_id, game, pools))


def _ends(tx: Transaction, table_id: int, number: int) -> Ends | None:
    """Return the results, up to this game, of everyone who ended it with this entry."""
    rows = tx.do(
        "SELECT sequence, person, guild_id, pool, ended_at FROM results WHERE table_id = ?"
        " AND entry = ? AND person IS NOT NULL AND rank IS NOT NULL AND rule <> ?",
        table_id, number, LEFT.key,
    )  # fmt: skip
    if not rows:
        return None
    this, people = rows[0], [row["person"] for row in rows]
    known = tx.do(
        f"SELECT person FROM people WHERE leaving IS NULL AND person IN ({marks(people)})",  # noqa: S608
        *people,
    )
    hidden = hidden_of(tx, people)
    past = {
        person: found
        for person in sorted({row["person"] for row in known} - hidden)
        if (found := _past(tx, person, this["sequence"], this["ended_at"]))
    }
    return Ends(past, len(people), _new_places(tx, this))


def _past(tx: Transaction, person: Person, sequence: int, ended_at: int) -> list[Past]:
    """Return the newest results of a person up to a game, the newest first."""
    rows = tx.do(
        "SELECT lately.*, theirs.person AS rival, theirs.rank AS rival_rank FROM (SELECT sequence,"
        " ended_at, table_id, guild_id, pool, team, rank, engines FROM results"
        " WHERE person = ? AND ended_at <= ? AND sequence <= ? AND rank IS NOT NULL AND rule <> ?"
        " ORDER BY ended_at DESC, table_id DESC LIMIT ?) AS lately"
        " LEFT JOIN results AS theirs ON theirs.sequence = lately.sequence"
        " AND theirs.team <> lately.team ORDER BY lately.sequence DESC",
        person, ended_at, sequence, LEFT.key, MOST,
    )  # fmt: skip
    found = list[Past]()
    for _, group in groupby(rows, lambda row: int(row["sequence"])):
        first, *_ = ends = list(group)
        ranks = [row["rival_rank"] or 0 for row in ends]
        ending = Ending.LOST
        if first["rank"] == 1:
            ending = Ending.WON if max(ranks) > 1 else Ending.DRAWN
        rivals = frozenset(row["rival"] for row in ends if row["rival"] is not None)
        engine, guild_id = bool(first["engines"]), first["guild_id"]
        found.append(Past(first["ended_at"], guild_id, first["pool"], ending, rivals, engine))
    return found


def _new_places(tx: Transaction, end: Row) -> dict[Person, int]:
    """Return new places on the leaderboard of everyone whose place a game changed."""
    if end["guild_id"] is None:
        return {}
    where = (end["guild_id"], end["pool"], end["sequence"])
    steps = tx.do(
        "SELECT person, rating_before, games_before, rating FROM steps"
        " WHERE guild_id = ? AND pool = ? AND sequence = ?",
        *where,
    )
    if all(row["games_before"] + 1 < NEWCOMER for row in steps):
        return {}
    listed = {row["person"]: row["points"] for row in _listed(tx, *where[:2], end["ended_at"])}
    places = dict[Person, int]()
    for row in steps:
        person, after = row["person"], (row["rating"] + 50) // 100
        if listed.get(person) != after:
            continue
        others = [points for other, points in listed.items() if other != person]
        place, before = (
            1 + sum(points > own for points in others)
            for own in (after, (row["rating_before"] + 50) // 100)
        )
        if place != before or row["games_before"] < NEWCOMER:
            places[person] = place
    return places


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


def _month(tx: Transaction, guild_id: int, pool: str, since: int) -> list[OfMonth]:
    rows = tx.do(
        "SELECT sequence, person, team, rank FROM (SELECT * FROM results"
        " WHERE guild_id = ? AND pool = ? AND why IS NULL ORDER BY sequence DESC LIMIT ?)"
        " AS newest WHERE ended_at >= ? AND rank IS NOT NULL AND rule <> ?"
        " AND coalesce((SELECT counts FROM corrections WHERE corrections.sequence = newest.sequence"
        " ORDER BY id DESC LIMIT 1), 1) = 1 ORDER BY sequence, team",
        guild_id, pool, _OF_MONTH, since, LEFT.key,
    )  # fmt: skip
    games = list[Ended]()
    for _, group in groupby(rows, lambda row: int(row["sequence"])):
        teams, ranks = defaultdict[int, list[int]](list), dict[int, int]()
        for row in group:
            ranks[row["team"]] = row["rank"]
            if row["person"] is not None:
                teams[row["team"]].append(row["person"])
        if len(ranks) > 1:  # The limit may cut the oldest game in two.
            games.append(Ended(tuple(tuple(teams[team]) for team in ranks), (*ranks.values(),)))
    found = {each.person: each for each in month_points(games)}
    users = _shown(tx, [*map(Person, found)])
    listed = [OfMonth(user, found[user.id].halves, found[user.id].games) for user in users]
    return sorted(listed, key=lambda each: (-each.halves, each.games, each.user.name.casefold()))


def _opened_on(tx: Transaction, guild_id: int, person: Person) -> str | None:
    pools = _pools(tx, guild_id)
    own = tx.do(
        "SELECT pool FROM ratings"  # noqa: S608
        f" WHERE guild_id = ? AND pool IN ({marks(pools)}) AND person = ? AND games > 0"
        " ORDER BY played_at DESC, pool LIMIT 1",
        guild_id, *pools, person,
    )  # fmt: skip
    if own:
        return str(own[0]["pool"])
    return max(pools, key=lambda pool: _games_in(tx, guild_id, pool), default=None)


def _pools(tx: Transaction, guild_id: int) -> list[str]:
    """Return the pools in which anyone is rated in a server, in order."""
    rows = tx.do(
        "WITH RECURSIVE found (pool) AS (SELECT min(pool) FROM ratings WHERE guild_id = ?"
        " UNION ALL SELECT (SELECT min(pool) FROM ratings"
        " WHERE guild_id = ? AND pool > found.pool) FROM found WHERE pool IS NOT NULL)"
        " SELECT pool FROM found WHERE pool IS NOT NULL",
        guild_id, guild_id,
    )  # fmt: skip
    return [row["pool"] for row in rows]


def _games_in(tx: Transaction, guild_id: int, pool: str) -> int:
    """Return the counted games of a pool, once for every player."""
    (row,) = tx.do(
        "SELECT coalesce(sum(games), 0) AS games FROM (SELECT games FROM ratings"
        " WHERE guild_id = ? AND pool = ? LIMIT ?) AS found",
        guild_id, pool, _MOST,
    )  # fmt: skip
    return int(row["games"])


def _shown(tx: Transaction, people: Sequence[Person]) -> list[User]:
    """Return which of these people aren't hidden or forgotten, with their names."""
    rows = tx.do(
        "SELECT person, coalesce((SELECT name FROM players"  # noqa: S608
        " WHERE players.person = people.person ORDER BY id DESC LIMIT 1), '') AS name"
        f" FROM people WHERE person IN ({marks(people)}) AND NOT EXISTS (SELECT 1"
        " FROM preferences WHERE preferences.person = people.person AND hidden = 1)",
        *people,
    )
    return [user_of(row["person"], row["name"]) for row in rows]


def _few_rivals(tx: Transaction, rows: Sequence[Row]) -> list[Newcomer]:
    """Return people with enough counted games, but too few ranked opponents in them."""
    most = sorted(rows, key=lambda row: -row["games"])[:PAGE]
    nearest = {row["person"]: row for row in most}
    found = [
        Newcomer(user, nearest[user.id]["games"], _RIVALS - nearest[user.id]["rivals"])
        for user in _shown(tx, [*nearest])
    ]
    return sorted(found, key=lambda each: (-each.games, each.user.name.casefold()))


def _listed(tx: Transaction, guild_id: int, pool: str, now: int) -> list[Row]:
    """Return everyone on a leaderboard, best first, with their points."""
    return [row for row in _settled(tx, guild_id, pool, now) if row["rivals"] >= _RIVALS]


def _settled(tx: Transaction, guild_id: int, pool: str, now: int) -> list[Row]:
    """Return people with enough counted games, one of them recent, best first, with points.

    Hidden and forgotten people are left out. `rivals` are, up to what a leaderboard asks for, the
    opponents in these games who are no newcomers now. When one of three resigns, the other two
    don't count as opponents.
    """
    return tx.do(
        "SELECT person, games, (rating + 50) / 100 AS points,"  # noqa: S608
        " (SELECT count(*) FROM (SELECT DISTINCT theirs.person FROM steps AS mine"
        " JOIN steps AS theirs USING (guild_id, pool, sequence)"
        " JOIN ratings AS rival ON rival.guild_id = mine.guild_id AND rival.pool = mine.pool"
        " AND rival.person = theirs.person AND rival.games >= ?"
        " WHERE mine.guild_id = settled.guild_id AND mine.pool = settled.pool"
        " AND mine.person = settled.person AND theirs.team <> mine.team"
        " AND NOT EXISTS (SELECT 1 FROM results WHERE results.sequence = mine.sequence"
        " AND against IS NOT NULL AND results.person NOT IN (mine.person, theirs.person))"
        " LIMIT ?) AS found) AS rivals FROM (SELECT * FROM ratings"
        f" WHERE guild_id = ? AND pool = ? AND games >= {NEWCOMER}"
        " ORDER BY rating DESC, ratings.person LIMIT ?)"
        " AS settled WHERE played_at >= ?"
        " AND EXISTS (SELECT 1 FROM people WHERE people.person = settled.person)"
        " AND NOT EXISTS (SELECT 1 FROM preferences"
        " WHERE preferences.person = settled.person AND hidden = 1)"
        " ORDER BY points DESC, settled.person",
        NEWCOMER, _RIVALS, guild_id, pool, _MOST, now - _PRESENT,
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
    lines: list[Listed] = []
    for each in shown:
        place, more = 1 + points.index(each["points"]), known[each["person"]]
        user = user_of(each["person"], more["name"])
        lines.append(
            Listed(place, user, each["points"], more["games"], more["turns"], more["late"])
        )
    return Board(pool, lines, start, len(listed))


def _newcomers(tx: Transaction, guild_id: int, pool: str, now: int) -> list[Newcomer]:
    """Return the people nearest to being listed, without hidden, forgotten or absent ones."""
    rows = tx.do(
        "SELECT person, games, coalesce((SELECT name FROM players"  # noqa: S608
        " WHERE players.person = found.person ORDER BY id DESC LIMIT 1), '') AS name"
        " FROM (SELECT * FROM ratings"
        f" WHERE guild_id = ? AND pool = ? AND games > 0 AND games < {NEWCOMER}"
        " ORDER BY games DESC, ratings.person LIMIT ?) AS found WHERE played_at >= ?"
        " AND EXISTS (SELECT 1 FROM people WHERE people.person = found.person)"
        " AND NOT EXISTS (SELECT 1 FROM preferences"
        " WHERE preferences.person = found.person AND hidden = 1)"
        " ORDER BY games DESC, found.person LIMIT ?",
        guild_id, pool, _NEAREST, now - _PRESENT, PAGE,
    )  # fmt: skip
    return [Newcomer(user_of(row["person"], row["name"]), row["games"]) for row in rows]


def _facts(tx: Transaction, guild_id: int, game: str, pools: Sequence[str]) -> GameFacts:
    rows = tx.do(
        "SELECT seating, options, what, rule, number, times FROM game_facts"
        " WHERE guild_id = ? AND game = ?",
        guild_id, game,
    )  # fmt: skip
    refused = tx.do(
        "SELECT rule, sum(times) AS refused FROM refusals WHERE guild_id = ? AND game = ?"
        " GROUP BY rule ORDER BY refused DESC, rule LIMIT ?",
        guild_id, game, REFUSED,
    )  # fmt: skip
    people = tx.do(
        "SELECT DISTINCT person FROM played"  # noqa: S608
        f" WHERE guild_id = ? AND pool IN ({marks(pools)}) AND won + drawn + lost > 0 LIMIT ?",
        guild_id, *pools, ENOUGH_PEOPLE,
    )  # fmt: skip
    facts = tuple(
        Fact(
            row["seating"], json.loads(row["options"]), row["what"], row["rule"], row["number"],
            row["times"],
        )
        for row in rows
    )  # fmt: skip
    return GameFacts(facts, tuple((row["rule"], row["refused"]) for row in refused), len(people))


_NEWEST: Final = (
    "(SELECT id FROM corrections WHERE corrections.sequence = results.sequence"
    " ORDER BY id DESC LIMIT 1)"
)


class CorrectionStore:
    """Corrections of ratings."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def of_table(self, table_id: int) -> tuple[bool, Correction | None]:
        """Return whether a table has results that can count, and the decision in force."""
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
        self, correction_id: int, table_ids: Sequence[int]
    ) -> tuple[Correction, list[Corrected]]:
        """Return the correction with this id, and the tables among these that it is about."""

        def read(tx: Transaction) -> tuple[Correction, list[Corrected]]:
            (row,) = tx.do("SELECT * FROM corrections WHERE id = ?", correction_id)
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
        """Store a decision about all games of a person in a server. Return how many it changes.

        Games that count again are those that were struck in the same way. The channels of the games
        are told.
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

    It leaves out games that ended 90 days ago, can't count, or are decided like this already, and
    tables where the moderator ever had a seat. Return the number of games. Raises BeingForgotten.
    """
    require_known(tx, correction.by)
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
    correction_id = 0
    for game in games:
        correction_id = tx.insert(
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
        enqueue(tx, correction_item(place, correction_id, here, now))
    return len(games)


def _correction(row: Row) -> Correction:
    return Correction(bool(row["counts"]), row["person"], row["reason"], row["of_person"])


def _corrected(row: Row) -> Corrected:
    place = Place(row["board_channel_id"] or row["channel_id"], row["guild_id"])
    return Corrected(row["id"], row["game"], place, row["board_id"])

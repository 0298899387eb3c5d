"""Ratings: moved in the transaction of a result, and folded again from results at any time."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Final, TypeAlias

from bot.model.caller import Person
from bot.model.ratings import (
    START_DEVIATION,
    START_DEVIATION_WITH_DICE,
    Counted,
    Rated,
    Standing,
    Step,
    Why,
    after,
)
from bot.store.people.preferences import hidden_of
from bot.store.sql.database import Database, Row, Transaction, marks

__all__ = ["RatingStore", "fold_again", "pools", "rate", "take_turn_at_results", "wrong_ratings"]

_RESULTS: Final = 0
"""The lock key of everyone who writes results or folds them. No person has it."""
_Step: TypeAlias = tuple[int, Person, int, int, int, int, int, int, int]
"""A row of steps."""


@dataclass(frozen=True, slots=True)
class _Game:
    """A game that counts, as its rows tell it."""

    guild_id: int
    pool: str
    sequence: int
    game: Rated
    deviation: int
    """The first one of the pool, in 1/100 point."""

    @property
    def people(self) -> tuple[Person, ...]:
        """The people who played."""
        return tuple(person for team in self.game.teams for person in team)


class RatingStore:
    """Ratings as people see them."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def at_entry(self, table_id: int, number: int) -> Counted | None:
        """Return what the results of an entry of a table did to ratings, or None if it has none.

        People who hide are left out.
        """
        return await self._db.snapshot(lambda tx: _at_entry(tx, table_id, number))


def _at_entry(tx: Transaction, table_id: int, number: int) -> Counted | None:
    ends = tx.do(
        "SELECT sequence, why, guild_id, pool FROM results"
        " WHERE table_id = ? AND entry = ? LIMIT 1",
        table_id, number,
    )  # fmt: skip
    if not ends:
        return None
    (end,) = ends
    steps = tx.do(
        "SELECT * FROM steps WHERE guild_id = ? AND pool = ? AND sequence = ?",
        end["guild_id"], end["pool"], end["sequence"],
    )  # fmt: skip
    hidden = hidden_of(tx, [row["person"] for row in steps])
    shown = {row["person"]: _step(row) for row in steps if row["person"] not in hidden}
    return Counted(Why(end["why"]) if end["why"] else None, shown)


def _step(row: Row) -> Step:
    before = Standing(
        row["rating_before"], row["deviation_before"], row["games_before"], row["played_before"]
    )
    return Step(before, Standing(row["rating"], row["deviation"], before.games + 1))


def rate(tx: Transaction, guild_id: int, pool: str, sequence: int) -> None:
    """Store how the game that has just ended, with this number, moves its pool's ratings."""
    (counted,) = _counted(tx, guild_id, pool, sequence)
    people = counted.people
    rows = tx.do(
        "SELECT * FROM ratings WHERE guild_id = ? AND pool = ?"  # noqa: S608
        f" AND person IN ({marks(people)})",
        guild_id, pool, *people,
    )  # fmt: skip
    known = {row["person"]: _standing(row) for row in rows}
    _put(tx, guild_id, pool, _moved(tx, counted, known))


def take_turn_at_results(tx: Transaction) -> None:
    """Make others wait who number an end or fold ratings: they read what this writes."""
    tx.take_turns([_RESULTS])


def fold_again(tx: Transaction, guild_id: int, pool: str, since: int = 0) -> None:
    """Fold a pool again, and store the result.

    Folding begins with the game of the number `since`, and trusts the steps before it; 0 means from
    the first game, whatever is stored.
    """
    take_turn_at_results(tx)
    standings = _before(tx, guild_id, pool, since) if since else dict[Person, Standing]()
    tx.do(
        "DELETE FROM steps WHERE guild_id = ? AND pool = ? AND sequence >= ?", guild_id, pool, since
    )
    for counted in _counted(tx, guild_id, pool, since):
        standings.update(_moved(tx, counted, standings))
    tx.do("DELETE FROM ratings WHERE guild_id = ? AND pool = ?", guild_id, pool)
    _put(tx, guild_id, pool, standings)


def pools(tx: Transaction) -> list[tuple[int, str]]:
    """Return all pools with ratings, by server."""
    rows = tx.do(
        "SELECT guild_id, pool FROM results WHERE why IS NULL"
        " UNION SELECT guild_id, pool FROM ratings UNION SELECT guild_id, pool FROM steps"
    )
    return [(row["guild_id"], row["pool"]) for row in rows]


def wrong_ratings(tx: Transaction, guild_id: int, pool: str) -> list[str]:
    """Return phrases naming ratings and steps of a pool that don't follow from its results."""
    standings: dict[Person, Standing] = {}
    steps: set[_Step] = set()
    for counted in _counted(tx, guild_id, pool, 0):
        moved = after(counted.game, standings, counted.deviation)
        steps.update(_steps(counted, standings, moved))
        standings.update(moved)
    stored = _stored(tx, guild_id, pool)
    found = [
        f"person {person} has {_told(stored.get(person))} instead of {_told(standings.get(person))}"
        for person in sorted(standings.keys() | stored.keys())
        if standings.get(person) != stored.get(person)
    ]
    kept = tx.do(
        "SELECT sequence, person, rating_before, deviation_before, games_before, played_before,"
        " rating, deviation, team FROM steps WHERE guild_id = ? AND pool = ?",
        guild_id, pool,
    )  # fmt: skip
    wrong = {step[0] for step in steps.symmetric_difference(map(tuple, kept))}
    return [*found, *(f"game {sequence} has wrong steps" for sequence in sorted(wrong))]


def _counted(tx: Transaction, guild_id: int, pool: str, since: int) -> Iterator[_Game]:
    """Yield the counted games of a pool in order, from the one with this number on."""
    rows = tx.do(
        "SELECT sequence, team, rank, edge, person, dice, ended_at, against FROM results"
        " WHERE guild_id = ? AND pool = ? AND why IS NULL AND sequence >= ? AND rank > 0"
        " AND sequence > coalesce((SELECT rated_after FROM guilds"
        " WHERE guilds.guild_id = results.guild_id), 0) AND person > 0"
        " AND coalesce((SELECT counts FROM corrections"
        " WHERE corrections.sequence = results.sequence ORDER BY id DESC LIMIT 1), 1) = 1"
        " ORDER BY sequence, team, seat",
        guild_id, pool, since,
    )  # fmt: skip
    for sequence, group in groupby(rows, lambda row: int(row["sequence"])):
        ends = list(group)
        game = _resigned(ends[0]) if ends[0]["against"] else _ended(ends)
        if len(game.teams) > 1:  # Otherwise rows were lost: whoever mends results folds again.
            deviation = START_DEVIATION_WITH_DICE if ends[0]["dice"] else START_DEVIATION
            yield _Game(guild_id, pool, sequence, game, deviation)


def _ended(rows: Iterable[Row]) -> Rated:
    """Return a game by its rows, which are sorted by team."""
    teams = [list(members) for _, members in groupby(rows, lambda row: row["team"])]
    first = [members[0] for members in teams]
    return Rated(
        teams=tuple(tuple(row["person"] for row in members) for members in teams),
        ranks=tuple(row["rank"] for row in first),
        edges=tuple(row["edge"] for row in first),
        ended_at=first[0]["ended_at"],
    )


def _resigned(row: Row) -> Rated:
    """Return the game by which a player who resigned among three is rated."""
    rivals = [(person, team, edge, 1) for person, team, edge in json.loads(row["against"])]
    own = (row["person"], row["team"], row["edge"], row["rank"])
    teams = sorted((own, *rivals), key=itemgetter(1))
    return Rated(
        teams=tuple((person,) for person, *_ in teams),
        ranks=tuple(rank for *_, rank in teams),
        edges=tuple(edge for _, _, edge, _ in teams),
        ended_at=row["ended_at"],
        resigned=teams.index(own),
    )


def _before(tx: Transaction, guild_id: int, pool: str, since: int) -> dict[Person, Standing]:
    """Return all standings before the game with this number."""
    standings = _stored(tx, guild_id, pool)
    later = tx.do(
        "SELECT person, rating_before AS rating, deviation_before AS deviation,"
        " games_before AS games, played_before AS played_at FROM steps"
        " WHERE guild_id = ? AND pool = ? AND (person, sequence) IN"
        " (SELECT person, min(sequence) FROM steps"
        " WHERE guild_id = ? AND pool = ? AND sequence >= ? GROUP BY person)",
        guild_id, pool, guild_id, pool, since,
    )  # fmt: skip
    standings.update((row["person"], _standing(row)) for row in later)
    return {person: standing for person, standing in standings.items() if standing.games}


def _stored(tx: Transaction, guild_id: int, pool: str) -> dict[Person, Standing]:
    rows = tx.do("SELECT * FROM ratings WHERE guild_id = ? AND pool = ?", guild_id, pool)
    return {row["person"]: _standing(row) for row in rows}


def _moved(
    tx: Transaction, counted: _Game, before: Mapping[Person, Standing]
) -> dict[Person, Standing]:
    """Store how a game moves its players' standings, and return them."""
    moved = after(counted.game, before, counted.deviation)
    tx.each(
        "INSERT INTO steps (guild_id, pool, sequence, person, rating_before,"
        " deviation_before, games_before, played_before, rating, deviation, team)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (guild_id, pool, sequence, person) DO UPDATE SET"
        " rating_before = excluded.rating_before, deviation_before = excluded.deviation_before,"
        " games_before = excluded.games_before, played_before = excluded.played_before,"
        " rating = excluded.rating, deviation = excluded.deviation, team = excluded.team",
        ((counted.guild_id, counted.pool, *step) for step in _steps(counted, before, moved)),
    )
    return moved


def _steps(
    counted: _Game, before: Mapping[Person, Standing], moved: Mapping[Person, Standing]
) -> Iterator[_Step]:
    """Yield the rows of steps for a game."""
    first = Standing.first(counted.deviation)
    for team, people in enumerate(counted.game.teams):
        for person in people:
            old, new = before.get(person, first), moved[person]
            yield (
                counted.sequence, person, old.rating, old.deviation, old.games, old.played_at,
                new.rating, new.deviation, team,
            )  # fmt: skip


def _put(tx: Transaction, guild_id: int, pool: str, standings: Mapping[Person, Standing]) -> None:
    tx.each(
        "INSERT INTO ratings (guild_id, pool, person, rating, deviation, games,"
        " played_at) VALUES (?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (guild_id, pool, person) DO UPDATE SET"
        " rating = excluded.rating, deviation = excluded.deviation, games = excluded.games,"
        " played_at = excluded.played_at",
        (
            (guild_id, pool, person, each.rating, each.deviation, each.games, each.played_at)
            for person, each in standings.items()
        ),
    )


def _standing(row: Row) -> Standing:
    return Standing(row["rating"], row["deviation"], row["games"], row["played_at"])


def _told(standing: Standing | None) -> str:
    if standing is None:
        return "no rating"
    return f"{standing.rating} ({standing.deviation}) after {standing.games} games"

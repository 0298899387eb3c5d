"""Counters of results: written in the result's transaction, and counted anew at any time.

They follow from the rows of results, and of the tables that these belong to.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, permutations
from typing import Final, TypeAlias

from bot.model.table import Table, Terms
from bot.store.sql.database import Database, Row, Transaction, Value, marks
from rules.match.table_rules import LATE, LEFT

__all__ = ["NOWHERE", "Counters", "count", "count_again", "options_text", "wrong_counters"]

NOWHERE: Final = 0
"""Stands for a server where games were played in none."""
_MANY: Final = 5_000
"""Ends that are counted at once."""


@dataclass(frozen=True, slots=True)
class _Counter:
    """A table of counters: the columns that tell what is counted, and those that count."""

    name: str
    key: tuple[str, ...]
    numbers: tuple[str, ...]

    @property
    def add(self) -> str:
        """The statement that adds a row to what is stored."""
        columns = (*self.key, *self.numbers)
        added = (f"{name} = {self._sum(name)}" for name in self.numbers)
        return (
            f"INSERT INTO {self.name} ({', '.join(columns)}) VALUES ({marks(columns)})"  # noqa: S608
            f" ON CONFLICT ({', '.join(self.key)}) DO UPDATE SET {', '.join(added)}"
        )

    def _sum(self, number: str) -> str:
        stored, new = f"{self.name}.{number}", f"excluded.{number}"
        add = _ADDED.get(number)
        return f"{add.__name__}({stored}, {new})" if add else f"{stored} + {new}"


_PLAYED: Final = _Counter(
    "played",
    ("person", "guild_id", "pool"),
    ("won", "drawn", "lost", "timed_out", "given_up", "turns", "late", "longest", "since"),
)
_TIMES: Final = _Counter("turn_times", ("person", "guild_id", "seconds"), ("turns",))
_RIVALS: Final = _Counter("rivals", ("person", "rival", "pool"), ("ahead", "level", "behind"))
_ENGINES: Final = _Counter("engine_games", ("game", "level"), ("won", "drawn", "lost"))
_FACTS: Final = _Counter(
    "game_facts",
    ("guild_id", "game", "version", "seating", "options", "what", "rule", "number"),
    ("times",),
)
_ALL: Final = (_PLAYED, _TIMES, _RIVALS, _ENGINES, _FACTS)
_ADDED: Final[Mapping[str, Callable[[int, int], int]]] = {"longest": max, "since": min}
"""The functions that combine numbers which aren't summed."""

_Key: TypeAlias = tuple[_Counter, tuple[Value, ...]]


class Counters:
    """Counters of what leads to no result."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def refused(self, table: Table, rule: str) -> None:
        """Count a move that a rule refused in a game between people in a server, without people.

        It is stored with the next transaction, and may be lost.
        """
        guild_id, terms = table.guild_id, table.terms
        if guild_id is None or any(each.is_engine for each in (*table.players, *table.others)):
            return
        variant = (guild_id, terms.game, table.version, terms.seating, options_text(terms))

        def write(tx: Transaction) -> None:
            tx.do(
                "INSERT INTO refusals (guild_id, game, version, seating, options, rule, times)"
                " VALUES (?, ?, ?, ?, ?, ?, 1)"
                " ON CONFLICT (guild_id, game, version, seating, options, rule)"
                " DO UPDATE SET times = refusals.times + 1",
                *variant, rule,
            )  # fmt: skip

        self._db.defer(write)


def options_text(terms: Terms) -> str:
    """Return the options of a game as they are stored, the same for the same options."""
    return json.dumps(dict(terms.options), sort_keys=True)


class _Counts:
    """Counts of some ends, not yet stored."""

    def __init__(self) -> None:
        self._found: dict[_Key, dict[str, int]] = {}

    def add(self, counter: _Counter, *key: Value, **more: int) -> None:
        """Count something more."""
        counts = self._found.setdefault((counter, key), {})
        for name, number in more.items():
            known = counts.get(name)
            add = _ADDED.get(name, int.__add__)
            counts[name] = number if known is None else add(known, number)

    def rows(self, counter: _Counter) -> Iterator[tuple[Value, ...]]:
        """Yield the rows of a table of counters."""
        for (of, key), counts in self._found.items():
            if of is counter:
                yield (*key, *(counts.get(name, 0) for name in counter.numbers))


def count(tx: Transaction, sequence: int) -> None:
    """Count the end with this number, which has just been stored."""
    counts = _Counts()
    _count_end(counts, _rows(tx, sequence, sequence))
    for counter in _ALL:
        tx.each(counter.add, counts.rows(counter))


def count_again(tx: Transaction) -> None:
    """Count all results again from the start."""
    counts = _all_counts(tx)
    for counter in _ALL:
        name = counter.name
        tx.do(f"DELETE FROM {name}")  # noqa: S608
        tx.each(counter.add, counts.rows(counter))


def wrong_counters(tx: Transaction) -> list[str]:
    """Return phrases that name the counters that don't follow from the results."""
    counts = _all_counts(tx)
    return [each for counter in _ALL for each in _wrong(tx, counter, counts)]


def _wrong(tx: Transaction, counter: _Counter, counts: _Counts) -> Iterator[str]:
    name, columns = counter.name, counter.key + counter.numbers
    rows = tx.do(f"SELECT * FROM {name}")  # noqa: S608
    stored = {tuple(row[each] for each in columns) for row in rows}
    wanted = set(counts.rows(counter))
    for kind, differing in (("has", stored - wanted), ("lacks", wanted - stored)):
        for row in sorted(differing, key=str):
            told = ", ".join(f"{each} {value}" for each, value in zip(columns, row, strict=True))
            yield f"{name} {kind} {told}"


def _all_counts(tx: Transaction) -> _Counts:
    counts = _Counts()
    (last,) = tx.do("SELECT coalesce(max(sequence), 0) AS sequence FROM results")
    for first in range(1, last["sequence"] + 1, _MANY):
        rows = _rows(tx, first, first + _MANY - 1)
        for _, end in groupby(rows, lambda row: int(row["sequence"])):
            _count_end(counts, list(end))
    return counts


def _rows(tx: Transaction, first: int, last: int) -> list[Row]:
    """Return the results of some ends, with the terms of their tables."""
    return tx.do(
        "SELECT results.*, rules_version, seating, options FROM results"
        " JOIN tables ON tables.id = table_id WHERE sequence BETWEEN ? AND ?"
        " ORDER BY sequence, seat",
        first, last,
    )  # fmt: skip


def _count_end(counts: _Counts, rows: Sequence[Row]) -> None:
    """Count the end of a game, or of one player's part in it, by its rows."""
    if rows[0]["engines"]:
        _count_engines(counts, rows)
        return
    for row in rows:
        _count_person(counts, row, _result(row, rows))
    for row, other in permutations(rows, 2):
        if row["team"] != other["team"] and row["rank"] is not None:
            counts.add(
                _RIVALS,
                row["person"],
                other["person"],
                row["pool"],
                ahead=int(row["rank"] < other["rank"]),
                level=int(row["rank"] == other["rank"]),
                behind=int(row["rank"] > other["rank"]),
            )
    if rows[0]["guild_id"] is not None:
        _count_facts(counts, rows)


def _count_engines(counts: _Counts, rows: Sequence[Row]) -> None:
    for row in rows:
        result = _result(row, rows)
        if row["level"] is not None and result is not None:
            counts.add(_ENGINES, row["game"], row["level"], **{result: 1})


def _count_person(counts: _Counts, row: Row, result: str | None) -> None:
    person, guild_id = row["person"], row["guild_id"] or NOWHERE
    counts.add(
        _PLAYED,
        person,
        guild_id,
        row["pool"],
        **({result: 1} if result else {}),
        timed_out=int(result == "lost" and row["rule"] == LATE.key),
        given_up=int(row["rule"] == LEFT.key),
        turns=row["turns"],
        late=row["late"],
        longest=row["length"] if result else 0,
        since=row["ended_at"],
    )
    for seconds, turns in _waits(row):
        counts.add(_TIMES, person, guild_id, seconds, turns=turns)


def _count_facts(counts: _Counts, rows: Sequence[Row]) -> None:
    """Count what authors of a game want to know about it, without people."""
    first = rows[0]
    variant = tuple(
        first[name] for name in ("guild_id", "game", "rules_version", "seating", "options")
    )
    has_left = first["rule"] == LEFT.key or first["against"] is not None
    what = "left" if has_left else "void" if first["rank"] is None else "ended"
    counts.add(_FACTS, *variant, what, first["rule"], _roughly(first["length"]), times=1)
    for row in rows:
        result = _result(row, rows)
        if result is not None and not has_left:
            counts.add(_FACTS, *variant, result, "", row["seat"], times=1)
        for seconds, turns in _waits(row):
            counts.add(_FACTS, *variant, "turn", "", seconds, times=turns)


def _result(row: Row, rows: Sequence[Row]) -> str | None:
    """Return the result of a game for a person: won, drawn or lost, or None if it has none.

    Someone who gave up a seat has none, unless they resigned among three. Three may share a place.
    """
    if row["rank"] is None or row["rule"] == LEFT.key:
        return None
    if row["rank"] > 1:
        return "lost"
    return "won" if any(other["rank"] > 1 for other in rows) else "drawn"


def _waits(row: Row) -> Iterator[tuple[int, int]]:
    waits: Mapping[str, int] = json.loads(row["waits"])
    for seconds, turns in waits.items():
        yield int(seconds), turns


def _roughly(length: int) -> int:
    """Return a number of rounds by which games are counted: exact to 100, then in steps."""
    step = 1 if length < 100 else 10 if length < 1000 else 100
    return length - length % step

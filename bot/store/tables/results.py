"""The rows of results, written in the transaction of the entry that leads to them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from bot.model.caller import Person
from bot.model.position import table_after
from bot.model.ratings import MOST_OF_A_PAIR, PAIR_WINDOW, Why, why_not
from bot.model.results import Result, result_of_leaver, results_of, team_of, timing_of
from bot.model.table import Table
from bot.store.sql.database import Transaction, Value
from bot.store.tables.counters import count
from bot.store.tables.ratings import fold_again, rate, take_turn_at_results
from rules.log.entries import Entry
from rules.log.events import SeatTaken, SeatWay
from rules.match.match import Match
from rules.match.rounds import round_of
from rules.match.table_rules import LEFT

__all__ = [
    "had_changes",
    "mend_results",
    "result_rows",
    "stored_rows",
    "write_end",
    "write_leaving",
]

_FROM_LOG: Final = (
    "seat, player_id, person, team, sides, rank, score, worth, rule, ended_at, entry, series_id,"
    " game, guild_id, pool, dice, length, engines, level, turns, late, waits"
)
"""The columns that follow from the log, except the last: why the game doesn't count."""


@dataclass(frozen=True, slots=True)
class _End:
    """The end of a game, or of one player's part in it, with its results."""

    entry: Entry
    results: tuple[Result, ...]
    why: Why | None
    """The reason why it does not count for ratings, as far as the log tells."""
    match: Match
    """The game as it was then."""
    against: tuple[tuple[Person, int], ...] = ()
    """The people who play on after a person resigned among three, with their teams."""

    @property
    def people(self) -> list[tuple[Person | None, int]]:
        """Everyone whom it may rate, with their teams."""
        return [*((each.person, each.team) for each in self.results), *self.against]


def write_end(tx: Transaction, table: Table) -> None:
    """Store the results of a game that has just ended, how it moves ratings, and its counters."""
    _write(tx, table, _end(table, had_changes(tx, table.series_id, table.id)))


def write_leaving(tx: Transaction, table: Table, entry: Entry, event: SeatTaken) -> None:
    """Store the result of the player whose seat this entry gave to another.

    It counts at once if they resigned among three, and otherwise never.
    """
    changed_before = had_changes(tx, table.series_id, table.id)
    _write(tx, table, _leaving(table, entry, event, changed_before))


def _write(tx: Transaction, table: Table, end: _End) -> None:
    """Store results as the newest, how they move ratings, and the counters."""
    take_turn_at_results(tx)
    if end.why is None and _met_too_often(tx, table, end):
        end = replace(end, why=Why.PAIR)
    sequence = _next_sequence(tx)
    _insert(tx, table, end, sequence)
    count(tx, sequence)
    if end.why is None and table.guild_id is not None:
        rate(tx, table.guild_id, _pool(table), sequence)


def had_changes(tx: Transaction, series_id: int | None, table_id: int) -> bool:
    """Return True if a seat changed hands in an earlier game of a series."""
    rows = tx.do(
        "SELECT 1 FROM results WHERE series_id = ? AND table_id < ? AND rule = ? LIMIT 1",
        series_id, table_id, LEFT.key,
    )  # fmt: skip
    return bool(rows)


def result_rows(table: Table, changed_before: bool) -> frozenset[tuple[Value, ...]]:
    """Return the results that follow from a table's log, in the form of `stored_rows`.

    `changed_before` is what `had_changes` returns.
    """
    return frozenset(
        _columns(table, end, each) for end in _ends(table, changed_before) for each in end.results
    )


def stored_rows(tx: Transaction, table_id: int) -> frozenset[tuple[Value, ...]]:
    """Return a table's stored results, as far as they follow from its log.

    Their sequence numbers don't, nor whether two opponents had met too often. Edges, and `against`
    with them, belong to their day.
    """
    rows = tx.do(
        f"SELECT {_FROM_LOG}, nullif(why, ?) FROM results WHERE table_id = ?",  # noqa: S608
        Why.PAIR.value, table_id,
    )  # fmt: skip
    return frozenset(map(tuple, rows))


def mend_results(tx: Transaction, table: Table) -> None:
    """Rewrite the results of a table, and fold the ratings that they move again.

    An end keeps its number, and whether two opponents had met too often, if one of its rows is
    left. Otherwise it counts as the newest. The counters stay: they were written with the rows that
    the table had before any damage.
    """
    take_turn_at_results(tx)
    rows = tx.do("SELECT entry, sequence, why FROM results WHERE table_id = ?", table.id)
    known = {row["entry"]: (row["sequence"], row["why"]) for row in rows}
    tx.do("DELETE FROM results WHERE table_id = ?", table.id)
    for end in _ends(table, had_changes(tx, table.series_id, table.id)):
        sequence, why = known.get(end.entry.number, (None, None))
        is_paired = _met_too_often(tx, table, end) if sequence is None else why == Why.PAIR.value
        mended = replace(end, why=Why.PAIR) if end.why is None and is_paired else end
        _insert(tx, table, mended, sequence or _next_sequence(tx))
    if table.guild_id is not None and table.match is not None:
        fold_again(tx, table.guild_id, _pool(table))


def _ends(table: Table, changed_before: bool) -> Iterator[_End]:
    match = table.match
    if match is None:
        return
    for entry in match.entries:
        if isinstance(entry.event, SeatTaken):
            yield _leaving(table, entry, entry.event, changed_before)
    if match.outcome is not None:
        yield _end(table, changed_before)


def _end(table: Table, changed_before: bool) -> _End:
    match, why = table.started, why_not(table, had_changes=changed_before)
    return _End(match.entries[-1], results_of(table), why, match)


def _leaving(table: Table, entry: Entry, event: SeatTaken, changed_before: bool) -> _End:
    before = table_after(table, entry.number - 1)
    match = before.started
    results = (result_of_leaver(table, event, entry.number),)
    if event.way is not SeatWay.RESIGNED:
        return _End(entry, results, Why.HANDS, match)
    why = why_not(before, had_changes=changed_before)
    rivals = (seat for seat in match.seats if seat != event.seat)
    against = tuple(
        (before.at(seat).user.id, team_of(match.game.spec, match.seating, seat)) for seat in rivals
    )
    return _End(entry, results, why, match, against)


def _insert(tx: Transaction, table: Table, end: _End, sequence: int) -> None:
    edges = table.started.game.spec.pool(table.seating).edges
    rivals = [(person, team, edges[team]) for person, team in end.against]
    against = json.dumps(rivals) if rivals else None
    tx.each(
        f"INSERT INTO results (table_id, sequence, edge, against, {_FROM_LOG}, why)"  # noqa: S608
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (table.id, sequence, edges[each.team], against, *_columns(table, end, each))
            for each in end.results
        ),
    )


def _columns(table: Table, end: _End, result: Result) -> tuple[Value, ...]:
    everybody = (*table.players, *table.others)
    (level,) = (each.stored_level for each in everybody if each.id == result.player_id)
    timing = timing_of(end.match, result.seat, result.player_id)
    return (
        result.seat, result.player_id, result.person, result.team, json.dumps(result.sides),
        result.rank, result.score, result.worth, result.rule, end.entry.at, end.entry.number,
        table.series_id, table.terms.game, table.guild_id, _pool(table),
        int(table.dice is not None), _rounds(end.match), int(_had_engines(table, end.entry)),
        level, timing.turns, timing.late, json.dumps(timing.waits, sort_keys=True),
        end.why.value if end.why else None,
    )  # fmt: skip


def _rounds(match: Match) -> int:
    """Return the number of rounds that a game has had."""
    turns = sum(ply.side is not None for ply in match.plies)
    return round_of(turns - 1, len(match.game.spec.teams))


def _had_engines(table: Table, entry: Entry) -> bool:
    """Return True if a computer opponent has had a seat before an entry."""
    return any(
        player.is_engine and player.seat is not None and player.from_entry < entry.number
        for player in (*table.players, *table.others)
    )


def _pool(table: Table) -> str:
    return table.started.game.spec.pool(table.seating).key


def _next_sequence(tx: Transaction) -> int:
    (row,) = tx.do("SELECT coalesce(max(sequence), 0) + 1 AS next FROM results")
    return int(row["next"])


def _met_too_often(tx: Transaction, table: Table, end: _End) -> bool:
    """Return True if two opponents in a game have no counted games left for now.

    A game that was later struck from the ratings still uses one up.
    """
    since = end.entry.at - PAIR_WINDOW
    where = (table.guild_id, _pool(table), since)
    pairs = combinations(end.people, 2)
    for one, other in ((a[0], b[0]) for a, b in pairs if a[1] != b[1]):
        # In `against`, which is JSON, a person's number is the first of a list.
        rows = tx.do(
            "SELECT 1 FROM results AS mine WHERE person = ? AND guild_id = ? AND pool = ?"
            " AND ended_at > ? AND why IS NULL AND (against LIKE '%[' || ? || ',%' OR EXISTS"
            " (SELECT 1 FROM results AS theirs WHERE theirs.sequence = mine.sequence"
            " AND theirs.person = ? AND theirs.team <> mine.team))"
            " UNION ALL SELECT 1 FROM results WHERE person = ? AND guild_id = ? AND pool = ?"
            " AND ended_at > ? AND why IS NULL AND against LIKE '%[' || ? || ',%'",
            one, *where, other, other, other, *where, one,
        )  # fmt: skip
        if len(rows) >= MOST_OF_A_PAIR:
            return True
    return False

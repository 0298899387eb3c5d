"""Reads the games of a week, and queues the weekly message of a server."""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import Final

from bot.extensions.week.values import (
    TOLD,
    Ended,
    Read,
    Telling,
    day_of,
    hour_on,
    next_sunday,
    week_item,
    week_timer,
)
from bot.model.audience import is_shown
from bot.model.caller import Person, Place, PlaceKind
from bot.model.ratings import NEWCOMER
from bot.model.server import Club, ServerSettings
from bot.store.people.preferences import hidden_of
from bot.store.queues.queues import enqueue, set_timer
from bot.store.servers.facts import club_of, settings_in
from bot.store.sql.database import Database
from bot.store.sql.hooks import Hooks
from bot.store.sql.transaction import Row, Transaction, marks
from rules.club.week import WEEK, untold_since
from rules.match.table_rules import COMMON

__all__ = ["HOOKS", "MOST_REPORTS", "WeekStore", "Wish", "settle"]

MOST_REPORTS: Final = 40
"""The most reports that are read, those on the longest games."""
_ROWS: Final = 600
"""The most results that are read: the newest."""
_WINNERS: Final = 60
"""The most people whose last results are read."""
_RESULTS: Final = 10
"""The results read per person, so that no longer streak is told."""
_PAIRS: Final = 100
"""The most pairs of people checked for earlier meetings."""
_OF_TABLE: Final = frozenset(rule.key for rule in COMMON)
"""The rules of the table, by which a game ends before its own rules end it."""


@dataclass(frozen=True, slots=True)
class Wish:
    """The club of a server, and the end of the last week told, or None."""

    club: Club
    told: int | None


class WeekStore:
    """The weeks of servers. Times are Unix seconds."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def wish(self, guild_id: int) -> Wish | None:
        """Return a server's wish for weekly messages, or None for one that removed the bot."""

        def read(tx: Transaction) -> Wish | None:
            club = club_of(tx, guild_id)
            if club is None:
                return None
            (row,) = tx.do("SELECT week_told FROM guilds WHERE guild_id = ?", guild_id)
            return Wish(club, row["week_told"])

        return await self._db.snapshot(read)

    async def read(self, guild_id: int, start: int, until: int, channels: Collection[int]) -> Read:
        """Return the games that ended after `start`, by `until`, and their players.

        `channels` are those whose games may be shown.
        """
        return await self._db.snapshot(lambda tx: _read(tx, guild_id, start, until, channels))

    async def reports(self, digests: Sequence[str]) -> Mapping[str, str]:
        """Map the digests of logs to the most exact reports on their games."""
        rows = await self._db.rows(
            f"SELECT digest, report FROM reports WHERE digest IN ({marks(digests)})"  # noqa: S608
            " ORDER BY digest, how",
            *digests,
        )
        return {row["digest"]: row["report"] for row in rows}


def settle(
    tx: Transaction,
    guild_id: int,
    *,
    name: str,
    telling: Telling | None,
    now: int,
    done: Callable[[Transaction], None],
) -> None:
    """Complete the timer of a server's week, set the next one, and queue the weekly message.

    `name` is the timer's. A telling of None leaves the games to the next week, and so does one
    without lines.
    """
    done(tx)
    settings = settings_in(tx, guild_id).club
    until = hour_on(day_of(name), settings)
    _plan(tx, guild_id, settings, max(now, until))
    club = club_of(tx, guild_id)
    if club is None or club.week is None:
        return
    (row,) = tx.do("SELECT week_told FROM guilds WHERE guild_id = ?", guild_id)
    is_told = telling is not None and bool(telling.lines)
    told = until if is_told else untold_since(row["week_told"], until)
    tx.do("UPDATE guilds SET week_told = ? WHERE guild_id = ?", told, guild_id)
    if telling is not None:
        enqueue(tx, week_item(guild_id, club.week, day_of(name), telling, now))


def _plan(tx: Transaction, guild_id: int, club: Club, now: int) -> None:
    """Set the timer of a server's next week, or drop it if the server wants none.

    A timer that is set keeps its Sunday, so no week is told twice even if the hour changes.
    """
    names = f"{TOLD}:{guild_id}:", f"{TOLD}:{guild_id};"
    rows = tx.do("SELECT dedupe FROM timers WHERE dedupe BETWEEN ? AND ?", *names)
    tx.do("DELETE FROM timers WHERE dedupe BETWEEN ? AND ?", *names)
    if club.week is not None:
        day = day_of(rows[0]["dedupe"]) if rows else next_sunday(now, club)
        set_timer(tx, week_timer(guild_id, day, club))


def _settings_changed(
    tx: Transaction, guild_id: int, before: ServerSettings, after: ServerSettings, now: int
) -> None:
    if after.club != before.club:
        _plan(tx, guild_id, after.club, now)


def _times_mended(tx: Transaction, now: int) -> None:
    """Move timers from Sundays that only a clock set ahead can have chosen."""
    for row in tx.do(
        "SELECT guild_id, dedupe FROM timers WHERE kind = ? AND due > ? LIMIT ?",
        TOLD, now + 2 * WEEK, _ROWS,
    ):  # fmt: skip
        tx.do("DELETE FROM timers WHERE dedupe = ?", row["dedupe"])
        _plan(tx, row["guild_id"], settings_in(tx, row["guild_id"]).club, now)


HOOKS: Final = Hooks(settings_changed=[_settings_changed], times_mended=[_times_mended])
"""The hooks of the weekly message in the core's transactions."""


def _read(
    tx: Transaction, guild_id: int, start: int, until: int, channels: Collection[int]
) -> Read:
    rows = tx.do(
        "SELECT results.*, entry = entry_count AS is_end, channel_id, parent_id, place, secret,"
        " options, log_digest, coalesce((SELECT counts FROM corrections"
        " WHERE corrections.sequence = results.sequence ORDER BY corrections.id DESC LIMIT 1), 1)"
        " AS counts FROM results JOIN tables ON tables.id = table_id"
        " WHERE results.guild_id = ? AND ended_at > ? AND ended_at <= ? AND rank IS NOT NULL"
        " ORDER BY ended_at DESC, table_id DESC LIMIT ?",
        guild_id, start, until, _ROWS,
    )  # fmt: skip
    by_table = [list(group) for _, group in groupby(rows, lambda row: int(row["table_id"]))]
    is_cut = len(rows) == _ROWS
    by_table = by_table[:-1] if is_cut else by_table  # Rows of the last one may be missing.
    everyone = {row["person"] for group in by_table for row in group if row["person"]}
    known = _known(tx, [*everyone])
    ends = [sorted(filter(_is_end, group), key=lambda row: int(row["seat"])) for group in by_table]
    games = [_ended(group, known, channels) for group in ends if group]
    told = [each for each in games if each.is_told]
    return Read(
        games=games,
        players=len(everyone),
        is_cut=is_cut,
        newcomers=_newcomers(tx, guild_id, start, told),
        streaks=_streaks(tx, guild_id, start, until, told),
        met=_met(tx, games),
        upsets=_upsets(tx, guild_id, [group for group in ends if group], told),
    )


def _is_end(row: Row) -> bool:
    """Return True unless it is the result of a player who left before the end."""
    return bool(row["is_end"])


def _known(tx: Transaction, people: Sequence[Person]) -> frozenset[Person]:
    """Return which people may be named: neither forgotten nor hidden."""
    rows = tx.do(f"SELECT person FROM people WHERE person IN ({marks(people)})", *people)  # noqa: S608
    return frozenset(row["person"] for row in rows) - hidden_of(tx, people)


def _ended(rows: Sequence[Row], known: Collection[Person], channels: Collection[int]) -> Ended:
    """Return a game from the results of everyone who was in it at its end."""
    first = rows[0]
    people = tuple(Person(row["person"]) for row in rows if row["person"])
    pairs = combinations(sorted(rows, key=lambda row: row["person"] or 0), 2)
    place = Place(
        first["channel_id"], first["guild_id"], first["parent_id"],
        PlaceKind(first["place"]), bool(first["secret"]),
    )  # fmt: skip
    won = [row for row in rows if row["rank"] == 1]
    if len(won) == len(rows):
        won = []
    teams = {row["team"] for row in won}
    may_be_told = (
        len(people) >= 2
        and not first["engines"]
        and bool(first["counts"])
        and all(person in known for person in people)
        and is_shown(place, channels)
    )
    return Ended(
        table=first["table_id"],
        ended=first["ended_at"],
        game=first["game"],
        options=json.loads(first["options"]),
        length=first["length"],
        by_rules=first["rule"] not in _OF_TABLE,
        people=people,
        rivals=tuple(
            (one["person"], other["person"])
            for one, other in pairs
            if one["person"] and one["team"] != other["team"]
        ),
        winner=teams.pop() if len(teams) == 1 else None,
        winners=frozenset(Person(row["person"]) for row in won if row["person"]),
        digest=first["log_digest"],
        is_told=may_be_told,
    )


def _newcomers(
    tx: Transaction, guild_id: int, start: int, told: Iterable[Ended]
) -> Sequence[Person]:
    """Return the people in these games who had finished none here before, in their order."""
    people = sorted({person for each in told for person in each.people})
    rows = tx.do(
        "SELECT person, min(since) AS first FROM played"  # noqa: S608
        f" WHERE guild_id = ? AND person IN ({marks(people)})"
        " GROUP BY person HAVING min(since) > ? ORDER BY first, person",
        guild_id, *people, start,
    )  # fmt: skip
    return [Person(row["person"]) for row in rows]


def _streaks(
    tx: Transaction, guild_id: int, start: int, until: int, told: Iterable[Ended]
) -> Mapping[int, int]:
    """Return how often the people with most wins in these games have won in a row, up to ten.

    Someone whose last win was in a game that isn't told has no streak.
    """
    wins = Counter(person for each in told for person in each.winners)
    tables = {each.table for each in told}
    found = dict[int, int]()
    for person in sorted(wins, key=lambda each: (-wins[each], each))[:_WINNERS]:
        rows = tx.do(
            "SELECT table_id, ended_at, rank, EXISTS (SELECT 1 FROM results AS other"
            " WHERE other.sequence = results.sequence AND other.rank > 1) AS decided"
            " FROM results WHERE person = ? AND guild_id = ? AND engines = 0"
            " AND rank IS NOT NULL AND ended_at <= ? ORDER BY ended_at DESC, sequence DESC LIMIT ?",
            person, guild_id, until, _RESULTS,
        )  # fmt: skip
        won = [row["rank"] == 1 and bool(row["decided"]) for row in rows]
        if rows and rows[0]["table_id"] in tables and rows[0]["ended_at"] > start:
            found[person] = won.index(False) if False in won else len(won)
    return found


def _met(tx: Transaction, games: Sequence[Ended]) -> Sequence[tuple[Person, Person]]:
    """Return pairs who met for the first time, in their order. All their games are here."""
    here = Counter(pair for each in games for pair in each.rivals)
    told = [pair for each in reversed(games) if each.is_told for pair in each.rivals]
    found = list[tuple[Person, Person]]()
    for pair in [*dict.fromkeys(told)][-_PAIRS:]:
        (row,) = tx.do(
            "SELECT coalesce(sum(ahead + level + behind), 0) AS games FROM rivals"
            " WHERE person = ? AND rival = ?",
            *pair,
        )
        if row["games"] <= here[pair]:
            found.append(pair)
    return found


def _upsets(
    tx: Transaction, guild_id: int, ends: Iterable[Sequence[Row]], told: Iterable[Ended]
) -> Mapping[int, int]:
    """Return by how many points the winner was below, in counted games of two ranked people."""
    decided = {each.table: each for each in told if each.winner is not None}
    found = dict[int, int]()
    for rows in ends:
        first = rows[0]
        game = decided.get(first["table_id"])
        if game is None or len(game.people) != 2 or first["why"] is not None:
            continue
        steps = tx.do(
            "SELECT person, rating_before, games_before FROM steps"
            " WHERE guild_id = ? AND pool = ? AND sequence = ?",
            guild_id, first["pool"], first["sequence"],
        )  # fmt: skip
        if len(steps) == 2 and all(step["games_before"] >= NEWCOMER for step in steps):
            points = {step["person"]: (step["rating_before"] + 50) // 100 for step in steps}
            (won,) = (points[person] for person in game.winners)
            found[game.table] = sum(points.values()) - 2 * won
    return found

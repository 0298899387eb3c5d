"""The facts behind club boards, and the boards' places."""

import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date
from itertools import permutations
from typing import Final

from bot.extensions.club.values import CLUB_BOARD, ClubFacts, Days, OpenTable, look_at
from bot.model.caller import Person
from bot.model.event_game import read_event_game
from bot.model.lists import TableSummary
from bot.model.ratings import NEWCOMER
from bot.model.server import ServerSettings
from bot.model.table import Table
from bot.store.people.preferences import hidden_of
from bot.store.queues.displays import ask, post, remove
from bot.store.queues.queues import set_timer
from bot.store.servers.facts import keep_settings, settings_in
from bot.store.sql.database import Database, Row, Transaction, marks
from bot.store.sql.hooks import Hooks
from bot.store.sql.privacy import UNTIL_REMOVED, Kept
from bot.store.tables.loading import place_of, summaries
from rules.club.board import Featured, Running
from rules.club.entries import Stage
from rules.registry import all_games

__all__ = ["HOOKS", "KEPT", "ClubStore"]

KEPT: Final = (
    Kept(
        "club_boards", "which games the club board of a server shows",
        "so that they stay where they are on it, and the game of the day changes",
        UNTIL_REMOVED,
        place="guild_id lost_channel", neither="tiles day",
        deleted_with="guild_id",
    ),
)  # fmt: skip
"""The table of club boards, with what it holds about people."""
_RUNNING: Final = 500
"""The most running games, and games that ended lately, that are read."""
_OPEN: Final = 100
"""The most open tables that are read."""
_PEOPLE: Final = 60
"""The most games among which those to show are chosen."""
_WATCHED: Final = 24
"""The most games in the menu."""
_PLIES: Final = 100
"""The most entries of a game among which turns are counted."""


class ClubStore:
    """Club boards."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def facts(self, guild_id: int, channels: Collection[int], since: int) -> ClubFacts:
        """Return what a board may show of the games in these channels and their public threads.

        `since` is the beginning of the day whose moves are counted.
        """
        return await self._db.snapshot(lambda tx: _facts(tx, guild_id, channels, since))

    async def keep(self, guild_id: int, tiles: Sequence[int | None], days: Days) -> None:
        """Store the tables on the tiles, and the games of the day."""
        await self._db.write(
            "INSERT INTO club_boards (guild_id, tiles, day) VALUES (?, ?, ?)"
            " ON CONFLICT (guild_id) DO UPDATE SET tiles = excluded.tiles, day = excluded.day",
            guild_id, json.dumps(tiles), json.dumps([(str(day), table) for day, table in days]),
        )  # fmt: skip

    async def lost_channel(self, guild_id: int) -> int | None:
        """Return the channel whose closing turned the board off, or None."""
        row = await self._db.row(
            "SELECT lost_channel FROM club_boards WHERE guild_id = ?", guild_id
        )
        return row["lost_channel"] if row else None

    async def post_anew(self, guild_id: int, channel_id: int, now: int) -> None:
        """Queue a new message as the board, unless the server has moved or dropped it meanwhile."""

        def write(tx: Transaction) -> None:
            if settings_in(tx, guild_id).club.board == channel_id:
                _put_board(tx, guild_id, channel_id, now)

        await self._db.transact(write)

    async def turn_off(self, guild_id: int, channel_id: int, now: int) -> None:
        """Turn off a board whose channel is closed, and remember that for the diagnosis."""

        def write(tx: Transaction) -> None:
            held = settings_in(tx, guild_id)
            if held.club.board == channel_id:
                off = replace(held, club=replace(held.club, board=None))
                keep_settings(tx, guild_id, off)
                _put_board(tx, guild_id, None, now)
                _note_lost(tx, guild_id, channel_id)

        await self._db.transact(write)


def _table_changed(tx: Transaction, table: Table, now: int) -> None:
    """Queue an edit of the server's board, if it has one, after a change at a table."""
    if table.guild_id is not None:
        _club_changed(tx, table.guild_id, now)


def _club_changed(tx: Transaction, guild_id: int, now: int) -> None:
    ask(tx, CLUB_BOARD, guild_id, now)


def _hiding_changed(tx: Transaction, person: Person, now: int) -> None:
    """Queue edits of the boards that may name a person."""
    for guild_id in _guilds_played_in(tx, person):
        ask(tx, CLUB_BOARD, guild_id, now)


def _settings_changed(
    tx: Transaction, guild_id: int, before: ServerSettings, after: ServerSettings, now: int
) -> None:
    """Update the board after a change of its channel, the hour, or names in pictures."""
    if after.club.board != before.club.board:
        _put_board(tx, guild_id, after.club.board, now)
    if after.unnamed != before.unnamed or after.club != before.club:
        ask(tx, CLUB_BOARD, guild_id, now)


def _note_lost(tx: Transaction, guild_id: int, channel_id: int) -> None:
    """Remember that a server's board was turned off because this channel was closed."""
    tx.do(
        "INSERT INTO club_boards (guild_id, lost_channel) VALUES (?, ?)"
        " ON CONFLICT (guild_id) DO UPDATE SET lost_channel = excluded.lost_channel",
        guild_id, channel_id,
    )  # fmt: skip


def _put_board(tx: Transaction, guild_id: int, channel_id: int | None, now: int) -> None:
    """Queue a new message as a server's board in this channel, or end the board without one."""
    if channel_id is None:
        remove(tx, CLUB_BOARD, guild_id, now)
        return
    tx.do("UPDATE club_boards SET lost_channel = NULL WHERE guild_id = ?", guild_id)
    post(tx, CLUB_BOARD, guild_id, guild_id=guild_id, channel_id=channel_id, now=now)
    set_timer(tx, look_at(guild_id, now))


def _guilds_played_in(tx: Transaction, person: Person) -> list[int]:
    """Return the servers in which a person is playing."""
    rows = tx.do(
        "SELECT DISTINCT guild_id FROM (SELECT table_id FROM players WHERE person = ? AND past = 0"
        " LIMIT ?) AS present JOIN tables ON tables.id = table_id WHERE guild_id IS NOT NULL",
        person, _RUNNING,
    )  # fmt: skip
    return [row["guild_id"] for row in rows]


def _facts(tx: Transaction, guild_id: int, channels: Collection[int], since: int) -> ClubFacts:
    allowed = f"secret = 0 AND coalesce(parent_id, channel_id) IN ({marks([*channels])})"
    running = tx.do(
        "SELECT id FROM (SELECT id, turn_since, secret, parent_id, channel_id FROM tables"  # noqa: S608
        " WHERE guild_id = ? AND status = 'playing' AND set_apart IS NULL LIMIT ?)"
        f" AS game WHERE {allowed} ORDER BY turn_since DESC NULLS LAST, id DESC",
        guild_id, _RUNNING, *channels,
    )  # fmt: skip
    waiting = tx.do(
        "SELECT * FROM (SELECT * FROM tables WHERE guild_id = ? AND status = 'open'"  # noqa: S608
        f" AND set_apart IS NULL LIMIT ?) AS game WHERE {allowed} ORDER BY opened_at DESC, id DESC",
        guild_id, _OPEN, *channels,
    )  # fmt: skip
    kept = tx.do("SELECT tiles, day FROM club_boards WHERE guild_id = ?", guild_id)
    days = _days(kept[0]["day"]) if kept else ()
    found = [row["id"] for row in running]
    # The game of the day stays, though others may have newer turns.
    newest = _newest(tx, guild_id, [*found[:_PEOPLE], *_later(found, days)], since)
    taken = _people(tx, [row["id"] for row in waiting])
    people = _people(tx, [table for _, table in days])
    return ClubFacts(
        len(running),
        _moves(tx, guild_id, allowed, channels, since),
        tuple(_open_table(row, len(taken.get(row["id"], ()))) for row in waiting),
        newest,
        _watched(tx, [game.number for game in newest[:_WATCHED]]),
        tuple(json.loads(kept[0]["tiles"])) if kept else (),
        days,
        tuple(
            Featured(table, day.toordinal(), frozenset(filter(None, people.get(table, ()))))
            for day, table in days
        ),
    )


def _days(text: str) -> Days:
    return tuple((date.fromisoformat(day), table) for day, table in json.loads(text))


def _later(found: Sequence[int], days: Days) -> Sequence[int]:
    """Return the newest game of the day, if it is in progress but not among the first."""
    return [table for _, table in days[:1] if table in found[_PEOPLE:]]


def _newest(
    tx: Transaction, guild_id: int, table_ids: Sequence[int], since: int
) -> tuple[Running, ...]:
    """Return games in progress, latest turn of a person first."""
    rows = tx.do(
        "SELECT id, game, seating, event_id, event_game, count(number) AS turns,"  # noqa: S608
        " (SELECT season FROM events WHERE events.id = tables.event_id) AS season,"
        " coalesce(sum(CASE WHEN at >= ? THEN 1 ELSE 0 END), 0) AS lately,"
        " max(CASE WHEN actor_kind IN ('seat', 'queued') THEN at END) AS turned_at"
        " FROM tables LEFT JOIN entries ON table_id = id AND number > entry_count - ?"
        f" AND kind = 'played' WHERE id IN ({marks(table_ids)})"
        " GROUP BY id, game, seating, event_id, event_game ORDER BY id DESC",
        since, _PLIES, *table_ids,
    )  # fmt: skip
    people = _people(tx, table_ids)
    persons = {table: frozenset(filter(None, seats)) for table, seats in people.items()}
    everyone = sorted({who for seats in persons.values() for who in seats})
    hidden, met = hidden_of(tx, everyone), _met(tx, everyone)
    ranked = _ranked(tx, guild_id, sorted({_pool(row) for row in rows}), everyone)
    found: list[Running] = []
    for row in rows:
        seats = persons.get(row["id"], frozenset())
        are_persons = len(seats) > 1 and None not in people[row["id"]]
        found.append(
            Running(
                number=row["id"],
                game=row["game"],
                people=seats,
                event=row["event_id"],
                turned_at=row["turned_at"],
                turns=row["turns"],
                lately=row["lately"],
                is_final=_is_final(row),
                are_ranked=are_persons and all((_pool(row), who) in ranked for who in seats),
                is_first=are_persons and met.isdisjoint(permutations(seats, 2)),
                is_hidden=not seats.isdisjoint(hidden),
            )
        )
    return tuple(sorted(found, key=lambda game: -(game.turned_at or 0)))


def _met(tx: Transaction, persons: Sequence[Person]) -> set[tuple[Person, Person]]:
    """Return which of these people have met each other before."""
    rows = tx.do(
        "SELECT DISTINCT person, rival FROM rivals"  # noqa: S608
        f" WHERE person IN ({marks(persons)}) AND rival IN ({marks(persons)})",
        *persons, *persons,
    )  # fmt: skip
    return {(row["person"], row["rival"]) for row in rows}


def _ranked(
    tx: Transaction, guild_id: int, pools: Sequence[str], persons: Sequence[Person]
) -> set[tuple[str, Person]]:
    """Return which of these people have a place on the leaderboards of these pools."""
    rows = tx.do(
        "SELECT pool, person FROM ratings WHERE guild_id = ? AND games >= ?"  # noqa: S608
        f" AND pool IN ({marks(pools)}) AND person IN ({marks(persons)})",
        guild_id, NEWCOMER, *pools, *persons,
    )  # fmt: skip
    return {(row["pool"], row["person"]) for row in rows}


def _pool(row: Row) -> str:
    """Return the pool of a table, or nothing for a game that isn't here."""
    games, key = all_games(), str(row["game"])
    if key not in games:
        return ""
    spec = games[key].spec
    return spec.pool(spec.seatings[int(row["seating"])]).key


def _is_final(row: Row) -> bool:
    """Return True for a game of a final, or of the first division of a season."""
    if row["event_id"] is None:
        return False
    key = read_event_game(row["event_id"], row["event_game"]).key
    return key.stage is Stage.FINAL or (row["season"] is not None and key.group == 1)


def _watched(tx: Transaction, table_ids: Sequence[int]) -> tuple[TableSummary, ...]:
    rows = tx.do(
        "SELECT tables.*, due.person AS due_person, due.name AS due_name FROM tables"  # noqa: S608
        " LEFT JOIN players AS due ON due.id = due_player"
        f" WHERE tables.id IN ({marks(table_ids)})",
        *table_ids,
    )
    return tuple(sorted(summaries(tx, rows), key=lambda each: table_ids.index(each.id)))


def _people(tx: Transaction, table_ids: Sequence[int]) -> dict[int, list[Person | None]]:
    """Return the people with a seat at these tables, with None for every computer."""
    found: dict[int, list[Person | None]] = {}
    for row in tx.do(
        "SELECT table_id, person FROM players"  # noqa: S608
        f" WHERE table_id IN ({marks(table_ids)}) AND status IN ('invited', 'seated')",
        *table_ids,
    ):
        found.setdefault(row["table_id"], []).append(row["person"])
    return found


def _moves(
    tx: Transaction, guild_id: int, allowed: str, channels: Collection[int], since: int
) -> int:
    """Return the moves since this time in games in progress or finished since then."""
    (row,) = tx.do(
        "SELECT count(*) AS moves FROM (SELECT id, entry_count FROM (SELECT * FROM"  # noqa: S608
        " (SELECT * FROM tables WHERE guild_id = ? AND status = 'playing' LIMIT ?) AS present"
        " WHERE turn_since >= ? UNION SELECT * FROM tables WHERE id IN"
        " (SELECT table_id FROM results WHERE guild_id = ? AND ended_at >= ? LIMIT ?)) AS lately"
        f" WHERE {allowed}) AS game"
        " JOIN entries ON table_id = game.id WHERE number > entry_count - ? AND kind = 'played'"
        " AND at >= ?",
        guild_id, _RUNNING, since, guild_id, since, _RUNNING, *channels, _PLIES, since,
    )  # fmt: skip
    return int(row["moves"])


def _open_table(row: Row, taken: int) -> OpenTable:
    return OpenTable(
        row["id"], place_of(row), row["card_id"], row["game"], row["rules_version"],
        row["seating"], taken,
    )  # fmt: skip


HOOKS: Final = Hooks(
    table_changed=[_table_changed],
    settings_changed=[_settings_changed],
    club_changed=[_club_changed],
    hiding_changed=[_hiding_changed],
)

"""Wishes as stored, and their changes in transactions of the core."""

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bot.extensions.pairing.values import ROUND, Held, first_item, round_at, round_for
from bot.model.caller import Person
from bot.model.club_hour import next_hour
from bot.model.errors import Conflict
from bot.model.server import Club, ServerSettings
from bot.model.table import Table
from bot.store.queues.queues import drop_timer, enqueue, set_timer
from bot.store.servers.facts import club_of, settings_in
from bot.store.sql.hooks import Hooks
from bot.store.sql.privacy import UNTIL_REMOVED, Kept
from bot.store.sql.transaction import Row, Transaction, Value, marks
from rules.club.wish import (
    Asleep,
    Change,
    Ended,
    Off,
    Pace,
    Put,
    Spoiled,
    Wake,
    Wish,
    wish_after,
)
from rules.log.events import Resigned, TimedOut, VoidCause, Voided
from rules.match.table_rules import VOIDED
from rules.time.duration import DAY

__all__ = [
    "HOOKS",
    "KEPT",
    "PAIRINGS",
    "change_wish",
    "drop_pairing",
    "paired_games",
    "plan_round",
    "read_wish",
    "read_wishes",
    "running_of",
    "slots_of", "unpaired_in",
]  # fmt: skip

KEPT: Final = (
    Kept(
        "wishes", "the games for which you want to be paired in a server, and how fast",
        "to find you opponents",
        "until you press **Stop**, or 90 days after the server stops it or removes the bot",
        person="person", place="guild_id request",
        entered="systems at_once pace rated once not_now",
        neither="since since_before set_at asleep asleep_in asleep_at told",
        deleted_by="person", deleted_with="guild_id",
    ),
    Kept(
        "unpaired", "who isn't paired in a server, because a moderator decided so",
        "to do as the moderator decided",
        UNTIL_REMOVED,
        person="person", place="guild_id",
        deleted_by="person", deleted_with="guild_id",
    ),
    Kept(
        "pairings", "the games for which people were paired",
        "to open them, and to let people meet others than the same ones",
        UNTIL_REMOVED,
        place="guild_id", neither="id day made_at system pace rated state declined_at",
    ),
    Kept(
        "pairing_seats", "who was paired, and had which seat",
        "to open these games, and to let everyone begin as often",
        UNTIL_REMOVED,
        person="person", place="guild_id request", neither="pairing_id seat",
        stays="person",
    ),
)  # fmt: skip
"""The tables of pairing, with what they hold about people."""
PAIRINGS: Final = "pairings"
"""The topic announced when a game has to be opened."""
_ASLEEP: Final = 90 * DAY
"""Seconds after which a sleeping wish is deleted where pairing is off."""
_GAMES: Final = 30
"""The last paired games of a person among which unfinished ones are sought."""
_WISHES: Final = 500
"""The most wishes of a server, or of a person, that are read."""


def read_wish(tx: Transaction, guild_id: int, person: Person) -> Held | None:
    """Return the wish of a person in a server, or None."""
    rows = tx.do("SELECT * FROM wishes WHERE guild_id = ? AND person = ?", guild_id, person)
    return _held(rows[0]) if rows else None


def read_wishes(tx: Transaction, guild_id: int) -> dict[Person, Held]:
    """Return the wishes of a server that are awake, by person, longest waiting first."""
    rows = tx.do(
        "SELECT * FROM wishes WHERE guild_id = ? AND asleep IS NULL ORDER BY since, person LIMIT ?",
        guild_id, _WISHES,
    )  # fmt: skip
    return {held.person: held for held in map(_held, rows)}


def change_wish(
    tx: Transaction,
    guild_id: int,
    person: Person,
    change: Change,
    now: int,
    *,
    request: str | None = None,
    system: str | None = None,
) -> Held | None:
    """Change a person's wish in a server. Return the wish afterwards, or None.

    `request` is the press by which the person set or woke it. `system` is the game that caused the
    change. Someone whose wish went to sleep by itself is told once.
    """
    before = read_wish(tx, guild_id, person)
    after = wish_after(before.wish if before else None, change, now)
    if after is None:
        tx.do("DELETE FROM wishes WHERE guild_id = ? AND person = ?", guild_id, person)
        _club_changed(tx, guild_id, now)
        return None
    if before is not None and request is None and after == before.wish:
        return before
    asleep_in = before.asleep_in if before and before.wish.asleep is after.asleep else system
    is_told = after.asleep not in {Asleep.MISSED, Asleep.IDLE}
    held = Held(
        person=person,
        wish=after,
        set_at=now if before is None or request is not None else before.set_at,
        request=request or (before.request if before else ""),
        asleep_in=asleep_in if after.asleep else None,
    )
    _write(tx, guild_id, held, now, is_told=is_told)
    _club_changed(tx, guild_id, now)
    return held


def _club_changed(tx: Transaction, guild_id: int, now: int) -> None:
    """Queue an edit of the club board, which counts the people who are up for a game."""
    for changed in tx.hooks.club_changed:
        changed(tx, guild_id, now)


def _write(tx: Transaction, guild_id: int, held: Held, now: int, *, is_told: bool) -> None:
    wish = held.wish
    tx.do(
        "INSERT INTO wishes (guild_id, person, systems, at_once, pace, rated, once, since,"
        " since_before, set_at, asleep, asleep_in, asleep_at, told, not_now, request)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (guild_id, person) DO UPDATE SET systems = excluded.systems,"
        " at_once = excluded.at_once, pace = excluded.pace, rated = excluded.rated,"
        " once = excluded.once, since = excluded.since, since_before = excluded.since_before,"
        " set_at = excluded.set_at, asleep = excluded.asleep, asleep_in = excluded.asleep_in,"
        # A wish that sleeps on has its moment and whether that was told as before.
        " asleep_at = CASE WHEN wishes.asleep = excluded.asleep THEN wishes.asleep_at"
        " ELSE excluded.asleep_at END,"
        " told = CASE WHEN wishes.asleep = excluded.asleep THEN wishes.told ELSE excluded.told END,"
        " not_now = excluded.not_now, request = excluded.request",
        guild_id, held.person, json.dumps(sorted(wish.systems)), wish.at_once,
        wish.pace.name.lower(), int(wish.rated), int(wish.once), wish.since, wish.before,
        held.set_at, wish.asleep, held.asleep_in, now if wish.asleep else None, int(is_told),
        json.dumps(wish.not_now), held.request,
    )  # fmt: skip


def _held(row: Row) -> Held:
    return Held(
        person=Person(row["person"]),
        wish=Wish(
            systems=frozenset(json.loads(row["systems"])),
            at_once=row["at_once"],
            pace=Pace[row["pace"].upper()],
            rated=bool(row["rated"]),
            once=bool(row["once"]),
            since=row["since"],
            before=row["since_before"],
            asleep=Asleep(row["asleep"]) if row["asleep"] else None,
            not_now=tuple(json.loads(row["not_now"])),
        ),
        set_at=row["set_at"],
        request=row["request"],
        asleep_in=row["asleep_in"],
    )


def paired_games(tx: Transaction, guild_id: int, person: Person) -> list[Row]:
    """Return a person's last paired games in a server, newest first.

    `running` is 1 for games that are planned, waiting or in progress, and `is_due` is 1 on the
    person's turn in these.
    """
    return tx.do(
        "SELECT newest.pairing_id, system, day, state, turn_since, turn_allowed,"
        " CASE WHEN state = 'planned' OR (players.id IS NOT NULL AND set_apart IS NULL"
        " AND tables.status IN ('open', 'playing')) THEN 1 ELSE 0 END AS running,"
        " CASE WHEN due_player = players.id AND pause_end IS NULL THEN 1 ELSE 0 END AS is_due"
        " FROM (SELECT pairing_id, person FROM pairing_seats WHERE person = ? AND guild_id = ?"
        " ORDER BY pairing_seats.pairing_id DESC LIMIT ?) AS newest"
        " JOIN pairings ON pairings.id = newest.pairing_id"
        " LEFT JOIN tables ON tables.pairing_id = newest.pairing_id"
        " LEFT JOIN players ON players.table_id = tables.id AND players.person = newest.person"
        " AND players.status = 'seated' ORDER BY pairings.id DESC",
        person, guild_id, _GAMES,
    )  # fmt: skip


def running_of(tx: Transaction, guild_id: int, person: Person) -> int:
    """Count a person's paired games in a server that are planned, waiting or in progress."""
    return sum(row["running"] for row in paired_games(tx, guild_id, person))


def slots_of(
    tx: Transaction, guild_id: int, wishes: Iterable[Held], *, more_than: int = 0
) -> dict[Person, int]:
    """Map people to how many paired games they may have at a time. Beginners may have one.

    A person is no beginner with more than `more_than` finished games with others in this server.
    """
    wanted = {held.person: held.wish.at_once for held in wishes}
    rows = tx.do(
        "SELECT person FROM played WHERE guild_id = ?"  # noqa: S608
        f" AND person IN ({marks([*wanted])}) GROUP BY person HAVING sum(won + drawn + lost) > ?",
        guild_id, *wanted, more_than,
    )  # fmt: skip
    known = {row["person"] for row in rows}
    return {person: most if person in known else 1 for person, most in wanted.items()}


def unpaired_in(tx: Transaction, guild_id: int) -> set[Person]:
    """Return the people whom a moderator keeps from being paired in a server."""
    rows = tx.do("SELECT person FROM unpaired WHERE guild_id = ?", guild_id)
    return {row["person"] for row in rows}


def plan_round(tx: Transaction, guild_id: int, club: Club, now: int) -> None:
    """Set the timer of a server's next round, or drop it if the server pairs no one."""
    timer = round_at(guild_id, next_hour(now, club.puzzle_hour, club.puzzle_zone))
    if club.pairing is None:
        drop_timer(tx, timer.dedupe)
    else:
        set_timer(tx, timer)


def drop_pairing(tx: Transaction, pairing_id: int, gone: Iterable[Person], now: int) -> None:
    """Give up a game without a table. People who are gone are off, and the others come first.

    Nothing changes if it has been opened or given up.
    """
    dropped = tx.do(
        "UPDATE pairings SET state = 'dropped' WHERE id = ? AND state = 'planned'"
        " RETURNING guild_id, day",
        pairing_id,
    )
    for row in dropped:
        for seat in tx.do("SELECT person FROM pairing_seats WHERE pairing_id = ?", pairing_id):
            change = Off() if seat["person"] in gone else Spoiled()
            _after_game(tx, row["guild_id"], seat["person"], change, now)


def _after_game(
    tx: Transaction,
    guild_id: int,
    person: Person,
    change: Change,
    now: int,
    *,
    system: str | None = None,
) -> None:
    """Change a wish after a game. A person who is first in line again gets a round of their own."""
    held = change_wish(tx, guild_id, person, change, now, system=system)
    is_first = isinstance(change, Spoiled) and held is not None and held.wish.asleep is None
    club = club_of(tx, guild_id)
    if is_first and club is not None and club.pairing is not None:
        set_timer(tx, round_for(guild_id, person, now))


def _settings_changed(
    tx: Transaction, guild_id: int, before: ServerSettings, after: ServerSettings, now: int
) -> None:
    """Plan the rounds of a server by its club. While they are off, all its wishes sleep.

    A room that is chosen by itself, and not in a set-up, begins with a message.
    """
    if after.club == before.club:
        return
    plan_round(tx, guild_id, after.club, now)
    was_on, is_on = (each.club.pairing is not None for each in (before, after))
    if was_on and not is_on:
        for person in _all_of(tx, guild_id, "asleep IS NULL"):
            change_wish(tx, guild_id, person, Put(Asleep.OFF), now)
    alone = replace(before.club, pairing=after.club.pairing) == after.club
    if alone and after.club.pairing is not None:
        enqueue(tx, first_item(guild_id, after.club.pairing, now))
    if is_on and not was_on:
        for person in _all_of(tx, guild_id, f"asleep = '{Asleep.OFF}'"):
            change_wish(tx, guild_id, person, Wake(), now)


def _all_of(tx: Transaction, guild_id: int, condition: str) -> list[Person]:
    rows = tx.do(f"SELECT person FROM wishes WHERE guild_id = ? AND {condition}", guild_id)  # noqa: S608
    return [row["person"] for row in rows]


def _table_opened(tx: Transaction, table: Table) -> None:
    """Claim the pairing of a table. Raises Conflict if it should no longer be opened."""
    if table.pairing is not None and not tx.change(
        "UPDATE pairings SET state = 'open' WHERE id = ? AND state = 'planned'", table.pairing
    ):
        raise Conflict


def _game_ended(tx: Transaction, table: Table) -> None:
    """Change the wishes of people who were paired, by how their game ended."""
    if table.pairing is None or table.guild_id is None:
        return
    now, ended = table.started.entries[-1].at, table.started.outcome
    assert ended is not None, "the game is over"
    for person in _paired(tx, table):
        player, system = table.player(person), table.terms.game
        seat, last = player.seat if player else None, table.started.events[-1]
        gave_up = isinstance(last, Resigned) and last.seat == seat
        let_go = last == Voided(VoidCause.DECLINED)
        if isinstance(last, TimedOut) and last.seat == seat:
            change: Change = Put(Asleep.MISSED)
        elif let_go and player and player.id == table.started.entries[-1].player:
            change = _declined(tx, table, now)
        elif ended.is_void and not gave_up and ended.rule != VOIDED[VoidCause.AGREED]:
            change = Spoiled()
        else:
            change = Ended(_was_full(tx, table.guild_id, person))
        _after_game(tx, table.guild_id, person, change, now, system=system)


def _was_full(tx: Transaction, guild_id: int, person: Person) -> bool:
    """Return True if a person had no free slot before the end of a paired game."""
    held = read_wish(tx, guild_id, person)
    if held is None:
        return False
    slots = slots_of(tx, guild_id, [held], more_than=1)[person]
    return running_of(tx, guild_id, person) + 1 >= slots


def _table_closed(tx: Transaction, table: Table, now: int, no_show: bool) -> None:
    """Change the wishes of people whose game never began because no one pressed Start."""
    if table.pairing is None or table.guild_id is None:
        return
    for person in _paired(tx, table):
        change: Change = Put(Asleep.MISSED) if no_show else Spoiled()
        if not no_show and table.player(person) is None:
            change = _declined(tx, table, now)
        _after_game(tx, table.guild_id, person, change, now, system=table.terms.game)


def _declined(tx: Transaction, table: Table, now: int) -> Change:
    """Note that a player has declined a game, and return the wish's new state."""
    tx.do("UPDATE pairings SET declined_at = ? WHERE id = ?", now, table.pairing)
    return Put(Asleep.NOT_NOW)


def _paired(tx: Transaction, table: Table) -> list[Person]:
    rows = tx.do("SELECT person FROM pairing_seats WHERE pairing_id = ?", table.pairing)
    return [row["person"] for row in rows]


def _server_erased(tx: Transaction, guild_id: int) -> None:
    """Delete the pairings of a server. Their games go on by themselves."""
    drop_timer(tx, round_at(guild_id, 0).dedupe)
    for row in tx.do("SELECT person FROM wishes WHERE guild_id = ?", guild_id):
        timer = round_for(guild_id, row["person"], 0)
        drop_timer(tx, timer.dedupe, timer.person)
    tx.do(
        "UPDATE tables SET pairing_id = NULL WHERE pairing_id IN"
        " (SELECT id FROM pairings WHERE guild_id = ?)",
        guild_id,
    )
    tx.do("DELETE FROM pairing_seats WHERE guild_id = ?", guild_id)
    tx.do("DELETE FROM pairings WHERE guild_id = ?", guild_id)


def _times_mended(tx: Transaction, now: int) -> None:
    """Shorten waits for a round to the next hour of the club."""
    for row in tx.do(
        "SELECT guild_id FROM timers WHERE kind = ? AND due > ? LIMIT ?",
        ROUND, now + 2 * DAY, _WISHES,
    ):  # fmt: skip
        plan_round(tx, row["guild_id"], settings_in(tx, row["guild_id"]).club, now)


def _useless(now: int) -> tuple[str, tuple[Value, ...]]:
    """Return the statement that deletes wishes asleep for long where pairing is off."""
    return (
        "DELETE FROM wishes WHERE (guild_id, person) IN (SELECT guild_id, person FROM wishes"
        " WHERE asleep = 'off' AND asleep_at < ? LIMIT ?)",
        (now - _ASLEEP,),
    )


HOOKS: Final = Hooks(
    table_opened=[_table_opened],
    table_closed=[_table_closed],
    game_ended=[_game_ended],
    settings_changed=[_settings_changed],
    server_erased=[_server_erased],
    times_mended=[_times_mended],
    useless=[_useless],
)
"""The hooks of pairing in the core's transactions."""

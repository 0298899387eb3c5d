"""Pings made, and reminders to send: statements inside a transaction.

The transaction of an entry decides who its message pings, so that the message stays the same
however often it is tried. Two pings of a person about the same thing are at least an hour apart.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.model.caller import Person, Place, PlaceKind
from bot.model.notices import APART, Due, Reminder, when
from bot.model.pings import Ping, PingClass, pings_of
from bot.model.preferences import Preferences
from bot.model.queues import OutboxItem, Reminded, read_reminder, reminder_item, rest_item
from bot.model.table import Player, Table
from bot.store.people.preferences import is_muted, put_person, read_person, set_muted
from bot.store.people.reminders import (
    Planned,
    add_reminders,
    plan_person,
    plan_table,
    plan_turn,
    reminded,
    set_reminder_timer,
)
from bot.store.queues.queues import enqueue
from bot.store.queues.table_timers import put_end_off
from bot.store.sql.database import Row, Transaction, Value
from rules.log.events import VoidCause, Voided
from rules.time.clock import NOTICE
from rules.time.time_control import Untimed

__all__ = [
    "announce_rest", "end_told", "fall_back", "mute", "remind", "save_person", "tell_refused",
    "write_pings",
]  # fmt: skip

_THIS: Final = "table_id = ? AND person = ? AND begun = ? AND about = ? AND moment = ?"
"""The condition that a reminder is the one with a `_key`."""


def write_pings(tx: Transaction, table: Table) -> frozenset[Person]:
    """Store the pings of the newest entry's message, and reminders for people pinged later.

    Returns the people whom the message is about but doesn't ping.
    """
    last, position = table.started.entries[-1], table.started.position_number
    allowed = table.clock.turn.allowed if table.clock.turn else None
    silenced: set[Person] = set()
    known: dict[Person, tuple[Preferences, bool]] = {}
    for ping in pings_of(table):
        preferences, muted = known[ping.person] = _chosen(tx, ping.person, table.id)
        turn = ping.about is PingClass.TURN
        at = when(
            preferences,
            last.at,
            until=table.due_at if turn else None,
            is_muted=turn and muted,
            together=tx.hooks.gathered_at(preferences, ping.about, allowed, last.at),
        )
        if at is not None and _pinged_since(tx, table.id, position, ping) > last.at - APART:
            at = None
        if at != last.at:
            silenced.add(ping.person)
        tx.do(
            "INSERT INTO pings (table_id, number, person, position, about, at, silent)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, number, person) DO UPDATE SET"
            " position = excluded.position, about = excluded.about, at = excluded.at,"
            " silent = excluded.silent",
            table.id, last.number, ping.person, position, ping.about.value, last.at,
            int(ping.person in silenced),
        )  # fmt: skip
        if at is not None and at > last.at:
            _hold(tx, table, ping, last.at, at)
    if isinstance(last.event, Voided) and last.event.cause is VoidCause.CHANNEL:
        _tell_directly(tx, table, last.at)
    plan_turn(tx, table.id, _planned(tx, table, known), last.at, past=_past(table))
    if table.started.outcome is not None:
        tx.do("DELETE FROM reminders WHERE table_id = ? AND sent = 1", table.id)
    return frozenset(silenced)


def _hold(tx: Transaction, table: Table, ping: Ping, now: int, at: int) -> None:
    """Postpone a ping of this moment, as a reminder."""
    begun = table.turn_since or now
    add_reminders(tx, table.id, ping, begun, [Reminder(now, at)], held=1)
    set_reminder_timer(tx, ping.person)


def _chosen(tx: Transaction, person: Person, table_id: int) -> tuple[Preferences, bool]:
    """Return a person's preferences, and True if a table's turns don't ping them."""
    return read_person(tx, person), is_muted(tx, person, table_id)


def _planned(
    tx: Transaction, table: Table, known: Mapping[Person, tuple[Preferences, bool]]
) -> Planned | None:
    """Return a person's current turn. `known` are preferences that were already read."""
    due, turn = table.due, table.clock.turn
    if due is None or due.is_engine or turn is None:
        return None
    person, is_paused = due.user.id, table.clock.resumes is not None
    preferences, muted = known.get(person) or _chosen(tx, person, table.id)
    return Planned(
        person=person,
        begun=turn.begun,
        preferences=preferences,
        due=None if muted or is_paused else Due(turn.begun, table.due_at, turn.allowed),
        is_timed=not isinstance(table.terms.time.limit, Untimed),
    )


def _past(table: Table) -> Sequence[PingClass]:
    """Return the subjects of postponed pings that no longer apply."""
    match, turn = table.started, table.clock.turn
    offer = () if match.offer or match.wanting else (PingClass.OFFER,)
    claim = () if turn and turn.overdue_since is not None else (PingClass.CLAIM,)
    return offer + claim


def _tell_directly(tx: Transaction, table: Table, now: int) -> None:
    """Inform people who chose direct messages that a game ended with its channel."""
    for player in table.persons:
        preferences = read_person(tx, player.user.id)
        at = when(preferences, now)
        if at is not None and preferences.direct and preferences.direct_works:
            _hold(tx, table, Ping(player.user.id, PingClass.END), now, at)


def save_person(tx: Transaction, person: Person, chosen: Preferences, now: int) -> None:
    """Store a person's preferences, and plan their reminders accordingly."""
    put_person(tx, person, chosen, now)
    plan_person(tx, person, now)
    for changed in tx.hooks.preferences_changed:
        changed(tx, person, now)


def mute(tx: Transaction, person: Person, table_id: int, now: int, *, muted: bool) -> None:
    """Store whether a person is pinged about their turns at a table."""
    tx.take_turns([person])
    set_muted(tx, person, table_id, muted=muted)
    plan_table(tx, table_id, now)


def remind(tx: Transaction, person: Person, now: int, done: Callable[[Transaction], None]) -> None:
    """Put all due reminders of a person into the outbox, and set the next timer.

    They are one direct message, or one message a channel. `done` completes the timer.
    """
    tx.take_turns([person])
    done(tx)
    due = tx.do(
        "SELECT reminders.*, players.id AS player_id, channel_id, guild_id, place,"
        " due_at, turn_allowed, set_apart,"
        " position_number, entry_count, board_channel_id, board_id, EXISTS (SELECT 1 FROM muted"
        " WHERE muted.person = reminders.person AND muted.table_id = tables.id) AS is_muted"
        " FROM reminders JOIN tables ON tables.id = reminders.table_id"
        " JOIN players USING (table_id, person)"
        " WHERE person = ? AND sent = 0 AND reminders.at <= ?"
        " ORDER BY reminders.table_id, reminders.at",
        person, now,
    )  # fmt: skip
    preferences = read_person(tx, person)
    going = [row for row in due if _goes_now(tx, row, preferences, now)]
    groups: dict[Place | None, tuple[str, list[Reminded]]] = {}
    direct = preferences.direct and preferences.direct_works
    for row in going:
        tx.do(f"UPDATE reminders SET sent = 1 WHERE {_THIS}", *_key(row))  # noqa: S608
        if not direct and row["place"] == PlaceKind.PRIVATE.value:
            continue
        place = None if direct else Place(row["channel_id"], row["guild_id"])
        _, named = groups.setdefault(place, (f"reminder:{row['player_id']}.{now}", []))
        told = reminded(row, row["about"])
        if told not in named:  # However many lead times have passed at once.
            named.append(told)
            _note(tx, row, now)
    for place, (name, tables) in groups.items():
        enqueue(tx, reminder_item(name, person, place, tables, now))
    set_reminder_timer(tx, person)


def announce_rest(tx: Transaction, table: Table, now: int) -> None:
    """Queue the notice that an idle game ends soon, once. Quiet hours delay its pings.

    The game continues for a week after it, however late the notice is.
    """
    abandoned, told = table.clock.abandoned, end_told(tx, table.id)
    assert abandoned is not None, "no one plays"
    if told is not None and told >= abandoned:
        put_end_off(tx, table.id, told)
        return
    ends = max(abandoned, now + NOTICE)
    tx.do("UPDATE tables SET end_told = ? WHERE id = ?", ends, table.id)
    put_end_off(tx, table.id, ends)
    pinged: list[Person] = []
    for player in table.persons:
        ping = Ping(player.user.id, PingClass.REST)
        at = when(read_person(tx, ping.person), now)
        if at == now:
            pinged.append(ping.person)
        elif at is not None:
            _hold(tx, table, ping, now, at)
    enqueue(tx, rest_item(table.id, table.channel_id, ends, pinged, now))


def end_told(tx: Transaction, table_id: int) -> int | None:
    """Return the last announced end of an idle game."""
    told: int | None = tx.do("SELECT end_told FROM tables WHERE id = ?", table_id)[0]["end_told"]
    return told


def tell_refused(tx: Transaction, table_id: int, players: Iterable[Player], now: int) -> None:
    """Tell people, by DM alone, that their planned answer was refused."""
    sql = "SELECT id AS table_id, entry_count, board_channel_id, board_id FROM tables WHERE id = ?"
    refused = reminded(tx.do(sql, table_id)[0], PingClass.PLAN)
    for player in players:
        at = when(read_person(tx, player.user.id), now)
        if at is not None:
            item = reminder_item(f"plan:{player.id}.{now}", player.user.id, None, [refused], now)
            enqueue(tx, replace(item, not_before=at))


def fall_back(tx: Transaction, item: OutboxItem, now: int) -> None:
    """Remind a person in channels, because Discord refuses DMs to them.

    What was about their plans is dropped: no one else may learn of them.
    """
    person, tables = read_reminder(item)
    tx.do("DELETE FROM outbox WHERE id = ?", item.id)
    tx.do("UPDATE preferences SET dm_ok = 0 WHERE person = ?", person)
    groups: dict[Place, list[Reminded]] = {}
    for each in tables:
        if each.about == PingClass.PLAN:
            continue
        sql = "SELECT channel_id, guild_id FROM tables WHERE id = ? AND place = 'guild'"
        for row in tx.do(sql, each.table_id):
            groups.setdefault(Place(*row), []).append(each)
    for place, there in groups.items():
        name = f"{item.dedupe}.{place.channel_id}"
        enqueue(tx, reminder_item(name, person, place, there, now))


def _goes_now(tx: Transaction, row: Row, preferences: Preferences, now: int) -> bool:
    """Tell whether a reminder is sent now. Near another ping or in quiet hours it is put off.

    A reminder that is no longer needed is dropped.
    """
    about, allowed = PingClass(row["about"]), row["turn_allowed"]
    turn, ping = about is PingClass.TURN, Ping(row["person"], about)
    until = row["due_at"] if turn else None
    at = when(
        preferences,
        now,
        until=until,
        is_muted=turn and bool(row["is_muted"]),
        last=_pinged_since(tx, row["table_id"], row["position_number"], ping),
        together=tx.hooks.gathered_at(preferences, about, allowed, now) if row["held"] else None,
    )
    is_late = until is not None and now >= until
    if at is None or is_late or row["set_apart"] is not None:
        tx.do(f"DELETE FROM reminders WHERE {_THIS}", *_key(row))  # noqa: S608
        return False
    if at > now:
        tx.do(f"UPDATE reminders SET at = ? WHERE {_THIS}", at, *_key(row))  # noqa: S608
    return at == now


def _key(row: Row) -> tuple[Value, ...]:
    return row["table_id"], row["person"], row["begun"], row["about"], row["moment"]


def _note(tx: Transaction, row: Row, now: int) -> None:
    """Store that a reminder pings a person. It belongs to no entry."""
    tx.do(
        "INSERT INTO pings (table_id, number, person, position, about, at, silent)"
        " VALUES (?, NULL, ?, ?, ?, ?, 0)",
        row["table_id"], row["person"], row["position_number"], row["about"], now,
    )  # fmt: skip


def _pinged_since(tx: Transaction, table_id: int, position: int, ping: Ping) -> int:
    """Return when a person was last pinged about something, or 0.

    No entry before the position pings about it, so the earlier pings of the game aren't read.
    """
    rows = tx.do(
        "SELECT coalesce(max(at), 0) AS at FROM pings WHERE table_id = ?"
        " AND (number >= ? OR number IS NULL) AND person = ? AND position = ? AND about = ?"
        " AND silent = 0",
        table_id, position, ping.person, position, ping.about.value,
    )  # fmt: skip
    return int(rows[0]["at"])

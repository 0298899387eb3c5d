"""Statements for seats that change hands, inside a transaction."""

from collections.abc import Iterable
from typing import Final

from bot.model.queues import seat_answer
from bot.model.results import result_of_leaver
from bot.model.table import Player, Table
from bot.store.database import Transaction
from bot.store.loading import read_player
from bot.store.queues import set_timer
from bot.store.writing import require_room_with_strongest, write_results
from rules.log.entries import Entry
from rules.log.events import Offered, OfferKind, SeatTaken
from rules.time.duration import HOUR

__all__ = ["hand_over_seats", "insert_newcomer", "put_vacancies"]

_ANSWER: Final = 72 * HOUR
"""Seconds that everybody else has to agree to a change of hands."""


def insert_newcomer(tx: Transaction, table_id: int, player: Player) -> Player:
    """Return the row of who asks for a seat; it holds none until the others agree.

    Who has asked before keeps that row.
    """
    rows = tx.do(
        "INSERT INTO players (table_id, kind, level, user_id, name, status, words,"
        " accepted_request) VALUES (?, ?, ?, ?, ?, 'left', '', ?)"
        " ON CONFLICT (table_id, user_id) DO UPDATE"
        " SET name = excluded.name, accepted_request = excluded.accepted_request"
        " RETURNING *",
        table_id, player.kind.value, player.level, player.user.id or None,
        player.user.name, player.accepted,
    )  # fmt: skip
    return read_player(rows[0])


def put_vacancies(tx: Transaction, table: Table) -> None:
    """Write which seats of a table look for somebody else."""
    tx.do("DELETE FROM vacancies WHERE table_id = ?", table.id)
    tx.each(
        "INSERT INTO vacancies (table_id, seat, way, since, by_player, to_user, to_name, has_left,"
        " reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (
                table.id, each.seat, each.way.value, each.since, each.by,
                each.to.id if each.to else None, each.to.name if each.to else None,
                int(each.has_left), each.reason,
            )
            for each in table.vacancies
        ),
    )  # fmt: skip


def hand_over_seats(tx: Transaction, before: Table, after: Table, entries: Iterable[Entry]) -> None:
    """Write what new entries mean for who holds the seats of a table, before and after them.

    Raises TooManyGames if the strongest engine takes a seat and somebody plays it enough already.
    """
    # Who proposes the computer keeps the seat for it with the same entry.
    looks = after.vacancies != before.vacancies
    for entry in entries:
        match entry.event:
            case SeatTaken():
                if entry.event.by_engine:
                    require_room_with_strongest(tx, after)
                _hand_over(tx, after, entry, entry.event)
            case Offered(kind=OfferKind.SUBSTITUTE):
                set_timer(tx, seat_answer(after.id, entry.number, entry.at + _ANSWER))
                looks = True
            case _:
                pass
    if looks:
        put_vacancies(tx, after)


def _hand_over(tx: Transaction, after: Table, entry: Entry, event: SeatTaken) -> None:
    """Close the row of who held a seat and open that of who takes it."""
    tx.do(
        "UPDATE players SET status = 'left', until_entry = ? WHERE id = ?", entry.number, event.old
    )
    new = next(player for player in after.players if player.id == event.new)
    tx.do(
        "UPDATE players SET status = 'seated', seat = ?, contestant = ?, from_entry = ?"
        " WHERE id = ?",
        event.seat, new.contestant, entry.number, event.new,
    )  # fmt: skip
    old = next(player for player in after.others if player.id == event.old)
    tx.do("DELETE FROM drafts WHERE table_id = ? AND user_id = ?", after.id, old.user.id)
    tx.do("DELETE FROM plans WHERE table_id = ? AND player_id = ?", after.id, event.old)
    write_results(tx, after, entry, [result_of_leaver(after, event, entry.number)])

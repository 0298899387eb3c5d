"""What follows from a log, made again and compared: digests, dice, reminders, results, series.

Digests and dice are computed here by the documents, without the bot's own code.
"""

import base64
import hashlib
from collections.abc import Iterator
from hashlib import sha256

from bot.model.results import result_of_leaver, results_of
from bot.model.table import Status, Table
from bot.store.sql.database import Transaction
from rules.log.entries import Actor
from rules.log.events import Begun, Played, Rolled, SeatTaken
from tests.bot.proofs import rolls_of

__all__ = [
    "broken_dice",
    "broken_results",
    "broken_series",
    "chain",
    "short",
    "without_reminder",
]


def chain(tx: Transaction, table: int) -> list[str]:
    """Return the digest of a log before its first entry and after each, as docs/ tell it."""
    digests = [""]
    for row in tx.do(
        "SELECT number, at, actor_kind, actor_seat, actor_player, request, kind, text"
        " FROM entries WHERE table_id = ? ORDER BY number",
        table,
    ):
        fields = ("" if each is None else str(each) for each in row)
        digests.append(hashlib.sha256("\n".join((digests[-1], *fields)).encode()).hexdigest())
    return digests


def short(digest: str) -> str:
    """Return what a button has of a digest."""
    return base64.urlsafe_b64encode(bytes.fromhex(digest))[:6].decode() if digest else "------"


def without_reminder(tx: Transaction) -> Iterator[str]:
    """Look for people who are to be reminded and have no timer for it."""
    rows = tx.do(
        "SELECT * FROM (SELECT person, min(at) AS at FROM reminders WHERE sent = 0"
        " GROUP BY person) AS upcoming WHERE NOT EXISTS (SELECT 1 FROM timers"
        " WHERE timers.dedupe = 'reminders' AND timers.person = upcoming.person AND due <= at)"
    )
    for row in rows:
        yield f"{row['person']} is to be reminded at {row['at']}, and no timer is set"


def broken_results(tx: Transaction, table: Table) -> Iterator[str]:
    rows = tx.do(
        "SELECT seat, player_id, rank, score, rule FROM results WHERE table_id = ?", table.id
    )
    expected = list(results_of(table) if table.started.outcome else ())
    expected += (
        result_of_leaver(table, entry.event, entry.number)
        for entry in table.started.entries
        if isinstance(entry.event, SeatTaken)
    )
    if {tuple(row) for row in rows} != {
        (each.seat, each.player_id, each.rank, each.score, each.rule) for each in expected
    }:
        yield f"{len(rows)} results, which do not follow from the log"


def broken_series(tx: Transaction, table: Table) -> Iterator[str]:
    if table.terms.series_format is None or table.status is not Status.OVER:
        return
    following = tx.do(
        "SELECT 1 FROM tables WHERE series_id = ? AND game_number = ?",
        table.series_id, table.game_number + 1,
    )  # fmt: skip
    assert table.series is not None
    if len(following) != (0 if table.series.is_decided else 1):
        yield f"decided: {table.series.is_decided}, {len(following)} games follow"


def broken_dice(table: Table) -> Iterator[str]:
    """Recompute every roll as docs/dice.md says it is made."""
    if table.dice is None:
        return
    players = [table.first_at(seat) for seat in table.started.seats]
    digests = [p.words_digest or sha256(p.words.encode()).hexdigest() for p in players]
    lines = zip(players, digests, strict=True)
    salt = "".join(f"{p.seat} {p.accepted} {digest}\n" for p, digest in lines).encode()
    newest = max((int(p.accepted) for p in players if p.accepted), default=0)
    last = str(newest)  # The last one to sit down begins the game with the same press.
    numbers: list[int] = []
    pips: list[list[int]] = []
    for entry in table.started.entries:
        counts = isinstance(entry.event, Begun) or (
            isinstance(entry.event, Played) and entry.actor is Actor.SEAT
        )
        if counts and entry.request.isdecimal():
            if int(entry.request) <= newest and entry.request != last:
                yield f"{entry.request} entered the dice after {newest}"
            newest, last = int(entry.request), entry.request
        if isinstance(entry.event, Rolled):
            numbers.append(newest)
            pips.append(list(entry.event.pips))
    if pips != rolls_of(table.dice.secret, salt, numbers):
        yield "a roll does not follow from the secret"

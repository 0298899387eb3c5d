"""The beginnings of the outbox's lanes: the rows that may be sent now.

A lane is a channel or a person, whose messages stay in order. A row that was refused, or that
a person is working on, holds up the later rows of its table. After a fault, all later rows of the
lane wait for the next attempt.

However many rows wait, only so many are read: due rows are found by their time, and those that hold
up others by an index of their own.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.store.sql.database import Row, Transaction, marks

__all__ = ["LEASE", "LONGEST_WAIT", "READABLE", "Due", "read_due"]

LEASE: Final = 60
"""The length of a lease in seconds, which is longer than any attempt."""
LONGEST_WAIT: Final = 600
"""The most seconds between two attempts."""
READABLE: Final = (
    "NOT EXISTS (SELECT 1 FROM tables WHERE tables.id = table_id AND set_apart IS NOT NULL)"
)
"""The condition that a message can be made: its table isn't set apart."""
_ROWS: Final = 20
"""The most rows of a lane that are read."""
_CANDIDATES: Final = 400
"""The most due rows among which lanes are looked for; few lanes have more than one."""

# PostgreSQL doesn't know the types of such values by itself.
_WITH: Final = "WITH at (now, owner) AS (VALUES (CAST(? AS BIGINT), CAST(? AS TEXT)))"
_NOW: Final = "(SELECT now FROM at)"
_OWNER: Final = "(SELECT owner FROM at)"
# If the clock was set back, a row can lie in the future by its creation or by the wait after an
# attempt. Such a row is due now.
_DUE: Final = (
    f"not_before <= {_NOW}",
    f"created_at > {_NOW}",
    f"attempts > 0 AND not_before > {_NOW} + {LONGEST_WAIT}",
)
_IS_DUE: Final = f"({' OR '.join(_DUE)})"


@dataclass(frozen=True, slots=True)
class Due:
    """Rows that may be sent now, and when the next of the others is due."""

    lanes: Mapping[int, Sequence[Row]]
    """The lanes' first rows, in order; the lane that has waited longest comes first."""
    next_at: int | None


def read_due(  # noqa: PLR0917
    tx: Transaction, now: int, owner: str, besides: Collection[int], limit: int, also: str = ""
) -> Due:
    """Return the beginnings of up to `limit` lanes that have a row to be sent now.

    Lanes in `besides` are left out, and rows that someone else than `owner` works on. `also` is a
    further condition: rows that don't meet it are ignored and block nothing. `now` is in Unix
    seconds.
    """
    lanes = dict[int, None]()
    for due in _DUE:
        found = tx.do(
            f"{_WITH} SELECT lane FROM outbox AS item WHERE {due} AND {_free(also)}{also}"  # noqa: S608
            f" AND lane NOT IN ({marks([*besides])}) ORDER BY not_before LIMIT {_CANDIDATES}",
            now, owner, *besides,
        )  # fmt: skip
        lanes |= dict.fromkeys(row["lane"] for row in found)
    (following,) = tx.do(
        "SELECT min(not_before) AS at FROM outbox AS item"  # noqa: S608
        f" WHERE parked = 0 AND not_before > ?{also}",
        now,
    )
    chosen = list(lanes)[:limit]
    return Due({lane: _beginning(tx, lane, now, owner, also) for lane in chosen}, following["at"])


def _beginning(tx: Transaction, lane: int, now: int, owner: str, also: str) -> list[Row]:
    return tx.do(
        f"{_WITH} SELECT * FROM outbox AS item WHERE lane = ? AND {_IS_DUE}"  # noqa: S608
        f" AND {_free(also)}{also} ORDER BY id LIMIT {_ROWS}",
        now, owner, lane,
    )  # fmt: skip


def _free(also: str) -> str:
    """Return the SQL condition: not leased, and nothing earlier in its lane blocks it."""
    return (
        f"parked = 0 AND NOT {_leased()} AND {READABLE}"  # noqa: S608
        " AND NOT EXISTS (SELECT 1 FROM outbox AS earlier"
        " WHERE earlier.lane = item.lane AND earlier.id < item.id"
        f" AND parked = 0 AND (attempts > 0 OR lease_owner IS NOT NULL) AND {READABLE}{also}"
        f" AND (earlier.table_id = item.table_id AND {_leased()} OR attempts > 0 AND NOT {_IS_DUE}"
        " AND (earlier.table_id = item.table_id OR first_refused_at IS NULL)))"
    )


def _leased() -> str:
    """Return the SQL condition: leased by another process.

    A lease that ends later than LEASE from now was made before the clock was set back.
    """
    return (
        f"(lease_owner IS NOT NULL AND lease_owner <> {_OWNER}"
        f" AND lease_until BETWEEN {_NOW} + 1 AND {_NOW} + {LEASE})"
    )

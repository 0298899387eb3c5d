"""Results waiting to be posted in a server's results channel.

The transaction of an end adds the game to a row for its server's results channel. The row waits for
a minute, in which further results join it, so a channel gets one message a minute at most.
"""

from collections.abc import Sequence
from typing import Final

from bot.extensions.news.values import RESULTS, read_results, results_item, results_text
from bot.model.caller import Place, PlaceKind
from bot.model.queues import OutboxItem
from bot.model.server import ServerSettings
from bot.model.table import Table
from bot.store.queues.queues import enqueue, item_of
from bot.store.servers.facts import club_of
from bot.store.sql.database import Database, Transaction, marks
from rules.time.duration import MINUTE

__all__ = ["last_boards", "note_result", "results_moved"]

_APART: Final = MINUTE
"""Seconds between two messages to a channel."""
_MOST: Final = 10
"""The most results in one message."""
_MOST_REFUSED: Final = 10
"""The most messages that wait for a channel that refuses them."""


async def last_boards(
    database: Database, table_ids: Sequence[int]
) -> dict[int, tuple[Place, int | None]]:
    """Map tables to their last boards' places and messages.

    Games that moderators struck from the ratings are left out.
    """
    rows = await database.rows(
        "SELECT id, guild_id, coalesce(board_channel_id, channel_id) AS channel_id, board_id"  # noqa: S608
        f" FROM tables WHERE id IN ({marks(table_ids)}) AND NOT EXISTS"
        " (SELECT 1 FROM results WHERE table_id = tables.id AND entry = entry_count AND"
        " (SELECT counts FROM corrections WHERE corrections.sequence = results.sequence"
        " ORDER BY corrections.id DESC LIMIT 1) = 0)",
        *table_ids,
    )
    return {row["id"]: (Place(row["channel_id"], row["guild_id"]), row["board_id"]) for row in rows}


def note_result(tx: Transaction, table: Table) -> None:
    """Queue a finished game for the results channel, if the server has one.

    Games without a result, in private threads, or of one person with computers aren't posted. While
    the channel refuses messages, some results wait until it takes them again, but not any number.
    """
    outcome, place = table.started.outcome, table.place
    if outcome is None or outcome.is_void or len(table.persons) < 2:
        return
    if place.kind is not PlaceKind.GUILD or place.guild_id is None or place.is_secret:
        return
    club = club_of(tx, place.guild_id)
    if club is None or club.results is None or _refused(tx, club.results) >= _MOST_REFUSED:
        return
    newest, now = _newest(tx, club.results), table.started.entries[-1].at
    if newest is not None:
        guild_id, tables = read_results(newest)
        if len(tables) < _MOST and guild_id == place.guild_id:
            text = results_text(guild_id, [*tables, table.id])
            if tx.change(
                "UPDATE outbox SET payload = ? WHERE id = ? AND payload = ? AND after IS NULL",
                text, newest.id, newest.payload,
            ):  # fmt: skip
                return
    due = max(now, newest.not_before if newest else 0) + _APART
    number = len(table.started.entries)
    enqueue(tx, results_item(place.guild_id, club.results, table.id, number, due=due, now=now))


def results_moved(
    tx: Transaction, _guild_id: int, was: ServerSettings, now: ServerSettings, _moment: int
) -> None:
    """Move waiting results to the results channel that was chosen instead, or drop them.

    What was tried in the old channel is dropped, too: it may be there.
    """
    before, after = was.club.results, now.club.results
    if before is None or after == before:
        return
    if after is not None:
        tx.do(
            "UPDATE outbox SET channel_id = ?"
            " WHERE lane = ? AND parked = 0 AND kind = ? AND after IS NULL",
            after, before, RESULTS,
        )  # fmt: skip
    tx.do("DELETE FROM outbox WHERE lane = ? AND kind = ?", before, RESULTS)


def _refused(tx: Transaction, channel_id: int) -> int:
    """Return how many messages a results channel has refused for good."""
    sql = "SELECT count(*) AS found FROM outbox WHERE channel_id = ? AND parked = 1 AND kind = ?"
    return int(tx.do(sql, channel_id, RESULTS)[0]["found"])


def _newest(tx: Transaction, channel_id: int) -> OutboxItem | None:
    """Return the last waiting row for a results channel."""
    rows = tx.do(
        "SELECT * FROM outbox WHERE lane = ? AND parked = 0 AND kind = ? ORDER BY id DESC LIMIT 1",
        channel_id, RESULTS,
    )  # fmt: skip
    return item_of(rows[0]) if rows else None

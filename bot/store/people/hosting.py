"""The tables and invitations of a host: statements inside a transaction."""

from dataclasses import replace

from bot.model.caller import Person
from bot.model.limits import Hosted
from bot.model.table import Player, PlayerStatus, Table
from bot.store.sql.database import Transaction

__all__ = ["forget_pings_of_guests", "hosted", "with_silent_guests"]


def hosted(tx: Transaction, table: Table) -> Hosted:
    """Return what the host of a table has open, including this table and its invitations."""
    tables = tx.do(
        "SELECT count(*) AS count FROM tables WHERE host = ? AND guild_id IS NOT DISTINCT FROM ?"
        " AND status IN ('offered', 'open', 'playing') AND event_id IS NULL"
        " AND pairing_id IS NULL",
        table.host_id, table.guild_id,
    )  # fmt: skip
    invited = tx.do(
        "SELECT person, count(*) AS count FROM tables JOIN players ON table_id = tables.id"
        " WHERE host = ? AND tables.status IN ('offered', 'open', 'playing')"
        " AND players.status = 'invited' GROUP BY person",
        table.host_id,
    )  # fmt: skip
    counts = {row["person"]: row["count"] for row in invited}
    to_guests = [(player.user, counts.get(player.user.id, 0)) for player in table.invited]
    waiting = tx.do(
        "SELECT id FROM tables WHERE host = ? AND game = ?"
        # The condition as the index has it, less the games in progress.
        " AND status IN ('offered', 'open', 'playing') AND status <> 'playing'"
        " AND event_id IS NULL AND id <> ? LIMIT 1",
        table.host_id, table.terms.game, table.id,
    )  # fmt: skip
    other = waiting[0]["id"] if waiting else None
    return Hosted(tables[0]["count"], sum(counts.values()), to_guests, other)


def with_silent_guests(tx: Transaction, table: Table, now: int, between: int) -> Table:
    """Return a table whose new card leaves out pings that come too soon, and note the others.

    `between` is the number of seconds between two pings of a guest by one host.
    """
    players = tuple(
        replace(player, silent=not _may_ping(tx, table.host_id, player, now, between))
        if player.status is PlayerStatus.INVITED
        else player
        for player in table.players
    )
    return replace(table, players=players)


def forget_pings_of_guests(tx: Transaction, before: Table, after: Table) -> None:
    """Let the host ping the players who accepted: a rematch can follow soon."""
    for guest in before.invited:
        player = after.player(guest.user.id)
        if player is not None and player.status is PlayerStatus.SEATED:
            tx.do(
                "DELETE FROM invitation_pings WHERE host = ? AND guest = ?",
                after.host_id, guest.user.id,
            )  # fmt: skip


def _may_ping(tx: Transaction, host: Person, guest: Player, now: int, between: int) -> bool:
    """Return True if a guest may be pinged now, and note it. A time in the future doesn't count."""
    noted = tx.change(
        "INSERT INTO invitation_pings (host, guest, at) VALUES (?, ?, ?)"
        " ON CONFLICT (host, guest) DO UPDATE SET at = excluded.at"
        " WHERE invitation_pings.at > excluded.at OR invitation_pings.at <= excluded.at - ?",
        host, guest.user.id, now, between,
    )  # fmt: skip
    return bool(noted)

"""The settings of a server, read and written in a transaction."""

from bot.model.server import Club, ServerSettings, read_settings
from bot.store.sql.transaction import Transaction

__all__ = ["club_of", "keep_settings", "settings_in"]


def settings_in(tx: Transaction, guild_id: int) -> ServerSettings:
    """Return the settings of a server, or the defaults."""
    found = tx.do("SELECT settings FROM guilds WHERE guild_id = ?", guild_id)
    return read_settings(found[0]["settings"]) if found else ServerSettings()


def club_of(tx: Transaction, guild_id: int) -> Club | None:
    """Return what a server chose for its players; None for one that is gone."""
    rows = tx.do("SELECT settings FROM guilds WHERE guild_id = ? AND removed_at IS NULL", guild_id)
    return read_settings(rows[0]["settings"]).club if rows else None


def keep_settings(tx: Transaction, guild_id: int, settings: ServerSettings) -> None:
    """Store the settings of a server."""
    tx.do(
        "INSERT INTO guilds (guild_id, settings) VALUES (?, ?)"
        " ON CONFLICT (guild_id) DO UPDATE SET settings = excluded.settings",
        guild_id, settings.text,
    )  # fmt: skip

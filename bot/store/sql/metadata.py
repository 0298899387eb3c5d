"""The bot's facts about itself."""

import secrets
from typing import Final

from bot.store.sql.database import Database, Transaction

__all__ = ["Metadata", "drawn", "set_metadata"]

_TURNS: Final = -1
"""The lock key of turns. No person has it."""
_LONGEST: Final = 60 * 60
"""Seconds. A turn further ahead was drawn by a clock that was wrong."""
_NONCE_WORD: Final = "nonce_word"


class Metadata:
    """Texts stored under keys."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def get(self, key: str) -> str | None:
        """Return the text under the key, or None."""
        row = await self._db.row("SELECT value FROM metadata WHERE key = ?", key)
        return str(row["value"]) if row else None

    async def set(self, key: str, value: str) -> None:
        """Store a text under the key."""
        await self._db.transact(lambda tx: set_metadata(tx, key, value))

    async def turn(self, name: str, now: int, gap: int) -> int:
        """Return this process's next turn at something, from `now` on.

        The turns of all processes are `gap` seconds apart. A wrong clock costs one turn.
        """
        key = f"turn of {name}"

        def write(tx: Transaction) -> int:
            tx.take_turns([_TURNS])
            rows = tx.do("SELECT value FROM metadata WHERE key = ?", key)
            following = int(rows[0]["value"]) if rows else now
            at = following if now < following < now + _LONGEST else now
            set_metadata(tx, key, str(at + gap))
            return at

        return await self._db.transact(write)

    async def nonce_word(self) -> str:
        """Return eight random characters that belong to this database for good."""
        # Four bytes are eight digits: a nonce has room for no more.
        return await self._db.transact(lambda tx: drawn(tx, _NONCE_WORD, 4))


def drawn(tx: Transaction, key: str, size: int) -> str:
    """Return the random bytes under a key, in hexadecimal digits. They are drawn only once."""
    tx.do(
        "INSERT INTO metadata (key, value) VALUES (?, ?) ON CONFLICT (key) DO NOTHING",
        key, secrets.token_hex(size),
    )  # fmt: skip
    return str(tx.do("SELECT value FROM metadata WHERE key = ?", key)[0]["value"])


def set_metadata(tx: Transaction, key: str, value: str) -> None:
    """Store a text under the key."""
    tx.do(
        "INSERT INTO metadata (key, value) VALUES (?, ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        key, value,
    )  # fmt: skip

"""Moves that somebody is entering, kept so that a restart does not lose them."""

import json
from collections.abc import Sequence

from bot.store.part import Part
from rules.geometry import Cell

__all__ = ["DraftStore"]


class DraftStore(Part):
    """Half-entered moves, one a person and table."""

    async def draft(self, table_id: int, user_id: int) -> tuple[int, tuple[Cell, ...]] | None:
        """Return the position that a draft was begun in and the cells clicked."""
        row = await self._db.row(
            "SELECT position_number, clicked FROM drafts WHERE table_id = ? AND user_id = ?",
            table_id, user_id,
        )  # fmt: skip
        if row is None:
            return None
        return row["position_number"], tuple(map(Cell, json.loads(row["clicked"])))

    async def keep_draft(
        self, table_id: int, user_id: int, position_number: int, clicked: Sequence[Cell]
    ) -> None:
        """Keep a half-entered move."""
        await self._db.write(
            "INSERT OR REPLACE INTO drafts (table_id, user_id, position_number, clicked)"
            " VALUES (?, ?, ?, ?)",
            table_id, user_id, position_number, json.dumps(list(clicked)),
        )  # fmt: skip

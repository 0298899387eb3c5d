"""The events of a server that aren't over, as a club board leads to them."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from bot.model.caller import Place
from bot.store.transaction import Transaction, marks

__all__ = ["OpenEvent", "open_events"]

_OPEN: Final = 100
"""The most events that are read."""
_SHOWN: Final = 3
"""The most events that are returned."""


@dataclass(frozen=True, slots=True)
class OpenEvent:
    """An event that isn't over, and the message that shows its card."""

    event_id: int
    place: Place
    card_id: int | None
    game: str


def open_events(tx: Transaction, guild_id: int, channels: Collection[int]) -> tuple[OpenEvent, ...]:
    """Return the newest events in these channels that aren't over."""
    rows = tx.do(
        "SELECT found.id, found.channel_id, found.guild_id, game, message_id"  # noqa: S608
        " FROM (SELECT * FROM events WHERE guild_id = ? AND state IN ('open', 'groups', 'final')"
        " ORDER BY id DESC LIMIT ?) AS found LEFT JOIN displays ON displays.kind = 'event'"
        f" AND displays.subject = found.id WHERE found.channel_id IN ({marks([*channels])})"
        " ORDER BY found.id DESC LIMIT ?",
        guild_id, _OPEN, *channels, _SHOWN,
    )  # fmt: skip
    return tuple(
        OpenEvent(
            row["id"], Place(row["channel_id"], row["guild_id"]), row["message_id"], row["game"]
        )
        for row in rows
    )

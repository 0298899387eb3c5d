"""The events of a server on its club board."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from bot.messages.words.game_names import title_or_key
from bot.messages.words.text import NOTHING, event_link
from bot.model.caller import Place
from bot.store.database import Database, Transaction, marks
from rules.contract.sentence import Sentence, all_of, say

__all__ = ["OpenEvent", "events_line", "open_events"]

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


async def events_line(database: Database, guild_id: int, channels: Collection[int]) -> Sentence:
    """Return links to the newest events in these channels that aren't over, if there are any."""
    found = await database.snapshot(lambda tx: open_events(tx, guild_id, channels))
    links = all_of(
        event_link(title_or_key(each.game), each.event_id, each.place, each.card_id)
        for each in found
    )
    return say("Events: {events}", events=links) if found else NOTHING

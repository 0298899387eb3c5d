"""The events of a server on its club board."""

from collections.abc import Collection

from bot.messages.words.game_names import title_or_key
from bot.messages.words.text import NOTHING, event_link
from bot.store.database import Database
from bot.store.open_events import open_events
from rules.contract.sentence import Sentence, all_of, say

__all__ = ["events_line"]


async def events_line(database: Database, guild_id: int, channels: Collection[int]) -> Sentence:
    """Return links to the newest events in these channels that aren't over, if there are any."""
    found = await database.snapshot(lambda tx: open_events(tx, guild_id, channels))
    links = all_of(
        event_link(title_or_key(each.game), each.event_id, each.place, each.card_id)
        for each in found
    )
    return say("Events: {events}", events=links) if found else NOTHING

"""Shows the answer to an offer, or to a wish to resign, in the message that asks."""

import asyncio

from bot.delivery.tidying.edits import Edits
from bot.messages.channel import offers
from bot.messages.channel.overtaken import as_it_stands
from bot.model.queues import ItemKind, OutboxItem
from bot.model.table import Table
from bot.store.queues.table_messages import Sent, TableMessageStore
from rules.log.events import ResignWanted, ResignWithdrawn

__all__ = ["Questions", "is_answer"]


class Questions:
    """Edits the messages of questions instead of sending their answers."""

    def __init__(self, messages: TableMessageStore, edits: Edits) -> None:
        self._messages = messages
        self._edits = edits

    async def answer(self, item: OutboxItem, table: Table) -> Sent | None:
        """Show the answer to an offer or a wish in its message; None if it can't be changed.

        Raises what a request raises that failed without being refused.
        """
        assert item.number is not None, "an answer is an entry"
        shown = await self._messages.last_offer(table.id)
        if shown is None or shown.number >= item.number:
            return None
        asked, said = (table.started.events[at - 1] for at in (shown.number, item.number))
        if isinstance(asked, ResignWanted) != isinstance(said, ResignWithdrawn):
            return None  # A later question stands below.
        post = await asyncio.to_thread(as_it_stands, table, shown.number)
        is_shown = await self._edits.show(table, shown.message_id, post)
        return Sent(shown.message_id) if is_shown else None


def is_answer(item: OutboxItem, table: Table) -> bool:
    """Return True if a row only answers an offer, which can say so itself."""
    is_entry = item.kind == ItemKind.ANSWER and item.number is not None
    return is_entry and offers.is_answer(table, item.number or 0)

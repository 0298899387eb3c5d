"""Shows rows of the outbox by edits of messages that are there, instead of sending new ones.

The answer to an offer, or to a wish to resign, is shown in the message that asks. The newest board
of a game against engines alone stays one message: an edit shows the present, so it can be repeated
without looking whether it arrived. It is made only where the bot can change the message by itself,
no board of another game stands below it, and less than an hour has passed since it was posted:
Discord accepts few edits of older messages. In all other cases, and if Discord refuses the edit,
the answer of an engine is a new message.
"""

import asyncio

import discord

from bot.delivery.servers import open_place
from bot.delivery.tidying.edits import Edits
from bot.messages.channel import boards, offers
from bot.messages.channel.overtaken import as_it_stands
from bot.messages.controls.message import Message
from bot.messages.words.turns import told_since
from bot.model.boards import BoardKind, Boards, NewestBoard
from bot.model.engines import is_soon
from bot.model.queues import ItemKind, OutboxItem
from bot.model.table import Status, Table
from bot.store.queues.table_messages import Sent, TableMessageStore
from rules.log.events import ResignWanted, ResignWithdrawn

__all__ = ["InPlace", "is_answer"]


class InPlace:
    """Shows answers in the offer's own message, and engines' moves on the newest board."""

    def __init__(self, client: discord.Client, messages: TableMessageStore, edits: Edits) -> None:
        self._client = client
        self._messages = messages
        self._edits = edits

    async def show(self, item: OutboxItem, table: Table) -> Sent | None:
        """Show a row of the outbox by an edit; return None if it has to be a new message.

        Raises what a failed request raises, unless Discord refused it.
        """
        if is_answer(item, table):
            return await self._answered(item, table)
        if item.kind != ItemKind.BOARD or item.number is None:
            return None
        if not is_soon(table, item.number) or table.status is not Status.PLAYING:
            return None
        board = await self._editable(table)
        if board is None:
            return None
        if board.number >= item.number or (board.uncertain or 0) > item.number:
            return Sent(board.message_id, board.number)
        number = len(table.started.entries)
        is_shown = await self._edits.show(table, board.message_id, _changed(table, board))
        return Sent(board.message_id, number) if is_shown else None

    async def _answered(self, item: OutboxItem, table: Table) -> Sent | None:
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

    async def tell_thinking(self, table: Table) -> None:
        """Show the person's move and that an engine thinks, if the board can be edited.

        Nothing depends on it: it is tried once.
        """
        if table.started.outcome is not None or len(table.persons) != 1:
            return
        board = await self._editable(table)
        if board is None:
            return
        await self._edits.try_to_show(table, board.message_id, _changed(table, board))

    async def _editable(self, table: Table) -> NewestBoard | None:
        """Return a table's newest board, if it can be edited and none of its words have to stay."""
        board = await self._messages.newest_board(table.id)
        if board is None or open_place(self._client, table.place) is None:
            return None
        is_plain = board.kind in {BoardKind.BOARD, BoardKind.AGAIN}
        is_here = board.channel_id == table.channel_id and board.is_last
        is_young = not self._edits.is_old(board.message_id)
        is_one = board.boards is not Boards.ALL
        return board if is_plain and is_here and is_young and is_one else None


def is_answer(item: OutboxItem, table: Table) -> bool:
    """Return True if a row only answers an offer, which can say so itself."""
    is_entry = item.kind == ItemKind.ANSWER and item.number is not None
    return is_entry and offers.is_answer(table, item.number or 0)


def _changed(table: Table, board: NewestBoard) -> Message:
    """Return the present content of a board that was edited, or is to be."""
    from_start = board.kind is BoardKind.BOARD and told_since(table, board.first) == 0
    return boards.changed(table, from_start=from_start)

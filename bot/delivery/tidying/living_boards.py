"""Edits the newest board of a game against engines alone, so that it stays one message.

An edit shows the present, so it can be repeated without looking whether it arrived. It is made only
where the bot can change the message by itself, no board of another game stands below it, and less
than an hour has passed since it was posted: Discord accepts few edits of older messages. In all
other cases, and if Discord refuses the edit, the answer of an engine is a new message.
"""

import discord

from bot.delivery.servers import open_place
from bot.delivery.tidying.edits import Edits
from bot.messages.channel import boards
from bot.messages.controls.message import Message
from bot.messages.words.turns import told_since
from bot.model.boards import BoardKind, Boards, NewestBoard
from bot.model.engines import is_soon
from bot.model.queues import ItemKind, OutboxItem
from bot.model.table import Status, Table
from bot.store.queues.table_messages import Sent, TableMessageStore

__all__ = ["LivingBoards"]


class LivingBoards:
    """Shows the answers of engines on the newest board."""

    def __init__(self, client: discord.Client, messages: TableMessageStore, edits: Edits) -> None:
        self._client = client
        self._messages = messages
        self._edits = edits

    async def show(self, item: OutboxItem, table: Table) -> Sent | None:
        """Show a row of the outbox by an edit; return None if it has to be a new message.

        Raises what a request raises that failed without being refused.
        """
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
        """Return the newest board of a table, if it can be edited and has no words to be kept."""
        board = await self._messages.newest_board(table.id)
        if board is None or open_place(self._client, table.place) is None:
            return None
        is_plain = board.kind in {BoardKind.BOARD, BoardKind.AGAIN}
        is_here = board.channel_id == table.channel_id and board.is_last
        is_young = not self._edits.is_old(board.message_id)
        is_one = board.boards is not Boards.ALL
        return board if is_plain and is_here and is_young and is_one else None


def _changed(table: Table, board: NewestBoard) -> Message:
    """Return the present content of a board that was edited, or is to be."""
    from_start = board.kind is BoardKind.BOARD and told_since(table, board.first) == 0
    return boards.changed(table, from_start=from_start)

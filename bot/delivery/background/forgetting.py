"""Goes on with forgetting somebody whom no press answers any longer, and tells them."""

import logging

import discord

from bot.delivery.background.scheduler import Done
from bot.delivery.rendering import Rendered
from bot.delivery.requests import SEND_ERRORS
from bot.messages.panels.people import my_data
from bot.messages.words.locale import DEFAULT
from bot.model.queues import Timer
from bot.store.people.accounts import People
from bot.store.queues.queues import Queues
from bot.store.queues.table_messages import TableMessageStore
from bot.tables.forgetting import Forgetting

__all__ = ["LateForgetting"]

_log = logging.getLogger(__name__)


class LateForgetting:
    """The timer of somebody who has asked to be forgotten: a crash may have interrupted that."""

    def __init__(
        self,
        client: discord.Client,
        forgetting: Forgetting,
        people: People,
        queues: Queues,
        messages: TableMessageStore,
    ) -> None:
        self._client = client
        self._forgetting = forgetting
        self._people = people
        self._queues = queues
        self._messages = messages

    async def carry_out(self, timer: Timer, done: Done) -> None:
        """Forget somebody, take the buttons off the cards of their tables, and tell them.

        Only this function still has their number on Discord then. Where the process ends right
        there, nobody can be told any more.
        """
        is_answered = self._forgetting.is_answered(timer.person)
        user_id = await self._people.user_id(timer.person)
        for closed in await self._forgetting.carry_out(timer.person):
            self._messages.look_at_card(closed.id)
        await self._queues.transact(done)
        if user_id is not None and not is_answered:
            await self._tell(user_id)

    async def _tell(self, user_id: int) -> None:
        try:
            place = await self._client.create_dm(discord.Object(user_id))
            await place.send(**Rendered(my_data.DONE, {}, DEFAULT).to_send())
        except SEND_ERRORS as failure:
            _log.warning("Somebody was forgotten and can't be told: %s", failure)

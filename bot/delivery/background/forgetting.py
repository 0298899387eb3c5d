"""Finishes forgetting a person after a crash, and tells them."""

import logging
from collections.abc import Callable
from typing import Final

import discord

from bot.delivery.background.scheduler import Done
from bot.delivery.rendering import Rendered
from bot.delivery.requests import SEND_ERRORS
from bot.messages.panels.people import my_data
from bot.messages.words.locale import DEFAULT
from bot.model.caller import Person
from bot.model.queues import Timer
from bot.store.store import Store
from bot.tables.forgetting import Forgetting

__all__ = ["LateForgetting"]

_log = logging.getLogger(__name__)
_AGAIN: Final = 10
"""Seconds between looks whether another reader has let go of the database's files."""


class LateForgetting:
    """Handles the timer of a person who asked to be forgotten: a crash may have interrupted it."""

    def __init__(
        self, client: discord.Client, forgetting: Forgetting, store: Store, now: Callable[[], float]
    ) -> None:
        """Work on these; `now` returns Unix seconds."""
        self._client = client
        self._forgetting = forgetting
        self._people = store.people
        self._queues = store.queues
        self._messages = store.table_messages
        self._now = now
        self._erased: dict[Person, int | None] = {}
        """Maps erased people to their Discord user ids, or to None if they needn't be told."""

    async def carry_out(self, timer: Timer, done: Done) -> int | None:
        """Forget a person, take the buttons off their games' cards, and tell them.

        They are told once nothing reads the database: its files still hold their data until then.
        Only this object knows their Discord user id by that time, so if the process ends right
        there, they aren't told.
        """
        person = timer.person
        if person not in self._erased:
            is_answered = self._forgetting.is_answered(person)
            user_id = await self._people.user_id(person)
            for closed in await self._forgetting.erase(person):
                self._messages.look_at_card(closed.id)
            self._erased[person] = None if is_answered else user_id
        if not await self._people.try_to_settle():
            return int(self._now()) + _AGAIN
        await self._queues.transact(done)
        if (user_id := self._erased.pop(person)) is not None:
            await self._tell(user_id)
        return None

    async def _tell(self, user_id: int) -> None:
        try:
            place = await self._client.create_dm(discord.Object(user_id))
            await place.send(**Rendered(my_data.DONE, {}, DEFAULT).to_send())
        except SEND_ERRORS as failure:
            _log.warning("Someone was forgotten and can't be told: %s", failure)

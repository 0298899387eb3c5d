"""The messages of rooms, and what people read whose wish sleeps."""

from collections.abc import Sequence
from typing import Final

from bot.delivery.answering.response import Response
from bot.delivery.outbox.composing import RowKind
from bot.extensions.pairing import messages
from bot.extensions.pairing.store import PairingStore
from bot.extensions.pairing.values import FIRST, POST
from bot.messages.controls.message import Button, Message
from bot.messages.words.text import NOTHING
from bot.model.caller import Person
from bot.model.queues import OutboxItem
from bot.model.table import Table
from bot.store.servers.facts import ServerStore
from rules.contract.sentence import Sentence

__all__ = ["PairingPosts", "SeekersShown"]

_NAMED: Final = 12
"""The most games that a post names."""


class PairingPosts:
    """Makes the messages of pairing that no one asked for."""

    def __init__(self, store: PairingStore, servers: ServerStore) -> None:
        self._store = store
        self._servers = servers
        self.kinds = {FIRST: RowKind(self._first), POST: RowKind(self._post)}

    async def tell(self, response: Response) -> None:
        """Tell a person once, after the answer to a press, that they aren't paired any more."""
        guild_id = response.interaction.guild_id
        if guild_id is None or not response.is_given:
            return
        held = await self._store.asleep(guild_id, response.user.id)
        if held is not None:
            await self._store.told(guild_id, response.user.id)
            told = Message(messages.sleeps(held), rows=([messages.PAIR_ME],))
            await response.private(told)

    async def own_line(
        self, _person: Person, guild_id: int | None
    ) -> tuple[Sentence, Sequence[Button]]:
        """Return the button **Pair me** for My games, in a server that pairs people."""
        if guild_id is None or (await self._servers.settings(guild_id)).club.pairing is None:
            return NOTHING, ()
        return NOTHING, [messages.PAIR_ME]

    async def daily_line(
        self, person: Person, _guild_id: int | None
    ) -> tuple[Sentence, Sequence[Button]]:
        """Return the line of a daily summary about a wish that sleeps, until the person knows it.

        It is about one server; others follow in their servers.
        """
        found = await self._store.newly_asleep(person)
        if found is None:
            return NOTHING, ()
        guild_id, held = found
        return messages.sleeps(held), [messages.wake(guild_id)]

    async def _first(self, item: OutboxItem, _table: Table | None) -> Message | None:
        """Return the first message of a room, unless the room has moved meanwhile."""
        assert item.guild_id is not None, "a room is in a server"
        club = (await self._servers.settings(item.guild_id)).club
        return messages.room(club) if club.pairing == item.channel_id else None

    async def _post(self, item: OutboxItem, _table: Table | None) -> Message | None:
        """Return the message about a round's games, or None if none of them was opened."""
        assert item.guild_id is not None, "a round is of a server"
        games = await self._store.new_games(item.contents)
        if not games:
            return None
        waiting = await self._store.waiting(item.guild_id)
        return messages.post(games[:_NAMED], len(games) - len(games[:_NAMED]), waiting)


class SeekersShown:
    """Shows how many people are up for a game in the core's lists and panels, never who."""

    button = messages.UP_FOR_GAME

    def __init__(self, store: PairingStore, servers: ServerStore) -> None:
        self._store = store
        self._servers = servers

    async def count(self, guild_id: int) -> int | None:
        """Return how many people are up for a game in a server, or None if it pairs no one."""
        is_on = (await self._servers.settings(guild_id)).club.pairing is not None
        return (await self._store.waiting(guild_id)).people if is_on else None

    async def listed(
        self, guild_id: int, asker: Person, game: str | None, post: Message
    ) -> Message:
        """Return a list of open games, with the other people who are up for one."""
        if (await self._servers.settings(guild_id)).club.pairing is None:
            return post
        return messages.listed(post, await self._store.waiting(guild_id, asker), game)

    async def moderated(self, table: Table, post: Message) -> Message:
        """Return a moderator's choices about a paired game, including its players' pairing."""
        if table.pairing is None or table.guild_id is None:
            return post
        return messages.moderated(table, post, await self._store.unpaired(table.guild_id))

"""Adds pairing to a bot."""

import discord

from bot.delivery.outbox.composing import RowKind
from bot.delivery.servers import reached
from bot.extensions.pairing.handlers import CONTROLS, ROOM
from bot.extensions.pairing.messages import room
from bot.extensions.pairing.opening import PairedGames
from bot.extensions.pairing.rounds import Rounds
from bot.extensions.pairing.rows import HOOKS
from bot.extensions.pairing.store import PairingStore
from bot.extensions.pairing.values import FIRST, ROUND, ROUND_FOR
from bot.interactions.client import Postboard
from bot.interactions.extension import Extension
from bot.messages.controls.message import Message
from bot.model.caller import Person
from bot.model.queues import OutboxItem
from bot.model.table import Table

__all__ = ["setup"]


async def setup(bot: Postboard) -> None:
    """Add pairing to a bot."""

    def has_room(guild_id: int, channel_id: int) -> bool:
        guild = reached(bot, guild_id)
        return guild is not None and isinstance(guild.get_channel(channel_id), discord.TextChannel)

    async def leave(person: Person) -> None:
        await store.leave_all(person, int(bot.now()))

    async def first(item: OutboxItem, _table: Table | None) -> Message | None:
        assert item.guild_id is not None, "a room is in a server"
        club = (await bot.store.servers.settings(item.guild_id)).club
        return room(club) if club.pairing == item.channel_id else None

    store = PairingStore(bot.store.database)
    rounds = Rounds(store, bot.store.servers, has_room=has_room, now=bot.now)
    games = PairedGames(bot, store, bot.store, bot.lookup, now=bot.now, limit=bot.limit)
    await bot.add(
        Extension(
            name="pairing",
            services=(store, rounds, games),
            hooks=HOOKS,
            timers={ROUND: rounds.hold_daily, ROUND_FOR: rounds.hold_for_one},
            rows={FIRST: RowKind(first)},
            controls=[CONTROLS],
            club_settings=[ROOM],
            person_leaves=leave,
            start=games.start,
            stop=games.stop,
        )
    )

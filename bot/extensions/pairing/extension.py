"""Adds pairing to a bot."""

import discord

from bot.delivery.servers import reached
from bot.extensions.pairing.handlers import CONTROLS, ROOM
from bot.extensions.pairing.opening import PairedGames
from bot.extensions.pairing.posts import PairingPosts, SeekersShown
from bot.extensions.pairing.rounds import Rounds
from bot.extensions.pairing.rows import HOOKS
from bot.extensions.pairing.store import PairingStore
from bot.extensions.pairing.values import ROUND, ROUND_FOR
from bot.interactions.client import Postboard
from bot.interactions.extension import Extension
from bot.model.caller import Person

__all__ = ["setup"]


async def setup(bot: Postboard) -> None:
    """Add pairing to a bot."""

    def has_room(guild_id: int, channel_id: int) -> bool:
        guild = reached(bot, guild_id)
        return guild is not None and isinstance(guild.get_channel(channel_id), discord.TextChannel)

    async def leave(person: Person) -> None:
        await store.leave_all(person, int(bot.now()))

    store = PairingStore(bot.store.database)
    rounds = Rounds(store, bot.store.servers, has_room=has_room, now=bot.now)
    posts = PairingPosts(store, bot.store.servers)
    games = PairedGames(bot, store, bot.store, bot.lookup, now=bot.now, limit=bot.limit)
    await bot.add(
        Extension(
            name="pairing",
            services=(store, rounds, games),
            hooks=HOOKS,
            timers={ROUND: rounds.hold_daily, ROUND_FOR: rounds.hold_for_one},
            rows=posts.kinds,
            add_to_answer=posts.tell,
            controls=[CONTROLS],
            club_settings=[ROOM],
            person_leaves=leave,
            up_for_game=SeekersShown(store, bot.store.servers),
            start=games.start,
            stop=games.stop,
        )
    )

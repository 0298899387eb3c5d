"""Adds pairing to a bot."""

from collections.abc import Sequence

import discord

from bot.delivery.servers import reached
from bot.extensions.pairing.handlers import CONTROLS, ROOM
from bot.extensions.pairing.messages import no_threads
from bot.extensions.pairing.opening import PairedGames
from bot.extensions.pairing.posts import PairingPosts, SeekersShown
from bot.extensions.pairing.rounds import Rounds
from bot.extensions.pairing.rows import HOOKS
from bot.extensions.pairing.store import PairingStore
from bot.extensions.pairing.values import ROUND, ROUND_FOR
from bot.interactions.client import Postboard
from bot.interactions.context import lacking_threads
from bot.interactions.extension import Extension
from bot.model.caller import Person
from rules.contract.sentence import Sentence

__all__ = ["setup"]


async def setup(bot: Postboard) -> None:
    """Add pairing to a bot."""

    def has_room(guild_id: int, channel_id: int) -> bool:
        guild = reached(bot, guild_id)
        return guild is not None and isinstance(guild.get_channel(channel_id), discord.TextChannel)

    async def leave(person: Person) -> None:
        await store.leave_all(person, int(bot.now()))

    async def diagnose(guild_id: int) -> Sequence[Sentence]:
        chosen = (await bot.store.servers.settings(guild_id)).club.pairing
        guild = reached(bot, guild_id)
        channel = guild.get_channel(chosen) if guild and chosen is not None else None
        if guild is None or channel is None:
            return ()
        missing = lacking_threads(channel.permissions_for(guild.me))
        return [no_threads(channel.id, missing)] if missing else ()

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
            own_lines=[posts.own_line],
            daily_lines=[posts.daily_line],
            controls=[CONTROLS],
            club_settings=[ROOM],
            person_leaves=leave,
            diagnose=diagnose,
            up_for_game=SeekersShown(store, bot.store.servers),
            start=games.start,
            stop=games.stop,
        )
    )

"""The Discord of a kept file: channels, threads and messages as the bot of its time left them."""

import json
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from bot.interactions.client import Postboard
from bot.local import local_server
from loopback import Loopback, Message
from loopback.clock import Clock
from loopback.model.channels import Channel, ChannelType, ThreadState
from loopback.model.messages import MessageFlag
from loopback.model.permissions import Permission
from tests.bot.game_driver import live_through
from tests.bot.kept_file import KeptFile
from tests.bot.test_owners_wire import granted

__all__ = ["KeptWorld", "world_of"]

_AFTERWARDS = 10
"""Seconds from the moment at which the file was left to that at which the server opens."""


@dataclass(frozen=True, slots=True)
class KeptWorld:
    """A server whose clock goes on from the moment at which a file was left."""

    server: Loopback
    posted: Sequence[Message]
    """The messages that were there then."""

    def restore(self, message: Message) -> None:
        """Let a message be what it was, whatever has become of it."""
        world = self.server.world
        channel = world.channels[message.channel_id]
        if message.id not in channel.message_ids:
            channel.message_ids.append(message.id)
            channel.message_ids.sort()
        world.messages[message.id] = message

    async def live(self, bot: Postboard, seconds: int) -> None:
        """Let time pass, with all timers and messages that are due then."""
        await live_through(bot, self.server, seconds)
        await bot.scheduler.run_due()
        await self.settled(bot)

    async def settled(self, bot: Postboard) -> None:
        """Wait until the bot owes nothing by now."""
        await bot.idle()
        while any(row.not_before <= bot.now() for row in await bot.store.queues.waiting(1000)):
            await bot.outbox.deliver_due()
        await bot.store.queues.flush()
        await bot.outbox.displays.run_due()


class _LaterClock(Clock):
    """A clock that begins at a moment of its own, in Unix seconds."""

    def __init__(self, begins: int) -> None:
        super().__init__()
        self._ahead = begins - time.time()


@asynccontextmanager
async def world_of(kept: KeptFile) -> AsyncGenerator[KeptWorld]:
    """Open the server in whose channels the bot left a kept file.

    Pictures are not kept. Ann moderates there, and Cy runs the server.
    """
    left = json.loads(kept.world.read_text("utf-8"))
    async with local_server(clock=_LaterClock(kept.now + _AFTERWARDS)) as server:
        granted(server, server.person("Ann"), Permission.MANAGE_MESSAGES)
        granted(server, server.person("Cy"), Permission.MANAGE_GUILD | Permission.MANAGE_MESSAGES)
        for each in left["channels"]:
            if each["id"] not in server.world.channels:
                server.world.put_channel(_channel(each))
        world = KeptWorld(server, [_message(server, each) for each in left["messages"]])
        for message in world.posted:
            world.restore(message)
        yield world


def _channel(raw: dict[str, Any]) -> Channel:
    thread = raw["thread"]
    return Channel(
        raw["id"],
        ChannelType(raw["type"]),
        raw["name"],
        raw["guild_id"],
        raw["parent_id"],
        recipient_ids=tuple(raw["recipient_ids"]),
        thread=thread and ThreadState(**thread | {"member_ids": set(thread["member_ids"])}),
    )


def _message(server: Loopback, raw: dict[str, Any]) -> Message:
    return Message(
        raw["id"],
        raw["channel_id"],
        server.world.bot,
        raw["content"],
        flags=MessageFlag(raw["flags"]),
        raw_components=tuple(raw["components"]),
        application_id=server.world.application_id,
        thread_id=raw["thread_id"],
    )

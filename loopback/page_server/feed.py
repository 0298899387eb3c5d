"""The feed as one person sees it, for the chat page's websocket."""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager

from loopback.gateway.service import BotPresence
from loopback.interactions.commands import CommandsChanged
from loopback.interactions.lifecycle import InteractionChanged, Kind
from loopback.model.channels import Channel
from loopback.model.messages import Message
from loopback.model.people import User
from loopback.page_server.view import PageView, user
from loopback.payload import Payload, compact
from loopback.platform import Platform
from loopback.world.feed import (
    ChannelChanged,
    ChannelDeleted,
    ChannelOpened,
    Event,
    MessageDeleted,
    MessageEdited,
    MessagePosted,
    ThreadMembersChanged,
    Typing,
)


class PageFeed:
    """The frames for one viewer, of all that this person may see."""

    def __init__(self, platform: Platform, me: User) -> None:
        self._platform = platform
        self._world = platform.world
        self._me = me
        self._view = PageView(platform, me)
        self._frames: asyncio.Queue[bytes] = asyncio.Queue()

    async def next(self) -> bytes:
        """Wait for the next frame."""
        return await self._frames.get()

    @contextmanager
    def listening(self) -> Generator[None]:
        """Collect frames until the block ends; a hello comes first."""
        self._put(
            {"event": "hello", "me": str(self._me.id), "online": self._platform.gateway.online}
        )
        stop = self._platform.feed.listen(self._hear)
        try:
            yield
        finally:
            stop()

    def _put(self, frame: Payload) -> None:
        self._frames.put_nowait(compact(frame))

    def _hear(self, event: Event) -> None:
        frame = self._frame(event)
        if frame is not None:
            self._put(frame)

    def _frame(self, event: Event) -> Payload | None:
        if isinstance(event, MessagePosted | MessageEdited | MessageDeleted):
            return self._of_message(event)
        if isinstance(event, InteractionChanged):
            mine = event.interaction.user is self._me
            if not mine or event.interaction.kind is Kind.AUTOCOMPLETE:
                return None
            shown = self._view.interaction(event.interaction)
            return {"event": "interaction", "interaction": shown}
        if isinstance(event, CommandsChanged):
            return {"event": "commands"}
        if isinstance(event, BotPresence):
            return {"event": "bot", "online": event.online}
        if isinstance(event, ChannelDeleted):
            return {"event": "channel_deleted", "id": str(event.channel.id)}
        if not isinstance(event, ChannelOpened | ChannelChanged | ThreadMembersChanged | Typing):
            return None
        return self._of_channel(event) if self._sees(event.channel) else None

    def _of_channel(
        self, event: ChannelOpened | ChannelChanged | ThreadMembersChanged | Typing
    ) -> Payload | None:
        if not isinstance(event, Typing):
            return {"event": "channel", "channel": self._view.channel(event.channel)}
        if event.user is self._me:
            return None
        return {
            "event": "typing",
            "channel_id": str(event.channel.id),
            "user": user(event.user),
        }

    def _of_message(self, event: MessagePosted | MessageEdited | MessageDeleted) -> Payload | None:
        message: Message = event.message
        channel = self._world.channels.get(message.channel_id)
        if message.audience not in (None, self._me.id) or not channel or not self._sees(channel):
            return None
        if isinstance(event, MessageDeleted):
            ids = {"channel_id": str(channel.id), "id": str(message.id)}
            return {"event": "message_deleted"} | ids
        name = "message" if isinstance(event, MessagePosted) else "message_updated"
        return {"event": name, "message": self._view.message(message)}

    def _sees(self, channel: Channel) -> bool:
        return self._world.may_see(self._me.id, channel)

"""One request, as the handlers see it, and routes."""

import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from aiohttp import web

from loopback.errors import ApiError, ErrorCode
from loopback.model import permissions
from loopback.model.channels import Channel
from loopback.model.messages import Message
from loopback.model.people import Guild, User
from loopback.model.permissions import Permission
from loopback.payload import Payload, as_payload, compact, is_payload, snowflake
from loopback.platform import Platform
from loopback.ratelimits import Limits, Window
from loopback.rest import multipart
from loopback.validation.form import Form
from loopback.validation.messages import Upload
from loopback.world.restrictions import note_act, slow_for
from loopback.world.state import World

_NUMBER = re.compile(r"-?[0-9]{1,18}")


@dataclass(slots=True)
class Call:
    """A request to a route of a platform.

    `status` is the status of an answer with a body; a handler that creates something sets it.
    """

    platform: Platform
    request: web.Request
    files: dict[int, Upload] = field(default_factory=dict[int, Upload])
    status: int = 200
    _read: tuple[object] | None = None

    @property
    def world(self) -> World:
        """The world of the platform."""
        return self.platform.world

    @property
    def channel_id(self) -> int | None:
        """The channel of the request or of its interaction, or None without one."""
        named = snowflake(self.request.match_info.get("channel"))
        token = self.request.match_info.get("token")
        return named if token is None else self.platform.interactions.channel_id(token)

    def check_outage(self) -> None:
        """Raise ApiError 503 if the guild of the request is unavailable."""
        channel = self.world.channels.get(self.channel_id or 0)
        guild_id = snowflake(self.request.match_info.get("guild"))
        guild = self.world.guilds.get(guild_id or (channel.guild_id if channel else None) or 0)
        if guild is not None and guild.unavailable:
            raise ApiError(ErrorCode.UNAVAILABLE)

    def keep_pace(self, channel: Channel) -> None:
        """Note that the bot writes in a channel; ApiError 20016 if slow mode holds for it, too.

        Slow mode also counts threads that are opened (resources/channel.mdx).
        """
        wait = slow_for(self.world, channel, self.world.bot.id) if channel.slows_bots else 0.0
        if wait:
            raise ApiError(ErrorCode.SLOW_MODE, retry_after=wait)
        note_act(self.world, channel, self.world.bot.id)

    def id(self, name: str) -> int:
        """Return an id in the path; ApiError 50035 if it is not one."""
        form = Form()
        value = form.id(dict(self.request.match_info), name, required=True)
        form.finish()
        return value or 0

    def flag(self, name: str) -> bool:
        """Return a query parameter that is true or false."""
        return self.request.query.get(name, "").lower() in ("1", "true")

    def limit(self, most: int, default: int) -> int:
        """Return the query parameter `limit`, from 1 to `most`; ApiError 50035 for another."""
        written = self.request.query.get("limit")
        if written is None:
            return default
        form = Form()
        number = int(written) if _NUMBER.fullmatch(written) else written
        limit = form.number({"limit": number}, "limit", 1, most)
        form.finish()
        return limit or default

    def query_id(self, name: str) -> int | None:
        """Return a query parameter that is an id, or None; ApiError 50035 if it is not one."""
        form = Form()
        value = form.id(dict(self.request.query), name)
        form.finish()
        return value

    def counts(self, guild: Guild) -> Payload:
        """Write the numbers of members and of those online if `with_counts` asks for them."""
        if not self.flag("with_counts"):
            return {}
        count = len(guild.members)
        return {"approximate_member_count": count, "approximate_presence_count": count}

    async def body(self) -> Payload:
        """Read a JSON object, or the one in a multipart body; files go to `files`."""
        read = await self.json()
        if not is_payload(read):
            raise ApiError(ErrorCode.INVALID_JSON)
        return as_payload(read)

    async def json(self) -> object:
        """Read a JSON body of any kind; a missing one counts as an empty object."""
        if self._read is None:
            self._read = (await self._parsed(),)
        return self._read[0]

    async def _parsed(self) -> object:
        content_type = self.request.headers.get("Content-Type", "")
        if content_type.startswith("multipart/form-data"):
            raw = await self._multipart(content_type)
        else:
            raw = await self.request.read()
        if not raw:
            return {}
        try:
            read: object = json.loads(raw)
            compact(read)  # Half a pair of surrogates is no text.
        except (ValueError, RecursionError):
            raise ApiError(ErrorCode.INVALID_JSON) from None
        return read

    async def _multipart(self, content_type: str) -> bytes:
        raw = b""
        for part in multipart.parts(content_type, await self.request.read()):
            if part.name == "payload_json":
                raw = part.content
            elif part.name.startswith("files[") and part.name[6:-1].isdigit():
                self.files[int(part.name[6:-1])] = Upload(
                    part.filename or "unknown.txt", part.content_type, part.content
                )
        return raw

    def guild(self) -> Guild:
        """Return the guild in the path, if the bot is in it."""
        guild = self.world.guilds.get(self.id("guild"))
        if guild is None or self.world.bot.id not in guild.members:
            raise ApiError(ErrorCode.UNKNOWN_GUILD)
        return guild

    def user(self) -> User:
        """Return the user in the path; ApiError 10013 if there is none."""
        user = self.world.users.get(self.id("user"))
        if user is None:
            raise ApiError(ErrorCode.UNKNOWN_USER)
        return user

    def channel(self, *needed: Permission) -> Channel:
        """Return the channel in the path; the bot must see it and have `needed` there.

        ApiError 10003, 50001 (it does not see the channel) or 50013.
        """
        channel = self.world.channels.get(self.id("channel"))
        if channel is None:
            raise ApiError(ErrorCode.UNKNOWN_CHANNEL)
        self.need(channel, *needed)
        return channel

    def need(self, channel: Channel, *needed: Permission) -> None:
        """Raise ApiError 50001 or 50013 unless the bot has these permissions."""
        granted = self.world.permissions(self.world.bot.id, channel)
        if Permission.VIEW_CHANNEL not in granted:
            raise ApiError(ErrorCode.MISSING_ACCESS)
        if any(each not in granted for each in needed):
            raise ApiError(ErrorCode.MISSING_PERMISSIONS)

    def need_in(self, guild: Guild, needed: Permission) -> None:
        """Raise ApiError 50013 unless the bot has this permission in the guild."""
        granted = permissions.in_guild(guild, self.world.bot.id)
        if not granted & (needed | Permission.ADMINISTRATOR):
            raise ApiError(ErrorCode.MISSING_PERMISSIONS)

    def message(self, channel: Channel) -> Message:
        """Return the message in the path; ephemeral ones are unknown here (ApiError 10008)."""
        message = self.world.messages.get(self.id("message"))
        if message is None or message.channel_id != channel.id or message.audience is not None:
            raise ApiError(ErrorCode.UNKNOWN_MESSAGE)
        return message


Answer: TypeAlias = "Payload | list[Payload] | web.Response | None"
"""JSON, a finished response, or nothing (204)."""
Handler: TypeAlias = Callable[[Call], Awaitable[Answer]]


def each(limits: Limits) -> Window:
    """Return the limit of most routes."""
    return limits.each


def messages(limits: Limits) -> Window:
    """Return the limit of sending messages."""
    return limits.messages


def webhook(limits: Limits) -> Window:
    """Return the limit of one interaction's token."""
    return limits.webhook


@dataclass(frozen=True, slots=True)
class Route:
    """A method and path, with their handler and rate limit.

    `open`: the token in the path is enough authority, as for interactions; such routes do not count
    for the overall limit. `major`: the parts of the path that have a bucket of their own. `window`
    is None for a route without a limit, whose answers have no headers of one.
    """

    method: str
    path: str
    handler: Handler
    major: tuple[str, ...] = ()
    open: bool = False
    window: Callable[[Limits], Window] | None = each

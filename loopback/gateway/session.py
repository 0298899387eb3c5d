"""The parts of a gateway conversation: opcodes, close codes, one connection, one session."""

import asyncio
import json
import zlib
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum

from aiohttp import web

from loopback import wire
from loopback.model.people import Guild
from loopback.payload import Payload, as_list, as_payload
from loopback.wire.guilds import LARGE
from loopback.world.state import World

BUFFERED_EVENTS = 1000
LONGEST_PAYLOAD = 4096
"""Bytes that a bot may send at once (gateway.mdx, "Sending Events")."""
_MOST_LARGE = 250

_LEVEL = 1
"""The quickest compression: Discord's isn't known, and bots read any."""


class Op(IntEnum):
    """Discord's gateway opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE_UPDATE = 3
    VOICE_STATE_UPDATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_GUILD_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11
    REQUEST_SOUNDBOARD_SOUNDS = 31
    REQUEST_CHANNEL_INFO = 43


class Intent(IntEnum):
    """Discord's intents, as far as this server has events for them."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_MODERATION = 1 << 2
    GUILD_WEBHOOKS = 1 << 5
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_MESSAGE_REACTIONS = 1 << 10
    GUILD_MESSAGE_TYPING = 1 << 11
    DIRECT_MESSAGES = 1 << 12
    DIRECT_MESSAGE_REACTIONS = 1 << 13
    DIRECT_MESSAGE_TYPING = 1 << 14
    MESSAGE_CONTENT = 1 << 15


PRIVILEGED = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT
# The last, DIRECT_MESSAGE_POLLS, is 1 << 25 (gateway.mdx, "List of Intents").
ALL_INTENTS = (1 << 26) - 1


class Close(IntEnum):
    """Discord's close codes."""

    UNKNOWN_ERROR = 4000
    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    INVALID_SEQUENCE = 4007
    RATE_LIMITED = 4008
    INVALID_SHARD = 4010
    SHARDING_REQUIRED = 4011
    INVALID_VERSION = 4012
    INVALID_INTENTS = 4013
    DISALLOWED_INTENTS = 4014


class Closed(Exception):
    """The conversation ends with this close code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Connection:
    """One websocket of a bot; frames leave in the order in which they were queued."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self.socket = socket
        self._request = request
        self._frames: asyncio.Queue[tuple[str | int, float, bool]] = asyncio.Queue()
        self._closed_here = False
        self._stream = (
            zlib.compressobj(_LEVEL) if request.query.get("compress") == "zlib-stream" else None
        )

    def send(self, frame: str, delay: float = 0.0, *, cut: bool = False) -> None:
        """Queue a frame; it leaves in `delay` seconds at the earliest.

        `cut`: the connection breaks in the midst of it.
        """
        self._frames.put_nowait((frame, asyncio.get_running_loop().time() + delay, cut))

    def send_op(self, op: Op, data: object = None) -> None:
        """Queue a control frame."""
        self.send(json.dumps({"op": int(op), "d": data, "s": None, "t": None}))

    def close(self, code: int) -> None:
        """Close with a code after all that is queued."""
        self._closed_here = True
        self._frames.put_nowait((code, 0.0, False))

    def abort(self) -> None:
        """Break the connection at once, without a closing handshake."""
        if self._request.transport is not None:
            self._request.transport.abort()

    @property
    def closed_for_good(self) -> bool:
        """True if the bot closed it for good: with 1000 or 1001 (reference, "Disconnecting")."""
        return not self._closed_here and self.socket.close_code in (1000, 1001)

    async def write(self) -> None:
        """Send the queued frames until one closes the socket."""
        with suppress(ConnectionError):
            while True:
                frame, not_before, cut = await self._frames.get()
                wait = not_before - asyncio.get_running_loop().time()
                if wait > 0:
                    await asyncio.sleep(wait)
                if isinstance(frame, int):
                    await self.socket.close(code=frame)
                    return
                await self._write(frame, cut=cut)

    async def _write(self, frame: str, *, cut: bool) -> None:
        """Send a frame; in a compressed stream it ends at a byte (gateway.mdx, "zlib-stream").

        Of a frame that is cut, half of the compressed bytes arrives, and nothing of a text.
        """
        if self._stream is not None:
            whole = self._stream.compress(frame.encode()) + self._stream.flush(zlib.Z_SYNC_FLUSH)
            await self.socket.send_bytes(whole[: len(whole) // 2] if cut else whole)
        elif not cut:
            await self.socket.send_str(frame)
        if cut:
            await asyncio.sleep(0)
            self.abort()


@dataclass(slots=True, eq=False)
class Session:
    """The session of a bot; it outlives its connection, and its last events can be replayed."""

    id: str
    intents: int
    shard: tuple[int, int]
    large_threshold: int = LARGE
    sequence: int = 0
    connection: Connection | None = None
    left: float | None = None
    events: deque[tuple[int, str]] = field(
        default_factory=lambda: deque[tuple[int, str]](maxlen=BUFFERED_EVENTS)
    )

    def is_of(self, shard: int | None) -> bool:
        """Return whether this is the shard's session, as every session is for None."""
        return shard is None or self.shard[0] == shard

    def serves(self, guild_id: int | None) -> bool:
        """Return whether a guild's events come here; what belongs to none comes to shard 0."""
        number, count = self.shard
        return ((guild_id or 0) >> 22) % count == number

    def guild_create(self, world: World, guild: Guild) -> Payload:
        """Write a guild for this session, with the members that it is sent."""
        presences = bool(self.intents & Intent.GUILD_PRESENCES)
        threshold = self.large_threshold
        return wire.guild_create(world, guild, presences=presences, large_threshold=threshold)

    def dispatch(self, name: str, data: str, delay: float = 0.0, *, cut: bool = False) -> None:
        """Give an event a number and send it, or keep it for resuming.

        `cut`: the connection breaks in the midst of it.
        """
        self.sequence += 1
        frame = f'{{"t":"{name}","s":{self.sequence},"op":0,"d":{data}}}'
        self.events.append((self.sequence, frame))
        if self.connection is not None:
            self.connection.send(frame, delay, cut=cut)

    def can_resume(self, sequence: int) -> bool:
        """Return whether every event after this one is still there."""
        oldest = self.events[0][0] if self.events else self.sequence + 1
        return oldest - 1 <= sequence <= self.sequence


def read(sent: str | bytes) -> tuple[int, object]:
    """Read the opcode and data of a frame, of text or bytes; Closed 4002 if it is not one."""
    raw = sent.encode() if isinstance(sent, str) else sent
    if len(raw) > LONGEST_PAYLOAD:
        raise Closed(Close.DECODE_ERROR)
    try:
        frame = as_payload(json.loads(raw))
    except (ValueError, RecursionError):
        raise Closed(Close.DECODE_ERROR) from None
    op = frame.get("op")
    if not isinstance(op, int):
        raise Closed(Close.DECODE_ERROR)
    return op, frame.get("d")


def large_threshold(value: object) -> int:
    """Read the members from which on a guild is large, or the usual number (Identify)."""
    if isinstance(value, int) and LARGE <= value <= _MOST_LARGE:
        return value
    return LARGE


def shard(value: object) -> tuple[int, int]:
    """Read the number of a shard and of all shards; Closed 4010 if that is impossible."""
    if value is None:
        return 0, 1
    numbers = as_list(value)
    if len(numbers) != 2 or not all(isinstance(each, int) for each in numbers):
        raise Closed(Close.INVALID_SHARD)
    number, count = numbers
    if not 0 <= number < count:
        raise Closed(Close.INVALID_SHARD)
    return number, count

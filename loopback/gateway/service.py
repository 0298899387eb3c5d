"""The gateway: sessions, sequence numbers, resuming (reference, "Gateway", v10)."""

import asyncio
import json
import secrets
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import cast

from aiohttp import WSMsgType, web

from loopback import wire
from loopback.faults import FaultInjector, Faults
from loopback.gateway import requests
from loopback.gateway.session import (
    ALL_INTENTS,
    PRIVILEGED,
    Close,
    Closed,
    Connection,
    Intent,
    Op,
    Session,
    large_threshold,
    read,
    shard,
)
from loopback.gateway.starts import SessionLimits, SessionStarts
from loopback.payload import Payload, as_payload
from loopback.world.feed import Event
from loopback.world.state import World

HEARTBEAT_MS = 41_250
SECONDS_TO_ACKNOWLEDGE_A_HEARTBEAT = 0.05
"""As long as a network takes.

discord.py notes when it sent a heartbeat only after the sending returned. An acknowledgement that
comes before is measured from the heartbeat before it, and discord.py warns that it is 41 s behind.
"""
SECONDS_TO_RESUME = 180.0
_TRACE = ['["loopback",{"micros":0.0}]']
_UNUSED: Payload = {
    "_trace": _TRACE,
    "session_type": "normal",
    "auth": {},
    "user_settings": {},
    "relationships": [],
    "game_relationships": [],
    "presences": [],
    "guild_join_requests": [],
    "geo_ordered_rtc_regions": ["europe"],
}
"""The fields of READY that no document names."""
_IGNORED = (Op.PRESENCE_UPDATE, Op.VOICE_STATE_UPDATE, Op.REQUEST_CHANNEL_INFO)
# gateway.mdx, "Rate Limiting".
MOST_SENDS_A_MINUTE = 120


@dataclass(frozen=True, slots=True)
class BotPresence(Event):
    """The bot connected or disconnected."""

    online: bool


class Gateway:
    """The server of websockets, whose connections and sessions a test can break."""

    def __init__(self, world: World, token: str, *, privileged: int = 0) -> None:
        self._world = world
        self.token = token
        self.starts = SessionStarts(world.clock)
        self._privileged = privileged
        self._sessions: dict[str, Session] = {}
        self._connections: set[Connection] = set()
        self._identified = asyncio.Event()
        self._told_online = False
        self.fault_injector = FaultInjector(Faults())
        self.heartbeat_ms = HEARTBEAT_MS

    @property
    def online(self) -> bool:
        """True while a bot is connected and identified."""
        return any(each.connection for each in self._sessions.values())

    @property
    def sessions(self) -> tuple[Session, ...]:
        """The sessions that are alive or may be resumed."""
        return tuple(self._sessions.values())

    @property
    def limits(self) -> SessionLimits:
        """The limits on sessions and shards; assign others to replace them."""
        return self.starts.limits

    @limits.setter
    def limits(self, limits: SessionLimits) -> None:
        self.starts.limits = limits

    async def ready(self) -> None:
        """Wait until all shards of a bot are connected, and READY or RESUMED was sent to them."""
        while not self._is_whole():
            await self.connected()

    def _is_whole(self) -> bool:
        there = {each.shard for each in self._sessions.values() if each.connection}
        return any(all((each, count) in there for each in range(count)) for _, count in there)

    async def connected(self) -> None:
        """Wait until the next shard connects, and READY or RESUMED was sent to it."""
        self._identified.clear()
        await self._identified.wait()

    def drop(self, shard: int | None = None) -> None:
        """Break every connection, or a shard's, without closing it; sessions stay resumable."""
        for connection in self._of(shard):
            connection.abort()

    def close(self, code: int, shard: int | None = None) -> None:
        """Close every connection, or a shard's, with a code."""
        for connection in self._of(shard):
            connection.close(code)

    def _of(self, shard: int | None) -> tuple[Connection, ...]:
        if shard is None:
            return tuple(self._connections)
        sessions = self._sessions.values()
        return tuple(each.connection for each in sessions if each.connection and each.is_of(shard))

    def reconnect(self, shard: int | None = None) -> None:
        """Ask every bot, or its shard, to reconnect and resume (op 7)."""
        for session in self._sessions.values():
            if session.connection is not None and session.is_of(shard):
                session.connection.send_op(Op.RECONNECT)

    def invalidate(self, resumable: bool, shard: int | None = None) -> None:
        """Send op 9 (invalid session) to every bot, or its shard.

        A session that is not resumable is dropped.
        """
        for session in tuple(self._sessions.values()):
            if not session.is_of(shard):
                continue
            if session.connection is not None:
                session.connection.send_op(Op.INVALID_SESSION, resumable)
            if not resumable:
                del self._sessions[session.id]
        self._tell_presence()

    def reset_token(self) -> None:
        """Give the bot another token, as its owner does in the portal, and end its sessions."""
        self.token = f"{self.token.partition('.')[0]}.loopback.{secrets.token_hex(8)}"
        self.close(Close.AUTHENTICATION_FAILED)
        self._sessions.clear()
        self._tell_presence()

    def dispatch(
        self,
        name: str,
        data: Payload,
        *,
        guild_id: int | None,
        intent: int = 0,
        alter: Callable[[Session], Payload] | None = None,
    ) -> None:
        """Send an event to every session that asked for it.

        `intent`: the intent that a session needs (0: none). `alter`: a function that makes the data
        for a session, if they differ.
        """
        written: str | None = None
        for session in tuple(self._sessions.values()):
            if intent and not session.intents & intent:
                continue
            if not session.serves(guild_id):
                continue
            if alter is not None:
                mine = json.dumps(alter(session), separators=(",", ":"))
            else:
                written = written or json.dumps(data, separators=(",", ":"))
                mine = written
            delay = self.fault_injector.event_delay()
            cut = not self.fault_injector.is_idle and self.fault_injector.should_fail_event(
                "cut_events"
            )
            session.dispatch(name, mine, delay, cut=cut)
            if not self.fault_injector.is_idle:
                self._inject(session, name, mine)

    def _inject(self, session: Session, name: str, data: str) -> None:
        injector = self.fault_injector
        if injector.should_fail_event("duplicated_events"):
            session.dispatch(name, data)
        connection = session.connection
        if connection is None:
            return
        if injector.should_fail_event("disconnects"):
            connection.abort()
        elif injector.should_fail_event("reconnects"):
            connection.send_op(Op.RECONNECT)
        elif injector.should_fail_event("invalidations"):
            connection.send_op(Op.INVALID_SESSION, data=False)
            del self._sessions[session.id]
            self._tell_presence()

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve one websocket of a bot until it ends."""
        socket = web.WebSocketResponse(max_msg_size=1 << 20, compress=False)
        try:
            await socket.prepare(request)
        except ConnectionError:  # The bot has left already, so no one reads any answer.
            return web.Response()
        connection = Connection(socket, request)
        self._connections.add(connection)
        writer = asyncio.create_task(connection.write())
        try:
            if request.query.get("v", "10") not in ("9", "10"):
                raise Closed(Close.INVALID_VERSION)
            hello = {"heartbeat_interval": self.heartbeat_ms, "_trace": _TRACE}
            connection.send_op(Op.HELLO, hello)
            await self._listen(connection)
        except Closed as closed:
            connection.close(closed.code)
            with suppress(ConnectionError):
                await writer
        finally:
            writer.cancel()
            self._connections.discard(connection)
            self._detach(connection)
        return socket

    async def shut_down(self) -> None:
        """Close every connection as Discord does when it restarts."""
        for connection in tuple(self._connections):
            with suppress(ConnectionError):
                await connection.socket.close(code=1001)

    def _detach(self, connection: Connection) -> None:
        now = self._world.clock.now()
        for session in tuple(self._sessions.values()):
            if session.connection is connection:
                session.connection, session.left = None, now
                if connection.closed_for_good:
                    del self._sessions[session.id]
            elif session.left is not None and session.left < now - SECONDS_TO_RESUME:
                del self._sessions[session.id]
        self._tell_presence()

    def _tell_presence(self) -> None:
        if self.online != self._told_online:
            self._told_online = self.online
            self._world.feed.publish(BotPresence(online=self.online))

    async def _listen(self, connection: Connection) -> None:
        received: deque[float] = deque(maxlen=MOST_SENDS_A_MINUTE)
        session: Session | None = None
        loop = asyncio.get_running_loop()
        async for frame in connection.socket:
            if frame.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                continue
            now = self._world.clock.now()
            if len(received) == MOST_SENDS_A_MINUTE and now - received[0] < 60:
                raise Closed(Close.RATE_LIMITED)
            received.append(now)
            op, data = read(cast("str | bytes", frame.data))
            if op == Op.HEARTBEAT:
                loop.call_later(
                    SECONDS_TO_ACKNOWLEDGE_A_HEARTBEAT, connection.send_op, Op.HEARTBEAT_ACK
                )
            elif op in (Op.IDENTIFY, Op.RESUME):
                if session is not None and session.id in self._sessions:
                    raise Closed(Close.ALREADY_AUTHENTICATED)
                entry = as_payload(data)
                if str(entry.get("token", "")).removeprefix("Bot ") != self.token:
                    raise Closed(Close.AUTHENTICATION_FAILED)
                enter = self._identify if op == Op.IDENTIFY else self._resume
                session = enter(connection, entry)
            elif session is None:
                raise Closed(Close.NOT_AUTHENTICATED)
            else:
                self._answer(session, op, data)

    def _answer(self, session: Session, op: int, data: object) -> None:
        """Answer a request of a session; Closed 4001 for one that Discord doesn't have."""
        if op == Op.REQUEST_GUILD_MEMBERS:
            for chunk in requests.member_chunks(self._world, session, data):
                session.dispatch("GUILD_MEMBERS_CHUNK", json.dumps(chunk))
        elif op == Op.REQUEST_SOUNDBOARD_SOUNDS:
            for board in requests.soundboards(self._world, session, data):
                session.dispatch("SOUNDBOARD_SOUNDS", json.dumps(board))
        elif op not in _IGNORED:
            raise Closed(Close.UNKNOWN_OPCODE)

    def _identify(self, connection: Connection, data: Payload) -> Session | None:
        intents = data.get("intents")
        if not isinstance(intents, int) or not 0 <= intents <= ALL_INTENTS:
            raise Closed(Close.INVALID_INTENTS)
        if intents & PRIVILEGED & ~self._privileged:
            raise Closed(Close.DISALLOWED_INTENTS)
        threshold = large_threshold(data.get("large_threshold"))
        session = Session(secrets.token_hex(16), intents, shard(data.get("shard")), threshold)
        guilds = [each for each in self._world.installed_guilds() if session.serves(each.id)]
        if len(guilds) > self.limits.most_guilds:
            raise Closed(Close.SHARDING_REQUIRED)
        if not self.starts.remaining:
            self.reset_token()
            raise Closed(Close.AUTHENTICATION_FAILED)
        if not self.starts.take(session.shard[0]):
            connection.send_op(Op.INVALID_SESSION, data=False)
            return None
        self._sessions[session.id] = session
        session.connection = connection
        ready: Payload = {
            "v": 10,
            "user": wire.own_user(self._world.bot),
            "guilds": [{"id": str(each.id), "unavailable": True} for each in guilds],
            "session_id": session.id,
            "resume_gateway_url": self._world.addresses.gateway,
            "shard": list(session.shard),
            "application": {"id": str(self._world.application_id), "flags": 0},
            "private_channels": [],
        } | _UNUSED
        session.dispatch("READY", json.dumps(ready))
        if intents & Intent.GUILDS:
            for guild in guilds:
                if guild.unavailable:
                    continue
                written = session.guild_create(self._world, guild)
                session.dispatch("GUILD_CREATE", json.dumps(written))
        self._entered()
        return session

    def _resume(self, connection: Connection, data: Payload) -> Session | None:
        session = self._sessions.get(str(data.get("session_id")))
        sequence = data.get("seq")
        if session is None or not isinstance(sequence, int):
            connection.send_op(Op.INVALID_SESSION, data=False)
            return None
        if sequence > session.sequence:
            raise Closed(Close.INVALID_SEQUENCE)
        if not session.can_resume(sequence):
            del self._sessions[session.id]
            connection.send_op(Op.INVALID_SESSION, data=False)
            return None
        if session.connection is not None:
            session.connection.close(Close.UNKNOWN_ERROR)
        for number, frame in session.events:
            if number > sequence:
                connection.send(frame)
        session.connection, session.left = connection, None
        session.dispatch("RESUMED", "{}")
        self._entered()
        return session

    def _entered(self) -> None:
        self._identified.set()
        self._tell_presence()

"""How long others wait while one channel is sick, beside how long they wait while none is.

A channel is owed a board and answers with errors, with a long rate limit, or not at all. In another
channel a move is made whose interaction can no longer be answered, so its board goes through the
outbox. In a third one a game of a series ends, and the next one begins.
"""

import asyncio
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Final

from bench.table import Row
from bot.app import create_app
from bot.local import local_server
from loopback import Faults, Loopback, Message, Person
from loopback.interactions.lifecycle import SECONDS_TO_ACKNOWLEDGE
from loopback.model.permissions import Permission
from loopback.world.feed import Event, MessagePosted

__all__ = ["measure"]

_KINDS: Final = ("none", "403", "500", "429 for 20 s", "no answer")
_LONGEST: Final = 60.0
"""Seconds after which a measurement ends."""


def measure(_seconds: float) -> list[Row]:
    """Return a row for each kind of sickness; each takes a few seconds."""
    well, *sick = [asyncio.run(_measure(kind)) for kind in _KINDS]
    return [
        Row(f"others beside a sick channel: {kind}", _shown(times),
            f"while none is sick: {_shown(well)}", max(well) / max(times))
        for kind, times in zip(_KINDS[1:], sick, strict=True)
    ]  # fmt: skip


def _shown(times: tuple[float, float]) -> str:
    return f"board {times[0]:.2f} s, next game {times[1]:.2f} s"


async def _measure(kind: str) -> tuple[float, float]:
    """Return the seconds until the board elsewhere and until the next game of the series."""
    with tempfile.TemporaryDirectory(prefix="sick-") as folder:
        async with local_server() as server:
            database = Path(folder) / "tables.sqlite3"
            async with create_app(database, server.connector(), server.clock.now) as bot:
                running = asyncio.create_task(bot.start(server.token))
                await server.gateway.ready()
                for channel in ("lobby", "games", "quiet"):
                    await _begin(server, channel)
                await bot.idle()
                _fall_sick(server, kind)
                server.person("Ann").start_slash("move", "lobby", {"move": "c3-d4"})
                await asyncio.sleep(0.5)
                times = await _board(server), await _next_game(server)
                server.faults = Faults()
                await bot.close()
                await running
    return times


async def _begin(server: Loopback, channel: str) -> None:
    ann, bo = server.person("Ann"), server.person("Bo")
    terms: dict[str, str | Person] = {"opponent": bo, "side": "white"}
    if channel == "quiet":
        terms["series"] = "best-of-3"
    card = await ann.slash("play czech", channel=channel, values=terms)
    assert card.message is not None
    await bo.click(card.message, "Accept")


def _fall_sick(server: Loopback, kind: str) -> None:
    lobby = server.world.channel("lobby")
    channels = frozenset({lobby.id})
    match kind:
        case "403":
            server.world.set_overwrite(lobby, server.world.bot, deny=Permission.SEND_MESSAGES)
            server.faults = Faults()
        case "500":
            server.faults = Faults(server_errors=1, channels=channels)
        case "429 for 20 s":
            server.faults = Faults(too_many_requests=1, retry_after=20, channels=channels)
        case "no answer":
            server.faults = Faults(hangs=1, channels=channels)
        case _:
            server.faults = Faults()


async def _board(server: Loopback) -> float:
    """Make a move whose interaction has ended before the bot can answer it."""
    begun = perf_counter()
    shown = _posted(server, lambda message: "d4" in message.content)
    server.person("Ann").start_slash("move", "games", {"move": "c3-d4"})
    server.clock.advance(SECONDS_TO_ACKNOWLEDGE)
    return await shown - begun


async def _next_game(server: Loopback) -> float:
    """Resign a game of a series."""
    ann = server.person("Ann")
    question = await ann.slash("resign", channel="quiet")
    assert question.message is not None
    begun = perf_counter()
    shown = _posted(server, lambda message: len(message.attachments) == 2)
    ann.start_click(question.message, "Resign")
    return await shown - begun


def _posted(server: Loopback, fits: Callable[[Message], bool]) -> asyncio.Future[float]:
    """Return when a message that fits is posted."""
    found: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    def listen(event: Event) -> None:
        if isinstance(event, MessagePosted) and fits(event.message) and not found.done():
            found.set_result(perf_counter())

    def give_up() -> None:
        if not found.done():
            found.set_result(perf_counter())

    server.feed.listen(listen)
    asyncio.get_running_loop().call_later(_LONGEST, give_up)
    return found

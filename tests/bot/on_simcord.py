"""A program: the bot plays a game of each kind, and more, on SimCord, which others made.

It runs in a process of its own, since SimCord replaces parts of discord.py for good.
"""

import asyncio
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from bot.app import create_app
from bot.interactions.client import Postboard
from rules.registry import all_games

TURNS: Final = 4
PATIENCE: Final = 60.0
"""Seconds that an answer may take on a busy machine."""


def _gateway(*_: object) -> dict[str, object]:
    """Answer GET /gateway/bot, which SimCord lacks."""
    starts = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    return {"url": "wss://gateway.discord.gg", "shards": 1, "session_start_limit": starts}


async def _settle(*_: object, **__: object) -> None:
    """Wait for nothing: SimCord waits until the bot does nothing, and its workers never rest."""


async def _until(condition: Callable[[], Any]) -> Any:
    async with asyncio.timeout(PATIENCE):
        while not (found := condition()):  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.01)
    return found


def _with_button(channel: Any, label: str) -> Any:
    """Return the newest message of a channel that has a button of this label."""
    for message in reversed(channel.history()):
        for row in message.components:
            if any(getattr(each, "label", None) == label for each in row.children):
                return message
    return None


def _boards(channel: Any) -> list[Any]:
    return [each for each in channel.history() if each.attachments]


class Club:
    """A server of SimCord with Ann and Bo."""

    def __init__(self, env: Any, bot: Postboard) -> None:
        self.env, self.bot = env, bot
        self.guild = env.create_guild()
        self.people = [self.guild.add_member(env.create_user(name)) for name in ("ann", "bo")]

    async def slash(self, person: Any, channel: Any, name: str, **options: Any) -> Any:
        """Send a command, and return its answer."""
        return await self.answered(await person.slash(channel, name, **options))

    async def answered(self, result: Any) -> Any:
        """Wait for the answer to an act, and return it."""
        await _until(lambda: result.response or result.followups or result.modal)
        return result

    async def bo_joins(self, channel: Any) -> None:
        """Let Bo join what is open in a channel."""
        card = await _until(lambda: _with_button(channel, "Join"))
        await self.people[1].click(card, label="Join")

    async def plays(self, table_id: int, key: str) -> None:
        """Let Ann and Bo play a few turns of a game."""
        ann = self.people[0]
        channel = self.guild.create_text_channel(key)
        await self.slash(ann, channel, "play", game=key)
        await self.bo_joins(channel)
        await _until(lambda: _boards(channel))
        for _ in range(TURNS):
            table = await self.bot.lookup.get(table_id)
            match = table.started
            if match.seat_due is None:
                return
            came = [each.seat for each in table.seated].index(match.seat_due)
            before = _boards(channel)[-1].id
            move = min(map(match.game.notate, match.game.legal(match.state)))
            await self.slash(self.people[came], channel, "move", move=move)
            newest = await self._board_after(channel, before)
            assert newest.attachments[0].description, "a board without a text"

    async def _board_after(self, channel: Any, before: int) -> Any:
        def newest() -> Any:
            found = _boards(channel)
            return found[-1] if found and found[-1].id != before else None

        return await _until(newest)


async def main() -> None:
    """Play, look around, and end with an error if the bot has made one."""
    simcord: Any = import_module("simcord")
    router: Any = import_module("simcord.http.router")
    router.route("GET", "/gateway/bot")(_gateway)
    simcord.Env._settle_internal = _settle
    clock: list[Any] = []

    def now() -> float:
        return clock[0].now().timestamp() if clock else 1_767_225_600.0

    with tempfile.TemporaryDirectory() as folder:
        async with (
            create_app(Path(folder) / "tables.sqlite3", now=now) as bot,
            simcord.run(bot, shard_count=1) as env,
        ):
            clock.append(env)
            club = Club(env, bot)
            for number, key in enumerate(all_games(), 1):
                await club.plays(number, key)
            ann, channel = club.people[0], club.guild.create_text_channel("hall")
            for name in ("help", "profile", "games", "rules", "puzzle"):
                await club.slash(ann, channel, name)
            assert env.errors == []


if __name__ == "__main__":
    asyncio.run(main())

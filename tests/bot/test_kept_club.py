"""The present bot goes on with a club that a version before left, in the channels of that time."""

import logging
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from bot.checking import faults_in
from bot.interactions.client import Postboard
from bot.messages.controls.custom_ids import decode
from bot.messages.controls.verbs import Verb
from loopback import Message
from loopback.server import PEOPLE
from rules.time.duration import DAY, HOUR
from tests.bot.conftest import bot_on
from tests.bot.kept_file import KeptFile, kept_files
from tests.bot.kept_world import KeptWorld, world_of
from tests.stored import rows

pytestmark = pytest.mark.file("a file of an older version")

every_club = pytest.mark.parametrize(
    "kept",
    [each for each in kept_files() if each.world.exists()],
    ids=lambda kept: kept.version,
)
_UNREADABLE: Final = "`/board` shows a new one"
"""What somebody is told whose button means nothing."""
_DAYS: Final = 10
_PUZZLES: Final = "SELECT id FROM puzzles WHERE number IS NOT NULL"


@dataclass(frozen=True, slots=True)
class Club:
    """The present bot on a kept file."""

    world: KeptWorld
    bot: Postboard
    file: Path


@asynccontextmanager
async def brought_up(kept: KeptFile, folder: Path) -> AsyncGenerator[Club]:
    """Start this version, with all extensions, where an earlier one ended."""
    file = folder / "kept.sqlite3"
    kept.lay_out(file)
    async with world_of(kept) as world, bot_on(world.server, file, without=()) as bot:
        yield Club(world, bot, file)


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR]


def ids(file: Path, sql: str) -> set[int]:
    return {number for (number,) in rows(file, sql)}


@every_club
async def test_all_that_was_owed_is_delivered(
    kept: KeptFile, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with brought_up(kept, tmp_path) as club:
        owed = ids(club.file, "SELECT id FROM outbox")
        assert len(owed) > 50
        await club.world.settled(club.bot)
        await club.world.live(club.bot, 2 * HOUR)
        left = {row.kind for row in await club.bot.store.queues.waiting(1000) if row.id in owed}
        assert left == set()
        told = club.world.server.world.messages.keys() - {each.id for each in club.world.posted}
        assert len(told) > 50
    assert errors(caplog) == []


@every_club
async def test_every_timer_is_carried_out_and_events_go_on(
    kept: KeptFile, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A puzzle a day, the digest, missed deadlines, a pause, an event that takes entries."""
    async with brought_up(kept, tmp_path) as club:
        kinds = {kind for (kind,) in rows(club.file, "SELECT DISTINCT kind FROM timers")}
        assert len(kinds) > 15
        entries = dict(rows(club.file, "SELECT id, entry_count FROM events"))
        puzzles = ids(club.file, _PUZZLES)
        for _ in range(2 * _DAYS):
            await club.world.live(club.bot, DAY // 2)
        now = int(club.bot.now())
        assert rows(club.file, f"SELECT kind FROM timers WHERE due < {now - HOUR}") == []
        assert len(ids(club.file, _PUZZLES) - puzzles) == _DAYS
        gone_on = dict(rows(club.file, "SELECT id, entry_count FROM events"))
        assert all(gone_on[each] > count for each, count in entries.items())
    assert errors(caplog) == []
    assert faults_in(club.file, now) == []


@every_club
async def test_every_button_that_was_posted_is_answered(
    kept: KeptFile, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Each is pressed by everybody who sees it, on its message as it was."""
    async with brought_up(kept, tmp_path) as club:
        await club.world.settled(club.bot)
        world, verbs = club.world, set[Verb]()
        for message, text in _buttons(world):
            for name in PEOPLE:
                person = world.server.person(name)
                channel = world.server.world.channels[message.channel_id]
                if not world.server.world.may_see(person.id, channel):
                    continue
                world.restore(message)
                reply = await person.click(message, custom_id=text)
                assert reply.failed is None, (name, text)
                told = reply.message.content if reply.message else ""
                assert _UNREADABLE not in told, (name, text)
            verbs.add(decode(text, club.bot.additions.verbs).verb)
            await world.settled(club.bot)
        assert len(verbs) > 15
    assert errors(caplog) == []
    assert faults_in(club.file, kept.now) == []


def _buttons(world: KeptWorld) -> Iterator[tuple[Message, str]]:
    """Yield each button that can be pressed: its message and its custom_id."""
    for message in world.posted:
        for button in message.buttons():
            if button.custom_id is not None and not button.disabled:
                yield message, button.custom_id

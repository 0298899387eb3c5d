"""Messages that are kept up to date: when they are edited, and that no change is lost."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import pytest

from bot.delivery.tidying.displays import Content
from bot.extensions.club.values import CLUB_BOARD
from bot.extensions.events.values import EVENT_CARD
from bot.interactions.client import Postboard
from bot.messages.controls.message import Message, Picture, finished
from bot.model.displays import (
    LONGEST_WAIT,
    OLD_WAIT,
    SOON,
    Display,
    earliest_edit,
    eased_wait,
    next_edit,
    refused_wait,
)
from bot.store.queues.displays import ask, drop, post
from bot.store.queues.queues import Queues
from loopback import Faults, Loopback, Person
from loopback.model.permissions import Permission
from loopback.ratelimits import Window
from rules.contract.sentence import say
from rules.time.duration import DAY, HOUR, MINUTE
from tests.bot.conftest import bot_on
from tests.bot.game_driver import delivered
from tests.loopback.waiting import until


def _nothing(*_: object) -> None:
    """Do nothing."""


PIXEL: Final = b"\x89PNG\r\n\x1a\n"
KIND: Final = CLUB_BOARD
SUBJECT: Final = 7


def a_display(**other: Any) -> Display:
    display = Display(
        id=1, kind=KIND, subject=SUBJECT, guild_id=1, channel_id=2, number=1, message_id=3,
        posted_at=1000, digest="", edited_at=1000, due_at=None, asks=0, wait=OLD_WAIT,
        refused_at=0, old_channel_id=None, old_message_id=None,
    )  # fmt: skip
    return replace(display, **other)


def test_a_change_is_shown_after_five_seconds_and_a_minute_after_the_edit_before() -> None:
    assert next_edit(a_display(), 1200) == 1205
    assert next_edit(a_display(edited_at=1190), 1200) == 1250
    card = replace(a_display(edited_at=1190), kind=EVENT_CARD)
    assert next_edit(card, 1200) == 1190 + 10 * MINUTE


def test_from_the_second_hour_on_edits_are_five_minutes_apart_and_more_after_refusals() -> None:
    before, after = 1000 + HOUR - 1, 1000 + HOUR
    display = a_display(edited_at=before - 10)
    assert earliest_edit(display, before) == before - 10 + MINUTE
    assert earliest_edit(display, after) == before - 10 + OLD_WAIT
    assert earliest_edit(replace(display, wait=20 * MINUTE), after) == before - 10 + 20 * MINUTE
    waits = [OLD_WAIT]
    while len(waits) < 6:
        waits.append(refused_wait(waits[-1]))
    assert waits == [5 * MINUTE, 10 * MINUTE, 20 * MINUTE, 40 * MINUTE, HOUR, HOUR]
    assert LONGEST_WAIT == HOUR


def test_a_day_without_a_refusal_halves_the_wait() -> None:
    display = a_display(wait=LONGEST_WAIT, refused_at=5000)
    assert eased_wait(display, 5000 + DAY - 1) == LONGEST_WAIT
    assert eased_wait(display, 5000 + DAY) == LONGEST_WAIT // 2
    assert eased_wait(a_display(refused_at=0), 10 * DAY) == OLD_WAIT


@dataclass
class Toy:
    """A source whose message shows a number."""

    shows: int = 0
    again_at: int | None = None
    made: int = 0
    heard: list[str] = field(default_factory=list[str])

    async def content(self, _display: Display) -> Content | None:
        self.made += 1
        picture = Picture(finished(PIXEL), say("A picture"))
        said = Message(say("{number}", number=self.shows), picture, digest=str(self.shows))
        return Content(replace(said, is_silent=True), self.again_at)

    async def gone(self, _display: Display) -> None:
        self.heard.append("gone")

    async def closed(self, _display: Display) -> None:
        self.heard.append("closed")


@dataclass
class Shown:
    """A bot that keeps the message of a toy up to date."""

    bot: Postboard
    server: Loopback
    toy: Toy

    async def want(self, channel: str = "lobby") -> None:
        """Want a new message."""
        place, (guild,) = self.server.world.channel(channel), self.server.world.guilds.values()
        now = int(self.bot.now())
        await self.bot.store.queues.transact(
            lambda tx: post(tx, KIND, SUBJECT, guild_id=guild.id, channel_id=place.id, now=now)
        )

    async def wanted(self, channel: str = "lobby") -> None:
        """Want a new message, and wait until it is there."""
        await self.want(channel)
        await self.bot.outbox.deliver_due()
        await self.bot.store.queues.flush()
        await self.bot.outbox.displays.run_due()

    async def change(self) -> None:
        self.toy.shows += 1
        await self.ask()

    async def ask(self) -> None:
        now = int(self.bot.now())
        await self.bot.store.queues.transact(lambda tx: ask(tx, KIND, SUBJECT, now))

    async def after(self, seconds: int) -> str:
        """Return what the newest message of the lobby says after some time."""
        self.server.clock.advance(seconds)
        await self.bot.outbox.displays.run_due()
        return self.server.person("Cy").sees("lobby")[-1].content

    async def display(self) -> Display:
        found = await self.bot.store.displays.find(KIND, SUBJECT)
        assert found is not None
        return found


@asynccontextmanager
async def shown(server: Loopback, database: Path, toy: Toy) -> AsyncGenerator[Shown]:
    async with bot_on(server, database) as bot:
        await bot.wait_until_ready()
        bot.outbox.displays.sources[KIND.word] = toy
        yield Shown(bot, server, toy)


async def test_what_changes_together_is_one_edit_and_what_stays_the_same_is_none(
    server: Loopback, database: Path, cy: Person
) -> None:
    async with shown(server, database, Toy()) as here:
        await here.wanted()
        (message,) = cy.sees("lobby")
        assert message.content == "0"
        assert message.attachments[0].filename == "display-1-1.png"
        for _ in range(3):
            await here.change()
        assert await here.after(SOON) == "0", "a minute after it was posted, not before"
        assert await here.after(MINUTE - SOON) == "3"
        edited = (await here.display()).edited_at
        await here.ask()
        assert await here.after(2 * MINUTE) == "3"
        assert (await here.display()).edited_at == edited, "nothing else is shown"
        assert (await here.display()).due_at is None
        made = here.toy.made
        assert await here.after(HOUR) == "3"
        assert here.toy.made == made, "nothing has changed, so nothing is looked at"


async def test_a_change_that_comes_during_an_edit_is_shown_by_the_next_one(
    server: Loopback, database: Path
) -> None:
    class Overtaken(Toy):
        async def content(self, display: Display) -> Content | None:
            before = await super().content(display)
            if self.shows == 1:
                await here.change()
            return before

    async with shown(server, database, Overtaken()) as here:
        await here.wanted()
        await here.change()
        assert await here.after(MINUTE) == "1"
        assert await here.after(MINUTE) == "2"


async def test_a_message_changes_at_the_moment_that_it_has_named(
    server: Loopback, database: Path
) -> None:
    async with shown(server, database, Toy()) as here:
        here.toy.again_at = int(here.bot.now()) + HOUR // 2
        await here.wanted()
        await here.after(MINUTE)
        here.toy.shows = 5
        assert await here.after(HOUR // 2 - 2 * MINUTE) == "0"
        assert await here.after(MINUTE) == "5"


async def test_old_messages_are_edited_less_and_less_while_discord_refuses(
    server: Loopback, database: Path
) -> None:
    platform = server._platform  # pyright: ignore[reportPrivateUsage]
    async with shown(server, database, Toy()) as here:
        await here.wanted()
        await here.after(MINUTE)
        server.clock.advance(2 * HOUR)
        await here.change()
        assert await here.after(SOON) == "1"
        await here.change()
        assert await here.after(OLD_WAIT - MINUTE) == "1"
        platform.limits = replace(platform.limits, old_edits=Window(0, 60.0))
        assert await here.after(MINUTE) == "1"
        assert (await here.display()).wait == 2 * OLD_WAIT
        await here.change()
        platform.limits = replace(platform.limits, old_edits=Window(30, 60.0))
        assert await here.after(2 * OLD_WAIT - MINUTE) == "1"
        assert await here.after(MINUTE) == "3"
        assert (await here.display()).wait == 2 * OLD_WAIT
        server.clock.advance(DAY)
        await here.change()
        assert await here.after(SOON) == "4"
        assert (await here.display()).wait == OLD_WAIT


async def test_a_message_that_can_not_be_made_keeps_no_other_waiting(
    server: Loopback, database: Path
) -> None:
    class Damaged(Toy):
        async def content(self, display: Display) -> Content | None:
            if display.subject != SUBJECT and display.message_id is not None:
                raise ValueError("its data is damaged")
            return await super().content(display)

    async with shown(server, database, Damaged()) as here:
        await here.wanted()
        place, (guild,) = server.world.channel("lobby"), server.world.guilds.values()
        now = int(here.bot.now())
        await here.bot.store.queues.transact(
            lambda tx: post(
                tx, KIND, SUBJECT + 1, guild_id=guild.id, channel_id=place.id, now=now - DAY
            )
        )
        await delivered(here.bot)
        await here.bot.store.queues.flush()
        await here.change()
        server.clock.advance(MINUTE)
        before = int(here.bot.now())
        await here.bot.outbox.displays.run_due()
        edited = (await here.display()).edited_at
        assert edited is not None
        assert before <= edited <= int(here.bot.now())
        other = await here.bot.store.displays.find(KIND, SUBJECT + 1)
        assert other is not None
        assert other.due_at is not None
        # The worker may have looked at it before the clock was set ahead.
        assert 0 < other.due_at - int(here.bot.now()) <= 4 * MINUTE


async def test_a_new_message_replaces_the_one_before_which_is_deleted(
    server: Loopback, database: Path, cy: Person
) -> None:
    async with shown(server, database, Toy()) as here:
        await here.wanted()
        await here.wanted("quiet")
        assert cy.sees("lobby") == []
        (message,) = cy.sees("quiet")
        assert message.attachments[0].filename == "display-1-2.png"
        assert (await here.display()).old_message_id is None


async def replaced(here: Shown) -> None:
    """Have a new message posted; nobody looks at it yet."""
    await here.wanted()
    await here.bot.outbox.displays.stop()
    place, (guild,) = here.server.world.channel("lobby"), here.server.world.guilds.values()
    now = int(here.bot.now())
    await here.bot.store.queues.transact(
        lambda tx: post(tx, KIND, SUBJECT, guild_id=guild.id, channel_id=place.id, now=now)
    )
    await delivered(here.bot)
    await here.bot.store.queues.flush()


async def test_a_message_whose_deletion_meets_a_fault_is_deleted_later(
    server: Loopback, database: Path, cy: Person
) -> None:
    """Also where the new one is as it is to be: nobody would look at it again."""
    async with shown(server, database, Toy()) as here:
        await replaced(here)
        server.clock.advance(MINUTE)
        lobby = server.world.channel("lobby").id
        server.faults = Faults(dropped_before=1, channels=frozenset({lobby}))
        await here.bot.outbox.displays.run_due()
        server.faults = Faults()
        assert len(cy.sees("lobby")) == 2
        await here.after(MINUTE)
        assert len(cy.sees("lobby")) == 1


async def test_an_edit_that_ends_once_a_new_message_is_there_says_nothing_of_that(
    server: Loopback, database: Path, cy: Person
) -> None:
    async with shown(server, database, Toy()) as here:
        await here.wanted()
        before = await here.display()
        await replaced(here)
        await here.bot.store.displays.edited(before, "of before", int(here.bot.now()), None)
        assert (await here.display()).digest != "of before"
        await here.after(MINUTE)
        assert len(cy.sees("lobby")) == 1


@pytest.mark.parametrize("what", ["gone", "closed"])
async def test_a_source_hears_of_a_message_that_is_gone_and_of_a_closed_channel(
    server: Loopback, database: Path, what: str
) -> None:
    world = server.world
    async with shown(server, database, Toy()) as here:
        await here.wanted()
        if what == "gone":
            display = await here.display()
            assert display.message_id is not None
            place = here.bot.get_partial_messageable(display.channel_id)
            await place.get_partial_message(display.message_id).delete()
        else:
            world.set_overwrite(world.channel("lobby"), world.bot, deny=Permission.VIEW_CHANNEL)
        await here.change()
        server.clock.advance(MINUTE)
        await here.bot.outbox.displays.run_due()
        assert here.toy.heard == [what]


async def test_a_message_that_nobody_wants_any_more_stays_as_it_is(
    server: Loopback, database: Path
) -> None:
    async with shown(server, database, Toy()) as here:
        await here.wanted()
        now = int(here.bot.now())
        await here.bot.store.queues.transact(lambda tx: drop(tx, KIND, SUBJECT, now))
        await here.change()
        assert await here.after(HOUR) == "0"


async def test_a_change_before_a_restart_is_shown_after_it(
    server: Loopback, database: Path, cy: Person
) -> None:
    async with shown(server, database, Toy()) as here:
        await here.wanted()
        await here.change()
    async with shown(server, database, Toy(shows=9)) as here:
        assert await here.after(MINUTE) == "9"
        assert len(cy.sees("lobby")) == 1


async def test_a_message_is_not_sent_twice_if_the_process_ends_before_it_is_noted(
    server: Loopback, database: Path, cy: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with shown(server, database, Toy()) as here:
        with monkeypatch.context() as patch:
            patch.setattr(Queues, "mark_delivered", _nothing)
            await here.want()  # The worker sends it, and tries again for as long as it lives.
            await until(lambda: len(cy.sees("lobby")) == 1)
            await here.bot.outbox.stop()
        assert (await here.display()).message_id is None
    async with shown(server, database, Toy(shows=1)) as here:
        # The worker may have tried before the toy was there, and rests then.
        while (await here.display()).message_id is None:
            server.clock.advance(1)
            await here.bot.outbox.deliver_due()
            await here.bot.store.queues.flush()
        assert await here.after(MINUTE) == "1", "what was sent is not what is there now"
        assert len(cy.sees("lobby")) == 1

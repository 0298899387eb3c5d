"""Months in which no bot runs: nobody was idle on a ladder, and nobody follows for less long."""

from pathlib import Path

from bot.interactions.client import Postboard
from loopback import Loopback, Permission, Person
from rules.time.duration import DAY
from tests.bot.conftest import bot_on
from tests.bot.game_driver import (
    answered,
    delivered,
    labels,
    live_through,
    private,
    public,
    sit_down,
)
from tests.bot.test_owners_wire import granted
from tests.extensions.events.test_lost_channel import posted
from tests.stored import rows


async def waits(server: Loopback, bot: Postboard, database: Path, people: list[Person]) -> None:
    """Let three people be on a ladder, and one of them follow a game without a limit."""
    ann, bo, cy = people[:3]
    granted(server, ann, Permission.MANAGE_MESSAGES)
    await posted(ann, server.world.channel("lobby"), "ladder")
    await delivered(bot)
    (card,) = [each for each in ann.sees("lobby") if "Challenge …" in labels(each)]
    for person in (ann, bo, cy):
        answered(await person.click(card, "Join"))
    server.world.add_channel(server.world.guild(), "untimed")
    await sit_down(server, bot, database, channel="untimed", side="white", time="none")
    private(await cy.slash("game follow", channel="untimed"))
    await delivered(bot)


async def weeks_pass(server: Loopback, bot: Postboard, days: int) -> None:
    await live_through(bot, server, days * DAY)
    now, due = int(bot.now()), "SELECT 1 FROM timers WHERE due <= ?"
    while rows(bot.store.path, due, now):  # The bot may be carrying them out.
        await bot.scheduler.run_due()


def left(database: Path) -> tuple[int, int]:
    """Return how many are on the ladder, and how many follow."""
    ((on_it,),) = rows(database, "SELECT count(*) FROM entrants WHERE until_entry IS NULL")
    ((follow,),) = rows(database, "SELECT count(*) FROM follows")
    return on_it, follow


async def test_months_without_a_bot_end_nothing(
    server: Loopback, database: Path, people: list[Person]
) -> None:
    async with bot_on(server, database) as bot:
        await waits(server, bot, database, people)
        await weeks_pass(server, bot, 20)
    server.clock.advance(100 * DAY)
    ann, bo = people[:2]
    async with bot_on(server, database) as bot:
        public(await ann.slash("move", channel="untimed", move="c3-d4"))
        await weeks_pass(server, bot, 8)
        assert left(database) == (3, 1)
        await weeks_pass(server, bot, 50)
        assert left(database) == (3, 1), "for 78 days"
        public(await bo.slash("move", channel="untimed", move="b6-c5"))
        await weeks_pass(server, bot, 20)
        assert left(database) == (0, 0), "for 98 days"
        assert rows(database, "SELECT status FROM tables") == [("playing",)]


async def test_a_short_stop_counts_too_and_a_restart_costs_nothing(
    server: Loopback, database: Path, people: list[Person]
) -> None:
    async with bot_on(server, database) as bot:
        await waits(server, bot, database, people)
        await weeks_pass(server, bot, 8)
    server.clock.advance(3 * DAY)
    async with bot_on(server, database) as bot:
        await weeks_pass(server, bot, 7)
        await delivered(bot)
    lost = [int(text or 0) for (text,) in rows(database, "SELECT text FROM event_entries"
            " WHERE kind = 'week' ORDER BY number")]  # fmt: skip
    assert abs(sum(lost) - 3 * DAY) < DAY / 100

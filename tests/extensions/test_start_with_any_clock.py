"""A start with any clock, then one with the right clock, leaves what the right clock leaves."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from bot.delivery.discord_time import DiscordTime
from bot.interactions.client import Postboard
from engine.pool import Pool
from engine.tasks import Answered, Request
from loopback import Loopback, Permission, Person
from rules.time.duration import DAY, HOUR, MINUTE
from tests.bot.conftest import bot_on
from tests.bot.engine_driver import playing_computer
from tests.bot.game_driver import answered, delivered, labels, private, sit_down
from tests.bot.test_owners_wire import granted
from tests.extensions.events.test_lost_channel import posted
from tests.loopback.waiting import until
from tests.stored import change, rows

STORED = (
    "SELECT starts, ends, cause FROM outages",
    "SELECT table_id, person FROM follows ORDER BY table_id, person",
    "SELECT event_id, count(*) FROM event_entries GROUP BY event_id ORDER BY event_id",
    "SELECT table_id, count(*) FROM entries GROUP BY table_id ORDER BY table_id",
    "SELECT person, digested_at FROM preferences ORDER BY person",
)
"""What no start changes."""


def timers(database: Path) -> Mapping[str, int]:
    return dict(rows(database, "SELECT dedupe || coalesce(person, ''), due FROM timers"))


async def lived_in(server: Loopback, bot: Postboard, database: Path, people: list[Person]) -> None:
    """Begin what waits for a moment: games, registration for groups, a ladder, news of games."""
    ann, bo, cy, _ = people[:4]
    granted(server, ann, Permission.MANAGE_MESSAGES)
    for channel, time in (("untimed", "none"), ("timed", "1d"), ("hard", "3d hard")):
        server.world.add_channel(server.world.guild(), channel)
        driver = await sit_down(server, bot, database, channel=channel, time=time)
        await driver.move("c3-d4")
        await driver.move("b6-a5")
    lobby = server.world.channel("lobby")
    for kind in ("groups", "ladder"):
        await posted(ann, lobby, kind)
        await delivered(bot)
        card = next(each for each in reversed(ann.sees("lobby")) if "Join" in labels(each))
        for person in (ann, bo, cy):
            answered(await person.click(card, "Join"))
    private(await cy.slash("game follow", channel="untimed"))
    private(await cy.slash("notify", values={"zone": "UTC", "daily": "7"}))
    await delivered(bot)


@pytest.mark.parametrize("ahead", [2 * HOUR, 3 * DAY, 35 * DAY, 100 * DAY, -3 * DAY, -400 * DAY])
async def test_a_start_with_any_clock_changes_nothing(
    server: Loopback, database: Path, people: list[Person], ahead: float
) -> None:
    async with bot_on(server, database) as bot:
        await lived_in(server, bot, database, people)
    before, waiting = [rows(database, sql) for sql in STORED], timers(database)
    assert len(waiting) > 6
    for wrong in (ahead, 0):
        async with bot_on(server, database, ahead=wrong) as bot:
            await bot.scheduler.run_due()
            await delivered(bot)
        assert [rows(database, sql) for sql in STORED] == before
        after = timers(database)
        assert after.keys() == waiting.keys()
        moved = {name: due for name, due in after.items() if abs(due - waiting[name]) > MINUTE}
        assert not moved


async def test_a_move_on_a_machine_with_a_wrong_clock_has_its_time(
    server: Loopback, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bot_on(server, database, ahead=100 * DAY) as bot:
        driver = await sit_down(server, bot, database, time="1d")
        await driver.move("c3-d4")
        await delivered(bot)
        own = server.clock.now() + 400 * DAY
        monkeypatch.setattr(bot.discord_time, "_own", lambda: own)  # It is set while it runs.
        await driver.move("b6-a5")
        await delivered(bot)
    ((latest,),) = rows(database, "SELECT max(at) FROM entries")
    assert abs(latest - server.clock.now()) < MINUTE


async def test_a_move_of_an_engine_has_its_time_though_the_clock_was_just_set(
    server: Loopback, bot: Postboard, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is pressed for it, and no timer is due."""
    wrong, choose = server.clock.now() + 100 * DAY, Pool.choose

    async def clock_set(pool: Pool, asked: Request, legal: Sequence[str]) -> Answered:
        answer = await choose(pool, asked, legal)
        monkeypatch.setattr(bot.discord_time, "_own", lambda: wrong)
        return answer

    monkeypatch.setattr(Pool, "choose", clock_set)
    await playing_computer(bot, server.person("Ann"), side="black")
    ((count, latest),) = rows(database, "SELECT count(*), max(at) FROM entries")
    assert count > 1
    assert abs(latest - server.clock.now()) < MINUTE


async def test_what_a_wrong_clock_has_written_is_put_right(
    server: Loopback, database: Path, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An earlier version went by any clock, here by one that was 100 days ahead for a moment."""
    async with bot_on(server, database) as bot:
        await lived_in(server, bot, database, people)
    with monkeypatch.context() as patch:
        patch.setattr(DiscordTime, "clock_ahead", None)
        async with bot_on(server, database, ahead=100 * DAY) as bot:
            await until(lambda: timers(database)[digest_of(database)] > bot.now())
    later = int(server.clock.now() + 100 * DAY)
    change(database, "UPDATE follows SET moves = 1, told_at = ?", later)  # Unless its game ended.
    follower = "SELECT ?, 'followed', person, 'followed' FROM preferences"
    change(database, f"INSERT INTO timers (due, kind, person, dedupe) {follower}", later)
    assert rows(database, "SELECT 1 FROM outages")
    async with bot_on(server, database) as bot:
        await bot.work.reconcile()
        await bot.scheduler.run_due()
    now = server.clock.now()
    for name, due in timers(database).items():
        if name.startswith(("digest", "followed")):
            assert due < now + 2 * DAY
    for moment in ("told_at", "created_at"):
        assert not rows(database, f"SELECT 1 FROM follows WHERE {moment} > ?", int(now))
    for started, ended in rows(database, "SELECT starts, ends FROM outages"):
        assert max(started, ended) <= now
    assert not rows(database, "SELECT 1 FROM vacations WHERE starts > ?", int(now))


def digest_of(database: Path) -> str:
    """Return the name of the only digest's timer."""
    (name,) = [each for each in timers(database) if each.startswith("digest")]
    return name

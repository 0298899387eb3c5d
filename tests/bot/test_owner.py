"""The owner of the bot hears what needs their hand: in one direct message, at most once a day."""

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.backups import back_up
from bot.delivery.background.owner import Owner
from bot.delivery.discord_time import DiscordTime
from bot.delivery.requests import GlobalLimit
from bot.interactions.client import Postboard
from bot.store.sql.database import Transaction
from bot.store.sql.side_files import note_backup_known
from loopback import Faults, Loopback, Person, wire
from rules.time.duration import DAY, HOUR
from tests.bot.conftest import bot_on
from tests.bot.game_driver import delivered, sit_down


def news(owner: Person) -> list[str]:
    """Return the direct messages that somebody has got from the bot, oldest first."""
    return [message.content for message in owner.sees(owner.dm())]


def without_backup(owner: Person) -> list[str]:
    """Return those of them that say that games have no backup."""
    return [each for each in news(owner) if "No backup for a week" in each]


class Disk:
    """The disk of the database."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.free = 10**12
        patch.setattr(shutil, "disk_usage", self._usage)

    def _usage(self, _: Path) -> SimpleNamespace:
        return SimpleNamespace(free=self.free)


@pytest.fixture(autouse=True)
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


async def changed(bot: Postboard, sql: str, *values: int) -> None:
    """Change the database beside the bot."""

    def change(tx: Transaction) -> None:
        tx.do(sql, *values)

    await bot.store.queues.transact(change)


async def set_apart(bot: Postboard, table_id: int) -> None:
    await changed(bot, "UPDATE tables SET set_apart = 'gone' WHERE id = ?", table_id)


@pytest.fixture
async def table(server: Loopback, bot: Postboard, database: Path) -> int:
    """Return a table whose messages have all been sent."""
    table_id = (await sit_down(server, bot, database)).table_id
    await delivered(bot)
    return table_id


@pytest.mark.usefixtures("table")
async def test_while_all_is_well_nobody_is_told(bot: Postboard, ann: Person) -> None:
    await bot.work.owner.look()
    assert news(ann) == []


async def test_the_owner_is_told_once_and_reminded_after_a_week(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, table: int
) -> None:
    note_backup_known(bot.store.path)
    await set_apart(bot, table)
    for _ in range(2):
        await bot.work.owner.look()
    (told,) = news(ann)
    assert "1 game is stuck. The log says which, and why." in told
    server.clock.advance(6 * DAY)
    await bot.work.owner.look()
    assert len(news(ann)) == 1, "that is known"
    server.clock.advance(DAY)
    await bot.work.owner.look()
    assert news(ann) == [told, told]
    assert news(bo) == []


async def test_news_wait_for_the_next_day(
    server: Loopback, bot: Postboard, ann: Person, table: int, disk: Disk
) -> None:
    await set_apart(bot, table)
    await bot.work.owner.look()
    disk.free = 99_000_000
    server.clock.advance(DAY - HOUR)
    await bot.work.owner.look()
    assert len(news(ann)) == 1
    server.clock.advance(HOUR)
    await bot.work.owner.look()
    assert "99 MB left" in news(ann)[1]
    assert "is stuck" in news(ann)[1]


async def test_what_comes_again_after_it_was_over_is_news(
    server: Loopback, bot: Postboard, ann: Person, disk: Disk
) -> None:
    for _ in range(2):
        disk.free = 0
        await bot.work.owner.look()
        server.clock.advance(DAY)
        disk.free = 10**12
        await bot.work.owner.look()
    assert len(news(ann)) == 2


async def test_nobody_is_told_twice_after_a_restart(
    server: Loopback, database: Path, ann: Person, disk: Disk
) -> None:
    disk.free = 0
    for _ in range(2):
        async with bot_on(server, database) as bot:
            await bot.work.owner.look()
        server.clock.advance(HOUR)
    assert len(news(ann)) == 1


async def test_a_lost_reply_is_no_reason_to_tell_again(
    server: Loopback, bot: Postboard, ann: Person, disk: Disk
) -> None:
    """It is noted before it is sent, so that a process that dies in between isn't either."""
    disk.free = 0
    server.faults = Faults(dropped_after=1.0, channels=frozenset({ann.dm().id}))
    await bot.work.owner.look()
    server.faults = Faults()
    server.clock.advance(HOUR)
    await bot.work.owner.look()
    assert len(news(ann)) == 1


async def test_while_discord_is_away_the_owner_is_told_later(
    server: Loopback, bot: Postboard, ann: Person, disk: Disk
) -> None:
    disk.free = 0
    server.faults = Faults(dropped_before=1.0)
    await bot.work.owner.look()
    server.faults = Faults()
    assert news(ann) == []
    await bot.work.owner.look()
    assert len(news(ann)) == 1


@pytest.mark.parametrize(
    ("ahead", "told"), [(3 * DAY + 30, "3 days fast"), (-2 * HOUR - 30, "2 hours slow")]
)
async def test_a_wrong_clock_is_told(
    server: Loopback, database: Path, ann: Person, ahead: float, told: str
) -> None:
    async with bot_on(server, database, ahead=ahead) as bot:
        await bot.work.owner.look()
    (message,) = news(ann)
    assert f"This machine's clock is {told}. I use Discord's time until it's right." in message


@pytest.mark.file("copies of files")
async def test_a_failed_backup_is_told_until_one_is_made(
    server: Loopback, bot: Postboard, ann: Person, tmp_path: Path
) -> None:
    database, missing = bot.store.path, tmp_path / "missing" / "copy"
    failed_at = int(server.clock.now())
    assert back_up(database, missing, failed_at).status != 0
    await bot.work.owner.look()
    (told,) = news(ann)
    assert f"The last backup failed <t:{failed_at}:R>." in told
    assert str(tmp_path) not in told
    assert back_up(database, tmp_path / "copy", int(server.clock.now())).status == 0
    server.clock.advance(8 * DAY)
    await bot.work.owner.look()
    assert len(news(ann)) == 1


@pytest.mark.file("copies of files")
async def test_a_week_without_a_backup_is_told_once(
    server: Loopback, database: Path, ann: Person
) -> None:
    """The daily backup may never have been set up, or copy another file."""
    async with bot_on(server, database) as bot:
        await sit_down(server, bot, database)
        server.clock.advance(7 * DAY - HOUR)
        await bot.work.owner.look()
        assert without_backup(ann) == []
    for _ in range(3):
        server.clock.advance(8 * DAY)
        async with bot_on(server, database) as bot:
            await bot.work.owner.look()
    assert len(without_backup(ann)) == 1


@pytest.mark.file("copies of files")
@pytest.mark.usefixtures("table")
async def test_a_backup_of_long_ago_is_known(
    server: Loopback, bot: Postboard, ann: Person, tmp_path: Path
) -> None:
    """Whether one was made lately is the business of whoever starts it: it may be moved away."""
    assert back_up(bot.store.path, f"{tmp_path / 'copies'}/", int(server.clock.now())).status == 0
    server.clock.advance(30 * DAY)
    await bot.work.owner.look()
    assert without_backup(ann) == []


@pytest.mark.usefixtures("table")
async def test_a_server_is_copied_by_its_own_programs(
    server: Loopback, bot: Postboard, ann: Person, tmp_path: Path
) -> None:
    """Nothing but the name of side files stands for it on this disk."""
    server.clock.advance(30 * DAY)
    await Owner(bot, bot.store, tmp_path / "beside", DiscordTime(bot.now), GlobalLimit()).look()
    assert without_backup(ann) == []


async def test_a_message_that_waits_for_over_an_hour_is_told(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    sent = int(server.clock.now())
    await changed(
        bot,
        "INSERT INTO outbox (kind, dedupe, channel_id, created_at, not_before)"
        " VALUES ('board', 'late', 1, ?, ?)",
        sent, sent + DAY,
    )  # fmt: skip
    server.clock.advance(HOUR - 600)
    await bot.work.owner.look()
    assert news(ann) == []
    server.clock.advance(660)
    await bot.work.owner.look()
    (told,) = news(ann)
    assert f"has waited to be sent since <t:{sent}:R>" in told


async def test_tables_that_were_mended_are_told(bot: Postboard, ann: Person, table: int) -> None:
    await changed(bot, "UPDATE tables SET entry_count = 0 WHERE id = ?", table)
    await bot.work.reconcile()
    for _ in range(2):
        await bot.work.owner.look()
    (told,) = news(ann)
    assert "1 game didn't match its record, so I repaired it." in told


async def test_the_owner_of_a_team_is_told_for_it(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, disk: Disk
) -> None:
    """Discord names a user who is nobody as the owner of a team's application."""
    member = {"membership_state": 2, "team_id": "7", "role": "admin", "permissions": ["*"]}
    team = {"id": "7", "name": "Club", "icon": None, "owner_user_id": str(bo.id)}
    everybody = [member | {"user": wire.user_of_rest(each.user)} for each in (ann, bo)]
    server.world.portal = {"team": team | {"members": everybody}}
    disk.free = 0
    await bot.work.owner.look()
    assert (len(news(ann)), len(news(bo))) == (0, 1)


async def test_an_owner_who_takes_no_direct_messages_is_left_alone(
    bot: Postboard, ann: Person, disk: Disk
) -> None:
    ann.user.accepts_dms = False
    disk.free = 0
    await bot.work.owner.look()
    ann.user.accepts_dms = True
    await bot.work.owner.look()
    assert news(ann) == []

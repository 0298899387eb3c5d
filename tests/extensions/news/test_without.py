"""A bot without the news: nobody has a digest, and everything is told at its moment."""

from pathlib import Path

from bot.model.preferences import Preferences
from bot.store.sql.database import Database
from bot.tables.commands import Play, Resign
from loopback import Loopback, Person, Reply
from rules.time.duration import DAY
from tests.bot.conftest import bot_on
from tests.bot.game_driver import private
from tests.bot.table_service import ANN, BO
from tests.bot.timed_host import Host


def said(reply: Reply) -> str:
    return private(reply).content.replace("\\", "")


async def test_turns_and_ends_ping_at_once_and_reminders_come(opened: Database) -> None:
    host = Host(opened)
    for person in (ANN, BO):
        await host.prefers(person.id, Preferences(zone="UTC", digest=7 * 60))
    assert [each.kind for each in await host.queues.timers()] == []
    table = await host.game("3d")
    await host.do(table, ANN, Play("c3-d4"))
    await host.at(3 * DAY - 1)
    await host.do(table, BO, Resign())
    pings = await opened.rows("SELECT person, about, silent FROM pings ORDER BY id")
    told = [(row["person"], row["about"], row["silent"]) for row in pings]
    assert told == [
        (ANN.id, "turn", 0), (BO.id, "turn", 0), (BO.id, "turn", 0), (ANN.id, "end", 0)
    ]  # fmt: skip


async def test_the_hour_of_a_digest_outlives_a_bot_without_news(
    server: Loopback, database: Path, ann: Person
) -> None:
    async with bot_on(server, database):
        assert "**Daily summary**: 07:00" in said(await ann.slash("notify", zone="UTC", daily="7"))
    async with bot_on(server, database, without=["news"]):
        for text in (
            said(await ann.slash("notify")),
            said(await ann.slash("notify", quiet="22-6")),
        ):
            assert "Daily summary**" not in text
    async with bot_on(server, database):
        assert "**Daily summary**: 07:00" in said(await ann.slash("notify"))

"""Time over the real wire: what is said when, where, to whom, and what is left unsaid."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from loopback import Loopback, Message, Person
from rules.time.clock import DELIVERY
from rules.time.duration import DAY, HOUR
from tests.bot.game_driver import delivered, live_through, private, public, shown, sit_down


async def later(bot: Postboard, server: Loopback, seconds: int) -> None:
    """Let time pass in which the bot ran, and all come that was due then."""
    await live_through(bot, server, seconds)
    await bot.scheduler.run_due()
    await delivered(bot)


def pinging(person: Person) -> list[Message]:
    """Return the messages of the lobby that ping somebody."""
    return [message for message in person.sees("lobby") if person.id in message.pings]


async def test_a_turn_in_quiet_hours_is_told_once_at_their_end(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, time="9d")
    await live_through(bot, server, 0)
    sleeper = driver.idle
    hour = datetime.fromtimestamp(server.clock.now(), UTC).hour
    quiet = f"{hour}-{(hour + 5) % 24}"
    assert "(UTC, now " in private(await sleeper.slash("notify", zone="UTC", quiet=quiet)).content
    before = len(pinging(sleeper))
    board = public(await driver.due.slash("move", move="c3-d4"))
    assert board.pings == frozenset()
    assert f"<@{sleeper.id}>" in board.content
    assert len(pinging(sleeper)) == before
    await later(bot, server, 5 * HOUR)
    assert len(pinging(sleeper)) == before + 1
    assert "Your move: " in pinging(sleeper)[-1].content
    await later(bot, server, DAY)
    assert len(pinging(sleeper)) == before + 1


async def test_more_reminders_are_chosen_in_the_panel(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, time="10d")
    late = driver.due
    panel = private(await late.slash("notify"))
    await late.choose(panel, "24-3", placeholder="More reminders, or a daily summary")
    assert "Also 1 day and 3 hours before" in late.present(panel).content
    before = len(pinging(late))
    counts: list[int] = []
    for seconds in (8 * DAY - HOUR, HOUR, DAY - HOUR, HOUR, DAY - 4 * HOUR, HOUR):
        await later(bot, server, seconds)
        counts.append(len(pinging(late)) - before)
    assert counts == [0, 1, 1, 2, 2, 3]


@pytest.mark.parametrize("accepts", [True, False])
async def test_a_direct_message_that_is_refused_comes_into_the_channel(
    server: Loopback, bot: Postboard, database: Path, *, accepts: bool
) -> None:
    driver = await sit_down(server, bot, database, time="5d")
    late = driver.due
    await late.click(private(await late.slash("notify")), "DMs: off")
    late.user.accepts_dms = accepts
    before = len(pinging(late))
    await later(bot, server, 4 * DAY)
    assert len(pinging(late)) - before == (0 if accepts else 1)
    if accepts:
        told = late.sees(late.dm())[-1]
        assert "Your move: " in told.content
        assert f"/{driver.board.id}" in told.content
    else:
        refused = private(await late.slash("notify")).content
        assert "Discord wouldn't deliver a DM" in refused


async def test_time_that_is_granted_is_told_by_the_next_board_alone(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, time="1d")
    await driver.move("c3-d4")
    await driver.move("b6-a5")
    await later(bot, server, DAY - HOUR)
    seen = len(driver.due.sees("lobby"))
    await later(bot, server, HOUR + DELIVERY + 1)
    assert len(driver.due.sees("lobby")) == seen
    until = (await bot.lookup.get(driver.table_id)).due_at
    assert until is not None
    assert until > server.clock.now()
    assert f"<t:{until}:" in private(await driver.due.slash("games")).content
    board = public(await driver.due.slash("move", move="d4-c5"))
    assert " (vacation)." in board.content
    question = private(await driver.idle.slash("game resign"))
    over = await shown(bot, driver.idle, await driver.idle.click(question, "Resign"))
    assert "resigned" in over.content
    assert " (vacation)." not in over.content
    await delivered(bot)


@pytest.mark.parametrize("leaves", [True, False])
async def test_who_left_the_server_is_noticed_at_the_missed_deadline(
    server: Loopback, bot: Postboard, database: Path, *, leaves: bool
) -> None:
    driver = await sit_down(server, bot, database, time="1d", vacation=False)
    await driver.move("c3-d4")
    await driver.move("b6-a5")
    late, rival = driver.due, driver.idle
    (guild,) = server.world.guilds.values()
    if leaves:
        del guild.members[late.id]
    await later(bot, server, DAY + DELIVERY + 1)
    told = rival.sees("lobby")[-1]
    assert told.pings == {rival.id}
    assert "is out of time" in told.content
    names = {button.label for button in told.buttons()}
    assert (f"{late.name} has left this server" in told.content) == leaves
    assert ("Find someone else …" in names) == leaves
    if leaves:
        panel = private(await rival.click(told, "Find someone else …"))
        assert f"Replace {late.name} …" in {button.label for button in panel.buttons()}

"""`/notify`, `/profile`, pauses and claims over the wire, as a new user meets them."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from bot.store.servers.outages import OutageCause, OutageScope, begin_outage, end_outage
from loopback import Loopback, Message, Person, Reply
from rules.log.events import Granted, Overdue
from rules.time.clock import DELIVERY
from rules.time.duration import DAY
from tests.bot.game_driver import GameDriver, late, live_through, private, public, shown, sit_down
from tests.bot.who import person_of


def buttons(message: Message) -> set[str]:
    return {button.label or "" for button in message.buttons()}


@pytest.mark.usefixtures("bot")
async def test_the_panel_shows_everything_and_changes_it(ann: Person) -> None:
    panel = private(await ann.slash("notify"))
    assert "**Pings**: on" in panel.content
    assert "Set your time zone first" in panel.content
    assert buttons(panel) == {
        "Pings: on",
        "DMs: off",
        "Automatic vacation: on",
        "Vacation days left",
    }
    for label, said in (
        ("DMs: off", "Reminders**: by DM"),
        ("Automatic vacation: on", "Vacation**: off"),
        ("Pings: on", "Pings**: off everywhere"),
    ):
        await ann.click(panel, label)
        panel = private(await ann.slash("notify"))
        assert said in panel.content.replace("\\", "")


@pytest.mark.usefixtures("bot")
async def test_a_zone_is_suggested_and_quiet_hours_are_typed(server: Loopback, ann: Person) -> None:
    found = await ann.autocomplete("notify", "zone", "prag")
    assert [choice.value for choice in found] == ["Europe/Prague"]
    assert (await ann.autocomplete("notify", "zone", "new york"))[0].value == "America/New_York"
    assert 0 < len(await ann.autocomplete("notify", "zone", "")) <= 25
    panel = private(await ann.slash("notify", zone="prague", quiet="22:30-7"))
    assert "22:30-07:00 (Europe/Prague, now " in panel.content.replace("\\", "")
    assert "22:30-07:00" in private(await ann.slash("profile")).content.replace("\\", "")
    panel = private(await ann.slash("notify", quiet="none"))
    assert "off (Europe/Prague, now " in panel.content.replace("\\", "")
    panel = private(await ann.slash("notify", zone="GMT+2", quiet="10 pm to 7 am"))
    there = f"{datetime.fromtimestamp(server.clock.now(), UTC) + timedelta(hours=2):%H:%M}"
    said = f"22:00-07:00 (UTC+2, now {there})"
    assert said in panel.content.replace("\\", "")


@pytest.mark.usefixtures("bot")
async def test_what_is_no_zone_and_no_quiet_hours_is_refused(ann: Person) -> None:
    assert "What's your time zone?" in private(await ann.slash("notify", quiet="22-7")).content
    assert (
        "I don't know the time zone" in private(await ann.slash("notify", zone="Atlantis")).content
    )
    refused = private(await ann.slash("notify", zone="UTC", quiet="20-8"))
    assert "(up to 10 hours)" in refused.content


async def test_a_game_is_muted_in_its_channel(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    panel = private(await driver.idle.slash("notify"))
    assert "Pings in this game: on" in buttons(panel)
    await driver.idle.click(panel, "Pings in this game: on")
    idle = driver.idle
    board = public(await driver.due.slash("move", move="c3-d4"))
    assert board.pings == frozenset()
    assert f"<@{idle.id}>" in board.content


async def test_a_profile_tells_vacation_and_punctuality(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, time="1d")
    before = private(await driver.due.slash("profile")).content
    assert "20 days left (20 days in any 12 months)" in before
    assert "No finished games" in before
    mover = driver.due
    await driver.move("c3-d4")
    await mover.click(private(await mover.slash("game resign")), "Resign")
    assert "100% (1 of 1 moves)" in private(await mover.slash("profile")).content


# Deadlines in the channel


async def test_rivals_are_told_once_and_give_three_days(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await late(server, bot, database)
    told = driver.idle.sees("lobby")[-1]
    assert told.pings == {driver.idle.id}
    assert buttons(told) == {"Claim the win", "+3 days"}
    await bot.scheduler.run_due()
    assert driver.idle.sees("lobby")[-1].id == told.id
    reply = await driver.idle.click(told, "+3 days")
    given = await shown(bot, driver.idle, reply)
    _settled(driver, told, reply, "gave more time")
    assert "got more time, until <t:" in given.content
    match = (await bot.lookup.get(driver.table_id)).started
    assert isinstance(match.events[-1], Granted)
    assert match.events.count(Overdue(driver.match.seats[0])) == 1


async def test_rivals_claim_with_the_button(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await late(server, bot, database)
    told = driver.idle.sees("lobby")[-1]
    reply = await driver.idle.click(told, "Claim the win")
    board = await shown(bot, driver.idle, reply)
    _settled(driver, told, reply, "claimed the win")
    assert board.content.startswith(f"**{driver.idle.name} beat <@{driver.due.id}>**: ")
    assert board.pings == {driver.due.id}


def _settled(driver: GameDriver, told: Message, reply: Reply, what: str) -> None:
    """Check that the notice of a missed deadline has turned into what came of it."""
    turned = public(reply)
    assert turned.id == told.id
    late, rival = driver.due.name, driver.idle.name
    assert turned.content == f"{late} ran out of time. **{rival} {what}.**"
    assert not turned.buttons()


async def _gone(driver: GameDriver, told: Message) -> str:
    """Return what a notice has turned into whose own buttons nobody pressed."""
    await driver.bot.idle()
    await driver.bot.store.queues.flush()
    await driver.bot.outbox.table_messages.worker.rests()
    turned = driver.idle.present(told)
    assert not turned.buttons()
    return turned.content


async def test_a_late_move_takes_the_claim_off_the_notice(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await late(server, bot, database)
    told, mover = driver.idle.sees("lobby")[-1], driver.due.name
    await driver.due.slash("move", move="d4-c5")
    said = f"{mover} ran out of time. **{mover} moved after all.**"
    assert await _gone(driver, told) == said


async def test_a_claim_by_command_is_told_in_the_notice(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await late(server, bot, database)
    told = driver.idle.sees("lobby")[-1]
    await driver.idle.slash("game claim")
    said = f"{driver.due.name} ran out of time. **{driver.idle.name} claimed the win.**"
    assert await _gone(driver, told) == said


@pytest.mark.parametrize("by", ["due", "idle"])
async def test_a_game_that_is_resigned_takes_the_claim_off_the_notice(
    server: Loopback, bot: Postboard, database: Path, by: str
) -> None:
    driver = await late(server, bot, database)
    told, loser = driver.idle.sees("lobby")[-1], driver.due if by == "due" else driver.idle
    await loser.click(private(await loser.slash("game resign")), "Resign")
    assert await _gone(driver, told) == f"{driver.due.name} ran out of time."


async def test_the_claim_stands_while_the_turn_is_late(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    """An offer is shown below the notice, and answered; the game has not gone on."""
    driver = await late(server, bot, database)
    told = driver.idle.sees("lobby")[-1]
    offer = public(await driver.due.slash("game draw"))
    await driver.idle.click(offer, "Decline")
    await bot.idle()
    await bot.store.queues.flush()
    await bot.outbox.table_messages.worker.rests()
    assert buttons(driver.idle.present(told)) == {"Claim the win", "+3 days"}
    reply = await driver.idle.click(told, "Claim the win")
    _settled(driver, told, reply, "claimed the win")


async def test_allies_who_are_late_are_offered_no_claim(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, "rematch", players=3, time="1d", vacation=False)
    due = driver.match.seat_due
    assert due is not None
    (ally,) = driver.match.allies_of(due)
    await live_through(bot, server, DAY + DELIVERY + 1)
    await bot.scheduler.run_due()
    claiming = {
        seat
        for seat, person in driver.people.items()
        if "Claim the win" in buttons(private(await person.click(driver.board, "Menu")))
    }
    assert claiming == set(driver.match.seats) - {due, ally}


async def test_a_pause_is_proposed_agreed_and_ended(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, time="1d")
    offer = public(await driver.idle.slash("game pause", days=3))
    assert "asks to pause for 3 days" in offer.content
    board = await shown(bot, driver.due, await driver.due.click(offer, "Agree"))
    assert "Paused until <t:" in board.content
    assert "The game is paused" in private(await driver.idle.slash("game claim")).content
    offer = public(await driver.idle.slash("game pause"))
    board = await shown(bot, driver.due, await driver.due.click(offer, "Agree"))
    assert "The game is back on · your turn · due" in board.content


async def test_boards_and_lists_add_the_credit_of_an_outage(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, time="1d")
    await live_through(bot, server, 0)
    now = int(server.clock.now())
    place = OutageScope.CHANNEL, driver.board.channel_id, OutageCause.CLOSED
    await bot.store.queues.transact(lambda tx: begin_outage(tx, now, *place))
    await live_through(bot, server, 2 * 3600)
    await bot.store.queues.transact(lambda tx: end_outage(tx, now + 2 * 3600, *place))
    assert "2 hours will be added" in public(await driver.due.slash("board")).content
    due_at = (await bot.lookup.get(driver.table_id)).due_at
    assert due_at is not None
    put_off = f"due <t:{due_at + 2 * 3600}:R> (2 hours added for an outage)"
    assert put_off in private(await driver.due.slash("games")).content


async def test_a_reminder_comes_into_the_channel_with_a_link(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, time="5d")
    await live_through(bot, server, 4 * DAY)
    await bot.scheduler.run_due()
    await bot.outbox.deliver_due()
    said = driver.due.sees("lobby")[-1]
    assert said.pings == {driver.due.id}
    assert "Your move: " in said.content
    assert f"/{driver.board.id}" in said.content


async def test_the_digest_is_chosen_in_the_menu_of_reminders(bot: Postboard, ann: Person) -> None:
    panel = private(await ann.slash("notify"))
    menu = "More reminders, or a daily summary"
    form = (await ann.choose(panel, "digest", placeholder=menu)).modal
    assert form is not None
    asked = private(await ann.submit(form, {"text": "7"}))
    panel = private(await ann.choose(asked, "UTC", placeholder="Your time zone"))
    assert "**Daily summary**: 07:00" in panel.content
    changed = private(await ann.submit(form, {"text": "7:30 pm prague"}))
    assert "**Daily summary**: 19:30" in changed.content
    form = (await ann.choose(changed, "digest", placeholder=menu)).modal
    assert form is not None
    changed = private(await ann.submit(form, {"text": "off"}))
    assert "**Daily summary**: off" in changed.content
    zone = (await bot.store.personal.preferences(await person_of(bot, ann))).zone
    assert zone == "Europe/Prague"

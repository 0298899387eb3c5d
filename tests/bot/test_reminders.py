"""Pings and reminders: who is pinged by which message, and what comes later instead."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.delivery.outbox.composing import Composer
from bot.messages.channel.reminders import Subject, reminder
from bot.messages.words.locale import DEFAULT, locale_of
from bot.model.notices import Reminder
from bot.model.pings import Ping, PingClass
from bot.model.preferences import Preferences
from bot.model.queues import ItemKind, OutboxItem, read_reminder
from bot.model.quiet_hours import QuietHours
from bot.model.table import Table
from bot.store.people.pings import fall_back, mute, remind
from bot.store.people.reminders import add_reminders
from bot.tables.commands import Accept, Open, Play, Propose, Resign
from rules.log.events import OfferKind, Overdue
from rules.time.duration import DAY, HOUR
from tests.bot.seat_changes import THREE, due, move, playing, seat_of
from tests.bot.table_service import ANN, BO, CHANNEL, caller
from tests.bot.timed_host import NOON, Host, host_on, opening

NIGHT = QuietHours("UTC", 22 * 60, 7 * 60)


@pytest.fixture
async def host(tmp_path: Path) -> AsyncGenerator[Host]:
    async with host_on(tmp_path) as opened:
        yield opened


async def reminders(host: Host) -> list[tuple[int, int, list[str]]]:
    """Return the reminders in the outbox: when, whom, and about what."""
    found: list[tuple[int, int, list[str]]] = []
    for item in await host.queues.waiting():
        if item.kind == ItemKind.REMINDER:
            user, tables = read_reminder(item)
            found.append((item.created_at - NOON, user, [each.about for each in tables]))
    return found


async def pinged(host: Host, table: Table) -> frozenset[int] | None:
    """Return whom the newest entry of a table pings."""
    number = len((await host.lookup.get(table.id)).started.entries)
    return await host.store.table_messages.pinged(table.id, number)


async def test_one_comes_when_a_fifth_of_the_time_is_left(host: Host) -> None:
    await host.game("5d")
    await host.at(10 * DAY)
    assert (await reminders(host))[0] == (4 * DAY, ANN.id, ["turn"])
    assert len(await reminders(host)) == 1


async def test_it_comes_an_hour_before_at_the_latest_and_not_soon_after_the_beginning(
    host: Host,
) -> None:
    short = await host.game("3h")
    await host.at(2 * HOUR)
    assert await reminders(host) == [(2 * HOUR, ANN.id, ["turn"])]
    await host.do(short, ANN, Resign())
    await host.game("1h")
    await host.at(4 * HOUR)
    assert len(await reminders(host)) == 1


async def test_lead_times_come_too_but_not_before_the_turn_began(host: Host) -> None:
    await host.prefers(ANN.id, Preferences(leads=(48, 12, 3)))
    await host.game("1d")
    await host.at(DAY)
    hours = [DAY - 12 * HOUR, DAY - DAY // 5, DAY - 3 * HOUR]
    assert [at for at, _, _ in await reminders(host)] == hours


async def test_a_move_ends_the_reminders_of_its_turn(host: Host) -> None:
    table = await host.game("1d")
    await host.at(HOUR)
    await host.do(table, ANN, Play("c3-d4"))
    await host.at(DAY)
    assert [user for _, user, _ in await reminders(host)] == [BO.id]


async def test_a_grant_plans_the_reminder_anew(host: Host) -> None:
    table = await host.game("5d")
    await host.at(4 * DAY + HOUR)
    await host.do(table, BO, Propose(OfferKind.TIME, 3))
    await host.at(8 * DAY)
    assert [at for at, _, _ in await reminders(host)] == [4 * DAY, 7 * DAY]


async def test_an_offer_does_not_repeat_a_reminder(host: Host) -> None:
    table = await host.game("5d")
    await host.at(4 * DAY + 3 * HOUR)
    await host.do(table, BO, Propose(OfferKind.DRAW))
    await host.at(4 * DAY + 9 * HOUR)
    assert len(await reminders(host)) == 1


async def test_two_reminders_of_one_turn_are_an_hour_apart(host: Host) -> None:
    await host.prefers(ANN.id, Preferences(leads=(25,)))
    table = await host.game("5d")
    await host.at(4 * DAY)
    assert [at for at, _, _ in await reminders(host)] == [4 * DAY - HOUR, 4 * DAY]
    await host.do(table, ANN, Play("c3-d4"))
    await host.do(table, BO, Play("b6-a5"))
    await host.prefers(ANN.id, Preferences(leads=(24,)))
    await host.at(9 * DAY)
    assert [at - 8 * DAY for at, user, _ in await reminders(host) if user == ANN.id][2:] == [0]


async def test_none_comes_while_paused(host: Host) -> None:
    table = await host.game("1d")
    await host.do(table, BO, Propose(OfferKind.PAUSE, 5))
    await host.do(table, ANN, Propose(OfferKind.PAUSE, 5))
    await host.at(5 * DAY + 19 * HOUR)
    assert await reminders(host) == []
    await host.at(6 * DAY)
    assert [at for at, _, _ in await reminders(host)] == [6 * DAY - DAY // 5]


@pytest.mark.parametrize(("time", "after"), [("1d", [DAY // 5, 12 * HOUR]), ("none", [0])])
async def test_preferences_changed_in_a_pause_plan_no_reminder_of_it(
    host: Host, time: str, after: list[int]
) -> None:
    """Without a limit one is due every two days from the beginning of the turn."""
    table = await host.game(time)
    await host.do(table, BO, Propose(OfferKind.PAUSE, 5))
    await host.do(table, ANN, Propose(OfferKind.PAUSE, 5))
    await host.prefers(ANN.id, Preferences(leads=(12,), idle_days=2))
    await host.at(5 * DAY - 1)
    assert await reminders(host) == []
    await host.at(6 * DAY)
    assert sorted(6 * DAY - at for at, _, _ in await reminders(host)) == after


async def test_games_without_a_limit_remind_every_few_days_three_times(host: Host) -> None:
    await host.prefers(ANN.id, Preferences(idle_days=3))
    await host.game("none")
    await host.at(50 * DAY)
    assert [at for at, _, _ in await reminders(host)] == [3 * DAY, 6 * DAY, 9 * DAY]


async def test_all_that_is_due_goes_in_one_direct_message(host: Host) -> None:
    await host.prefers(ANN.id, Preferences(direct=True))
    first = await host.game("5d")
    await host.tables.open(
        Open(first.terms, (BO,), "white"), caller(ANN, CHANNEL + 1), host.request()
    )
    await host.tables.execute(2, caller(BO, CHANNEL + 1), Accept(), host.request())
    await host.at(4 * DAY)
    assert await reminders(host) == [(4 * DAY, ANN.id, ["turn", "turn"])]
    (item,) = [i for i in await host.queues.waiting() if i.kind == ItemKind.REMINDER]
    assert (item.person, item.channel_id, item.guild_id) == (ANN.id, None, None)


async def test_a_refused_direct_message_becomes_one_in_each_channel(host: Host) -> None:
    await host.prefers(ANN.id, Preferences(direct=True))
    await host.game("5d")
    await host.at(4 * DAY)
    (item,) = [i for i in await host.queues.waiting() if i.kind == ItemKind.REMINDER]
    await host.database.transact(lambda tx: fall_back(tx, item, NOON + 4 * DAY))
    (instead,) = [i for i in await host.queues.waiting() if i.kind == ItemKind.REMINDER]
    assert (instead.person, instead.channel_id, instead.guild_id) == (None, CHANNEL, 5)
    assert read_reminder(instead) == read_reminder(item)


async def test_who_chose_direct_messages_is_told_that_a_channel_is_gone(host: Host) -> None:
    await host.prefers(ANN.id, Preferences(direct=True))
    await host.game("5d")
    await host.voids.void_channel(CHANNEL)
    await host.at(1)
    assert await reminders(host) == [(0, ANN.id, ["end"])]


# Off switches


async def test_who_switched_pings_off_is_neither_pinged_nor_reminded(host: Host) -> None:
    await host.prefers(BO.id, Preferences(pings=False))
    table = await host.game("1d")
    await host.do(table, ANN, Play("c3-d4"))
    assert await pinged(host, table) == frozenset()
    await host.at(2 * DAY)
    assert await reminders(host) == []


async def test_allies_of_a_late_seat_are_not_pinged_to_claim_against_it(host: Host) -> None:
    table = await playing(host, replace(THREE, vacation=False))
    for _ in range(3):
        table = await move(host, table)
    while not table.started.allies_of(seat_of(table, due(table))):
        table = await move(host, table)
    late = seat_of(table, due(table))
    team = {late, *table.started.allies_of(late)}
    await host.at(3 * DAY + 61)
    assert (await host.events(table))[-1] == Overdue(late)
    rivals = {player.user.id for player in table.persons if player.seat not in team}
    assert len(rivals) == 1
    assert await pinged(host, table) == frozenset(rivals)


async def test_an_ally_is_asked_to_resign_by_a_ping_unless_they_want_none(host: Host) -> None:
    for wants in (True, False):
        table = await playing(host, THREE)
        while not table.started.allies_of(seat_of(table, due(table))):
            table = await move(host, table)
        (seat,) = table.started.allies_of(seat_of(table, due(table)))
        ally = table.at(seat).user
        await host.prefers(ally.id, Preferences(pings=wants))
        await host.do(table, due(table), Resign())
        assert await pinged(host, table) == (frozenset({ally.id}) if wants else frozenset())
        await host.do(table, ally, Resign())


async def test_a_reminder_that_is_out_of_date_hides_no_other_of_its_table(host: Host) -> None:
    table = await host.game("5d")
    offer, moment = Ping(ANN.id, PingClass.OFFER), Reminder(NOON + HOUR, NOON + 4 * DAY)
    await host.database.transact(
        lambda tx: add_reminders(tx, table.id, offer, NOON, [moment], held=1)
    )
    await host.at(4 * DAY)
    (item,) = [i for i in await host.queues.waiting() if i.kind == ItemKind.REMINDER]
    user, told = read_reminder(item)
    table = await host.lookup.get(table.id)
    assert {each.about for each in told} == {"offer", "turn"}
    said = reminder(user, [Subject(table, each) for each in told], direct=False)
    assert said is not None
    assert "Your move: " in locale_of(DEFAULT).message(said.text)


async def test_a_muted_table_pings_about_offers_but_not_about_turns(host: Host) -> None:
    table = await host.game("1d")
    now = int(host.clock.time)
    await host.database.transact(lambda tx: mute(tx, BO.id, table.id, now, muted=True))
    await host.do(table, ANN, Play("c3-d4"))
    assert await pinged(host, table) == frozenset()
    await host.do(table, ANN, Propose(OfferKind.DRAW))
    assert await pinged(host, table) == frozenset({BO.id})
    await host.at(DAY)
    assert await reminders(host) == []


# Quiet hours


async def at_night(host: Host, preferences: Preferences | None = None) -> None:
    """Let it be 23:00, with quiet hours from 22:00 to 7:00 that both have chosen."""
    for user in (ANN, BO):
        await host.prefers(user.id, replace(preferences or Preferences(), zone="UTC", quiet=NIGHT))
    await host.at(11 * HOUR)
    assert datetime.fromtimestamp(host.clock.time, UTC).hour == 23


async def test_a_turn_at_night_is_told_once_in_the_morning(host: Host) -> None:
    await at_night(host)
    table = await host.game("5d")
    await host.do(table, ANN, Play("c3-d4"))
    assert await pinged(host, table) == frozenset()
    await host.at(19 * HOUR - 1)
    assert await reminders(host) == []
    await host.at(2 * DAY)
    assert await reminders(host) == [(19 * HOUR, BO.id, ["turn"])]


async def test_a_ping_that_waits_for_the_morning_is_not_sent_to_who_wants_none_by_then(
    host: Host,
) -> None:
    await at_night(host)
    table = await host.game("5d")
    await host.do(table, ANN, Play("c3-d4"))
    await host.do(table, ANN, Propose(OfferKind.DRAW))
    await host.prefers(BO.id, Preferences(pings=False))
    await host.at(2 * DAY)
    assert await reminders(host) == []
    await host.prefers(BO.id, Preferences())
    await host.at(2 * DAY + HOUR)
    assert await reminders(host) == []


async def test_a_reminder_that_waits_to_be_sent_is_dropped_for_who_wants_none(host: Host) -> None:
    await host.game("1d")
    await host.at(DAY - 2 * HOUR)
    (item,) = [i for i in await host.queues.waiting() if i.kind == ItemKind.REMINDER]
    composer = Composer(host.lookup, host.store)
    assert await composer.compose(item) is not None
    await host.prefers(ANN.id, Preferences(pings=False))
    assert await composer.compose(item) is None


async def test_a_turn_that_waits_for_the_morning_is_not_told_in_a_game_muted_by_then(
    host: Host,
) -> None:
    await at_night(host)
    table = await host.game("5d")
    await host.do(table, ANN, Play("c3-d4"))
    now = int(host.clock.time)
    await host.database.transact(lambda tx: mute(tx, BO.id, table.id, now, muted=True))
    await host.at(DAY)
    assert await reminders(host) == []


async def test_a_turn_that_was_played_at_night_is_not_told(host: Host) -> None:
    await at_night(host)
    table = await host.game("5d")
    await host.do(table, ANN, Play("c3-d4"))
    await host.do(table, BO, Play("b6-a5"))
    await host.do(table, ANN, Resign())
    await host.at(2 * DAY)
    assert await reminders(host) == [(19 * HOUR, BO.id, ["end"])]


async def test_a_turn_that_ends_before_the_morning_is_told_at_once(host: Host) -> None:
    await at_night(host)
    table = await host.game("6h")
    await host.do(table, ANN, Play("c3-d4"))
    assert await pinged(host, table) == frozenset({BO.id})


async def test_a_reminder_waits_for_the_morning_or_comes_before_the_night(host: Host) -> None:
    await at_night(host)
    host.clock.time = NOON + 1
    await host.lived()
    await host.game("17h")  # Until 5:00; the reminder is due at 1:36.
    await host.at(DAY)
    # At 5:01 quiet hours put the deadline off to 8:00, so there is another reminder at their end.
    assert [at for at, _, _ in await reminders(host)] == [10 * HOUR, 19 * HOUR]
    await host.at(2 * DAY)
    await host.tables.execute(1, caller(ANN), Resign(), host.request())
    await host.game("40h")  # Until 4:00 on the day after; the reminder is due at 20:00.
    await host.at(3 * DAY + 8 * HOUR)
    assert [at for at, user, _ in await reminders(host) if user == ANN.id][2:] == [
        3 * DAY + 8 * HOUR
    ]


async def test_one_message_is_one_ping_however_many_reminders_are_due(host: Host) -> None:
    """Several lead times have passed while no process ran."""
    await host.prefers(ANN.id, Preferences(leads=(48, 12, 3)))
    await host.game("5d")
    late = NOON + 5 * DAY - HOUR
    sql = "SELECT count(*) FROM reminders WHERE sent = 0 AND at <= ?"
    (due,) = await host.database.rows(sql, late)
    assert due[0] > 1
    await host.database.transact(lambda tx: remind(tx, ANN.id, late, lambda _: None))
    assert len(await reminders(host)) == 1
    assert await _pings(host) == 1


async def _pings(host: Host) -> int:
    (row,) = await host.database.rows("SELECT count(*) FROM pings WHERE number IS NULL")
    return int(row[0])


async def test_one_message_names_its_reminder_once(host: Host) -> None:
    table = await host.game("5d")
    await opening(host, table)
    await host.at(4 * DAY)
    names = [i.dedupe for i in await host.queues.waiting() if i.kind == ItemKind.REMINDER]
    assert len(names) == len(set(names)) == 1
    assert all(isinstance(i, OutboxItem) for i in await host.queues.waiting())

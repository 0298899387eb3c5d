"""Ladders on a file, without Discord: who may challenge whom, and what follows from games."""

from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from bot.checking import check
from bot.extensions.events.directing import OpenEvent
from bot.extensions.events.values import Event, week_ending
from bot.model.caller import Caller, Place, User
from bot.model.errors import TableError
from bot.model.table import Status
from bot.store.people.vacations import draw_vacation
from bot.store.servers.outages import OutageCause, OutageScope, add_outage
from bot.store.sql.database import Database, Transaction
from bot.tables.commands import Pause
from rules.club.entries import Challenged, Left
from rules.club.groups import State
from rules.club.ladder import Ladder, challengeable
from rules.club.pairings import Entrant
from rules.contract.core import Seat
from rules.time.clock import Stretch
from rules.time.duration import DAY, HOUR
from tests.bot.timed_host import NOON, Host
from tests.extensions.events.event_host import (
    DIRECTOR,
    GUILD,
    PEOPLE,
    EventHost,
    at_event,
    czech,
    ladder,
)
from tests.postgres.in_place import place_of

MODERATOR = at_event(DIRECTOR, may_moderate=True)
ANN, BO, CY, DI, EVE = PEOPLE[:5]


@pytest.fixture
async def held(database: Path) -> AsyncGenerator[EventHost]:
    async with Database.open(database) as opened:
        yield EventHost(Host(opened))


async def course_of(held: EventHost) -> Ladder:
    course = (await held.event()).course
    assert isinstance(course, Ladder)
    return course


async def standing(held: EventHost) -> list[User]:
    event = await held.event()
    return [event.people[each] for each in event.present]


async def challenge(held: EventHost, by: User, to: User) -> Event:
    event = await held.event()
    rival = event.entrant(to.id)
    assert rival is not None
    request = held.host.request()
    after = await held.events.challenge(event.id, at_event(by), request, rival)
    await held.work()
    return after


async def lose(held: EventHost, loser: User) -> None:
    """Let somebody resign the only game that they play."""
    (table,) = [t for t in await held.unfinished() if loser in {p.user for p in t.players}]
    seat = next(seat for seat in (0, 1) if table.at(Seat(seat)).user == loser)
    await held.resign(table, seat)


async def test_a_challenge_begins_a_game_and_a_win_takes_the_place(held: EventHost) -> None:
    await held.open(ladder(), 4)
    await challenge(held, DI, BO)
    (table,) = await held.unfinished()
    assert table.status is Status.PLAYING
    assert [table.at(Seat(seat)).user for seat in (0, 1)] == [BO, DI], "the challenged sits first"
    await held.resign(table, 0)
    assert await standing(held) == [ANN, DI, BO, CY]
    assert (await course_of(held)).running == ()


async def test_the_number_of_a_deleted_event_may_come_again(held: EventHost) -> None:
    await held.open(ladder(), 4)
    await challenge(held, DI, BO)
    before = await held.event()
    await held.host.store.servers.erase(GUILD)
    await held.open(ladder(), 2)
    assert held.event_id == before.id
    assert await standing(held) == [ANN, BO]


async def test_a_game_that_is_lost_or_void_moves_nobody(held: EventHost) -> None:
    await held.open(ladder(), 4)
    await challenge(held, DI, BO)
    await lose(held, DI)
    await challenge(held, DI, ANN)
    (table,) = await held.unfinished()
    await held.host.voids.void_channel(table.channel_id)
    assert await held.unfinished() == [], "it isn't played again"
    assert await standing(held) == [ANN, BO, CY, DI]


async def test_who_does_not_come_loses_on_time(held: EventHost) -> None:
    await held.open(ladder(), 3)
    await challenge(held, CY, BO)
    await held.host.at(20 * DAY)
    await held.work()
    assert await standing(held) == [ANN, CY, BO]


async def test_a_challenge_is_made_once_however_often_it_is_pressed(held: EventHost) -> None:
    await held.open(ladder(), 3)
    rival, request = (await held.event()).present[0], held.host.request()
    for _ in range(2):
        await held.events.challenge(held.event_id, at_event(CY), request, rival)
        await held.work()
    assert len(await held.unfinished()) == 1
    assert len((await course_of(held)).challenges) == 1


async def test_a_challenge_outside_the_rules_is_refused(held: EventHost) -> None:
    await held.open(ladder(), 5)
    for by, to, said in ((EVE, ANN, "up to 3 places"), (ANN, BO, "above you")):
        with pytest.raises(TableError, match=said):
            await challenge(held, by, to)
    with pytest.raises(TableError, match="Join this ladder"):
        await challenge(held, PEOPLE[9], BO)
    with pytest.raises(TableError, match="not on this ladder"):
        await held.events.challenge(held.event_id, at_event(EVE), held.host.request(), Entrant(999))
    await challenge(held, DI, ANN)
    await challenge(held, CY, ANN)
    await challenge(held, BO, ANN)
    assert len(await held.unfinished()) == 3
    with pytest.raises(TableError, match="One challenge at a time"):
        await challenge(held, DI, BO)


async def test_who_is_on_vacation_can_not_be_challenged_and_nobody_is_told_why(
    held: EventHost,
) -> None:
    await held.open(ladder(), 3)
    stretch = Stretch(NOON - HOUR, NOON + DAY)
    await held.host.database.transact(lambda tx: draw_vacation(tx, BO.id, stretch))
    with pytest.raises(TableError, match=r"^Player 2 can't be challenged right now\.$"):
        await challenge(held, CY, BO)
    event = await held.event()
    own = event.entrant(CY.id)
    assert [event.people[each] for each in await held.events.rivals(event, own)] == [ANN]
    await held.host.at(DAY)
    await challenge(held, CY, BO)


async def test_who_is_in_a_pause_of_a_moderator_can_not_be_challenged(held: EventHost) -> None:
    await held.open(ladder(), 4)
    await challenge(held, CY, BO)
    (table,) = await held.unfinished()
    moderator = Caller(DIRECTOR, table.place, may_moderate=True)
    await held.host.tables.execute(table.id, moderator, Pause(3, "Ill."), held.host.request())
    with pytest.raises(TableError, match="can't be challenged right now"):
        await challenge(held, DI, CY)
    await held.host.at(3 * DAY)
    await challenge(held, DI, CY)


async def test_who_leaves_loses_their_games_and_their_place(held: EventHost) -> None:
    await held.open(ladder(), 5)
    await challenge(held, EVE, BO)
    await held.events.leave(held.event_id, at_event(BO), held.host.request())
    await held.work()
    assert await standing(held) == [ANN, EVE, CY, DI]
    rows = await held.host.database.rows("SELECT outcome_rule FROM tables")
    assert [row["outcome_rule"] for row in rows] == ["common.resigned"]


async def test_who_lost_on_time_because_they_left_the_server_is_off(held: EventHost) -> None:
    await held.open(ladder(), 4)
    await challenge(held, CY, ANN)
    await challenge(held, DI, BO)
    held.host.gone = {ANN.id}
    await held.host.at(20 * DAY)
    await held.work()
    assert await standing(held) == [CY, DI, BO], "Bo is late, too, but is still here"
    assert not await held.host.database.rows("SELECT 1 FROM timers WHERE kind = 'event_look'")


async def test_who_left_comes_back_after_a_week_at_the_bottom(held: EventHost) -> None:
    await held.open(ladder(), 3)
    await held.events.leave(held.event_id, at_event(ANN), held.host.request())
    await held.host.at(7 * DAY - 1)
    with pytest.raises(TableError, match="less than a week ago"):
        await held.events.join(held.event_id, at_event(ANN), held.host.request())
    await held.host.at(7 * DAY)
    await held.events.join(held.event_id, at_event(ANN), held.host.request())
    assert await standing(held) == [BO, CY, ANN]


async def test_a_ladder_has_room_for_as_many_as_it_says(
    held: EventHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.extensions.events.acts.MOST_ON_A_LADDER", 3)
    await held.open(ladder(), 3)
    with pytest.raises(TableError, match="full: 3"):
        await held.events.join(held.event_id, at_event(DI), held.host.request())


def test_a_week_ends_on_monday_at_noon() -> None:
    for after in (NOON, NOON + 3 * DAY + 17):
        ends = datetime.fromtimestamp(week_ending(after), UTC)
        assert (ends.weekday(), ends.hour, ends.minute, ends.second) == (0, 12, 0, 0)
        assert 0 < week_ending(after) - after <= 7 * DAY
    monday = week_ending(NOON)
    assert week_ending(monday) == monday + 7 * DAY


async def test_the_idle_fall_each_week_and_go_after_ninety_days(held: EventHost) -> None:
    await held.open(ladder(), 3)
    await held.host.at(29 * DAY)
    await challenge(held, CY, BO)
    await lose(held, CY)
    await held.host.at(29 * DAY + (week_ending(NOON + 29 * DAY) - NOON) % (7 * DAY) + 7 * DAY)
    assert (await standing(held))[0] == BO, "only Ann hasn't played for 30 days"
    await held.host.at(130 * DAY)
    assert await standing(held) == []
    assert (await held.event()).state is State.GROUPS, "somebody else can join"


async def test_a_week_is_counted_once_and_a_missed_one_is_not_made_up_for(held: EventHost) -> None:
    await held.open(ladder(), 3)
    monday = week_ending(NOON)
    with pytest.raises(RuntimeError):
        await held.timers.end_week(held.event_id, _fail)
    await held.timers.end_week(held.event_id, lambda _: None)
    assert (await course_of(held)).week_at is None, "it isn't over yet"
    held.host.clock.time = monday + 15 * DAY
    for _ in range(2):
        await held.timers.end_week(held.event_id, lambda _: None)
    assert (await held.event()).week_ends_at == monday + 21 * DAY
    assert len((await held.event()).log) == 4


def _fail(_: object) -> None:
    raise RuntimeError("the timer is no longer ours")


async def test_no_second_in_which_nobody_could_play_counts_twice(held: EventHost) -> None:
    await held.open(ladder(), 2)
    event = await held.event()
    place, begun = event.place, event.opened_at
    outages = (
        (OutageScope.ALL, None, -DAY, 2 * DAY),
        (OutageScope.SERVER, place.guild_id, DAY, 3 * DAY),
        (OutageScope.CHANNEL, place.channel_id, 5 * DAY, None),
        (OutageScope.SERVER, GUILD + 1, 0, 5 * DAY),
    )

    def write(tx: Transaction) -> None:
        for scope, number, start, end in outages:
            lost = Stretch(begun + start, None if end is None else begun + end)
            add_outage(tx, lost, scope, number, OutageCause.CLOSED)

    await held.host.database.transact(write)
    assert await held.store.time_lost(event, begun + 6 * DAY) == 4 * DAY


async def test_one_ladder_of_a_game_and_variant_a_server(held: EventHost) -> None:
    await held.open(ladder(), 1)
    with pytest.raises(TableError, match="already a ladder"):
        await held.directing.open(OpenEvent(ladder()), MODERATOR, held.host.request())
    await held.directing.open(OpenEvent(ladder(game="rematch")), MODERATOR, held.host.request())
    await held.directing.open(OpenEvent(czech()), MODERATOR, held.host.request())
    elsewhere = Caller(DIRECTOR, Place(77, 78), may_moderate=True)
    await held.directing.open(OpenEvent(ladder()), elsewhere, held.host.request())
    await held.directing.stop(held.event_id, MODERATOR, held.host.request())
    await held.directing.open(OpenEvent(ladder()), MODERATOR, held.host.request())


async def test_a_ladder_that_is_ended_keeps_its_standings_and_its_games_go_on(
    held: EventHost,
) -> None:
    await held.open(ladder(), 3)
    await challenge(held, CY, ANN)
    (table,) = await held.unfinished()
    await held.directing.stop(held.event_id, MODERATOR, held.host.request())
    assert (await held.event()).state is State.OVER
    assert await standing(held) == [ANN, BO, CY]
    going_on = await held.host.lookup.get(table.id)
    assert (going_on.status, going_on.event) == (Status.PLAYING, None)
    for act in (held.events.join, held.events.leave):
        with pytest.raises(TableError):
            await act(held.event_id, at_event(DI), held.host.request())
    with pytest.raises(TableError, match="is finished"):
        await challenge(held, BO, ANN)
    assert not await held.host.database.rows("SELECT 1 FROM timers WHERE dedupe LIKE 'event%'")


async def test_a_director_on_the_ladder_decides_nothing_about_it(held: EventHost) -> None:
    await held.open(ladder(), 3)
    own = at_event(ANN, may_moderate=True)
    (first, second, _) = (await held.event()).present
    assert first
    with pytest.raises(TableError, match="You play in that group"):
        await held.directing.withdraw(held.event_id, own, held.host.request(), second, "Rude.")
    with pytest.raises(TableError, match="You play in it yourself"):
        await held.directing.stop(held.event_id, own, held.host.request())
    await held.directing.withdraw(held.event_id, MODERATOR, held.host.request(), second, "Rude.")
    event = await held.event()
    assert await standing(held) == [ANN, CY]
    assert [each.text for each in event.reasons.values()] == ["Rude."]
    assert event.left_at(BO.id) == NOON


async def test_a_game_with_dice_that_nobody_begins_moves_nobody(held: EventHost) -> None:
    await held.open(ladder(game="hypergammon"), 3)
    await challenge(held, CY, BO)
    await held.host.at(3 * DAY)
    assert await held.unfinished() == []
    assert await standing(held) == [ANN, BO, CY]


async def test_a_deleted_channel_closes_a_ladder(held: EventHost) -> None:
    await held.open(ladder(), 3)
    await challenge(held, CY, BO)
    await held.host.voids.void_channel(10)
    assert (await held.event()).state is State.CANCELLED


async def test_somebody_forgotten_leaves(held: EventHost) -> None:
    await held.open(ladder(), 3)
    await challenge(held, CY, BO)
    await held.host.store.people.leave(BO.id, NOON)
    await held.host.services.forgetting.carry_out(BO.id)
    await held.work()
    assert await standing(held) == [ANN, CY]


async def test_the_file_of_a_ladder_is_in_order_and_is_mended(database: Path) -> None:
    async with Database.open(database) as opened:
        held = EventHost(Host(opened))
        await held.open(ladder(), 6)
        await challenge(held, DI, BO)
        await challenge(held, CY, ANN)
        await lose(held, ANN)
        await held.events.leave(held.event_id, at_event(EVE), held.host.request())
    assert check(place_of(database), NOON, repairs=False).lines == [
        f"{place_of(database)} is in order."
    ]
    async with Database.open(database) as opened:
        await opened.write("UPDATE timers SET due = 5 WHERE kind = 'event_week'")
        await opened.write("UPDATE event_games SET status = 'running'")
    assert check(place_of(database), NOON, repairs=True).status == 0
    assert check(place_of(database), NOON, repairs=False).status == 0


@pytest.mark.parametrize("seed", range(3))
async def test_a_ladder_is_the_same_however_often_the_process_ends(
    held: EventHost, seed: int
) -> None:
    """Random acts; what the log tells, what the tables tell and what was asked for agree."""
    random = Random(seed)
    await held.open(ladder(), 6)
    held.restarts = True
    asked = 0
    for _ in range(25):
        act = random.random()
        event, tables = await held.event(), await held.unfinished()
        course, user = await course_of(held), random.choice(await standing(held))
        own = event.entrant(user.id)
        assert own is not None
        rivals = challengeable(course, own, int(held.host.clock.time))
        if act < 0.5 and rivals:
            await challenge(held, user, event.people[random.choice(rivals)])
            asked += 1
        elif act < 0.8 and tables:
            table = random.choice(tables)
            await held.resign(table, random.randrange(2))
        elif act < 0.87 and len(course.places) > 3:
            await held.events.leave(held.event_id, at_event(user), held.host.request())
        else:
            await held.host.at(int(held.host.clock.time) - NOON + random.randrange(4 * DAY))
        await held.work()
        event, course = await held.event(), await course_of(held)
        playing = {
            frozenset(player.user.id for player in table.players)
            for table in await held.unfinished()
        }
        assert playing == {
            frozenset(event.people[each].id for each in game.entrants) for game in course.running
        }
    course, changes = await course_of(held), [each.change for each in (await held.event()).log]
    assert sum(isinstance(each, Challenged) for each in changes) == asked
    rows = await held.host.database.rows("SELECT id FROM tables")
    assert len(rows) == asked
    gone = {each.entrant for each in changes if isinstance(each, Left)}
    assert gone.isdisjoint(course.places)
    entrants = await held.host.database.rows("SELECT id FROM entrants WHERE until_entry IS NULL")
    assert {row["id"] for row in entrants} == set(course.places)
    assert (await held.event()).place.guild_id == GUILD

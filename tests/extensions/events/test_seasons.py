"""Seasons on a file, and over the wire: how one begins, ends, and leads to the next."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, Final

import pytest

from bot.extensions.events import seasons
from bot.extensions.events.cards import card, post
from bot.extensions.events.posts import EventPosts
from bot.extensions.events.rows import wrong_events
from bot.extensions.events.seasons import time_used
from bot.extensions.events.values import (
    CLOSE,
    END,
    NEXT,
    WIDEN,
    Event,
    EventKind,
    EventPart,
    EventTerms,
)
from bot.interactions.client import Postboard
from bot.messages.words.text import NOTHING
from bot.model.caller import Caller
from bot.model.table import Status
from bot.tables.commands import Extend, Pause, Play
from loopback import Loopback, Permission, Person
from rules.club.entries import Closed, Seeded, Stage, Widened
from rules.club.groups import Groups, State
from rules.club.groups import Status as GameStatus
from rules.club.standings import Line
from rules.contract.core import Seat
from rules.contract.sentence import Sentence
from rules.time.duration import DAY, HOUR
from rules.time.time_control import read_time_control
from tests.bot.game_driver import answered, delivered, labels, private
from tests.bot.test_owners_wire import club_panel, granted
from tests.bot.timed_host import NOON
from tests.extensions.events.event_host import DIRECTOR, PEOPLE, EventHost, at_event
from tests.extensions.events.test_events_wire import club

__all__ = ["club"]

MODERATOR: Final = at_event(DIRECTOR, may_moderate=True)
POOL: Final = "czech"
LONG: Final = "14d+1d<=14d hard"
"""Nobody loses a game on time while a test lets days pass."""


def season(time: str = LONG) -> EventTerms:
    return EventTerms(EventKind.SEASON, "czech", {}, 0, read_time_control(time), True, 1, 2)


def monday(weeks: int) -> int:
    """Return noon of a Monday, by UTC, the first after the hosts' first moment being 0."""
    day = datetime.fromtimestamp(NOON, UTC)
    ahead = timedelta(days=-day.weekday() % 7 or 7, weeks=weeks)
    return int((day + ahead).timestamp()) - NOON


async def rated(held: EventHost, ratings: Sequence[int], games: int = 10) -> None:
    """Give the first people these ratings, in points."""
    for user, rating in zip(PEOPLE, ratings, strict=False):
        await held.host.database.write(
            "INSERT INTO ratings (guild_id, pool, person, rating, deviation, games, played_at)"
            " VALUES (5, ?, ?, ?, 5000, ?, ?)",
            POOL, user.id, rating * 100, games, NOON,
        )  # fmt: skip


async def names(held: EventHost) -> list[list[str]]:
    """Return the people of each division by their places in the order."""
    event, course = await held.event(), await held.groups()
    return [[event.people[each].name for each in group] for group in course.groups]


async def newest(held: EventHost) -> Event:
    (row,) = await held.host.database.rows("SELECT max(id) AS id FROM events")
    held.event_id = row["id"]
    return await held.event()


async def in_order(held: EventHost) -> None:
    """Check that every row follows from the log."""
    assert await held.host.database.snapshot(wrong_events) == []


async def test_a_season_begins_on_monday_by_strength(held: EventHost) -> None:
    await held.open(season(), 8)
    await rated(held, (1500, 1800, 1650))
    await rated_newcomer(held)
    event = await held.event()
    assert event.closes_at == NOON + monday(0)
    await held.host.at(monday(0) - 1)
    assert (await held.event()).state is State.OPEN
    await held.host.at(monday(0))
    event = await held.event()
    assert event.state is State.GROUPS
    first, second = await names(held)
    assert first[:3] == ["Player 2", "Player 3", "Player 1"], "the others follow by lot"
    assert (len(first), len(second)) == (4, 4)
    assert "Player 4" not in first[:3], "nine games are no settled rating"
    seeded = next(each.change for each in event.log if isinstance(each.change, Seeded))
    assert len(seeded.entrants) == 3
    await in_order(held)


async def rated_newcomer(held: EventHost) -> None:
    """Give one more person the highest rating, after too few games."""
    await held.host.database.write(
        "INSERT INTO ratings (guild_id, pool, person, rating, deviation, games, played_at)"
        " VALUES (5, ?, ?, 250000, 5000, 9, ?)",
        POOL, PEOPLE[3].id, NOON,
    )  # fmt: skip


async def test_an_organizer_may_begin_it_earlier_in_the_same_order(held: EventHost) -> None:
    await held.open(season(), 3)
    await rated(held, (1500, 1800, 1650))
    await held.begin()
    assert await names(held) == [["Player 2", "Player 3", "Player 1"]]
    event = await held.event()
    assert event.ends_at == NOON + monday(8)


async def test_with_too_few_it_waits_for_four_mondays(held: EventHost) -> None:
    await held.open(season(), 2)
    for week in range(3):
        await held.host.at(monday(week))
        event = await held.event()
        assert (event.state, event.closes_at) == (State.OPEN, NOON + monday(week + 1))
        assert str(event.closes_at) in card(event).text.english()
        await in_order(held)
    await held.host.at(monday(3))
    assert (await held.event()).state is State.CANCELLED
    assert await timers(held) == {}


async def test_who_comes_while_it_waits_begins_it_with_the_next_monday(held: EventHost) -> None:
    await held.open(season(), 2)
    await held.host.at(monday(1))
    await held.events.join(held.event_id, at_event(PEOPLE[2]), held.host.request())
    await held.host.at(monday(2))
    assert (await held.event()).state is State.GROUPS


async def timers(held: EventHost) -> dict[str, int]:
    """Return the timers of the event, in seconds after noon."""
    wanted = (CLOSE, WIDEN, END, NEXT)
    found = await held.host.queues.timers()
    return {each.kind: each.due - NOON for each in found if each.kind in wanted}


async def test_everybody_plays_one_more_game_every_four_days(held: EventHost) -> None:
    await held.open(season(), 6)
    await held.begin()
    await held.work()
    assert max((await held.busy()).values()) == 2
    for number in range(1, 4):
        await held.host.at(number * 4 * DAY - 1)
        assert max((await held.busy()).values()) == number + 1
        await held.host.at(number * 4 * DAY)
        await held.work()
        assert max((await held.busy()).values()) == number + 2
        await in_order(held)
    event = await held.event()
    assert sum(isinstance(each.change, Widened) for each in event.log) == 3
    assert len(await held.unfinished()) == 15, "all games have begun"


async def test_after_a_long_absence_it_widens_once_for_all(held: EventHost) -> None:
    await held.open(season(), 6)
    await held.begin()
    held.host.clock.time = NOON + 9 * DAY
    await held.host.lived()
    while await held.host.scheduler.run_due():
        held.host.restart()
    event = await held.event()
    assert sum(isinstance(each.change, Widened) for each in event.log) == 2
    assert event.widens_at == NOON + 12 * DAY
    await in_order(held)


async def ended(held: EventHost, monkeypatch: pytest.MonkeyPatch, people: int) -> Event:
    """Return a season of these people whose time is up; those with the lower numbers won."""
    monkeypatch.setattr("rules.club.season.LASTS", 3 * DAY)
    await held.open(season(), people)
    await rated(held, [2000 - 20 * number for number in range(people)])
    await held.host.at(monday(0))
    await held.work()
    for table in await held.unfinished():
        numbers = [PEOPLE.index(player.user) for player in table.players]
        loser = numbers.index(max(numbers))
        if table.status is Status.PLAYING:
            await held.resign(table, loser)
    await held.host.at(monday(0) + 3 * DAY)
    return await held.event()


async def test_its_time_is_up_and_what_runs_is_decided_for_its_table(
    held: EventHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rules.club.season.LASTS", 3 * DAY)
    await held.open(season(), 3)
    await held.host.at(monday(0))
    await held.work()
    running = await held.unfinished()
    assert len(running) == 3
    slow, *_ = running
    first = slow.at(Seat(0)).user
    assert first is not None
    await held.host.at(monday(0) + 3 * DAY)
    event = await held.event()
    assert event.state is State.OVER
    closed = event.log[-1].change
    assert isinstance(closed, Closed)
    assert {shares for _, shares in closed.decided} == {(0, 12)}, "the first seat used all time"
    course = await held.groups()
    assert all(game.status is GameStatus.ENDED for game in course.games.values())
    for table in running:
        going_on = await held.host.lookup.get(table.id)
        assert (going_on.status, going_on.event) == (Status.PLAYING, None)
    await in_order(held)


async def test_granted_time_is_not_used_time(held: EventHost) -> None:
    await held.open(season(), 3)
    await held.host.at(monday(0))
    await held.work()
    (table, *_) = await held.unfinished()
    now = NOON + monday(0) + 5 * HOUR
    assert time_used(table, now) == (5 * HOUR, 0)
    player = table.at(Seat(0)).user
    assert player is not None
    await held.host.at(monday(0) + 5 * HOUR)
    caller = Caller(player, table.place)
    await held.host.tables.execute(table.id, caller, Play("c3-d4"), held.host.request())
    played = await held.host.lookup.get(table.id)
    assert time_used(played, now + HOUR) == (5 * HOUR, HOUR)
    moderator = replace(MODERATOR, place=table.place)
    given = Extend(2, "ill")
    await held.host.tables.execute(table.id, moderator, given, held.host.request())
    extended = await held.host.lookup.get(table.id)
    assert time_used(extended, now + 2 * DAY + HOUR) == (5 * HOUR, HOUR)


async def test_a_pause_is_not_used_time(held: EventHost) -> None:
    await held.open(season(), 3)
    await held.host.at(monday(0))
    await held.work()
    (table, *_) = await held.unfinished()
    await held.host.at(monday(0) + 5 * HOUR)
    moderator = replace(MODERATOR, place=table.place)
    await held.host.tables.execute(table.id, moderator, Pause(2, "ill"), held.host.request())
    paused, now = await held.host.lookup.get(table.id), NOON + monday(0) + 5 * HOUR
    assert time_used(paused, now + DAY) == (5 * HOUR, 0)
    await held.host.at(monday(0) + 5 * HOUR + 2 * DAY)
    resumed = await held.host.lookup.get(table.id)
    assert not resumed.clock.paused
    assert time_used(resumed, now + 2 * DAY + HOUR) == (6 * HOUR, 0)


async def test_the_next_season_follows_with_all_who_stay(
    held: EventHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await ended(held, monkeypatch, 7)
    assert (before.state, before.terms.season) == (State.OVER, 1)
    assert "🏆 **Player 1 won!** Division 2: Player 5." in card(before).text.english()
    assert len(card(before).pings) == 2, "the winners of both divisions"
    following = await newest(held)
    assert (following.previous, following.terms.season) == (before.id, 2)
    assert following.closes_at == NOON + monday(9), "nine weeks after the first one"
    assert len(following.present) == 7
    assert "**Czech draughts season 2**" in card(following).text.english()
    assert not (await held.events.get(before.id)).next_due_at, "one follows"
    await held.events.leave(held.event_id, at_event(PEOPLE[6]), held.host.request())
    await held.events.join(held.event_id, at_event(PEOPLE[9]), held.host.request())
    await in_order(held)
    await held.host.at(monday(9))
    first, second = await names(held)
    tables = [[before.people[line.entrant].name for line in table] for table in _tables(before)]
    assert first == [*tables[0][:-1], tables[1][0]], "one comes down, one goes up"
    assert second == [tables[0][-1], *(n for n in tables[1][1:] if n != "Player 7"), "Player 10"]
    course = await held.groups()
    started = post(await held.event(), EventPart.STAGE)
    assert started is not None
    assert "**Czech draughts season 2 has started!**" in started.text.english()
    assert len(started.pings) == sum(map(len, course.groups))


def _tables(event: Event) -> list[Sequence[Line]]:
    course = event.course
    assert isinstance(course, Groups)
    return [course.table(Stage.GROUPS, number + 1) for number in range(len(course.groups))]


@pytest.mark.parametrize("call", range(1, 8))
async def test_a_death_at_the_change_of_seasons_leaves_one_next_season(
    held: EventHost, monkeypatch: pytest.MonkeyPatch, call: int
) -> None:
    """The process dies as it opens the season, or as one of those who stay enters."""
    calls = count(1)

    def dying(act: Any) -> Any:
        def perform(*args: Any) -> Any:
            if next(calls) == call:
                raise Crash
            return act(*args)

        return perform

    with monkeypatch.context() as patched:
        for name in ("open_event", "enter"):
            patched.setattr(seasons, name, dying(getattr(seasons, name)))
        with suppress(Crash):
            await ended(held, monkeypatch, 6)
    before = held.event_id
    assert (await newest(held)).id == before, "half of a season is none"
    held.host.restart()
    held.host.clock.time += HOUR
    await held.host.lived()
    while await held.host.scheduler.run_due():
        pass
    following = await newest(held)
    assert (following.previous, len(following.present)) == (before, 6)
    rows = await held.host.database.rows("SELECT id FROM events")
    assert len(rows) == 2
    await in_order(held)


class Crash(BaseException):
    """The death of a process."""


async def test_who_was_forgotten_meanwhile_does_not_stay(
    held: EventHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.extensions.events.values.Event.next_due_at", None)
    before = await ended(held, monkeypatch, 4)
    monkeypatch.undo()
    person = PEOPLE[1].id
    await held.host.store.people.leave(person, NOON)
    await held.host.services.forgetting.carry_out(person)
    await held.store.settle(before.id, int(held.host.clock.time))
    await held.host.at(monday(1))
    following = await newest(held)
    assert following.id != before.id
    assert person not in {user.id for user in following.people.values()}
    assert len(following.present) == 3


async def test_no_season_follows_one_that_was_stopped(held: EventHost) -> None:
    await held.open(season(), 3)
    await held.begin()
    await held.directing.stop(held.event_id, MODERATOR, held.host.request())
    assert await timers(held) == {}
    await in_order(held)


async def test_seasons_of_a_game_are_counted_in_their_server(held: EventHost) -> None:
    for number in (1, 2):
        await held.open(season(), 0)
        assert (await held.event()).terms.season == number


async def test_72_take_part_and_one_message_names_them_all(held: EventHost) -> None:
    await held.open(season(), 40)
    event = await held.event()
    assert event.terms.most == 72
    await held.begin()
    course = await held.groups()
    assert len(course.groups) == 7
    assert max(len(group) for group in course.groups) <= 6


@pytest.mark.usefixtures("club")
async def test_the_panel_of_the_club_starts_one(server: Loopback, people: list[Person]) -> None:
    ann, *_ = people
    granted(server, ann, Permission.MANAGE_GUILD | Permission.MANAGE_MESSAGES)
    asked = private(await ann.click(await club_panel(ann), "Start a season …"))
    preview = private(await ann.choose(asked, "rematch"))
    assert "**ReMatch season** · starts <t:" in preview.content
    assert labels(preview) == {"Post"}


async def test_a_season_over_the_wire(
    server: Loopback, club: Postboard, people: list[Person]
) -> None:
    ann, *others = people
    granted(server, ann, Permission.MANAGE_MESSAGES)
    refused = private(
        await ann.slash("event new", game="czech", values={"kind": "season", "full": 4})
    )
    assert "choose only `game` and `rated`" in refused.content
    preview = private(await ann.slash("event new", game="czech", values={"kind": "season"}))
    assert "**Czech draughts season** · starts <t:" in preview.content
    answered(await ann.click(preview, "Post"))
    await delivered(club)
    (found,) = [m for m in ann.sees("lobby") if "Join" in labels(m)]
    assert "**Czech draughts season 1**" in found.content
    assert "You stay in for the next seasons until you leave" in found.content
    for person in (ann, *others):
        answered(await person.click(found, "Join"))
    listed = private(await others[0].slash("event list"))
    assert "Czech draughts season 1" in listed.content


async def test_a_board_tells_who_leads_the_first_division(held: EventHost) -> None:
    posts = EventPosts(held.store)

    async def told(guild_id: int, channel: int = 10) -> Sentence:
        return await posts.leaders(guild_id, [channel])

    await held.open(season(), 8)
    await rated(held, [2000 - 20 * number for number in range(8)])
    await held.host.at(monday(0))
    await held.work()
    assert await told(5) == NOTHING, "no one has a result yet"
    tables = await held.unfinished()
    played = next(t for t in tables if {p.user for p in t.players} == {PEOPLE[0], PEOPLE[1]})
    loser = [player.user for player in played.players].index(PEOPLE[1])
    await held.resign(played, loser)
    assert (await told(5)).english().startswith("Czech draughts season 1: Player 1 1 · ")
    hide = "INSERT INTO preferences (person, hidden) VALUES (?, 1)"
    await held.host.database.write(hide, PEOPLE[0].id)
    assert (await told(5)).english().startswith("Czech draughts season 1: a member 1 · ")
    assert await told(6) == NOTHING, "another server has none"
    assert await told(5, channel=11) == NOTHING, "not everyone at the board sees its channel"

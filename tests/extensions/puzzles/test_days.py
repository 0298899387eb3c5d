"""One puzzle a day: over weeks with changes of the clocks, absences and deaths of the process."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

import pytest

from bot.delivery.background.scheduler import Scheduler
from bot.extensions.puzzles.acts import Puzzles
from bot.extensions.puzzles.rows import HOOKS, PuzzleStore
from bot.extensions.puzzles.values import (
    EVERYWHERE,
    POST,
    PUZZLE_POST,
    DailyPuzzle,
    Supply,
)
from bot.model.club_hour import hour_of, next_hour
from bot.model.queues import ItemKind
from bot.model.server import Club
from bot.store.queues.queues import Queues
from engine.posed import Posed
from engine.stock import stock
from loopback import Loopback, Person
from rules.time.duration import DAY, HOUR
from tests.bot.conftest import bot_on
from tests.bot.game_driver import delivered, live_through
from tests.bot.table_service import ANN, BO, Service
from tests.extensions.puzzles.test_puzzles import opened_club, passed, posts
from tests.loopback.waiting import until

SERVER: Final = 5
CHANNEL: Final = 77
BERLIN: Final = "Europe/Berlin"
STOCK: Final[Mapping[str, Sequence[Posed]]] = stock()


@pytest.fixture
def puzzles(service: Service) -> Puzzles:
    store = service.store
    store.database.hooks.add(HOOKS)
    return Puzzles(store, service.lookup, channels=lambda _guild, _channel: (), now=service.clock)


def at(text: str, zone: str = "UTC") -> int:
    """Return a time of the clocks in a zone, in Unix seconds."""
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp())


async def test_a_day_that_a_wrong_clock_put_off_comes_at_its_hour(service: Service) -> None:
    service.store.database.hooks.add(HOOKS)
    now = int(service.clock())
    service.clock.time = now + 400 * DAY
    await wants(service, 12)
    service.clock.time = now
    await service.store.times.mend(now)
    (timer,) = [each for each in await service.store.queues.timers() if each.kind == POST]
    assert timer.due == next_hour(now, 12, BERLIN)


async def wants(service: Service, hour: int, zone: str = BERLIN) -> None:
    """Let a server have its puzzle at an hour."""
    club = Club(puzzle=CHANNEL, puzzle_hour=hour, puzzle_zone=zone)
    await service.store.servers.change_settings(
        SERVER, lambda was: replace(was, club=club), int(service.clock())
    )


async def live(service: Service, queues: Queues, puzzles: Puzzles, until: int) -> list[DailyPuzzle]:
    """Let time pass, and return the puzzles that were posted, one row of the outbox each."""
    scheduler = Scheduler(queues, service.store.times, {}, service.clock)
    scheduler.add(POST, puzzles.post)
    found: list[DailyPuzzle] = []
    while True:
        due = [each.due for each in await queues.timers() if each.kind == POST]
        if not due or min(due) > until:
            service.clock.time = until
            return found
        service.clock.time = max(service.clock.time, min(due))
        await scheduler.run_due()
        rows = [row for row in await queues.waiting() if row.kind == ItemKind.DISPLAY]
        for row in rows:
            queues.mark_delivered(row, None)
            newest = await PuzzleStore(service.store.database).newest(SERVER)
            assert newest is not None
            assert (row.channel_id, row.guild_id) == (CHANNEL, SERVER)
            found.append(newest)
        assert len(rows) <= 1
        await queues.flush()


@pytest.mark.parametrize("hour", [0, 2, 3, 18])
@pytest.mark.parametrize("first", ["2026-10-12", "2027-03-15"])
async def test_a_post_a_day_over_weeks_in_which_the_clocks_change(
    service: Service, queues: Queues, puzzles: Puzzles, hour: int, first: str
) -> None:
    start = at(f"{first}T12:00", BERLIN)
    service.clock.time = start
    await wants(service, hour)
    found = await live(service, queues, puzzles, start + 28 * DAY)
    days = [each.day for each in found]
    begin = date.fromisoformat(first) + timedelta(hour <= 12)
    assert days == [begin + timedelta(n) for n in range(28)]
    for each in found:
        shown = datetime.fromtimestamp(each.posted_at, ZoneInfo(BERLIN))
        skipped = each.day == date(2027, 3, 28) and hour == 2
        assert (shown.date(), shown.hour, shown.minute) == (each.day, 3 if skipped else hour, 0)
    assert [each.number for each in found] == list(range(1, 29))
    texts = {each.posed.transcript.text for each in found}
    assert len(texts) == 28, "none comes twice"
    games = [each.posed.transcript.key for each in found]
    assert set(games[: len(STOCK)]) == set(STOCK), "each game has its turn"


async def test_a_streak_counts_puzzles_that_were_solved_before_the_next(
    service: Service, queues: Queues, puzzles: Puzzles
) -> None:
    start = service.clock.time = at("2026-10-20T12:00", BERLIN)
    await wants(service, 18)
    store, streaks = PuzzleStore(service.store.database), list[int]()
    earlier: DailyPuzzle | None = None
    for day in range(1, 10):
        (puzzle,) = await live(service, queues, puzzles, start + day * DAY)
        if day == 4:
            service.clock.time += DAY  # The bot was away for a whole day: it breaks nothing.
            start += DAY
        if day == 6:
            earlier = puzzle
            continue
        await store.miss(puzzle, ANN.id)
        solved = await store.solve(puzzle, ANN.id, int(service.clock()))
        assert solved.tries == 2
        streaks.append(solved.streak)
        again = await store.solve(puzzle, ANN.id, int(service.clock()))
        assert again == solved, "it counts once"
    assert streaks == [1, 2, 3, 4, 5, 1, 2, 3]
    assert earlier is not None
    assert (await store.solve(earlier, ANN.id, int(service.clock()))).streak == 0
    assert await store.solvers(earlier) == 0, "it was too late"


async def test_what_was_shown_is_not_solved(
    service: Service, queues: Queues, puzzles: Puzzles
) -> None:
    service.clock.time = at("2026-10-20T12:00")
    await wants(service, 18)
    (puzzle,) = await live(service, queues, puzzles, at("2026-10-20T20:00"))
    store = PuzzleStore(service.store.database)
    shown = await store.show(puzzle, ANN.id)
    assert shown.is_over
    assert await store.solve(puzzle, ANN.id, int(service.clock())) == shown
    await store.solve(puzzle, BO.id, int(service.clock()))
    kept = await store.show(puzzle, BO.id)
    assert not kept.is_shown, "who has solved it keeps that"
    assert await store.solvers(puzzle) == 1


async def test_an_absence_leaves_out_days_but_posts_none_twice(
    service: Service, queues: Queues, puzzles: Puzzles
) -> None:
    service.clock.time = at("2026-10-20T12:00")
    await wants(service, 18, "UTC")
    await live(service, queues, puzzles, at("2026-10-20T20:00"))
    service.clock.time = at("2026-10-24T03:00")
    late = await live(service, queues, puzzles, at("2026-10-24T04:00"))
    assert [each.day for each in late] == [date(2026, 10, 23)], "the last one, nine hours late"
    service.clock.time = at("2026-10-26T07:00")
    assert await live(service, queues, puzzles, at("2026-10-26T08:00")) == [], "too late"
    found = list[DailyPuzzle]()
    for hour in (19, 20, 21):
        await wants(service, hour, "UTC")
        found += await live(service, queues, puzzles, at(f"2026-10-26T{hour}:30"))
    assert [(each.number, each.day) for each in found] == [(3, date(2026, 10, 26))], (
        "a new hour posts none again"
    )


async def test_a_server_that_wants_none_gets_none(
    service: Service, queues: Queues, puzzles: Puzzles
) -> None:
    service.clock.time = at("2026-10-20T12:00")
    await wants(service, 18)
    await service.store.servers.change_settings(
        SERVER, lambda was: replace(was, club=Club()), int(service.clock())
    )
    assert await live(service, queues, puzzles, at("2026-10-29T12:00")) == []
    await wants(service, 18)
    await service.store.servers.removed(SERVER, int(service.clock()))
    assert await live(service, queues, puzzles, at("2026-11-02T12:00")) == []


async def test_none_of_the_stock_comes_again_before_all_others(service: Service) -> None:
    few = {"czech": STOCK["czech"][:2], "rematch": STOCK["rematch"][:1]}
    in_turn = [few["czech"][0], few["rematch"][0], few["czech"][1]]
    store, start = PuzzleStore(service.store.database), at("2026-10-20T12:00", "UTC")
    found = [await store.everywhere(start + day * DAY, few) for day in range(7)]
    texts = [each.posed.transcript.text for each in found if each]
    assert texts == [in_turn[day % 3].transcript.text for day in range(7)]
    assert await store.everywhere(start + 6 * DAY + HOUR, few) == found[-1], "one a day"
    assert all(each and each.guild_id == EVERYWHERE for each in found)
    await wants(service, 18, "UTC")
    for day in range(7):
        assert await store.supply(SERVER, few) == Supply(0, max(0, 3 - day), 3)
        await store.post(SERVER, at("2026-10-20T18:00") + day * DAY, few, lambda _: None)
        newest = await store.newest(SERVER)
        assert newest is not None
        assert newest.number == day + 1
        assert newest.posed == in_turn[day % 3]


async def test_the_puzzles_of_a_game_alone_in_the_stock_come_in_turn(service: Service) -> None:
    few = {"czech": STOCK["czech"][:3]}
    store, start = PuzzleStore(service.store.database), at("2026-10-20T12:00", "UTC")
    found = [await store.everywhere(start + day * DAY, few) for day in range(6)]
    assert [each.posed if each else None for each in found] == [*few["czech"], *few["czech"]]


@pytest.mark.parametrize("hour", range(24))
def test_the_next_hour_is_the_first_after_a_moment(hour: int) -> None:
    moment = at("2026-10-23T00:00")
    while moment < at("2026-10-28T00:00"):
        following = next_hour(moment, hour, BERLIN)
        every = (hour_of(date(2026, 10, 22) + timedelta(n), hour, BERLIN) for n in range(9))
        assert following == min(each for each in every if each > moment)
        moment += 20 * 60
    assert datetime.fromtimestamp(moment, UTC).day == 28


def nothing(*_: object) -> None:
    """Do nothing, as a process that is dead."""


async def test_a_puzzle_is_posted_once_whenever_the_process_dies(
    server: Loopback, database: Path, cy: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bot_on(server, database) as bot:
        await opened_club(server, bot, cy)
        await bot.outbox.stop()  # It dies once the puzzle is set, before it is sent.
        await live_through(bot, server, DAY)
        await bot.scheduler.run_due()
    assert posts(server) == []
    async with bot_on(server, database) as bot:
        with monkeypatch.context() as patch:  # It dies once it is sent, before that is noted.
            patch.setattr(bot.store.queues, "mark_delivered", nothing)
            await until(lambda: bool(posts(server)))
            await bot.outbox.stop()
    async with bot_on(server, database) as bot:
        await delivered(bot)
        await bot.store.queues.flush()
        (post,) = posts(server)
        puzzle = await bot.service(Puzzles).present(server.world.guild().id)
        display = await bot.store.displays.find(PUZZLE_POST, puzzle.id)
        assert display
        assert display.message_id == post.id, "it was found again"
        await passed(server, bot, DAY)
        assert len(posts(server)) == 2
        gone = await bot.store.displays.find(PUZZLE_POST, puzzle.id)
        assert gone is None, "the newest alone is kept up to date"

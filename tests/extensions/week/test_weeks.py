"""Weeks of a server: when they are told, what of, and what isn't."""

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import date, timedelta
from typing import Any, LiteralString

import pytest

from bot.extensions.week.rows import WeekStore, settle
from bot.extensions.week.values import Read, Telling
from bot.interactions.extension import ClubLine
from bot.model.caller import Place
from bot.store.people.forgetting import erase
from bot.store.sql.database import Transaction
from bot.tables.commands import EndVoid
from rules.club.week import WEEK, About, Line
from rules.contract.core import Seat
from rules.contract.sentence import Sentence, say
from rules.time.duration import DAY, HOUR, MINUTE
from tests.bot.seat_changes import DI, EVE
from tests.bot.table_service import ANN, BO, CHANNEL, CY, ELSEWHERE, Service
from tests.extensions.standing.test_corrections import moderator, strike
from tests.extensions.week.week_host import FEED, SERVER, Up, WeekHost, at, report_on

SUNDAY = at("2026-11-29T18:00")
MONDAY = at("2026-11-23T12:00")


@pytest.fixture
def host(service: Service) -> WeekHost:
    made = WeekHost(service)
    made.clock.time = MONDAY
    return made


async def three_games(host: WeekHost, *, before: int = SUNDAY) -> None:
    """Let three pairs finish their first games on the days before a Sunday."""
    for number, (one, other) in enumerate([(ANN, BO), (CY, DI), (EVE, ANN)]):
        await host.ended(one, other, when=before - (number + 1) * DAY)


async def read_of(host: WeekHost) -> Read:
    store = WeekStore(host.store.database)
    return await store.read(SERVER, SUNDAY - WEEK, SUNDAY, host.shown)


async def told_at(host: WeekHost) -> int | None:
    row = await host.store.database.row(
        "SELECT week_told FROM guilds WHERE guild_id = ?", SERVER
    )  # fmt: skip
    return None if row is None else row["week_told"]


async def test_each_sunday_at_the_hour_of_the_club(host: WeekHost) -> None:
    host.clock.time = at("2026-10-12T12:00")
    await host.wants()
    for week in range(4):
        await three_games(host, before=at(str(date(2026, 10, 18) + timedelta(7 * week))))
    (timer,) = await host.timers()
    assert timer == (f"week:{SERVER}:2026-10-18", at("2026-10-18T18:00"))
    assert await host.live(at("2026-10-18T17:59")) == []
    assert len(await host.live(at("2026-10-18T18:00"))) == 1
    assert await host.timers() == [(f"week:{SERVER}:2026-10-25", at("2026-10-25T18:00"))]
    assert len(await host.live(at("2026-11-09T00:00"))) == 3, "once each, as the clocks change"
    assert await told_at(host) == at("2026-11-08T18:00")


async def test_a_timer_stays_on_its_sunday_whatever_becomes_of_the_hour(host: WeekHost) -> None:
    await host.wants()
    await host.wants(hour=9, zone="Asia/Tokyo")
    assert await host.timers() == [
        (f"week:{SERVER}:2026-11-29", at("2026-11-29T09:00", "Asia/Tokyo"))
    ]
    await three_games(host)
    host.clock.time = at("2026-11-29T10:00", "Asia/Tokyo")
    await host.wants(hour=20, zone="Asia/Tokyo")
    assert len(await host.live(SUNDAY + DAY)) == 1
    await host.wants(hour=23, zone="Asia/Tokyo")
    assert await host.timers() == [
        (f"week:{SERVER}:2026-12-06", at("2026-12-06T23:00", "Asia/Tokyo"))
    ]
    await host.wants(None)
    assert await host.timers() == []


async def test_a_week_that_is_twelve_hours_late_is_told_with_the_next(host: WeekHost) -> None:
    await host.wants()
    await three_games(host)
    host.clock.time = SUNDAY + 12 * HOUR + 1
    assert await host.live(SUNDAY + 13 * HOUR) == []
    await host.ended(ANN, BO, when=SUNDAY + DAY)
    (telling,) = await host.live(SUNDAY + WEEK)
    assert (telling.games, telling.weeks) == (4, 2)


async def test_a_week_that_is_a_little_late_ends_at_its_hour(host: WeekHost) -> None:
    await host.wants()
    await three_games(host)
    await host.ended(ANN, BO, when=SUNDAY + HOUR)
    host.clock.time = SUNDAY + 12 * HOUR
    assert [each.games for each in await host.live(SUNDAY + 13 * HOUR)] == [3]
    assert await told_at(host) == SUNDAY
    for _ in range(2):
        await host.ended(ANN, BO, when=SUNDAY + 2 * DAY)
    assert [each.games for each in await host.live(SUNDAY + WEEK)] == [3], "none is lost"


async def test_a_game_that_ends_at_the_hour_belongs_to_one_week(host: WeekHost) -> None:
    await host.wants()
    await three_games(host)
    await host.ended(ANN, BO, when=SUNDAY)
    assert [each.games for each in await host.live(SUNDAY)] == [4]
    for _ in range(2):
        await host.ended(ANN, BO, when=SUNDAY + DAY)
    assert await host.live(SUNDAY + WEEK) == [], "two are too few"


async def test_quiet_weeks_are_told_together_but_no_more_than_four(host: WeekHost) -> None:
    host.up = Up(None)
    await host.wants()
    await host.ended(ANN, BO, when=SUNDAY - DAY)
    await host.ended(ANN, CY, when=SUNDAY + DAY)
    assert await host.live(SUNDAY + 5 * WEEK) == []
    await host.ended(ANN, DI, when=SUNDAY + 5 * WEEK + DAY)
    await host.ended(BO, DI, when=SUNDAY + 3 * WEEK + DAY)
    assert await host.live(SUNDAY + 6 * WEEK) == [], "two games of the last 28 days"
    await host.ended(BO, EVE, when=SUNDAY + 6 * WEEK + DAY)
    (telling,) = await host.live(SUNDAY + 7 * WEEK)
    assert (telling.games, telling.weeks) == (2 + 1, 4)


async def test_people_who_wait_are_counted_once_in_four_quiet_weeks(host: WeekHost) -> None:
    host.up = Up(3)
    await host.wants()
    told = [week + 1 for week in range(11) if await host.live(SUNDAY + week * WEEK)]
    assert told == [2, 6, 10]
    host.up.waiting = 0
    assert await host.live(SUNDAY + 20 * WEEK) == []


async def test_the_quiet_line_says_how_many_wait_now(host: WeekHost) -> None:
    host.up = Up(3)
    await host.wants()
    await host.live(SUNDAY)
    text = await host.told(SUNDAY + WEEK)
    assert text == "Quiet here. 3 people are up for a game."
    message = await host.message()
    assert message is not None
    host.up.waiting = 1
    assert await host.words() == "Quiet here. 1 person is up for a game."
    host.up.waiting = 0
    assert await host.message() is None


async def test_a_clock_that_was_ahead_leaves_nothing_behind(host: WeekHost) -> None:
    host.clock.time = MONDAY + 5200 * WEEK
    await host.wants()
    await host.live(MONDAY + 5201 * WEEK)
    await host.store.database.write("UPDATE guilds SET week_told = ?", MONDAY + 5200 * WEEK)
    host.clock.time = MONDAY
    await host.store.times.mend(MONDAY)
    assert await host.timers() == [(f"week:{SERVER}:2026-11-29", SUNDAY)]
    await three_games(host)
    (telling,) = await host.live(SUNDAY)
    assert (telling.games, telling.weeks) == (3, 1)


async def test_a_server_that_removes_the_bot_is_told_nothing_until_it_takes_it_back(
    host: WeekHost,
) -> None:
    await host.wants()
    await three_games(host)
    await host.store.servers.removed(SERVER, MONDAY)
    assert await host.live(SUNDAY) == []
    await host.store.servers.there(SERVER, SUNDAY)
    await three_games(host, before=SUNDAY + WEEK)
    assert len(await host.live(SUNDAY + WEEK)) == 1
    await host.store.servers.erase(SERVER)
    assert await host.live(SUNDAY + 2 * WEEK) == []
    assert await host.timers() == []


async def test_a_server_that_cannot_be_reached_is_waited_for(
    host: WeekHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> Any:
        raise ConnectionError

    await host.wants()
    await three_games(host)
    with monkeypatch.context() as patch:
        patch.setattr(host.weeks, "_shows", away)
        host.clock.time = SUNDAY
        await host.scheduler.run_due()
        assert await host.timers() == [(f"week:{SERVER}:2026-11-29", SUNDAY + MINUTE)]
    assert len(await host.live(SUNDAY + MINUTE)) == 1


async def test_only_games_that_everyone_may_see_are_told(host: WeekHost) -> None:
    await host.wants()
    await three_games(host)
    secret = Place(99, SERVER, parent_id=CHANNEL, is_secret=True)
    hidden = await host.ended(BO, CY, when=SUNDAY - HOUR)
    await host.ended(BO, DI, when=SUNDAY - HOUR, place=Place(ELSEWHERE, SERVER))
    await host.ended(BO, EVE, when=SUNDAY - HOUR, place=secret)
    struck = await host.ended(CY, EVE, when=SUNDAY - HOUR)
    host.clock.time = SUNDAY - HOUR
    void = await host.service.playing()
    await host.service.tables.execute(
        void.id, moderator(DI), EndVoid("gone"), host.service.request()
    )
    await strike(host.service, struck)
    await host.store.personal.hide(BO.id, MONDAY, hidden=True)
    read = await read_of(host)
    assert len(read.games) == 7, "all but the void one count in the totals"
    assert {each.people for each in read.told} <= {(CY.id, DI.id), (EVE.id, ANN.id)}
    assert len(read.told) == 2
    assert not {hidden.id, struck.id} & {each.table for each in read.told}
    assert BO.id not in read.newcomers
    assert not any(BO.id in pair for pair in read.met)
    assert await host.live(SUNDAY) == [], "two are too few"


async def played_club(host: WeekHost) -> None:
    """Let the server have a week with something of everything."""
    await host.wants()
    values = [-0.2, -0.3, -0.5, -0.7] * 5 + [0.3, 0.4] * 12
    game = await host.ended(ANN, BO, when=SUNDAY - 3 * DAY, plies=44)
    await host.by_rules(game, report_on(game, values))
    other = await host.ended(CY, DI, when=SUNDAY - 2 * DAY, plies=44)
    await host.by_rules(other, report_on(other, [0.0] * 44, gifts=[20]))
    third = await host.ended(ANN, CY, when=SUNDAY - DAY, plies=44)
    await host.by_rules(third, report_on(third, [0.0] * 44))
    for number in range(4):
        await host.ended(EVE, BO, when=SUNDAY - DAY + number * HOUR)


def said(text: LiteralString) -> ClubLine:
    """Return what says this of a server."""

    async def line(guild_id: int, channels: Collection[int]) -> Sentence:
        assert (guild_id, [*channels]) == (SERVER, [CHANNEL])
        return say(text)

    return line


async def test_the_words_of_a_week(host: WeekHost) -> None:
    await played_club(host)
    text = (await host.told(SUNDAY)).replace("11\\.", "11.")
    assert text.splitlines() == [
        "**The week**: 7 games, 67 moves, 5 players",
        "Welcome Ann, Bo, Cy, Di and Eve, who finished their first games.",
        "Game of the week: **Ann – Bo**, [Czech draughts](https://discord.com/channels/5/10)."
        " Bo led until move 10.",
        "Turn of the week: **Di** found 11. f6-e5"
        " ([Czech draughts](https://discord.com/channels/5/10)).",
        "Eve has won 4 in a row.",
    ]  # fmt: skip
    host.coming = [said("A tournament needs 2 more."), said("A season is open.")]
    assert (await host.words()).endswith("\nA tournament needs 2 more. A season is open.")
    message = await host.message()
    assert message is not None
    assert message.picture is not None
    assert str(message.mark) == f"week-{SERVER}-20261129"


async def test_who_hides_or_is_forgotten_before_it_is_sent_is_not_named(host: WeekHost) -> None:
    await played_club(host)
    await host.told(SUNDAY)
    await host.store.personal.hide(BO.id, SUNDAY, hidden=True)
    text = await host.words()
    assert "Bo" not in text
    assert "Game of the week" not in text, "he played it"
    message = await host.message()
    assert message is not None
    assert message.picture is None
    await host.store.database.transact(lambda tx: forget(tx, EVE.id))
    await host.service.lookup.reread(4)
    host.service.lookup.cache.clear()
    text = await host.words()
    assert "Eve" not in text
    assert "in a row" not in text
    assert text.startswith("**The week**: 7 games, 67 moves, 5 players\nWelcome Ann, Cy and Di,")


def forget(tx: Transaction, person: Any) -> None:
    erase(tx, [person])
    tx.do("DELETE FROM people WHERE person = ?", person)


async def test_a_message_for_a_channel_that_was_left_says_nothing(host: WeekHost) -> None:
    await played_club(host)
    await host.told(SUNDAY)
    await host.wants(FEED + 1)
    assert await host.message() is None


async def test_a_channel_that_closed_before_it_is_sent_is_not_told_of(host: WeekHost) -> None:
    await played_club(host)
    assert "Game of the week" in await host.told(SUNDAY)
    host.shown = []
    assert await host.words() == "**The week**: 7 games, 67 moves, 5 players"
    message = await host.message()
    assert message is not None
    assert message.picture is None


async def test_names_are_left_out_where_the_server_wants_none(host: WeekHost) -> None:
    await played_club(host)
    await host.store.servers.change_settings(
        SERVER, lambda was: replace(was, unnamed=True), MONDAY
    )  # fmt: skip
    text = await host.told(SUNDAY)
    host.service.lookup.cache.clear()
    text = await host.words()
    assert not any(name in text for name in ("Ann", "Bo", "Cy", "Di", "Eve"))
    assert "**White – Black**" in text


async def test_reports_are_asked_for_where_too_few_games_have_one(host: WeekHost) -> None:
    await host.wants()
    games = [await host.ended(ANN, BO, when=SUNDAY - DAY, plies=44) for _ in range(5)]
    for game in games:
        await host.by_rules(game)
    await host.by_rules(games[0], report_on(games[0], [0.0] * 44))
    host.clock.time = SUNDAY
    await host.scheduler.run_due()
    assert await host.rows() == [], "it waits for them"
    await host.weeks.settled()
    assert host.advice.asked == [each.id for each in games[1:4]]
    for game in games[1:4]:
        await host.by_rules(game, report_on(game, [0.0] * 44))
    assert len(await host.live(SUNDAY + MINUTE)) == 1
    assert len(host.advice.asked) == 3


async def test_a_week_is_told_without_reports_that_no_one_makes(host: WeekHost) -> None:
    await host.wants()
    for _ in range(3):
        await host.by_rules(await host.ended(ANN, BO, when=SUNDAY - DAY, plies=44))
    (telling,) = await host.live(SUNDAY + MINUTE)
    assert telling.games == 3
    assert About.GAME not in {line.about for line in telling.lines}
    assert len(host.advice.asked) == 3, "once"
    host.restart()
    host.clock.time = SUNDAY + WEEK + 11 * MINUTE
    for _ in range(3):
        await host.by_rules(await host.ended(ANN, BO, when=SUNDAY + DAY, plies=44))
    assert len(await host.live(SUNDAY + WEEK + 12 * MINUTE)) == 1
    assert host.advice.asked == [], "after ten minutes there is no time for them"


class Dies(Exception):
    """The process dies."""


class Dying:
    """A transaction in which the process dies at a statement."""

    def __init__(self, tx: Transaction, left: int) -> None:
        self._tx, self._left = tx, left

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._tx, name)
        return self._dying(found) if name in {"do", "change", "each"} else found

    def _dying(self, statement: Callable[..., Any]) -> Callable[..., Any]:
        def run(*values: Any) -> Any:
            self._left -= 1
            if self._left < 0:
                raise Dies
            return statement(*values)

        return run


async def test_a_week_is_told_once_wherever_the_transaction_dies(host: WeekHost) -> None:
    await host.wants()
    host.clock.time = SUNDAY
    (timer,) = await host.store.queues.claim_due(SUNDAY, 1)
    telling = Telling(games=3, lines=[Line(About.STREAK, (ANN.id,), 4)], known_at={})
    points = 0
    while True:

        def write(tx: Transaction, left: int = points) -> None:
            dying: Any = Dying(tx, left)
            settle(
                dying, SERVER, name=timer.dedupe, telling=telling, now=SUNDAY,
                done=host.store.queues.done(timer),
            )  # fmt: skip

        try:
            await host.store.database.transact(write)
        except Dies:
            points += 1
            assert await host.rows() == []
            assert [name for name, _ in await host.timers()] == [timer.dedupe]
            assert await told_at(host) is None
        else:
            break
    assert points > 5
    assert len(await host.rows()) == 1
    assert await host.timers() == [(f"week:{SERVER}:2026-12-06", SUNDAY + WEEK)]
    assert await told_at(host) == SUNDAY


async def test_upsets_and_first_meetings_are_of_ranked_people_and_all_their_games(
    host: WeekHost,
) -> None:
    await host.wants()
    for _ in range(2):
        await host.ended(ANN, BO, when=SUNDAY - 10 * DAY)
    before = await host.ended(ANN, BO, when=SUNDAY - DAY)
    game = await host.ended(CY, DI, when=SUNDAY - DAY)
    again = await host.ended(CY, DI, when=SUNDAY - DAY + 1)
    database = host.store.database
    await database.write("UPDATE steps SET games_before = 10, rating_before = 150000")
    await database.write(
        "UPDATE steps SET rating_before = 171000 WHERE person = ? AND sequence IN"
        " (SELECT sequence FROM results WHERE table_id = ?)",
        DI.id, game.id,
    )  # fmt: skip
    await database.write(
        "UPDATE steps SET games_before = 9, rating_before = 199000 WHERE person = ?"
        " AND sequence IN (SELECT sequence FROM results WHERE table_id = ?)",
        DI.id, again.id,
    )  # fmt: skip
    read = await read_of(host)
    assert read.met == [(CY.id, DI.id)]
    assert read.upsets == {before.id: 0, game.id: 210}
    assert read.newcomers == [CY.id, DI.id]
    assert "Upset: **Cy** beat Di, rated 210 points higher." in await host.told(SUNDAY)


async def test_a_streak_ends_with_a_game_that_was_not_won(host: WeekHost) -> None:
    await host.wants()
    for number in range(5):
        loser = ANN if number == 0 else BO
        await host.ended(ANN, BO, when=SUNDAY - 9 * DAY + number * DAY, loser=loser)
    read = await read_of(host)
    assert read.streaks == {ANN.id: 4}
    last = await host.ended(ANN, BO, when=SUNDAY - HOUR, place=Place(ELSEWHERE, SERVER))
    assert last.started.winners == (Seat(0),)
    read = await read_of(host)
    assert read.streaks == {}, "her last game isn't told"

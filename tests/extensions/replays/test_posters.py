"""The end of a game gets its poster, and says who played better and who was lucky if that is known.

Exact values are known of a game with fewer checkers here.
"""

import asyncio
import re
from collections.abc import Callable, Coroutine, Generator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest

from bot.extensions.news.messages import Ended, results_message
from bot.extensions.replays.poster import poster as end_poster
from bot.extensions.replays.posters import POSTER, Posters, luck_line, poster_timer
from bot.interactions.client import Postboard
from bot.model.queues import entry_item
from bot.model.table import Table, Terms
from bot.store.queues.queues import enqueue, set_timer
from bot.store.queues.table_messages import Sent
from bot.tables.advance import has_more_to_do
from bot.tables.commands import Answer as Answering
from bot.tables.commands import SeatEngine
from engine.choose import Method
from engine.pool import Pool, Purpose, WorkerError
from engine.report import Report, SideReport
from engine.tasks import Answer, Request
from loopback import Loopback, Message, Person
from loopback.model.messages import Attachment
from loopback.ratelimits import Window
from loopback.world import posting
from rules.contract.core import Outcome, Side
from rules.contract.sentence import say
from rules.match.table_rules import ADJUDICATED
from rules.time.duration import DAY, HOUR
from tests.bot.conftest import bot_on
from tests.bot.engine_driver import newest_board
from tests.bot.game_driver import (
    GameDriver,
    card_of,
    delivered,
    labels,
    private,
    says_yes,
    shown,
    sit_down,
)
from tests.bot.seat_changes import CZECH, DICE, THREE, due, move, playing, seat_of
from tests.bot.table_service import ANN, BO, Service
from tests.bot.test_anywhere import private_place
from tests.bot.who import person_of
from tests.engine.small_games import GAMES, PROGRAM, registered, solved
from tests.loopback.waiting import until

_T = TypeVar("_T")

GAME = GAMES[0].spec.key
LINE = re.compile(
    r"(?:(?P<better>\w+) played better \((?P<skill>\d\.\d\d) points in all\)"
    r"|Ann and Bo played equally well)\. "
    r"(?:(?P<lucky>\w+) had the luckier dice \(worth (?P<luck>\d\.\d\d)\)|Luck was even)"
    r"(?:\. (?P<gainer>\w+) gained (?P<end>\d\.\d\d) by the early end)?\."
)


class Dead(Pool):
    """A pool whose workers have all died."""

    async def ask(self, request: Request, purpose: Purpose, read: Callable[[Answer], _T]) -> _T:
        raise WorkerError(f"nobody answers {request.task}, {purpose} and {read}")


@pytest.fixture(autouse=True)
def small_games(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    """Let the small games stand in for the whole ones, for the workers as well."""
    monkeypatch.setattr("engine.pool.Pool", partial(Pool, program=PROGRAM))
    with registered():
        yield


@pytest.fixture
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return solved(tmp_path_factory)


async def ended(server: Loopback, database: Path, bot: Postboard, plies: int = 4) -> GameDriver:
    """Let Ann and Bo play some plies, until one of them resigns."""
    driver = await sit_down(server, bot, database, GAME)
    for _ in range(plies):
        await driver.move(driver.game.notate(driver.match.legal[0]))
    await resigned(bot, driver.due)
    return driver


async def resigned(bot: Postboard, person: Person, channel: str = "lobby") -> Message:
    question = private(await person.slash("game resign", channel=channel))
    return await shown(bot, person, await person.click(question, "Resign"))


async def waiting(bot: Postboard) -> list[int | None]:
    """Return the tables whose end is to get a line."""
    timers = await bot.store.queues.timers()
    return [timer.table_id for timer in timers if timer.kind == POSTER]


async def all_told(bot: Postboard) -> None:
    """Wait until no end is to get a line."""
    while await waiting(bot):  # noqa: ASYNC110 - nothing tells of it
        await asyncio.sleep(0.01)


def gained(content: str, name: str) -> int:
    """Return what the only line says that a player gained in all, in hundredths of a point."""
    (found,) = LINE.finditer(content)
    shares = [("better", "skill"), ("lucky", "luck"), ("gainer", "end")]
    return sum(
        round(float(found[points]) * 100) * (1 if found[gainer] == name else -1)
        for gainer, points in shares
        if found[points]
    )


async def test_the_end_is_shown_at_once_and_then_tells_luck_and_skill_apart(
    server: Loopback, database: Path, tables: Path
) -> None:
    ann = server.person("Ann")
    async with bot_on(server, database, tables) as bot:
        driver = await ended(server, database, bot)
        await all_told(bot)
        board = newest_board(ann)
        winner, loser = ("Ann", "Bo") if driver.due.name == "Bo" else ("Bo", "Ann")
        assert re.match(rf".*\*\*(<@{server.person(winner).id}>|{winner}) beat ", board.content)
        assert gained(board.content, winner) == -gained(board.content, loser)
        assert gained(board.content, winner) in (100, 200, 300)
        assert board.attachments
        assert "Rematch" in labels(board)
        assert board.edited
        assert board.pings == {server.person(winner).id}
        # The rolls that turned it are in the analysis.
        report = private(await ann.slash("game analysis")).content
        assert " biggest rolls:" in report


async def test_a_line_is_added_once_whenever_the_bot_was_killed(
    server: Loopback, database: Path, tables: Path
) -> None:
    """The timer stands again as it does if the bot dies between the edit and its deletion."""
    async with bot_on(server, database, tables) as bot:
        driver = await ended(server, database, bot)
        await all_told(bot)
        told = newest_board(server.person("Ann")).content
        again = poster_timer(driver.table_id, int(server.clock.now()))
        await bot.store.queues.transact(lambda tx: set_timer(tx, again))
        await all_told(bot)
        assert newest_board(server.person("Ann")).content == told


async def test_without_workers_the_end_is_shown_and_the_next_start_adds_the_line(
    server: Loopback, database: Path, tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = server.person("Ann")
    async with bot_on(server, database, tables) as bot:
        monkeypatch.setattr(bot.advice, "_pool", Dead())
        driver = await ended(server, database, bot)
        await bot.service(Posters).settled()
        assert not LINE.search(newest_board(ann).content)
        assert await waiting(bot) == [driver.table_id]
        now = int(server.clock.now())
        assert await bot.store.tables.differences(driver.table_id, now, has_more_to_do) == []
    server.clock.advance(300)
    async with bot_on(server, database, tables) as bot:
        await all_told(bot)
        assert LINE.search(newest_board(ann).content)


def no_channel(_client: object, _channel_id: int) -> None:
    """Know no channel."""


async def test_a_start_waits_for_the_servers_before_it_adds_a_line(
    server: Loopback, database: Path, tables: Path
) -> None:
    """The report is kept, and the timer due, before the bot has heard of any channel."""
    ann = server.person("Ann")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.extensions.replays.posters.open_place", no_channel)
        async with bot_on(server, database, tables) as bot:
            driver = await ended(server, database, bot)
            await bot.service(Posters).settled()
            assert await waiting(bot) == [driver.table_id]
            await bot.advice.report(await bot.lookup.get(driver.table_id))
    assert not LINE.search(newest_board(ann).content)
    server.clock.advance(300)
    async with bot_on(server, database, tables) as bot:
        await all_told(bot)
        assert LINE.search(newest_board(ann).content)


async def test_an_end_that_is_still_to_be_shown_is_waited_for(
    server: Loopback, database: Path, tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until then, the message that shows the table is an older board."""
    monkeypatch.setattr("bot.extensions.replays.posters._PAUSES", (0.0,))
    ann = server.person("Ann")
    async with bot_on(server, database, tables) as bot:
        living = bot.advice._pool  # pyright: ignore[reportPrivateUsage]
        monkeypatch.setattr(bot.advice, "_pool", Dead())
        driver = await ended(server, database, bot)
        await bot.service(Posters).settled()
        monkeypatch.setattr(bot.advice, "_pool", living)
        table, now = await bot.lookup.get(driver.table_id), int(server.clock.now())
        end = entry_item(table.id, len(table.started.entries), table.channel_id, None, now)
        owed = replace(end, not_before=now + DAY)
        await bot.store.queues.transact(lambda tx: enqueue(tx, owed))
        (timer,) = [t for t in await bot.store.queues.timers() if t.kind == POSTER]
        await bot.service(Posters).carry_out(timer, bot.store.queues.done(timer))
        await bot.service(Posters).settled()
        assert not LINE.search(newest_board(ann).content)
        assert await waiting(bot) == [driver.table_id]
        bot.store.queues.mark_delivered(owed, Sent(newest_board(ann).id, owed.number))
        await bot.service(Posters).carry_out(timer, bot.store.queues.done(timer))
        await all_told(bot)
        assert LINE.search(newest_board(ann).content)


async def test_after_a_day_it_is_given_up(
    server: Loopback, database: Path, tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bot_on(server, database, tables) as bot:
        monkeypatch.setattr(bot.advice, "_pool", Dead())
        await ended(server, database, bot)
        await bot.service(Posters).settled()
    server.clock.advance(DAY + 1)
    async with bot_on(server, database, tables) as bot:
        monkeypatch.setattr(bot.advice, "_pool", Dead())
        await all_told(bot)
        assert not LINE.search(newest_board(server.person("Ann")).content)


async def test_a_board_that_is_gone_is_left_alone(
    server: Loopback, database: Path, tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bot_on(server, database, tables) as bot:
        monkeypatch.setattr(bot.advice, "_pool", Dead())
        await ended(server, database, bot)
        await bot.service(Posters).settled()
        ann = server.person("Ann")
        posting.delete(server.world, newest_board(ann))
    server.clock.advance(300)
    async with bot_on(server, database, tables) as bot:
        await all_told(bot)


async def test_without_the_table_or_a_result_nothing_is_owed(
    server: Loopback, database: Path, tables: Path
) -> None:
    async with bot_on(server, database) as bot:
        await ended(server, database, bot)
        assert await waiting(bot) == []
    async with bot_on(server, database, tables) as bot:
        driver = await sit_down(server, bot, database, GAME)
        await driver.due.slash("game abort")
        await says_yes(driver.idle, "abort")
        table = await bot.lookup.get(driver.table_id)
        assert table.started.outcome
        assert table.started.outcome.is_void
        assert await waiting(bot) == []


async def test_a_line_is_added_to_the_end_in_a_message_with_the_next_game(
    server: Loopback, database: Path, tables: Path
) -> None:
    ann, bo = server.person("Ann"), server.person("Bo")
    values: dict[str, str | Person] = {"opponent": bo, "series": "first-to-3"}
    async with bot_on(server, database, tables) as bot:
        card = await card_of(bot, ann, await ann.slash("play", game=GAME, values=values))
        await shown(bot, ann, await bo.click(card, "Accept"))
        table = await bot.lookup.running_in(card.channel_id)
        assert table is not None
        assert table.due is not None
        await resigned(bot, server.person(table.due.user.name))
        await all_told(bot)
        turned = newest_board(ann)
        assert len(turned.attachments) == 2
        assert LINE.search(turned.content)
        assert {"Move", "My view"} & labels(turned)


async def test_a_side_is_named_where_somebody_has_left_their_seat_to_another(
    service: Service,
) -> None:
    table = await move(service, await playing(service, DICE))
    assert "Ann" in told(table)
    leaver = due(table)
    asked = await service.do(table, leaver, SeatEngine(seat_of(table, leaver), 1))
    assert asked.started.offer is not None
    agreed = Answering(asked.started.offer.number, agree=True)
    table = await service.do(asked, ANN if leaver == BO else BO, agreed)
    stayed = ANN if leaver == BO else BO
    is_white = seat_of(table, stayed) == table.started.seat_of(Side("white"))
    white, black = (stayed.name, "Black") if is_white else ("White", stayed.name)
    assert told(table) == (
        f"{white} and {black} played equally well. {white} had the luckier dice (worth 1.00)."
    )


def told(table: Table) -> str:
    """Return the line about a game that White won by luck alone."""
    sides = (SideReport(Side("white"), 1, 0.0, 1.0), SideReport(Side("black"), 1, 0.0, 0.0))
    report = Report(Method.EXACT.value, (), sides, (1.0, -1.0), (0.0, 0.0), None)
    line = luck_line(table, report)
    assert line is not None
    assert luck_line(table, replace(report, method=Method.SEARCH.value)) is None
    return line.english()


# Posters


async def test_two_who_share_a_win_are_both_said_to(service: Service) -> None:
    """And the rival whose time ran out is called by name, as nobody plays two sides."""
    three = Terms("punt-heks", {"players": "3"})
    table = await move(service, await playing(service, three))
    spec = table.started.game.spec
    white, black, red = (named_at(table, side) for side in ("white", "black", "red"))
    why = say("{side} ran out of time", side=spec.side(Side("black")).title)
    outcome = Outcome(frozenset({Side("white"), Side("red")}), ADJUDICATED, why=why)
    over = replace(table, match=replace(table.started, table_outcome=outcome))
    alt = end_poster(over, None, None).alt.english()
    assert alt.startswith(
        f"{white} (White) and {red} (Red) share the win over {black} (Black) at Punt-Heks-Match "
        f"in 1 move: {black} ran out of time."
    )
    hidden = end_poster(replace(over, unnamed=True), None, None).alt.english()
    assert hidden.startswith("White and Red share the win over Black at ")
    assert not any(name in hidden for name in (white, black, red))


@pytest.mark.parametrize("terms", [DICE, CZECH, THREE], ids=lambda each: each.game)
async def test_a_poster_counts_moves_as_the_results_do(service: Service, terms: Terms) -> None:
    """A roll that waits is no move yet."""
    table = await playing(service, terms)
    for _ in range(7):
        table = await move(service, table)
        winner = table.started.game.spec.sides[0].key
        outcome = Outcome(frozenset({winner}), ADJUDICATED, why=say("it was decided"))
        over = replace(table, match=replace(table.started, table_outcome=outcome))
        results = results_message([Ended(over, over.place, None)], frozenset())
        assert results is not None
        told = re.search(r" in (\d+ moves?) ", results.text.english())
        assert told is not None
        assert f" in {told[1]}: " in end_poster(over, None, None).alt.english()


def named_at(table: Table, side: str) -> str:
    return table.at(table.started.seat_of(Side(side))).user.name


@pytest.fixture
def from_four_turns(no_posters: None, monkeypatch: pytest.MonkeyPatch) -> None:
    assert no_posters is None
    monkeypatch.setattr("bot.extensions.replays.posters.LEAST_TURNS", 4)


async def czech_end(server: Loopback, database: Path, bot: Postboard, plies: int = 4) -> GameDriver:
    """Let Ann and Bo play some plies of a rated game, until one of them resigns."""
    driver = await sit_down(server, bot, database, time="3 days")
    for _ in range(plies):
        await driver.move(driver.game.notate(driver.match.legal[0]))
    await resigned(bot, driver.due)
    return driver


def is_poster(picture: Attachment) -> bool:
    return (picture.width, picture.height) == (1100, 700)


def end_of(server: Loopback) -> Message:
    return newest_board(server.person("Ann"))


@pytest.mark.usefixtures("from_four_turns")
async def test_one_edit_puts_the_poster_in_place_of_the_last_board(
    server: Loopback, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bot_on(server, database) as bot:
        living = bot.advice._pool  # pyright: ignore[reportPrivateUsage]
        monkeypatch.setattr(bot.advice, "_pool", Dead())
        driver = await czech_end(server, database, bot)
        await bot.service(Posters).settled()
        board = end_of(server)
        (picture,) = board.attachments
        assert not is_poster(picture)
        assert not board.edited
        monkeypatch.setattr(bot.advice, "_pool", living)
        (timer,) = [t for t in await bot.store.queues.timers() if t.kind == POSTER]
        await bot.service(Posters).carry_out(timer, bot.store.queues.done(timer))
        await all_told(bot)
        ended = end_of(server)
        (shown_now,) = ended.attachments
        assert is_poster(shown_now)
        assert shown_now.filename == picture.filename, "by its name the board is recognised"
        assert (ended.id, ended.pings) == (board.id, board.pings)
        first, turned, warm, small = ended.content.split("\n")
        assert board.content == f"{first}\n{small}"
        assert re.fullmatch(r"Turning point: \d\. \w+ \*\*\S+\*\*\. Better: \S+\.", turned)
        assert re.fullmatch(r"🎉 \w+'s first win!", warm)
        assert "Record" not in ended.content
        assert labels(ended) == labels(board)
        assert ended.edited
        said = shown_now.description or ""
        assert re.match(r"\w+ \(\w+\) beat \w+ \(\w+\) at Czech draughts in 2 moves: ", said)
        assert re.search(r"Ratings: \w+ \d+\?, (up|down) \d+; \w+ \d+\?, (up|down) \d+\.", said)
        assert re.search(r"The final board\. .*\d+ men", said)
        assert said.count("Czech draughts") == 1, "each fact is told once"
        now = int(server.clock.now())
        assert await bot.store.tables.differences(driver.table_id, now, has_more_to_do) == []


@pytest.mark.usefixtures("from_four_turns")
async def test_a_poster_is_there_once_whenever_the_bot_was_killed_or_a_reply_was_lost(
    server: Loopback, database: Path
) -> None:
    """The first edit arrives, and its reply doesn't; then the bot dies before it tries again."""

    async def lost(work: Coroutine[Any, Any, None], *_rest: object) -> None:
        await work
        raise TimeoutError("the reply is lost")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.delivery.tidying.edits.bounded", lost)
        async with bot_on(server, database) as bot:
            driver = await czech_end(server, database, bot)
            await until(lambda: is_poster(end_of(server).attachments[0]))
            await bot.service(Posters).settled()
            assert await waiting(bot) == [driver.table_id], "nobody knows yet that it is there"
    once = end_of(server)
    server.clock.advance(300)
    async with bot_on(server, database) as bot:
        await all_told(bot)
    twice = end_of(server)
    assert (twice.id, twice.content) == (once.id, once.content)
    assert [each.filename for each in twice.attachments] == [
        each.filename for each in once.attachments
    ]
    assert all(map(is_poster, twice.attachments))


@pytest.mark.usefixtures("from_four_turns")
async def test_who_is_forgotten_while_the_report_is_made_is_not_named(
    server: Loopback, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bot_on(server, database) as bot:
        report = bot.advice.report

        async def slowly(table: Table, purpose: Purpose) -> Report:
            made = await report(table, purpose)
            await bot.services.forgetting.carry_out(await person_of(bot, server.person("Ann")))
            return made

        monkeypatch.setattr(bot.advice, "report", slowly)
        await czech_end(server, database, bot)
        await all_told(bot)
    (picture,) = end_of(server).attachments
    assert is_poster(picture)
    assert "a former player" in (picture.description or "")
    assert "Ann" not in (picture.description or "")


@pytest.mark.usefixtures("from_four_turns")
async def test_without_workers_the_poster_tells_what_each_side_had_an_hour_later(
    server: Loopback, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bot_on(server, database) as bot:
        monkeypatch.setattr(bot.advice, "_pool", Dead())
        driver = await czech_end(server, database, bot)
        await bot.service(Posters).settled()
        assert await waiting(bot) == [driver.table_id]
    server.clock.advance(HOUR)
    async with bot_on(server, database) as bot:
        monkeypatch.setattr(bot.advice, "_pool", Dead())
        await all_told(bot)
    (picture,) = end_of(server).attachments
    assert is_poster(picture)
    assert "cost" not in (picture.description or "")


@pytest.mark.usefixtures("from_four_turns")
async def test_a_poster_that_discord_refuses_for_now_comes_later(
    server: Loopback, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Error 30046: messages older than an hour can be edited but rarely."""
    platform = server._platform  # pyright: ignore[reportPrivateUsage]
    allowed = platform.limits
    async with bot_on(server, database) as bot:
        monkeypatch.setattr(bot.advice, "_pool", Dead())
        driver = await czech_end(server, database, bot)
        await bot.service(Posters).settled()
    server.clock.advance(HOUR + 1)
    platform.limits = replace(allowed, old_edits=Window(0, 60.0))
    async with bot_on(server, database) as bot:
        monkeypatch.setattr(bot.advice, "_pool", Dead())
        await bot.scheduler.run_due()
        await bot.service(Posters).settled()
        assert await waiting(bot) == [driver.table_id]
    assert not is_poster(end_of(server).attachments[0])
    platform.limits = allowed
    server.clock.advance(300)
    async with bot_on(server, database) as bot:
        monkeypatch.setattr(bot.advice, "_pool", Dead())
        await all_told(bot)
    assert is_poster(end_of(server).attachments[0])


@pytest.mark.usefixtures("from_four_turns")
async def test_short_games_and_games_without_a_result_have_no_poster(
    server: Loopback, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bot_on(server, database) as bot:
        await czech_end(server, database, bot, plies=3)
        assert await waiting(bot) == []
        monkeypatch.setattr("bot.extensions.replays.posters.LEAST_TURNS", 0)
        driver = await sit_down(server, bot, database)
        await driver.due.slash("game abort")
        await says_yes(driver.idle, "abort")
        assert await waiting(bot) == []


@pytest.mark.usefixtures("from_four_turns")
async def test_where_the_bot_can_only_answer_the_end_stays_as_it_is(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    place = private_place(server, ann, bo)
    bo.user.has_installed = True
    await ann.slash("play", game="czech", channel=place.id, opponent=bo)
    await delivered(bot)
    card = next(m for m in ann.sees(place.id) if "Accept" in labels(m))
    await shown(bot, bo, await bo.click(card, "Accept"))
    for _ in range(4):
        table = await bot.lookup.running_in(place.id)
        assert table is not None
        assert table.due is not None
        match, mover = table.started, server.person(table.due.user.name)
        played = match.game.notate(match.legal[0])
        await shown(bot, mover, await mover.slash("move", channel=place.id, move=played))
    question = private(await ann.slash("game resign", channel=place.id))
    await shown(bot, ann, await ann.click(question, "Resign"))
    assert await bot.lookup.running_in(place.id) is None
    assert await waiting(bot) == []


@pytest.mark.usefixtures("from_four_turns")
async def test_the_next_game_s_board_stays_beside_the_poster(
    server: Loopback, database: Path
) -> None:
    ann, bo = server.person("Ann"), server.person("Bo")
    values: dict[str, str | Person] = {"opponent": bo, "series": "first-to-2"}
    async with bot_on(server, database) as bot:
        card = await card_of(bot, ann, await ann.slash("play", game="rematch", values=values))
        await shown(bot, ann, await bo.click(card, "Accept"))
        for _ in range(4):
            table = await bot.lookup.running_in(card.channel_id)
            assert table is not None
            assert table.due is not None
            match = table.started
            person = server.person(table.due.user.name)
            await person.slash("move", move=match.game.notate(match.legal[0]))
        await bot.idle()
        await resigned(bot, ann)
        await all_told(bot)
        turned = newest_board(ann)
        assert [is_poster(each) for each in turned.attachments] == [True, False]
        assert {"Move", "My view"} & labels(turned)


@pytest.mark.usefixtures("from_four_turns")
async def test_an_end_whose_channel_hosts_another_game_gets_no_poster(
    server: Loopback, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message in words alone has no board in whose place it could stand."""
    async with bot_on(server, database) as bot:
        monkeypatch.setattr(bot.advice, "_pool", Dead())
        await czech_end(server, database, bot)
        await bot.service(Posters).settled()
        end = end_of(server)
        posting.store(server.world, replace(end, attachments=()))
    server.clock.advance(HOUR)
    async with bot_on(server, database) as bot:
        monkeypatch.setattr(bot.advice, "_pool", Dead())
        await all_told(bot)
    assert not server.person("Ann").present(end).attachments

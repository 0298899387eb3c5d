"""A machine whose clock differs from Discord's: its bot finds its messages, and ends nothing."""

import asyncio
from collections.abc import AsyncGenerator
from email.utils import formatdate
from pathlib import Path

import pytest

from bot.delivery.discord_time import DiscordTime
from bot.delivery.outbox import outbox as worker
from bot.interactions.client import Postboard
from bot.model.boards import Boards
from loopback import Faults, Loopback, Message, Person
from loopback.interactions.lifecycle import SECONDS_TO_LIVE
from loopback.snowflake import created
from rules.log.events import Played
from tests.bot.channel_checker import ChannelChecker, begin
from tests.bot.conftest import bot_on
from tests.bot.game_driver import answered, delivered, keep_earlier, private, public
from tests.bot.test_outbox import heard, remind, said, tried
from tests.loopback.waiting import until

HOUR = 60 * 60.0


@pytest.fixture(params=[0.9 * HOUR, 48 * HOUR, -0.9 * HOUR, -48 * HOUR])
async def wrong(
    request: pytest.FixtureRequest, server: Loopback, database: Path
) -> AsyncGenerator[Postboard]:
    """Return a bot whose machine's clock is so many seconds ahead of Discord's."""
    async with bot_on(server, database, ahead=request.param) as running:
        yield running


@pytest.mark.parametrize("lost", ["server_errors_after", "dropped_after"])
async def test_a_board_whose_reply_was_lost_and_whose_token_is_dead_is_found(
    server: Loopback, wrong: Postboard, database: Path, ann: Person, lost: str
) -> None:
    """An answer has no nonce, so that only its place in the channel tells of it."""
    await begin(server)
    await wrong.idle()
    await wrong.store.queues.flush()
    checker = ChannelChecker(server, database, "lobby")
    boards = len(said(server, "lobby"))
    channels = frozenset({server.world.channel("lobby").id})
    server.faults = Faults(channels=channels, **{lost: 1})  # type: ignore[arg-type]
    ann.start_slash("move", "lobby", {"move": "c3-d4"})
    await until(lambda: len(said(server, "lobby")) > boards)
    server.clock.advance(SECONDS_TO_LIVE + 60)
    server.faults = Faults()
    await wrong.idle()
    await delivered(wrong)
    assert len(said(server, "lobby")) == boards + 1
    assert (await checker.check()).events[1:] == (Played("c3-d4"),)


async def test_a_message_whose_reply_was_lost_is_found_without_its_nonce(
    server: Loopback, wrong: Postboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord keeps a nonce for minutes; what nobody asked for has no interaction either."""
    monkeypatch.setattr(worker, "ATTEMPT", 0.5)
    channels = frozenset({server.world.channel("lobby").id})
    server.faults = Faults(channels=channels, server_errors_after=1)
    await remind(server, wrong, "lobby", "once")
    await tried(wrong, "once")
    monkeypatch.setattr(worker, "ATTEMPT", 3600.0)
    server.clock.advance(HOUR)
    server.faults = Faults()
    await delivered(wrong)
    assert said(server, "lobby") == ["once"]


async def test_an_earlier_message_of_the_same_words_is_another_one(
    server: Loopback, wrong: Postboard
) -> None:
    for number in range(2):
        await remind(server, wrong, "lobby", "again", name=f"{number}")
        await heard(server, "lobby", "again")
        await delivered(wrong)
        server.clock.advance(60)
        await wrong.fetch_channel(server.world.channel("lobby").id)
    assert said(server, "lobby") == ["again", "again"]


async def test_an_old_board_belongs_to_the_game_that_was_played_then(
    server: Loopback, wrong: Postboard, ann: Person
) -> None:
    """Its buttons are gone, and the games of a channel are told apart by when they began."""
    boards = [await _played(server, wrong, "czech", "c3-d4")]
    await ann.click(answered(await ann.slash("game resign")), "Resign")
    boards.append(await _played(server, wrong, "turkish", "a3-a4"))
    for board in boards:
        await _require_found(ann, board)


async def test_an_old_board_is_found_though_the_clock_was_set_right_between_two_games(
    server: Loopback, database: Path, ann: Person
) -> None:
    """By the bot's clock the second game began before the first."""
    async with bot_on(server, database, ahead=0.9 * HOUR) as bot:
        first = await _played(server, bot, "czech", "c3-d4")
        await ann.click(answered(await ann.slash("game resign")), "Resign")
    async with bot_on(server, database) as bot:
        second = await _played(server, bot, "turkish", "a3-a4")
        for board in (first, second):
            await _require_found(ann, board)


async def _played(server: Loopback, bot: Postboard, key: str, move: str) -> Message:
    """Begin a game and let White move; return its first board, which has no buttons then."""
    await keep_earlier(bot, server, Boards.ALL)
    board = await begin(server, key)
    public(await server.person("Ann").slash("move", move=move))
    await bot.idle()
    await bot.store.queues.flush()
    await bot.outbox.table_messages.worker.rests()
    return board


async def _require_found(reader: Person, board: Message) -> None:
    """Check that what is shown of an old board is the game that it belongs to."""
    assert not reader.present(board).buttons()
    told = private(await reader.use("Show from my side", board))
    assert told.attachments[0].description == board.attachments[0].description


def test_numbers_of_discord_are_measured_by_its_own_time() -> None:
    time = DiscordTime(lambda: 5.0e8)
    assert time.now() == 5.0e8, "nothing was answered yet"
    for moment in (1.7e9, 1.6e9):
        time.note({"Date": formatdate(moment, usegmt=True)})
        assert moment <= time.now() < moment + 60
        assert moment - 60 < created(time.number_before()) < moment
    for headers in ({}, {"Date": "yesterday"}):
        time.note(headers)
        assert 1.6e9 <= time.now() < 1.6e9 + 60


class Clocks:
    """The machine's clock, what the machine counts since its start, and Discord's, as they are."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.own = self.discord = 1.7e9
        self.counted = 5.0
        monkeypatch.setattr("time.monotonic", lambda: self.counted)
        self.time = DiscordTime(lambda: self.own)

    def pass_by(self, seconds: float, *, asleep: bool = False) -> None:
        """Let time pass; a machine that sleeps doesn't count it."""
        self.own += seconds
        self.discord += seconds
        self.counted += 0 if asleep else seconds

    def answer(self) -> None:
        self.time.note({"Date": formatdate(self.discord, usegmt=True)})

    @property
    def off(self) -> float:
        """The seconds by which the bot differs from Discord's time."""
        return abs(self.time.checked() - self.discord)


@pytest.mark.parametrize("ahead", [1.1 * HOUR, 2400 * HOUR, -1.1 * HOUR, -9600 * HOUR])
def test_a_clock_that_is_wrong_by_over_an_hour_is_not_gone_by(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, ahead: float
) -> None:
    clocks = Clocks(monkeypatch)
    clocks.own += ahead
    clocks.answer()
    for asleep in (False, True):
        clocks.pass_by(10 * HOUR, asleep=asleep)
        assert clocks.off <= 1
        clocks.answer()
    clocks.own -= ahead
    assert clocks.time.is_doubtful, "it was set right, which nobody has said yet"
    assert clocks.off <= 1
    clocks.answer()
    assert clocks.time.clock_ahead is None
    told = [each.message for each in caplog.records if each.name == "bot.delivery.discord_time"]
    assert len(told) == 1, "once"
    assert ("ahead of" if ahead > 0 else "behind") in told[0]


def test_a_clock_that_is_right_is_gone_by(monkeypatch: pytest.MonkeyPatch) -> None:
    clocks = Clocks(monkeypatch)
    clocks.own += 0.9 * HOUR
    clocks.answer()
    assert clocks.time.checked() == clocks.own
    assert not clocks.time.is_doubtful
    clocks.pass_by(10 * HOUR, asleep=True)
    assert clocks.time.checked() == clocks.own, "the machine slept"
    assert clocks.time.is_doubtful, "or its clock was set"


def test_an_answer_says_nothing_if_the_clock_leapt_while_it_was_under_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clocks = Clocks(monkeypatch)
    clocks.answer()
    asked, dated = clocks.time.reading(), {"Date": formatdate(clocks.discord, usegmt=True)}
    clocks.pass_by(50 * HOUR, asleep=True)
    clocks.time.note(dated, asked)
    assert clocks.time.clock_ahead is None
    assert clocks.time.checked() == clocks.discord
    assert clocks.time.is_doubtful, "Discord is to be asked again"
    clocks.time.note(dated, clocks.time.reading())
    assert clocks.time.clock_ahead == 50 * HOUR, "an answer to a question of now counts"


async def test_timers_wait_until_discord_has_told_its_time(
    server: Loopback, bot: Postboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machine's clock is set ahead while the bot runs, and Discord doesn't answer."""
    ran: list[float] = []
    real = bot.scheduler.run_due

    async def run_due() -> int:
        ran.append(bot.now())
        return await real()

    monkeypatch.setattr(bot.scheduler, "run_due", run_due)
    server.faults = Faults(dropped_before=1.0)
    monkeypatch.setattr(bot.discord_time, "_own", lambda: server.clock.now() + 2400 * HOUR)
    bot.scheduler.worker.wake()
    await asyncio.sleep(0.5)
    assert not ran
    server.faults = Faults()
    await until(lambda: bool(ran))
    assert abs(ran[0] - server.clock.now()) < 60

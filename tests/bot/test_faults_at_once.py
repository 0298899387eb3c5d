"""Several things at the same time: presses, players, channels."""

import asyncio
import random
from itertools import count
from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from bot.model.limits import UNLIMITED
from bot.model.queues import OutboxItem
from loopback import Faults, Loopback, Person
from rules.log.events import Declined, Offered, Played
from rules.match.match import Match
from tests.bot.channel_checker import ChannelChecker, begin
from tests.bot.conftest import bot_on
from tests.bot.game_driver import pick, private, public
from tests.loopback.waiting import until


@pytest.fixture
async def checker(server: Loopback, bot: Postboard, database: Path) -> ChannelChecker:
    """Watch the lobby, where Ann (⚪ White) and Bo have begun a game."""
    await begin(server)
    await bot.idle()
    return ChannelChecker(server, database, "lobby")


async def test_confirm_pressed_twice_plays_one_move(
    bot: Postboard, checker: ChannelChecker, ann: Person
) -> None:
    panel = private(await ann.click(checker.board(), "Move"))
    panel = await pick(ann, panel, "c3-d4")
    presses = [ann.start_click(panel, "Play c3-d4") for _ in range(2)]
    replies = [await ann.outcome(press) for press in presses]
    await bot.idle()
    assert sorted(reply.updated for reply in replies) == [False, True]
    (late,) = (reply for reply in replies if not reply.updated)
    assert "out of date" in private(late).content
    assert (await checker.check()).events[1:] == (Played("c3-d4"),)


async def test_a_move_typed_twice_is_played_once(
    bot: Postboard, checker: ChannelChecker, ann: Person
) -> None:
    typed = [ann.start_slash("move", "lobby", {"move": "c3-d4"}) for _ in range(2)]
    replies = [await ann.outcome(each) for each in typed]
    await bot.idle()
    assert sorted(reply.ephemeral for reply in replies) == [False, True]
    assert (await checker.check()).events[1:] == (Played("c3-d4"),)


async def test_moves_of_both_players_at_once_are_shown_in_order(
    bot: Postboard, checker: ChannelChecker, ann: Person, bo: Person
) -> None:
    """Each move is shown once and in order, though the second was typed before the first shown."""
    pairs = (("c3-d4", "f6-g5"), ("b2-c3", "g7-f6"), ("g3-h4", "b6-c5"))
    for whites, blacks in pairs:
        typed = [
            (person, person.start_slash("move", "lobby", {"move": move}))
            for person, move in ((ann, whites), (bo, blacks))
        ]
        for person, each in typed:
            public(await person.outcome(each))
        await bot.idle()
        match = await checker.check()
        assert match.events[-2:] == (Played(whites), Played(blacks))


def _first_hangs() -> Faults:
    """Return faults by which the first request hangs and the next hundred do not."""
    share = 0.005
    for seed in count():
        requests = random.Random(seed)
        if requests.random() < share <= min(requests.random() for _ in range(200)):
            return Faults(hangs=share, seed=seed)
    raise AssertionError


async def test_a_late_board_does_not_follow_a_newer_one(
    server: Loopback,
    bot: Postboard,
    checker: ChannelChecker,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first board is on its way until the second one is shown, or waits for it."""
    ann, bo = server.person("Ann"), server.person("Bo")
    waits, ordered = asyncio.Event(), bot.outbox._ordered  # pyright: ignore[reportPrivateUsage]

    def asked(row: OutboxItem) -> asyncio.Lock:
        lock = ordered(row)
        if lock.locked():
            waits.set()
        return lock

    monkeypatch.setattr(bot.outbox, "_ordered", asked)
    server.faults = _first_hangs()
    first = ann.start_slash("move", "lobby", {"move": "c3-d4"})
    await until(lambda: server.faults_happened["hangs"] > 0)
    second = bo.start_slash("move", "lobby", {"move": "f6-g5"})
    await until(lambda: waits.is_set() or second.acknowledged.is_set())
    assert not first.acknowledged.is_set()
    server.faults = Faults()
    public(await bo.outcome(second))
    public(await ann.outcome(first))
    await bot.idle()
    await checker.check()


async def test_an_offer_takes_only_the_first_of_two_answers(
    bot: Postboard, checker: ChannelChecker, ann: Person, bo: Person
) -> None:
    offer = public(await ann.slash("game draw"))
    agreed = bo.start_click(offer, "Decline"), bo.start_click(offer, "Agree")
    first, second = [await bo.outcome(each) for each in agreed]
    await bot.idle()
    assert "declined" in public(first).content
    assert "That offer is gone" in private(second).content
    kinds = [type(event) for event in (await checker.match()).events[1:]]
    assert kinds == [Offered, Declined]


async def test_games_in_many_channels_at_once(server: Loopback, database: Path) -> None:
    guild = server.world.guild()
    checkers = [
        ChannelChecker(server, database, server.world.add_channel(guild, f"table {number}").name)
        for number in range(8)
    ]
    keys = ("czech", "turkish")
    async with bot_on(server, database, limits=UNLIMITED) as bot:
        await asyncio.gather(
            *(_play(checker, keys[number % 2]) for number, checker in enumerate(checkers))
        )
        await bot.idle()
        for checker in checkers:
            assert len((await checker.check()).plies) == 12


async def _play(checker: ChannelChecker, key: str) -> None:
    server = checker.server
    await begin(server, key, checker.channel)
    chance = random.Random(checker.channel)
    people = (server.person("Ann"), server.person("Bo"))
    match = await checker.match()
    for ply in range(12):
        move = match.game.notate(chance.choice(match.game.legal(match.state)))
        public(await people[ply % 2].slash("move", channel=checker.channel, move=move))
        match = _after(match, move)
    assert (await checker.match()).events == match.events


def _after(match: Match, move: str) -> Match:
    assert match.seat_due is not None
    return match.play(match.seat_due, move)

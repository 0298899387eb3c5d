"""What the network does to a move: repeated, late, refused, cut off, reconnected."""

import random
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from loopback import Faults, Loopback, Person
from loopback.interactions import lifecycle
from loopback.model.permissions import Permission
from rules.log.events import Played
from tests.bot.channel_checker import ChannelChecker, begin
from tests.bot.game_driver import choices, owed, owes_nothing, pick, private, public
from tests.bot.killable_bot import KillableBot
from tests.loopback.waiting import until


@pytest.fixture
async def checker(server: Loopback, bot: Postboard, database: Path) -> ChannelChecker:
    """Watch the lobby, where Ann (⚪ White) and Bo have begun a game."""
    await begin(server)
    await bot.idle()
    return ChannelChecker(server, database, "lobby")


@asynccontextmanager
async def _faulty(server: Loopback, bot: Postboard, faults: Faults) -> AsyncGenerator[None]:
    """Let everything go wrong until the bot has nothing left to say; then pay what is owed."""
    server.faults = faults
    yield
    await bot.idle()
    server.faults = Faults()
    await _deliver(server, bot)


async def _deliver(server: Loopback, bot: Postboard) -> None:
    server.clock.advance(600)
    await bot.outbox.deliver_due()


async def test_a_game_survives_every_event_delivered_twice(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    server.faults = Faults(duplicated_events=1)
    board = await begin(server)
    people = [server.person("Ann"), server.person("Bo")]
    checker = ChannelChecker(server, database, "lobby")
    assert board.pings == {people[0].id}
    for ply, move in enumerate(("c3-d4", "f6-g5", "b2-c3", "g7-f6", "g3-h4")):
        board = public(await people[ply % 2].slash("move", move=move))
        assert f" **{move}** · due" in board.content
    panel = private(await people[1].click(board, "Move"))
    panel = private(await people[1].click(panel, next(iter(choices(panel).values()))))
    offer = public(await people[1].slash("game draw"))
    await people[0].click(offer, "Decline")
    await bot.idle()
    messages = checker.messages()
    assert [m.id for m in messages if "offered a draw" in m.content] == [offer.id]
    assert len([m for m in messages if m.content.endswith(": declined.")]) == 1
    assert len(messages) == 1 + 6 + 1
    assert len((await checker.match()).events) == 1 + 5 + 2
    await owes_nothing(bot)


async def test_an_answer_that_comes_too_late_goes_to_the_channel(
    server: Loopback, bot: Postboard, checker: ChannelChecker, ann: Person
) -> None:
    server.faults = Faults(hangs=1)
    move = ann.start_slash("move", "lobby", {"move": "c3-d4"})
    await until(lambda: server.faults_happened["hangs"] > 0)
    server.clock.advance(lifecycle.SECONDS_TO_ACKNOWLEDGE)
    assert (await ann.outcome(move)).failed
    server.faults = Faults()
    await bot.idle()
    await _deliver(server, bot)
    assert (await checker.check()).events[1:] == (Played("c3-d4"),)


@pytest.mark.parametrize(
    "faults",
    [Faults(dropped_before=1), Faults(dropped_after=1)],
    ids=["before", "after"],
)
@pytest.mark.parametrize("readable", [True, False], ids=["history", "blind"])
async def test_a_broken_connection_loses_no_move(
    server: Loopback, bot: Postboard, checker: ChannelChecker, *, faults: Faults, readable: bool
) -> None:
    world = server.world
    if not readable:
        deny = Permission.READ_MESSAGE_HISTORY
        world.set_overwrite(world.channel("lobby"), world.bot, deny=deny)
    async with _faulty(server, bot, faults):
        server.person("Ann").start_slash("move", "lobby", {"move": "c3-d4"})
        await owed(bot)
    assert (await checker.check()).events[1:] == (Played("c3-d4"),)
    await owes_nothing(bot)


async def test_an_answer_survives_a_server_error(
    server: Loopback, bot: Postboard, checker: ChannelChecker, ann: Person
) -> None:
    """discord.py tries again after a second."""
    server.faults = Faults(server_errors=1)
    move = ann.start_slash("move", "lobby", {"move": "c3-d4"})
    await until(lambda: server.faults_happened["server_errors"] > 0)
    server.faults = Faults()
    public(await ann.outcome(move))
    await bot.idle()
    assert (await checker.check()).events[1:] == (Played("c3-d4"),)
    await owes_nothing(bot)


async def test_an_answer_waits_for_a_rate_limit(
    server: Loopback, bot: Postboard, checker: ChannelChecker, ann: Person
) -> None:
    server.faults = Faults(too_many_requests=1, retry_after=0.4)
    move = ann.start_slash("move", "lobby", {"move": "c3-d4"})
    await until(lambda: server.faults_happened["too_many_requests"] > 0)
    server.faults = Faults()
    public(await ann.outcome(move))
    await bot.idle()
    assert (await checker.check()).events[1:] == (Played("c3-d4"),)


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_game_survives_a_storm_of_faults(
    server: Loopback,
    bot: Postboard,
    checker: ChannelChecker,
    seed: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Everything goes wrong now and then; no move is lost or doubled, every board shown once."""
    is_new, heard = bot.serving.is_new, set[int]()

    def hearing(interaction_id: int) -> bool:
        heard.add(interaction_id)
        return is_new(interaction_id)

    monkeypatch.setattr(bot.serving, "is_new", hearing)
    server.faults = Faults(
        jitter=20,
        too_many_requests=0.1,
        dropped_before=0.15,
        dropped_after=0.15,
        duplicated_events=0.3,
        disconnects=0.1,
        reconnects=0.1,
        seed=seed,
    )
    chance = random.Random(seed)
    match = await checker.match()
    while not match.outcome and len(match.plies) < 25:
        await server.gateway.ready()
        person = await checker.due()
        move = chance.choice(match.game.legal(match.state))
        sent = person.start_slash("move", "lobby", {"move": match.game.notate(move)})
        await until(partial(heard.__contains__, sent.id))
        await bot.idle()
        await _deliver(server, bot)
        before, match = match, await checker.match()
        assert match.events[:-1] == before.events
    server.faults = Faults()
    while await bot.store.queues.waiting():
        await _deliver(server, bot)
    await checker.check(every=False)


async def test_a_game_survives_a_gateway_that_comes_and_goes(
    server: Loopback, killable_bot: KillableBot
) -> None:
    await begin(server)
    checker = ChannelChecker(server, killable_bot.database, "lobby")
    server.faults = Faults(disconnects=0.2, reconnects=0.2, invalidations=0.2, seed=4)
    chance = random.Random(4)
    match = await checker.check()
    while not match.outcome and len(match.plies) < 25:
        await server.gateway.ready()
        person = await checker.due()
        notation = match.game.notate(chance.choice(match.game.legal(match.state)))
        public(await person.slash("move", move=notation))
        await checker.settled()
        match = await checker.check()
        assert match.events[-1] == Played(notation)


@pytest.mark.parametrize("cut", ["reconnect", "resumable", "invalid", "dropped"])
async def test_an_open_panel_survives_a_cut_gateway(
    server: Loopback, killable_bot: KillableBot, cut: str
) -> None:
    board = await begin(server)
    ann = server.person("Ann")
    panel = private(await ann.click(board, "Move"))
    match cut:
        case "reconnect":
            server.gateway.reconnect()
        case "dropped":
            server.gateway.drop()
        case _:
            server.gateway.invalidate(resumable=cut == "resumable")
    # What a person does meanwhile is told to the bot once its session goes on.
    await server.gateway.ready()
    panel = await pick(ann, panel, "c3-d4")
    assert (await ann.click(panel, "Play c3-d4")).updated
    checker = ChannelChecker(server, killable_bot.database, "lobby")
    await checker.settled()
    assert (await checker.check()).events[1:] == (Played("c3-d4"),)

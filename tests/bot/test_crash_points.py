"""The bot dies between two steps of a move, and its message is delivered exactly once."""

import asyncio
import json
from typing import Any

import pytest

from bot.store.queues.queues import Queues
from bot.store.sql.database import Database
from loopback import Loopback, Person
from loopback.interactions.lifecycle import SECONDS_TO_LIVE, Interaction, Status
from loopback.model.permissions import Permission
from rules.log.events import Accepted, Declined, Offered, Played
from tests.bot.channel_checker import ChannelChecker, begin
from tests.bot.child_bot import CrashPoint
from tests.bot.game_driver import choices, logged
from tests.bot.killable_bot import KillableBot
from tests.conformance.configured import third
from tests.loopback.waiting import until
from tests.stored import rows

pytestmark = pytest.mark.crash

OLD = SECONDS_TO_LIVE + 60


@pytest.fixture
async def checker(server: Loopback, killable_bot: KillableBot) -> ChannelChecker:
    """Watch the lobby, where Ann (⚪ White) and Bo have begun a game."""
    await begin(server)
    checker = ChannelChecker(server, killable_bot.database, "lobby")
    await checker.settled()
    return checker


async def _fatal_move(
    server: Loopback,
    killable_bot: KillableBot,
    crash_point: CrashPoint,
    *,
    later: float | None = None,
) -> Interaction:
    """Let the bot live until Ann's c3-d4 and die of it; `later`: when it can be born again."""
    await killable_bot.kill()
    await killable_bot.start(crash_point)
    move = server.person("Ann").start_slash("move", "lobby", {"move": "c3-d4"})
    if crash_point is CrashPoint.DEFERRED:
        await move.acknowledged.wait()
        assert move.status is Status.THINKING
        await until(lambda: Played("c3-d4") in logged(killable_bot.database, 1))
        await killable_bot.kill(later)
    else:
        await killable_bot.dead(later)
    return move


def _deny(server: Loopback, permission: Permission) -> None:
    world = server.world
    world.set_overwrite(world.channel("lobby"), world.bot, deny=permission)


def _allow(server: Loopback) -> None:
    server.world.set_overwrite(server.world.channel("lobby"), server.world.bot)


async def test_a_move_that_was_not_committed_can_be_made_again(
    server: Loopback, killable_bot: KillableBot, checker: ChannelChecker, ann: Person
) -> None:
    move = await _fatal_move(server, killable_bot, CrashPoint.WRITING)
    assert (await ann.outcome(move)).failed
    await killable_bot.start()
    await checker.settled()
    assert (await checker.check()).events[1:] == ()
    again = await ann.slash("move", move="c3-d4")
    assert again.message is not None
    assert not again.ephemeral
    await checker.settled()
    assert (await checker.check()).events[1:] == (Played("c3-d4"),)


async def test_a_row_is_struck_only_once_its_board_was_sent(
    server: Loopback, killable_bot: KillableBot, checker: ChannelChecker
) -> None:
    await _fatal_move(server, killable_bot, CrashPoint.MARKED)
    assert (await checker.check()).events[1:] == (Played("c3-d4"),)


@pytest.mark.parametrize("readable", [True, False], ids=["history", "blind"])
@pytest.mark.parametrize("later", [None, OLD], ids=["young", "old"])
@pytest.mark.parametrize(
    "crash_point", third([CrashPoint.COMMITTED, CrashPoint.DEFERRED, CrashPoint.MARKING])
)
async def test_the_board_of_a_fatal_move_is_shown_once(
    server: Loopback,
    killable_bot: KillableBot,
    checker: ChannelChecker,
    *,
    crash_point: CrashPoint,
    later: float | None,
    readable: bool,
) -> None:
    if not readable:
        _deny(server, Permission.READ_MESSAGE_HISTORY)
    await _fatal_move(server, killable_bot, crash_point, later=later)
    await killable_bot.start()
    await checker.settled()
    if crash_point is CrashPoint.MARKING and later == OLD and not readable:
        # Nothing can tell any more that the answer went out, and a channel without the present
        # board would be worse than one that shows it twice.
        first, second = checker.boards((await checker.table()).id)[2]
        assert first.attachments[0].bytes == second.attachments[0].bytes
        assert checker.board() == second
    else:
        assert (await checker.check()).events[1:] == (Played("c3-d4"),)
    reply = await server.person("Bo").click(checker.board(), "Move")
    assert reply.message is not None
    assert choices(reply.message)


@pytest.mark.parametrize("readable", [True, False], ids=["history", "blind"])
async def test_a_board_posted_to_the_channel_is_not_posted_again(
    server: Loopback, killable_bot: KillableBot, checker: ChannelChecker, *, readable: bool
) -> None:
    if not readable:
        _deny(server, Permission.READ_MESSAGE_HISTORY)
    await _fatal_move(server, killable_bot, CrashPoint.COMMITTED)
    for _ in range(3):
        killable_bot.launch(CrashPoint.MARKING)
        await killable_bot.dead()
    await killable_bot.start()
    await checker.settled()
    assert (await checker.check()).events[1:] == (Played("c3-d4"),)


@pytest.mark.parametrize(
    ("crash_point", "of"),
    third(
        [
            (CrashPoint.MARKED, ""),
            (CrashPoint.BEFORE, "table_messages.done"),
            (CrashPoint.AFTER, "table_messages.done"),
        ]
    ),
)
async def test_a_board_becomes_a_line_though_the_bot_dies_around_it(
    killable_bot: KillableBot,
    checker: ChannelChecker,
    ann: Person,
    crash_point: CrashPoint,
    of: str,
) -> None:
    """The bot dies before the edit, after it, or once it is stored that it was made."""
    first = ann.sees("lobby")[-1]
    await killable_bot.kill()
    await killable_bot.start(crash_point, of)
    ann.start_slash("move", "lobby", {"move": "c3-d4"})
    await killable_bot.dead()
    await killable_bot.start()
    await checker.settled()
    await until(lambda: not ann.present(first).attachments)
    assert ann.present(first).content == "Ann started as ⚪ White"
    assert [each.content for each in ann.sees("lobby") if each.attachments] == [
        checker.board().content
    ]


@pytest.mark.parametrize(
    ("crash_point", "of"),
    third(
        [
            (CrashPoint.MARKED, ""),
            (CrashPoint.BEFORE, "table_messages.done"),
            (CrashPoint.WITHIN, "table_messages.done"),
            (CrashPoint.AFTER, "table_messages.done"),
        ]
    ),
)
async def test_an_offer_says_that_it_has_lapsed_though_the_bot_dies_around_it(
    server: Loopback,
    killable_bot: KillableBot,
    checker: ChannelChecker,
    crash_point: CrashPoint,
    of: str,
) -> None:
    ann, bo = server.person("Ann"), server.person("Bo")
    await ann.slash("game draw", channel="lobby")
    await checker.settled()
    offer = ann.sees("lobby")[-1]
    assert "offers a draw" in offer.content
    await ann.slash("move", move="c3-d4", channel="lobby")
    await checker.settled()
    await until(lambda: rows(checker.database, "SELECT 1 FROM table_messages WHERE due > 0") == [])
    await killable_bot.kill()
    await killable_bot.start(crash_point, of)
    bo.start_slash("move", "lobby", {"move": "b6-a5"})
    await killable_bot.dead()
    await killable_bot.start()
    await checker.settled()
    await until(lambda: ": expired." in ann.present(offer).content)
    assert not ann.present(offer).buttons()


async def test_a_promise_is_kept_where_the_channel_is_closed_to_the_bot(
    server: Loopback, killable_bot: KillableBot, checker: ChannelChecker
) -> None:
    """An interaction that was deferred can still be answered, whatever the bot may do itself."""
    _deny(server, Permission.SEND_MESSAGES)
    await _fatal_move(server, killable_bot, CrashPoint.DEFERRED)
    await killable_bot.start()
    await checker.settled()
    assert (await checker.check()).events[1:] == (Played("c3-d4"),)


async def test_a_channel_closed_to_the_bot_is_paid_once_it_opens(
    server: Loopback, killable_bot: KillableBot, checker: ChannelChecker
) -> None:
    _deny(server, Permission.SEND_MESSAGES)
    await _fatal_move(server, killable_bot, CrashPoint.COMMITTED)
    await killable_bot.start()
    await _tried(killable_bot, 1)
    assert set(checker.boards((await checker.table()).id)) == {0}
    await killable_bot.kill()
    server.clock.advance(60)
    _allow(server)
    await killable_bot.start()
    await checker.settled()
    assert (await checker.check()).events[1:] == (Played("c3-d4"),)


async def test_a_closed_channel_holds_up_nobody(
    server: Loopback, killable_bot: KillableBot, checker: ChannelChecker, bo: Person
) -> None:
    _deny(server, Permission.SEND_MESSAGES)
    await _fatal_move(server, killable_bot, CrashPoint.COMMITTED)
    await killable_bot.start()
    await _tried(killable_bot, 1)
    await begin(server, "turkish", "games")
    answer = await bo.slash("move", move="f6-e5")
    assert answer.message is not None
    assert "Bo **f6-e5**" in answer.message.content
    elsewhere = ChannelChecker(server, killable_bot.database, "games")
    await elsewhere.check()
    await killable_bot.kill()
    server.clock.advance(60)
    _deny(server, Permission.READ_MESSAGE_HISTORY)
    await killable_bot.start()
    await checker.settled()
    assert (await checker.check(every=False)).events[1:] == (Played("c3-d4"), Played("f6-e5"))


async def test_a_channel_that_is_gone_is_given_up(
    server: Loopback, killable_bot: KillableBot, checker: ChannelChecker
) -> None:
    await _fatal_move(server, killable_bot, CrashPoint.COMMITTED)
    server.world.remove_channel(server.world.channel("lobby"))
    await killable_bot.start()
    await checker.settled()
    await begin(server, channel="games")
    await ChannelChecker(server, killable_bot.database, "games").check()


@pytest.mark.parametrize("later", [None, OLD], ids=["young", "old"])
@pytest.mark.parametrize("crash_point", third([CrashPoint.OPENED, CrashPoint.CARD]))
async def test_a_table_whose_bot_dies_is_shown_by_one_card(
    server: Loopback,
    killable_bot: KillableBot,
    *,
    crash_point: CrashPoint,
    later: float | None,
) -> None:
    ann, bo = server.person("Ann"), server.person("Bo")
    checker = ChannelChecker(server, killable_bot.database, "lobby")
    await killable_bot.kill()
    await killable_bot.start(crash_point)
    ann.start_slash("play", "lobby", {"game": "czech", "opponent": bo.user, "side": "white"})
    await killable_bot.dead(later)
    await killable_bot.start()
    await checker.settled()
    (card,) = checker.messages()
    await bo.click(card, "Accept")
    await checker.settled()
    assert (await checker.check()).events[1:] == ()


@pytest.mark.parametrize(
    "crash_point", third([CrashPoint.WRITING, CrashPoint.COMMITTED, CrashPoint.MARKING])
)
async def test_a_game_that_dies_at_its_beginning_begins(
    server: Loopback, killable_bot: KillableBot, ann: Person, bo: Person, crash_point: CrashPoint
) -> None:
    await killable_bot.kill()
    await killable_bot.start(crash_point)
    card = (await ann.slash("play", game="czech", opponent=bo, side="white")).message
    assert card is not None
    bo.start_click(card, "Accept")
    await killable_bot.dead()
    await killable_bot.start()
    checker = ChannelChecker(server, killable_bot.database, "lobby")
    if crash_point is CrashPoint.WRITING:
        await bo.click(card, "Accept")
    await checker.settled()
    assert (await checker.check()).events[1:] == ()


async def test_an_offer_that_dies_unanswered_is_made_and_can_be_accepted(
    killable_bot: KillableBot, checker: ChannelChecker, ann: Person, bo: Person
) -> None:
    await killable_bot.kill()
    await killable_bot.start(CrashPoint.COMMITTED)
    ann.start_slash("game draw", "lobby", {})
    await killable_bot.dead()
    killable_bot.launch(CrashPoint.MARKING)
    await killable_bot.dead()
    await killable_bot.start()
    await checker.settled()
    offers = [m for m in checker.messages() if "offers a draw" in m.content]
    assert [offer.pings for offer in offers] == [{bo.id}]
    await bo.click(offers[0], "Agree")
    await checker.settled()
    assert "Bo drew**" in checker.messages()[-1].content
    assert isinstance((await checker.match()).events[-1], Accepted)


async def test_an_answer_to_an_offer_that_dies_is_given(
    killable_bot: KillableBot, checker: ChannelChecker, ann: Person, bo: Person
) -> None:
    await _refuse_fatally(killable_bot, ann, bo)
    killable_bot.launch(CrashPoint.MARKING)
    await killable_bot.dead()
    await killable_bot.start()
    await checker.settled()
    told = "Ann offered a draw (move 1): declined."
    said = [m for m in checker.messages() if m.content == told]
    assert len(said) == 1
    kinds = [type(event) for event in (await checker.match()).events[1:]]
    assert kinds == [Offered, Declined]


async def _refuse_fatally(killable_bot: KillableBot, ann: Person, bo: Person) -> None:
    offer = (await ann.slash("game draw")).message
    assert offer is not None
    await killable_bot.kill()
    await killable_bot.start(CrashPoint.COMMITTED)
    bo.start_click(offer, "Decline")
    await killable_bot.dead()


async def test_a_move_delivered_again_after_a_restart_is_not_made_again(
    server: Loopback, killable_bot: KillableBot, checker: ChannelChecker, ann: Person
) -> None:
    move = await _fatal_move(server, killable_bot, CrashPoint.COMMITTED, later=0)
    event = _delivered(server, move)
    await killable_bot.start()
    await checker.settled()
    server.gateway.dispatch("INTERACTION_CREATE", event, guild_id=int(event["guild_id"]))
    reply = await ann.outcome(move)
    assert reply.ephemeral
    assert reply.message is not None
    assert "Already done" in reply.message.content
    assert (await checker.check()).events[1:] == (Played("c3-d4"),)


def _delivered(server: Loopback, interaction: Interaction) -> Any:
    """Return the event that told a bot of an interaction."""
    for session in server.gateway.sessions:
        for _, frame in session.events:
            event = json.loads(frame)
            if event["d"].get("id") == str(interaction.id):
                return event["d"]
    raise AssertionError("no session was told of this interaction")


async def test_a_panel_outlives_its_bot(
    server: Loopback, killable_bot: KillableBot, checker: ChannelChecker, ann: Person
) -> None:
    panel = (await ann.click(checker.board(), "Move")).message
    assert panel is not None
    await killable_bot.kill()
    await killable_bot.start()
    await ann.click(panel, choices(panel)["c3-d4"])
    await killable_bot.kill()
    await killable_bot.start()
    ready = server.world.messages[panel.id]
    reply = await ann.click(ready, "Play c3-d4")
    assert reply.updated
    await checker.settled()
    assert (await checker.check()).events[1:] == (Played("c3-d4"),)


async def _tried(killable_bot: KillableBot, times: int) -> None:
    """Wait until the only row of the outbox was tried so often."""
    async with Database.open(killable_bot.database) as opened:
        queues = Queues(opened)
        while (await queues.waiting())[0].attempts < times:  # noqa: ASYNC110 - in another process
            await asyncio.sleep(0.01)

"""The bot dies exactly between two steps of a move: what it owed is paid, and paid once."""

import asyncio
import json
from typing import Any

import pytest

from bot.database import Database
from bot.store import Store
from loopback import Loopback, Message, Person
from loopback.interactions.lifecycle import SECONDS_TO_LIVE, Interaction
from loopback.model.permissions import Permission
from rules.events import Accepted, Declined, Offered, Played
from tests.bot.mortal import Mortal
from tests.bot.solo import Fate
from tests.bot.witness import Witness, begin

pytestmark = pytest.mark.crash

OLD = SECONDS_TO_LIVE + 60


@pytest.fixture
async def witness(server: Loopback, mortal: Mortal) -> Witness:
    """Watch the lobby, where Ann (⚪ White) and Bo have begun a game."""
    await begin(server)
    witness = Witness(server, mortal.database, "lobby")
    await witness.settled()
    return witness


async def _fatal_move(
    server: Loopback, mortal: Mortal, fate: Fate, *, later: float = 4.0
) -> Interaction:
    """Let the bot live until Ann's c3-d4 and die of it; `later`: when it can be born again."""
    await mortal.kill()
    await mortal.start(fate)
    move = server.person("Ann").start_slash("move", "lobby", {"move": "c3-d4"})
    await mortal.dead(later)
    return move


def _deny(server: Loopback, permission: Permission) -> None:
    world = server.world
    world.set_overwrite(world.channel("lobby"), world.bot, deny=permission)


def _allow(server: Loopback) -> None:
    server.world.set_overwrite(server.world.channel("lobby"), server.world.bot)


async def test_a_move_that_was_not_committed_can_be_made_again(
    server: Loopback, mortal: Mortal, witness: Witness, ann: Person
) -> None:
    move = await _fatal_move(server, mortal, Fate.WRITING)
    assert (await ann.outcome(move)).failed
    await mortal.start()
    await witness.settled()
    assert (await witness.check()).events == ()
    again = await ann.slash("move", move="c3-d4")
    assert again.message is not None
    assert not again.ephemeral
    await witness.settled()
    assert (await witness.check()).events == (Played("c3-d4"),)


async def test_a_row_is_struck_only_once_its_board_was_sent(
    server: Loopback, mortal: Mortal, witness: Witness
) -> None:
    await _fatal_move(server, mortal, Fate.STRUCK)
    assert (await witness.check()).events == (Played("c3-d4"),)


@pytest.mark.parametrize("readable", [True, False], ids=["history", "blind"])
@pytest.mark.parametrize("later", [4.0, OLD], ids=["young", "old"])
@pytest.mark.parametrize("fate", [Fate.COMMITTED, Fate.DEFERRED, Fate.STRIKING])
async def test_the_board_of_a_fatal_move_is_shown_once(
    server: Loopback, mortal: Mortal, witness: Witness, *, fate: Fate, later: float, readable: bool
) -> None:
    if not readable:
        _deny(server, Permission.READ_MESSAGE_HISTORY)
    await _fatal_move(server, mortal, fate, later=later)
    await mortal.start()
    await witness.settled()
    if fate is Fate.STRIKING and later == OLD and not readable:
        # Nothing can tell any more that the answer went out, and a channel without the present
        # board would be worse than one that shows it twice.
        first, second = witness.boards((await witness.table()).id)[1]
        assert first.attachments[0].bytes == second.attachments[0].bytes
        assert witness.board() == second
    else:
        assert (await witness.check()).events == (Played("c3-d4"),)
    reply = await server.person("Bo").click(witness.board(), "Move")
    assert reply.message is not None
    assert reply.message.selects()


@pytest.mark.parametrize("readable", [True, False], ids=["history", "blind"])
async def test_a_board_posted_to_the_channel_is_not_posted_again(
    server: Loopback, mortal: Mortal, witness: Witness, *, readable: bool
) -> None:
    if not readable:
        _deny(server, Permission.READ_MESSAGE_HISTORY)
    await _fatal_move(server, mortal, Fate.COMMITTED)
    for _ in range(3):
        mortal.launch(Fate.STRIKING)
        await mortal.dead()
    await mortal.start()
    await witness.settled()
    assert (await witness.check()).events == (Played("c3-d4"),)


async def test_a_promise_is_kept_where_the_channel_is_closed_to_the_bot(
    server: Loopback, mortal: Mortal, witness: Witness
) -> None:
    """An interaction that was deferred can still be answered, whatever the bot may do itself."""
    _deny(server, Permission.SEND_MESSAGES)
    await _fatal_move(server, mortal, Fate.DEFERRED)
    await mortal.start()
    await witness.settled()
    assert (await witness.check()).events == (Played("c3-d4"),)


async def test_a_channel_closed_to_the_bot_is_paid_once_it_opens(
    server: Loopback, mortal: Mortal, witness: Witness
) -> None:
    _deny(server, Permission.SEND_MESSAGES)
    await _fatal_move(server, mortal, Fate.COMMITTED)
    await mortal.start()
    await _tried(mortal, 1)
    assert set(witness.boards((await witness.table()).id)) == {0}
    await mortal.kill()
    server.clock.advance(60)
    _allow(server)
    await mortal.start()
    await witness.settled()
    assert (await witness.check()).events == (Played("c3-d4"),)


async def test_a_closed_channel_holds_up_nobody(
    server: Loopback, mortal: Mortal, witness: Witness, bo: Person
) -> None:
    _deny(server, Permission.SEND_MESSAGES)
    await _fatal_move(server, mortal, Fate.COMMITTED)
    await mortal.start()
    await _tried(mortal, 1)
    await begin(server, "turkish", "games")
    answer = await bo.slash("move", move="f6-e5")
    assert answer.message is not None
    assert answer.message.content.startswith("Bo (⚫ Black) played")
    elsewhere = Witness(server, mortal.database, "games")
    await elsewhere.check()
    await mortal.kill()
    server.clock.advance(60)
    _deny(server, Permission.READ_MESSAGE_HISTORY)
    await mortal.start()
    await witness.settled()
    assert (await witness.check(every=False)).events == (Played("c3-d4"), Played("f6-e5"))


async def test_a_channel_that_is_gone_is_given_up(
    server: Loopback, mortal: Mortal, witness: Witness
) -> None:
    await _fatal_move(server, mortal, Fate.COMMITTED)
    server.world.remove_channel(server.world.channel("lobby"))
    await mortal.start()
    await witness.settled()
    await begin(server, channel="games")
    await Witness(server, mortal.database, "games").check()


@pytest.mark.parametrize("fate", [Fate.WRITING, Fate.COMMITTED, Fate.STRIKING])
async def test_a_game_that_dies_at_its_beginning_begins(
    server: Loopback, mortal: Mortal, ann: Person, bo: Person, fate: Fate
) -> None:
    await mortal.kill()
    await mortal.start(fate)
    card = (await ann.slash("play czech", opponent=bo, side="white")).message
    assert card is not None
    bo.start_click(card, "Accept")
    await mortal.dead()
    await mortal.start()
    witness = Witness(server, mortal.database, "lobby")
    if fate is Fate.WRITING:
        await bo.click(card, "Accept")
    await witness.settled()
    assert (await witness.check()).events == ()


async def test_an_offer_that_dies_unanswered_is_made_and_can_be_accepted(
    mortal: Mortal, witness: Witness, ann: Person, bo: Person
) -> None:
    await mortal.kill()
    await mortal.start(Fate.COMMITTED)
    ann.start_slash("draw", "lobby", {})
    await mortal.dead()
    await mortal.start(Fate.STRIKING)
    await mortal.dead()
    await mortal.start()
    await witness.settled()
    offers = [m for m in witness.messages() if "offers a draw" in m.content]
    assert [offer.pings for offer in offers] == [{bo.id}]
    end = await bo.click(offers[0], "Agree")
    assert end.message is not None
    assert "drawn" in end.message.content
    await witness.settled()
    assert isinstance((await witness.match()).events[-1], Accepted)


async def test_an_answer_to_an_offer_that_dies_is_given(
    mortal: Mortal, witness: Witness, ann: Person, bo: Person
) -> None:
    await _refuse_fatally(mortal, ann, bo)
    await mortal.start(Fate.STRIKING)
    await mortal.dead()
    await mortal.start()
    await witness.settled()
    said = [m for m in witness.messages() if "declined the draw" in m.content]
    assert len(said) == 1
    kinds = [type(event) for event in (await witness.match()).events]
    assert kinds == [Offered, Declined]


async def _refuse_fatally(mortal: Mortal, ann: Person, bo: Person) -> None:
    offer = (await ann.slash("draw")).message
    assert offer is not None
    await mortal.kill()
    await mortal.start(Fate.COMMITTED)
    bo.start_click(offer, "Decline")
    await mortal.dead()


async def test_a_move_delivered_again_after_a_restart_is_not_made_again(
    server: Loopback, mortal: Mortal, witness: Witness, ann: Person
) -> None:
    move = await _fatal_move(server, mortal, Fate.COMMITTED, later=0)
    event = _delivered(server, move)
    await mortal.start()
    await witness.settled()
    server.gateway.dispatch("INTERACTION_CREATE", event, guild_id=int(event["guild_id"]))
    reply = await ann.outcome(move)
    assert reply.ephemeral
    assert reply.message is not None
    assert "done already" in reply.message.content
    assert (await witness.check()).events == (Played("c3-d4"),)


def _delivered(server: Loopback, interaction: Interaction) -> Any:
    """Return the event that told a bot of an interaction."""
    for session in server.gateway.sessions:
        for _, frame in session.events:
            event = json.loads(frame)
            if event["d"].get("id") == str(interaction.id):
                return event["d"]
    raise AssertionError("no session was told of this interaction")


async def test_a_panel_outlives_its_bot(
    server: Loopback, mortal: Mortal, witness: Witness, ann: Person
) -> None:
    panel = (await ann.click(witness.board(), "Move")).message
    assert panel is not None
    await ann.choose(panel, _option(panel, "c3"))
    await mortal.kill()
    await mortal.start()
    chosen = _now(server, panel)
    await ann.choose(chosen, _option(chosen, "d4"))
    ready = _now(server, panel)
    reply = await ann.click(ready, "Play c3-d4")
    assert reply.message is not None
    assert not reply.ephemeral
    await witness.settled()
    assert (await witness.check()).events == (Played("c3-d4"),)


def _option(panel: Message, cell: str) -> str:
    (menu,) = panel.selects()
    return next(option.value for option in menu.options if cell in option.label)


def _now(server: Loopback, message: Message) -> Message:
    return server.world.messages[message.id]


async def _tried(mortal: Mortal, times: int) -> None:
    """Wait until the only row of the outbox was tried so often."""
    async with asyncio.timeout(10), Database.open(mortal.database) as opened:
        store = Store(opened)
        while (await store.owed())[0].attempts < times:  # noqa: ASYNC110 - in another process
            await asyncio.sleep(0.01)

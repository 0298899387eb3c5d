"""Computer opponents at tables, over the real wire, with worker processes."""

from bot.interactions.client import Postboard
from loopback import Loopback, Person
from rules.entries import Actor
from rules.events import Played
from tests.bot.engine_driver import newest_board, rested
from tests.bot.game_driver import check_board, labels, public


async def test_a_game_against_the_computer_begins_at_once(
    bot: Postboard, server: Loopback, ann: Person
) -> None:
    reply = await ann.slash(
        "play czech", values={"opponent": server.world.bot.id, "level": 1, "side": "white"}
    )
    board = public(reply)
    assert "🤖 Pebble" in board.content
    check_board(board, [ann])
    table = await rested(bot, ann.place("lobby").id)
    moved = public(await ann.slash("move", move="c3-d4"))
    assert moved.pings == frozenset()
    assert "is thinking" in moved.content
    assert labels(moved) == {"My view", "Menu"}
    table = await rested(bot, ann.place("lobby").id)
    entries = table.started.entries
    assert [entry.actor for entry in entries] == [Actor.HOST, Actor.SEAT, Actor.ENGINE]
    answer = newest_board(ann)
    check_board(answer, [ann])
    assert isinstance(entries[-1].event, Played)
    assert entries[-1].event.notation in answer.content
    assert entries[-1].request == f"engine:{table.id}:2"

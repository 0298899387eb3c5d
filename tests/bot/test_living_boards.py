"""Against the computer the newest board is edited, as long as that is possible."""

import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from bot.delivery.background import engine_turns
from bot.delivery.servers import open_channel
from bot.delivery.tidying.in_place import InPlace
from bot.interactions.client import Postboard
from bot.model.boards import Boards
from bot.model.engines import SOON
from bot.model.queues import OutboxItem, entry_item
from bot.model.table import Table
from bot.store.queues.queues import enqueue
from bot.store.queues.table_messages import Sent
from bot.store.sql.database import Transaction
from engine.levels import LEVELS, find_level
from engine.pool import Pool
from loopback import Loopback, Message, Person
from loopback.ratelimits import Window
from loopback.world.threads import open_thread
from rules.time.duration import DAY, HOUR
from tests.bot.engine_driver import newest_board, playing_computer, press_first_move, rested
from tests.bot.game_driver import (
    choose_and_play,
    keep_earlier,
    labels,
    owed,
    private,
    public,
    shown,
    tidied,
)
from tests.bot.test_anywhere import private_place
from tests.bot.test_outages_wire import is_archived
from tests.engine.held_worker import begun, holding
from tests.loopback.waiting import until


async def _press(
    bot: Postboard,
    person: Person,
    channel: str | int = "lobby",
    board: Message | None = None,
) -> Message:
    """Play the first legal move by the buttons of a board; return the newest board."""
    await press_first_move(bot, person, channel, board)
    await rested(bot, person, channel)
    await tidied(bot)
    return newest_board(person, channel)


def _boards(person: Person, channel: str | int = "lobby") -> list[Message]:
    return [each for each in person.sees(channel) if each.attachments and not each.ephemeral]


async def test_ten_turns_are_one_message_that_shows_the_last_two(
    bot: Postboard, ann: Person
) -> None:
    board = await playing_computer(bot, ann, side="white")
    for _ in range(10):
        assert (await _press(bot, ann)).id == board.id
    table = await bot.lookup.running_in(board.channel_id)
    assert table is not None
    moves = [ply.notation for ply in table.started.plies]
    assert len(moves) == 20
    assert newest_board(ann).content == (
        "**Ann – Pebble** · Czech draughts\n"
        f"-# 9\\. Ann {moves[16]} · 🤖 Pebble {moves[17]}\n"
        f"10\\. Ann {moves[18]} · 🤖 Pebble **{moves[19]}**"
    )
    assert _boards(ann) == [newest_board(ann)]
    assert newest_board(ann) == ann.sees("lobby")[-1], "no panel is left below it"
    assert {"My view", "Menu", "Hint"} <= labels(newest_board(ann))


async def test_many_turns_against_a_computer_shrink_to_their_numbers(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    left = await playing_computer(bot, ann, side="white")
    for told in ("Ann – 🤖 Pebble · Czech draughts · moves 1-3", "Moves 4-6"):
        for _ in range(3):
            await _press(bot, ann)
        again = public(await ann.slash("board"))
        await tidied(bot)
        assert ann.present(left).content == told
        left = again
        server.clock.advance(120)


async def test_a_typed_move_is_a_new_message_that_the_answer_changes(
    bot: Postboard, ann: Person
) -> None:
    first = await playing_computer(bot, ann, side="white")
    typed = public(await ann.slash("move", move="c3-d4"))
    assert typed.content == "1\\. Ann **c3-d4**"
    table = await rested(bot, ann)
    await tidied(bot)
    assert newest_board(ann).id == typed.id
    answer = table.started.plies[-1].notation
    assert newest_board(ann).content == f"1\\. Ann c3-d4 · 🤖 Pebble **{answer}**"
    assert not newest_board(ann).pings
    assert ann.present(first).content == "Ann – 🤖 Pebble · Czech draughts"


async def test_an_answer_that_may_stand_below_is_looked_for_before_a_board_is_edited(
    bot: Postboard, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot was killed while it answered a move, and nobody knows of the answer.

    What the computer played before and after it is still to be shown as well.
    """

    async def unseen(_board: InPlace, item: OutboxItem, _table: Table) -> Sent:
        return Sent(second.id, item.number)

    await playing_computer(bot, ann, side="white")
    first = public(await ann.slash("move", move="c3-d4"))
    table = await rested(bot, ann)
    move = table.started.game.notate(table.started.legal[0])
    with monkeypatch.context() as patched:
        patched.setattr(InPlace, "show", unseen)
        second = public(await ann.slash("move", move=move))
        table = await rested(bot, ann)
    last = len(table.started.entries)
    rows = [entry_item(table.id, last - 2 + n, table.channel_id, None, 0) for n in range(3)]

    def forget(tx: Transaction) -> None:
        tx.do(
            "UPDATE tables SET board_id = ?, board_first = ?, board_number = ?",
            first.id, last - 3, last - 3,
        )  # fmt: skip
        for row in rows:
            enqueue(tx, replace(row, after=second.id - 1 if row is rows[1] else None))

    await bot.store.queues.transact(forget)
    await rested(bot, ann)
    await bot.store.queues.flush()
    shown = await bot.store.table_messages.newest_board(table.id)
    assert shown is not None
    assert (shown.message_id, shown.number) == (second.id, last)


async def _is_answered_anew(bot: Postboard, person: Person, first: Message) -> Message:
    """Press a move, and check that one new message shows it with its answer, without a ping."""
    before = len(_boards(person))
    board = await _press(bot, person, board=first)
    assert board.id != first.id
    assert len(_boards(person)) <= before + 1
    table = await bot.lookup.running_in(board.channel_id)
    assert table is not None
    mine, answer = (ply.notation for ply in table.started.plies[-2:])
    assert board.content.endswith(f"Ann {mine} · 🤖 Pebble **{answer}**")
    assert board.content.count("\n") == 0
    assert not board.pings
    return board


async def test_with_all_boards_kept_each_turn_is_one_message(
    bot: Postboard, server: Loopback, ann: Person
) -> None:
    await keep_earlier(bot, server, Boards.ALL)
    first = await playing_computer(bot, ann, side="white")
    second = await _is_answered_anew(bot, ann, first)
    await _is_answered_anew(bot, ann, second)
    assert len(_boards(ann)) == 3


async def test_a_board_that_somebody_deleted_is_followed_by_a_new_one(
    bot: Postboard, ann: Person
) -> None:
    first = await playing_computer(bot, ann, side="white")
    panel = private(await ann.click(first, "Move"))
    await bot.get_partial_messageable(first.channel_id).get_partial_message(first.id).delete()
    await choose_and_play(ann, panel, "c3-d4")
    await rested(bot, ann)
    await tidied(bot)
    assert newest_board(ann).content.startswith("1\\. Ann c3-d4 · 🤖 Pebble **")
    assert len(_boards(ann)) == 1


async def test_after_an_hour_the_answer_is_a_new_message(
    bot: Postboard, server: Loopback, ann: Person
) -> None:
    first = await playing_computer(bot, ann, side="white")
    server.clock.advance(2 * HOUR)
    await _is_answered_anew(bot, ann, first)


async def test_an_answer_whose_edit_discord_refuses_is_a_new_message(
    bot: Postboard, server: Loopback, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Error 30046: too many messages older than an hour were edited."""
    monkeypatch.setattr("bot.delivery.discord_time._OLD", DAY)
    platform = server._platform  # pyright: ignore[reportPrivateUsage]
    platform.limits = replace(platform.limits, old_edits=Window(0, 60.0))
    first = await playing_computer(bot, ann, side="white")
    server.clock.advance(2 * HOUR)
    await _is_answered_anew(bot, ann, first)


async def test_an_archived_thread_is_woken_by_a_new_message(
    bot: Postboard, server: Loopback, ann: Person
) -> None:
    thread = open_thread(server.world, server.world.channel("lobby"), "table", ann.user)
    values: dict[str, str | int] = {"level": 1, "side": "white"}
    first = public(await ann.slash("play", game="czech", channel=thread.name, values=values))
    await rested(bot, ann, thread.name)
    server.clock.advance(2 * DAY)
    await until(lambda: is_archived(thread))
    await until(lambda: open_channel(bot, thread.id) is None)
    await press_first_move(bot, ann, thread.name)
    await rested(bot, ann, thread.name)
    assert newest_board(ann, thread.name).id != first.id


async def test_an_answer_in_a_thread_that_is_locked_comes_once_it_is_open(
    bot: Postboard, server: Loopback, ann: Person
) -> None:
    thread = open_thread(server.world, server.world.channel("lobby"), "table", ann.user)
    assert thread.thread is not None
    values: dict[str, str | int] = {"level": 1, "side": "white"}
    await ann.slash("play", game="czech", channel=thread.name, values=values)
    await rested(bot, ann, thread.name)
    first = newest_board(ann, thread.name)
    thread.thread.locked = True
    await press_first_move(bot, ann, thread.name)
    await owed(bot)
    thread.thread.locked = False
    table = await rested(bot, ann, thread.name)
    board = newest_board(ann, thread.name)
    assert board.content.endswith(f"**{table.started.plies[-1].notation}**")
    assert len(_boards(ann, thread.name)) == 1 + (board.id != first.id)


async def test_a_board_below_of_another_game_is_not_left_above_the_present_one(
    bot: Postboard, ann: Person, bo: Person
) -> None:
    """The last board of the game before was shown again in the channel."""
    card = public(await ann.slash("play", game="turkish", opponent=bo))
    board = await shown(bot, bo, await bo.click(card, "Accept"))
    menu = private(await bo.click(board, "Menu"))
    await ann.click(private(await ann.slash("game resign")), "Resign")
    await tidied(bot)
    first = await playing_computer(bot, ann, side="white")
    await bo.click(menu, "Share the board")
    await tidied(bot)
    assert newest_board(ann).id > first.id
    await _is_answered_anew(bot, ann, first)


async def test_a_board_that_was_shown_again_goes_on_living(bot: Postboard, ann: Person) -> None:
    await playing_computer(bot, ann, side="white")
    again = public(await ann.slash("board"))
    await tidied(bot)
    assert (await _press(bot, ann)).id == again.id
    await tidied(bot)
    typed = public(await ann.slash("move", move=await _first_move(bot, ann)))
    await tidied(bot)
    left = ann.present(again)
    assert left.content.startswith("1\\. Ann "), "it has told a turn of its own"
    assert not left.attachments
    assert typed.id != again.id


async def _first_move(bot: Postboard, person: Person, channel: str | int = "lobby") -> str:
    table = await rested(bot, person, channel)
    return table.started.game.notate(table.started.legal[0])


async def test_the_board_of_direct_messages_lives_as_in_servers(
    bot: Postboard, ann: Person
) -> None:
    channel = ann.dm().id
    values: dict[str, str | int] = {"level": 1, "side": "white"}
    first = public(await ann.slash("play", game="czech", channel=channel, values=values))
    for _ in range(2):
        assert (await _press(bot, ann, channel)).id == first.id
    public(await ann.slash("move", channel=channel, move=await _first_move(bot, ann, channel)))
    await tidied(bot)
    assert not ann.present(first).attachments


async def test_a_long_thought_is_told_on_the_board_and_ends_in_a_new_message_with_a_ping(
    bot: Postboard,
    server: Loopback,
    ann: Person,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine_turns, "SLOW", 0.01)
    thoughts = tmp_path / "thoughts"
    async with Pool(program=holding(thoughts, LEVELS[-2])) as pool:
        monkeypatch.setattr(bot.work.engine_turns, "_pool", pool)
        first = await playing_computer(bot, ann, level=LEVELS[-2].number, side="white")
        name = find_level(LEVELS[-2].number).name
        await press_first_move(bot, ann, "lobby")
        worker = await begun(thoughts)
        await until(lambda: ann.present(first).content.endswith(f"🤖 {name} is thinking …"))
        assert ann.present(first).attachments
        assert labels(ann.present(first)) == {"My view", "Menu"}
        server.clock.advance(SOON + 1)
        os.kill(worker, signal.SIGKILL)
        await rested(bot, ann)
        await tidied(bot)
    board = newest_board(ann)
    assert board.id != first.id
    assert board.pings == {ann.id}
    assert board.content.startswith(f"<@{ann.id}> 1\\. Ann ")
    assert not [each for each in ann.sees("lobby") if "thinking" in each.content]


async def test_where_the_bot_can_only_answer_each_move_is_an_answer(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    place = private_place(server, ann, bo)
    values: dict[str, str | int] = {"level": 1, "side": "white"}
    first = public(await ann.slash("play", game="czech", channel=place.id, values=values))
    panel = private(await ann.click(first, "Move"))
    reply = await choose_and_play(ann, panel, "c3-d4")
    assert (await shown(bot, ann, reply)).content == "1\\. Ann **c3-d4**"
    assert ann.present(first).content == first.content
    await until(lambda: len(_boards(ann, place.id)) == 3)
    assert _boards(ann, place.id)[-1].content.startswith("1\\. Ann c3-d4 · 🤖 Pebble **")

"""What is left of a board once the channel is shown the next one, whatever it was shown for."""

import logging
import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.delivery.servers import open_channel
from bot.interactions.client import Postboard
from bot.messages.words.turns import in_a_line
from bot.model.boards import Boards
from bot.model.queues import entry_item
from bot.store.queues.queues import enqueue
from loopback import Loopback, Message, Person
from loopback.errors import ErrorCode
from loopback.model.permissions import Permission
from loopback.ratelimits import Window
from loopback.world.threads import open_thread
from rules.contract.core import Seat
from rules.contract.sentence import ENGLISH, say
from rules.time.duration import DAY, HOUR, MINUTE
from tests.bot.conftest import bot_on
from tests.bot.game_driver import (
    GameDriver,
    keep_earlier,
    labels,
    private,
    public,
    shown,
    sit_down,
    tidied,
)
from tests.bot.test_anywhere import moved, private_place
from tests.bot.test_outages_wire import is_archived
from tests.bot.test_owners_wire import decided, granted
from tests.bot.test_series import resigned_by, running, seated
from tests.loopback.waiting import until
from tests.stored import rows

every_kind = pytest.mark.parametrize("boards", Boards, ids=str)
"""What a server may have become of earlier boards."""
_MESSAGE = "/channels/{channel}/messages/{message}"
BEGAN = "Ann started as ⚪ White"


def _is_left(reader: Person, board: Message) -> bool:
    return board.id in {message.id for message in reader.sees("lobby")}


def _is_replaced(reader: Person, board: Message, boards: Boards) -> bool:
    if boards is Boards.NEWEST:
        return not _is_left(reader, board)
    left = reader.present(board)
    if boards is Boards.ALL:
        is_whole = left.content == board.content and bool(left.attachments)
        return is_whole and not left.buttons()
    return _is_line(left)


def _is_line(left: Message) -> bool:
    return not left.buttons() and not left.attachments and left.content.count("\n") == 0


def _first_move(driver: GameDriver) -> str:
    game = driver.game
    return game.notate(game.legal(driver.match.state)[0])


async def test_the_first_board_repeats_nothing(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    """The card right above it names game and players, and the picture their sides."""
    driver = await sit_down(server, bot, database, side="white")
    card = driver.due.present(driver.card).content
    assert card == "**Ann – Bo** · Czech draughts · rated · 7 days per move"
    assert re.sub(r"<t:\d+:R>", "soon", driver.board.content) == (
        f"<@{driver.due.id}> You're ⚪ White and move first · due soon"
    )


@every_kind
async def test_who_took_a_seat_stays_below_the_board_before_and_then_without_buttons(
    server: Loopback, bot: Postboard, database: Path, cy: Person, boards: Boards
) -> None:
    await keep_earlier(bot, server, boards)
    driver = await sit_down(server, bot, database)
    giver, rival = driver.people[Seat(0)], driver.people[Seat(1)]
    post = await shown(bot, giver, await giver.choose(private(await giver.slash("game seats")), cy))
    asking = public(await cy.click(post, "Take over"))
    taken = await shown(bot, rival, await rival.click(asking, "Agree"))
    await tidied(bot)
    assert _is_replaced(cy, driver.board, boards)
    assert cy.present(taken).buttons()
    public(await cy.slash("move", move=_first_move(driver)))
    await tidied(bot)
    assert cy.present(taken).content == taken.content, "no later message tells who came"
    left = cy.present(taken)
    assert not left.buttons()
    assert bool(left.attachments) == (boards is Boards.ALL)


@every_kind
async def test_the_board_after_a_pause_is_one_like_any_other(
    server: Loopback, bot: Postboard, database: Path, cy: Person, boards: Boards
) -> None:
    await keep_earlier(bot, server, boards)
    driver = await sit_down(server, bot, database, time="1d")
    offer = public(await driver.idle.slash("game pause", days=3))
    paused = await shown(bot, driver.due, await driver.due.click(offer, "Agree"))
    await tidied(bot)
    assert cy.present(driver.board).buttons(), "moves may be played in a pause"
    offer = public(await driver.idle.slash("game pause"))
    again = await shown(bot, driver.due, await driver.due.click(offer, "Agree"))
    await tidied(bot)
    assert _is_replaced(cy, driver.board, boards)
    public(await driver.due.slash("move", move=_first_move(driver)))
    await tidied(bot)
    assert _is_replaced(cy, again, boards)
    assert _is_left(cy, paused)


async def test_what_a_moderator_says_about_a_pause_leaves_the_board_as_it_is(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    granted(server, cy, Permission.MANAGE_GUILD | Permission.MANAGE_MESSAGES)
    driver = await sit_down(server, bot, database, time="1d")
    for action in ("pause-7", "resume"):
        told = await decided(
            bot, cy, private(await cy.slash("server moderate")), action, "both asked"
        )
        assert not told.attachments
    await tidied(bot)
    assert cy.present(driver.board).buttons()


async def test_how_a_game_of_a_series_ended_stays_in_a_quiet_server(
    server: Loopback, bot: Postboard, bo: Person, cy: Person
) -> None:
    await keep_earlier(bot, server, Boards.NEWEST)
    ann, _ = await seated(server, "czech", opponent=bo, series="first-to-3")
    ended = await resigned_by(bot, ann)
    table = await running(bot, ann)
    assert table.due is not None
    due, game = server.person(table.due.user.name), table.started.game
    notation = game.notate(table.started.legal[0])
    public(await due.slash("move", move=notation))
    await tidied(bot)
    assert cy.present(ended).content == ended.content
    assert labels(cy.present(ended)) == {"More"}
    assert cy.present(ended).attachments, "the end of a game keeps its picture"


async def test_every_game_of_a_series_can_be_looked_back_at(
    server: Loopback, bot: Postboard, bo: Person, cy: Person
) -> None:
    """The message that turns over to the next game loses that game's buttons alone."""

    async def turn() -> None:
        table = await running(bot, ann)
        assert table.due is not None
        due, game = server.person(table.due.user.name), table.started.game
        public(await due.slash("move", move=game.notate(table.started.legal[0])))
        await tidied(bot)

    ann, _ = await seated(server, "czech", opponent=bo, series="first-to-3")
    await turn()
    ended, back = await resigned_by(bot, ann), {"Replay", "Mistakes", "More"}
    assert labels(ended) == {"Move", "My view", "Menu", *back}
    await turn()
    assert labels(cy.present(ended)) == back
    more = private(await cy.click(ended, "More"))
    report = private(await cy.click(more, "Analysis"))
    assert "Explore the game" in labels(report)


@every_kind
@pytest.mark.parametrize("by_menu", [False, True], ids=["command", "menu"])
async def test_a_board_that_is_shown_once_more_has_the_only_buttons(
    server: Loopback,
    bot: Postboard,
    database: Path,
    cy: Person,
    boards: Boards,
    *,
    by_menu: bool,
) -> None:
    """The board before tells of the last move, so that it stays also where boards are deleted."""
    await keep_earlier(bot, server, boards)
    driver = await sit_down(server, bot, database, side="white")
    if by_menu:
        menu = private(await cy.click(driver.board, "Menu"))
        again = await shown(bot, cy, await cy.click(menu, "Share the board"))
    else:
        again = public(await cy.slash("board"))
    await tidied(bot)
    if boards is Boards.ALL:
        assert not cy.present(driver.board).buttons()
    else:
        assert cy.present(driver.board).content == BEGAN
    assert cy.present(again).buttons()
    public(await driver.due.slash("move", move=_first_move(driver)))
    await tidied(bot)
    assert _is_left(cy, again) == (boards is Boards.ALL), "it has told nothing of its own"


async def test_the_end_of_a_game_keeps_its_words_and_picture_when_it_is_shown_again(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    await keep_earlier(bot, server, Boards.NEWEST)
    driver = await sit_down(server, bot, database)
    loser = driver.due
    question = private(await loser.slash("game resign"))
    end = await shown(bot, loser, await loser.click(question, "Resign"))
    again = public(await cy.slash("board"))
    await tidied(bot)
    left = cy.present(end)
    assert left.content == end.content
    assert left.attachments
    assert not left.buttons()
    assert cy.present(again).buttons()


async def test_a_board_that_was_overtaken_on_its_way_is_the_one_that_goes(
    bot: Postboard, server: Loopback, database: Path, cy: Person
) -> None:
    """Somebody showed the board again at the moment of a move."""
    driver = await sit_down(server, bot, database)
    before = await bot.lookup.get(driver.table_id)
    await driver.move(_first_move(driver))
    await tidied(bot)
    late = await bot.get_partial_messageable(before.channel_id).send("The board before")
    assert late.id in {each.id for each in cy.sees("lobby")}
    bot.store.table_messages.mark_again(before, late.id)
    await tidied(bot)
    assert (await bot.lookup.reread(driver.table_id)).board_id == driver.board.id
    assert cy.present(driver.board).buttons()
    assert late.id not in {each.id for each in cy.sees("lobby")}


def _record(reader: Person) -> list[str]:
    """Return what the channel tells since the card, without the times."""
    return [re.sub(r"<t:\d+:R>", "soon", each.content) for each in reader.sees("lobby")[1:]]


async def test_a_channel_reads_as_the_record_of_its_game_with_one_board_below_it(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await sit_down(server, bot, database, side="white")
    ann, bo = driver.people[Seat(0)], driver.people[Seat(1)]
    for move in ("c3-d4", "b6-a5", "d4-c5"):
        await driver.move(move)
    asked = public(await ann.slash("game takeback"))
    await shown(bot, bo, await bo.click(asked, "Agree"))
    await tidied(bot)
    told = _record(cy)
    assert told == [
        BEGAN,
        "1\\. Ann c3-d4",
        "1\\. Bo b6-a5",
        "2\\. Ann d4-c5",
        "Ann asked to take back (move 2): agreed.",
        f"<@{ann.id}> Ann took back d4-c5 · due soon",
    ]
    assert cy.sees("lobby")[-1].attachments
    assert sum(bool(each.attachments) for each in cy.sees("lobby")) == 1


async def test_what_was_to_become_a_line_when_the_process_ended_becomes_one_at_the_next_start(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await sit_down(server, bot, database, side="white")
    first = driver.board
    await bot.outbox.table_messages.worker.stop()
    await driver.move("c3-d4")
    await bot.store.queues.flush()
    assert cy.present(first).attachments
    await bot.close()
    async with bot_on(server, database) as later:
        await tidied(later)
        assert cy.present(first).content == BEGAN
        assert await later.store.table_messages.overtaken() == []


async def test_all_boards_become_lines_however_few_are_read_at_once(
    server: Loopback, bot: Postboard, database: Path, cy: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.queues.table_messages._AT_ONCE", 1)
    driver = await sit_down(server, bot, database, side="white")
    boards = [driver.board]
    await bot.outbox.table_messages.worker.stop()
    boards.append(await driver.move("c3-d4"))
    await driver.move("b6-a5")
    await bot.store.queues.flush()  # From here on, nothing else wakes the worker.
    bot.outbox.table_messages.worker.start()
    await tidied(bot)
    assert [cy.present(each).content for each in boards] == [BEGAN, "1\\. Ann c3-d4"]


def test_a_line_without_room_for_all_turns_tells_the_latest() -> None:
    told = [say("{number}. Ann c3-d4", number=number) for number in range(1, 61)]
    line = in_a_line(told).rendered(ENGLISH)
    assert 250 < len(line) <= 300
    assert line.startswith("… ")
    assert line.endswith(" · 59. Ann c3-d4 · 60. Ann c3-d4")
    assert in_a_line(told[:2]).rendered(ENGLISH) == "1. Ann c3-d4 · 2. Ann c3-d4"


def _allow(server: Loopback, edits: int) -> None:
    """Let Discord accept so many edits a minute of messages older than an hour."""
    platform = server._platform  # pyright: ignore[reportPrivateUsage]
    platform.limits = replace(platform.limits, old_edits=Window(edits, 60.0))


@pytest.mark.parametrize("times", [1, 2])
async def test_a_line_that_discord_refuses_is_tried_once_more_with_the_next_board(
    server: Loopback, bot: Postboard, database: Path, cy: Person, times: int
) -> None:
    driver = await sit_down(server, bot, database)
    first = driver.board
    server.refusals[_MESSAGE] = ErrorCode.BLOCKED_MESSAGE
    await driver.move("c3-d4")
    await tidied(bot)
    assert cy.present(first).attachments
    assert await bot.store.table_messages.overtaken() == [], "it waits for the next board"
    if times == 1:
        server.refusals.clear()
    await driver.move("b6-a5")
    await tidied(bot)
    assert bool(cy.present(first).attachments) == (times == 2)
    server.refusals.clear()
    await driver.move("d4-c5")
    await tidied(bot)
    assert bool(cy.present(first).attachments) == (times == 2), "refused twice, it is given up"


async def test_after_five_refusals_in_an_hour_old_boards_of_a_channel_rest_for_an_hour(
    server: Loopback, bot: Postboard, database: Path, cy: Person, caplog: pytest.LogCaptureFixture
) -> None:
    """Error 30046: too many messages older than an hour were edited."""
    granted(server, cy, Permission.MANAGE_GUILD)
    driver = await sit_down(server, bot, database, side="white")
    await bot.outbox.table_messages.worker.stop()
    boards = [driver.board, *[await driver.move(_first_move(driver)) for _ in range(6)]]
    server.clock.advance(2 * HOUR)
    _allow(server, 0)
    await cy.slash("help")  # An answer tells the time.
    with caplog.at_level(logging.INFO):
        bot.outbox.table_messages.worker.start()
        await tidied(bot)
        boards.append(await driver.move(_first_move(driver)))
        await tidied(bot)
    assert caplog.text.count(" (old): ") == 5, "Discord isn't asked any more"
    told = private(await cy.slash("server diagnose")).content
    assert "Discord is slowing down edits of old messages" in told
    assert all(cy.present(each).attachments for each in boards)
    _allow(server, 30)
    server.clock.advance(HOUR + MINUTE)  # Discord's answers tell the time in whole seconds.
    await driver.move(_first_move(driver))
    await tidied(bot)
    assert all(_is_line(cy.present(each)) for each in boards), "none is lost"
    told = private(await cy.slash("server diagnose")).content
    assert "changes of old messages" not in told


async def test_a_board_that_somebody_deleted_is_given_up(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    place = bot.get_partial_messageable(driver.board.channel_id)
    await place.get_partial_message(driver.board.id).delete()
    await driver.move("c3-d4")
    await tidied(bot)
    assert rows(database, "SELECT * FROM table_messages") == []


async def test_where_the_bot_can_only_answer_no_board_waits_to_be_changed(
    server: Loopback, bot: Postboard, database: Path, ann: Person, bo: Person
) -> None:
    """All that wait would be looked at again with each move."""
    place = private_place(server, ann, bo)
    values: dict[str, str | Person] = {"opponent": bo, "side": "white"}
    card = public(await ann.slash("play", game="czech", channel=place.id, values=values))
    board = await shown(bot, bo, await bo.click(card, "Accept"))
    later = await moved(bot, ann, board, "c3-d4")
    await tidied(bot)
    assert later.id != board.id
    assert ann.present(board).buttons()
    assert rows(database, "SELECT * FROM table_messages") == []


async def test_a_board_that_the_bot_may_not_change_any_more_is_given_up(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await sit_down(server, bot, database)
    first = driver.board
    await bot.outbox.table_messages.worker.stop()
    await driver.move("c3-d4")
    await bot.store.queues.flush()
    assert len(rows(database, "SELECT * FROM table_messages")) == 1
    lobby = server.world.channel("lobby")
    server.world.set_overwrite(lobby, server.world.bot, deny=Permission.VIEW_CHANNEL)
    bot.outbox.table_messages.worker.start()
    await bot.outbox.table_messages.worker.rests()
    assert rows(database, "SELECT * FROM table_messages") == []
    assert cy.present(first).attachments


async def test_an_archived_thread_is_not_woken_to_be_tidied_up(
    server: Loopback,
    bot: Postboard,
    database: Path,
    ann: Person,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The next board wakes it, and then both boards before become lines."""
    thread = open_thread(server.world, server.world.channel("lobby"), "table", ann.user)
    driver = await sit_down(server, bot, database, channel=thread.name)
    boards = [driver.board]
    await bot.outbox.table_messages.worker.stop()
    boards.append(await driver.move("c3-d4"))
    server.clock.advance(2 * DAY)
    await until(lambda: is_archived(thread))
    await until(lambda: open_channel(bot, thread.id) is None)
    bot.outbox.table_messages.worker.start()
    with caplog.at_level(logging.INFO):
        await tidied(bot)
    assert "Couldn't change message" not in caplog.text, "Discord wasn't asked"
    assert ann.present(boards[0]).attachments
    driver.due.say("Good morning", thread.id)
    await driver.move("b6-a5")
    await tidied(bot)
    assert [_is_line(ann.present(each)) for each in boards] == [True, True]


async def test_a_board_that_comes_late_is_a_line_of_the_record(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await sit_down(server, bot, database, side="white")
    table = await bot.lookup.get(driver.table_id)
    await driver.move("c3-d4")
    late = entry_item(table.id, 2, table.channel_id, None, int(bot.now()))
    await driver.move("b6-a5")
    await tidied(bot)
    await bot.store.queues.transact(lambda tx: enqueue(tx, late))
    await tidied(bot)
    last = cy.sees("lobby")[-1]
    assert (last.content, last.attachments, last.pings) == ("1\\. Ann c3-d4", (), frozenset())
    assert (await bot.lookup.reread(table.id)).board_id == driver.board.id
    await keep_earlier(bot, server, Boards.NEWEST)
    await bot.store.queues.transact(lambda tx: enqueue(tx, replace(late, created_at=9)))
    await tidied(bot)
    assert cy.sees("lobby")[-1].id == last.id

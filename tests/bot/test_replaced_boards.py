"""What is left of a board once the channel is shown the next one, whatever it was shown for."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from loopback import Loopback, Message, Person
from loopback.model.permissions import Permission
from rules.contract.core import Seat
from tests.bot.game_driver import GameDriver, delivered, private, public, shown, sit_down
from tests.bot.test_owners_wire import decided, granted
from tests.bot.test_series import resigned_by, running, seated

either_kind = pytest.mark.parametrize("quiet", [False, True], ids=["usual", "quiet"])
"""A server in which boards that are replaced lose their buttons, and one in which they go."""


async def _set(server: Loopback, cy: Person, *, quiet: bool) -> None:
    granted(server, cy, Permission.MANAGE_GUILD | Permission.MANAGE_MESSAGES)
    if quiet:
        await cy.click(private(await cy.slash("server settings")), "Quiet boards: off")


async def _tidied(bot: Postboard) -> None:
    await delivered(bot)
    await bot.store.queues.flush()
    await bot.outbox.tidy.settled()


def _is_left(reader: Person, board: Message) -> bool:
    return board.id in {message.id for message in reader.sees("lobby")}


def _is_replaced(reader: Person, board: Message, *, quiet: bool) -> bool:
    if quiet:
        return not _is_left(reader, board)
    return _is_left(reader, board) and not reader.present(board).buttons()


def _first_move(driver: GameDriver) -> str:
    game = driver.game
    return game.notate(game.legal(driver.match.state)[0])


@either_kind
async def test_who_took_a_seat_stays_below_the_board_before_and_then_without_buttons(
    server: Loopback, bot: Postboard, database: Path, cy: Person, *, quiet: bool
) -> None:
    await _set(server, cy, quiet=quiet)
    driver = await sit_down(server, bot, database)
    giver, rival = driver.people[Seat(0)], driver.people[Seat(1)]
    post = await shown(bot, giver, await giver.choose(private(await giver.slash("game seats")), cy))
    asking = public(await cy.click(post, "Take this seat"))
    taken = await shown(bot, rival, await rival.click(asking, "Agree"))
    await _tidied(bot)
    assert _is_replaced(cy, driver.board, quiet=quiet)
    assert cy.present(taken).buttons()
    public(await cy.slash("move", move=_first_move(driver)))
    await _tidied(bot)
    assert cy.present(taken).content == taken.content, "no later message tells who came"
    assert not cy.present(taken).buttons()


@either_kind
async def test_the_board_after_a_pause_is_one_like_any_other(
    server: Loopback, bot: Postboard, database: Path, cy: Person, *, quiet: bool
) -> None:
    await _set(server, cy, quiet=quiet)
    driver = await sit_down(server, bot, database, time="1d")
    offer = public(await driver.idle.slash("game pause", days=3))
    paused = await shown(bot, driver.due, await driver.due.click(offer, "Agree"))
    await _tidied(bot)
    assert cy.present(driver.board).buttons(), "moves may be played in a pause"
    offer = public(await driver.idle.slash("game pause"))
    again = await shown(bot, driver.due, await driver.due.click(offer, "Agree"))
    await _tidied(bot)
    assert _is_replaced(cy, driver.board, quiet=quiet)
    public(await driver.due.slash("move", move=_first_move(driver)))
    await _tidied(bot)
    assert _is_replaced(cy, again, quiet=quiet)
    assert _is_left(cy, paused)


async def test_what_a_moderator_says_about_a_pause_leaves_the_board_as_it_is(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    await _set(server, cy, quiet=True)
    driver = await sit_down(server, bot, database, time="1d")
    for action in ("pause-7", "resume"):
        told = await decided(
            bot, cy, private(await cy.slash("server moderate")), action, "both asked"
        )
        assert not told.attachments
    await _tidied(bot)
    assert cy.present(driver.board).buttons()


async def test_how_a_game_of_a_series_ended_stays_in_a_quiet_server(
    server: Loopback, bot: Postboard, bo: Person, cy: Person
) -> None:
    await _set(server, cy, quiet=True)
    ann, _ = await seated(server, "czech", opponent=bo, series="first-to-3")
    ended = await resigned_by(bot, ann)
    table = await running(bot, ann)
    assert table.due is not None
    due, game = server.person(table.due.user.name), table.started.game
    notation = game.notate(game.legal(table.started.state)[0])
    public(await due.slash("move", move=notation))
    await _tidied(bot)
    assert cy.present(ended).content == ended.content
    assert not cy.present(ended).buttons()


@either_kind
@pytest.mark.parametrize("by_menu", [False, True], ids=["command", "menu"])
async def test_a_board_that_is_shown_once_more_has_the_only_buttons(
    server: Loopback, bot: Postboard, database: Path, cy: Person, *, quiet: bool, by_menu: bool
) -> None:
    """The board before tells of the last move, so that it stays also in a quiet server."""
    await _set(server, cy, quiet=quiet)
    driver = await sit_down(server, bot, database)
    if by_menu:
        menu = private(await cy.click(driver.board, "Menu"))
        again = await shown(bot, cy, await cy.click(menu, "Show the board to all"))
    else:
        again = public(await cy.slash("board"))
    await _tidied(bot)
    assert not cy.present(driver.board).buttons()
    assert cy.present(again).buttons()
    public(await driver.due.slash("move", move=_first_move(driver)))
    await _tidied(bot)
    assert _is_replaced(cy, again, quiet=quiet)


async def test_a_board_that_was_overtaken_on_its_way_takes_no_newer_buttons_away(
    bot: Postboard, server: Loopback, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    before = await bot.lookup.get(driver.table_id)
    await driver.move(_first_move(driver))
    await _tidied(bot)
    replaced: list[int | None] = []
    bot.store.shown.mark_again(before, driver.board.id + 1, replaced.append)
    await bot.store.queues.flush()
    assert replaced == [None]
    with closing(sqlite3.connect(database)) as connection:
        found = connection.execute("SELECT board_channel_id, board_id FROM tables").fetchone()
    assert found == (driver.board.channel_id, driver.board.id)

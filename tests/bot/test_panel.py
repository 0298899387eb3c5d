"""The Move panel: picking, going on, going back, forced moves, drafts, stale panels."""

from pathlib import Path

import discord
import pytest
from discord import ui

from bot.interactions.client import Postboard
from loopback import Loopback, Message, Person
from loopback.model.permissions import Permission
from rules.entries import short_digest
from rules.events import Begun, Played
from tests.bot.conftest import bot_on
from tests.bot.game_driver import (
    GameDriver,
    check_picture,
    labels,
    logged,
    private,
    public,
    shown,
    sit_down,
)

BRANCHING = ("c3-c4", "f6-f5", "e3-e4", "f5-e5", "g3-g4")
"""Turkish draughts: e5 has to take three, from e3 on to the left or to the right."""


async def after(
    server: Loopback, bot: Postboard, database: Path, key: str, *moves: str
) -> GameDriver:
    driver = await sit_down(server, bot, database, key)
    for text in moves:
        await driver.move(text)
    return driver


def offered(panel: Message) -> dict[str, str]:
    """Return the cells that a panel offers, by name, with the values that choose them."""
    (menu,) = panel.selects()
    return {option.label.split(" · ")[1].split()[0]: option.value for option in menu.options}


async def pick(person: Person, panel: Message, cell: str) -> Message:
    reply = await person.choose(panel, offered(panel)[cell])
    assert reply.updated
    return private(reply)


async def test_a_piece_and_a_target_make_a_move(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await after(server, bot, database, "czech")
    panel = private(await driver.due.click(driver.board, "Move"))
    assert list(offered(panel)) == ["a3", "c3", "e3", "g3"]
    assert labels(panel) == set()
    check_picture(panel)
    panel = await pick(driver.due, panel, "c3")
    assert list(offered(panel)) == ["b4", "d4"]
    assert labels(panel) == {"Back"}
    panel = await pick(driver.due, panel, "d4")
    assert labels(panel) == {"Play c3-d4", "Back"}
    assert "c3-d4" in panel.content
    check_picture(panel)
    assert not panel.selects()
    reply = await driver.due.click(panel, "Play c3-d4")
    await driver.became(driver.match.play(driver.match.seats[0], "c3-d4"), reply)


async def test_black_reads_the_board_from_its_own_side(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await after(server, bot, database, "czech", "c3-d4")
    panel = private(await driver.due.click(driver.board, "Move"))
    assert list(offered(panel)) == ["h6", "f6", "d6", "b6"]


async def test_a_capture_goes_on_by_itself_until_there_is_a_choice(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await after(server, bot, database, "turkish", *BRANCHING)
    player = driver.due
    panel = private(await player.click(driver.board, "Move"))
    assert list(offered(panel)) == ["e5"]
    panel = await pick(player, panel, "e5")
    assert "e5 → e3" in panel.content
    assert set(offered(panel)) == {"c3", "g3"}
    panel = await pick(player, panel, "c3")
    assert labels(panel) == {"Play e5xe3xc3xc1", "Back"}
    panel = private(await player.click(panel, "Back"))
    assert set(offered(panel)) == {"c3", "g3"}
    panel = private(await player.click(panel, "Back"))
    assert list(offered(panel)) == ["e5"]
    assert labels(panel) == set()
    panel = await pick(player, await pick(player, panel, "e5"), "g3")
    reply = await player.click(panel, "Play e5xe3xg3xg1")
    await driver.became(driver.match.play(driver.match.seats[1], "e5xe3xg3xg1"), reply)


async def test_a_forced_move_is_one_click_on_the_board(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await after(server, bot, database, "czech", "g3-f4", "h6-g5")
    assert labels(driver.board) == {"Play f4xh6 (the only move)", "My view", "Menu"}
    reply = await driver.due.click(driver.board, "Play f4xh6 (the only move)")
    await driver.became(driver.match.play(driver.match.seats[0], "f4xh6"), reply)


async def test_others_do_not_play_the_only_move(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await after(server, bot, database, "czech", "g3-f4", "h6-g5")
    only = "Play f4xh6 (the only move)"
    told = private(await driver.idle.click(driver.board, only))
    assert "turn (White)" in told.content
    assert "between" in private(await cy.click(driver.board, only)).content
    assert logged(database, driver.table_id) == list(driver.match.events)


async def test_a_forced_move_in_the_panel_needs_no_picking(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    """A Move button of an older board, when by now only one move is there."""
    driver = await after(server, bot, database, "czech")
    _hide(server)
    first = driver.board
    for text in ("g3-f4", "h6-g5"):
        await driver.move(text)
    panel = private(await driver.due.click(first, "Move"))
    assert "gone on since" in panel.content
    assert labels(panel) == {"Play f4xh6"}
    assert (await driver.due.click(panel, "Play f4xh6")).updated


async def test_who_is_not_to_move_sees_the_board_instead(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await after(server, bot, database, "czech")
    told = private(await driver.idle.click(driver.board, "Move"))
    assert "It is not your turn" in told.content
    assert "to move as ⚪ White" in told.content
    check_picture(told)
    assert not told.selects()


async def test_onlookers_are_told_to_look_on(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await after(server, bot, database, "czech")
    told = private(await cy.click(driver.board, "Move"))
    assert "Only those who play here can move" in told.content
    view = private(await cy.click(driver.board, "My view"))
    check_picture(view)


async def test_every_control_of_a_stale_panel_says_that_play_went_on(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await after(server, bot, database, "czech")
    player = driver.due
    picking = private(await player.click(driver.board, "Move"))
    going = private(await player.click(driver.board, "Move"))
    going = await pick(player, going, "c3")
    confirming = private(await player.click(driver.board, "Move"))
    assert labels(confirming) == {"Back"}, "the draft brings back what was picked"
    confirming = await pick(player, confirming, "b4")
    old = driver.board
    _hide(server)
    await driver.move("a3-b4")
    for reply in (
        await player.choose(picking, offered(picking)["c3"]),
        await player.click(going, "Back"),
        await player.click(confirming, "Play c3-b4"),
    ):
        told = private(reply)
        assert "earlier position" in told.content
        assert driver.due.name in told.content
        check_picture(told)
    assert logged(database, driver.table_id) == list(driver.match.events)
    told = private(await player.click(old, "Move"))
    assert "It is not your turn" in told.content
    check_picture(told)


def _hide(server: Loopback) -> None:
    """Hide the lobby from the bot, which then can't take the buttons off old boards."""
    world = server.world
    world.set_overwrite(world.channel("lobby"), world.bot, deny=Permission.VIEW_CHANNEL)


async def test_an_old_boards_move_button_opens_the_present_position(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await after(server, bot, database, "czech")
    _hide(server)
    old = driver.board
    for text in ("c3-d4", "b6-a5"):
        await driver.move(text)
    panel = private(await driver.due.click(old, "Move"))
    assert "gone on since" in panel.content
    assert "d4" in offered(panel)


async def test_buttons_of_a_finished_game_show_how_it_ended(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await after(server, bot, database, "czech")
    playing = driver.board
    panel = private(await driver.due.click(playing, "Move"))
    question = private(await driver.due.slash("resign"))
    public(await driver.due.click(question, "Resign"))
    for reply in (
        await driver.due.click(playing, "Move"),
        await driver.idle.click(playing, "Move"),
        await driver.due.choose(panel, offered(panel)["c3"]),
    ):
        told = private(reply)
        assert "won" in told.content
        check_picture(told)


async def test_pressing_play_twice_plays_once(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await after(server, bot, database, "czech")
    panel = private(await driver.due.click(driver.board, "Move"))
    panel = await pick(driver.due, await pick(driver.due, panel, "c3"), "d4")
    presses = [driver.due.start_click(panel, "Play c3-d4") for _ in range(2)]
    first, second = [await driver.due.outcome(press) for press in presses]
    assert "played" in (await shown(bot, driver.due, first)).content
    assert "earlier position" in private(second).content
    assert logged(database, driver.table_id)[1:] == [Played("c3-d4")]


async def test_a_lost_panel_comes_back_with_what_was_picked(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await after(server, bot, database, "czech")
    panel = private(await driver.due.click(driver.board, "Move"))
    await pick(driver.due, panel, "c3")
    driver.due.dismiss(panel)
    again = private(await driver.due.click(driver.board, "Move"))
    assert list(offered(again)) == ["b4", "d4"]


async def test_a_draft_of_an_older_position_is_forgotten(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await after(server, bot, database, "czech")
    panel = private(await driver.due.click(driver.board, "Move"))
    await pick(driver.due, panel, "c3")
    for text in ("a3-b4", "b6-a5"):
        await driver.move(text)
    again = private(await driver.due.click(driver.board, "Move"))
    assert "Pick a piece" in again.content


async def test_panels_of_two_players_do_not_mix(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    """Somebody else's panel can't be used, even where its names are known."""
    driver = await after(server, bot, database, "czech")
    panel = private(await driver.due.click(driver.board, "Move"))
    assert panel not in driver.idle.sees("lobby")
    own = private(await driver.idle.click(driver.board, "My view"))
    assert own not in driver.due.sees("lobby")


async def test_panels_boards_and_drafts_outlive_the_bot(server: Loopback, database: Path) -> None:
    """A restart on the same file: every button that was shown before still does its work."""
    async with bot_on(server, database) as bot:
        driver = await after(server, bot, database, "czech")
        player = driver.due
        picking = private(await player.click(driver.board, "Move"))
        going = await pick(player, picking, "c3")
        lobby = public(await player.slash("play turkish", channel="games"))
        menu = private(await player.click(driver.board, "Menu"))
    async with bot_on(server, database) as bot:
        driver.bot = bot
        again = private(await player.click(driver.board, "Move"))
        assert list(offered(again)) == ["b4", "d4"], "the draft is still there"
        assert "Rules" in labels(menu)
        private(await player.click(menu, "Rules"))
        private(await player.click(driver.board, "My view"))
        joined = public(await driver.idle.click(lobby, "Join"))
        public(await player.click(joined, "Start"))
        done = await pick(player, going, "d4")
        reply = await player.click(done, "Play c3-d4")
        await driver.became(driver.match.play(driver.match.seats[0], "c3-d4"), reply)
        offer = public(await player.slash("draw"))
    async with bot_on(server, database) as bot:
        assert "drawn" in public(await driver.due.click(offer, "Agree")).content


@pytest.mark.parametrize(
    "custom_id",
    [
        "pb:play:1:0:99",
        "pb:",
        "pb1:",
        "pb1:unheardof:1:2",
        "pb2:move:1:0:------",
        "pb1:move:1:0",
        "pb1:move:1:0:",
        "pb1:move:999999999999:0:------",
        "pb1:move:1:x:------",
        "pb1:pick:1:0:------:z99",
        "pb1:play:1:0:------:a1-a2",
        "pb1:partner:1:0:------:7",
        "pb1:rules:chess:0",
        "pb1:score:1:0:------",
    ],
)
async def test_a_custom_id_that_does_not_fit_is_explained(
    server: Loopback,
    bot: Postboard,
    database: Path,
    caplog: pytest.LogCaptureFixture,
    *,
    custom_id: str,
) -> None:
    """A button that this version never made does no harm, and is refused in a sentence."""
    assert short_digest("") == "------"
    driver = await sit_down(server, bot, database)
    ann = server.person("Ann")
    lobby = bot.get_partial_messageable(ann.place("lobby").id)
    posted = await lobby.send("An old board", view=_one_button(custom_id))
    message = next(m for m in ann.sees("lobby") if m.id == posted.id)
    told = private(await ann.click(message, "Old"))
    assert told.content
    assert "Something went wrong" not in told.content
    assert not [each for each in caplog.records if each.levelname == "ERROR"]
    assert logged(database, driver.table_id) == [Begun()]


def _one_button(custom_id: str) -> ui.View:
    view = ui.View(timeout=None)
    button: ui.Button[ui.View] = ui.Button(
        label="Old", custom_id=custom_id, style=discord.ButtonStyle.primary
    )
    view.add_item(button)
    view.stop()
    return view

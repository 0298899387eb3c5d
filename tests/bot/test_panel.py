"""The Move panel: picking, going on, going back, forced moves, drafts, stale panels."""

from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import encode, for_position
from loopback import Loopback, Person
from loopback.model.permissions import Permission
from rules.log.events import Played
from tests.bot.conftest import bot_on
from tests.bot.game_driver import (
    GameDriver,
    asks,
    check_picture,
    choices,
    choose_and_play,
    labels,
    logged,
    pick,
    private,
    public,
    shown,
    sit_down,
)
from tests.bot.test_forged_controls import one_button

BRANCHING = ("c3-c4", "f6-f5", "e3-e4", "f5-e5", "g3-g4")
"""Turkish draughts: e5 has to take three, from e3 on to the left or to the right."""


async def after(
    server: Loopback, bot: Postboard, database: Path, key: str, *moves: str
) -> GameDriver:
    driver = await sit_down(server, bot, database, key)
    for text in moves:
        await driver.move(text)
    return driver


async def test_whole_moves_are_offered_where_there_are_few(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await after(server, bot, database, "czech")
    panel = private(await driver.due.click(driver.board, "Move"))
    moves = ["a3-b4", "c3-b4", "c3-d4", "e3-d4", "e3-f4", "g3-f4", "g3-h4"]
    assert list(choices(panel)) == moves
    assert labels(panel) == set(choices(panel).values())
    assert panel.content == ""
    assert asks(panel, "Pick a move. Ann to move. "), "the buttons name the moves"
    check_picture(panel)
    panel = await pick(driver.due, panel, "c3-d4")
    assert labels(panel) == {"Play c3-d4", "Back"}
    check_picture(panel)
    panel = private(await driver.due.click(panel, "Back"))
    assert list(choices(panel)) == moves
    reply = await choose_and_play(driver.due, panel, "c3-d4")
    await driver.became(driver.match.play(driver.match.seats[0], "c3-d4"), reply)


async def test_a_piece_and_a_target_make_a_move(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    """Where there are many moves, each step offers cells."""
    driver = await after(server, bot, database, "punt-match")
    panel = private(await driver.due.click(driver.board, "Move"))
    assert list(choices(panel)) == [f"{file}{rank}" for rank in (2, 1) for file in "abcdefg"]
    assert labels(panel) == set(choices(panel).values())
    check_picture(panel)
    panel = await pick(driver.due, panel, "b2")
    assert asks(panel, "b2 chosen. Choices: "), "the position was told in the first step"
    assert "b5" in choices(panel)
    assert labels(panel) == {"Back", *choices(panel).values()}
    panel = await pick(driver.due, panel, "b5")
    assert labels(panel) == {"Play b2-b5", "Back"}
    assert asks(panel, "Play b2-b5? After it: Bo to move. "), "nobody has played it"
    check_picture(panel)
    reply = await driver.due.click(panel, "Play b2-b5")
    await driver.became(driver.match.play(driver.match.seats[0], "b2-b5"), reply)


async def test_who_wants_so_plays_at_once(server: Loopback, bot: Postboard, database: Path) -> None:
    driver = await after(server, bot, database, "punt-match")
    menu = private(await driver.due.click(driver.board, "Menu"))
    menu = private(await driver.due.click(menu, "Preview: on"))
    assert "Preview: off" in labels(menu)
    panel = private(await driver.due.click(driver.board, "Move"))
    panel = await pick(driver.due, panel, "b2")
    reply = await driver.due.click(panel, choices(panel)["b5"])
    await driver.became(driver.match.play(driver.match.seats[0], "b2-b5"), reply)
    menu = private(await driver.due.click(driver.board, "Menu"))
    assert "Preview: on" in labels(menu), "everybody chooses for themselves"


async def test_a_whole_move_is_played_at_once_as_well(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await after(server, bot, database, "czech")
    panel = private(await driver.due.click(driver.board, "Move"))
    # A panel from before the button moved to the menu.
    old = for_position(verbs.AT_ONCE, await bot.lookup.get(driver.table_id), "")
    lobby = bot.get_partial_messageable(driver.board.channel_id)
    posted = await lobby.send("A panel of before", view=one_button(encode(old)))
    panel_before = next(each for each in driver.due.sees() if each.id == posted.id)
    await driver.due.click(panel_before, "Old")
    reply = await driver.due.click(panel, choices(panel)["c3-d4"])
    await driver.became(driver.match.play(driver.match.seats[0], "c3-d4"), reply)
    await driver.move("b6-a5")
    menu = private(await driver.due.click(driver.board, "Menu"))
    await driver.due.click(menu, "Preview: off")
    panel = private(await driver.due.click(driver.board, "Move"))
    panel = await pick(driver.due, panel, "d4-e5")
    assert "Play d4-e5" in labels(panel), "the preview is back"


async def test_many_moves_of_several_steps_are_a_menu(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    """What a phone hasn't room for as buttons; with two taps, it takes as many as two buttons."""
    driver = await sit_down(server, bot, database, "hypergammon")
    while len(legal := driver.game.legal(driver.match.state)) < 10:
        if legal:
            await driver.move(driver.game.notate(legal[0]))
        else:  # The dice have ended the game first.
            driver = await sit_down(server, bot, database, "hypergammon")
    panel = private(await driver.due.click(driver.board, "Move"))
    (menu,) = panel.selects()
    assert menu.placeholder == "Pick a move"
    assert set(choices(panel)) == {driver.game.notate(move) for move in legal}
    assert labels(panel) == {"Type it"}, "a menu takes two taps"
    move = list(choices(panel))[-1]
    panel = await pick(driver.due, panel, move)
    assert labels(panel) == {f"Play {move}", "Back"}
    panel = private(await driver.due.click(panel, "Back"))
    seat = driver.match.seat_due
    assert seat is not None
    reply = await choose_and_play(driver.due, panel, move)
    await driver.became(driver.match.play(seat, move), reply)


async def test_black_reads_the_board_from_its_own_side(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await after(server, bot, database, "czech", "c3-d4")
    panel = private(await driver.due.click(driver.board, "Move"))
    origins = dict.fromkeys(move.split("-")[0] for move in choices(panel))
    assert list(origins) == ["h6", "f6", "d6", "b6"]


async def test_a_capture_goes_on_by_itself_until_there_is_a_choice(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await after(server, bot, database, "turkish", *BRANCHING)
    panel = private(await driver.due.click(driver.board, "Move"))
    assert set(choices(panel)) == {"e5xe3xc3xc1", "e5xe3xg3xg1"}
    reply = await choose_and_play(driver.due, panel, "e5xe3xg3xg1")
    await driver.became(driver.match.play(driver.match.seats[1], "e5xe3xg3xg1"), reply)


async def test_a_forced_move_is_one_click_on_the_board(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await after(server, bot, database, "czech", "g3-f4", "h6-g5")
    assert labels(driver.board) == {"Play f4xh6 (only move)", "My view", "Menu"}
    reply = await driver.due.click(driver.board, "Play f4xh6 (only move)")
    await driver.became(driver.match.play(driver.match.seats[0], "f4xh6"), reply)


async def test_others_do_not_play_the_only_move(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await after(server, bot, database, "czech", "g3-f4", "h6-g5")
    only = "Play f4xh6 (only move)"
    told = private(await driver.idle.click(driver.board, only))
    assert "It's Ann's turn." in told.content
    assert "You can watch" in private(await cy.click(driver.board, only)).content
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
    assert "moved on since" in panel.content
    assert labels(panel) == {"Play f4xh6"}
    assert asks(panel, "Only one move: f4xh6. After it: ")
    assert (await driver.due.click(panel, "Play f4xh6")).updated


async def test_who_is_not_to_move_sees_the_board_instead(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await after(server, bot, database, "czech")
    told = private(await driver.idle.click(driver.board, "Move"))
    assert "It's not your turn" in told.content
    assert "to move (⚪ White)" in told.content
    check_picture(told)
    assert not choices(told)


async def test_onlookers_are_told_to_look_on(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await after(server, bot, database, "czech")
    told = private(await cy.click(driver.board, "Move"))
    assert "Only players can move" in told.content
    view = private(await cy.click(driver.board, "My view"))
    check_picture(view)


async def test_every_control_of_a_stale_panel_says_that_play_went_on(
    server: Loopback, bot: Postboard, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stay(*_: object) -> None:
        """Let every panel stay, where a new one would replace the last."""

    monkeypatch.setattr(bot.panels, "_keep", stay)
    driver = await after(server, bot, database, "punt-match")
    player = driver.due
    picking = private(await player.click(driver.board, "Move"))
    going = private(await player.click(driver.board, "Move"))
    going = await pick(player, going, "b2")
    confirming = private(await player.click(driver.board, "Move"))
    assert "Back" in labels(confirming), "the draft brings back what was picked"
    confirming = await pick(player, confirming, "b5")
    old = driver.board
    _hide(server)
    await driver.move("a2-a4")
    for reply in (
        await player.click(picking, choices(picking)["b2"]),
        await player.click(going, "Back"),
        await player.click(confirming, "Play b2-b5"),
    ):
        told = private(reply)
        assert "out of date" in told.content
        assert driver.due.name in told.content
        check_picture(told)
    assert logged(database, driver.table_id) == list(driver.match.events)
    told = private(await player.click(old, "Move"))
    assert "It's not your turn" in told.content
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
    assert "moved on since" in panel.content
    assert "d4-e5" in choices(panel)


async def test_buttons_of_a_finished_game_show_how_it_ended(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await after(server, bot, database, "czech")
    playing = driver.board
    panel = private(await driver.due.click(playing, "Move"))
    question = private(await driver.due.slash("game resign"))
    await driver.due.click(question, "Resign")
    for reply in (
        await driver.due.click(playing, "Move"),
        await driver.idle.click(playing, "Move"),
        await driver.due.click(panel, choices(panel)["c3-d4"]),
    ):
        told = private(reply)
        assert "**Bo beat Ann**: Ann resigned." in told.content
        check_picture(told)


async def test_pressing_play_twice_plays_once(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await after(server, bot, database, "czech")
    panel = private(await driver.due.click(driver.board, "Move"))
    panel = await pick(driver.due, panel, "c3-d4")
    presses = [driver.due.start_click(panel, "Play c3-d4") for _ in range(2)]
    first, second = [await driver.due.outcome(press) for press in presses]
    assert "Ann **c3-d4**" in (await shown(bot, driver.due, first)).content
    assert "out of date" in private(second).content
    assert logged(database, driver.table_id)[1:] == [Played("c3-d4")]


async def test_a_lost_panel_comes_back_with_what_was_picked(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await after(server, bot, database, "punt-match")
    panel = private(await driver.due.click(driver.board, "Move"))
    await pick(driver.due, panel, "b2")
    driver.due.dismiss(panel)
    again = private(await driver.due.click(driver.board, "Move"))
    assert "b5" in choices(again)


async def test_a_draft_of_an_older_position_is_forgotten(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await after(server, bot, database, "czech")
    panel = private(await driver.due.click(driver.board, "Move"))
    await pick(driver.due, panel, "c3-d4")
    for text in ("a3-b4", "b6-a5"):
        await driver.move(text)
    again = private(await driver.due.click(driver.board, "Move"))
    assert asks(again, "Pick a move.")


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
        driver = await after(server, bot, database, "punt-match")
        player = driver.due
        picking = private(await player.click(driver.board, "Move"))
        going = await pick(player, picking, "b2")
        lobby = public(await player.slash("play", game="turkish", channel="games"))
        menu = private(await player.click(driver.board, "Menu"))
    async with bot_on(server, database) as bot:
        driver.bot = bot
        again = private(await player.click(driver.board, "Move"))
        assert "b5" in choices(again), "the draft is still there"
        assert "Rules" in labels(menu)
        private(await player.click(menu, "Rules"))
        private(await player.click(driver.board, "My view"))
        await driver.idle.click(lobby, "Join")
        done = await pick(player, going, "b5")
        reply = await player.click(done, "Play b2-b5")
        await driver.became(driver.match.play(driver.match.seats[0], "b2-b5"), reply)
        offer = public(await player.slash("game draw"))
    async with bot_on(server, database) as bot:
        reply = await driver.due.click(offer, "Agree")
        assert "drew** (agreed)." in (await shown(bot, driver.due, reply)).content

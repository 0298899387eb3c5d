"""Rekushu at the table: hundreds of points, claims, hints, and stopping to count."""

import asyncio
from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from bot.model.table import Table
from loopback import Loopback, Message, Person, Reply
from rules.contract.core import Seat
from rules.log.events import Begun, OfferKind
from tests.bot.conftest import bot_on
from tests.bot.game_driver import (
    GameDriver,
    asks,
    check_picture,
    choices,
    labels,
    logged,
    pick,
    private,
    public,
    shown,
    sit_down,
)

OPENING = ("a1", "g5", "c1", "g6", "a3", "f7", "e1", "g8", "e3", "h4")
"""Black lacks c3 alone for two squares of four tiles; White has nothing to claim."""


async def seated(server: Loopback, bot: Postboard, database: Path, *moves: str) -> GameDriver:
    driver = await sit_down(server, bot, database, "rekushu", options={"size": "8"})
    for text in moves:
        await driver.move(text)
    return driver


@pytest.fixture
async def driver(server: Loopback, bot: Postboard, database: Path) -> GameDriver:
    return await seated(server, bot, database, *OPENING)


def parts(panel: Message) -> list[str]:
    """Return the parts of the board that a panel offers, by their numbers.

    Their buttons have their corners as well, unless there are too many.
    """
    found = (button.label or "" for button in panel.buttons())
    return [label for label in found if label.isdecimal() or "–" in label]


async def part(person: Person, panel: Message, number: str) -> Message:
    label = next(each for each in parts(panel) if f"{each} ".startswith(f"{number} "))
    return private(await person.click(panel, label))


async def opened(driver: GameDriver) -> Message:
    return private(await driver.due.click(driver.board, "Move"))


async def typed(person: Person, panel: Message, text: str) -> Reply:
    """Write into the form behind the panel's button."""
    form = (await person.click(panel, "Type it")).modal
    assert form is not None
    assert [field.label for field in form.inputs()] == [None]
    return await person.submit(form, {"text": text})


# Points


async def test_a_point_is_picked_by_part_of_the_board(driver: GameDriver) -> None:
    player = driver.due
    panel = await opened(driver)
    check_picture(panel)
    assert parts(panel) == [
        "1 a5–c8",
        "2 d5–f8",
        "3 g5–h8",
        "4 a1–c4",
        "5 d1–f4",
        "6 g1–h4",
    ]
    assert labels(panel) == {*parts(panel), "Type it"}
    assert "Areas: 1 a5–c8, 2 d5–f8" in (panel.attachments[0].description or "")
    panel = await part(player, panel, "2")
    check_picture(panel)
    assert len(choices(panel)) == 12 - len({"f7"})
    assert next(iter(choices(panel))) == "d8"
    assert labels(panel) == {*choices(panel).values(), "Another area"}
    panel = private(await player.click(panel, "Another area"))
    panel = await part(player, panel, "4")
    assert "c3" in choices(panel)
    panel = await pick(player, panel, "b2")
    assert labels(panel) == {"Play b2", "Back"}
    check_picture(panel)
    reply = await player.click(panel, "Play b2")
    await driver.became(driver.match.play(Seat(0), "b2"), reply)


@pytest.mark.parametrize("size", ["12", "14", "18", "20"])
async def test_every_point_of_a_larger_board_is_two_buttons_away(
    server: Loopback, bot: Postboard, database: Path, size: str
) -> None:
    driver = await sit_down(server, bot, database, "rekushu", options={"size": size})
    panel = await opened(driver)
    offered: list[str] = []
    for number in parts(panel):
        inside = await part(driver.due, panel, number)
        check_picture(inside)
        offered += choices(inside)
        panel = private(await driver.due.click(inside, "Another area"))
    game = driver.game
    assert sorted(offered) == sorted(map(game.geometry.label, game.geometry.cells))


async def test_a_point_is_typed_and_the_panel_goes_on(driver: GameDriver) -> None:
    panel = await opened(driver)
    reply = await typed(driver.due, panel, " C3 ")
    assert reply.updated
    assert private(reply).id == panel.id
    assert list(choices(private(reply))) == ["Claim 4 tiles"]


async def test_a_whole_move_may_be_typed_as_well(driver: GameDriver) -> None:
    player = driver.due
    panel = await opened(driver)
    done = private(await typed(player, panel, "c3 a1 c3"))
    assert labels(done) == {"Play c3+a1:c3", "Back"}
    reply = await player.click(done, "Play c3+a1:c3")
    await driver.became(driver.match.play(Seat(0), "c3+a1:c3"), reply)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a1", "Rule: On your turn, you place one stone"),
        ("b2 a1:c3", "After placing the stone"),
        ("z9", "no point"),
        ("hello", "isn't a point"),
    ],
)
async def test_what_can_not_be_is_explained_in_the_panel_which_comes_back(
    driver: GameDriver, text: str, reason: str
) -> None:
    told = await typed(driver.due, await opened(driver), text)
    assert told.updated
    assert reason in private(told).content
    if "Rule: " in reason:
        check_picture(private(told))
    panel = await driver.due.click(private(told), "Move")
    assert panel.updated
    again = await typed(driver.due, private(panel), "b2")
    assert labels(private(again)) == {"Play b2", "Back"}


async def test_the_mirror_rule_is_explained_with_both_stones(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await seated(server, bot, database, "b2", "g2", "c5", "d7", "d4")
    # Black's c5 is no mirror; White mirrored b2 by h and then did not, so h is free again.
    assert driver.match.seat_due == Seat(1)
    await driver.move("e4")
    await driver.move("c6")
    told = private(await typed(driver.due, await opened(driver), "f6"))
    assert "Rule: You can't make the same kind of mirror" in told.content
    for stone in ("f6", "c6", "e4", "d4"):
        assert stone in told.content
    check_picture(told)


async def test_a_form_of_an_earlier_position_says_that_play_went_on(driver: GameDriver) -> None:
    player = driver.due
    panel = await opened(driver)
    form = (await player.click(panel, "Type it")).modal
    assert form is not None
    await driver.move("b2")
    told = private(await player.submit(form, {"text": "c3"}))
    assert "out of date" in told.content
    assert "out of date" in private(await player.click(panel, "Type it")).content


async def test_a_form_that_would_come_too_late_is_asked_for_again(
    driver: GameDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord takes a form as a first answer only, and the bot had to say that it needs time."""
    player = driver.due
    panel = await opened(driver)
    get, free = driver.bot.lookup.get, asyncio.Event()

    async def slow(table_id: int) -> Table:
        await free.wait()
        return await get(table_id)

    monkeypatch.setattr("bot.delivery.answering.response.DEFER_AFTER", 0.01)
    monkeypatch.setattr(driver.bot.lookup, "get", slow)
    press = player.start_click(panel, "Type it")
    await press.acknowledged.wait()
    free.set()
    await driver.bot.idle()
    monkeypatch.undo()
    told = player.sees("lobby")[-1]
    assert told.ephemeral
    assert "press the button again" in told.content
    reply = await typed(player, panel, "c3")
    assert "Claim nothing" in labels(private(reply))


async def test_a_form_outlives_the_bot(server: Loopback, database: Path) -> None:
    async with bot_on(server, database) as bot:
        driver = await seated(server, bot, database, *OPENING)
        panel = await opened(driver)
        form = (await driver.due.click(panel, "Type it")).modal
        assert form is not None
    async with bot_on(server, database):
        reply = await driver.due.submit(form, {"text": "c3"})
        assert reply.updated
        assert "Claim nothing" in labels(private(reply))


# Claims


async def test_claims_are_numbered_rectangles_or_none(driver: GameDriver) -> None:
    player = driver.due
    panel = private(await typed(player, await opened(driver), "c3"))
    assert labels(panel) == {
        "1 Claim 4 tiles", "2 Claim 4 tiles", "Claim nothing", "Back",
    }  # fmt: skip
    check_picture(panel)
    words = panel.attachments[0].description or ""
    assert words == ("c3 chosen. Choices: 1 a1:c3, 4 tiles, 2 c1:e3, 4 tiles. Board unchanged.")
    panel = private(await player.click(panel, "2 Claim 4 tiles"))
    assert labels(panel) == {"Play c3+c1:e3", "Back"}
    assert "(White) has claimed" not in (panel.attachments[0].description or "")
    assert f"{player.name} (Black) has claimed 1 rectangle, 4 tiles" in (
        panel.attachments[0].description or ""
    )
    panel = private(await player.click(panel, "Back"))
    assert "2 Claim 4 tiles" in labels(panel)
    panel = private(await player.click(panel, "Claim nothing"))
    assert labels(panel) == {"Play c3", "Back"}
    panel = private(await player.click(panel, "Back"))
    panel = private(await player.click(panel, "Back"))
    assert asks(panel, "Pick an area.")
    panel = await pick(player, await part(player, panel, "4"), "c3")
    panel = private(await player.click(panel, "1 Claim 4 tiles"))
    reply = await player.click(panel, "Play c3+a1:c3")
    await driver.became(driver.match.play(Seat(0), "c3+a1:c3"), reply)
    assert "4 tiles" in (driver.board.attachments[0].description or "")


async def test_a_lost_panel_comes_back_at_the_claims(driver: GameDriver) -> None:
    panel = private(await typed(driver.due, await opened(driver), "c3"))
    driver.due.dismiss(panel)
    again = await opened(driver)
    assert {"1 Claim 4 tiles", "2 Claim 4 tiles"} < labels(again)


async def test_a_claim_with_a_stone_elsewhere_is_offered_with_every_stone(
    driver: GameDriver,
) -> None:
    for text in ("c3", "h2"):
        await driver.move(text)
    panel = private(await typed(driver.due, await opened(driver), "f4"))
    assert {"1 Claim 4 tiles", "2 Claim 4 tiles"} < labels(panel)
    panel = private(await typed(driver.due, await opened_anew(driver, panel), "b2"))
    assert "1 Claim 4 tiles" in labels(panel)
    assert "2 Claim 4 tiles" not in labels(panel), "b2 would stand inside the other"


async def opened_anew(driver: GameDriver, panel: Message) -> Message:
    """Go back to the points."""
    return private(await driver.due.click(panel, "Back"))


# Hints


async def claims(person: Person, board: Message) -> Message:
    """Let somebody look up in the menu what can be claimed."""
    menu = private(await person.click(board, "Menu"))
    return private(await person.click(menu, "What can I claim?"))


async def test_a_hint_shows_what_the_side_due_can_claim(driver: GameDriver, cy: Person) -> None:
    for person in (driver.due, driver.idle, cy):
        told = await claims(person, driver.board)
        assert "⚫ Black can claim, largest first" in told.content
        assert "**1** · a1:c3, 4 tiles: a stone on c3" in told.content
        assert "**2** · c1:e3, 4 tiles: a stone on c3" in told.content
        check_picture(told)
    await driver.move("c3")
    told = await claims(cy, driver.board)
    assert "⚪ White can't claim anything this turn" in told.content
    await driver.move("h2")
    told = await claims(driver.due, driver.board)
    free = 64 - 12
    assert f"**1** · a1:c3, 4 tiles: a stone on any of {free - 5} points" in told.content
    assert "3 ·" not in told.content


# Stopping


async def test_both_agree_to_stop_and_count(driver: GameDriver) -> None:
    await driver.move("c3+a1:c3")
    offer = public(await driver.idle.slash("game count"))
    driver.match = driver.match.propose(Seat(0), OfferKind.COUNT)
    assert "wants to stop here and count" in offer.content
    assert offer.pings == {driver.people[Seat(1)].id}
    reply = await driver.people[Seat(1)].click(offer, "Agree")
    await driver.became(driver.match.accept(Seat(1)), reply)
    assert " beat " in driver.board.content
    black, white = (driver.people[Seat(seat)].name for seat in (0, 1))
    assert f"{black} 4, {white} 0" in driver.board.content
    assert "agree at any time to stop and count" in driver.board.content
    assert f"{driver.people[Seat(0)].name} won: both agreed to" in (
        driver.board.attachments[0].description or ""
    )


async def test_a_count_is_in_the_menu_and_can_be_declined(driver: GameDriver) -> None:
    black, white = driver.people[Seat(0)], driver.people[Seat(1)]
    menu = private(await black.click(driver.board, "Menu"))
    offer = await shown(driver.bot, black, await black.click(menu, "Stop and count"))
    said = public(await white.click(offer, "Decline"))
    assert said.content == f"{black.name} asked to stop and count (move 6): declined."
    told = private(await black.slash("game count"))
    assert "after your next move" in told.content
    assert len(logged(driver.database, driver.table_id)) == 1 + len(OPENING) + 2
    await driver.bot.idle()


async def test_an_equal_count_is_a_draw(server: Loopback, bot: Postboard, database: Path) -> None:
    driver = await seated(server, bot, database, "d4", "c6")
    black, white = driver.people[Seat(0)], driver.people[Seat(1)]
    public(await white.slash("game count"))
    driver.match = driver.match.propose(Seat(1), OfferKind.COUNT)
    question = private(await black.slash("game count"))
    assert "wants to stop and count, which ends the game. Agree?" in question.content
    reply = await black.click(question, "Agree")
    await driver.became(driver.match.accept(Seat(0)), reply)
    assert " drew**" in driver.board.content
    assert f"{black.name} 0, {white.name} 0" in driver.board.content


async def test_a_game_that_can_not_be_counted_does_not_offer_it(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    menu = private(await driver.due.click(driver.board, "Menu"))
    assert "Stop and count" not in labels(menu)
    told = private(await driver.due.slash("game count"))
    assert "can't be stopped and counted" in told.content
    assert "offer a draw" in told.content
    assert logged(database, driver.table_id) == [Begun()]

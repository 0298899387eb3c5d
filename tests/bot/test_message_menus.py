"""Commands in the menu of a message or of a person, over the wire."""

from io import BytesIO
from pathlib import Path

import discord

from bot.interactions.client import Postboard
from bot.model.boards import Boards
from loopback import Loopback, Person
from tests.bot.game_driver import (
    check_picture,
    keep_earlier,
    private,
    public,
    says_yes,
    shown,
    sit_down,
)


async def test_a_board_is_shown_from_ones_own_side(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await sit_down(server, bot, database)
    black, board = driver.idle, driver.board
    told = private(await black.use("Show from my side", board))
    check_picture(told)
    assert told.attachments[0].bytes != board.attachments[0].bytes, "Black looks from the other end"
    letters = private(await black.click(told, "As text")).content
    first_row = letters.partition("```\n")[2].splitlines()[0]
    assert first_row.startswith("1 "), "the first row of the far side is at the top"
    onlookers = private(await cy.use("Show from my side", board))
    assert onlookers.attachments[0].description == board.attachments[0].description


async def test_an_old_board_is_found_when_its_buttons_are_gone(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    await keep_earlier(bot, server, Boards.ALL)
    driver = await sit_down(server, bot, database)
    await driver.move("c3-d4")
    old = driver.board
    for text in ("b6-a5", "d4-c5"):
        await driver.move(text)
        await bot.store.queues.flush()
        await bot.outbox.table_messages.worker.rests()
    assert not driver.due.present(old).buttons()
    black = driver.due
    told = private(await black.use("Show from my side", old))
    assert f"1\\. {driver.idle.name} **c3-d4**" in told.content
    check_picture(told)
    words = private(await black.use("As text", old))
    assert not words.attachments
    assert words.content.startswith("```")
    assert "a3, d4." in words.content
    assert "  a b c" in words.content or "h g f" in words.content


async def test_a_position_whose_place_another_has_taken_is_told_as_such(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    await keep_earlier(bot, server, Boards.ALL)
    driver = await sit_down(server, bot, database)
    await driver.move("c3-d4")
    gone = driver.board
    white, black = driver.idle, driver.due
    await black.click(public(await white.slash("game takeback")), "Agree")
    public(await white.slash("move", move="e3-d4"))
    told = private(await black.use("As text", gone))
    assert "taken back" in told.content


async def test_a_board_shown_once_more_is_read_as_well(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    await driver.move("c3-d4")
    again = public(await driver.due.slash("board"))
    await driver.move("b6-a5")
    told = private(await driver.due.use("As text", again)).content
    assert "d4" in told
    assert "a5" not in told


async def test_of_two_boards_in_one_message_the_newer_is_shown(
    bot: Postboard, ann: Person, bo: Person
) -> None:
    opening = await ann.slash("play", game="czech", opponent=bo, series="first-to-3", side="black")
    await bo.click(public(opening), "Accept")
    public(await bo.slash("move", move="c3-d4"))
    public(await bo.slash("game draw"))
    turnover = await shown(bot, ann, await says_yes(ann, "draw"))
    assert len(turnover.attachments) == 2
    told = private(await ann.use("As text", turnover)).content
    assert "a3, c3" in told
    assert "d4" not in told


async def test_a_picture_of_another_log_is_not_read(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    """The database went back, and the game went on in another way."""
    driver = await sit_down(server, bot, database)
    await driver.move("c3-d4")
    lobby = bot.get_partial_messageable(driver.due.place("lobby").id)
    (name,) = (each.filename for each in driver.board.attachments)
    for changed in (name.replace("-2-", "-1-"), name.replace("-2-", "-9-")):
        posted = await lobby.send(file=discord.File(BytesIO(b"PNG"), changed))
        message = next(m for m in driver.due.sees("lobby") if m.id == posted.id)
        assert "can't tell" in private(await driver.due.use("As text", message)).content


async def test_a_position_that_was_taken_back_is_told_as_such(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    await driver.move("c3-d4")
    gone = driver.board
    white, black = driver.idle, driver.due
    offer = public(await white.slash("game takeback"))
    await black.click(offer, "Agree")
    told = private(await black.use("As text", gone))
    assert "taken back" in told.content


async def test_a_message_without_a_board_is_refused(
    server: Loopback, bot: Postboard, database: Path, ann: Person
) -> None:
    await sit_down(server, bot, database)
    for name in ("As text", "Show from my side"):
        told = private(await ann.use(name, ann.say("my board")))
        assert "no board in this message" in told.content


async def test_somebody_is_invited_from_the_menu_of_a_person(
    bot: Postboard, ann: Person, bo: Person
) -> None:
    asked = private(await ann.use("Invite to a game", bo))
    assert bo.name in asked.content
    reply = await ann.choose(asked, "rematch")
    turned = private(reply)
    assert (turned.id, turned.content) == (asked.id, f"{bo.name} is invited to ReMatch.")
    assert not turned.components
    card = await shown(bot, ann, reply)
    assert "ReMatch" in card.content
    assert card.pings == {bo.id}
    told = private(await ann.use("Invite to a game", ann))
    assert "can't play yourself" in told.content


async def test_the_bot_itself_is_invited_to_a_game(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    itself = server.person(server.world.bot.id)
    asked = private(await ann.use("Invite to a game", itself))
    reply = await ann.choose(asked, "czech")
    assert private(reply).content == "You're playing Czech draughts against the computer."
    assert "Menu" in {button.label for button in (await shown(bot, ann, reply)).buttons()}
    table = await bot.lookup.running_in(ann.place("lobby").id)
    assert table is not None
    assert [player.is_engine for player in table.seated].count(True) == 1


async def test_the_question_which_game_turns_into_the_offer_of_a_thread(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    await sit_down(server, bot, database)
    asked = private(await cy.use("Invite to a game", server.person("Di")))
    offered = private(await cy.choose(asked, "hypergammon"))
    assert offered.id == asked.id
    assert "so yours gets a thread" in offered.content
    assert {button.label for button in offered.buttons()} == {"Open a thread"}


async def test_the_question_which_game_goes_with_the_seal_of_the_dice(
    bot: Postboard, ann: Person, bo: Person
) -> None:
    asked = private(await ann.use("Invite to a game", bo))
    reply = await ann.choose(asked, "hypergammon")
    assert private(reply).content == f"{bo.name} is invited to Hypergammon."
    await bot.idle()
    made = [m for m in ann.sees() if m.id in reply.interaction.made_ids and not m.ephemeral]
    assert ["seal" in made[0].content.lower(), made[1].pings] == [True, {bo.id}]

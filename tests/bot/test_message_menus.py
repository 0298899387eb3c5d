"""Commands in the menu of a message or of a person, over the wire."""

from dataclasses import replace
from pathlib import Path

from bot.interactions.client import Postboard
from bot.messages import pictures
from loopback import Loopback, Person
from render import alt_text
from rules.match.match import Ply
from tests.bot.game_driver import check_picture, private, public, shown, sit_down
from tests.bot.table_service import Service


async def test_a_board_is_shown_from_ones_own_side(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await sit_down(server, bot, database)
    black, board = driver.idle, driver.board
    told = private(await black.use("Show from my side", board))
    check_picture(told)
    assert told.attachments[0].bytes != board.attachments[0].bytes, "Black looks from the other end"
    first_row = told.content.partition("```\n")[2].splitlines()[0]
    assert first_row.startswith("1 "), "the first row of the far side is at the top"
    onlookers = private(await cy.use("Show from my side", board))
    assert onlookers.attachments[0].description == board.attachments[0].description


async def test_an_old_board_is_found_when_its_buttons_are_gone(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    await driver.move("c3-d4")
    old = driver.board
    for text in ("b6-a5", "d4-c5"):
        await driver.move(text)
        await bot.queues.flush()
        await bot.outbox.tidy.settled()
    assert not driver.due.present(old).buttons()
    black = driver.due
    told = private(await black.use("Show from my side", old))
    assert "move 1 of 3: c3-d4" in told.content
    check_picture(told)
    words = private(await black.use("As text", old))
    assert not words.attachments
    assert words.content.startswith("```")
    assert "a3, d4. Black: 12 men" in words.content
    assert "  a b c" in words.content or "h g f" in words.content


async def test_a_position_that_came_again_is_shown_as_it_came_last(service: Service) -> None:
    """Kings go there and back: after the first move and after the fifth the pictures are alike."""
    table = await service.playing()
    match, plies = table.started, list[Ply]()
    game = match.game
    state = game.position("W:WKa1,a3:BKh2")
    for text in ("a1-b2", "h2-g3", "b2-a1", "g3-h2", "a1-b2", "h2-g3"):
        mover, move = game.turn(state), game.parse(state, text)
        assert isinstance(mover, str)
        state = game.apply(state, move)
        plies.append(Ply(mover, move, text, state, game.turn(state)))
    table = replace(table, match=replace(match, plies=tuple(plies)))
    alike = [alt_text(pictures.at_ply(table, count)) for count in (1, 5)]
    assert alike[0] == alike[1]
    assert pictures.count_of(table, alike[0]) == 5


async def test_a_position_that_was_taken_back_is_told_as_such(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    await driver.move("c3-d4")
    gone = driver.board
    white, black = driver.idle, driver.due
    offer = public(await white.slash("takeback"))
    await black.click(offer, "Agree")
    told = private(await black.use("As text", gone))
    assert "taken back" in told.content


async def test_a_message_without_a_board_is_refused(
    server: Loopback, bot: Postboard, database: Path, ann: Person
) -> None:
    await sit_down(server, bot, database)
    for name in ("As text", "Show from my side"):
        told = private(await ann.use(name, ann.say("my board")))
        assert "shows no board" in told.content


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
    assert "own opponent" in told.content


async def test_the_bot_itself_is_invited_to_a_game(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    itself = server.person(server.world.bot.id)
    asked = private(await ann.use("Invite to a game", itself))
    reply = await ann.choose(asked, "czech")
    assert private(reply).content == "The computer plays Czech draughts with you."
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
    assert "one game at a time" in offered.content
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

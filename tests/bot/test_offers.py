"""Resigning, draws and take-backs: by command, by the menu, and by the buttons of the offer."""

from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from bot.store.queues.queues import ANSWERING
from loopback import CannotDo, Faults, Loopback, Message, Person
from rules.contract.core import Seat
from rules.log.events import OfferKind
from rules.time.duration import MINUTE
from tests.bot.game_driver import (
    GameDriver,
    check_picture,
    choices,
    delivered,
    labels,
    logged,
    private,
    public,
    says_yes,
    shown,
    sit_down,
)
from tests.bot.test_forged_controls import press

MENU = {"draw": "Offer a draw", "takeback": "Ask to take back"}


@pytest.fixture
async def driver(server: Loopback, bot: Postboard, database: Path) -> GameDriver:
    """Two people in the middle of a game, White to move; both have moved."""
    seated = await sit_down(server, bot, database)
    for text in ("c3-d4", "b6-a5"):
        await seated.move(text)
    return seated


def white(driver: GameDriver) -> Person:
    return driver.people[Seat(0)]


def black(driver: GameDriver) -> Person:
    return driver.people[Seat(1)]


async def proposed(driver: GameDriver, command: str, by: Person) -> Message:
    """Let somebody offer, and check the question that the channel sees."""
    kind = OfferKind(command)
    seat = next(seat for seat, person in driver.people.items() if person is by)
    other = next(person for person in driver.people.values() if person is not by)
    offer = public(await by.slash(f"game {command}"))
    driver.match = driver.match.propose(seat, kind)
    assert offer.pings == {other.id}
    assert labels(offer) == {"Agree", "Decline", "Withdraw"}
    assert not offer.attachments
    await driver.bot.idle()
    assert logged(driver.database, driver.table_id) == list(driver.match.events)
    return offer


async def settled(driver: GameDriver, offer: Message) -> Message:
    """Wait until the offer's message says what came of it, and return it."""
    await delivered(driver.bot)
    await driver.bot.store.queues.flush()
    await driver.bot.outbox.table_messages.worker.rests()
    return white(driver).present(offer)


# Resigning


async def test_resigning_is_asked_about_first(driver: GameDriver) -> None:
    question = private(await white(driver).slash("game resign"))
    assert labels(question) == {"Resign", "Keep playing"}
    kept = await white(driver).click(question, "Keep playing")
    assert kept.updated
    assert "continues" in private(kept).content
    assert not private(kept).buttons()
    assert logged(driver.database, driver.table_id) == list(driver.match.events)


async def test_who_resigns_loses_and_the_winner_is_named(driver: GameDriver) -> None:
    question = private(await black(driver).slash("game resign"))
    reply = await black(driver).click(question, "Resign")
    await driver.became(driver.match.resign(Seat(1)), reply)
    won = f"**<@{white(driver).id}> beat {black(driver).name}**"
    sentence, _, record = driver.board.content.partition("\n")
    assert sentence == f"{won}: {black(driver).name} resigned."
    assert "`" not in record, "no digits"


@pytest.mark.usefixtures("driver")
async def test_an_onlooker_resigns_nothing(cy: Person) -> None:
    assert "Only players of a game in progress" in private(await cy.slash("game resign")).content


async def test_a_question_answered_after_the_end_changes_nothing(driver: GameDriver) -> None:
    question = private(await white(driver).slash("game resign"))
    other = private(await black(driver).slash("game resign"))
    reply = await black(driver).click(other, "Resign")
    await driver.became(driver.match.resign(Seat(1)), reply)
    late = private(await white(driver).click(question, "Resign"))
    assert "finished" in late.content


# Draws


async def test_a_draw_is_agreed_by_the_button(driver: GameDriver) -> None:
    offer = await proposed(driver, "draw", white(driver))
    assert "offers a draw" in offer.content
    reply = await black(driver).click(offer, "Agree")
    await driver.became(driver.match.accept(Seat(1)), reply)
    assert "drew** (agreed)." in driver.board.content


async def test_a_draw_typed_by_both_is_asked_about_first(driver: GameDriver) -> None:
    await proposed(driver, "draw", black(driver))
    question = private(await white(driver).slash("game draw"))
    assert question.content.startswith(f"{black(driver).name} offers a draw. Accept?")
    assert labels(question) == {"Agree", "Decline"}
    assert logged(driver.database, driver.table_id) == list(driver.match.events)
    reply = await white(driver).click(question, "Agree")
    await driver.became(driver.match.accept(Seat(0)), reply)


async def test_a_draw_from_the_menu_is_asked_about_first(driver: GameDriver) -> None:
    menu = private(await white(driver).click(driver.board, "Menu"))
    await proposed(driver, "draw", black(driver))
    question = private(await white(driver).click(menu, "Offer a draw"))
    assert labels(question) == {"Agree", "Decline"}
    await white(driver).click(question, "Decline")
    driver.match = driver.match.decline(Seat(0))
    await driver.bot.idle()
    assert logged(driver.database, driver.table_id) == list(driver.match.events)


@pytest.mark.parametrize("command", ["draw", "takeback"])
async def test_an_offer_is_declined_and_not_repeated_at_once(
    driver: GameDriver, command: str
) -> None:
    offer = await proposed(driver, command, white(driver))
    reply = await black(driver).click(offer, "Decline")
    assert reply.updated
    turned = public(reply)
    what = {"draw": "offered a draw", "takeback": "asked to take back"}[command]
    assert turned.content == f"{white(driver).name} {what} (move 2): declined."
    assert turned.id == offer.id
    assert not turned.buttons()
    await driver.bot.idle()
    assert driver.idle.sees("lobby")[-1].id == offer.id, "no other message says it again"
    assert "after your next move" in private(await white(driver).slash(f"game {command}")).content
    driver.match = driver.match.decline(Seat(1))
    await driver.move("a3-b4")
    await proposed(driver, command, white(driver))


@pytest.mark.parametrize("command", ["draw", "takeback"])
async def test_an_offer_is_withdrawn_by_who_made_it(driver: GameDriver, command: str) -> None:
    offer = await proposed(driver, command, white(driver))
    for label in ("Agree", "Decline"):
        assert "your own offer" in private(await white(driver).click(offer, label)).content
    assert (
        "Only the player who made" in private(await black(driver).click(offer, "Withdraw")).content
    )
    reply = await white(driver).click(offer, "Withdraw")
    assert public(reply).content.endswith("(move 2): withdrawn.")
    assert public(reply).id == offer.id
    assert not public(reply).buttons()


async def test_who_offers_again_can_withdraw(driver: GameDriver) -> None:
    offer = await proposed(driver, "draw", white(driver))
    told = private(await white(driver).slash("game draw"))
    assert "still open" in told.content
    await white(driver).click(told, "Withdraw")
    assert (await settled(driver, offer)).content.endswith("(move 2): withdrawn.")


async def test_a_second_offer_waits_for_the_first(driver: GameDriver) -> None:
    await proposed(driver, "draw", white(driver))
    assert "already a draw offer" in private(await black(driver).slash("game takeback")).content


async def test_play_goes_on_beside_an_offer(driver: GameDriver) -> None:
    offer = await proposed(driver, "draw", white(driver))
    await driver.move("d4-c5")
    assert driver.board.content.endswith(" · please answer the draw offer")
    agree = next(b.custom_id for b in offer.buttons() if b.label == "Agree")
    await driver.move("d6xb4")
    lapsed = await settled(driver, offer)
    who = white(driver).name
    assert lapsed.content == f"{who} offered a draw (move 2): expired."
    assert not lapsed.buttons()
    assert agree is not None
    told = await press(driver.bot, black(driver), agree)
    assert "That offer is gone" in told


async def test_an_offer_agreed_to_by_command_says_so_in_its_message(driver: GameDriver) -> None:
    offer = await proposed(driver, "draw", white(driver))
    reply = await says_yes(black(driver), "draw")
    await driver.became(driver.match.accept(Seat(1)), reply)
    agreed = await settled(driver, offer)
    assert agreed.content == f"{white(driver).name} offered a draw (move 2): agreed."
    assert not agreed.buttons()
    assert agreed.pings == {black(driver).id}, "an edit pings nobody else"


async def test_a_take_back_agreed_to_by_command_says_so_in_its_message(driver: GameDriver) -> None:
    offer = await proposed(driver, "takeback", white(driver))
    reply = await black(driver).slash("game takeback")
    await driver.became(driver.match.accept(Seat(1)), reply)
    agreed = await settled(driver, offer)
    told = f"{white(driver).name} asked to take back (move 2): agreed."
    assert agreed.content == told
    assert not agreed.buttons()


async def test_an_offer_withdrawn_elsewhere_says_so_in_its_message(driver: GameDriver) -> None:
    offer = await proposed(driver, "draw", white(driver))
    told = private(await white(driver).slash("game draw"))
    await white(driver).click(told, "Withdraw")
    await driver.bot.idle()
    owners = {row.lease_owner for row in await driver.bot.store.queues.waiting()}
    assert ANSWERING not in owners, "the offer's message doesn't wait for a lease to expire"
    withdrawn = await settled(driver, offer)
    assert withdrawn.content.endswith(": withdrawn.")
    assert not withdrawn.buttons()


async def test_an_answer_whose_edit_seemed_to_fail_is_no_message_as_well(
    server: Loopback, driver: GameDriver
) -> None:
    offer = await proposed(driver, "draw", white(driver))
    asked = private(await white(driver).slash("game draw"))
    edits = frozenset({"/channels/{channel}/messages/{message}"})
    await white(driver).click(asked, "Withdraw")
    server.faults = Faults(dropped_after=1, routes=edits)
    await driver.bot.outbox.deliver_due()
    server.faults = Faults()
    server.clock.advance(MINUTE)
    await delivered(driver.bot)
    seen = [each for each in white(driver).sees("lobby") if not each.ephemeral]
    assert [each.id for each in seen if each.content.endswith("withdrawn.")] == [offer.id]


async def test_an_answer_is_a_message_where_the_offer_was_deleted(driver: GameDriver) -> None:
    offer = await proposed(driver, "draw", white(driver))
    told = private(await white(driver).slash("game draw"))
    place = driver.bot.get_partial_messageable(offer.channel_id)
    await place.get_partial_message(offer.id).delete()
    await white(driver).click(told, "Withdraw")
    await delivered(driver.bot)
    said = white(driver).sees("lobby")[-1]
    assert said.content == f"{white(driver).name} withdrew the draw offer."


async def test_what_follows_an_offer_is_told_below_it(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    """The answer stands in the offer; a pause that begins with it is more than an answer."""
    driver = await sit_down(server, bot, database, time="1d")
    offer = public(await driver.idle.slash("game pause", days=3))
    reply = await driver.due.click(offer, "Agree")
    assert public(reply).content.endswith(" asked to pause for 3 days (move 1): agreed.")
    paused = await shown(bot, driver.due, reply)
    assert paused.id > offer.id


async def test_an_offer_names_those_still_asked(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, "rematch", players=3)
    one, two, three = (driver.people[seat] for seat in driver.match.seats)
    offer = public(await one.slash("game draw"))
    await says_yes(two, "draw")
    waiting = await settled(driver, offer)
    assert waiting.content.endswith(f"offers a draw. {two.name}: yes, {three.name}: not yet")
    assert labels(waiting) == {"Agree", "Decline", "Withdraw"}
    await says_yes(three, "draw")
    agreed = await settled(driver, offer)
    assert agreed.content == f"{one.name} offered a draw (move 1): agreed."
    assert not agreed.buttons()


async def test_an_onlooker_answers_nothing(driver: GameDriver, cy: Person) -> None:
    offer = await proposed(driver, "draw", white(driver))
    for label in ("Agree", "Decline", "Withdraw"):
        assert "You can watch" in private(await cy.click(offer, label)).content
    for command in MENU:
        assert "You can watch" in private(await cy.slash(f"game {command}")).content


async def test_an_answered_offer_loses_its_buttons(driver: GameDriver) -> None:
    offer = await proposed(driver, "draw", white(driver))
    assert (await black(driver).click(offer, "Decline")).updated
    await driver.bot.idle()
    with pytest.raises(CannotDo):
        await black(driver).click(offer, "Agree")


async def test_an_old_offers_buttons_do_not_answer_a_new_one(driver: GameDriver) -> None:
    old = await proposed(driver, "draw", white(driver))
    await driver.move(driver.game.notate(driver.game.legal(driver.match.state)[0]))
    await driver.move(driver.game.notate(driver.game.legal(driver.match.state)[0]))
    agree = next(b.custom_id for b in old.buttons() if b.label == "Agree")
    await proposed(driver, "takeback", white(driver))
    assert agree is not None
    assert "That offer is gone" in await press(driver.bot, black(driver), agree)


# Take-backs


async def test_a_move_is_taken_back_by_consent(driver: GameDriver) -> None:
    offer = await proposed(driver, "takeback", black(driver))
    assert "asks to take back **b6-a5**." in offer.content
    reply = await white(driver).click(offer, "Agree")
    await driver.became(driver.match.accept(Seat(0)), reply)
    assert " took back b6-a5 · " in driver.board.content
    assert driver.due is black(driver)
    assert len(driver.match.plies) == 1


async def test_a_player_on_turn_takes_the_answer_back_too(driver: GameDriver) -> None:
    offer = await proposed(driver, "takeback", white(driver))
    assert "asks to take back **c3-d4**, which also undoes **b6-a5**." in offer.content
    reply = await black(driver).click(offer, "Agree")
    await driver.became(driver.match.accept(Seat(1)), reply)
    assert driver.due is white(driver)
    assert driver.match.plies == ()
    await driver.move("c3-b4")


async def test_boards_from_before_a_take_back_are_stale(driver: GameDriver) -> None:
    before = driver.board
    panel = private(await white(driver).click(before, "Move"))
    offer = await proposed(driver, "takeback", black(driver))
    reply = await white(driver).click(offer, "Agree")
    await driver.became(driver.match.accept(Seat(0)), reply)
    told = private(await white(driver).click(panel, next(iter(choices(panel).values()))))
    assert "out of date" in told.content
    check_picture(told)


async def test_there_is_nothing_to_take_back_before_the_first_move(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    fresh = await sit_down(server, bot, database)
    assert "haven't moved yet" in private(await fresh.due.slash("game takeback")).content


# The menu


async def from_menu(driver: GameDriver, person: Person, label: str) -> tuple[Message, str]:
    """Press a button of the menu; return what all see, and what the menu has turned into."""
    menu = private(await person.click(driver.board, "Menu"))
    reply = await person.click(menu, label)
    turned = private(reply)
    assert turned.id == menu.id
    assert not turned.buttons()
    return await shown(driver.bot, person, reply), turned.content


async def test_the_menu_has_what_the_commands_do(driver: GameDriver, cy: Person) -> None:
    menu = private(await white(driver).click(driver.board, "Menu"))
    reading = {"History", "Rules", "Seats", "Share the board", "My games"}
    doing = {"Offer a draw", "Ask to take back", "Resign …"}
    own = {"Type a move", "My note", "Plan ahead", "Time …", "Preview: on"}
    assert labels(menu) == own | doing | reading
    onlookers = private(await cy.click(driver.board, "Menu"))
    assert labels(onlookers) == {*reading, "Follow"}
    question = private(await white(driver).click(menu, "Resign …"))
    assert labels(question) == {"Resign", "Keep playing"}
    offer, closed = await from_menu(driver, white(driver), "Offer a draw")
    assert offer.pings == {black(driver).id}
    assert closed == "You offered a draw."
    await black(driver).click(offer, "Decline")
    request, closed = await from_menu(driver, white(driver), "Ask to take back")
    assert "asks to take back **c3-d4**" in request.content
    assert closed == "You asked to take back a move."
    board, closed = await from_menu(driver, black(driver), "Ask to take back")
    assert " took back c3-d4 and b6-a5 · " in board.content
    assert closed == "You agreed."


async def test_a_menu_stays_where_its_button_did_nothing(driver: GameDriver) -> None:
    await proposed(driver, "draw", white(driver))
    menu = private(await white(driver).click(driver.board, "Menu"))
    assert "still open" in private(await white(driver).click(menu, "Offer a draw")).content
    assert labels(white(driver).present(menu)) == labels(menu)


async def test_the_menu_of_a_finished_game_only_reads(driver: GameDriver) -> None:
    old = private(await white(driver).click(driver.board, "Menu"))
    question = private(await black(driver).slash("game resign"))
    driver.board = await shown(
        driver.bot, black(driver), await black(driver).click(question, "Resign")
    )
    for label in ("Offer a draw", "Ask to take back"):
        assert "finished" in private(await white(driver).click(old, label)).content
    assert "game in progress" in private(await white(driver).click(old, "Resign …")).content
    more = private(await white(driver).click(driver.board, "More"))
    assert labels(more) == {"History", "Analysis", "My view", "Export", "Rules"}

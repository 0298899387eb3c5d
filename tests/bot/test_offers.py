"""Resigning, draws and take-backs: by command, by the menu, and by the buttons of the offer."""

from pathlib import Path

import pytest

from bot.client import Postboard
from loopback import Loopback, Message, Person
from rules.core import Seat
from rules.events import OfferKind
from tests.bot.sitting import Sitting, check_picture, labels, logged, private, public, sit_down

MENU = {"draw": "Offer a draw", "takeback": "Ask to take back"}


@pytest.fixture
async def sitting(server: Loopback, bot: Postboard, database: Path) -> Sitting:
    """Two people in the middle of a game, White to move; both have moved."""
    seated = await sit_down(server, bot, database)
    for text in ("c3-d4", "b6-a5"):
        await seated.move(text)
    return seated


def white(sitting: Sitting) -> Person:
    return sitting.people[Seat(0)]


def black(sitting: Sitting) -> Person:
    return sitting.people[Seat(1)]


async def proposed(sitting: Sitting, command: str, by: Person) -> Message:
    """Let somebody offer, and check the question that the channel sees."""
    kind = OfferKind(command)
    seat = next(seat for seat, person in sitting.people.items() if person is by)
    other = next(person for person in sitting.people.values() if person is not by)
    offer = public(await by.slash(command))
    sitting.match = sitting.match.propose(seat, kind)
    assert offer.pings == {other.id}
    assert labels(offer) == {"Agree", "Decline"}
    assert not offer.attachments
    await sitting.bot.idle()
    assert logged(sitting.database, sitting.table_id) == list(sitting.match.events)
    return offer


# Resigning


async def test_resigning_is_asked_about_first(sitting: Sitting) -> None:
    question = private(await white(sitting).slash("resign"))
    assert labels(question) == {"Resign", "Keep playing"}
    kept = await white(sitting).click(question, "Keep playing")
    assert kept.updated
    assert "goes on" in private(kept).content
    assert not private(kept).buttons()
    assert logged(sitting.database, sitting.table_id) == list(sitting.match.events)


async def test_who_resigns_loses_and_the_winner_is_named(sitting: Sitting) -> None:
    question = private(await black(sitting).slash("resign"))
    reply = await black(sitting).click(question, "Resign")
    await sitting.became(sitting.match.resign(Seat(1)), reply)
    assert f"{black(sitting).name} (Black) resigned" in sitting.board.content
    assert f"{white(sitting).name} (White) won" in sitting.board.content
    assert labels(sitting.board) == {"My view", "Menu"}


@pytest.mark.usefixtures("sitting")
async def test_an_onlooker_resigns_nothing(cy: Person) -> None:
    assert "Only somebody who plays" in private(await cy.slash("resign")).content


async def test_a_question_answered_after_the_end_changes_nothing(sitting: Sitting) -> None:
    question = private(await white(sitting).slash("resign"))
    other = private(await black(sitting).slash("resign"))
    reply = await black(sitting).click(other, "Resign")
    await sitting.became(sitting.match.resign(Seat(1)), reply)
    late = private(await white(sitting).click(question, "Resign"))
    assert "over" in late.content


# Draws


async def test_a_draw_is_agreed_by_the_button(sitting: Sitting) -> None:
    offer = await proposed(sitting, "draw", white(sitting))
    assert "offers a draw" in offer.content
    reply = await black(sitting).click(offer, "Agree")
    await sitting.became(sitting.match.accept(Seat(1)), reply)
    assert "drawn" in sitting.board.content


async def test_a_draw_is_agreed_by_the_same_command(sitting: Sitting) -> None:
    await proposed(sitting, "draw", black(sitting))
    reply = await white(sitting).slash("draw")
    await sitting.became(sitting.match.accept(Seat(0)), reply)


@pytest.mark.parametrize("command", ["draw", "takeback"])
async def test_an_offer_is_declined_and_not_repeated_at_once(
    sitting: Sitting, command: str
) -> None:
    offer = await proposed(sitting, command, white(sitting))
    declined = public(await black(sitting).click(offer, "Decline"))
    assert "declined" in declined.content
    assert declined.pings == frozenset()
    assert "no longer stands" in private(await black(sitting).click(offer, "Agree")).content
    assert "after your move" in private(await white(sitting).slash(command)).content
    sitting.match = sitting.match.decline(Seat(1))
    await sitting.move("a3-b4")
    await proposed(sitting, command, white(sitting))


@pytest.mark.parametrize("command", ["draw", "takeback"])
async def test_an_offer_is_withdrawn_by_who_made_it(sitting: Sitting, command: str) -> None:
    offer = await proposed(sitting, command, white(sitting))
    assert "accepted already" in private(await white(sitting).click(offer, "Agree")).content
    withdrawn = public(await white(sitting).click(offer, "Decline"))
    assert "withdrew" in withdrawn.content
    assert "no longer stands" in private(await black(sitting).click(offer, "Agree")).content


async def test_a_second_offer_waits_for_the_first(sitting: Sitting) -> None:
    await proposed(sitting, "draw", white(sitting))
    for person, command in ((white(sitting), "draw"), (black(sitting), "takeback")):
        assert "already waiting" in private(await person.slash(command)).content


async def test_play_goes_on_beside_an_offer(sitting: Sitting) -> None:
    offer = await proposed(sitting, "draw", white(sitting))
    await sitting.move("d4-c5")
    assert "draw offer waits for an answer" in sitting.board.content
    await sitting.move("d6xb4")
    assert "no longer stands" in private(await black(sitting).click(offer, "Agree")).content


async def test_an_onlooker_answers_nothing(sitting: Sitting, cy: Person) -> None:
    offer = await proposed(sitting, "draw", white(sitting))
    for label in ("Agree", "Decline"):
        assert "between" in private(await cy.click(offer, label)).content
    for command in MENU:
        assert "between" in private(await cy.slash(command)).content


async def test_an_old_offers_buttons_do_not_answer_a_new_one(sitting: Sitting) -> None:
    old = await proposed(sitting, "draw", white(sitting))
    public(await black(sitting).click(old, "Decline"))
    sitting.match = sitting.match.decline(Seat(1))
    await proposed(sitting, "takeback", white(sitting))
    assert "no longer stands" in private(await black(sitting).click(old, "Agree")).content


# Take-backs


async def test_a_move_is_taken_back_by_consent(sitting: Sitting) -> None:
    offer = await proposed(sitting, "takeback", black(sitting))
    assert "asks to take the last move back" in offer.content
    reply = await white(sitting).click(offer, "Agree")
    await sitting.became(sitting.match.accept(Seat(0)), reply)
    assert "taken back" in sitting.board.content
    assert sitting.due is black(sitting)
    assert len(sitting.match.plies) == 1


async def test_a_player_on_turn_takes_the_answer_back_too(sitting: Sitting) -> None:
    offer = await proposed(sitting, "takeback", white(sitting))
    reply = await black(sitting).click(offer, "Agree")
    await sitting.became(sitting.match.accept(Seat(1)), reply)
    assert sitting.due is white(sitting)
    assert sitting.match.plies == ()
    await sitting.move("c3-b4")


async def test_boards_from_before_a_take_back_are_stale(sitting: Sitting) -> None:
    before = sitting.board
    panel = private(await white(sitting).click(before, "Move"))
    offer = await proposed(sitting, "takeback", black(sitting))
    reply = await white(sitting).click(offer, "Agree")
    await sitting.became(sitting.match.accept(Seat(0)), reply)
    (menu,) = panel.selects()
    told = private(await white(sitting).choose(panel, menu.options[0].value))
    assert "earlier position" in told.content
    check_picture(told)


async def test_there_is_nothing_to_take_back_before_the_first_move(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    fresh = await sit_down(server, bot, database)
    assert "not moved yet" in private(await fresh.due.slash("takeback")).content


# The menu


async def test_the_menu_has_what_the_commands_do(sitting: Sitting, cy: Person) -> None:
    menu = private(await white(sitting).click(sitting.board, "Menu"))
    assert labels(menu) == {"Offer a draw", "Ask to take back", "Resign …", "History", "Rules"}
    onlookers = private(await cy.click(sitting.board, "Menu"))
    assert labels(onlookers) == {"History", "Rules"}
    question = private(await white(sitting).click(menu, "Resign …"))
    assert labels(question) == {"Resign", "Keep playing"}
    offer = public(await white(sitting).click(menu, "Offer a draw"))
    assert offer.pings == {black(sitting).id}
    public(await black(sitting).click(offer, "Decline"))
    request = public(await white(sitting).click(menu, "Ask to take back"))
    assert "take the last move back" in request.content


async def test_the_menu_of_a_finished_game_only_reads(sitting: Sitting) -> None:
    old = private(await white(sitting).click(sitting.board, "Menu"))
    question = private(await black(sitting).slash("resign"))
    public(await black(sitting).click(question, "Resign"))
    for label in ("Offer a draw", "Ask to take back"):
        assert "over" in private(await white(sitting).click(old, label)).content
    assert "running game" in private(await white(sitting).click(old, "Resign …")).content
    menu = private(await white(sitting).click(sitting.board, "Menu"))
    assert labels(menu) == {"History", "Rules"}

"""`/move`: what is played, what is refused, and in what words."""

from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from loopback import Loopback, Message, Person
from rules.contract.core import IllegalMove
from rules.log.events import Overdue
from rules.time.clock import DELIVERY
from tests.bot.game_driver import (
    GameDriver,
    check_picture,
    labels,
    live_through,
    logged,
    private,
    public,
    sit_down,
)

AMBIGUOUS = ("c3-c4", "a6-a5", "a3-a4", "a5xa3xc3xc1", "d3-c3", "c1-a1", "g3-g4")
"""Turkish draughts: now `a1xd1` may go round by a3 and d3 or by a4 and d4."""


def _public(person: Person, channel: str) -> tuple[list[int], str]:
    """Return the public messages, and the newest one's text; older boards may become lines."""
    public = [message for message in person.sees(channel) if not message.ephemeral]
    return [message.id for message in public], public[-1].content


async def refused(driver: GameDriver, person: Person, text: str) -> Message:
    """Type something that is refused, and check that nothing came of it."""
    before = driver.match.events
    crowd = driver.idle
    seen = _public(crowd, driver.channel)
    message = private(await person.slash("move", channel=driver.channel, move=text))
    assert logged(driver.database, driver.table_id) == list(before)
    assert _public(crowd, driver.channel) == seen
    return message


@pytest.mark.parametrize("text", ["c3-d4", "C3 D4", "c3d4", "c3:d4", " c3 – d4 "])
async def test_notation_is_forgiven(
    server: Loopback, bot: Postboard, database: Path, text: str
) -> None:
    driver = await sit_down(server, bot, database)
    board = await driver.move(text)
    assert "Ann **c3-d4**" in board.content


async def test_a_capture_may_be_typed_without_its_middle(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, "turkish", side="white")
    for text in ("c3-c4", "a6-a5", "a3-a4", "a5-c1"):
        await driver.move(text)
    assert " Bo **a5xa3xc3xc1**" in driver.board.content


async def test_a_refusal_names_the_rule_and_rings_the_cells(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    for text in ("c3-c4", "c3-e5", "b6-a5", "d4-e5", "b2-c3"):
        says_all = text in {"b6-a5", "d4-e5"}  # No piece of the player stands there.
        with pytest.raises(IllegalMove) as error:
            driver.match.read(text)
        violation = error.value.violation
        message = await refused(driver, driver.due, text)
        assert violation.detail.english().rstrip(".") in message.content
        assert (violation.rule.text.english() in message.content) is not says_all
        assert ("Rule:" in message.content) is not says_all
        assert violation.rule.key not in message.content
        assert violation.cells
        check_picture(message)
        alt = message.attachments[0].description or ""
        for cell in violation.cells:
            assert driver.game.geometry.label(cell) in alt


async def test_a_capture_that_must_be_made_is_pointed_out(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    for text in ("g3-f4", "h6-g5"):
        await driver.move(text)
    message = await refused(driver, driver.due, "c3-d4")
    assert "Rule: You must capture if you can" in message.content
    assert "f4" in message.content


async def test_an_ambiguous_move_lists_its_candidates(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, "turkish")
    for text in AMBIGUOUS:
        await driver.move(text)
    message = await refused(driver, driver.due, "a1xd1")
    assert "a1xa3xd3xd1" in message.content
    assert "a1xa4xd4xd1" in message.content
    assert "a1xa4xd4xh4" not in message.content
    for typed, moves in (
        ("a1xd1", ["a1xa3xd3xd1", "a1xa4xd4xd1"]),
        ("a1 a4 d1", ["a1xa4xd4xd1"]),
    ):
        offered = await driver.due.autocomplete("move", "move", typed)
        assert [choice.value for choice in offered] == moves
    await driver.move("a1xa4xd4xd1")


@pytest.mark.parametrize("text", ["hello", "c3", "z9-a1", "c3-", "[6]", "🎲", "/draw", "`x`"])
async def test_text_that_is_no_move_gets_an_example(
    server: Loopback, bot: Postboard, database: Path, text: str
) -> None:
    driver = await sit_down(server, bot, database)
    message = await refused(driver, driver.due, text)
    assert message.content
    assert not message.attachments


async def test_it_is_not_the_others_turn(server: Loopback, bot: Postboard, database: Path) -> None:
    driver = await sit_down(server, bot, database)
    message = await refused(driver, driver.idle, "b6-a5")
    assert f"It's {driver.due.name}'s turn." in message.content


async def test_onlookers_look_on(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await sit_down(server, bot, database)
    message = await refused(driver, cy, "c3-d4")
    assert "You can watch" in message.content
    assert "Ann" in message.content
    assert "Bo" in message.content


@pytest.mark.usefixtures("bot")
async def test_without_a_game_there_is_nothing_to_move(ann: Person) -> None:
    for command in ("game resign", "game draw", "game takeback", "game claim"):
        assert "No game is in progress" in private(await ann.slash(command)).content
    assert "/play" in private(await ann.slash("move", move="c3-d4")).content
    assert await ann.autocomplete("move", "move", "c") == []


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("a3", ["a3-b4"]), ("1. c3-d4", ["c3-d4"]), ("`c3→d4`!", ["c3-d4"]), ("h4", ["g3-h4"]),
        ("d4", ["c3-d4", "e3-d4"]), ("c3", ["c3-b4", "c3-d4"]), ("c3-", ["c3-b4", "c3-d4"]),
        ("c3 D", ["c3-d4"]), ("draw", []), ("9-13", []), ("c3-d4 b6-a5", []), ("c3-d4x", []),
    ],
)  # fmt: skip
async def test_what_was_typed_is_suggested_first(
    server: Loopback, bot: Postboard, database: Path, typed: str, first: list[str]
) -> None:
    driver = await sit_down(server, bot, database)
    offered = await driver.due.autocomplete("move", "move", typed)
    assert [choice.value for choice in offered] == first


async def test_no_suggestion_contradicts_what_was_typed(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    """Whatever is typed, the names in it stand in each suggestion, in their order."""
    driver = await sit_down(server, bot, database, "turkish")
    for notation in map(driver.game.notate, driver.match.legal):
        for typed in (notation[:1], notation[:2], notation[:4], notation[3:], notation):
            offered = [c.value for c in await driver.due.autocomplete("move", "move", typed)]
            assert notation in offered
            assert all(typed in str(value) for value in offered)
    assert await driver.due.autocomplete("move", "move", "a3-b") == [], "no move goes there"


async def test_200_characters_of_a_text_are_read(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    longer = await refused(driver, driver.due, f"{'c3-d4':!<201}")
    assert "That has 201 characters. No move has more than 200." in longer.content
    await refused(driver, driver.due, "c3-" * 1000)
    assert await driver.due.autocomplete("move", "move", f"{'c3-d4':!<201}") == []
    await driver.move(f"{'c3-d4':!<200}")


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("draw", "Offer a draw"), ("I resign!", "Resign …"), ("take back", "Ask to take back"),
        ("Undo", "Ask to take back"), ("pause", "Ask for a pause …"), ("Note", "My note"),
    ],
)  # fmt: skip
async def test_an_act_typed_as_a_move_is_answered_with_its_button(
    server: Loopback, bot: Postboard, database: Path, text: str, label: str
) -> None:
    driver = await sit_down(server, bot, database)
    for person in (driver.due, driver.idle):
        told = await refused(driver, person, text)
        assert labels(told) == {label}
    reply = await driver.idle.click(told, label)
    assert reply.message or reply.modal


async def test_games_in_two_channels_do_not_mix(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    lobby = await sit_down(server, bot, database, channel="lobby", side="white")
    games = await sit_down(server, bot, database, "turkish", channel="games", side="white")
    await lobby.move("c3-d4")
    await games.move("c3-c4")
    await lobby.move("b6-a5")
    assert (await lobby.move("d4-c5")).channel_id != (await games.move("c6-c5")).channel_id


async def test_the_deadline_stands_on_the_board(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, time="3d")
    until = int(server.clock.now()) + 3 * 24 * 3600
    board = await driver.move("c3-d4")
    (position_number,) = [word for word in board.content.split() if word.startswith("<t:")]
    assert abs(int(position_number.split(":")[1]) - until) < 60


# Time


async def test_time_is_claimed_once_it_has_run_out(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, time="1d", vacation=False)
    await driver.move("c3-d4")
    await driver.move("b6-a5")
    waiting, late = driver.idle, driver.due
    early = private(await waiting.slash("game claim"))
    assert "has until <t:" in early.content
    await live_through(bot, server, 24 * 3600 + DELIVERY + 1)
    assert "only your opponent can claim the win" in private(await late.slash("game claim")).content
    assert "Claim the win" in _menu(private(await waiting.click(driver.board, "Menu")))
    seat = next(seat for seat, person in driver.people.items() if person is waiting)
    reply = await waiting.slash("game claim")
    overdue = Overdue(next(s for s, person in driver.people.items() if person is late))
    await driver.became(driver.match.add(overdue).claim(seat), reply)
    assert waiting.name in driver.board.content
    assert "ran out of time" in driver.board.content
    assert f"**{waiting.name} beat " in driver.board.content


async def test_a_move_in_time_starts_the_clock_anew(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, time="1d", vacation=False)
    for text in ("c3-d4", "b6-a5", "d4-c5"):
        await live_through(bot, server, 18 * 3600)  # The reminder comes after 19.
        await driver.move(text)
    assert "has until" in private(await driver.idle.slash("game claim")).content


async def test_a_late_move_counts_until_somebody_claims(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, time="1d", vacation=False)
    await live_through(bot, server, 48 * 3600)
    await driver.move("c3-d4")
    assert "has until" in private(await driver.idle.slash("game claim")).content


async def test_a_game_without_a_limit_has_no_time_to_claim(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, time="none")
    await live_through(bot, server, 50 * 24 * 3600)
    assert "no time limit" in private(await driver.idle.slash("game claim")).content
    assert "Claim the win" not in _menu(private(await driver.idle.click(driver.board, "Menu")))


async def test_onlookers_claim_nothing(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    driver = await sit_down(server, bot, database, time="1d", vacation=False)
    await live_through(bot, server, 48 * 3600)
    assert "You can watch" in private(await cy.slash("game claim")).content
    public(await driver.idle.slash("game claim"))


def _menu(message: Message) -> set[str]:
    return {button.label or "" for button in message.buttons()}

"""The host rolls and passes by itself; nobody else ever does."""

import random
import re
from dataclasses import replace
from functools import reduce
from itertools import count
from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from bot.messages.channel.headlines import headline
from bot.model.caller import Place
from bot.model.dice_secret import DiceSecret
from bot.model.table import Player, PlayerStatus, Request, Status, Table, Terms
from bot.tables.advance import advance
from loopback import Loopback, Person
from rules.contract.core import Dice, RulesError, Seat
from rules.log.entries import Origin
from rules.log.events import Begun, Rolled
from rules.match.match import Match, Ply
from rules.registry import find
from tests.bot.conftest import bot_on
from tests.bot.game_driver import (
    card_of,
    choices,
    delivered,
    host_is_due,
    logged,
    pick,
    private,
    sit_down,
)
from tests.bot.proofs import GAME, check, play, proof_in, rolled, seal_of
from tests.bot.table_service import ANN
from tests.bot.who import somebody

REQUEST = Request("1")


async def test_a_later_game_of_a_series_begins_with_a_roll(
    bot: Postboard, database: Path, ann: Person, bo: Person
) -> None:
    opening = await ann.slash("play", game=GAME, opponent=bo, series="first-to-3")
    card = await card_of(bot, ann, opening)
    await bo.click(card, "Accept")
    await delivered(bot)
    first = await bot.lookup.running_in(ann.place("lobby").id)
    assert first is not None
    assert any("Game 1" in m.content and "Opening roll: " in m.content for m in ann.sees("lobby"))
    await ann.click(private(await ann.slash("game resign")), "Resign")
    await delivered(bot)
    second = await bot.lookup.running_in(ann.place("lobby").id)
    assert second is not None
    assert second.id != first.id
    assert logged(database, second.id) == list(second.started.events)
    assert isinstance(second.started.events[1], Rolled)
    board = next(m for m in reversed(ann.sees("lobby")) if "Game 2" in m.content)
    assert re.search(r"Opening roll: ⚪ White [1-6] and ⚫ Black [1-6]", board.content)
    assert second.due is not None
    due = next(each for each in (ann, bo) if each.name == second.due.user.name)
    assert board.pings == {due.id, bo.id}, "Bo is told of the end that Ann caused"


async def test_a_restart_changes_no_roll(server: Loopback, database: Path, ann: Person) -> None:
    async with bot_on(server, database) as bot:
        driver = await sit_down(server, bot, database, GAME)
        seal = seal_of(driver.card, ann)
        await play(driver, 3, random.Random(7))
        before = logged(database, driver.table_id)
    async with bot_on(server, database) as bot:
        driver.bot = bot
        assert logged(database, driver.table_id) == before
        await play(driver, 3, random.Random(8))
        assert logged(database, driver.table_id)[: len(before)] == before
        await ann.click(private(await ann.slash("game resign")), "Resign")
        proof = proof_in(private(await ann.slash("game dice")))
    check(proof)
    assert proof["seal"] == seal
    assert [each["pips"] for each in proof["rolls"]] == rolled(driver)


@pytest.mark.parametrize("text", ["[6-6]", "6-6", "6 6", "roll", "66", "⚅⚅"])
async def test_no_text_is_ever_a_roll(
    server: Loopback, bot: Postboard, database: Path, text: str
) -> None:
    driver = await sit_down(server, bot, database, GAME)
    before = logged(database, driver.table_id)
    for person in driver.people.values():
        private(await person.slash("move", move=text))
    assert logged(database, driver.table_id) == before


async def test_no_take_back_crosses_a_roll(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, GAME)
    await play(driver, 3, random.Random(9))
    before = logged(database, driver.table_id)
    for person in driver.people.values():
        said = private(await person.slash("game takeback")).content
        assert "can't be taken back" in said or "haven't moved yet" in said
    assert logged(database, driver.table_id) == before


async def test_a_headline_says_what_was_rolled(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, GAME)
    white, black = rolled(driver)[-1]
    assert f"⚪ White {white} and ⚫ Black {black}.\n" in driver.board.content
    mover = driver.due
    before = len(driver.match.plies)
    await play(driver, 1, random.Random(10))
    host = driver.match.plies[before + 1 :]
    lower, higher = sorted((white, black))
    assert f"{mover.name} {higher}-{lower}: " in driver.board.content
    lower, higher = sorted(map(int, host[-1].notation.strip("[]").split("-")))
    assert f"rolled {higher}-{lower}" in driver.board.content
    assert driver.board.content.count("can't move, passes") == len(host) // 2


def test_a_turn_without_a_play_passes_by_itself() -> None:
    """The host passes for who can't move, rolls on, and says so; the last play stays marked."""
    game = find(GAME)
    state = game.position("W[6-2]:W24,8,6:B7,3,2")
    match = Match(
        game, game.spec.seatings[0], plies=(Ply(None, None, "", state, game.turn(state)),)
    )
    match = match.add(Begun(), Origin(request="20"))
    match = match.play(Seat(0), "24/18* 8/6", Origin(request="21"))
    played = match.plies[-1]
    shut_out = Rolled((6, 6))
    table, after = next(
        (table, after)
        for table in (_at_table(match, number) for number in count())
        if (after := advance(table, match, REQUEST, 0)).events[len(match.events)] == shut_out
    )
    assert after.plies[len(match.plies) + 1].notation == "pass"
    assert isinstance(after.events[-1], Rolled)
    assert not host_is_due(after)
    again = reduce(Match.add, after.events[len(match.events) :], match)
    assert (again.events, again.plies) == (after.events, after.plies)
    assert after.last == played
    line = headline(replace(table, match=after), len(after.entries)).english()
    assert "Bo 6-6: can't move, passes · you rolled " in line


def _at_table(match: Match, number: int) -> Table:
    """Return a table with this match and the secret of that number."""
    players = (
        Player(somebody(1, "Ann"), PlayerStatus.SEATED, None, Seat(0), "11"),
        Player(somebody(2, "Bo"), PlayerStatus.SEATED, None, Seat(1), "12"),
    )
    return Table(
        id=1, place=Place(1, 1), terms=Terms(GAME, {}), version=1, status=Status.PLAYING,
        host_id=ANN.id, players=players, seating=match.seating, match=match,
        dice=DiceSecret(number.to_bytes(32)),
    )  # fmt: skip


async def test_a_preview_shows_no_roll(server: Loopback, bot: Postboard, database: Path) -> None:
    """Whatever is picked and looked at before a move, the log has no roll more for it."""
    driver = await sit_down(server, bot, database, GAME)
    before = logged(database, driver.table_id)
    panel = private(await driver.due.click(driver.board, "Move"))
    panel = await pick(driver.due, panel, next(iter(choices(panel))))
    (picture,) = panel.attachments
    assert picture.description is not None
    assert "to roll" in picture.description
    assert logged(database, driver.table_id) == before


def test_only_the_host_enters_a_roll() -> None:
    """The one door for dice is `Match.roll`, which no command of a player leads to."""
    game = find(GAME)
    match = Match(game, game.spec.seatings[0])
    assert isinstance(match.turn, Dice)
    for seat in match.seats:
        with pytest.raises(RulesError):
            match.play(seat, "[5-2]")

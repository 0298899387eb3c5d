"""The host rolls and passes by itself; nobody else ever does."""

import random
from dataclasses import replace
from functools import reduce
from itertools import count
from pathlib import Path

import pytest

from bot.announce import headline
from bot.client import Postboard
from bot.dicing import rolled_on
from bot.records import Person as Named
from bot.records import Player, Standing, Status, Table, Terms
from bot.seals import Sealed
from loopback import Loopback, Person
from rules.core import Dice, RulesError, Seat
from rules.events import Rolled
from rules.match import Match, Ply
from rules.registry import find
from tests.bot.conftest import bot_on
from tests.bot.proofs import GAME, check, play, proof_in, rolled, seal_on
from tests.bot.sitting import host_is_due, logged, private, public, sit_down


async def test_a_later_game_of_a_series_begins_with_a_roll(
    bot: Postboard, database: Path, ann: Person, bo: Person
) -> None:
    card = public(await ann.slash(f"play {GAME}", opponent=bo, match="first-to-3"))
    await bo.click(card, "Accept")
    first = await bot.tables.running_in(ann.place("lobby").id)
    assert first is not None
    assert any("Game 1" in m.content and "opening roll" in m.content for m in ann.sees("lobby"))
    await ann.click(private(await ann.slash("resign")), "Resign")
    await bot.idle()
    while await bot.store.owed():
        await bot.outbox.pay(0)
    second = await bot.tables.running_in(ann.place("lobby").id)
    assert second is not None
    assert second.id != first.id
    assert logged(database, second.id) == list(second.started.events)
    assert isinstance(second.started.events[0], Rolled)
    board = next(m for m in reversed(ann.sees("lobby")) if "Game 2" in m.content)
    assert "opening roll" in board.content
    assert second.due is not None
    assert board.pings == {second.due.person.id}


async def test_a_restart_changes_no_roll(server: Loopback, database: Path, ann: Person) -> None:
    async with bot_on(server, database) as bot:
        sitting = await sit_down(server, bot, database, GAME)
        seal = seal_on(sitting.card)
        await play(sitting, 3, random.Random(7))
        before = logged(database, sitting.table_id)
    async with bot_on(server, database) as bot:
        sitting.bot = bot
        assert logged(database, sitting.table_id) == before
        await play(sitting, 3, random.Random(8))
        assert logged(database, sitting.table_id)[: len(before)] == before
        await ann.click(private(await ann.slash("resign")), "Resign")
        proof = proof_in(private(await ann.slash("dice")))
    check(proof)
    assert (proof["seal"], proof["rolls"]) == (seal, rolled(sitting))


@pytest.mark.parametrize("text", ["[6-6]", "6-6", "6 6", "roll", "66", "⚅⚅"])
async def test_no_text_is_ever_a_roll(
    server: Loopback, bot: Postboard, database: Path, text: str
) -> None:
    sitting = await sit_down(server, bot, database, GAME)
    before = logged(database, sitting.table_id)
    for person in sitting.people.values():
        private(await person.slash("move", move=text))
    assert logged(database, sitting.table_id) == before


async def test_no_take_back_crosses_a_roll(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    sitting = await sit_down(server, bot, database, GAME)
    await play(sitting, 3, random.Random(9))
    before = logged(database, sitting.table_id)
    for person in sitting.people.values():
        said = private(await person.slash("takeback")).content
        assert "can't be taken back" in said or "have not moved yet" in said
    assert logged(database, sitting.table_id) == before


async def test_a_headline_says_what_was_rolled(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    sitting = await sit_down(server, bot, database, GAME)
    pips = "-".join(map(str, rolled(sitting)[-1]))
    assert f"{pips}. " in sitting.board.content
    mover = sitting.due
    before = len(sitting.match.plies)
    await play(sitting, 1, random.Random(10))
    host = sitting.match.plies[before + 1 :]
    assert sitting.board.content.startswith(f"{mover.name} ")
    for roll in host[::2]:
        assert f"rolled {roll.notation.strip('[]')}" in sitting.board.content
    assert sitting.board.content.count("the turn passes") == len(host) // 2


def test_a_turn_without_a_play_passes_by_itself() -> None:
    """The host passes for who can't move, rolls on, and says so; the last play stays marked."""
    game = find(GAME)
    state = game.position("W[6-2]:W24,8,6:B7,3,2")
    match = Match(game, game.spec.seatings[0], plies=(Ply(None, None, "", state),))
    match = match.play(Seat(0), "24/18* 8/6")
    played = match.plies[-1]
    shut_out = Rolled((6, 6))
    table, after = next(
        (table, after)
        for table in (_at_table(match, number) for number in count())
        if (after := rolled_on(table, match)).events[len(match.events)] == shut_out
    )
    assert after.plies[len(match.plies) + 1].notation == "pass"
    assert isinstance(after.events[-1], Rolled)
    assert not host_is_due(after)
    assert reduce(Match.add, after.events[len(match.events) :], match) == after
    assert after.last == played
    line = headline(replace(table, match=after))
    told = f"played **{played.notation}**. Bo rolled 6-6 and can't move: the turn passes. "
    assert told + "Ann rolled " in line


def _at_table(match: Match, number: int) -> Table:
    """Return a table with this match and the secret of that number."""
    players = (
        Player(Named(1, "Ann"), Standing.SEATED, None, Seat(0), 11),
        Player(Named(2, "Bo"), Standing.SEATED, None, Seat(1), 12),
    )
    return Table(
        id=1, guild_id=1, channel_id=1, terms=Terms(GAME, {}), version=1, status=Status.PLAYING,
        host_id=1, players=players, seating=match.seating, match=match,
        dice=Sealed(number.to_bytes(32)),
    )  # fmt: skip


async def test_a_preview_shows_no_roll(server: Loopback, bot: Postboard, database: Path) -> None:
    """Whatever is picked and looked at before a move, the log has no roll more for it."""
    sitting = await sit_down(server, bot, database, GAME)
    before = logged(database, sitting.table_id)
    panel = private(await sitting.due.click(sitting.board, "Move"))
    while panel.selects():
        (menu,) = panel.selects()
        panel = private(await sitting.due.choose(panel, menu.options[0].value))
    (picture,) = panel.attachments
    assert picture.description is not None
    assert "to roll" in picture.description
    assert logged(database, sitting.table_id) == before


def test_only_the_host_enters_a_roll() -> None:
    """The one door for dice is `Match.roll`, which no command of a player leads to."""
    game = find(GAME)
    match = Match(game, game.spec.seatings[0])
    assert isinstance(match.turn, Dice)
    for seat in match.seats:
        with pytest.raises(RulesError):
            match.play(seat, "[5-2]")

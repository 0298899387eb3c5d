"""The host's dice at the table: sealed, added to, rolled, published and checked."""

import hashlib
import hmac
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.announce import headline
from bot.client import Postboard
from bot.dicing import rolled_on
from bot.records import Person as Named
from bot.records import Player, Standing, Status, Table, Terms
from bot.seals import Sealed
from loopback import Loopback, Message, Person
from rules.core import Dice, Roll, RulesError, Seat
from rules.events import Played, Rolled
from rules.fair import ProofError, verify
from rules.match import Match
from rules.registry import find
from tests.bot.conftest import bot_on
from tests.bot.sitting import Sitting, host_is_due, logged, private, public, sit_down

GAME = "hypergammon"


def rolls_of(secret: bytes, salt: bytes, count: int) -> list[list[int]]:
    """Return so many rolls of two dice, as the README says they are made."""
    rolls: list[list[int]] = []
    for number in range(1, count + 1):
        dice: list[int] = []
        block = 0
        while len(dice) < 2:
            text = f"roll {number} {block}".encode()
            mac = hmac.new(secret, salt + text, hashlib.sha256).digest()
            dice += [byte % 6 + 1 for byte in mac if byte < 252]
            block += 1
        rolls.append(dice[:2])
    return rolls


def check(proof: Mapping[str, Any]) -> None:
    """Check a proof by what the README says alone."""
    secret = bytes.fromhex(proof["secret"])
    assert hashlib.sha256(secret).hexdigest() == proof["seal"]
    seats = proof["contributions"]
    assert [each["seat"] for each in seats] == list(range(len(seats)))
    salt = "".join(f"{n['seat']} {n['interaction']} {n['words']}\n" for n in seats).encode()
    assert rolls_of(secret, salt, len(proof["rolls"])) == proof["rolls"]


def seal_on(message: Message) -> str:
    """Return the seal that a card or an answer shows."""
    (seal,) = [word for word in message.content.split("`") if len(word) == 64]
    return seal


def rolled(sitting: Sitting) -> list[list[int]]:
    log = logged(sitting.database, sitting.table_id)
    return [list(event.pips) for event in log if isinstance(event, Rolled)]


def proof_in(message: Message) -> dict[str, Any]:
    (attachment,) = message.attachments
    assert attachment.filename == "proof.json"
    proof: dict[str, Any] = json.loads(attachment.bytes)
    return proof


async def play(sitting: Sitting, moves: int, chance: random.Random) -> None:
    """Play so many random moves, or until the end."""
    for _ in range(moves):
        if sitting.match.outcome:
            return
        match = sitting.match
        await sitting.move(match.game.notate(chance.choice(match.game.legal(match.state))))


async def test_a_whole_game_can_be_checked(
    server: Loopback, bot: Postboard, database: Path, ann: Person, cy: Person
) -> None:
    sitting = await sit_down(server, bot, database, GAME)
    seal = seal_on(sitting.card)
    assert seal_on(private(await cy.slash("dice"))) == seal
    await play(sitting, 300, random.Random(4))
    assert sitting.match.outcome
    assert "`/dice` checks every roll" in sitting.board.content
    answer = private(await ann.slash("dice"))
    assert "**Checked:**" in answer.content
    proof = proof_in(answer)
    check(proof)
    verify(proof)
    assert (proof["seal"], proof["rolls"]) == (seal, rolled(sitting))
    assert proof["secret"] in sitting.board.content


async def test_the_secret_stays_secret_until_the_end(
    server: Loopback, bot: Postboard, database: Path, ann: Person
) -> None:
    sitting = await sit_down(server, bot, database, GAME)
    await play(sitting, 4, random.Random(5))
    dice = (await bot.tables.get(sitting.table_id)).dice
    assert dice is not None
    assert not private(await ann.slash("dice")).attachments
    assert not any(dice.secret.hex() in message.content for message in ann.sees("lobby"))
    await ann.click(private(await ann.slash("resign")), "Resign")
    assert dice.secret.hex() in private(await ann.slash("dice")).content


async def test_everybody_adds_to_the_dice(bot: Postboard, ann: Person, bo: Person) -> None:
    """Words may be added by who sits and who is invited; each accepting interaction counts."""
    opening = await ann.slash(f"play {GAME}", opponent=bo)
    card = public(opening)
    before = seal_on(card)
    private(await ann.slash("dice", words="rain  on\nthe roof"))
    private(await bo.slash("dice", words="`ünïcode` @everyone **7**"))
    await bot.idle()
    (card,) = [message for message in ann.sees("lobby") if message.id == card.id]
    assert "rain on the roof" in card.content
    assert not card.mention_everyone
    assert f"`{before}`" in card.content
    accepting = await bo.click(card, "Accept")
    public(accepting)
    late = private(await bo.slash("dice", words="too late"))
    assert "until its game begins" in late.content
    await bo.click(private(await bo.slash("resign")), "Resign")
    proof = proof_in(private(await bo.slash("dice")))
    check(proof)
    assert proof["seal"] == before
    assert proof["contributions"] == [
        {"seat": 0, "interaction": str(opening.interaction.id), "words": "rain on the roof"},
        {
            "seat": 1,
            "interaction": str(accepting.interaction.id),
            "words": "`ünïcode` @everyone **7**",
        },
    ]


@pytest.mark.usefixtures("bot")
async def test_who_leaves_and_comes_back_adds_another_number(ann: Person, bo: Person) -> None:
    card = public(await ann.slash(f"play {GAME}"))
    await bo.click(card, "Join")
    private(await bo.slash("dice", words="forgotten when I leave"))
    await bo.click(card, "Leave")
    joining = await bo.click(card, "Join")
    assert "forgotten" not in public(joining).content
    public(await ann.click(card, "Start"))
    await ann.click(private(await ann.slash("resign")), "Resign")
    proof = proof_in(private(await ann.slash("dice")))
    check(proof)
    added = {"seat": 1, "interaction": str(joining.interaction.id), "words": ""}
    assert proof["contributions"][1] == added


async def test_a_table_in_a_thread_has_its_seal_on_the_card(
    bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    await bo.click(public(await ann.slash("play czech", opponent=bo)), "Accept")
    offer = private(await cy.slash(f"play {GAME}"))
    await cy.click(offer, "Open a thread")
    (table,) = await bot.tables.of_user(cy.id)
    assert table.dice is not None
    (card,) = [message for message in bo.sees(table.channel_id) if message.buttons()]
    assert seal_on(card) == table.dice.seal


@pytest.mark.usefixtures("bot")
async def test_words_are_for_tables_with_dice(ann: Person, bo: Person) -> None:
    assert "no such table" in private(await ann.slash("dice", words="luck")).content
    assert "No game" in private(await ann.slash("dice")).content
    await ann.slash("play czech", opponent=bo)
    assert "without dice" in private(await ann.slash("dice", words="luck")).content
    assert "without dice" in private(await ann.slash("dice")).content


async def test_tampered_proofs_are_refused(
    server: Loopback, bot: Postboard, database: Path, ann: Person
) -> None:
    sitting = await sit_down(server, bot, database, GAME)
    await play(sitting, 6, random.Random(6))
    await ann.click(private(await ann.slash("resign")), "Resign")
    proof = proof_in(private(await ann.slash("dice")))
    verify(proof)
    first, *rest = proof["rolls"]
    host, rival = proof["contributions"]
    tampered: Sequence[Mapping[str, Any]] = (
        {"rolls": [first[::-1], *rest]} if first[0] != first[1] else {"rolls": [[0, 0], *rest]},
        {"rolls": rest},
        {"secret": "00" * 32},
        {"seal": proof["secret"]},
        {"contributions": [{**host, "words": "luck"}, rival]},
        {"contributions": [{**host, "interaction": rival["interaction"]}, rival]},
    )
    for change in tampered:
        with pytest.raises(ProofError):
            verify({**proof, **change})


async def test_in_a_series_each_secret_is_the_next_seal(
    bot: Postboard, ann: Person, bo: Person
) -> None:
    card = public(await ann.slash(f"play {GAME}", opponent=bo, match="first-to-3"))
    seals = [seal_on(card)]
    await bo.click(card, "Accept")
    for _ in range(3):
        await ann.click(private(await ann.slash("resign")), "Resign")
        await bot.idle()
        answer = private(await ann.slash("dice"))
        proof = proof_in(answer)
        check(proof)
        assert proof["seal"] == seals[-1]
        seals.append(proof["secret"])
        assert hashlib.sha256(bytes.fromhex(seals[-1])).hexdigest() == seals[-2]
    assert await bot.tables.running_in(ann.place("lobby").id) is None
    last = next(m for m in reversed(ann.sees("lobby")) if "resigned" in m.content)
    assert seals[-1] in last.content


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
    match = _before_a_pass(Match(game, game.spec.seatings[0]), random.Random(1))
    roll = match.plies[-2]
    match = replace(match, events=match.events[:-2], plies=match.plies[:-2])
    table = next(
        table
        for table in (_at_table(match, number) for number in count())
        if rolled_on(table, match).events[len(match.events)] == Rolled(roll.move.pips)
    )
    after = rolled_on(table, match)
    assert after.plies[len(match.plies) + 1].notation == "pass"
    assert isinstance(after.events[-1], Rolled)
    assert not host_is_due(after)
    assert Match.replay(game, after.seating, after.events) == after
    played = match.plies[-1]
    assert after.last == played
    line = headline(replace(table, match=after))
    mover, rival = ("Ann", "Bo") if played.side == "white" else ("Bo", "Ann")
    pips = roll.notation.strip("[]")
    told = f"played **{played.notation}**. {rival} rolled {pips} and can't move: the turn passes. "
    assert told + f"{mover} rolled " in line


def _before_a_pass(match: Match, chance: random.Random) -> Match:
    """Return a match whose last plies are a roll and the pass that it left."""
    opened = match
    while not match.plies or match.plies[-1].notation != "pass":
        if match.outcome:
            match = opened
        move = chance.choice(match.game.legal(match.state))
        event = Rolled(move.pips) if isinstance(move, Roll) else Played(match.game.notate(move))
        match = match.add(event)
    return match


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

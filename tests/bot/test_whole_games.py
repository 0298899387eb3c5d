"""Whole random games of every registered game, typed and clicked, checked after every ply."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from bot.interactions.client import Postboard
from bot.messages.controls import verbs
from bot.messages.controls.move_words import move_word
from loopback import Loopback, Message, Person
from rules.contract.capabilities import ClaimsRegions
from rules.contract.clicks import MoveEntry, enter
from rules.contract.core import AnyGame, AnyMove, Dice
from rules.geometry import Cell
from rules.geometry.blocks import blocks
from rules.log.events import OfferKind
from rules.registry import all_games
from tests.bot.game_driver import (
    GameDriver,
    asks,
    check_picture,
    choices,
    pick,
    private,
    public,
    says_yes,
    sit_down,
)
from tests.bot.known_verbs import decode
from tests.conformance.configured import SOAK, third

PLIES: Final = 150 if SOAK else 30
"""Plies after which a game is drawn by agreement."""

BEGINNING: Final = 4
"""Plies of a game whose kind of panel another one has seen to the end."""

MOST: Final = 25
"""Choices that a panel offers at once."""
PART: Final = 14
"""The cells of a part of the board, which are all buttons on most boards."""


def _settings() -> Iterator[Any]:
    """Yield every game as it usually is, and once with each value of each of its options.

    A game is played to its end once for each kind of panel; all others begin only, except in a
    soak.
    """
    kinds = set[object]()
    for key, game in all_games().items():
        settings: list[dict[str, str]] = [{}]
        settings += [{o.key: c.value} for o in game.spec.options for c in o.choices[1:]]
        for chosen in settings:
            kind = _kind_of_panel(game.configured(chosen))
            plies = BEGINNING if kind in kinds and not SOAK else PLIES
            kinds.add(kind)
            named = (f"{option}-{value}" for option, value in chosen.items())
            yield pytest.param(key, chosen, plies, id="-".join((key, *named)))


def _kind_of_panel(game: AnyGame) -> tuple[bool, bool, int]:
    """Return what tells one panel from another: claims, parts of the board, and who has one."""
    cells = sum(map(len, game.geometry.rows()))
    return isinstance(game, ClaimsRegions), cells > MOST, len(game.spec.seatings[0])


every_setting: Final = pytest.mark.parametrize(("key", "options", "plies"), third(_settings()))


@every_setting
@pytest.mark.parametrize("way", ["typed", "clicked"])
async def test_a_random_game(
    server: Loopback,
    bot: Postboard,
    database: Path,
    *,
    key: str,
    options: dict[str, str],
    plies: int,
    way: str,
) -> None:
    chance = random.Random(f"{way} {key} {options}")
    driver = await sit_down(server, bot, database, key, options=options)
    for _ in range(plies):
        if driver.match.outcome:
            break
        await (_type_a_move if way == "typed" else _click_a_move)(driver, chance)
    await _end(driver)
    _check_pings(driver, server)


async def _type_a_move(driver: GameDriver, chance: random.Random) -> None:
    """Let the player due type any move, after a look at what is suggested."""
    await _check_suggestions(driver, chance)
    await driver.move(chance.choice(_notations(driver)))


def _notations(driver: GameDriver) -> list[str]:
    match = driver.match
    return sorted(map(match.game.notate, match.game.legal(match.state)))


async def _check_suggestions(driver: GameDriver, chance: random.Random) -> None:
    legal = _notations(driver)
    assert await _suggested(driver, driver.due, "") == legal[:25]
    wanted = chance.choice(legal)
    assert wanted in await _suggested(driver, driver.due, wanted.upper().replace("-", " "))
    beginning = wanted[:2]
    found = await _suggested(driver, driver.due, beginning)
    begin = [text for text in legal if text.startswith(beginning)]
    assert found[: len(begin)] == begin[:25]
    assert set(found) <= set(legal)
    assert await _suggested(driver, driver.idle, "") == []


async def _suggested(driver: GameDriver, person: Person, typed: str) -> list[str]:
    choices = await person.autocomplete("move", "move", typed, channel=driver.channel)
    assert all(choice.name == choice.value for choice in choices)
    return [choice.name for choice in choices]


async def _click_a_move(driver: GameDriver, chance: random.Random) -> None:
    """Let the player due enter any move by the panel, changing their mind now and then."""
    match = driver.match
    legal = match.game.legal(match.state)
    if len(legal) == 1:
        only = match.game.notate(legal[0])
        await _play(driver, driver.board, f"Play {only} (only move)", legal[0])
        return
    panel = private(await driver.due.click(driver.board, "Move"))
    entry = enter(match.game, legal, ())
    while True:
        check_picture(panel)
        if not entry.choices:
            move = chance.choice(entry.moves)
            if chance.random() < 0.8:
                await _play(driver, panel, f"Play {match.game.notate(move)}", move)
                return
            entry = await _go_back(driver, panel, entry)
        elif asks(panel, "Pick a move"):
            move = chance.choice(legal)
            await _choose(driver, panel, move)
            entry = MoveEntry(match.game.path(move), (), (move,))
        elif entry.clicked and chance.random() < 0.1:
            entry = await _go_back(driver, panel, entry)
        elif entry.clicked and isinstance(match.game, ClaimsRegions):
            entry = await _claim(driver, panel, entry, chance)
        else:
            cell = chance.choice(entry.choices)
            await _pick(driver, panel, entry, cell)
            entry = enter(match.game, legal, (*entry.clicked, cell))
        panel = _now(driver, panel)


async def _choose(driver: GameDriver, panel: Message, move: AnyMove) -> None:
    """Choose a whole move; the panel must offer exactly the legal ones."""
    game = driver.game
    legal = game.legal(driver.match.state)
    assert sorted(choices(panel)) == sorted(map(game.notate, legal))
    await pick(driver.due, panel, game.notate(move))


async def _pick(driver: GameDriver, panel: Message, entry: MoveEntry, cell: Cell) -> None:
    """Choose a cell; the panel must offer exactly the cells that can come next."""
    wanted = set(entry.choices)
    if len(wanted) > MOST:
        panel, wanted = await _pick_a_part(driver, panel, wanted, cell)
    # The words bear the labels of the mover's picture.
    seen = driver.game.view(driver.match.state).geometry
    assert sorted(choices(panel)) == sorted(map(seen.label, wanted))
    await pick(driver.due, panel, seen.label(cell))


async def _pick_a_part(
    driver: GameDriver, panel: Message, wanted: set[Cell], cell: Cell
) -> tuple[Message, set[Cell]]:
    """Choose the part of the board that holds the cell; return what it must offer, too."""
    labels = [b.label or "" for b in panel.buttons()]
    offered = [label for label in labels if label.isdecimal() or "–" in label]
    found = blocks(driver.game.geometry, PART)
    if any(len(part.cells) > PART for part in found):
        found = blocks(driver.game.geometry, MOST)
    parts = [wanted & part.cells for part in found]
    turn = driver.match.turn
    assert turn is not None
    assert not isinstance(turn, Dice)
    if driver.game.spec.side(turn).far:
        parts.reverse()
    parts = [cells for cells in parts if cells]
    assert [label.split(" ")[0] for label in offered] == [
        str(number) for number in range(1, len(parts) + 1)
    ]
    number = next(number for number, cells in enumerate(parts, 1) if cell in cells)
    reply = await driver.due.click(panel, offered[number - 1])
    assert reply.updated
    shown = private(reply)
    check_picture(shown)
    return shown, parts[number - 1]


async def _claim(
    driver: GameDriver, panel: Message, entry: MoveEntry, chance: random.Random
) -> MoveEntry:
    """Choose any claim, or none; the buttons must offer each claim that this stone allows."""
    match, game = driver.match, driver.game
    assert isinstance(game, ClaimsRegions)
    legal = list(match.game.legal(match.state))
    begun = [move for move in legal if match.game.path(move)[0] == entry.clicked[0]]
    words = {move_word(game, move): move for move in begun}
    listed = {o.value: o.label for menu in panel.selects() for o in menu.options}
    named = listed | {
        decode(button.custom_id).text(0): button.label or ""
        for button in panel.buttons()
        if button.custom_id and decode(button.custom_id).verb is verbs.CHOOSE
    }
    assert named.keys() == words.keys()
    word = chance.choice(sorted(words))
    claims = game.region(match.state, words[word]) is not None
    assert claims == (named[word] != "Claim nothing")
    if word in listed:
        reply = await driver.due.choose(panel, word)
    else:
        reply = await driver.due.click(panel, named[word])
    assert reply.updated
    private(reply)
    return enter(match.game, legal, match.game.path(words[word]))


async def _go_back(driver: GameDriver, panel: Message, entry: MoveEntry) -> MoveEntry:
    """Press Back: the last choice made by hand is open again."""
    match = driver.match
    legal = match.game.legal(match.state)
    reply = await driver.due.click(panel, "Back")
    assert reply.updated
    if asks(private(reply), "Pick a move"):
        return enter(match.game, legal, ())
    for size in reversed(range(len(entry.clicked))):
        earlier = enter(match.game, legal, entry.clicked[:size])
        if earlier.clicked != entry.clicked:
            if earlier.choices and isinstance(match.game, ClaimsRegions):
                return enter(match.game, legal, entry.clicked[: min(size, 1)])
            return earlier
    raise AssertionError("there was nothing to go back to")


async def _play(driver: GameDriver, panel: Message, label: str, move: AnyMove) -> None:
    match = driver.match
    assert match.seat_due is not None
    notation = match.game.notate(move)
    player = driver.due
    reply = await player.click(panel, label)
    await driver.became(match.play(match.seat_due, notation), reply)
    # A star is text in Hypergammon's notation, and stands as text in the message.
    shown = notation.replace("*", "\\*")
    assert f"**{shown}**" in driver.board.content
    if panel.ephemeral:
        left = _now(driver, panel)
        assert left.content == f"Played **{shown}**."
        assert not left.components


def _now(driver: GameDriver, message: Message) -> Message:
    """Return a message as it stands now."""
    seen = (m for person in driver.people.values() for m in person.sees(driver.channel))
    return next(m for m in seen if m.id == message.id)


async def _end(driver: GameDriver) -> None:
    """Agree on a draw if the game still runs; then nothing more can be done to it."""
    if not driver.match.outcome:
        match = driver.match.propose(driver.match.seats[0], OfferKind.DRAW)
        for seat in match.seats[1:]:
            match = match.accept(seat)
        first, *others = driver.people.values()
        public(await first.slash("game draw", channel=driver.channel))
        replies = [await says_yes(person, "draw", driver.channel) for person in others]
        await driver.became(match, replies[-1])
        assert " drew** (agreed)." in driver.board.content
    assert not any(b.label == "Move" for b in driver.board.buttons())
    late = await driver.people[driver.match.seats[0]].slash(
        "move", channel=driver.channel, move="c3-d4"
    )
    assert "No game is in progress" in private(late).content


def _check_pings(driver: GameDriver, server: Loopback) -> None:
    """Over a whole game nobody hears a ping but players, and nobody sees others' panels."""
    players = {person.id for person in driver.people.values()}
    stranger = server.person("Di")
    assert stranger.id not in players
    seen = stranger.sees(driver.channel)
    assert not any(message.ephemeral for message in seen)
    for message in seen:
        assert message.pings <= players
        assert not message.mention_everyone
    for person in driver.people.values():
        mine = [message for message in person.sees(driver.channel) if message.ephemeral]
        assert all(message.audience == person.id for message in mine)

"""Whole random games of every registered game, typed and clicked, checked after every ply."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from bot.client import Postboard
from loopback import Loopback, Message, Person
from rules.abilities import Claiming
from rules.clicks import Entry, enter
from rules.core import AnyGame, AnyMove
from rules.events import OfferKind
from rules.geometry import Cell
from rules.geometry.blocks import blocks
from rules.registry import all_games
from tests.bot.sitting import Sitting, answered, check_picture, private, sit_down

PLIES: Final = 150
"""Plies after which a game is drawn by agreement."""

BEGINNING: Final = 6
"""Plies of a game whose kind of panel another setting has seen to the end."""

MOST_OPTIONS: Final = 25
"""Options of one menu."""


def _settings() -> Iterator[Any]:
    """Yield every game as it usually is, and once with each value of each of its options.

    A game is played to its end once for each kind of panel it has; other settings begin only.
    """
    for key, game in all_games().items():
        kinds = {_kind_of_panel(game)}
        yield pytest.param(key, {}, PLIES, id=key)
        for option in game.spec.options:
            for choice in option.choices[1:]:
                chosen = {option.key: choice.value}
                kind = _kind_of_panel(game.configured(chosen))
                plies = BEGINNING if kind in kinds else PLIES
                kinds.add(kind)
                yield pytest.param(key, chosen, plies, id=f"{key}-{option.key}-{choice.value}")


def _kind_of_panel(game: AnyGame) -> tuple[bool, bool, int]:
    """Return what tells one panel from another: claims, parts of the board, and who has one."""
    cells = sum(map(len, game.geometry.rows()))
    return isinstance(game, Claiming), cells > MOST_OPTIONS, len(game.spec.seatings[0])


every_setting: Final = pytest.mark.parametrize(("key", "options", "plies"), list(_settings()))


@every_setting
async def test_a_random_game_typed(
    server: Loopback,
    bot: Postboard,
    database: Path,
    *,
    key: str,
    options: dict[str, str],
    plies: int,
) -> None:
    chance = random.Random(f"typed {key} {options}")
    sitting = await sit_down(server, bot, database, key, options=options)
    for _ in range(plies):
        if sitting.match.outcome:
            break
        await _check_suggestions(sitting, chance)
        await sitting.move(chance.choice(_notations(sitting)))
    await _end(sitting)
    _check_pings(sitting, server)


@every_setting
async def test_a_random_game_clicked(
    server: Loopback,
    bot: Postboard,
    database: Path,
    *,
    key: str,
    options: dict[str, str],
    plies: int,
) -> None:
    chance = random.Random(f"clicked {key} {options}")
    sitting = await sit_down(server, bot, database, key, options=options)
    for _ in range(plies):
        if sitting.match.outcome:
            break
        await _click_a_move(sitting, chance)
    await _end(sitting)
    _check_pings(sitting, server)


def _notations(sitting: Sitting) -> list[str]:
    match = sitting.match
    return sorted(map(match.game.notate, match.game.legal(match.state)))


async def _check_suggestions(sitting: Sitting, chance: random.Random) -> None:
    legal = _notations(sitting)
    assert await _suggested(sitting, sitting.due, "") == legal[:25]
    wanted = chance.choice(legal)
    assert wanted in await _suggested(sitting, sitting.due, wanted.upper().replace("-", " "))
    beginning = wanted[:2]
    found = await _suggested(sitting, sitting.due, beginning)
    begin = [text for text in legal if text.startswith(beginning)]
    assert found[: len(begin)] == begin[:25]
    assert set(found) <= set(legal)
    assert await _suggested(sitting, sitting.idle, "") == []


async def _suggested(sitting: Sitting, person: Person, typed: str) -> list[str]:
    choices = await person.autocomplete("move", "move", typed, channel=sitting.channel)
    assert all(choice.name == choice.value for choice in choices)
    return [choice.name for choice in choices]


async def _click_a_move(sitting: Sitting, chance: random.Random) -> None:
    """Let the player due enter any move by the panel, changing their mind now and then."""
    match = sitting.match
    legal = match.game.legal(match.state)
    if len(legal) == 1:
        only = match.game.notate(legal[0])
        await _play(sitting, sitting.board, f"Play {only} (the only move)", legal[0])
        return
    panel = private(await sitting.due.click(sitting.board, "Move"))
    entry = enter(match.game, legal, ())
    while True:
        check_picture(panel)
        if not entry.choices:
            move = chance.choice(entry.moves)
            if chance.random() < 0.8:
                await _play(sitting, panel, f"Play {match.game.notate(move)}", move)
                return
            entry = await _go_back(sitting, panel, entry)
        elif entry.clicked and chance.random() < 0.1:
            entry = await _go_back(sitting, panel, entry)
        elif entry.clicked and isinstance(match.game, Claiming):
            entry = await _claim(sitting, panel, entry, chance)
        else:
            cell = chance.choice(entry.choices)
            await _pick(sitting, panel, entry, cell)
            entry = enter(match.game, legal, (*entry.clicked, cell))
        panel = _now(sitting, panel)


async def _pick(sitting: Sitting, panel: Message, entry: Entry, cell: Cell) -> None:
    """Choose a cell; the menu must offer exactly the cells that can come next."""
    wanted = set(entry.choices)
    if len(wanted) > MOST_OPTIONS:
        panel, wanted = await _pick_a_part(sitting, panel, wanted, cell)
    (menu,) = panel.selects()
    numbers = [option.label.split(" · ")[0] for option in menu.options]
    assert numbers == [str(number) for number in range(1, len(menu.options) + 1)]
    assert all(sitting.game.geometry.label(Cell(int(o.value))) in o.label for o in menu.options)
    offered = [int(option.value) for option in menu.options]
    assert len(offered) == len(wanted)
    assert set(offered) == wanted
    reply = await sitting.due.choose(panel, str(cell))
    assert reply.updated
    private(reply)


async def _pick_a_part(
    sitting: Sitting, panel: Message, wanted: set[Cell], cell: Cell
) -> tuple[Message, set[Cell]]:
    """Choose the part of the board that holds the cell; return what it must offer, too."""
    (menu,) = panel.selects()
    geometry = sitting.game.geometry
    parts = {
        f"{geometry.label(part.low)}–{geometry.label(part.high)}": wanted & part.cells
        for part in blocks(geometry, MOST_OPTIONS)
    }
    parts = {name: cells for name, cells in parts.items() if cells}
    offered = [option.label.split(" · ")[1] for option in menu.options]
    assert sorted(offered) == sorted(parts)
    name = next(name for name, cells in parts.items() if cell in cells)
    reply = await sitting.due.choose(panel, menu.options[offered.index(name)].value)
    assert reply.updated
    shown = private(reply)
    check_picture(shown)
    return shown, parts[name]


async def _claim(sitting: Sitting, panel: Message, entry: Entry, chance: random.Random) -> Entry:
    """Choose any claim, or none; the menu must offer each claim that this stone allows."""
    match, game = sitting.match, sitting.game
    assert isinstance(game, Claiming)
    legal = list(match.game.legal(match.state))
    begun = [move for move in legal if match.game.path(move)[0] == entry.clicked[0]]
    claims = [move for move in begun if game.region(match.state, move)]
    (menu,) = panel.selects()
    assert {o.value for o in menu.options} == {str(legal.index(move)) for move in claims}
    move = chance.choice(begun)
    if move in claims:
        reply = await sitting.due.choose(panel, str(legal.index(move)))
    else:
        reply = await sitting.due.click(panel, "No claim")
    assert reply.updated
    private(reply)
    return enter(match.game, legal, match.game.path(move))


async def _go_back(sitting: Sitting, panel: Message, entry: Entry) -> Entry:
    """Press Back: the last cell that was chosen by hand is open again."""
    match = sitting.match
    legal = match.game.legal(match.state)
    reply = await sitting.due.click(panel, "Back")
    assert reply.updated
    for size in reversed(range(len(entry.clicked))):
        earlier = enter(match.game, legal, entry.clicked[:size])
        if earlier.clicked != entry.clicked:
            if earlier.choices and isinstance(match.game, Claiming):
                return enter(match.game, legal, entry.clicked[: min(size, 1)])
            return earlier
    raise AssertionError("there was nothing to go back to")


async def _play(sitting: Sitting, panel: Message, label: str, move: AnyMove) -> None:
    match = sitting.match
    assert match.seat_due is not None
    notation = match.game.notate(move)
    player = sitting.due
    reply = await player.click(panel, label)
    await sitting.became(match.play(match.seat_due, notation), reply)
    assert f"played **{notation}**" in answered(reply).content
    if panel.ephemeral:
        left = _now(sitting, panel)
        assert left.content == f"You played **{notation}**."
        assert not left.components


def _now(sitting: Sitting, message: Message) -> Message:
    """Return a message as it stands now."""
    seen = (m for person in sitting.people.values() for m in person.sees(sitting.channel))
    return next(m for m in seen if m.id == message.id)


async def _end(sitting: Sitting) -> None:
    """Agree on a draw if the game still runs; then nothing more can be done to it."""
    if not sitting.match.outcome:
        match = sitting.match.propose(sitting.match.seats[0], OfferKind.DRAW)
        for seat in match.seats[1:]:
            match = match.accept(seat)
        people = sitting.people.values()
        replies = [await person.slash("draw", channel=sitting.channel) for person in people]
        await sitting.became(match, replies[-1])
        assert "drawn" in sitting.board.content
    assert not any(b.label == "Move" for b in sitting.board.buttons())
    late = await sitting.people[sitting.match.seats[0]].slash(
        "move", channel=sitting.channel, move="c3-d4"
    )
    assert "No game is running" in private(late).content


def _check_pings(sitting: Sitting, server: Loopback) -> None:
    """Over a whole game nobody hears a ping but players, and nobody sees others' panels."""
    players = {person.id for person in sitting.people.values()}
    stranger = server.person("Di")
    assert stranger.id not in players
    seen = stranger.sees(sitting.channel)
    assert not any(message.ephemeral for message in seen)
    for message in seen:
        assert message.pings <= players
        assert not message.mention_everyone
    for person in sitting.people.values():
        mine = [message for message in person.sees(sitting.channel) if message.ephemeral]
        assert all(message.audience == person.id for message in mine)

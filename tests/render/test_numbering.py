"""Points have one numbering for everybody who looks: on the rim, in words and in notation."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from render import alt_text, picture, text_board
from render.backgammon.layout import board_layout
from rules.contract.core import AnyMove, Dice, Roll, Side
from rules.contract.view import BoardView, seen_from
from rules.geometry import Cell
from rules.registry import find
from tests.conformance.configured import more_in_soak
from tests.render.gameviews import hyper
from tests.render.pixels import opened, strip

GAME = find("hypergammon")
POSITIONS = more_in_soak(100)


def rim(view: BoardView) -> dict[Cell, bytes]:
    """Return by point the pixels of what the rim says beside it."""
    places, image = board_layout(800, turned=view.turned), opened(picture(view))
    bottom = strip() + 2 * places.point + places.die + places.rim
    found: dict[Cell, bytes] = {}
    for number in range(24):
        place = places.places[number]
        top = strip() if place.upper else bottom
        # The inlay lies below the numbers of the upper rim and above those of the lower one.
        box = (place.left, top + 4, place.left + place.width, top + places.rim - 4)
        found[Cell(number)] = image.crop(box).tobytes()
    return found


@pytest.fixture(scope="module")
def numbers() -> dict[bytes, str]:
    """Return what the pixels of a number on the rim say: those of White's upper and lower row."""
    plain = {pixels: str(cell + 1) for cell, pixels in rim(hyper()).items()}
    turned = seen_from(hyper(), far=True)
    plain |= {pixels: str(24 - cell) for cell, pixels in rim(turned).items()}
    swapped = hyper(counting=Side("black"))
    plain |= {pixels: str(24 - cell) for cell, pixels in rim(swapped).items()}
    assert sorted(set(plain.values()), key=int) == [str(number) for number in range(1, 25)]
    return plain


def positions(count: int) -> Iterator[tuple[BoardView, object, AnyMove | None]]:
    """Give this many positions of random games: the public view, the state and the last play."""
    random, given = Random(17), 0
    while given < count:
        state, last = GAME.start(), None
        while (due := GAME.turn(state)) is not None and given < count:
            if isinstance(due, Dice):
                move = Roll(tuple(random.randint(1, 6) for _ in range(due.count)))
            else:
                move = random.choice(list(GAME.legal(state)))
                last = move
            state = GAME.apply(state, move)
            given += 1
            yield GAME.view(state, last), state, last


def test_the_numbers_in_words_are_those_on_the_rim(numbers: dict[bytes, str]) -> None:
    for number, (public, state, _) in enumerate(positions(POSITIONS)):
        views = [public, seen_from(public, far=False), seen_from(public, far=True)]
        view = views[number % 3]
        on_rim = {cell: numbers[pixels] for cell, pixels in rim(view).items()}
        assert set(on_rim.values()) == {str(each) for each in range(1, 25)}
        _check_alt(view, on_rim)
        assert all(on_rim[cell] == view.geometry.label(cell) for cell in on_rim)
        if view is public and isinstance(GAME.turn(state), str):
            _check_notation(state, on_rim)


def _check_alt(view: BoardView, on_rim: dict[Cell, str]) -> None:
    """Every checker is told to stand where the rim has that number."""
    for player in view.players:
        found = re.search(rf"{player.title.english()}, \d+ pips? to go: ([^.]*)\.", alt_text(view))
        assert found
        told = {
            place: int(count) for count, place in re.findall(r"(\d+) checkers? on (\d+)", found[1])
        }
        standing = {
            on_rim[stack.cell]: len(stack.pieces)
            for stack in view.stacks
            if stack.pieces[-1].side == player.side and stack.cell in on_rim
        }
        assert told == standing


def _check_notation(state: object, on_rim: dict[Cell, str]) -> None:
    """Compare the numbers that a play is written with to those beside the points clicked."""
    for move in GAME.legal(state):
        path, text = GAME.path(move), GAME.notate(move)
        written = set(re.findall(r"\d+", re.sub(r"\(\d\)", "", text)))
        clicked = {on_rim[cell] for cell in path if cell in on_rim}
        assert written <= clicked, text
        if len(path) == 2:
            assert written == clicked


def test_the_public_board_is_numbered_for_the_side_to_move() -> None:
    for public, _, last in positions(200):
        due = next((player.side for player in public.players if player.to_move), None)
        for side, mine in (("white", "1"), ("black", "24")):
            if due == side:
                assert public.geometry.label(Cell(0)) == mine
        if due is None and last is not None and not public.rolling:
            assert public.mover is not None
        assert not public.turned


def test_a_private_board_is_numbered_for_its_viewer() -> None:
    for public, _, _ in positions(60):
        for far, first in ((False, "1"), (True, "24")):
            view = seen_from(public, far=far)
            assert view.geometry.label(Cell(0)) == first
            lower = text_board(view).splitlines()[4].split()
            assert lower[-2] == "1", "the viewer's own home is at the lower right"

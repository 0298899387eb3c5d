"""Stacks can be read on every board that has them, and none leaves its cell."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby, permutations
from random import Random

import pytest
from hypothesis import given, settings
from PIL import Image, ImageChops

from render import picture
from render.theme import ALARM, CHOICE, PAINTS
from rules.contract.core import AnyGame, AnyMove
from rules.contract.view import BoardView, Colour, Mark, MarkKind
from rules.geometry import Cell, Geometry
from rules.geometry.hexagon import Hexagon
from rules.registry import find
from tests.conformance.configured import more_in_soak
from tests.render.pixels import box_of, colours, middle_of, opened
from tests.render.views import ARMIES, BOARDS, LARGE, SEVEN, SMALL, cell, piled_views, piles

MIDDLE: dict[Geometry, str] = {SMALL: "c3", LARGE: "e5", SEVEN: "d4"}
LETTERS = {colour: letter for letter, (_, colour) in ARMIES.items()}
FACES = {paint.face: LETTERS[colour] for colour, paint in PAINTS.items()}
MOST_BYTES = 40_000
_GAMES = 6
"""Games whose positions are weighed together: the mean of one differs from that of another."""


def outside(view: BoardView, each: Cell, image: Image.Image, reach: float = 0) -> Image.Image:
    """Return the picture without a cell, and this many cell widths around it."""
    x, y, size = middle_of(view, each)
    half = size / 2 + reach * size
    kept = image.copy()
    if not isinstance(view.geometry, Hexagon):
        kept.paste((0, 0, 0), (int(x - half), int(y - half), int(x + half), int(y + half)))
        return kept
    for row in range(-int(half * 1.16), int(half * 1.16) + 1):
        width = min(half, (half * 1.1548 - abs(row)) * 3**0.5) + 1
        if width > 0:
            kept.paste((0, 0, 0), (int(x - width), y + row, int(x + width) + 1, y + row + 1))
    return kept


def read_across(view: BoardView, image: Image.Image, each: Cell) -> str:
    """Read a fan's sides from the left, below the figure of its topmost piece."""
    x, y, size = middle_of(view, each)
    row = y + round(0.055 * size) + round(0.19 * size)
    raw = image.crop((x - size // 2, row, x + size // 2, row + 1)).tobytes()
    seen = zip(raw[0::3], raw[1::3], raw[2::3], strict=True)
    runs = ((FACES[one], len(list(run))) for one, run in groupby(seen) if one in FACES)
    return "".join(letter for letter, length in runs if length > 1)


@pytest.mark.parametrize("pile", ["".join(each) for each in permutations("wbro", 3)])
def test_every_colour_of_a_fan_can_be_read(pile: str) -> None:
    view = piles(SMALL, f"c3={pile}", letters="wbro")
    assert read_across(view, opened(picture(view)), cell("c3", SMALL)) == pile


def test_like_pieces_behind_one_another_can_be_counted() -> None:
    for letter in "wro":
        view = piles(SMALL, f"c3={letter * 3}", letters="wbro")
        assert read_across(view, opened(picture(view)), cell("c3", SMALL)) == letter * 3


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("colour", Colour)
def test_the_owner_of_a_stack_lies_on_top(board: Geometry, colour: Colour) -> None:
    letter = LETTERS[colour]
    for height in (1, 2, 5, 14):
        pile = (letter + "wb" * 7)[:height]
        view = piles(board, f"{MIDDLE[board]}={pile}", letters="wbro")
        x, y, size = middle_of(view, cell(MIDDLE[board], board))
        fanned = board is SMALL and height > 1
        left = x - (size // 2 if fanned else size // 3)
        right = x - size // 12 if fanned else x + size // 3
        seen = colours(opened(picture(view)), (left, y - size // 3, right, y + size // 3))
        assert seen[PAINTS[colour].face] > 0.10 * seen.total()
        assert max(seen[PAINTS[colour].figure], seen[PAINTS[colour].number]) > 20


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("width", [400, 800])
def test_every_height_looks_different(board: Geometry, width: int) -> None:
    seen = {
        picture(piles(board, f"{MIDDLE[board]}={'w' * height}"), width=width)
        for height in range(1, 15)
    }
    assert len(seen) == 14


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("pile", ["w", "wr", "rwo", "wrowr", "wr" * 7])
@pytest.mark.parametrize("letter", ["a", "", "z"])
def test_nothing_of_a_stack_leaves_its_cell(board: Geometry, pile: str, letter: str) -> None:
    ends = {"a": board.cells[0], "z": board.cells[-1]}
    each = ends.get(letter, cell(MIDDLE[board], board))
    # The other stack keeps the pieces of both pictures as small as those in piles.
    other = next(one for one in board.cells if one not in {each, board.cells[1]})
    beside = f"{board.label(other)}=ww"
    bare, view = piles(board, beside), piles(board, f"{beside} {board.label(each)}={pile}")
    same = replace(bare, players=view.players)
    changed = ImageChops.difference(opened(picture(same)), opened(picture(view)))
    assert changed.getbbox()
    assert outside(view, each, changed).getbbox() is None


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("kind", MarkKind)
@pytest.mark.parametrize("pile", ["", "r", "rwo"])
def test_a_mark_changes_its_cell_alone(board: Geometry, kind: MarkKind, pile: str) -> None:
    if kind is MarkKind.PASSED and (pile or board is SEVEN):
        return  # A passed cell is empty, and square boards show the line of the move.
    if kind is MarkKind.CAPTURED and pile and board is SEVEN:
        return  # No game takes from stacks on square boards.
    label = MIDDLE[board]
    bare = piles(board, f"{label}={pile} a1=ww" if pile else "a1=ww")
    marked = replace(bare, marks=(Mark(cell(label, board), kind, "7"),))
    changed = ImageChops.difference(opened(picture(bare)), opened(picture(marked)))
    assert changed.getbbox()
    # A frame lies on the border of its hexagon, half of it outside.
    assert outside(bare, cell(label, board), changed, 0.08).getbbox() is None


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("pile", ["", "r", "rwo"])
def test_all_marks_are_told_apart_without_hue(board: Geometry, pile: str) -> None:
    label = MIDDLE[board]
    bare = piles(board, f"{label}={pile} a1=ww" if pile else "a1=ww")
    box = box_of(bare, cell(label, board), part=1.16)
    kinds = [MarkKind.TARGET, MarkKind.CANDIDATE, MarkKind.OFFENDING]
    kinds += [MarkKind.CHOSEN] if pile else []
    kinds += [MarkKind.CAPTURED] if board is not SEVEN or not pile else []
    kinds += [MarkKind.PASSED] if board is not SEVEN and not pile else []
    shapes: list[bytes] = []
    for kind in kinds:
        view = replace(bare, marks=(Mark(cell(label, board), kind, "7"),))
        shapes.append(opened(picture(view)).crop(box).convert("L").tobytes())
    for index, first in enumerate(shapes):
        for second in shapes[:index]:
            far = sum(abs(a - b) > 40 for a, b in zip(first, second, strict=True))
            assert far > 0.015 * len(first)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("pile", ["", "r", "rw", "wro" * 3])
def test_choices_and_alarms_show_on_every_stack(board: Geometry, pile: str) -> None:
    label = MIDDLE[board]
    beside = f"{label}={pile} a1=ww" if pile else "a1=ww"
    for marked, colour in ((f"candidate:{label}=12", CHOICE), (f"offending:{label}", ALARM)):
        view = piles(board, beside, marked)
        seen = colours(opened(picture(view)), box_of(view, cell(label, board), part=1.1))
        assert seen[colour] > 120


@settings(max_examples=more_in_soak(6))
@given(piled_views())
def test_any_stacks_can_be_drawn_and_read_back(view: BoardView) -> None:
    assert opened(picture(view)).width == 800
    assert opened(picture(view, width=400)).width == 400


def test_equal_stacks_give_equal_bytes_however_they_are_listed() -> None:
    view = piles(SMALL, "c3=rwo d2=ww b2=oww a1=r")
    assert picture(view) == picture(replace(view, stacks=view.stacks[::-1]))


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("rematch", {}),
        ("rematch", {"setup": "ring"}),
        ("punt-match", {}),
        ("punt-heks", {}),
        ("punt-heks", {"players": "3"}),
    ],
)
def test_pictures_of_a_game_stay_within_the_budget(key: str, options: dict[str, str]) -> None:
    plain, marked = (list(each) for each in zip(*_sizes(key, options), strict=True))
    assert max(*plain, *marked) <= MOST_BYTES


def _size(view: BoardView) -> int:
    return len(picture(view))


def _sizes(key: str, options: dict[str, str]) -> Iterator[tuple[int, int]]:
    """Give the sizes of every ninth position of some random games, plain and with choices."""
    game = find(key).configured(options)
    for number in range(_GAMES):
        random, state, last = Random(number), game.start(), None
        for ply in range(90):
            if game.turn(state) is None:
                break
            moves = game.legal(state)
            if ply % 9 == 0:
                view = game.view(state, last)
                yield _size(view), _size(_with_choices(game, view, moves))
            last = random.choice(moves)
            state = game.apply(state, last)


def _with_choices(game: AnyGame, view: BoardView, moves: Iterable[AnyMove]) -> BoardView:
    movable = sorted({game.path(move)[0] for move in moves})
    choices = tuple(
        Mark(each, MarkKind.CANDIDATE, str(number)) for number, each in enumerate(movable, 1)
    )
    return replace(view, marks=view.marks + choices)

"""Stacks can be read on every board that has them, and hide as little as they can."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, permutations
from math import cos, radians
from random import Random

import pytest
from hypothesis import given, settings
from PIL import Image, ImageChops

from render import picture
from render.cells.layout import Slot, layout
from render.theme import ALARM, BACKGROUND, BADGE, CREAM, INK, NAME, PAINTS, TINTS
from rules.geometry import Cell, Geometry
from rules.registry import find
from rules.view import BoardView, Colour, Mark, MarkKind
from tests.render.pixels import Box, box_of, colours, opened
from tests.render.views import ARMIES, BOARDS, LARGE, SEVEN, SMALL, cell, piled_views, piles

MIDDLE: dict[Geometry, str] = {SMALL: "c3", LARGE: "e5", SEVEN: "d4"}
LETTERS = {colour: letter for letter, (_, colour) in ARMIES.items()}
SIDES = {paint.side: LETTERS[colour] for colour, paint in PAINTS.items()}
MOST_BYTES = 40_000
TYPICAL_BYTES = 30_000
RADIUS = 0.345


def slot_of(view: BoardView, each: Cell) -> Slot:
    return next(slot for slot in layout(view, 800).slots if slot.cell == each)


def read_down(view: BoardView, image: Image.Image, each: Cell) -> str:
    """Read a stack's sides from the top down, where no edge has its marks."""
    slot = slot_of(view, each)
    x = slot.x + round(RADIUS * cos(radians(35)) * slot.shape.pitch)
    bottom = slot.box[1] + slot.shape.size[1]
    raw = image.crop((x, bottom - int(1.2 * slot.shape.pitch), x + 1, bottom)).tobytes()
    seen = zip(raw[0::3], raw[1::3], raw[2::3], strict=True)
    runs = ((SIDES[one], len(list(run))) for one, run in groupby(seen) if one in SIDES)
    return "".join(letter for letter, length in runs if length > 1)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("pile", ["".join(each) for each in permutations("wbro")])
def test_every_colour_of_a_stack_can_be_read(board: Geometry, pile: str) -> None:
    view = piles(board, f"{MIDDLE[board]}={pile}", letters="wbro")
    assert read_down(view, opened(picture(view)), cell(MIDDLE[board], board)) == pile


@pytest.mark.parametrize("board", BOARDS)
def test_like_pieces_on_one_another_can_be_counted(board: Geometry) -> None:
    for letter in "wbro":
        view = piles(board, f"{MIDDLE[board]}={letter * 3}", letters="wbro")
        found = read_down(view, opened(picture(view)), cell(MIDDLE[board], board))
        assert found == letter * 3


def test_even_twelve_pieces_show_their_colours() -> None:
    pile = "worwrwowrwor"
    view = piles(SMALL, f"c3={pile}")
    assert read_down(view, opened(picture(view)), cell("c3", SMALL)) == pile


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("colour", Colour)
def test_the_owner_of_a_stack_lies_on_top(board: Geometry, colour: Colour) -> None:
    letter = LETTERS[colour]
    for height in (1, 2, 5, 14):
        pile = (letter + "wb" * 7)[:height]
        view = piles(board, f"{MIDDLE[board]}={pile}", letters="wbro")
        slot = slot_of(view, cell(MIDDLE[board], board))
        reach = round(RADIUS * slot.shape.pitch)
        bottom = slot.y + round(0.3 * slot.shape.pitch)
        column = (slot.x - reach, slot.y - round(1.1 * slot.shape.pitch), slot.x + reach, bottom)
        seen = colours(opened(picture(view)), column)
        face = 3.14 * reach * reach * slot.shape.tilt
        assert seen[PAINTS[colour].face] > 0.4 * face
        assert seen[PAINTS[colour].ink] > 0.03 * face, "its symbol"


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("width", [400, 800])
def test_stacks_are_counted_and_single_pieces_are_not(board: Geometry, width: int) -> None:
    bare = piles(board, f"{MIDDLE[board]}=w")
    single = opened(picture(bare, width=width))
    seen: set[bytes] = set()
    for height in range(2, 15):
        image = opened(picture(piles(board, f"{MIDDLE[board]}={'w' * height}"), width=width))
        changed = ImageChops.difference(single, image).getbbox()
        assert changed
        ink = colours(image, changed)[INK] - colours(single, changed)[INK]
        assert ink > 0.5 * 3 * (17 * width / 800) ** 2, "a badge has been added"
        seen.add(image.tobytes())
    assert len(seen) == 13


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("kind", MarkKind)
@pytest.mark.parametrize("pile", ["", "r", "rwo"])
def test_a_mark_changes_its_cell_and_stack_alone(
    board: Geometry, kind: MarkKind, pile: str
) -> None:
    label = MIDDLE[board]
    bare = piles(board, f"{label}={pile}" if pile else "a1=w")
    marked = replace(bare, marks=(Mark(cell(label, board), kind, "7"),))
    changed = ImageChops.difference(opened(picture(bare)), opened(picture(marked)))
    slot = slot_of(bare, cell(label, board))
    pitch = slot.shape.pitch
    inside = (
        slot.x - round(0.62 * pitch),
        slot.y - round(1.1 * pitch),
        slot.x + round(0.62 * pitch),
        slot.y + round(0.5 * pitch),
    )
    assert changed.crop(inside).getbbox()
    changed.paste((0, 0, 0), inside)
    if kind is MarkKind.TARGET:
        changed.paste((0, 0, 0), (0, 0, min(s.box[0] for s in layout(bare, 800).slots), 2000))
        bottom = slot.y + round(0.5 * pitch)
        changed.paste((0, 0, 0), (0, bottom, 800, 2000))
    assert changed.getbbox() is None


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("pile", ["", "r", "rwo"])
def test_all_marks_are_told_apart_without_hue(board: Geometry, pile: str) -> None:
    label = MIDDLE[board]
    bare = piles(board, f"{label}={pile}" if pile else "a1=w")
    slot = slot_of(bare, cell(label, board))
    reach = round(slot.shape.pitch * 0.6)
    box = (slot.x - reach, slot.y - reach, slot.x + reach, slot.y + reach)
    shapes: list[bytes] = []
    for kind in MarkKind:
        view = replace(bare, marks=(Mark(cell(label, board), kind, "7"),))
        if not (kind is MarkKind.PASSED and pile):  # A passed cell is empty, or it is the target.
            shapes.append(opened(picture(view)).crop(box).convert("L").tobytes())
    for index, first in enumerate(shapes):
        for second in shapes[:index]:
            far = sum(abs(a - b) > 40 for a, b in zip(first, second, strict=True))
            assert far > 0.01 * len(first)


def test_a_moved_stack_and_a_chosen_one_wear_rims() -> None:
    for kind, colour in ((MarkKind.TARGET, CREAM), (MarkKind.CHOSEN, BADGE)):
        bare = piles(SMALL, "c3=rwo")
        image = opened(picture(replace(bare, marks=(Mark(cell("c3", SMALL), kind),))))
        slot = slot_of(bare, cell("c3", SMALL))
        pitch = slot.shape.pitch
        head = slot.y - round((0.045 + 3 * 0.11) * pitch)
        beside = (slot.x - round(0.36 * pitch), head - 4, slot.x - round(0.3 * pitch), head + 4)
        assert colours(image, beside)[colour] > 8


@pytest.mark.parametrize("board", BOARDS)
def test_stacks_in_front_hide_no_number_count_or_alarm(board: Geometry) -> None:
    """The cells in front of the middle one, with the tallest stacks that there are."""
    label = MIDDLE[board]
    ways = [way for way in board.directions if way.startswith("s")]
    front = [board.step(cell(label, board), way) for way in ways]
    tall = " ".join(f"{board.label(each)}={'wr' * 7}" for each in front if each is not None)
    for marked, colour in ((f"candidate:{label}=12", BADGE), (f"offending:{label}", ALARM)):
        alone = piles(board, f"{label}=ow a1=ww", marked)
        crowded = piles(board, f"{label}=ow a1=ww {tall}", marked)
        clear = colours(opened(picture(alone)), (0, 0, 800, 800))[colour]
        hidden = clear - colours(opened(picture(crowded)), (0, 0, 800, 800))[colour]
        assert hidden < 0.1 * clear


@pytest.mark.parametrize("board", BOARDS)
def test_a_tall_stack_leaves_what_stands_behind_it_to_be_known(board: Geometry) -> None:
    label = MIDDLE[board]
    ways = [way for way in board.directions if way.startswith("n")]
    behind = [board.step(cell(label, board), way) for way in ways]
    for each in (one for one in behind if one is not None):
        name = board.label(each)
        alone, hidden = (
            colours(
                opened(picture(piles(board, f"{name}=o {label}={'wr' * 6}"[:end]))),
                (0, 0, 800, 700),
            )
            for end in (4, 100)
        )
        face = PAINTS[Colour.ORANGE].face
        assert hidden[face] > 0.45 * alone[face], name


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("width", [400, 800])
def test_the_tallest_stack_in_the_back_row_is_not_cut_off(board: Geometry, width: int) -> None:
    row = [board.label(each) for each in board.rows()[0]]
    text = " ".join(f"{name}={'wr' * 14}" for name in row)
    marked = " ".join(f"candidate:{name}=14" for name in row)
    view = piles(board, text, marked, letters="wbr", bound=board is SEVEN)
    image = opened(picture(view, width=width))
    assert set(colours(image, (0, 0, width, 1))) == {BACKGROUND}


@pytest.mark.parametrize("board", [SMALL, LARGE])
def test_hexagonal_cells_have_three_tints_and_fill_the_board(board: Geometry) -> None:
    view = piles(board)
    image = opened(picture(view))
    tints = [TINTS[name].tile for name in ("pale", "mild", "deep")]
    for each in board.cells:
        assert set(colours(image, box_of(view, each, part=0.3))) == {tints[board.shade(each)]}
    slots = layout(view, 800).slots
    top, bottom = (edge(slot.y for slot in slots) for edge in (min, max))
    board_box: Box = (min(slot.x for slot in slots), top, max(slot.x for slot in slots), bottom)
    middle = (board_box[0] + 100, top, board_box[2] - 100, bottom)
    assert colours(image, middle)[BACKGROUND] < 0.1 * colours(image, middle).total()


def test_cells_are_named_where_there_is_room() -> None:
    for board, named in ((SMALL, True), (LARGE, False), (SEVEN, False)):
        view = piles(board)
        image = opened(picture(view))
        assert all((colours(image, box_of(view, each))[NAME] > 10) == named for each in board.cells)


@pytest.mark.parametrize("board", [LARGE, SEVEN])
@pytest.mark.parametrize("turned", [False, True])
def test_end_rows_wear_their_sides_colour(board: Geometry, turned: bool) -> None:
    view = piles(board, letters="wb", bound=True, turned=turned)
    image = opened(picture(view))
    slots = layout(view, 800).slots
    pitch = slots[0].shape.pitch
    back, front = (edge(slot.y for slot in slots) for edge in (min, max))
    half = slots[0].shape.size[1] // 2
    far = (0, back - half - pitch // 3, 800, back)
    near = (0, front, 800, front + half + pitch // 3)
    white, black = PAINTS[Colour.WHITE].face, PAINTS[Colour.BLACK].face
    least = 300
    above, below = (black, white) if turned else (white, black)
    assert colours(image, far)[above] > least > colours(image, far)[below]
    assert colours(image, near)[below] > least > colours(image, near)[above]


def test_the_score_bar_points_each_side_forward() -> None:
    bare, bound = piles(LARGE, letters="wb"), piles(LARGE, letters="wb", bound=True)
    there, back = (
        opened(picture(replace(bound, turned=turned))).crop((0, 590, 800, 700))
        for turned in (False, True)
    )
    assert ImageChops.difference(there, back).getbbox(), "turned boards turn the arrows"
    plain = opened(picture(bare))
    assert colours(plain, (0, plain.height - 60, 800, plain.height)) != colours(
        there, (0, there.height - 60, 800, there.height)
    )


@settings(max_examples=15, deadline=None)
@given(piled_views())
def test_any_stacks_can_be_drawn_and_read_back(view: BoardView) -> None:
    image = opened(picture(view))
    assert image.width == 800
    assert len(picture(view, width=400)) < MOST_BYTES / 2


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
    assert max(marked) <= MOST_BYTES
    most = MOST_BYTES if options.get("players") == "3" else TYPICAL_BYTES * 1.1
    assert sum(plain) / len(plain) <= most


def _sizes(key: str, options: dict[str, str]) -> Iterator[tuple[int, int]]:
    """Give the sizes of every third position of a random game, plain and with choices."""
    game, random = find(key).configured(options), Random(11)
    state, last = game.start(), None
    for ply in range(90):
        if game.turn(state) is None:
            return
        moves = game.legal(state)
        if ply % 3 == 0:
            view = game.view(state, last)
            movable = sorted({game.path(move)[0] for move in moves})
            choices = tuple(
                Mark(each, MarkKind.CANDIDATE, str(number))
                for number, each in enumerate(movable, 1)
            )
            full = replace(view, marks=view.marks + choices)
            yield len(picture(view)), len(picture(full))
        last = random.choice(moves)
        state = game.apply(state, last)

"""The picture keeps its word about pieces, marks, size, threads and repetition."""

import hashlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from random import Random

import pytest
from hypothesis import given, settings
from PIL import ImageChops

from render import picture
from render.cells.layout import layout
from render.theme import ALARM, BADGE, LABEL, PAINTS, TINTS
from rules.geometry import Cell
from rules.geometry.square import Square
from rules.registry import find
from rules.view import BoardView, Colour, Mark, MarkKind, Pattern, Piece, Side, SideStatus, Stack
from tests.render.pixels import box_of, colours, opened
from tests.render.views import BLACK, CELLED, COLOURS, EIGHT, cell, draughts, views

MOST_BYTES = 30_000
ARMIES = ("a1 c1 Ke1 b2 d2 f2 h2 a3 Kc5 g3", "b8 d8 Kf8 h8 a7 c7 e7 b6 Kd6 f4")


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("pattern", CELLED)
def test_a_piece_shows_its_sides_colour_where_it_stands(pattern: Pattern, turned: bool) -> None:
    view = draughts(*ARMIES, pattern=pattern, turned=turned)
    image = opened(picture(view))
    faces = {side: PAINTS[colour].face for side, colour in COLOURS.items()}
    for stack in view.stacks:
        (piece,) = stack.pieces
        seen = colours(image, box_of(view, stack.cell, part=0.6))
        own = seen[faces[piece.side]]
        assert own > 0.2 * seen.total(), EIGHT.label(stack.cell)
        assert all(seen[face] * 20 < own for side, face in faces.items() if side != piece.side)


@pytest.mark.parametrize("pattern", CELLED)
def test_an_empty_cell_shows_its_tile_alone(pattern: Pattern) -> None:
    view = draughts(*ARMIES, pattern=pattern)
    image = opened(picture(view))
    for each in set(EIGHT.cells) - {stack.cell for stack in view.stacks}:
        tint = ("light", "dark")[EIGHT.shade(each)] if pattern is Pattern.CHEQUERED else "plain"
        seen = colours(image, box_of(view, each, part=0.8))
        assert set(seen) == {TINTS[tint].tile}, EIGHT.label(each)


def test_a_king_looks_different_from_a_man() -> None:
    man, king = draughts("c3", "f6"), draughts("Kc3", "Kf6")
    first, second = opened(picture(man)), opened(picture(king))
    for label in ("c3", "f6"):
        box = box_of(man, cell(label))
        assert ImageChops.difference(first.crop(box), second.crop(box)).getbbox()


def test_turning_the_board_turns_it_by_half_a_circle() -> None:
    view = draughts("a1", "h6")
    there = {slot.cell: (slot.x, slot.y) for slot in layout(view, 800).slots}
    back = {slot.cell: (slot.x, slot.y) for slot in layout(replace(view, turned=True), 800).slots}
    assert all(back[each] == there[Cell(63 - each)] for each in EIGHT.cells)


@pytest.mark.parametrize("kind", MarkKind)
@pytest.mark.parametrize("label", ["d4", "c3", "f6"])
@pytest.mark.parametrize("turned", [False, True])
def test_a_mark_changes_its_cell_and_nothing_else(kind: MarkKind, label: str, turned: bool) -> None:
    bare = draughts("c3", "Kf6", turned=turned)
    marked = replace(bare, marks=(Mark(cell(label), kind, "7"),))
    changed = ImageChops.difference(opened(picture(bare)), opened(picture(marked)))
    inside = box_of(bare, cell(label))
    assert changed.crop(inside).getbbox()
    changed.paste((0, 0, 0), inside)
    if kind is MarkKind.TARGET:  # Its coordinates are lit too, left of the board and below it.
        slots = layout(bare, 800).slots
        half = slots[0].shape.pitch // 2
        left = min(slot.x for slot in slots) - half
        bottom = max(slot.y for slot in slots) + half
        height = changed.height
        row, column = (inside[1], inside[3]), (inside[0], inside[2])
        for margin in ((0, row[0], left, row[1]), (column[0], bottom, column[1], height)):
            assert changed.crop(margin).getbbox(), "its coordinates are lit"
            changed.paste((0, 0, 0), margin)
    assert changed.getbbox() is None


def test_all_marks_are_told_apart_without_hue() -> None:
    for white, black in (("", ""), ("d4", ""), ("", "Kd4")):
        bare = draughts(white, black)
        shapes: list[bytes] = []
        for kind in MarkKind:
            image = opened(picture(replace(bare, marks=(Mark(cell("d4"), kind, "7"),))))
            shapes.append(image.crop(box_of(bare, cell("d4"))).convert("L").tobytes())
        for index, first in enumerate(shapes):
            for second in shapes[:index]:
                far = sum(abs(a - b) > 40 for a, b in zip(first, second, strict=True))
                assert far > 0.02 * len(first)


@pytest.mark.parametrize("width", [400, 800])
@pytest.mark.parametrize(("white", "black"), [("", ""), ("d4", ""), ("Kd4", ""), ("", "Kd4")])
def test_every_number_of_a_choice_is_there_and_its_own(width: int, white: str, black: str) -> None:
    bare = draughts(white, black)
    box = box_of(bare, cell("d4"), width)
    seen: set[bytes] = set()
    for number in range(1, 30):
        marked = replace(bare, marks=(Mark(cell("d4"), MarkKind.CANDIDATE, str(number)),))
        crop = opened(picture(marked, width=width)).crop(box)
        assert colours(crop, (0, 0, *crop.size))[BADGE] > 0.05 * crop.width * crop.height
        seen.add(crop.tobytes())
    assert len(seen) == 29


def test_two_choices_of_one_cell_are_both_named() -> None:
    one = draughts(marked="candidate:d4=1")
    both = draughts(marked="candidate:d4=1 candidate:d4=2")
    assert picture(one) != picture(both)


def test_an_offence_is_ringed_in_the_colour_of_alarm() -> None:
    view = draughts("Kc5", marked="offending:c5 offending:d4")
    image = opened(picture(view))
    for label in ("c5", "d4"):
        seen = colours(image, box_of(view, cell(label)))
        assert seen[ALARM] > 0.04 * seen.total()


def test_the_score_bar_shows_who_is_to_move_and_how_many_there_are() -> None:
    view = draughts(*ARMIES)
    fewer = replace(view, players=tuple(replace(each, note="3") for each in view.players))
    pictures = {picture(view), picture(draughts(*ARMIES, to_move=BLACK)), picture(fewer)}
    assert len(pictures) == 3


def test_the_result_is_written_only_when_nobody_is_to_move() -> None:
    playing = draughts(*ARMIES, status="White to move.")
    assert picture(playing) == picture(replace(playing, status="Another sentence."))
    over = draughts(*ARMIES, to_move=None, status="White wins: Black has no move.")
    image, before = opened(picture(over)), opened(picture(playing))
    assert image.height > before.height
    below = colours(image, (0, before.height, image.width, image.height))
    assert below[LABEL] > 0.2 * below.total()
    longer = replace(over, status="Draw: after 15 moves of each side in a row " * 3)
    assert opened(picture(longer)).height > image.height


@settings(max_examples=25, deadline=None)
@given(views())
def test_any_view_can_be_drawn_and_read_back(view: BoardView) -> None:
    image = opened(picture(view))
    assert image.width == 800


@pytest.mark.parametrize("size", [2, 5, 8, 10, 12, 20])
@pytest.mark.parametrize("width", [200, 333, 400, 801, 1200])
def test_boards_fill_the_width_they_are_given(size: int, width: int) -> None:
    board = Square(size)
    view = draughts("a1", "b2", board=board, pattern=Pattern.PLAIN)
    assert opened(picture(view, width=width)).width == width
    slots = layout(view, width).slots
    pitch = slots[0].shape.pitch
    assert min(slot.x for slot in slots) - pitch / 2 > 0
    assert 0.75 * width < size * pitch < width


def test_a_width_that_nobody_could_read_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 200 pixels"):
        picture(draughts(), width=120)


def test_five_players_fit_on_the_score_bar() -> None:
    seats = tuple(SideStatus(Side(f"s{i}"), f"Side {i}", c, "12") for i, c in enumerate(Colour))
    view = replace(draughts(), players=(*seats, seats[0]))
    image = opened(picture(view))
    edge = colours(image, (0, image.height - 50, 8, image.height))
    assert len(edge) == 1


def test_equal_views_give_equal_bytes_in_any_process() -> None:
    view = draughts(*ARMIES, marked="target:c5 candidate:a3=3")
    code = (
        "import hashlib; from render import picture;"
        "from tests.render.test_board import ARMIES; from tests.render.views import draughts;"
        "view = draughts(*ARMIES, marked='target:c5 candidate:a3=3');"
        "print(hashlib.sha256(picture(view)).hexdigest())"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == hashlib.sha256(picture(view)).hexdigest()


def test_threads_draw_what_one_thread_draws() -> None:
    random = Random(5)
    scenes = [_scene(random) for _ in range(24)]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(partial(picture, width=448), scenes * 3))
    alone = [picture(view, width=448) for view in scenes]
    assert together == alone * 3
    fresh = subprocess.run(
        [sys.executable, "-c", _ALONE], capture_output=True, text=True, check=True
    )
    assert fresh.stdout.split() == [hashlib.sha256(png).hexdigest() for png in together[:24]]


_ALONE = """
import hashlib
from random import Random
from render import picture
from tests.render.test_board import _scene
random = Random(5)
for view in [_scene(random) for _ in range(24)]:
    print(hashlib.sha256(picture(view, width=448)).hexdigest())
"""


@pytest.mark.parametrize("key", ["czech", "turkish"])
def test_pictures_of_a_game_stay_within_the_budget(key: str) -> None:
    """Every position of a random game, as the channel, the panel and a refusal show it."""
    game, random = find(key), Random(11)
    state, last = game.start(), None
    while game.turn(state) is not None:
        view = game.view(state, last)
        moves = game.legal(state)
        movable = sorted({game.path(move)[0] for move in moves})
        choices = tuple(
            Mark(each, MarkKind.CANDIDATE, str(number)) for number, each in enumerate(movable, 1)
        )
        broken = tuple(Mark(each, MarkKind.OFFENDING) for each in movable[:4])
        for more in ((), choices, broken):
            assert len(picture(replace(view, marks=view.marks + more))) <= MOST_BYTES
        last = random.choice(moves)
        state = game.apply(state, last)


def test_pictures_of_any_fair_scene_stay_within_the_budget() -> None:
    random = Random(8)
    sizes = [len(picture(_scene(random))) for _ in range(150)]
    assert max(sizes) <= MOST_BYTES


def _scene(random: Random) -> BoardView:
    """Up to 24 pieces, a last move with captures, and choices or an offence."""
    pattern = random.choice(CELLED)
    bare = draughts(pattern=pattern, turned=random.random() < 0.5)
    usable = sorted(bare.playable or bare.geometry.cells)
    random.shuffle(usable)
    men = [Piece(side) for side in COLOURS]
    kings = [Piece(side, "king", crowned=True) for side in COLOURS]
    stacks = tuple(
        Stack(usable[index], (random.choice(kings if random.random() < 0.2 else men),))
        for index in range(random.randrange(25))
    )
    way = [MarkKind.ORIGIN, MarkKind.TARGET]
    way += [MarkKind.PASSED, MarkKind.CAPTURED] * random.randrange(3)
    found = [Mark(usable[-1 - index], kind) for index, kind in enumerate(way)]
    extra = random.choice([(MarkKind.CANDIDATE, 9), (MarkKind.OFFENDING, 4), (MarkKind.CHOSEN, 1)])
    found += [Mark(usable[index], extra[0], str(index + 1)) for index in range(extra[1])]
    return replace(bare, stacks=stacks, marks=tuple(found))

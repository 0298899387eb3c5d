"""The picture keeps its word about pieces, marks, size, threads and repetition."""

import hashlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import pairwise, product
from random import Random

import pytest
from hypothesis import given, settings
from PIL import Image, ImageChops, ImageOps, ImageStat

from render import asking_picture, picture
from render.cells.squares import square_layout
from render.marks import cross
from render.theme import (
    ALARM,
    AMBER,
    BAR,
    BAR_UNIT,
    CHOICE,
    CREAM,
    IZNIK,
    PAINTS,
    TONES,
    WALNUT,
    WOOD,
)
from rules.contract.view import (
    BoardView,
    Colour,
    Mark,
    MarkKind,
    Pattern,
    Piece,
    Side,
    SideStatus,
    Stack,
)
from rules.geometry import Cell
from rules.geometry.square import Square
from rules.registry import find
from tests.conformance.configured import more_in_soak
from tests.render.pixels import box_of, colours, middle_of, opened
from tests.render.views import (
    BLACK,
    CELLED,
    COLOURS,
    EIGHT,
    KING,
    MAN,
    cell,
    draughts,
    views,
    words,
)

MOST_BYTES = 40_000
ARMIES = ("a1 c1 Ke1 b2 d2 f2 h2 a3 Kc5 g3", "b8 d8 Kf8 h8 a7 c7 e7 b6 Kd6 f4")
MARKS = [kind for kind in MarkKind if kind not in (MarkKind.PASSED, MarkKind.CAPTURED)]
BADGE_ROOM = (0, 852, 116, 906)
"""Where Discord lays its ALT badge on a picture of 800 by 906 pixels."""


def test_a_picture_that_asks_has_one_plate_below_the_same_board() -> None:
    view = draughts(*ARMIES)
    asking, whole = opened(asking_picture(view, BLACK, "Pick?")), opened(picture(view, width=767))
    assert asking.size == (800, 812), "lower, so that four lines of buttons fit on a phone"
    assert asking.crop((16, 0, 783, 758)).tobytes() == whole.crop((0, 52, 767, 810)).tobytes()
    for bar in ((0, 0, 16, 758), (783, 0, 800, 758)):
        assert set(colours(asking, bar)) == {BAR}
    assert len(colours(asking, (0, 758, 116, 812))) == 1, "Discord lays its ALT badge there"
    other = opened(asking_picture(view, BLACK, "Play c3-d4?"))
    changed = ImageChops.difference(asking, other).getbbox()
    assert changed is not None
    assert changed[1] > 758


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
        assert own > (0.12 if piece.crowned else 0.3) * seen.total(), EIGHT.label(stack.cell)
        assert all(seen[face] * 12 < own for side, face in faces.items() if side != piece.side)


@pytest.mark.parametrize("pattern", CELLED)
def test_an_empty_cell_shows_its_tone_alone(pattern: Pattern) -> None:
    view = draughts(*ARMIES, pattern=pattern)
    image = opened(picture(view))
    tones = WOOD if pattern is Pattern.CHEQUERED else IZNIK
    for each in set(EIGHT.cells) - {stack.cell for stack in view.stacks}:
        seen = colours(image, box_of(view, each, part=0.5))
        assert set(seen) == {TONES[tones[EIGHT.shade(each)]]}, EIGHT.label(each)


def test_every_rank_and_every_file_is_named_once_in_the_corner_of_its_cell() -> None:
    for turned in (False, True):
        slots = square_layout(draughts(turned=turned), 800).slots
        first = min(slot.x for slot in slots.values())
        lowest = max(slot.y for slot in slots.values())
        for square, slot in slots.items():
            name = EIGHT.label(square)
            assert slot.rank == (name[1] if slot.x == first else "")
            assert slot.file == (name[0] if slot.y == lowest else "")


def test_a_king_looks_different_from_a_man() -> None:
    man, king = draughts("c3", "f6"), draughts("Kc3", "Kf6")
    first, second = opened(picture(man)), opened(picture(king))
    for label in ("c3", "f6"):
        box = box_of(man, cell(label))
        assert ImageChops.difference(first.crop(box), second.crop(box)).getbbox()


def test_turning_the_board_turns_it_by_half_a_circle() -> None:
    view = draughts("a1", "h6")
    there = square_layout(view, 800).slots
    back = square_layout(replace(view, turned=True), 800).slots
    for each in EIGHT.cells:
        other = there[Cell(63 - each)]
        assert (back[each].x, back[each].y) == (other.x, other.y)


# The line of the move shows what it passed, and a taken piece leaves its cell empty.
@pytest.mark.parametrize(
    ("kind", "label"),
    [
        *product(MARKS, ("d4", "c3", "f6", "a1")),
        (MarkKind.CAPTURED, "d4"),
        (MarkKind.CAPTURED, "a1"),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_a_mark_changes_its_cell_and_nothing_else(kind: MarkKind, label: str, turned: bool) -> None:
    bare = draughts("c3", "Kf6", turned=turned)
    marked = replace(bare, marks=(Mark(cell(label), kind, "7"),))
    changed = ImageChops.difference(opened(picture(bare)), opened(picture(marked)))
    x, y, size = middle_of(bare, cell(label))
    inside = (x - size // 2, y - size // 2, x + size // 2, y + size // 2)
    assert changed.crop(inside).getbbox()
    changed.paste((0, 0, 0), inside)
    assert changed.getbbox() is None


def test_all_marks_are_told_apart_without_hue() -> None:
    for white, black in (("", ""), ("d4", ""), ("", "Kd4")):
        bare = draughts(white, black)
        shapes: list[bytes] = []
        for kind in (MarkKind.TARGET, MarkKind.OFFENDING, MarkKind.CANDIDATE, MarkKind.CHOSEN):
            if kind is MarkKind.CHOSEN and not (white or black):
                continue  # A piece is chosen, never an empty cell.
            image = opened(picture(replace(bare, marks=(Mark(cell("d4"), kind, "7"),))))
            shapes.append(image.crop(box_of(bare, cell("d4"))).convert("L").tobytes())
        for index, first in enumerate(shapes):
            for second in shapes[:index]:
                far = sum(abs(a - b) > 40 for a, b in zip(first, second, strict=True))
                assert far > 0.02 * len(first)


@pytest.mark.parametrize("trail", ["e3 c5", "h2 d6 b4", "a1 a8", "c3 e3 e1", "d4 f6 h4 f2 d4"])
@pytest.mark.parametrize("turned", [False, True])
def test_the_last_move_is_one_unbroken_line(trail: str, turned: bool) -> None:
    names = trail.split()
    view = draughts(trail=trail, turned=turned)
    bare, image = opened(picture(replace(view, trail=()))), opened(picture(view))
    changed = ImageChops.difference(bare, image).convert("L")
    for start, end in pairwise(names):
        x, y, size = middle_of(view, cell(start))
        across, down, _ = middle_of(view, cell(end))
        # The line ends a little before the middle of the last cell.
        last = 1 - 0.35 * size / max(abs(across - x), abs(down - y))
        for step in range(100):
            part = step / 100 * last
            at = round(x + (across - x) * part), round(y + (down - y) * part)
            assert changed.getpixel(at), (start, end, part)


def test_a_move_that_is_not_straight_has_no_line() -> None:
    assert picture(draughts(trail="a1 b4")) == picture(draughts())


def test_a_taken_piece_is_still_to_be_seen() -> None:
    bare = draughts()
    crossed = replace(bare, marks=(Mark(cell("d4"), MarkKind.CAPTURED),))
    seen = {picture(crossed)}
    for side in COLOURS:
        ghost = (Mark(cell("d4"), MarkKind.CAPTURED, side=side),)
        seen.add(picture(replace(bare, marks=ghost)))
    assert len(seen) == 3


@pytest.mark.parametrize("width", [400, 800])
@pytest.mark.parametrize(("white", "black"), [("", ""), ("d4", ""), ("Kd4", ""), ("", "Kd4")])
def test_every_number_of_a_choice_is_there_and_its_own(width: int, white: str, black: str) -> None:
    bare = draughts(white, black)
    box = box_of(bare, cell("d4"), width)
    seen: set[bytes] = set()
    for number in range(1, 30):
        marked = replace(bare, marks=(Mark(cell("d4"), MarkKind.CANDIDATE, str(number)),))
        crop = opened(picture(marked, width=width)).crop(box)
        assert colours(crop, (0, 0, *crop.size))[CHOICE] > 0.03 * crop.width * crop.height
        seen.add(crop.tobytes())
    assert len(seen) == 29


def test_two_choices_of_one_cell_are_both_named() -> None:
    one = draughts(marked="candidate:d4=1")
    both = draughts(marked="candidate:d4=1 candidate:d4=2")
    assert picture(one) != picture(both)


def test_an_offence_is_framed_in_the_colour_of_alarm() -> None:
    view = draughts("Kc5", marked="offending:c5 offending:d4")
    image = opened(picture(view))
    for label in ("c5", "d4"):
        seen = colours(image, box_of(view, cell(label)))
        assert seen[ALARM] > 0.04 * seen.total()
        assert seen[CREAM] > 0.02 * seen.total()


def test_the_plates_show_who_is_to_move_and_how_many_there_are() -> None:
    view = draughts(*ARMIES)
    fewer = replace(
        view, players=tuple(replace(each, note=words("3 pieces")) for each in view.players)
    )
    other = replace(
        view, players=tuple(replace(each, note=words("10 tiles")) for each in view.players)
    )
    pictures = {picture(each) for each in (view, draughts(*ARMIES, to_move=BLACK), fewer, other)}
    assert len(pictures) == 4


@pytest.mark.parametrize("to_move", [*COLOURS, None])
@pytest.mark.parametrize("turned", [False, True])
def test_the_corner_of_discords_badge_is_free(to_move: Side | None, turned: bool) -> None:
    view = draughts(*ARMIES, to_move=to_move, turned=turned, status="White wins: " + "word " * 30)
    image = opened(picture(view))
    assert image.height == 906
    assert set(colours(image, BADGE_ROOM)) == {WALNUT}


def test_the_result_is_written_only_when_nobody_is_to_move() -> None:
    playing = draughts(*ARMIES, status="White to move.")
    assert picture(playing) == picture(replace(playing, status=words("Another sentence.")))
    over = draughts(*ARMIES, to_move=None, status="White wins: Black has no move.")
    image, before = opened(picture(over)), opened(picture(playing))
    below = (300, 852, 800, 906)
    assert colours(image, below)[BAR_UNIT] > colours(before, below)[BAR_UNIT] + 300
    longer = replace(over, status=words("Draw: after 15 moves by each side in a row " * 3))
    assert opened(picture(longer)).size == image.size


@settings(max_examples=more_in_soak(10))
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
    places = square_layout(view, width)
    assert 0.89 * width < size * places.cell < width
    assert places.left >= places.inlay


def test_a_width_that_nobody_could_read_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 200 pixels"):
        picture(draughts(), width=120)


def test_five_players_fit_on_the_strips() -> None:
    seats = tuple(
        SideStatus(Side(f"s{i}"), words(f"Side {i}"), c, words("12 pieces"))
        for i, c in enumerate(Colour)
    )
    view = replace(draughts(), players=(*seats, seats[0]))
    image = opened(picture(view))
    for edge in (BADGE_ROOM, (0, 0, 116, 54), (792, 0, 800, 54), (792, 852, 800, 906)):
        assert set(colours(image, edge)) == {WALNUT}


def test_equal_views_give_equal_bytes_in_any_process() -> None:
    view = draughts(*ARMIES, marked="target:c5 candidate:a3=3", trail="e3 c5")
    code = (
        "import hashlib; from render import picture;"
        "from tests.render.test_board import ARMIES; from tests.render.views import draughts;"
        "view = draughts(*ARMIES, marked='target:c5 candidate:a3=3', trail='e3 c5');"
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
    sizes: list[int] = []
    while game.turn(state) is not None:
        view = game.view(state, last)
        moves = game.legal(state)
        movable = sorted({game.path(move)[0] for move in moves})
        choices = tuple(
            Mark(each, MarkKind.CANDIDATE, str(number)) for number, each in enumerate(movable, 1)
        )
        broken = tuple(Mark(each, MarkKind.OFFENDING) for each in movable[:4])
        shown = (replace(view, marks=view.marks + more) for more in ((), choices, broken))
        sizes += [len(picture(each)) for each in shown]
        last = random.choice(moves)
        state = game.apply(state, last)
    assert max(sizes) <= MOST_BYTES


def test_pictures_of_any_fair_scene_stay_within_the_budget() -> None:
    random = Random(8)
    sizes = [len(picture(_scene(random))) for _ in range(150)]
    assert max(sizes) <= MOST_BYTES


def _scene(random: Random) -> BoardView:
    """Up to 24 pieces with those taken, a last move with captures, and choices or an offence."""
    pattern = random.choice(CELLED)
    bare = draughts(pattern=pattern, turned=random.random() < 0.5)
    usable = sorted(bare.playable or bare.geometry.cells)
    random.shuffle(usable)
    men = [Piece(side, MAN) for side in COLOURS]
    kings = [Piece(side, KING, crowned=True) for side in COLOURS]
    taken = random.randrange(3)
    stacks = tuple(
        Stack(usable[index], (random.choice(kings if random.random() < 0.2 else men),))
        for index in range(random.randrange(25 - taken))
    )
    way = [MarkKind.ORIGIN, MarkKind.TARGET, *[MarkKind.PASSED, MarkKind.CAPTURED] * taken]
    found = [Mark(usable[-1 - index], kind) for index, kind in enumerate(way)]
    extra = random.choice([(MarkKind.CANDIDATE, 9), (MarkKind.OFFENDING, 4), (MarkKind.CHOSEN, 1)])
    found += [Mark(usable[index], extra[0], str(index + 1)) for index in range(extra[1])]
    return replace(bare, stacks=stacks, marks=tuple(found))


def test_cells_of_the_last_move_are_amber() -> None:
    view = draughts("c5", marked="origin:e3 target:c5", trail="e3 c5")
    image: Image.Image = opened(picture(view))
    for label in ("e3", "c5"):
        seen = colours(image, box_of(view, cell(label)))
        assert seen[AMBER] > 0.2 * seen.total()


def test_both_strokes_of_the_cross_on_a_taken_piece_are_alike() -> None:
    drawn = cross(20, 6)
    for turned in (ImageOps.mirror(drawn), ImageOps.flip(drawn)):
        differences = ImageStat.Stat(ImageChops.difference(drawn, turned)).mean
        assert max(differences) < 20  # Edges are rounded.

"""Lined boards show stones, claims and choices where they are, to everybody."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from PIL import Image, ImageChops

from render import alt_text, picture, text_board
from render.lattice import layout
from render.lattice.layout import lattice_layout
from render.lattice.tags import tags
from render.theme import ALARM, AMBER, CHOICE, CLAIMS, CREAM, KAYA, PAINTS, WALNUT
from rules.contract.core import AnyGame
from rules.contract.view import BoardPart, BoardView, Colour, Mark, MarkKind, Pattern, RegionKind
from rules.geometry.blocks import blocks
from rules.geometry.intersections import Intersections
from rules.registry import find
from tests.render.gameviews import LATTICE, region, rekushu
from tests.render.pixels import Box, box_of, colours, middle_of, opened, strip
from tests.render.views import BLACK, WHITE, cell, draughts

MOST_BYTES = 40_000
SIZES = (8, 12, 14, 18, 20)


def inside(view: BoardView, span: str) -> Box:
    """Return the part of the picture between two crossings, without its border."""
    low, _, high = span.partition(":")
    one, other = (box_of(view, cell(name, LATTICE), part=0) for name in (low, high))
    left, right = sorted((one[0], other[0]))
    top, bottom = sorted((one[1], other[1]))
    return left + 14, top + 14, right - 14, bottom - 14


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("turned", [False, True])
def test_a_stone_shows_its_sides_colour_on_its_crossing(size: int, turned: bool) -> None:
    board = Intersections(size)
    view = rekushu("a1 b2 h8", "a8 c3 h1", board=board, turned=turned)
    image = opened(picture(view))
    for stack in view.stacks:
        side = stack.pieces[-1].side
        own, other = (
            PAINTS[Colour(key)].face for key in (side, {BLACK: WHITE, WHITE: BLACK}[side])
        )
        seen = colours(image, box_of(view, stack.cell, part=0.6))
        assert seen[own] > 0.15 * seen.total()
        assert seen[other] * 10 < seen[own]


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(("side", "colour"), [(BLACK, Colour.BLACK), (WHITE, Colour.WHITE)])
def test_a_claim_fills_its_tiles_and_no_others(side: str, colour: Colour, turned: bool) -> None:
    bare = rekushu(turned=turned)
    view = replace(bare, regions=(region(BLACK if side == BLACK else WHITE, "b2:d5"),))
    image = opened(picture(view))
    seen = colours(image, inside(view, "b2:d5"))
    claim = CLAIMS[colour]
    assert seen[claim.fill] > 0.8 * seen.total()
    assert seen[claim.line] > 0.01 * seen.total()
    assert seen[claim.ink] > 100, "how many tiles it has"
    assert seen[KAYA] == 0
    changed = ImageChops.difference(opened(picture(bare)), image).getbbox()
    assert changed
    corners = [box_of(view, cell(name, LATTICE), part=0) for name in ("b2", "d5")]
    xs, ys = sorted(box[0] for box in corners), sorted(box[1] for box in corners)
    border = 5
    assert (xs[0] - border, ys[0] - border) <= changed[:2]
    assert changed[2] <= xs[1] + border
    assert changed[3] <= ys[1] + border


def test_neighbouring_claims_are_two() -> None:
    one = picture(rekushu(regions=(region(BLACK, "b2:d4"),)))
    two = picture(rekushu(regions=(region(BLACK, "b2:c4"), region(BLACK, "c2:d4"))))
    assert one != two


def test_the_kinds_of_region_are_told_apart_without_hue() -> None:
    shapes: list[Image.Image] = [opened(picture(rekushu())).convert("L")]
    for kind in RegionKind:
        view = rekushu(regions=(region(BLACK, "b2:d5", kind, "1"),))
        shapes.append(opened(picture(view)).convert("L"))
    for first, second in combinations(shapes, 2):
        apart = ImageChops.difference(first, second).histogram()
        assert sum(apart[40:]) > 1500


@pytest.mark.parametrize("stones", ["", "c3 b2 d4", "b2 c2 d2 b3 c3 d3 b4 c4 d4"])
def test_the_count_of_a_claim_is_written_where_no_stone_lies(stones: str) -> None:
    bare, held = rekushu(stones), rekushu(stones, regions=(region(WHITE, "b2:d4"),))
    without, image = opened(picture(bare)), opened(picture(held))
    lattice = lattice_layout(bare, 800)
    for name in stones.split():
        x, y, _, _ = box_of(bare, cell(name, LATTICE), part=0)
        reach = int(lattice.radius * 0.7)
        stone = (x - reach, y - reach, x + reach, y + reach)
        assert ImageChops.difference(without.crop(stone), image.crop(stone)).getbbox() is None
    assert colours(image, inside(held, "b2:d4"))[CLAIMS[Colour.WHITE].ink] > 60


@pytest.mark.parametrize("width", [400, 800])
def test_every_choice_has_a_number_of_its_own_apart_from_the_others(width: int) -> None:
    spans = ["a1:c3", "d1:e2", "f1:g3", "a4:f6", "d3:e8"]  # The last two cross.
    regions = tuple(
        region(BLACK, span, RegionKind.CANDIDATE, str(number))
        for number, span in enumerate(spans, 1)
    )
    view = rekushu(regions=regions)
    found = tags(view, lattice_layout(view, width))
    assert [tag.number for tag in found] == [each.text for each in regions]
    assert not any(one.box.meets(other.box) for one, other in combinations(found, 2))
    image = opened(picture(view, width=width))
    for tag, each in zip(found, regions, strict=True):
        assert tag.count in {str(each.size), ""}
        left, top, right, bottom = tag.box
        box = (left, top + strip(width), right, bottom + strip(width))
        assert colours(image, box)[CHOICE] > 50


def test_the_borders_of_overlapping_choices_are_all_seen() -> None:
    """The larger choice comes last, and its ground lies on the smaller ones."""
    spans = ("a1:c3", "c1:e3", "a1:e5")
    choices = [
        region(BLACK, span, RegionKind.CANDIDATE, str(number)) for number, span in enumerate(spans)
    ]
    view = rekushu(regions=tuple(choices))
    image = opened(picture(view))
    (x, y, pitch), (right, _, _) = (middle_of(view, cell(name)) for name in ("c1", "e1"))
    assert image.getpixel((x, y - pitch // 2)) == CHOICE
    assert image.getpixel(((x + right) // 2, y - 2 * pitch)) == CHOICE


def test_a_large_choice_tells_its_tiles() -> None:
    view = rekushu(regions=(region(BLACK, "a1:c3", RegionKind.CANDIDATE, "1"),))
    (tag,) = tags(view, lattice_layout(view, 800))
    assert tag.count == "4"


@pytest.mark.parametrize("size", [8, 12])
def test_the_border_of_a_choice_of_one_tile_is_seen_around_its_tag(size: int) -> None:
    board = Intersections(size)
    choice = region(BLACK, "c3:d4", RegionKind.CANDIDATE, "12", board)
    places = lattice_layout(view := rekushu(regions=(choice,), board=board), 800)
    (tag,) = tags(view, places)
    whole = places.box(choice.corners)
    assert whole.left < tag.box.left < tag.box.right < whole.right
    assert whole.top < tag.box.top < tag.box.bottom < whole.bottom


@pytest.mark.parametrize("size", [8, 20])
def test_marks_show_on_crossings(size: int) -> None:
    bare = rekushu("c3", board=Intersections(size))
    at = cell("c3", Intersections(size))
    for kind, fill in (
        (MarkKind.OFFENDING, ALARM),
        (MarkKind.TARGET, AMBER),
        (MarkKind.CANDIDATE, CHOICE),
        (MarkKind.CHOSEN, CHOICE),
    ):
        view = replace(bare, marks=(Mark(at, kind, "1"),))
        seen = colours(opened(picture(view)), box_of(view, at))
        assert seen[fill] > 0.02 * seen.total()


def test_a_chosen_crossing_shows_the_stone_that_will_lie_there() -> None:
    for side in (BLACK, WHITE):
        bare = rekushu()
        players = tuple(replace(each, to_move=each.side == side) for each in bare.players)
        mark = (Mark(cell("d4", LATTICE), MarkKind.CHOSEN),)
        view = replace(bare, players=players, marks=mark)
        seen = colours(opened(picture(view)), box_of(view, cell("d4", LATTICE)))
        assert seen[PAINTS[Colour(side)].face] > 0.1 * seen.total()


@pytest.mark.parametrize("turned", [False, True])
def test_the_last_stone_is_pointed_out_on_both_rims(turned: bool) -> None:
    bare = rekushu("c3", turned=turned)
    view = replace(bare, marks=(Mark(cell("c3", LATTICE), MarkKind.TARGET),))
    x, y, _, _ = box_of(bare, cell("c3", LATTICE), part=0)
    places = lattice_layout(bare, 800)
    image = opened(picture(view))
    bottom = places.bottom + strip()
    left, below = (0, y - 25, places.left, y + 25), (x - 25, bottom, x + 25, bottom + 30)
    for rim in (left, below):
        assert colours(image, rim)[AMBER] > 200
    assert colours(opened(picture(bare)), left)[AMBER] == 0


@pytest.mark.parametrize("turned", [False, True])
def test_all_chosen_crossings_are_pointed_out_on_the_rim(turned: bool) -> None:
    """A ring around three corners leads the eye along their lines to the fourth."""
    bare = rekushu("c3 c6 f3", turned=turned)
    ring = tuple(Mark(cell(name, LATTICE), MarkKind.CHOSEN) for name in ("c3", "c6", "f3"))
    image, places = opened(picture(replace(bare, marks=ring))), lattice_layout(bare, 800)
    bottom = places.bottom + strip()
    for name in ("a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"):
        x, y, _, _ = box_of(bare, cell(name, LATTICE), part=0)
        for rim in ((0, y - 25, places.left, y + 25), (x - 25, bottom, x + 25, bottom + 30)):
            assert (colours(image, rim)[CHOICE] > 200) == (name in {"c3", "f6"})


@pytest.mark.parametrize("size", ["14", "20"])
@pytest.mark.parametrize("turned", [False, True])
def test_parts_to_choose_show_their_borders_and_numbers(size: str, turned: bool) -> None:
    game = find("rekushu").configured({"size": size})
    cut = blocks(game.geometry, 25)
    bare = replace(game.view(game.start()), turned=turned)
    parts = tuple(BoardPart(each.cells, str(number)) for number, each in enumerate(cut, 1))
    image, before = opened(picture(replace(bare, parts=parts))), opened(picture(bare))
    places = lattice_layout(bare, 800)
    slots = places.slots
    shades: set[bool] = set()
    for part in parts:
        xs, ys = ([getattr(slots[c], axis) for c in part.cells] for axis in ("x", "y"))
        box = (min(xs), min(ys) + strip(), max(xs), max(ys) + strip())
        seen = colours(image, box)
        assert seen[CHOICE] > 200
        shades.add(seen[KAYA] > 0.2 * seen.total())
    assert shades == {True, False}, "every second part is lighter"
    whole = (places.left, places.top + strip(), 790, places.bottom + strip())
    assert colours(image, whole)[CREAM] > colours(before, whole)[CREAM] + 4000
    assert "Areas: 1 " in alt_text(replace(bare, parts=parts))


@pytest.mark.parametrize("size", SIZES)
def test_only_an_empty_board_is_told_by_its_size(size: int) -> None:
    game = find("rekushu").configured({"size": str(size)})
    told, start = f"{size} by {size} lines.", game.start()
    assert told in alt_text(game.view(start))
    move = game.legal(start)[0]
    assert told not in alt_text(game.view(game.apply(start, move), move))


def test_the_corner_of_discords_badge_is_free() -> None:
    image = opened(picture(rekushu()))
    assert set(colours(image, (0, 852, 116, 906))) == {WALNUT}


def test_labels_of_a_board_of_twenty_stay_apart() -> None:
    image = opened(picture(rekushu(board=Intersections(20)), width=400))
    places = lattice_layout(rekushu(board=Intersections(20)), 400)
    for slot in places.slots[::20]:
        bottom = slot.y + places.pitch // 2 + strip(400)
        between = (0, bottom - 1, places.left - 2, bottom)  # The inlay is 2 pixels wide.
        assert set(colours(image, between)) == {WALNUT}


def test_a_lined_board_needs_crossings() -> None:
    with pytest.raises(TypeError, match="Square"):
        picture(draughts(pattern=Pattern.LINED))


@pytest.mark.parametrize("width", [200, 333, 400, 801, 1200])
@pytest.mark.parametrize("size", SIZES)
def test_boards_take_the_width_they_are_given(size: int, width: int) -> None:
    board = Intersections(size)
    spans = ("a1:b2", "c1:f3", "g1:h4", "a4:b8", "d5:h8")
    regions = tuple(
        region(side, span, kind, "1", board)
        for side, kind, span in zip((WHITE, BLACK) * 3, RegionKind, spans, strict=False)
    )
    kinds = [kind for kind in MarkKind if kind is not MarkKind.PASSED]
    marks = tuple(Mark(cell("c4", board), kind, "1") for kind in kinds)
    parts = (BoardPart(frozenset(board.cells), "1"),)
    view = replace(rekushu("a1", "b2", regions, marks, board=board), parts=parts)
    assert opened(picture(view, width=width)).width == width


@pytest.mark.parametrize("size", ["8", "14", "20"])
def test_a_whole_game_stays_within_budget_and_limits(size: str) -> None:
    """Positions of a game in which everybody claims what can be claimed."""
    game = find("rekushu").configured({"size": size})
    sizes: list[int] = []
    for view in _played(game, every=int(size)):
        sizes.append(len(picture(view)))
        assert len(alt_text(view)) <= 1024
        assert len(text_board(view)) <= 1900
    assert max(sizes) <= MOST_BYTES


@pytest.mark.parametrize("size", ["8", "12"])
def test_a_picture_is_the_same_whatever_was_drawn_before(size: str) -> None:
    views = _played(find("rekushu").configured({"size": size}), every=3)
    in_turn = [picture(view) for view in views]
    for view, drawn in zip(views[::-1], in_turn[::-1], strict=True):
        vars(layout)["_layout"].cache_clear()  # What is kept is kept for a layout.
        assert picture(view) == drawn


def _played(game: AnyGame, every: int) -> list[BoardView]:
    random, state, views, ply = Random(3), game.start(), list[BoardView](), 0
    while game.turn(state) is not None:
        moves = list(game.legal(state))
        claiming = [move for move in moves if "+" in game.notate(move)]
        move = random.choice(claiming or moves)
        state, ply = game.apply(state, move), ply + 1
        if ply % every == 0:
            views.append(game.view(state, move))
    return views


def test_alt_text_tells_claims_and_choices() -> None:
    view = rekushu(
        "a1 b2",
        "h8",
        (
            region(WHITE, "e1:f2"),
            region(BLACK, "c3:e5", RegionKind.LATEST),
            region(BLACK, "a6:b8", RegionKind.CANDIDATE, "1"),
        ),
        last="d4+c3:e5",
    )
    assert alt_text(view) == (
        "Claims: 1 a6:b8 with 2 tiles. "
        "White played d4+c3:e5. Claimed 4 tiles. Black to move. Rekushu. "
        "Black has claimed 1 rectangle, 4 tiles: c3:e5. "
        "White has claimed 1 rectangle, 1 tile: e1:f2. "
        "Black: 2 stones b2, a1. White: 1 stone h8."
    )
    counted = alt_text(view, len(alt_text(view)) - 1)
    assert "4 tiles. White has claimed" in counted
    assert counted.endswith("Black: 2 stones b2, a1. White: 1 stone h8.")


def test_the_text_board_fills_claims_between_the_crossings() -> None:
    board = Intersections(4)
    view = rekushu(
        "a1", "d4", (region(BLACK, "b2:d3", board=board), region(WHITE, "a3:b4", board=board)),
        board=board,
    )  # fmt: skip
    assert text_board(view).splitlines() == [
        "4  . . . w",
        "    =",
        "3  . . . .",
        "      ###",
        "2  . . . .",
        "",
        "1  b . . .",
        "   a b c d",
        "",
        "b Black stone, w White stone, # claimed by Black, = claimed by White, . empty",
    ]


def test_a_part_is_drawn_large_with_the_lines_around_it() -> None:
    board = Intersections(20)
    view = rekushu(board=board)
    part = frozenset(c for c in board.cells if 5 <= c % 20 < 10 and 10 <= c // 20 < 15)
    places = lattice_layout(replace(view, part=part), 800)
    assert (places.size, places.files) == (7, tuple("efghijk"))
    assert places.ranks == ("16", "15", "14", "13", "12", "11", "10")
    assert {c for c in board.cells if places.is_shown(c)} == {
        c for c in board.cells if 4 <= c % 20 < 11 and 9 <= c // 20 < 16
    }
    assert places.pitch > 2 * lattice_layout(view, 800).pitch
    corner = lattice_layout(replace(view, part=frozenset(board.cells[:1]), turned=True), 800)
    assert (corner.files, corner.ranks) == (("c", "b", "a"), ("1", "2", "3"))

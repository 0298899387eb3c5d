"""Lined boards show stones, claims and choices where they are, to everybody."""

from dataclasses import replace
from itertools import combinations, pairwise
from random import Random

import pytest
from PIL import Image, ImageChops

from render import alt_text, picture, text_board
from render.cells.layout import layout
from render.lattice.tags import tags
from render.theme import ALARM, BADGE, CLAIMS, CREAM, INK, PAINTS, TINTS
from rules.core import AnyGame
from rules.geometry.intersections import Intersections
from rules.registry import find
from rules.view import BoardView, Colour, Mark, MarkKind, Pattern, RegionKind
from tests.render.colour_vision import VISIONS, contrast, distance
from tests.render.gameviews import LATTICE, region, rekushu
from tests.render.pixels import Box, box_of, colours, opened
from tests.render.views import BLACK, WHITE, cell, draughts

MOST_BYTES = 37_000
SIZES = (8, 12, 14, 18, 20)


def inside(view: BoardView, span: str) -> Box:
    """Return the part of the picture between two crossings, without its edge."""
    low, _, high = span.partition(":")
    one, other = (box_of(view, cell(name, LATTICE), part=0) for name in (low, high))
    half = 45
    left, right = sorted((one[0], other[0]))
    top, bottom = sorted((one[1], other[1]))
    return left + half // 2, top + half // 2, right - half // 2, bottom - half // 2


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
        assert seen[other] * 20 < seen[own]


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(("side", "colour"), [(BLACK, Colour.BLACK), (WHITE, Colour.WHITE)])
def test_a_claim_fills_its_tiles_and_no_others(side: str, colour: Colour, turned: bool) -> None:
    bare = rekushu(turned=turned)
    view = replace(bare, regions=(region(BLACK if side == BLACK else WHITE, "b2:d5"),))
    image = opened(picture(view))
    seen = colours(image, inside(view, "b2:d5"))
    claim = CLAIMS[colour]
    assert set(seen) <= {claim.ground, claim.line}
    assert min(seen[claim.ground], seen[claim.line]) > 0.1 * seen.total()
    changed = ImageChops.difference(opened(picture(bare)), image).getbbox()
    assert changed
    corners = [box_of(view, cell(name, LATTICE), part=0) for name in ("b2", "d5")]
    xs, ys = sorted(box[0] for box in corners), sorted(box[1] for box in corners)
    assert (xs[0], ys[0]) <= changed[:2]
    assert changed[2] <= xs[1] + 1
    assert changed[3] <= ys[1] + 1


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
        assert sum(apart[40:]) > 2000


@pytest.mark.parametrize("vision", VISIONS)
def test_claims_differ_to_every_vision(vision: str) -> None:
    white, black = CLAIMS[Colour.WHITE], CLAIMS[Colour.BLACK]
    assert white.hatch is not black.hatch
    assert distance(white.ground, black.ground, vision) > 40
    for claim in (white, black):
        assert distance(claim.ground, TINTS["plain"].tile, vision) > 14


def test_stones_and_borders_stand_out_from_claims() -> None:
    for claim in CLAIMS.values():
        assert contrast(claim.ground, INK) >= 2.9
        assert contrast(claim.border, TINTS["plain"].tile) >= 3


@pytest.mark.parametrize("width", [400, 800])
def test_every_choice_has_a_number_of_its_own_apart_from_the_others(width: int) -> None:
    spans = ["a1:c3", "d1:e2", "f1:g3", "a4:f6", "d3:e8"]  # The last two cross.
    regions = tuple(
        region(BLACK, span, RegionKind.CANDIDATE, str(number))
        for number, span in enumerate(spans, 1)
    )
    view = rekushu(regions=regions)
    found = tags(view, layout(view, width))
    assert [tag.number for tag in found] == [each.text for each in regions]
    assert not any(one.box.meets(other.box) for one, other in combinations(found, 2))
    image = opened(picture(view, width=width))
    for tag, each in zip(found, regions, strict=True):
        assert tag.count in {str(each.size), ""}
        assert colours(image, tag.box)[BADGE] > 50


def test_a_large_choice_tells_its_tiles() -> None:
    view = rekushu(regions=(region(BLACK, "a1:c3", RegionKind.CANDIDATE, "1"),))
    (tag,) = tags(view, layout(view, 800))
    assert tag.count == "4"


def test_marks_show_on_crossings() -> None:
    bare = rekushu("c3")
    for kind, fill in (
        (MarkKind.OFFENDING, ALARM),
        (MarkKind.TARGET, CREAM),
        (MarkKind.CANDIDATE, BADGE),
    ):
        view = replace(bare, marks=(Mark(cell("c3", LATTICE), kind, "1"),))
        seen = colours(opened(picture(view)), box_of(view, cell("c3", LATTICE)))
        assert seen[fill] > 0.02 * seen.total()


def test_coordinates_of_a_board_of_twenty_stay_apart() -> None:
    places = layout(rekushu(board=Intersections(20)), 400)
    assert places.label_size >= 10.5
    ranks = sorted(label.y for label in places.labels if label.text.isdecimal())
    assert min(b - a for a, b in pairwise(ranks)) > places.label_size


def test_a_lined_board_needs_crossings() -> None:
    with pytest.raises(TypeError, match="Square"):
        picture(draughts(pattern=Pattern.LINED))


@pytest.mark.parametrize("size", ["8", "14", "20"])
def test_a_whole_game_stays_within_budget_and_limits(size: str) -> None:
    """Positions of a game in which everybody claims what can be claimed."""
    game = find("rekushu").configured({"size": size})
    for view in _played(game, every=int(size)):
        assert len(picture(view)) <= MOST_BYTES
        assert len(alt_text(view)) <= 1024
        assert len(text_board(view)) <= 1900


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
        "Rekushu. Black to move. Last move d4+c3:e5. Last claim c3:e5 with 4 tiles. "
        "Claims to choose 1: a6:b8 with 2 tiles. "
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

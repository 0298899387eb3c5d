"""Sides, cells and marks can be told apart by everybody: contrasts as WCAG 2.2 counts them.

Success criterion 1.4.11 asks for 3:1 between what tells something and what lies beside it, 1.4.3
for 4.5:1 between text and its ground, 3:1 where the text is large. What a colour-vision deficiency
leaves of a colour has a luminance of its own, so contrasts are computed for each.
"""

from itertools import combinations

import pytest
from PIL import Image

from render.backgammon.layout import PALETTE as POINTS
from render.cells import hexagons, squares
from render.lattice.layout import PALETTE as LATTICE
from render.palette import Palette
from render.theme import (
    ALARM,
    AMBER,
    BAR_UNIT,
    CHOICE,
    CLAIMS,
    CREAM,
    CROWN,
    ESPRESSO,
    FELT,
    FRAMES,
    INK,
    IZNIK,
    KAYA,
    LICHEN,
    LINES,
    NAMES,
    PAINTS,
    PLATE,
    PLATE_TO_MOVE,
    POINT,
    POINT_INLAY,
    RACE,
    RGB,
    SLATE,
    TO_MOVE_UNIT,
    TONES,
    WALNUT,
    WELL,
    WOOD,
)
from rules.contract.view import Colour
from tests.render.colour_vision import VISIONS, contrast, distance

LIGHT = {"maple": TONES["maple"], "birch": TONES["birch"], "kaya": KAYA}
"""Grounds on which outlines carry white pieces, and blue itself carries choices."""
GROUNDS = {
    **{name: tone for name, tone in TONES.items() if name not in ("maple", "birch", "amber")},
    "terracotta": POINT,
    "well": WELL,
    "felt": FELT,
}
"""Everything else that pieces of all sides stand on."""
EVERYWHERE = {**GROUNDS, **LIGHT, "amber": AMBER}
PALETTES = [
    *squares.PALETTES.values(),
    *hexagons.PALETTES.values(),
    LATTICE,
    POINTS,
]
ALL = [pytest.param(vision, id=vision) for vision in VISIONS]


@pytest.mark.parametrize("vision", ALL)
@pytest.mark.parametrize("ground", GROUNDS)
def test_white_and_black_pieces_stand_out_from_every_ground(ground: str, vision: str) -> None:
    for colour in (Colour.WHITE, Colour.BLACK):
        assert contrast(PAINTS[colour].face, GROUNDS[ground], vision) >= 3
        assert contrast(PAINTS[colour].band, GROUNDS[ground], vision) >= 2.7


@pytest.mark.parametrize("vision", ALL)
@pytest.mark.parametrize("ground", EVERYWHERE)
@pytest.mark.parametrize("colour", Colour)
def test_the_outline_or_the_face_of_every_piece_has_three_to_one(
    colour: Colour, ground: str, vision: str
) -> None:
    paint = PAINTS[colour]
    best = max(contrast(each, EVERYWHERE[ground], vision) for each in (paint.outline, paint.face))
    assert best >= 3


@pytest.mark.parametrize("vision", ALL)
def test_each_mark_has_an_edge_or_a_casing_that_stands_out(vision: str) -> None:
    for name, ground in GROUNDS.items():
        # An amber field's edge; the casing of choices, of alarms and of crosses.
        assert contrast(ESPRESSO, ground, vision) >= 3, name
        assert contrast(CREAM, ground, vision) >= 3, name
    for name, ground in LIGHT.items():
        assert contrast(ESPRESSO, ground, vision) >= 3, name
        assert contrast(INK, ground, vision) >= 3, name
        assert contrast(CHOICE, ground, vision) >= 2.5, name
    for fill in (CHOICE, ALARM):
        assert contrast(fill, CREAM, vision) >= 3
    assert contrast(AMBER, ESPRESSO, vision) >= 7


@pytest.mark.parametrize("vision", ALL)
def test_figures_numbers_and_crowns_stand_out_from_their_piece(vision: str) -> None:
    for colour in Colour:
        paint = PAINTS[colour]
        assert contrast(paint.figure, paint.face, vision) >= 4.5, colour
        assert contrast(paint.number, paint.face, vision) >= 4.5, colour
    assert contrast(CROWN, PAINTS[Colour.BLACK].face, vision) >= 4.5
    assert contrast(ESPRESSO, PAINTS[Colour.WHITE].face, vision) >= 4.5


@pytest.mark.parametrize("vision", ALL)
@pytest.mark.parametrize("paper", [PLATE, PLATE_TO_MOVE, WALNUT])
@pytest.mark.parametrize("colour", Colour)
def test_tokens_stand_out_from_plates_and_rims(colour: Colour, paper: RGB, vision: str) -> None:
    paint = PAINTS[colour]
    assert max(contrast(each, paper, vision) for each in (paint.token_rim, paint.face)) >= 3


@pytest.mark.parametrize("vision", ALL)
def test_words_can_be_read(vision: str) -> None:
    for tone, ink in NAMES.items():
        assert contrast(ink, TONES[tone], vision) >= 4.2, tone
        assert contrast(ink, TONES[tone], "normal") >= 4.5, tone
    for ink, paper in (
        (PLATE_TO_MOVE, WALNUT), (PLATE_TO_MOVE, PLATE), (BAR_UNIT, PLATE), (INK, PLATE_TO_MOVE),
        (TO_MOVE_UNIT, PLATE_TO_MOVE), (CREAM, CHOICE), (ESPRESSO, AMBER),
    ):  # fmt: skip
        assert contrast(ink, paper, vision) >= 4.5
    assert contrast(CREAM, ALARM, vision) >= 3, "the exclamation mark is large"


@pytest.mark.parametrize("vision", ALL)
def test_claims_stand_out_and_so_does_what_is_written_on_them(vision: str) -> None:
    white, black = CLAIMS[Colour.WHITE], CLAIMS[Colour.BLACK]
    assert contrast(white.fill, black.fill, vision) >= 4.5
    for claim in (white, black):
        assert contrast(claim.border, KAYA, vision) >= 3
        assert contrast(claim.ink, claim.fill, vision) >= 4.5
        stones = (PAINTS[Colour.WHITE], PAINTS[Colour.BLACK])
        assert all(
            max(contrast(each, claim.fill, vision) for each in (paint.outline, paint.face)) >= 1.7
            for paint in stones
        )
    assert contrast(LINES, KAYA, vision) >= 3


@pytest.mark.parametrize("vision", VISIONS)
def test_sides_differ_in_colour_to_every_vision(vision: str) -> None:
    for first, second in combinations(Colour, 2):
        far = distance(PAINTS[first].face, PAINTS[second].face, vision)
        assert far > 20, (first, second)
    assert distance(PAINTS[Colour.WHITE].face, PAINTS[Colour.BLACK].face, vision) > 70


@pytest.mark.parametrize("vision", VISIONS)
def test_what_happened_and_what_may_be_chosen_differ_to_every_vision(vision: str) -> None:
    for first, second in combinations((AMBER, CHOICE, ALARM), 2):
        # In grey, disc and frame tell choices from alarms.
        assert distance(first, second, vision) > (10 if vision == "grey" else 15)


def test_sides_differ_in_their_figure() -> None:
    assert set(PAINTS) == set(Colour)
    assert len({paint.shape for paint in PAINTS.values()}) == len(Colour)


@pytest.mark.parametrize("vision", [vision for vision in VISIONS if vision != "grey"])
@pytest.mark.parametrize("ground", [*SLATE, *LICHEN])
def test_red_and_orange_stand_out_from_the_ground_of_hexagons(ground: str, vision: str) -> None:
    for colour in (Colour.RED, Colour.ORANGE):
        assert distance(PAINTS[colour].face, TONES[ground], vision) > 22, colour


@pytest.mark.parametrize("vision", [vision for vision in VISIONS if vision != "grey"])
def test_games_of_one_shape_differ_in_their_ground(vision: str) -> None:
    for first, second in ((WOOD[1], RACE[1]), (WOOD[1], IZNIK[0]), (IZNIK[0], RACE[1])):
        far = distance(TONES[first], TONES[second], vision)
        assert far > 8, (first, second)


def test_points_differ_in_form_more_than_in_tone() -> None:
    assert contrast(POINT_INLAY, POINT) >= 3
    assert contrast(POINT_INLAY, FELT) >= 2.5


def test_the_frame_of_hexagons_is_darker_than_their_cells() -> None:
    for ground, frame in FRAMES.items():
        assert all(contrast(frame, TONES[name]) >= 2 for name in ground)


@pytest.mark.parametrize("colours", PALETTES)
def test_every_flat_colour_is_drawn_as_itself(colours: Palette) -> None:
    assert len(colours.flats) < len(colours.colours) <= 128
    for first, second in combinations(colours.flats, 2):
        assert max(abs(a - b) for a, b in zip(first, second, strict=True)) >= 4
    for colour in colours.flats:
        image = colours.surface(2, 2, colour)
        assert set(image.tobytes()) == {colours.index(colour)}
        assert set(colours.reduced(_square(colour)).tobytes()) == {colours.index(colour)}


def _square(colour: RGB) -> Image.Image:
    return Image.new("RGB", (3, 3), colour)


def test_every_ground_is_one_that_the_boards_use() -> None:
    used = {colour for palette in PALETTES for colour in palette.flats}
    assert set(EVERYWHERE.values()) <= used

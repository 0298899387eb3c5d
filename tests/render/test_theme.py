"""Sides and tiles can be told apart by everybody."""

from itertools import combinations

import pytest

from render.theme import ALARM, BACKGROUND, BADGE, CREAM, INK, LABEL, PAINTS, PLATE, TINTS
from rules.view import Colour
from tests.render.colour_vision import VISIONS, contrast, distance


@pytest.mark.parametrize("vision", VISIONS)
def test_sides_differ_in_colour_to_every_vision(vision: str) -> None:
    for first, second in combinations(Colour, 2):
        far = distance(PAINTS[first].face, PAINTS[second].face, vision)
        assert far > (17 if vision == "grey" else 23), (first, second)


@pytest.mark.parametrize("vision", VISIONS)
def test_white_and_black_differ_widely_to_every_vision(vision: str) -> None:
    white, black = PAINTS[Colour.WHITE], PAINTS[Colour.BLACK]
    assert distance(white.face, black.face, vision) > 70
    assert distance(white.side, black.side, vision) > 50


def test_sides_differ_in_symbol_and_in_edge_marks() -> None:
    assert set(PAINTS) == set(Colour)
    assert len({paint.symbol for paint in PAINTS.values()}) == len(Colour)
    assert len({paint.edge for paint in PAINTS.values()}) == len(Colour)


@pytest.mark.parametrize("colour", Colour)
def test_symbols_stand_out_from_their_piece(colour: Colour) -> None:
    paint = PAINTS[colour]
    assert contrast(paint.ink, paint.face) >= 3
    assert colour is Colour.BLACK or contrast(INK, paint.face) >= 2


def test_the_outline_of_pieces_stands_out_from_every_tile() -> None:
    for each in TINTS.values():
        assert contrast(INK, each.tile) >= 3
        assert contrast(INK, each.lit) >= 3


@pytest.mark.parametrize("vision", VISIONS)
def test_lit_tiles_differ_from_unlit_ones(vision: str) -> None:
    dark = TINTS["dark"]
    assert distance(dark.lit, dark.tile, vision) > 20
    assert distance(dark.lit, TINTS["light"].tile, vision) > 10


def test_words_can_be_read() -> None:
    for ink, paper in ((LABEL, BACKGROUND), (LABEL, PLATE), (BACKGROUND, LABEL), (INK, BADGE)):
        assert contrast(ink, paper) >= 4.5
    assert contrast(CREAM, ALARM) >= 4.5

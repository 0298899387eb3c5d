"""Sides and tiles can be told apart by everybody."""

from itertools import combinations

import pytest

from render.theme import (
    ALARM,
    BACKGROUND,
    BADGE,
    CREAM,
    FLATS,
    INK,
    LABEL,
    NAME,
    PAINTS,
    PLATE,
    TINTS,
    Edge,
)
from rules.view import Colour
from tests.render.colour_vision import VISIONS, contrast, distance


@pytest.mark.parametrize("vision", VISIONS)
def test_sides_differ_in_colour_to_every_vision(vision: str) -> None:
    for first, second in combinations(Colour, 2):
        far = distance(PAINTS[first].face, PAINTS[second].face, vision)
        assert far > 24, (first, second)


@pytest.mark.parametrize("vision", VISIONS)
def test_buried_pieces_differ_in_the_colour_of_their_edge(vision: str) -> None:
    for first, second in combinations(Colour, 2):
        far = distance(PAINTS[first].side, PAINTS[second].side, vision)
        assert far > 18, (first, second)


@pytest.mark.parametrize("colour", Colour)
def test_edge_marks_stand_out_from_their_edge(colour: Colour) -> None:
    paint = PAINTS[colour]
    assert contrast(paint.inlay, paint.side) >= (2.4 if paint.edge is Edge.PLAIN else 4.5)


def test_no_two_flat_colours_are_so_near_that_one_is_drawn_for_the_other() -> None:
    for first, second in combinations(FLATS, 2):
        assert max(abs(a - b) for a, b in zip(first, second, strict=True)) >= 4


@pytest.mark.parametrize("vision", VISIONS)
def test_the_three_tints_of_hexagons_differ(vision: str) -> None:
    for first, second in combinations(("pale", "mild", "deep"), 2):
        assert distance(TINTS[first].tile, TINTS[second].tile, vision) > 5
        assert distance(TINTS[first].highlighted, TINTS[second].tile, vision) > 8
    assert all(contrast(NAME, TINTS[name].tile) >= 4.5 for name in ("pale", "mild"))
    assert contrast(NAME, TINTS["deep"].tile) >= 4


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
        assert contrast(INK, each.highlighted) >= 3


@pytest.mark.parametrize("vision", VISIONS)
def test_lit_tiles_differ_from_unlit_ones(vision: str) -> None:
    dark = TINTS["dark"]
    assert distance(dark.highlighted, dark.tile, vision) > 20
    assert distance(dark.highlighted, TINTS["light"].tile, vision) > 10


def test_words_can_be_read() -> None:
    for ink, paper in ((LABEL, BACKGROUND), (LABEL, PLATE), (BACKGROUND, LABEL), (INK, BADGE)):
        assert contrast(ink, paper) >= 4.5
    assert contrast(CREAM, ALARM) >= 4.5

"""The course of a game as a picture."""

from io import BytesIO

import pytest
from PIL import Image

from render.chart import Chart, Curve, chart_picture
from render.theme import ALARM, PAINTS, RGB
from rules.contract.sentence import say
from rules.contract.view import Colour
from rules.geometry import Point
from tests.render.pixels import colours


def drawn(chart: Chart) -> Image.Image:
    with Image.open(BytesIO(chart_picture(chart))) as picture:
        assert picture.format == "PNG"
        return picture.convert("RGB")


def of_two(share: float, *marks: Point) -> Chart:
    """Return a game of ten moves in which White could always expect this share."""
    points = tuple(Point(move, share) for move in range(1, 11))
    return Chart(
        moves=10, curves=(Curve(Colour.WHITE, points),), rival=Colour.BLACK, marks=marks,
        ticks=((0.5, say("{share}%", share=50)),),
    )  # fmt: skip


def near(one: RGB, other: RGB) -> bool:
    return all(abs(a - b) < 24 for a, b in zip(one, other, strict=True))


def pixel(picture: Image.Image, x: int, y: int) -> RGB:
    (colour,) = colours(picture, (x, y, x + 1, y + 1))
    return colour


@pytest.mark.parametrize("share", [0.1, 0.3, 0.7, 0.9])
def test_the_colours_meet_where_the_share_is(share: float) -> None:
    picture = drawn(of_two(share))
    assert picture.width == 800
    below = PAINTS[Colour.WHITE].face
    rows = [near(pixel(picture, 300, y), below) for y in range(26, 304)]
    assert sum(rows) / len(rows) == pytest.approx(share, abs=0.06)
    assert rows == sorted(rows) or share > 0.5  # the line of 50 % runs through the white


def test_an_error_is_a_red_dot() -> None:
    picture = drawn(of_two(0.7, Point(5, 0.7)))
    middle = (426, round(306 - 0.7 * 282))
    assert near(pixel(picture, *middle), ALARM)
    assert not near(pixel(drawn(of_two(0.7)), *middle), ALARM)


def test_three_teams_have_a_curve_each() -> None:
    sides = (Colour.WHITE, Colour.RED, Colour.ORANGE)
    curves = tuple(
        Curve(colour, tuple(Point(move, height) for move in (1, 4, 7)))
        for colour, height in zip(sides, (0.2, 0.5, 0.8), strict=True)
    )
    picture = drawn(Chart(moves=9, curves=curves))
    for colour, height in zip(sides, (0.2, 0.5, 0.8), strict=True):
        y = round(306 - height * 282)
        column = [pixel(picture, 300, y + step) for step in range(-3, 4)]
        assert any(near(found, PAINTS[colour].face) for found in column)


def test_a_long_game_and_a_short_one_fit() -> None:
    for moves in (1, 2, 2_500):
        points = tuple(Point(move, 0.5) for move in range(1, moves + 1))
        chart = Chart(moves=moves, curves=(Curve(Colour.RED, points),), turning=1)
        assert len(chart_picture(chart)) < 40 * 1024

"""A game as a curve: the sides' expected results after every turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from render.canvas import Canvas
from render.png import packed_colours
from render.theme import ALARM, AMBER, BAR_UNIT, CREAM, ESPRESSO, INK, KAYA, LINES, PAINTS, WALNUT
from rules.contract.sentence import ENGLISH, Renderer, Sentence
from rules.contract.view import Colour
from rules.geometry import Point

__all__ = ["Chart", "Curve", "chart_picture"]

_WIDTH: Final = 800
_HEIGHT: Final = 360
_LEFT: Final = 76.0
_RIGHT: Final = 776.0
_TOP: Final = 24.0
_BOTTOM: Final = 306.0
_TEXT: Final = 24.0
_CURVE: Final = 5.0
_CASING: Final = 9.0
_GRID: Final = 1.5
_DOT: Final = 7.0
_STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
_MOST_NUMBERS: Final = 10


@dataclass(frozen=True, slots=True)
class Curve:
    """One team's expected result, as points of move and share: 0 at the bottom, 1 at the top."""

    colour: Colour
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A whole game."""

    moves: float
    """The moves of the game. A move is one turn of every team, so a turn is a part of one."""
    curves: tuple[Curve, ...]
    rival: Colour | None = None
    """The second of two teams, whose colour fills the area above the only curve."""
    marks: tuple[Point, ...] = ()
    """The places at which a person erred."""
    turning: float | None = None
    """The move from which on the winner was ahead."""
    ticks: tuple[tuple[float, Sentence], ...] = ()
    """Shares, with the labels beside them."""


def chart_picture(chart: Chart, reader: Renderer = ENGLISH) -> bytes:
    """Return the chart as a PNG file, 800 pixels wide, with its labels in one language."""
    canvas = Canvas(_WIDTH, _HEIGHT)
    _box(canvas, Point(_LEFT, _TOP), Point(_RIGHT, _BOTTOM), KAYA)
    if chart.rival is not None:
        _fill(canvas, chart, chart.curves[0], chart.rival)
    _grid(canvas, chart, reader)
    for curve in chart.curves:
        _draw(canvas, chart, curve)
    for mark in chart.marks:
        place = _place(chart, mark)
        canvas.disc(place, _DOT + 2, CREAM)
        canvas.disc(place, _DOT, ALARM)
    return packed_colours(canvas.on(WALNUT))


def _place(chart: Chart, point: Point) -> Point:
    """Return the place of a move and a share in the picture."""
    across = point.x / chart.moves
    return Point(_LEFT + across * (_RIGHT - _LEFT), _BOTTOM - point.y * (_BOTTOM - _TOP))


def _fill(canvas: Canvas, chart: Chart, curve: Curve, rival: Colour) -> None:
    """Fill the area below the curve in its colour, and the area above it in the rival's."""
    places = _places(chart, curve)
    _box(canvas, Point(_LEFT, _TOP), Point(_RIGHT, _BOTTOM), PAINTS[rival].face)
    floor = [Point(places[-1].x, _BOTTOM), Point(places[0].x, _BOTTOM)]
    canvas.polygon([*places, *floor], PAINTS[curve.colour].face)


def _places(chart: Chart, curve: Curve) -> Sequence[Point]:
    """Return the curve's points in the picture, extended to both edges."""
    places = [_place(chart, point) for point in curve.points]
    return [Point(_LEFT, places[0].y), *places, Point(_RIGHT, places[-1].y)]


def _draw(canvas: Canvas, chart: Chart, curve: Curve) -> None:
    places = _places(chart, curve)
    light = curve.colour is not Colour.BLACK
    canvas.line(places, _CASING, INK if light else CREAM)
    canvas.line(places, _CURVE, AMBER if chart.rival is not None else PAINTS[curve.colour].face)


def _grid(canvas: Canvas, chart: Chart, reader: Renderer) -> None:
    for share, label in chart.ticks:
        y = _BOTTOM - share * (_BOTTOM - _TOP)
        canvas.line([Point(_LEFT, y), Point(_RIGHT, y)], _GRID, LINES)
        canvas.text(Point(_LEFT - 10, y), label.rendered(reader), _TEXT, BAR_UNIT, anchor="r")
    step = next((s for s in _STEPS if chart.moves <= s * _MOST_NUMBERS), _STEPS[-1])
    for move in range(step, int(chart.moves) + 1, step):
        x = _place(chart, Point(move, 0)).x
        canvas.line([Point(x, _BOTTOM), Point(x, _BOTTOM + 5)], _GRID, BAR_UNIT)
        canvas.text(Point(x, _BOTTOM + 26), str(move), _TEXT, BAR_UNIT)
    if chart.turning is not None:
        x = _place(chart, Point(chart.turning, 0)).x
        canvas.line([Point(x, _TOP), Point(x, _BOTTOM)], _CURVE, ESPRESSO)
        canvas.line([Point(x, _TOP), Point(x, _BOTTOM)], _GRID, AMBER)


def _box(canvas: Canvas, first: Point, last: Point, fill: tuple[int, int, int]) -> None:
    corners = (first, Point(last.x, first.y), last, Point(first.x, last.y))
    canvas.polygon(corners, fill)

"""Plates with the people, in the free corners around a hexagonal board.

The lower left corner stays empty because Discord puts its ALT badge there. Allies share a plate.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import inf
from typing import Final

from PIL import Image

from render.canvas import Canvas, write
from render.cells.hexagons import HexLayout
from render.faces import BOLD, text_width
from render.names import Name, largest, named, parted, worded
from render.palette import Palette
from render.pieces import draw_token
from render.plates import Plate
from render.strips import inks, noted
from render.theme import AMBER, ESPRESSO, PLATE, PLATE_TO_MOVE, RGB, WALNUT
from rules.contract.view import BoardView, Side
from rules.geometry import Point

__all__ = ["CornerPlate", "corner_plates"]

_WIDTH: Final = 176
_RAILED: Final = 166
"""The widths without rails, and between them."""
_HEIGHT: Final = 72
_DATED: Final = 100
_MARGIN: Final = 4
_RADIUS: Final = 13
_PADDING: Final = 8
_TOKEN: Final = 16
_ALLY: Final = 13
_NAMES: Final = (28, 26, 24)
_TEAMS: Final = (25, 24)
"""The sizes of a name, and of a team's; the smaller ones are for those that would be cut."""
_COUNT: Final = 25
_WORDS: Final = 24
_LINES: Final = (23, 53, 81)
"""The middles of a plate's lines."""
_UPPER_LEFT, _UPPER_RIGHT, _LOWER_RIGHT = Point(-1, -1), Point(1, -1), Point(1, 1)
_CORNERS: Final = (_UPPER_LEFT, _UPPER_RIGHT, _LOWER_RIGHT)


@dataclass(frozen=True, slots=True)
class CornerPlate:
    """A plate: its upper left corner, its size, and the sides on it."""

    left: int
    top: int
    width: int
    height: int
    sides: tuple[Plate, ...]
    scale: float

    def image(self, palette: Palette) -> Image.Image:
        """Return the plate as numbers of colours; the caller must not change it."""
        return _image(palette, self.sides, self.width, self.height, self.scale)


def corner_plates(
    view: BoardView, sides: tuple[Plate, ...], places: HexLayout
) -> tuple[CornerPlate, ...]:
    """Return a plate per team, across from its goal if it has one."""
    outward = {rail.side: rail.outward for rail in places.rails}
    teams = _teams(sides, view.teams)
    if len(teams) > len(_CORNERS):
        teams = [*teams[: len(_CORNERS) - 1], tuple(
            side for team in teams[len(_CORNERS) - 1 :] for side in team
        )]  # fmt: skip
    goals = [outward.get(team[0].side) for team in teams]
    corners = min(
        permutations(_CORNERS, len(teams)),
        key=lambda chosen: sum(
            (goal.x + corner.x) ** 2 + (goal.y + corner.y) ** 2
            for goal, corner in zip(goals, chosen, strict=True)
            if goal
        ),
    )
    return tuple(_plate(places, corner, team) for team, corner in zip(teams, corners, strict=True))


def _plate(places: HexLayout, corner: Point, team: tuple[Plate, ...]) -> CornerPlate:
    """Return a team's plate in that corner."""
    scale = places.shape.scale
    width = round((_RAILED if places.rails else _WIDTH) * scale)
    dated = any(side.occupant.state for side in team)
    height, margin = round((_DATED if dated else _HEIGHT) * scale), round(_MARGIN * scale)
    left = margin if corner.x < 0 else places.width - margin - width
    top = margin if corner.y < 0 else places.height - margin - height
    return CornerPlate(left, top, width, height, team, scale)


def _teams(
    sides: tuple[Plate, ...], teams: tuple[tuple[Side, ...], ...]
) -> list[tuple[Plate, ...]]:
    """Return the sides by team, the largest team first if their sizes differ."""
    if not teams:
        return [(side,) for side in sides]
    found = {plate.side: plate for plate in sides}
    return sorted((tuple(found[side] for side in team) for team in teams), key=len, reverse=True)


@lru_cache(maxsize=256)
def _image(
    palette: Palette, sides: tuple[Plate, ...], width: int, height: int, scale: float
) -> Image.Image:
    lit = any(side.lit for side in sides)
    canvas = Canvas(width, height)
    middle = Point(width / 2, height / 2)
    canvas.pill(middle, width, height, PLATE_TO_MOVE if lit else PLATE, _RADIUS * scale)
    first, second, third = (line * scale for line in _LINES)
    padding, small = _PADDING * scale, _WORDS * scale
    ink, faint = inks(lit=lit)
    start = padding
    if len(sides) == 1:
        draw_token(canvas, sides[0].colour, Point(padding + _TOKEN * scale, first), _TOKEN * scale)
        start += (2 * _TOKEN + 6) * scale
    else:
        step = (width - 1.4 * padding) / len(sides)
        for number, side in enumerate(sides):
            place = Point(0.7 * padding + number * step, second)
            _draw_ally(canvas, side, place, step, ink=ink, scale=scale)
    image = canvas.on(WALNUT)
    room = width - start - 0.7 * padding
    sizes = [size * scale for size in (_NAMES if len(sides) == 1 else _TEAMS)]
    for joint in (" + ", "+"):  # In some languages the colours need all of the room.
        who = _name(sides, joint)
        size = largest(who, sizes, room)
        name, style = named(who, size, room)
        if name in who:
            break
    write(image, (start, first), name, size, ink, style=style)
    if len(sides) == 1:
        count, unit = noted(sides[0].note)
        write(image, (padding, second), count, _COUNT * scale, ink, style=BOLD)
        after = padding + text_width(f"{count} " if count else "", _COUNT * scale, BOLD)
        _write_words(image, unit, Point(after, second), small, faint)
    state = next((side.occupant.state for side in sides if side.occupant.state), "")
    _write_words(image, state, Point(padding, third), small, faint)
    return palette.reduced(image)


def _name(sides: tuple[Plate, ...], joint: str) -> Name:
    """Return the name of a team: its different people, and its sides without a name."""
    names = (named(Name(side.occupant.name, side.title), 1, inf)[0] for side in sides)
    return Name(joint.join(dict.fromkeys(names)), joint.join(side.title for side in sides))


def _draw_ally(
    canvas: Canvas, side: Plate, place: Point, room: float, *, ink: RGB, scale: float
) -> None:
    """Draw one of several colours on a plate with its count, on amber if it is to move."""
    radius, height = _ALLY * scale, 34 * scale
    count, _ = noted(side.note)
    if side.to_move:
        middle = Point(place.x + room / 2 - 2 * scale, place.y)
        canvas.pill(middle, room - 4 * scale, height, ESPRESSO, height / 2)
        inner = height - 4 * scale
        canvas.pill(middle, room - 8 * scale, inner, AMBER, inner / 2)
    token = Point(place.x + radius + 6 * scale, place.y)
    draw_token(canvas, side.colour, token, radius)
    after = Point(token.x + radius + 6 * scale, place.y)
    own = ESPRESSO if side.to_move else ink
    canvas.text(after, count, _COUNT * scale, own, style=BOLD, anchor="l")


def _write_words(image: Image.Image, text: str, place: Point, size: float, ink: RGB) -> None:
    """Write words from that place on; where they have no room, the last ones go first."""
    room = image.width - place.x - size / 12
    shown, style = worded(parted(text, size, room), size, room)
    write(image, (place.x, place.y), shown, size, ink, style=style)

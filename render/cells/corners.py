"""Plates with the players, in the free corners around a hexagonal board.

The lower left corner stays empty because Discord puts its ALT badge there. Allies share a plate,
and a bar joins their tokens.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from typing import Final

from PIL import Image

from render.arrows import draw_arrow
from render.canvas import Canvas, text_width, write
from render.cells.hexagons import HexLayout
from render.palette import Palette
from render.pieces import draw_token
from render.plates import Plate
from render.theme import (
    BAR_UNIT,
    INK,
    PLATE,
    PLATE_TO_MOVE,
    TO_MOVE_UNIT,
    WALNUT,
)
from rules.contract.view import BoardView, Side
from rules.geometry import Point

__all__ = ["CornerPlate", "corner_plates"]

_WIDTH: Final = 150
_MARGIN: Final = 10
_ENTRY: Final = 62
_ARROWED: Final = 88
_RADIUS: Final = 14
_TOKEN: Final = 20
_TEXT_AT: Final = 56
_NAME: Final = 25
_NOTE: Final = 21
_UPPER_LEFT, _UPPER_RIGHT, _LOWER_RIGHT = Point(-1, -1), Point(1, -1), Point(1, 1)
_CORNERS: Final = (_UPPER_LEFT, _UPPER_RIGHT, _LOWER_RIGHT)


@dataclass(frozen=True, slots=True)
class CornerPlate:
    """A plate: its upper left corner and its content."""

    left: int
    top: int
    height: int
    players: tuple[Plate, ...]
    ways: tuple[tuple[Point, ...], ...]
    """By player, the directions that lead forward, as the viewer sees them."""
    scale: float

    def image(self, palette: Palette) -> Image.Image:
        """Return the plate as a palette image; the caller must not change it."""
        return _image(palette, self.players, self.ways, self.scale)


def corner_plates(
    view: BoardView, sides: tuple[Plate, ...], places: HexLayout
) -> tuple[CornerPlate, ...]:
    """Return a plate for each team, next to its home if it has one."""
    ways = {rail.side: rail.ways for rail in places.rails}
    teams = _teams(sides, view.teams)
    if len(teams) > len(_CORNERS):
        teams = [*teams[: len(_CORNERS) - 1], tuple(
            player for team in teams[len(_CORNERS) - 1 :] for player in team
        )]  # fmt: skip
    homes = [_home(ways.get(team[0].side, ())) for team in teams]
    corners = min(
        permutations(_CORNERS, len(teams)),
        key=lambda chosen: sum(
            (home.x - corner.x) ** 2 + (home.y - corner.y) ** 2
            for home, corner in zip(homes, chosen, strict=True)
            if home
        ),
    )
    return tuple(
        _plate(places, corner, team, tuple(ways.get(player.side, ()) for player in team))
        for team, corner in zip(teams, corners, strict=True)
    )


def _plate(
    places: HexLayout,
    corner: Point,
    players: tuple[Plate, ...],
    ways: tuple[tuple[Point, ...], ...],
) -> CornerPlate:
    """Return a team's plate in that corner."""
    scale = places.shape.scale
    margin, width = round(_MARGIN * scale), round(_WIDTH * scale)
    height = round((_ARROWED if any(ways) else _ENTRY) * scale) * len(players)
    left = margin if corner.x < 0 else places.width - margin - width
    top = margin if corner.y < 0 else places.height - margin - height
    return CornerPlate(left, top, height, players, ways, scale)


def _teams(
    players: tuple[Plate, ...], sides: tuple[tuple[Side, ...], ...]
) -> list[tuple[Plate, ...]]:
    """Return the players of each team, the largest team first if their sizes differ."""
    if not sides:
        return [(player,) for player in players]
    found: dict[Side, Plate] = {player.side: player for player in players}
    teams = [tuple(found[side] for side in team) for team in sides]
    return sorted(teams, key=len, reverse=True)


def _home(ways: Sequence[Point]) -> Point | None:
    """Return the direction of the side's home on the board; the side moves the other way."""
    if not ways:
        return None
    return Point(-sum(way.x for way in ways), -sum(way.y for way in ways))


@lru_cache(maxsize=256)
def _image(
    palette: Palette,
    players: tuple[Plate, ...],
    ways: tuple[tuple[Point, ...], ...],
    scale: float,
) -> Image.Image:
    entry = round((_ARROWED if any(ways) else _ENTRY) * scale)
    width, height = round(_WIDTH * scale), entry * len(players)
    image = Image.new("RGB", (width, height), WALNUT)
    base = _base(tuple(player.to_move for player in players), width, entry, scale)
    image.paste(base, (0, 0), base)
    for number, (player, arrows) in enumerate(zip(players, ways, strict=True)):
        ink, note_ink = (INK, TO_MOVE_UNIT) if player.to_move else (PLATE_TO_MOVE, BAR_UNIT)
        top = number * entry
        tokens = _tokens(player, arrows, scale, ink=ink)
        image.paste(tokens, (0, top), tokens)
        room = width - (_TEXT_AT + 8) * scale
        for text, size, y, fill, bold in (
            (player.title, _NAME, 20, ink, 0.5),
            (player.note, _NOTE, 44, note_ink, 0),
        ):
            fitting = min(1, room / max(1, text_width(text, size * scale)))
            write(image, (_TEXT_AT * scale, top + y * scale), text, size * scale * fitting, fill,
                  stroke=bold * scale)  # fmt: skip
    if len(players) > 1:
        _join(image, players, entry, scale)
    return palette.reduced(image)


def _base(to_move: tuple[bool, ...], width: int, entry: int, scale: float) -> Image.Image:
    """Return the plate without words; the part of an ally who is to move is light."""
    height = entry * len(to_move)
    canvas = Canvas(width, height)
    middle = Point(width / 2, height / 2)
    canvas.pill(middle, width, height, PLATE, _RADIUS * scale)
    for number, light in enumerate(to_move):
        if light:
            place = Point(width / 2, (number + 0.5) * entry)
            canvas.pill(place, width, entry, PLATE_TO_MOVE, _RADIUS * scale)
    return canvas.finish()


def _tokens(
    player: Plate, arrows: tuple[Point, ...], scale: float, *, ink: tuple[int, int, int]
) -> Image.Image:
    """Return a side's token with its forward directions below it."""
    side = round(_TEXT_AT * scale)
    canvas = Canvas(side, round(_ARROWED * scale), scale=scale)
    draw_token(canvas, player.colour, Point(30, 31), _TOKEN)
    for number, way in enumerate(arrows):
        place = Point(30 + (number - (len(arrows) - 1) / 2) * 25, 69)
        draw_arrow(canvas, place, way, 11, ink)
    return canvas.finish()


def _join(image: Image.Image, players: tuple[Plate, ...], entry: int, scale: float) -> None:
    """Join the tokens of allies like links of a chain."""
    width = max(2, round(7 * scale))
    x = round(30 * scale) - width // 2
    reach = round((_TOKEN + 1) * scale)
    for number in range(len(players) - 1):
        first = number * entry + round(31 * scale) + reach
        last = (number + 1) * entry + round(31 * scale) - reach
        image.paste(INK, (x - 2, first, x + width + 2, last))
        image.paste(PLATE_TO_MOVE, (x, first - 1, x + width, last + 1))

"""Whatever pictures write can be read on a phone: every label is found as it is drawn."""

from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any, Final, NamedTuple

import pytest
from PIL import Image, ImageChops, ImageDraw

from render import Caption, Occupant, asking_picture, board, canvas, picture, poster, sheet
from render.canvas import Canvas
from render.chart import Chart, Curve, chart_picture
from render.theme import RGB
from rules.contract.core import AnyGame
from rules.contract.sentence import say
from rules.contract.view import BoardPart, BoardView, Colour, Die, Mark, MarkKind, RegionKind
from rules.geometry import Point
from rules.geometry.blocks import blocks
from rules.geometry.intersections import Intersections
from rules.registry import all_games
from tests.render.caches import caches, modules
from tests.render.colour_vision import VISIONS, contrast
from tests.render.gallery import positions
from tests.render.gameviews import hyper, region, rekushu
from tests.render.pixels import opened
from tests.render.test_cards import CARDS
from tests.render.test_poster import POSTERS
from tests.render.views import BLACK, LARGE, SMALL, WHITE, cell, piles

PHONE: Final = 400
"""The width at which a phone shows a picture, in pixels."""
LEAST: Final = 12
LEAST_BADGE: Final = 11
"""The size of type in the picture of a phone, and that of numbers on pieces, dice and choices."""


class Label(NamedTuple):
    """Something that was written."""

    text: str
    size: float
    """In pixels of the picture."""
    badge: bool
    """True if it is a number that is a part of a piece, a mark or a plate's key."""


class Written(NamedTuple):
    """Something that was written on what had been drawn before."""

    text: str
    ink: RGB
    ground: RGB


@pytest.fixture
def uncached() -> None:
    """Let everything be drawn anew."""
    for cache in caches():
        cache.cache_clear()


@contextmanager
def listened() -> Generator[list[Label]]:
    """Collect what is written in the block, except on boards within cards."""
    labels: list[Label] = []
    text = ImageDraw.ImageDraw.text
    fine = canvas._FINE  # pyright: ignore[reportPrivateUsage]

    def noted(self: ImageDraw.ImageDraw, *rest: Any, **named: Any) -> None:
        if "anchor" in named:  # Otherwise a face is asked whether it has a sign.
            badge = self.mode != "L" and not any(sign.isalpha() for sign in rest[1])
            labels.append(Label(rest[1], rest[3].size / fine, badge))
        text(self, *rest, **named)

    def without_words(_view: BoardView, width: int, height: int) -> Image.Image:
        return Image.new("RGB", (width, height))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(ImageDraw.ImageDraw, "text", noted)
        patched.setattr(board, "_fitted", without_words)
        yield labels


@contextmanager
def watched() -> Generator[set[Written]]:
    """Collect the inks in the block and what they are written on, wherever that is known."""
    written: set[Written] = set()
    write, text = canvas.write, Canvas.text

    def noted(image: Image.Image, *rest: Any, **form: Any) -> None:
        before = image.convert("RGBA")
        write(image, *rest, **form)
        compared(rest[1], rest[3], before, image.convert("RGBA"))

    def on_canvas(self: Canvas, *rest: Any, **form: Any) -> None:
        before = self.finish()
        text(self, *rest, **form)
        compared(rest[1], rest[3], before, self.finish())

    def compared(words: str, ink: RGB, before: Image.Image, after: Image.Image) -> None:
        changed = ImageChops.difference(before.convert("RGB"), after.convert("RGB"))
        box = changed.getbbox()
        if box is None:
            return
        raw = before.crop(box).tobytes()
        grounds = Counter(zip(raw[0::4], raw[1::4], raw[2::4], raw[3::4], strict=True))
        (*ground, opacity), _ = grounds.most_common(1)[0]
        if opacity == 255:
            written.add(Written(words, ink, (ground[0], ground[1], ground[2])))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Canvas, "text", on_canvas)
        for module in modules():
            if getattr(module, "write", None) is write:
                patched.setattr(module, "write", noted)
        yield written


def people(view: BoardView) -> Caption:
    """Return long names with all words that can stand beside them."""
    words = ("must capture", "by Tue 18:40 UTC")
    name = "Maximiliane von Hohenstein-Waldburg-Zeil"
    return Caption(tuple((each.side, Occupant(name, *words)) for each in view.players), "move 140")


def random_views(game: AnyGame, plies: int) -> Iterator[BoardView]:
    """Yield the beginning and a later position of a random game, one with numbers everywhere."""
    chance, state = Random(2), game.start()
    yield game.view(state)
    for _ in range(plies):
        turn = game.turn(state)
        if turn is None:
            break
        state = game.apply(state, chance.choice(game.legal(state)))
    view = game.view(state)
    numbered = (
        Mark(each, MarkKind.CANDIDATE, str(number))
        for number, each in enumerate(view.geometry.cells, 1)
    )
    yield replace(view, marks=tuple(numbered), trail=())
    parts = enumerate(blocks(view.geometry, 24), 1)
    yield replace(view, parts=tuple(BoardPart(part.cells, str(n)) for n, part in parts))


def boards() -> Iterator[tuple[str, BoardView]]:
    """Yield positions of every game with every choice of every option, and rare ones."""
    yield from positions().items()
    for key, game in all_games().items():
        yield from ((key, view) for view in random_views(game, 40))
        for option in game.spec.options:
            for choice in option.choices:
                configured = game.configured({option.key: choice.value})
                yield f"{key} {choice.value}", configured.view(configured.start())
    yield "tall", piles(LARGE, f"a1={12 * 'w'} b2={9 * 'b'} c4=wb", letters="wb", bound=True)
    yield "fan", piles(SMALL, f"e2={12 * 'w'} d1=orwo d4=wrorw", "offending:d1 candidate:d4=12")
    dice = (Die(5, WHITE), Die(7, BLACK, faces=8))
    yield "crowd", hyper("24*9 13*12 bar*4 off*3", "6*5", "", dice)
    large = Intersections(20)
    tiles = (
        region(BLACK, "a1:t20", RegionKind.CANDIDATE, "12", large),
        region(WHITE, "a1:b2", RegionKind.HELD, "", large),
        region(BLACK, "d4:e5", RegionKind.CANDIDATE, "3", large),
    )
    marks = (Mark(cell("t20", large), MarkKind.TARGET),)
    yield "claims", rekushu("a1 b2", "t20", tiles, marks, board=large)


def chart() -> bytes:
    points = tuple(Point(move, 0.5) for move in range(1, 100))
    ticks = tuple((share / 100, say("{share}%", share=share)) for share in (0, 50, 100))
    return chart_picture(
        Chart(moves=100, curves=(Curve(Colour.WHITE, points),), rival=Colour.BLACK, ticks=ticks)
    )


def pictures() -> Iterator[tuple[str, bytes]]:
    """Yield every kind of picture, boards as they are drawn for a phone."""
    for name, view in boards():
        yield name, picture(view, width=PHONE, caption=people(view))
        yield f"{name} asking", asking_picture(view, view.players[0].side, "2 of 3: where to?")
    for name, card in CARDS.items():
        yield name, card()
    for name, made in POSTERS.items():
        yield name, poster.poster_picture(made())
    yield "chart", chart()
    yield "sheet", sheet([game.view(game.start()) for game in all_games().values()])


@pytest.mark.usefixtures("uncached")
def test_every_label_is_large_enough_on_a_phone() -> None:
    small: set[tuple[str, str, float]] = set()
    with listened() as labels:
        for name, png in pictures():
            width = opened(png).width
            for text, size, badge in labels:
                shown = size * PHONE / width
                if shown < (LEAST_BADGE if badge else LEAST) - 1e-6:
                    small.add((name, text, round(shown, 2)))
            labels.clear()
    assert sorted(small) == []


@pytest.mark.usefixtures("uncached")
def test_every_label_stands_out_from_its_ground() -> None:
    with watched() as written:
        assert all(png for _, png in pictures())
    assert len(written) > 300
    faint = {
        (each.text, vision, round(contrast(each.ink, each.ground, vision), 1))
        for each in written
        for vision in VISIONS
        if contrast(each.ink, each.ground, vision) < (4.5 if vision == "normal" else 4.2)
    }
    assert sorted(faint) == []

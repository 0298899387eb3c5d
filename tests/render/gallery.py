"""The board pictures of the documents: `python -m tests.render.gallery` draws them again.

The games that lead to the positions are in `gallery.json`; rolls of dice are written as `3-1`.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image

from render import Caption, Occupant, picture
from render.palette import Palette
from render.theme import ALARM, CHOICE, RGB
from rules.contract.core import AnyGame, AnyState, Dice, Roll
from rules.contract.view import BoardView, Mark, MarkKind, Side
from rules.registry import find

__all__ = ["FOLDER", "captions", "drawn", "positions"]

FOLDER: Final = Path(__file__).resolve().parents[2] / "docs" / "boards"
_GAMES: Final = Path(__file__).with_name("gallery.json")
_ASKING: Final = ("czech", "rematch", "punt-heks", "hypergammon")
"""Games that also show choices and a refusal."""
_CAPTIONS: Final = {
    "czech": ("move 14", {"white": ("Ann", "must capture", "by Tue 24 Nov"), "black": ("Řehoř",)}),
    "turkish": (
        "move 10",
        {
            "white": ("İpek Çağlar", "must capture"),
            "black": ("Pebble", "", "computer, level 1"),
        },
    ),
    "rematch": (
        "",
        {
            "white": ("Cy", "", "by Tue 24 Nov"),
            "orange": ("Cy", "", "by Tue 24 Nov"),
            "red": ("Dimitris",),
        },
    ),
    "hypergammon": (
        "move 5",
        {"white": ("ليلى الحسن",), "black": ("Bo", "to play 3-1", "by Tue 24 Nov")},
    ),
    "punt-match": ("move 18", {"white": ("Ann", "", "by Wed 25 Nov"), "black": ("棋士さくら",)}),
    "punt-heks": ("", {"white": ("Жанна", "", "by Tue 24 Nov"), "black": ("Bo",)}),
    "punt-heks-3": (
        "",
        {
            "white": ("Ann", "", "by 24 Nov"),
            "black": ("Pebble", "", "computer, level 1 · since move 9"),
            "red": ("Κώστας",),
        },
    ),
    "rekushu-20": (
        "move 56",
        {
            "black": ("Maximiliane von Hohenstein-Waldburg", "", "by Sun 29 Nov"),
            "white": ("Di",),
        },
    ),
    "rekushu-8": (
        "move 14",
        {"black": ("Bo", "", "by Tue 18:40 UTC"), "white": ("\N{FOX FACE}\N{SPARKLES}",)},
    ),
    "czech-end": ("", {"white": ("Ann", "", "won · Bo has no piece left"), "black": ("Bo",)}),
}
"""The number of the move, and by side the name, the demand and the state."""
_WON: Final = "won"
_DARK: Final = (49, 51, 56)
_LIGHT: Final = (255, 255, 255)
"""What Discord's themes have behind a picture."""
_CLEAR: Final = (255, 0, 255)
_DIRECTORY: Final = (
    ("czech-choices", "rematch"), ("hypergammon", "punt-heks"), ("rekushu-8", "turkish"),
)  # fmt: skip
"""The boards on the pictures for the App Directory, two on each."""
_PICTURE: Final = (1920, 1080)
_SMALL: Final = 400
_TINY: Final = 280
_GAP: Final = 12
_MANY: Final = 1 << 20
_FLATS: Final = 64
_BLENDS: Final = 64
"""How many colours of surfaces and of edges a sheet has."""


class _Played(NamedTuple):
    """A game as it was played, and where that led."""

    game: AnyGame
    state: AnyState
    view: BoardView


def captions() -> dict[str, Caption]:
    """Return the people at the positions; those of choices and refusals are those of the board."""
    found = {
        name: Caption(
            tuple((Side(side), _occupant(*words)) for side, words in people.items()), number
        )
        for name, (number, people) in _CAPTIONS.items()
    }
    for name in _ASKING:
        found[f"{name}-choices"] = found[f"{name}-refused"] = found[name]
    return found


def _occupant(name: str, demand: str = "", state: str = "") -> Occupant:
    return Occupant(name, demand, state, won=state.startswith(_WON))


def positions() -> dict[str, BoardView]:
    """Return every position that the documents show, by the name of its file."""
    written = json.loads(_GAMES.read_text("utf-8"))
    games = {name: _play(**game) for name, game in written.items()}
    views = {name: played.view for name, played in games.items()}
    for name in _ASKING:
        views[f"{name}-choices"] = _choosing(games[name])
        views[f"{name}-refused"] = _refused(games[name])
    return views


def drawn() -> Iterator[tuple[str, bytes]]:
    """Yield the files below `FOLDER` with their bytes."""
    now: dict[str, Image.Image] = {}
    people = captions()
    for name, view in positions().items():
        png = picture(view, caption=people[name])
        yield f"{name}.png", png
        now[name] = Image.open(BytesIO(png)).convert("RGB")
    plain = [name for name in now if "-choices" not in name and "-refused" not in name]
    for theme, ground, names in (("dark", _DARK, [*now]), ("light", _LIGHT, plain)):
        sheet = _grid([_smaller(now[name], _SMALL) for name in names], 4, ground)
        yield f"{theme}-400.png", _packed(sheet, [*now.values()])
    for number, shown in enumerate(_DIRECTORY, 1):
        boards = [now[name] for name in shown]
        yield f"directory-{number}.png", _packed(_side_by_side(boards), boards)
    tiny = [_smaller(now[name], _TINY) for name in plain[:8]]
    yield "gallery.png", _packed(_grid(tiny, 4, _CLEAR), [*now.values()], clear=True)


def _play(*, game: str, options: dict[str, str], turns: list[str]) -> _Played:
    played = find(game).configured(options)
    state, last = played.start(), None
    for text in turns:
        if isinstance(played.turn(state), Dice):
            move = Roll(tuple(map(int, text.split("-"))))
        else:
            move = last = played.parse(state, text)
        state = played.apply(state, move)
    return _Played(played, state, played.view(state, last))


def _choosing(played: _Played) -> BoardView:
    """Return the position while the second piece that can move, or the only one, is chosen."""
    paths = [played.game.path(move) for move in played.game.legal(played.state)]
    starts = sorted({path[0] for path in paths})
    start = starts[1 % len(starts)]
    ends = sorted({path[1] for path in paths if path[0] == start})
    numbered = (Mark(end, MarkKind.CANDIDATE, str(number)) for number, end in enumerate(ends, 1))
    return replace(played.view, marks=(Mark(start, MarkKind.CHOSEN), *numbered), trail=())


def _refused(played: _Played) -> BoardView:
    """Return the position with two cells that break a rule."""
    starts = sorted({played.game.path(move)[0] for move in played.game.legal(played.state)})
    marks = tuple(Mark(start, MarkKind.OFFENDING) for start in starts[:2])
    return replace(played.view, marks=marks, trail=())


def _smaller(image: Image.Image, width: int) -> Image.Image:
    size = width, round(image.height * width / image.width)
    return image.resize(size, Image.Resampling.LANCZOS)


def _side_by_side(images: list[Image.Image]) -> Image.Image:
    """Lay images on a picture for the App Directory, each in the middle of its part."""
    whole = Image.new("RGB", _PICTURE, _DARK)
    part = _PICTURE[0] // len(images)
    for place, image in enumerate(images):
        left = place * part + (part - image.width) // 2
        whole.paste(image, (left, (_PICTURE[1] - image.height) // 2))
    return whole


def _grid(images: list[Image.Image], columns: int, ground: RGB) -> Image.Image:
    """Lay images in rows, each in the middle of its place."""
    rows = [images[start : start + columns] for start in range(0, len(images), columns)]
    heights = [max(image.height for image in row) + _GAP for row in rows]
    wide = max(image.width for image in images) + _GAP
    whole = Image.new("RGB", (wide * min(columns, len(images)) + _GAP, sum(heights) + _GAP), ground)
    top = _GAP
    for row, height in zip(rows, heights, strict=True):
        for column, image in enumerate(row):
            whole.paste(image, (_GAP + column * wide, top + (height - _GAP - image.height) // 2))
        top += height
    return whole


def _packed(image: Image.Image, shown: list[Image.Image], *, clear: bool = False) -> bytes:
    """Return a PNG file that has the colours of what is shown on it, the rare ones of marks too.

    With `clear`, one sees through the ground.
    """
    surfaces: Counter[RGB] = Counter()
    for board in shown:
        for count, colour in board.getcolors(_MANY) or ():
            if isinstance(colour, tuple):
                surfaces[colour[0], colour[1], colour[2]] += count
    common = [colour for colour, _ in surfaces.most_common(_FLATS)]
    ground = image.crop((0, 0, 1, 1)).tobytes()
    mixed = image.quantize(_BLENDS).getpalette() or []
    palette = Palette(
        [(ground[0], ground[1], ground[2]), CHOICE, ALARM, *common],
        zip(mixed[0::3], mixed[1::3], mixed[2::3], strict=True),
    )
    reduced, packed = palette.reduced(image), BytesIO()
    reduced.putpalette(palette.bytes)
    if clear:
        reduced.save(packed, "PNG", optimize=True, transparency=0)
    else:
        reduced.save(packed, "PNG", optimize=True)
    return packed.getvalue()


if __name__ == "__main__":
    for file, png in drawn():
        (FOLDER / file).write_bytes(png)

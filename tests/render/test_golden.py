"""A few pictures as they were when somebody last looked at them.

Run `python -m tests.render.test_golden` to draw them again, and look at them before you commit.
Only pixels count, and a few may differ: other releases of Pillow smooth letters differently.
"""

import hashlib
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from render import Caption, Occupant, picture
from render.faces import noto_sans
from rules.contract.view import Die, Mark, MarkKind, Pattern, RegionKind, Side
from tests.render.gameviews import hyper, region, rekushu
from tests.render.pixels import apart
from tests.render.views import BLACK, LARGE, SEVEN, SMALL, WHITE, cell, draughts, piles

NOTO_SANS = "bfb7bb691513f12e734dc346c03a03f784912432d7e3fa8e56efcf906fe86b3d"
GOLDENS = Path(__file__).parent / "goldens"
WIDTH = 400
VIEWS = {
    "last-move": draughts(
        "a1 c1 g3 h4 a5 Kf2",
        "b8 d8 c7 g7 Kh6 Ke3",
        "origin:c5 passed:f2 captured:d4 target:f2",
        last="c5xf2",
    ),
    "choices-turned": draughts(
        "a1 c1 Ke1 g3", "b6 d6 Kf8", "candidate:b6=1 candidate:d6=2 candidate:c5=10", turned=True
    ),
    "plain-refused": draughts(
        "a2 b2 Kd4",
        "a7 b7 Ke6",
        "offending:d4 offending:e5 chosen:b2",
        pattern=Pattern.PLAIN,
        to_move=None,
        status="Draw: the same position for the third time.",
    ),
    "claims": rekushu(
        "a1 c1 a3 c3 e7",
        "h8 g5 g6",
        (
            region(BLACK, "d2:f4"),
            region(WHITE, "f2:h4"),
            region(WHITE, "b5:d8", RegionKind.LATEST),
            region(BLACK, "a1:c3", RegionKind.CANDIDATE, "1"),
        ),
        (Mark(cell("g6"), MarkKind.TARGET), Mark(cell("e7"), MarkKind.OFFENDING)),
    ),
    "backgammon-turned": hyper(
        "24 13*7 bar",
        "6*2 off*2",
        "origin:20 target:13 captured:24 candidate:19=2 offending:5",
        (Die(5, BLACK, used=True), Die(2, BLACK), Die(4, WHITE)),
        to_move=BLACK,
        turned=True,
    ),
    "hexagon-stacks": piles(
        SMALL,
        "e2=rw d1=orw d4=wr c1=o c2=wor c3=ow c5=r b2=rrw b4=o a2=w a3=worwrwo",
        "origin:d3 target:b2 captured:c3 passed:b3",
        last="d3xb3xb2",
    ),
    "hexagon-race": piles(
        LARGE,
        "a1=w b2=wb c4=wbwwbw d5=b e3=bb e5=bwbwb f2=w g6=b h3=w i2=wb i5=b a4=bw",
        "candidate:a1=1 candidate:b2=2 candidate:c4=12 chosen:f2",
        letters="wb",
        bound=True,
    ),
    "square-race": piles(
        SEVEN,
        "a1=w b1=ww d3=wb e4=bwb d5=bwbwb d6=b c7=wbwbwbw f3=wwbbwb f4=b",
        "offending:d3 offending:d4",
        letters="wb",
        bound=True,
    ),
}


CAPTIONS = {
    "last-move": ("move 23", (("white", Occupant("Řehoř", "must capture", "by Tue 24 Nov")),)),
    "plain-refused": ("", (("white", Occupant("Ann", state="drawn · agreed")),)),
    "claims": ("move 9", (("black", Occupant("Жанна", state="by Tue 18:40 UTC")),)),
    "backgammon-turned": ("", (("white", Occupant("Maximiliane von Hohenstein-Waldburg-Zeil")),)),
    "hexagon-race": ("", (("white", Occupant("Κώστας", state="paused")),)),
}
"""The number of the move and some of the people, where there are any."""


@pytest.fixture(scope="module", autouse=True)
def face() -> None:
    """Fail at once, and say so, if the face is not the one of the golden pictures."""
    path = noto_sans()
    assert path is not None, "pictures are tested with Noto Sans: install what make test needs"
    assert hashlib.sha256(path.read_bytes()).hexdigest() == NOTO_SANS


@pytest.mark.parametrize("name", VIEWS)
def test_the_picture_is_the_one_that_was_looked_at(name: str, tmp_path: Path) -> None:
    golden = Image.open(GOLDENS / f"{name}.png").convert("RGB")
    drawn = Image.open(BytesIO(_drawn(name))).convert("RGB")
    kept = tmp_path / f"{name}.png"
    drawn.save(kept)
    renew = f"compare {kept} with it; if it is right: python -m tests.render.test_golden"
    assert drawn.size == golden.size, renew
    assert apart(drawn, golden) < 0.003, renew


def _drawn(name: str) -> bytes:
    number, people = CAPTIONS.get(name, ("", ()))
    caption = Caption(tuple((Side(side), person) for side, person in people), number)
    return picture(VIEWS[name], width=WIDTH, caption=caption)


if __name__ == "__main__":
    GOLDENS.mkdir(exist_ok=True)
    for golden in VIEWS:
        (GOLDENS / f"{golden}.png").write_bytes(_drawn(golden))

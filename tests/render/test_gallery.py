"""The pictures in the documents are those that the program draws now.

Where one is not: `make gallery`, and look at them before you commit.
"""

import re
from io import BytesIO

from PIL import Image

from render import picture
from tests.render.gallery import FOLDER, captions, drawn, positions
from tests.render.pixels import apart


def test_the_documents_show_what_is_drawn_now() -> None:
    shown = {path.name for path in FOLDER.glob("*.png")}
    for name, png in drawn():
        kept = Image.open(FOLDER / name).convert("RGB")
        now = Image.open(BytesIO(png)).convert("RGB")
        assert kept.size == now.size, name
        assert apart(kept, now) < 0.003, name
        shown.remove(name)
    assert not shown, "nobody draws these any more"


def test_the_page_of_the_pictures_shows_each_of_them() -> None:
    page = (FOLDER / "README.md").read_text("utf-8")
    linked = set(re.findall(r"[(\"]([\w/-]+\.png)[)\"]", page))
    kept = {str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.png")}
    assert linked == kept


def test_the_pictures_are_as_small_as_those_in_messages() -> None:
    people = captions()
    sizes = [len(picture(view, caption=people[name])) for name, view in positions().items()]
    assert max(sizes) <= 40_000

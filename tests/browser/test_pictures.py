"""The documents' pictures of the page show what people see now.

Where one does not: `make gallery`, and look at them before you commit. Needs no Chromium.
"""

import json
from typing import Final

from tests.browser.pictures import WORDS, looks, on_the_page, words
from tests.browser.scenes import play

AFAR: Final = 24
"""How far apart the lightness of a part of two pictures is that look alike: letters may differ."""


async def test_the_documents_show_what_is_said_now() -> None:
    async with on_the_page() as (server, bot):
        scenes = await play(server, bot)
    kept = json.loads(WORDS.read_text("utf-8"))
    assert {name: each["says"] for name, each in kept.items()} == words(scenes)
    for name, now in looks(scenes).items():
        apart = [abs(a - b) for a, b in zip(kept[name]["look"], now, strict=True)]
        assert max(apart) < AFAR, f"{name}.png looks otherwise now"

"""Whatever the bot says can be said in another language, and fits where that is longer.

Other tests are run once more while the bot speaks a language that nobody else does. Some of them
fail then, because they compare texts that the bot keeps; only what Discord was sent counts here.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PIL import ImageDraw

from render import picture
from rules.geometry import labels
from rules.registry import all_games
from tests.bot.game_driver import MOST_PICTURE
from tests.bot.other_language import HEARD, Heard, plain, read_heard
from tests.conformance.configured import SOAK, playout

HERE = Path(__file__).parent
SAMPLE = (
    "advice", "busy_channel", "first_minutes", "from_the_board", "lists", "notify", "planning_wire",
    "reading", "seats_wire", "series", "time_wire",
)  # fmt: skip
"""Tests that hear much in little time."""
OF_TESTS = frozenset(
    {"Old", "A button", "Buttons", "An earlier panel", "Czech draughts 2 · Cy", 200 * "x"}
)
"""What tests themselves say."""
KINDS = {
    "message": 300, "alt text": 150, "button": 1000, "menu": 20, "choice": 50, "title": 3,
    "field": 3, "example": 3, "suggestion": 10, "thread": 1, "picture": 300,
}  # fmt: skip
"""The least number of texts of each kind to be heard."""
TEMPLATES = 650
"""The least number of different templates."""


def test_what_is_said_can_be_translated_and_has_room(tmp_path: Path) -> None:
    heard = _heard(tmp_path / "heard")
    assert {kind: heard.met[kind] for kind, least in KINDS.items() if heard.met[kind] < least} == {}
    assert len(heard.templates) >= TEMPLATES
    assert [each for each in sorted(heard.bare) if each[1] not in OF_TESTS] == []
    assert [each for each in sorted(heard.long) if each[1] not in OF_TESTS] == []


def _heard(log: Path) -> Heard:
    """Return what Discord was sent in other tests. They take long, so they run once."""
    files = [HERE / f"test_{name}.py" for name in SAMPLE]
    if SOAK:
        # A forged control bears the name of its verb.
        others = (file for file in HERE.glob("test_*.py") if file != Path(__file__))
        files = [file for file in others if "forged" not in file.name]
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *map(str, files)],
        env={**os.environ, HEARD: str(log)},
        check=False,
        capture_output=True,
    )
    return read_heard(log)


def test_pictures_show_the_words_of_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    written = set[str]()
    draw = ImageDraw.ImageDraw.text

    def noted(self: ImageDraw.ImageDraw, place: Any, text: str, *others: Any, **form: Any) -> None:
        written.add(text)
        draw(self, place, text, *others, **form)

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", noted)
    for game in all_games().values():
        for state, last in playout(game, 1, 400):
            if last is None or game.turn(state) is None:
                assert len(picture(game.view(state, last), reader=plain())) <= MOST_PICTURE
    assert len([text for text in written if "«" in text]) > len(all_games())
    known = {label for game in all_games().values() for label in labels(game.geometry)}
    assert [text for text in written if re.search("[A-Za-z]{2}", text) and text not in known] == []

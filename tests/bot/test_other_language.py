"""Whatever the bot says can be said in another language, and fits where that is longer.

Other tests are run once more while the bot speaks a language that nobody else does. Some of them
fail then, because they compare texts that the bot keeps; only what Discord was sent counts here.
"""

import ast
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import ImageDraw

from bot.messages.words.text import NOTHING
from render import picture
from rules.contract.core import RulesError
from rules.contract.typed import read_typed
from rules.geometry import labels
from rules.registry import all_games
from tests.bot.game_driver import MOST_PICTURE
from tests.bot.other_language import HEARD, LIMITS, Heard, longer, plain, read_heard, spoken
from tests.conformance.configured import (
    SOAK,
    THIRD,
    playout,
    sampled,
    states_of_players,
    third,
)

HERE = Path(__file__).parent
EXTENSIONS = HERE.parent / "extensions"
BOT = HERE.parent.parent / "bot"
SAMPLE = (
    "advice", "busy_channel", "events_wire", "first_minutes", "from_the_board", "game_stats",
    "ladders_wire", "lists", "notify", "planning_wire", "puzzles", "reading", "seats_wire",
    "series", "time_wire",
)  # fmt: skip
"""Tests that hear much in little time."""
OF_TESTS = frozenset(
    {
        "Old",
        "A button",
        "Buttons",
        "An earlier panel",
        "Czech draughts · Cy",
        *(f"Game {number}" for number in range(1, 7)),
        200 * "x",
    }
)
"""What tests themselves say."""
KINDS = {
    "message": 300, "alt text": 150, "button": 1000, "menu": 20, "choice": 50, "title": 3,
    "field": 3, "example": 3, "suggestion": 4, "thread": 1, "picture": 300,
}  # fmt: skip
"""The least number of texts of each kind to be heard where the whole sample is run."""
CONTROLS = {
    "Button": {"label": "button"}, "Link": {"label": "button"},
    "MenuChoice": {"label": "choice", "value": "", "description": "description"},
    "Menu": {"prompt": "menu"}, "PersonMenu": {"prompt": "menu"}, "ServerMenu": {"prompt": "menu"},
    "Form": {"title": "title", "question": "field", "example": "example"},
    "RadioGroup": {"question": "field"}, "ChoiceMenu": {"question": "field"},
    "ChoiceForm": {"title": "title"},
}  # fmt: skip
"""The controls that the code makes, with those of their parameters that are read, in order."""
OWN_WORDS = re.compile("captions|forged|limits|locale")
PROCESS = re.compile("child_bot|killable_bot|subprocess")
"""Names of tests that say things themselves, and what stands in those with a bot elsewhere."""
TEMPLATES = 1000
"""The least number of different templates there."""
SHARE = 1 if SOAK or THIRD == "all" else 5
"""What a third of the sample hears at least of that: a fifth."""


@pytest.mark.timeout(900)
def test_what_is_said_can_be_translated_and_has_room(tmp_path: Path) -> None:
    heard = _heard(tmp_path / "heard")
    least = {kind: number // SHARE for kind, number in KINDS.items()}
    assert {kind: heard.met[kind] for kind in least if heard.met[kind] < least[kind]} == {}
    assert len(heard.templates) >= TEMPLATES // SHARE
    assert [each for each in sorted(heard.bare) if each[1] not in OF_TESTS] == []
    assert [each for each in sorted(heard.long) if each[1] not in OF_TESTS] == []


def _heard(log: Path) -> Heard:
    """Return what Discord was sent in other tests. They take long, so they run once."""
    every = [file for folder in (HERE, EXTENSIONS) for file in folder.rglob("test_*.py")]
    if SOAK:
        files = [file for file in every if not _speaks_english(file)]
    else:
        files = [file for file in every if file.stem.removeprefix("test_") in SAMPLE]
        assert len(files) == len(SAMPLE)
        files = third(sorted(files))
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *map(str, files)],
        env={**os.environ, HEARD: str(log)},
        check=False,
        capture_output=True,
    )
    return read_heard(log)


def _speaks_english(file: Path) -> bool:
    """Return True for tests that say things themselves, or run the bot in another process."""
    text = file.read_text("utf-8")
    return file == Path(__file__) or bool(OWN_WORDS.search(file.name) or PROCESS.search(text))


@pytest.mark.parametrize("key", all_games())
def test_refusals_of_moves_can_be_translated(key: str) -> None:
    """Moves of other positions, in part or with more, and much that is no move."""
    game, chance = all_games()[key], random.Random(key)
    states = [states_of_players(game, seed, 200) for seed in range(3)]
    moves = {
        game.notate(move) for game_ in states for each in game_ for move in game.legal(each)[:9]
    }
    typed = [*sampled(chance, sorted(moves), 25), "", "hello", "9-13", "z9", "resign", "pass", "12"]
    refused = 0
    with spoken() as heard:
        for state in (each for game_ in states for each in sampled(chance, game_, 4)):
            legal = game.legal(state)
            for text in (form.format(each) for each in typed for form in ("{}", "{}-", "{0} {0}")):
                try:
                    move = read_typed(game, state, legal, text)
                except RulesError as error:
                    why = error.sentence
                else:
                    found = game.violation(state, move)
                    why = found.detail if found else NOTHING
                refused += why is not NOTHING
                heard.hear("message", why.rendered(plain()))
    assert refused > 200
    assert (heard.bare, heard.long) == (set(), set())


def test_words_of_buttons_menus_and_forms_have_room() -> None:
    """Those that no other test shows, too: as they stand in the code, without their arguments."""
    written = (ast.parse(file.read_text("utf-8")) for file in BOT.rglob("*.py"))
    known = [each for tree in written for each in _short_texts(tree)]
    assert len(known) > 200
    assert [text for kind, text in known if len(longer(text)) > LIMITS[kind]] == []


def _short_texts(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield what stands on controls that the code makes, and the kind of text that it is."""
    for call in ast.walk(tree):
        made = CONTROLS.get(_called(call), {})
        if isinstance(call, ast.Call):
            given = dict(zip(made, call.args, strict=False))
            given |= {each.arg: each.value for each in call.keywords if each.arg in made}
            for name, value in given.items():
                yield from ((made[name], text) for text in _templates(value))


def _templates(value: ast.AST) -> Iterator[str]:
    for part in ast.walk(value):
        if isinstance(part, ast.Call) and _called(part) in {"say", "say_n"}:
            for each in part.args:
                if isinstance(each, ast.Constant) and isinstance(each.value, str):
                    yield each.value


def _called(node: ast.AST) -> str:
    """Return the name of the function that a node calls, or no name."""
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name
        case _:
            return ""


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

"""What pictures say has room in every language: nothing of it is cut."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import Any

import pytest
from PIL import ImageDraw

from bot.extensions.lessons import messages as lessons
from bot.messages import pictures
from bot.messages.controls.message import Picture
from bot.messages.panels.newcomers.rulebook import page, pages
from bot.messages.words.locale import languages, locale_of
from rules.contract.core import AnyGame
from rules.contract.sentence import Renderer
from tests.bot.test_limits import table, wandered
from tests.conformance.configured import every_game
from tests.extensions.lessons.test_lessons import courses


async def taught(game: AnyGame) -> AsyncIterator[tuple[str, Picture]]:
    """Yield the pictures of a game's rulebook and lessons."""
    for number in range(len(pages(game.spec.key))):
        shown = await page(game.spec.key, number)
        for picture in (shown.picture, shown.second_picture, *shown.more_pictures):
            if picture is not None:
                yield f"page {number}", picture
    for course in courses(game):
        asked = lessons.question(course).picture
        assert asked is not None
        yield f"step {course.number}", asked


def played(game: AnyGame) -> Iterator[tuple[str, Picture]]:
    """Yield boards on which the sides have no names of people."""
    for plies in (0, 7, 30, 90):
        shown = replace(table(wandered(game, plies), game.spec.key), unnamed=True)
        yield f"ply {plies}", pictures.draw_present(shown)


@every_game
async def test_nothing_in_a_picture_is_cut(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    written = list[str]()
    draw = ImageDraw.ImageDraw.text

    def heard(canvas: Any, place: Any, text: str, *others: Any, **form: Any) -> None:
        written.append(text)
        draw(canvas, place, text, *others, **form)

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", heard)
    shown = [*played(game), *[each async for each in taught(game)]]
    cut = list[tuple[str, str, str]]()
    for code in languages():
        reader: Renderer = locale_of(code).plain
        for name, picture in shown:
            written.clear()
            picture.draw(reader)
            ends = (each for each in written if each.endswith("…") and each != "…")
            cut += [(code, name, text) for text in ends]
    assert not cut, "\n".join(map(str, cut))

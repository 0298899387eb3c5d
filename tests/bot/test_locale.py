"""Sentences in another language: a small catalogue, and what happens without one."""

from io import BytesIO
from pathlib import Path
from typing import Final

import pytest
from babel import Locale as BabelLocale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from bot.delivery.components import modal
from bot.delivery.rendering import Rendered, drawn
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_text
from bot.messages.controls.message import Button, Form, Menu, MenuChoice, Message, Picture
from bot.messages.words import locale
from bot.messages.words.locale import DEFAULT, Catalogues
from rules.contract.sentence import (
    Decimal,
    Notation,
    Renderer,
    Stranger,
    all_of,
    one_of,
    say,
    say_n,
)

MOVE: Final = say("Move")
PLAYED: Final = say("{who} played **{move}**.", who=Stranger("A_n"), move=Notation("c3-d4"))


def days(count: int) -> str:
    return _locale("cs").message(say_n("{count} day", "{count} days", count))


_folders: list[Path] = []


def _locale(code: str) -> locale.Locale:
    return Catalogues(_folders[-1]).locale(code)


@pytest.fixture(autouse=True)
def czech(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a Czech catalogue into a folder, and let the bot read its catalogues there."""
    catalog = Catalog(locale=BabelLocale("cs"), domain="postboard")
    catalog.add("Move", "Tah")
    catalog.add("{who} played **{move}**.", "Tah **{move}** zahrál hráč {who}.")
    catalog.add("{who} resigned.", "{kdo} se vzdal.")
    catalog.add("{who} left.", "{who.__class__} odešel.")
    catalog.add(("{count} day", "{count} days"), ("{count} den", "{count} dny", "{count} dní"))
    folder = tmp_path / "cs" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    compiled = BytesIO()
    write_mo(compiled, catalog)
    (folder / "postboard.mo").write_bytes(compiled.getvalue())
    _folders.append(tmp_path)
    monkeypatch.setattr(locale, "_FOLDER", tmp_path)
    locale._catalogues.cache_clear()  # pyright: ignore[reportPrivateUsage]


def test_a_sentence_is_read_in_the_readers_language() -> None:
    assert _locale("cs").message(PLAYED) == r"Tah **c3-d4** zahrál hráč A\_n."
    assert _locale("cs").label(MOVE, 80) == "Tah"
    assert _locale(DEFAULT).message(PLAYED) == r"A\_n played **c3-d4**."


def test_nothing_is_marked_where_markdown_has_no_effect() -> None:
    """The names of people keep their own stars."""
    told = say("{who} played **{move}**.", who=Stranger("A*n"), move=Notation("c3-d4"))
    assert _locale("cs").label(told, 80) == "Tah c3-d4 zahrál hráč A*n."
    assert _locale(DEFAULT).label(told, 80) == "A*n played c3-d4."
    assert _locale("cs").message(told) == r"Tah **c3-d4** zahrál hráč A\*n."


def test_plurals_and_lists_follow_the_language() -> None:
    assert [days(count) for count in (1, 2, 5)] == ["1 den", "2 dny", "5 dní"]
    names = [Notation("a"), Notation("b"), Notation("c")]
    assert _locale("cs").message(say("{all}", all=all_of(names))) == "a, b a\u00a0c"
    assert _locale("cs").message(say("{one}", one=one_of(names))) == "a, b nebo c"
    assert _locale("en-GB").message(say("{all}", all=all_of(names))) == "a, b and c"


def test_a_fraction_has_the_languages_own_point() -> None:
    gain = say("{points}", points=Decimal("+0.25"))
    assert (_locale("cs").message(gain), _locale(DEFAULT).message(gain)) == ("+0,25", "+0.25")


@pytest.mark.parametrize("code", ["de", "en-GB", "es-419", "zh-CN", "tlh", "", "not a locale"])
def test_without_a_catalogue_it_is_english(code: str) -> None:
    assert _locale(code).message(PLAYED) == r"A\_n played **c3-d4**."


@pytest.mark.parametrize("text", ["{who} resigned.", "{who} left."])
def test_a_translation_that_names_something_else_is_not_used(text: str) -> None:
    sentences = {
        "{who} resigned.": say("{who} resigned.", who=Stranger("Ann")),
        "{who} left.": say("{who} left.", who=Stranger("Ann")),
    }
    assert _locale("cs").message(sentences[text]) == sentences[text].english()


def test_views_speak_one_locale() -> None:
    custom_id = for_text(verbs.RULES, "czech", 0)
    menu = Menu(MOVE, (MenuChoice(MOVE, "a", MOVE),), for_text(verbs.TURN_PAGE, "czech", 1))
    message = Message(PLAYED, rows=([Button(MOVE, custom_id)], [menu]))
    rendered = Rendered(message, {}, "cs")
    for sent in (rendered.to_send(), rendered.to_edit()):
        assert str(sent.get("content")).startswith("Tah **c3-d4**")
        view = sent.get("view")
        assert view is not None
        wire = str(view.to_components())
        assert wire.count("'Tah'") == 4
        assert "Move" not in wire
    form = modal(Form(MOVE, MOVE, MOVE, 100, custom_id), "cs").to_dict()
    assert "Move" not in str(form)
    assert str(Rendered(message, {}, DEFAULT).to_send().get("content")).startswith(r"A\_n played")


async def test_pictures_are_drawn_in_the_words_of_their_readers() -> None:
    def draw(words: Renderer) -> bytes:
        return MOVE.rendered(words).encode()

    post = Message(PLAYED, Picture(draw, MOVE), second_picture=Picture(draw, MOVE))
    for code, word in (("cs", b"Tah"), (DEFAULT, b"Move")):
        shown = await drawn(post, code)
        kwargs = Rendered(shown, {}, DEFAULT).to_send()
        assert [file.fp.read() for file in kwargs.get("files", [])] == [word, word]


def test_a_message_beyond_discords_room_loses_whole_lines() -> None:
    line = "x" * 99
    text = _locale(DEFAULT).message(say("{text}", text=Notation("\n".join([line] * 30))))
    assert text == "\n".join([line] * 19) + "\n…"

"""Names are written as their owners write them, as far as pictures can."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import features

from render import Caption, Occupant, faces, names, picture
from render.faces import PLAIN, STRONG, text_width
from render.names import Name, cleaned, graphemes, largest, named, worded, writable
from tests.render.pixels import opened, strip
from tests.render.views import BLACK, WHITE, draughts

LONG = "Maximiliane von Hohenstein-Waldburg-Zeil"
SIZE, ROOM = 31, 300


def shown(name: str, demand: str = "", state: str = "") -> bytes:
    return picture(draughts("c3", "f6"), caption=sits(Occupant(name, demand, state)))


def sits(occupant: Occupant) -> Caption:
    return Caption(((WHITE, occupant), (BLACK, Occupant("Bo"))), "move 14")


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("Ann", "Ann"),
        ("  Ann \t Bo ", "Ann Bo"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("\u202eevil\u202c\u200b", "evil"),
        ("\N{FOX FACE}Fox\ufe0f\u20e3", "Fox"),
        ("\N{THUMBS UP SIGN}\U0001f3fd", ""),
        ("a" + 9 * "\u0323", "\u1ea1\u0323\u0323"),
        ("...!?", ""),
        ("9", "9"),
        (50 * "x", 40 * "x"),
    ],
)
def test_names_are_cleaned_before_they_are_measured(name: str, clean: str) -> None:
    assert cleaned(name) == clean


@given(st.text(max_size=60))
def test_any_name_can_be_cleaned_again(name: str) -> None:
    clean = cleaned(name)
    assert len(graphemes(clean)) <= 40
    assert clean == "" or any(sign.isalnum() for sign in clean)
    assert clean == cleaned(clean)


def test_a_long_name_is_first_made_narrower() -> None:
    short, narrow = (named(Name(name), SIZE, ROOM) for name in ("Ann", LONG[:22]))
    assert short == ("Ann", STRONG)
    assert narrow[0] == LONG[:22]
    assert narrow[1].width < STRONG.width


@pytest.mark.parametrize("name", [LONG, "Z" + "o\u0304\u0323" * 39])
def test_a_long_name_is_cut_at_a_grapheme(name: str) -> None:
    clean = cleaned(name)
    text, style = named(Name(name), SIZE, ROOM)
    assert text.endswith("…")
    assert clean.startswith(text[:-1])
    assert graphemes(clean)[: len(graphemes(text)) - 1] == list(graphemes(text[:-1]))
    assert text_width(text, SIZE, style) <= ROOM


def test_words_get_narrower_before_they_are_cut() -> None:
    words = "won · Bo has no piece"
    room = text_width(words, SIZE) - 10
    text, style = worded(words, SIZE, room)
    assert text == words
    assert style.width < PLAIN.width
    assert worded(words, SIZE, room / 2)[0].endswith("…")


def test_a_name_gets_smaller_before_it_is_cut() -> None:
    who = Name(LONG[:22])
    length = text_width(LONG[:22], SIZE, STRONG._replace(width=62.5))
    sizes = SIZE, SIZE - 2, SIZE - 4
    assert largest(who, sizes, length) == SIZE
    assert largest(who, sizes, length - 1) == SIZE - 2
    assert largest(who, sizes, 10) == SIZE - 4


def test_a_face_without_an_ellipsis_cuts_names_without_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def lacks(_: object, sign: str) -> bool:
        return sign != "…"

    monkeypatch.setattr(names, "has", lacks)
    text, _ = named(Name(LONG), SIZE, ROOM)
    assert text
    assert LONG.startswith(text)


def test_of_several_wordings_the_first_that_a_face_has_is_written() -> None:
    assert writable("won · Бо has no piece left", "won") == "won · Бо has no piece left"
    assert writable("won · 棋士 has no piece left", "won") == "won"
    assert writable("棋士") == "棋士"


@pytest.mark.parametrize("name", ["ليلى الحسن", "棋士さくら", "\N{FOX FACE}", "...", "Ann \u05d0"])
def test_a_name_that_no_face_has_gives_way_to_the_side(name: str) -> None:
    assert shown(name) == shown("")
    assert shown("White") == shown("")


@pytest.mark.parametrize("name", ["Řehoř Ğüneş", "Жанна", "Κώστας", "Nguyễn", "½ – −"])
def test_latin_greek_and_cyrillic_names_are_written(name: str) -> None:
    assert shown(name) != shown("")


@pytest.mark.parametrize("name", ["𝓐𝓷𝓷", "Ⓐⓝⓝ", "𝔄𝔫𝔫", "Ａｎｎ"])
def test_names_in_fancy_letters_are_written_in_plain_ones(name: str) -> None:
    assert shown(name) == shown("Ann")


def test_without_the_face_names_give_way_to_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faces, "noto_sans", lambda: None)
    assert faces.style_of("Ann") is None


def test_without_raqm_names_whose_letters_join_give_way_to_sides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def without(_: object) -> bool:
        return False

    def has(_: object, _sign: str) -> bool:
        return True

    monkeypatch.setattr(faces, "has", has)
    joining, standing = ("\u0644", "\u05d0", "क्ष", "ไทย"), ("Řehoř", "Жанна", "棋士さくら", "한국")
    assert all(faces.style_of(name) for name in (*joining, *standing))
    monkeypatch.setattr(features, "check", without)
    assert not any(faces.style_of(name) for name in joining)
    assert all(faces.style_of(name) for name in standing)


def test_the_demand_goes_before_the_date() -> None:
    date, demand = "by Tue 24 Nov", "must capture"
    assert shown("Ann", demand, date) != shown("Ann", "", date)
    assert shown("Ann", demand, date) != shown("Ann", demand)
    assert shown(LONG, demand, date) == shown(LONG, "", date)
    assert shown(LONG, "", date) != shown(LONG)


def test_the_strips_show_who_where_and_the_move() -> None:
    view = draughts("c3", "f6")
    plain, named = opened(picture(view)), opened(picture(view, caption=sits(Occupant("Ann"))))
    boxes: list[tuple[int, int, int, int]] = [
        (0, 0, 116, strip()), (116, 0, 800, strip()), (116, 906 - strip(), 800, 906),
    ]  # fmt: skip
    for box in boxes:
        assert plain.crop(box).tobytes() != named.crop(box).tobytes()
    board = (0, strip(), 800, 906 - strip())
    assert plain.crop(board).tobytes() == named.crop(board).tobytes()


def test_the_viewers_side_sits_below() -> None:
    ann, bo = (
        sits(Occupant("Ann")),
        Caption(((BLACK, Occupant("Ann")), (WHITE, Occupant("Bo"))), ""),
    )
    below = (130, 906 - strip(), 400, 906)
    view = draughts("c3", "f6", to_move=None, status="")
    white = opened(picture(view, caption=ann)).crop(below)
    black = opened(picture(draughts("c3", "f6", to_move=None, status="", turned=True), caption=bo))
    # The same name, beside another token.
    name = (40, 0, 270, strip())
    assert white.crop(name).tobytes() == black.crop(below).crop(name).tobytes()


def test_the_winners_plate_is_lit() -> None:
    view = draughts("c3", to_move=None, status="White wins.")
    won = Caption(((WHITE, Occupant("Ann", state="won", won=True)),))
    drawn = Caption(((WHITE, Occupant("Ann", state="won")),))
    assert picture(view, caption=won) != picture(view, caption=drawn)

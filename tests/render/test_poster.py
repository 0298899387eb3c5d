"""The poster of a game that is over.

`python -m tests.render.test_poster` draws its golden pictures again.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pytest
from PIL import Image

from render.names import Name
from render.poster import Course, Mistake, Poster, Row, poster_picture
from render.theme import AMBER, BAR_UNIT, FALLEN, PAINTS, PLATE, RISEN, WALNUT
from rules.contract.view import Colour
from rules.registry import all_games
from tests.render.colour_vision import VISIONS, contrast
from tests.render.gallery import positions
from tests.render.pixels import apart, colours, opened
from tests.render.test_golden import GOLDENS, face

__all__ = ["face"]

WHITE, BLACK, RED, ORANGE = Colour.WHITE, Colour.BLACK, Colour.RED, Colour.ORANGE
SHARES: Final = (0.5, 0.5, 0.4, 0.35, 0.4, 0.6, 0.7, 0.65, 0.3, 0.25, 0.3, 0.7, 0.95, 1.0, 1.0)
HEAD: Final = (600, 0, 1100, 175)
MIDDLE: Final = (600, 180, 1100, 380)


def won() -> Poster:
    return Poster(
        view=positions()["czech-end"],
        winners=(WHITE,),
        title=Name("Řehoř", "White"),
        how=("won · Bo has no piece left", "won · Black has no piece left"),
        facts=("Czech draughts", "22 moves", "3 days"),
        course=Course(SHARES, (WHITE,), (BLACK,), turning=11),
        mistake=Mistake(BLACK, "15. … d8-e7?", "cost 40 %", "better", "e3-f2"),
        ratings=(
            Row((WHITE,), Name("Řehoř", "White"), "1522", "+9"),
            Row((BLACK,), Name("Bo", "Black"), "1491", "−9"),
        ),
    )


def drawn() -> Poster:
    return Poster(
        view=positions()["punt-heks-3"],
        winners=(),
        title=Name("Draw"),
        how=("everybody agreed",),
        facts=("Punt-Heks-Match", "40 moves", "24 days"),
        counts=(
            Row((WHITE,), Name("Ann", "White"), "5 on end row"),
            Row((BLACK,), Name("Bo", "Black"), "3 on end row"),
            Row((RED,), Name("棋士", "Red"), "2 on end row"),
            Row((), Name("not rated")),
        ),
    )


POSTERS: Final[dict[str, Callable[[], Poster]]] = {"poster-won": won, "poster-drawn": drawn}


@pytest.mark.parametrize("name", POSTERS)
def test_the_poster_is_the_one_that_was_looked_at(name: str) -> None:
    golden = Image.open(GOLDENS / f"{name}.png").convert("RGB")
    png = poster_picture(POSTERS[name]())
    assert len(png) <= 40_000
    assert apart(opened(png), golden) < 0.003, "if it is right: python -m tests.render.test_poster"


def test_every_game_has_a_poster() -> None:
    for game in all_games().values():
        poster = replace(drawn(), view=game.view(game.start()))
        assert opened(poster_picture(poster)).size == (1100, 700)


@pytest.mark.parametrize("winners", [(), (RED,), (RED, ORANGE)])
def test_each_side_of_the_winners_has_a_token(winners: tuple[Colour, ...]) -> None:
    head = colours(opened(poster_picture(replace(won(), winners=winners))), HEAD)
    assert tuple(each for each in (RED, ORANGE) if head[PAINTS[each].face] > 200) == winners


def test_each_side_of_a_player_has_a_token_beside_their_figure() -> None:
    both = replace(won(), ratings=(Row((RED, ORANGE), Name("Ann"), "1522", "+9"),))
    plate = colours(opened(poster_picture(both)), (628, 480, 760, 672))
    assert all(plate[PAINTS[colour].face] > 100 for colour in (RED, ORANGE))


def test_the_dot_on_the_curve_says_where_the_game_turned() -> None:
    course = Course(SHARES, (WHITE,), (BLACK,), turning=11)
    with_dot = opened(poster_picture(replace(won(), course=course)))
    without = opened(poster_picture(replace(won(), course=replace(course, turning=None))))
    assert colours(with_dot, MIDDLE)[AMBER] > colours(without, MIDDLE)[AMBER] + 200


def test_a_long_move_has_a_line_of_its_own() -> None:
    """What it cost stands below it, and nothing is written beyond the card's edge."""
    short = Mistake(WHITE, "15. a1xc3?", "cost 40 %", "better", "e3-f2")
    long = replace(short, move="115. … a1xc3xe5xg7xe5xc3xa1xc3xe5?", answer="c3xe5xg7" * 5)
    beside, below, edge = (880, 350, 1072, 400), (628, 400, 780, 446), (1080, 350, 1100, 500)
    for mistake, where in ((short, (700, 395, 1072, 440)), (long, below)):
        drawn = opened(poster_picture(replace(won(), mistake=mistake)))
        assert colours(drawn, where)[BAR_UNIT] > 100
        assert not colours(drawn, edge)[AMBER]
        assert not colours(drawn, edge)[RISEN]
    assert not colours(drawn, beside)[BAR_UNIT]


def crowded() -> Poster:
    """Return a poster with as much as there can be of everything."""
    name = Name("Zoë Łukaszewicz-Kowalczyk", "White")
    ended = "bore off all three checkers while one was on the bar or in the home: a backgammon"
    return replace(
        won(),
        title=name,
        how=(f"won · {name.name} {ended}", f"won · White {ended}"),
        mistake=Mistake(RED, "24. … bar/23 12/6(2) 6/2??", "cost 40 %", "better", "e3-f2"),
        ratings=tuple(Row((colour,), name, "1607 ?", "+107") for colour in (WHITE, BLACK, RED)),
    )


@pytest.mark.parametrize("course", [won().course, None])
def test_the_fullest_poster_has_room_for_all_of_it(course: Course | None) -> None:
    poster = replace(crowded(), course=course, counts=drawn().counts)
    image = opened(poster_picture(poster))
    for edge in ((600, 0, 1100, 4), (600, 696, 1100, 700), (1076, 0, 1100, 700)):
        assert set(colours(image, edge)) == {WALNUT}


def test_the_reason_is_told_with_sides_where_names_take_too_much_room() -> None:
    """Names that fit are told."""
    short, long = "Bo has no piece left", "Bo " * 30
    for how, shown in (((short, "x"), (short,)), ((long, short), (short,))):
        given, wanted = (replace(won(), how=each) for each in (how, shown))
        assert poster_picture(given) == poster_picture(wanted)


def test_counts_stand_below_the_course_of_a_game_that_is_not_rated() -> None:
    low = (640, 510, 1072, 672)
    bare = replace(won(), ratings=())
    counted = replace(bare, counts=drawn().counts)
    assert opened(poster_picture(counted)).crop(low).tobytes() == (
        opened(poster_picture(replace(bare, ratings=drawn().counts))).crop(low).tobytes()
    )


def test_a_name_that_no_face_has_gives_way_to_the_side() -> None:
    rows = (Row((WHITE,), Name("棋士さくら", "White"), "1500", "+1"),)
    sides = (Row((WHITE,), Name("White", "White"), "1500", "+1"),)
    first, second = (poster_picture(replace(won(), ratings=each)) for each in (rows, sides))
    assert first == second


@pytest.mark.parametrize("vision", VISIONS)
def test_what_rose_and_what_fell_can_be_read(vision: str) -> None:
    assert contrast(RISEN, PLATE, vision) >= 4.5
    assert contrast(FALLEN, PLATE, vision) >= 4.5


if __name__ == "__main__":
    for golden, made in POSTERS.items():
        (GOLDENS / f"{golden}.png").write_bytes(poster_picture(made()))

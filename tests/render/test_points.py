"""Backgammon boards show the position as each side knows it."""

from dataclasses import replace
from itertools import combinations, pairwise
from random import Random

import pytest
from PIL import ImageChops

from render import alt_text, picture, text_board
from render.backgammon.layout import board_layout
from render.theme import ALARM, BADGE, FIELD, PAINTS, POINTS
from rules.core import Dice, Roll
from rules.geometry import Cell
from rules.geometry.backgammon import FAR_BAR, FAR_OFF, NEAR_BAR, NEAR_OFF
from rules.registry import find
from rules.view import BoardView, Colour, Die, Mark, MarkKind, Pattern
from tests.render.colour_vision import VISIONS, distance
from tests.render.gameviews import hyper, place
from tests.render.pixels import Box, colours, opened
from tests.render.views import BLACK, WHITE, draughts

MOST_BYTES = 30_000


def column(cell: Cell, *, turned: bool = False, width: int = 800) -> Box:
    places = board_layout(width, turned=turned)
    found = places.places[cell]
    return found.left, found.top, found.left + found.width, found.top + 5 * places.checker


@pytest.mark.parametrize("turned", [False, True])
def test_each_viewer_has_home_at_the_lower_right(turned: bool) -> None:
    mine, places = (BLACK if turned else WHITE), board_layout(800, turned=turned)
    home = [places.places[place(mine, str(number))] for number in range(1, 7)]
    assert all(not each.upper and each.left > 380 for each in home)
    assert [each.label for each in home] == ["1", "2", "3", "4", "5", "6"]
    assert [each.left for each in home] == sorted((each.left for each in home), reverse=True)
    tray = places.places[FAR_OFF if turned else NEAR_OFF]
    assert not tray.upper
    assert tray.left > home[0].left


@pytest.mark.parametrize("turned", [False, True])
def test_checkers_show_where_they_stand(turned: bool) -> None:
    view = hyper("24 13*2", "6 bar off", turned=turned)
    image, bare = opened(picture(view)), opened(picture(hyper(turned=turned)))
    faces = {side: PAINTS[Colour(side)].face for side in (WHITE, BLACK)}
    for stack in view.stacks:
        box = column(stack.cell, turned=turned)
        seen, before = colours(image, box), colours(bare, box)
        side = stack.pieces[-1].side
        least = 150 if stack.cell == FAR_OFF else 400 * len(stack.pieces)
        assert seen[faces[side]] - before[faces[side]] > least
    occupied = {stack.cell for stack in view.stacks}
    for cell in set(view.geometry.cells) - occupied:
        box = column(cell, turned=turned)
        assert ImageChops.difference(image.crop(box), bare.crop(box)).getbbox() is None


@pytest.mark.parametrize("turned", [False, True])
def test_points_next_to_each_other_differ(turned: bool) -> None:
    image = opened(picture(hyper(turned=turned)))
    shades: list[bool] = []
    for number in range(24):
        seen = colours(image, column(Cell(number), turned=turned))
        shades.append(seen[POINTS[0]] > seen[POINTS[1]])
    assert all(one != other for one, other in pairwise(shades))


@pytest.mark.parametrize("vision", VISIONS)
def test_points_differ_to_every_vision(vision: str) -> None:
    for one, other in combinations((*POINTS, FIELD), 2):
        assert distance(one, other, vision) > 15


def test_every_number_of_checkers_is_told() -> None:
    seen = {picture(hyper(f"13*{count}" if count else "")) for count in range(16)}
    assert len(seen) == 16
    assert len({picture(hyper(f"off*{count}")) for count in range(1, 16)}) == 15
    assert len({picture(hyper(f"bar*{count}")) for count in range(1, 4)}) == 3


@pytest.mark.parametrize("kind", MarkKind)
@pytest.mark.parametrize("name", ["5", "20", "bar", "off"])
def test_a_mark_changes_its_column_and_its_label_alone(kind: MarkKind, name: str) -> None:
    bare = hyper("5 20 bar off")
    view = replace(bare, marks=(Mark(place(WHITE, name), kind, "7"),))
    changed = ImageChops.difference(opened(picture(bare)), opened(picture(view)))
    box = column(place(WHITE, name))
    assert changed.crop(box).getbbox()
    changed.paste((0, 0, 0), box)
    if kind is MarkKind.TARGET:
        rim = board_layout(800, turned=False).rim
        beside = (box[0] - 10, box[1] - rim, box[2] + 10, box[3] + rim)
        assert changed.crop(beside).getbbox()
        changed.paste((0, 0, 0), beside)
    assert changed.getbbox() is None


def test_marks_are_told_apart_without_hue() -> None:
    for white in ("", "5", "5*2"):
        shapes = [
            opened(picture(hyper(white, marked=f"{kind.value}:5=7")))
            .convert("L")
            .crop(column(Cell(4)))
            for kind in MarkKind
        ]
        for first, second in combinations(shapes, 2):
            assert sum(ImageChops.difference(first, second).histogram()[40:]) > 60


def test_choices_and_offences_wear_their_colours() -> None:
    image = opened(picture(hyper("24", marked="candidate:24=1 candidate:20=12 offending:13")))
    assert colours(image, column(Cell(23)))[BADGE] > 100
    assert colours(image, column(Cell(19)))[BADGE] > 300
    assert colours(image, column(Cell(12)))[ALARM] > 200


def test_dice_tell_pips_owner_and_use() -> None:
    seen = [
        picture(hyper(dice=(Die(pips, side, used=used),)))
        for pips in range(1, 7)
        for side in (WHITE, BLACK)
        for used in (False, True)
    ]
    assert len(set(seen)) == len(seen)
    bare = opened(picture(hyper()))
    for turned in (False, True):
        image = opened(picture(hyper(dice=(Die(3, WHITE),), turned=turned)))
        if turned:
            bare = opened(picture(hyper(turned=True)))
        box = ImageChops.difference(bare, image).getbbox()
        assert box
        assert (box[0] > 400) != turned, "the viewer's dice lie on the right"


def test_a_double_shows_four_dice() -> None:
    dice = tuple(Die(6, WHITE) for _ in range(4))
    faces = [
        colours(opened(picture(hyper(dice=dice[:count]))), (400, 280, 700, 360))[
            PAINTS[Colour.WHITE].face
        ]
        for count in range(5)
    ]
    first = faces[1] - faces[0]
    assert first > 500
    assert all(abs(more - less - first) < 9 for less, more in pairwise(faces))


def test_a_whole_game_stays_within_budget_and_limits() -> None:
    game, random = find("hypergammon"), Random(4)
    state, last = game.start(), None
    for _ in range(120):
        due = game.turn(state)
        if due is None:
            break
        if isinstance(due, Dice):
            last = Roll(tuple(random.randint(1, due.faces) for _ in range(due.count)))
        else:
            last = random.choice(list(game.legal(state)))
        state = game.apply(state, last)
        for turned in (False, True):
            view = replace(game.view(state, last), turned=turned)
            assert len(picture(view)) <= MOST_BYTES
            assert len(alt_text(view)) <= 1024
            assert len(text_board(view)) <= 1900


@pytest.mark.parametrize("width", [200, 333, 400, 801, 1200])
def test_boards_take_the_width_they_are_given(width: int) -> None:
    assert opened(picture(hyper("24", "1"), width=width)).width == width


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 200"):
        picture(hyper(), width=199)
    with pytest.raises(TypeError, match="Square"):
        picture(draughts(pattern=Pattern.POINTS))


def position(*, turned: bool = False) -> BoardView:
    dice = (Die(5, WHITE, used=True), Die(2, WHITE))
    return hyper("24 22 bar", "6*2 off", "candidate:bar=1", dice, turned=turned)


def test_alt_text_counts_points_as_the_mover_does() -> None:
    assert alt_text(position()) == (
        "Hypergammon. White to play 5-2. Dice: White 5 (played), 2. "
        "Points as White counts them. Choose 1: bar. "
        "White, 69 pips: 1 on the bar, 1 on 24, 1 on 22. Black, 69 pips: 2 on 19, 1 off."
    )
    black = hyper("24 22 bar", "6*2 off", "target:24", to_move=BLACK)
    text = alt_text(black)
    assert "Points as Black counts them." in text
    assert "White, 69 pips: 1 on the bar, 1 on 1, 1 on 3. Black, 69 pips: 2 on 6, 1 off." in text


def test_the_text_board_is_as_the_viewer_sees_it() -> None:
    assert text_board(position()).splitlines() == [
        " 13 14 15 16 17 18  bar   19 20 21 22 23 24  off",
        "  .  .  .  .  .  .    w   2b  .  .  w  .  w    b",
        "",
        "  .  .  .  .  .  .    .    .  .  .  .  .  .    .",
        " 12 11 10  9  8  7  bar    6  5  4  3  2  1  off",
        "",
        "Dice: White 5 (played), 2",
        "",
        "w White, b Black, 2w two of them, . empty",
    ]
    lines = text_board(position(turned=True)).splitlines()
    assert lines[0] == " 13 14 15 16 17 18  bar   19 20 21 22 23 24  off"
    assert lines[1] == "  .  .  .  .  .  .    .    .  .  .  .  .  .    ."
    assert lines[3] == "  .  .  .  .  .  .    w   2b  .  .  w  .  w    b"


def test_bars_and_trays_of_the_rival_are_named() -> None:
    view = hyper(marked="candidate:bar=1")
    rival = replace(
        view, marks=(Mark(FAR_BAR, MarkKind.OFFENDING), Mark(NEAR_BAR, MarkKind.CHOSEN))
    )
    assert "Rule broken at the rival's bar." in alt_text(rival)
    assert "Chosen so far bar." in alt_text(rival)


def test_nothing_is_announced_while_a_roll_is_due() -> None:
    """A banner tells how a game ended; with dice it goes on though nobody is to move."""
    view = replace(hyper("24 13*2", "6 bar off"), status="White to roll.")
    still = replace(view, players=tuple(replace(each, to_move=False) for each in view.players))
    rolling = replace(still, rolling=True)
    assert picture(rolling) == picture(replace(still, status=""))
    assert picture(rolling) != picture(still)

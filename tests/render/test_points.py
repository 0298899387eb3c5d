"""Backgammon boards show the position as each side knows it."""

from dataclasses import replace
from itertools import combinations, pairwise, product
from random import Random

import pytest
from PIL import ImageChops

from render import alt_text, picture, text_board
from render.backgammon.layout import board_layout
from render.theme import ALARM, AMBER, CHOICE, ESPRESSO, FELT, PAINTS, POINT, WALNUT
from rules.contract.core import Dice, Roll
from rules.contract.view import BoardView, Colour, Die, Mark, MarkKind, Pattern, Side, seen_from
from rules.geometry import Cell
from rules.geometry.backgammon import FAR_BAR, FAR_OFF, NEAR_BAR, NEAR_OFF
from rules.registry import find
from tests.render.gameviews import hyper, place
from tests.render.pixels import Box, colours, opened, strip
from tests.render.views import BLACK, WHITE, draughts, words

MOST_BYTES = 40_000
SHOWN = (MarkKind.OFFENDING, MarkKind.CANDIDATE, MarkKind.CHOSEN)
"""The marks that columns show."""


def column(cell: Cell, *, turned: bool = False, width: int = 800) -> Box:
    """Return where a column is."""
    places = board_layout(width, turned=turned)
    found = places.places[cell]
    top = strip(width) + places.rim
    if not found.upper:
        top += places.point + places.die
    return found.left, top, found.left + found.width, top + places.point


@pytest.mark.parametrize("turned", [False, True])
def test_each_viewer_has_home_at_the_lower_right(turned: bool) -> None:
    mine, places = (BLACK if turned else WHITE), board_layout(800, turned=turned)
    home = [places.places[place(mine, str(number))] for number in range(1, 7)]
    assert all(not each.upper and each.left > 380 for each in home)
    assert [each.left for each in home] == sorted((each.left for each in home), reverse=True)
    tray = places.places[FAR_OFF if turned else NEAR_OFF]
    assert not tray.upper
    assert tray.left > home[0].left


@pytest.mark.parametrize("turned", [False, True])
def test_checkers_show_where_they_stand(turned: bool) -> None:
    view = hyper("24 13*2", "6 bar off", turned=turned)
    image, bare = opened(picture(view)), opened(picture(hyper(turned=turned)))
    faces = {side: PAINTS[Colour(side)] for side in (WHITE, BLACK)}
    for stack in view.stacks:
        box = column(stack.cell, turned=turned)
        seen, before = colours(image, box), colours(bare, box)
        paint = faces[stack.pieces[-1].side]
        own = sum(seen[colour] - before[colour] for colour in (paint.face, paint.band))
        assert own > (250 if stack.cell == FAR_OFF else 800 * len(stack.pieces))
    occupied = {stack.cell for stack in view.stacks}
    for cell in set(view.geometry.cells) - occupied:
        box = column(cell, turned=turned)
        assert ImageChops.difference(image.crop(box), bare.crop(box)).getbbox() is None


@pytest.mark.parametrize("turned", [False, True])
def test_points_next_to_each_other_differ_in_form(turned: bool) -> None:
    image = opened(picture(hyper(turned=turned)))
    filled = [
        colours(image, column(Cell(number), turned=turned))[POINT] > 1000 for number in range(24)
    ]
    for half in (filled[:6], filled[6:12], filled[12:18], filled[18:]):
        assert all(one != other for one, other in pairwise(half))


def test_every_number_of_checkers_is_told() -> None:
    seen = {picture(hyper(f"13*{count}" if count else "")) for count in range(16)}
    assert len(seen) == 16
    assert len({picture(hyper(f"off*{count}")) for count in range(1, 16)}) == 15
    assert len({picture(hyper(f"bar*{count}")) for count in range(1, 4)}) == 3


@pytest.mark.parametrize("kind", SHOWN)
@pytest.mark.parametrize("name", ["5", "20", "bar", "off"])
def test_a_mark_changes_its_column_alone(kind: MarkKind, name: str) -> None:
    if name == "off" and kind is MarkKind.CHOSEN:
        return  # No checker leaves a tray.
    bare = hyper("5 20 bar off")
    view = replace(bare, marks=(Mark(place(WHITE, name), kind, "7"),))
    changed = ImageChops.difference(opened(picture(bare)), opened(picture(view)))
    left, top, right, bottom = column(place(WHITE, name))
    assert changed.crop((left, top, right, bottom)).getbbox()
    beyond = 9 if kind is MarkKind.CHOSEN else 0  # A ring is wider than its column.
    changed.paste((0, 0, 0), (left - beyond, top - beyond, right + beyond, bottom + beyond))
    assert changed.getbbox() is None


@pytest.mark.parametrize("text", ["7", "12", "1-3", "16-20", "188-200"])
def test_numbers_of_moves_are_made_to_fit_their_point(text: str) -> None:
    image = opened(
        picture(replace(hyper(), marks=(Mark(place(WHITE, "5"), MarkKind.CANDIDATE, text),)))
    )
    left, top, right, bottom = column(place(WHITE, "5"))
    blue = [
        x
        for x, y in product(range(left, right), range(top, bottom))
        if image.getpixel((x, y)) == CHOICE
    ]
    assert blue
    assert min(blue) - left > 1, "the casing is seen at both ends"
    assert right - max(blue) > 2


def test_marks_are_told_apart_without_hue() -> None:
    for white in ("", "5", "5*2"):
        kinds = [kind for kind in SHOWN if white or kind is not MarkKind.CHOSEN]
        shapes = [
            opened(picture(hyper(white, marked=f"{kind.value}:5=7")))
            .convert("L")
            .crop(column(Cell(4)))
            for kind in kinds
        ]
        for first, second in combinations(shapes, 2):
            assert sum(ImageChops.difference(first, second).histogram()[40:]) > 60


def test_choices_and_offences_wear_their_colours() -> None:
    image = opened(picture(hyper("24", marked="candidate:24=1 candidate:20=12 offending:13")))
    assert colours(image, column(Cell(23)))[CHOICE] > 300
    assert colours(image, column(Cell(19)))[CHOICE] > 300
    assert colours(image, column(Cell(12)))[ALARM] > 200


def moved(*names: str) -> tuple[Cell, ...]:
    """Return a trail of White's: two places for each die."""
    return tuple(place(WHITE, name) for name in names)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    "names", [("13", "8"), ("8", "3"), ("24", "18"), ("bar", "22"), ("3", "off"), ("7", "1")]
)
def test_an_arrow_leads_from_where_a_checker_stood_to_where_it_stands(
    names: tuple[str, str], turned: bool
) -> None:
    bare = hyper(names[1], turned=turned)
    before, image = opened(picture(bare)), opened(picture(replace(bare, trail=moved(*names))))
    changed = ImageChops.difference(before, image)
    for name in names:
        box = column(place(WHITE, name), turned=turned)
        assert colours(image, box)[AMBER] > 40, name
        assert changed.crop(box).getbbox(), name
    left, top, right, bottom = column(place(WHITE, names[1]), turned=turned)
    stands = (left + 12, top + 12, right - 12, bottom - 12)
    faces = [colours(each, stands)[PAINTS[Colour.WHITE].face] for each in (before, image)]
    assert faces[0] == faces[1], "the arrow's tip only touches the checker"


def test_an_arrow_begins_at_its_dot_where_it_ends_farther_from_the_rim() -> None:
    """The third checker in a tray lies farther from the rim than the first one on a point."""
    view = replace(hyper("off*3"), trail=moved("24", "20", "2", "off", "1", "off", "1", "off"))
    _, top, right, bottom = column(place(WHITE, "2"))
    beside = (right - 10, (top + bottom) // 2, right, bottom)
    assert colours(opened(picture(view)), beside)[AMBER] > 10


def test_a_checker_that_played_both_dice_has_a_knot_on_its_way() -> None:
    one = hyper("13")
    through = replace(one, trail=moved("24", "18", "18", "13"))
    direct = replace(one, trail=moved("24", "13"))
    assert picture(through) != picture(direct)
    assert colours(opened(picture(through)), column(place(WHITE, "18")))[AMBER] > 100


def test_an_arrow_goes_on_at_the_knot() -> None:
    view = replace(hyper("5"), trail=moved("14", "11", "11", "5"))
    _, top, right, bottom = column(place(WHITE, "11"))
    assert colours(opened(picture(view)), (right - 12, top, right, bottom))[AMBER] > 30


def test_a_checker_that_stood_where_another_went_on_has_a_dot_of_its_own() -> None:
    through = moved("20", "15", "15", "10")
    one, both = (
        replace(hyper(stands), trail=trail)
        for stands, trail in (("10 3", through), ("10*2", (*through, *moved("15", "10"))))
    )
    box = column(place(WHITE, "15"))
    alone, beside = (colours(opened(picture(view)), box)[ESPRESSO] for view in (one, both))
    assert beside > alone + 100


def test_two_checkers_from_one_point_have_arrows_of_their_own() -> None:
    view = replace(hyper("20 18"), trail=moved("24", "20", "24", "18"))
    single = replace(hyper("20 18"), trail=moved("24", "20"))
    box = column(place(WHITE, "24"))
    both, alone = (colours(opened(picture(each)), box)[AMBER] for each in (view, single))
    assert both > 1.5 * alone


def test_a_checker_that_was_hit_is_crossed_on_the_bar() -> None:
    bare = hyper("8", "bar", mover=WHITE)
    mark = Mark(place(WHITE, "8"), MarkKind.TARGET, side=BLACK)
    before, image = opened(picture(bare)), opened(picture(replace(bare, marks=(mark,))))
    box = column(FAR_BAR)
    assert ImageChops.difference(before.crop(box), image.crop(box)).getbbox()
    others = ImageChops.difference(before, image)
    others.paste((0, 0, 0), box)
    assert others.getbbox() is None


def test_no_column_shows_marks_of_the_last_move() -> None:
    """Arrows do."""
    bare = hyper("5 20 bar off")
    for kind in (MarkKind.ORIGIN, MarkKind.PASSED, MarkKind.TARGET, MarkKind.CAPTURED):
        for name in ("5", "20", "bar", "off"):
            marked = replace(bare, marks=(Mark(place(WHITE, name), kind),))
            assert picture(marked) == picture(bare)


def test_dice_tell_pips_owner_and_use() -> None:
    seen = [
        picture(hyper(dice=(Die(pips, side, used=used),)))
        for pips in range(1, 7)
        for side in (WHITE, BLACK)
        for used in (False, True)
    ]
    assert len(set(seen)) == len(seen)
    for turned in (False, True):
        bare = opened(picture(hyper(turned=turned)))
        for side in (WHITE, BLACK):
            image = opened(picture(hyper(dice=(Die(3, side),), turned=turned)))
            box = ImageChops.difference(bare, image).getbbox()
            assert box
            assert box[0] > 400, "the dice to be played lie in the right half"
    both = opened(picture(hyper(dice=(Die(3, WHITE), Die(5, BLACK)))))
    box = ImageChops.difference(opened(picture(hyper())), both).getbbox()
    assert box
    assert box[0] < 400, "in the opening roll each side has its own half"


def test_a_double_shows_four_dice() -> None:
    dice = tuple(Die(6, WHITE) for _ in range(4))
    faces = [
        colours(opened(picture(hyper(dice=dice[:count]))), (400, 230, 740, 330))[
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
    sizes: list[int] = []
    for _ in range(120):
        due = game.turn(state)
        if due is None:
            break
        if isinstance(due, Dice):
            last = Roll(tuple(random.randint(1, due.faces) for _ in range(due.count)))
        else:
            last = random.choice(list(game.legal(state)))
        state = game.apply(state, last)
        for far in (False, True):
            view = seen_from(game.view(state, last), far=far)
            sizes.append(len(picture(view)))
            assert len(alt_text(view)) <= 1024
            assert len(text_board(view)) <= 1900
    assert max(sizes) <= MOST_BYTES


@pytest.mark.parametrize("width", [200, 333, 400, 801, 1200])
def test_boards_take_the_width_they_are_given(width: int) -> None:
    assert opened(picture(hyper("24", "1"), width=width)).width == width


def test_the_corner_of_discords_badge_is_free() -> None:
    image = opened(picture(hyper("24", "1")))
    assert set(colours(image, (0, image.height - 54, 116, image.height))) == {WALNUT}


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 200"):
        picture(hyper(), width=199)
    with pytest.raises(TypeError, match="Square"):
        picture(draughts(pattern=Pattern.POINTS))


def position(*, far: bool = False) -> BoardView:
    dice = (Die(5, WHITE, used=True), Die(2, WHITE))
    return seen_from(hyper("24 22 bar", "6*2 off", "candidate:bar=1", dice), far=far)


def test_alt_text_counts_points_as_the_picture_does() -> None:
    assert alt_text(position()) == (
        "Choices: 1 bar. White rolled 5 and 2. Already played: 5. White to play 5-2. "
        "Hypergammon. Points are numbered for White. "
        "White, 69 pips to go: 1 checker on the bar, 1 checker on 24, 1 checker on 22. "
        "Black, 69 pips to go: 2 checkers on 19, 1 checker off."
    )
    black = hyper("24 22 bar", "6*2 off", "target:24", to_move=BLACK, counting=BLACK)
    text = alt_text(black)
    assert "Points are numbered for Black." in text
    assert "White, 69 pips to go: 1 checker on the bar, 1 checker on 1, 1 checker on 3." in text
    assert "Black, 69 pips to go: 2 checkers on 6, 1 checker off." in text


def test_alt_text_says_who_rolled_what_of_the_roll_that_decided_who_begins() -> None:
    dice = (Die(1, BLACK, thrown_by=WHITE), Die(3, BLACK, thrown_by=BLACK))
    text = alt_text(hyper("24", "24", "", dice, to_move=BLACK))
    assert "White rolled 1. Black rolled 3. Black starts and plays both." in text
    assert "Black rolled 1" not in text


def test_alt_text_tells_a_roll_once() -> None:
    game = find("hypergammon")
    state = game.apply(game.start(), Roll((1, 3)))
    opening = alt_text(game.view(state, Roll((1, 3))))
    assert opening.startswith("White rolled 1. Black rolled 3. Black to play 3-1. Hypergammon.")
    move = game.legal(state)[0]
    state = game.apply(game.apply(state, move), Roll((2, 6)))
    text = alt_text(game.view(state, move))
    assert "White to play 6-2." in text
    assert "rolled" not in text


def test_alt_text_tells_a_move_in_its_movers_numbers_and_in_those_of_the_view() -> None:
    def told(counting: Side) -> str:
        view = hyper("13", "6", mover=WHITE, counting=counting)
        return alt_text(replace(view, last="24/13", trail=moved("24", "18", "18", "13")))

    assert told(BLACK).startswith("White moved from 1 to 12. ")
    assert told(WHITE).startswith("White played 24/13. ")


@pytest.mark.parametrize(
    ("trail", "told"),
    [
        (("23", "21", "22", "19"), "from 2 to 4 and from 3 to 6"),
        (("bar", "20"), "from the bar to 5"),
        (("1", "off"), "from 24 off the board"),
        (("23", "21", "22", "20", "21", "19", "19", "17"), "from 2 to 8 and from 3 to 5"),
    ],
)
def test_each_hop_is_told_in_the_numbers_of_the_view(trail: tuple[str, ...], told: str) -> None:
    view = hyper("13", "6", mover=WHITE, counting=BLACK)
    text = alt_text(replace(view, last="x", trail=moved(*trail)))
    assert f"White moved {told}. " in text


def test_the_text_board_is_as_the_viewer_sees_it() -> None:
    assert text_board(position()).splitlines() == [
        " 13 14 15 16 17 18  bar   19 20 21 22 23 24  off",
        "  .  .  .  .  .  .    w   2b  .  .  w  .  w    b",
        "",
        "  .  .  .  .  .  .    .    .  .  .  .  .  .    .",
        " 12 11 10  9  8  7  bar    6  5  4  3  2  1  off",
        "",
        "White rolled 5 and 2.",
        "Already played: 5.",
        "",
        "w White, b Black, 2w two of them, . empty",
    ]
    lines = text_board(position(far=True)).splitlines()
    assert lines[0] == " 13 14 15 16 17 18  bar   19 20 21 22 23 24  off"
    assert lines[1] == "  .  .  .  .  .  .    .    .  .  .  .  .  .    ."
    assert lines[3] == "  .  .  .  .  .  .    w   2b  .  .  w  .  w    b"
    public = text_board(hyper("24", "1", counting=BLACK)).splitlines()
    assert public[0] == " 12 11 10  9  8  7  bar    6  5  4  3  2  1  off"


def test_bars_and_trays_of_the_rival_are_named() -> None:
    view = hyper(marked="candidate:bar=1")
    rival = replace(
        view, marks=(Mark(FAR_BAR, MarkKind.OFFENDING), Mark(NEAR_BAR, MarkKind.CHOSEN))
    )
    assert "Look at the opponent's bar." in alt_text(rival)
    assert "bar chosen." in alt_text(rival)


def test_nothing_is_announced_while_a_roll_is_due() -> None:
    """A line tells how a game ended; with dice it goes on though nobody is to move."""
    view = replace(hyper("24 13*2", "6 bar off"), status=words("White to roll."))
    still = replace(view, players=tuple(replace(each, to_move=False) for each in view.players))
    rolling = replace(still, rolling=True)
    assert picture(rolling) == picture(replace(still, status=None))
    assert picture(rolling) != picture(still)


def test_the_field_shows_between_the_points() -> None:
    image = opened(picture(hyper()))
    assert colours(image, (20, 248, 330, 312))[FELT] == 310 * 64

"""Hexagonal boards: cells at whole pixels, names, rails, and players in the free corners."""

from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from render import Caption, Occupant, picture
from render.cells.corners import corner_plates
from render.cells.hexagons import hex_layout
from render.plates import UNCAPTIONED, plates
from render.theme import AMBER, CREAM, INK, NAMES, PAINTS, PLATE_TO_MOVE, TONES, WALNUT
from rules.contract.sentence import ENGLISH
from rules.contract.view import Colour, seen_from
from rules.geometry import Geometry
from tests.render.gallery import positions
from tests.render.pixels import colours, middle_of, opened
from tests.render.views import BLACK, LARGE, ORANGE, RED, SMALL, WHITE, cell, piles, words


@pytest.mark.parametrize("board", [SMALL, LARGE])
@pytest.mark.parametrize("width", [200, 400, 800, 801])
@pytest.mark.parametrize("turned", [False, True])
def test_hexagons_lie_at_whole_pitches(board: Geometry, width: int, turned: bool) -> None:
    places = hex_layout(piles(board, turned=turned), width)
    slots = places.slots
    shifts: dict[str, set[tuple[int, int]]] = {}
    for each in board.cells:
        for way in board.directions:
            beyond = board.step(each, way)
            if beyond is not None:
                shift = (slots[beyond].x - slots[each].x, slots[beyond].y - slots[each].y)
                shifts.setdefault(way, set()).add(shift)
    assert {way: len(found) for way, found in shifts.items()} == dict.fromkeys(board.directions, 1)
    (east,) = shifts["e"]
    assert east == ((-1 if turned else 1) * places.shape.pitch, 0)


@pytest.mark.parametrize("board", [SMALL, LARGE])
@pytest.mark.parametrize("width", [200, 333, 400, 800, 1200])
def test_boards_take_the_width_they_are_given(board: Geometry, width: int) -> None:
    view = piles(board, letters="wb", bound=board is LARGE)
    places = hex_layout(view, width)
    assert opened(picture(view, width=width)).size == (width, places.height)
    half = places.shape.pitch / 2 + places.frame
    assert min(slot.x for slot in places.slots.values()) - half >= 0
    assert max(slot.x for slot in places.slots.values()) + half <= width


@pytest.mark.parametrize("board", [SMALL, LARGE])
def test_rows_alternate_between_two_tones(board: Geometry) -> None:
    view = piles(board)
    image = opened(picture(view))
    slots = hex_layout(view, 800).slots
    for slot in slots.values():
        inside = (slot.x - 12, slot.y - 5, slot.x + 12, slot.y + 20)
        assert set(colours(image, inside)) == {TONES[slot.tone]}
    rows = [{slots[each].tone for each in row} for row in board.rows()]
    assert all(len(row) == 1 for row in rows)
    assert all(one != other for one, other in pairwise(rows))


@pytest.mark.parametrize("board", [SMALL, LARGE])
@pytest.mark.parametrize("pile", ["", "w", "wrowrow"])
def test_every_cell_shows_its_name_above_what_stands_on_it(board: Geometry, pile: str) -> None:
    text = " ".join(f"{board.label(each)}={pile}" for each in board.cells) if pile else ""
    view = piles(board, text, letters="wro")
    image = opened(picture(view))
    bare = opened(picture(piles(board)))
    for each in board.cells:
        x, y, size = middle_of(view, each)
        above = (x - size // 6, y - round(size * 0.5), x + size // 6, y - round(0.345 * size))
        assert colours(image, above)[NAMES["slate"]] > 8
        assert ImageChops.difference(image.crop(above), bare.crop(above)).getbbox() is None


@pytest.mark.parametrize("turned", [False, True])
def test_end_rows_wear_their_sides_colour(turned: bool) -> None:
    view = piles(LARGE, letters="wb", bound=True, turned=turned)
    image = opened(picture(view))
    places = hex_layout(view, 800)
    first, *_, last = places.slots.values()
    top, bottom = first.y, last.y
    reach = places.shape.row * 2 // 3
    far, near = (200, 0, 600, top - reach // 2), (200, bottom + reach // 2, 600, places.height)
    white, black = PAINTS[Colour.WHITE].face, PAINTS[Colour.BLACK].face
    above, below = (black, white) if turned else (white, black)
    assert colours(image, far)[above] > 1500 > colours(image, far)[below]
    assert colours(image, near)[below] > 1500 > colours(image, near)[above]


def test_races_point_forward_as_the_viewer_sees_it() -> None:
    for turned, up in ((False, -1), (True, 1)):
        view = piles(LARGE, letters="wb", bound=True, turned=turned)
        white, black = hex_layout(view, 800).rails
        assert (round(white.outward.x, 9), white.outward.y) == (0, up)
        assert (round(black.outward.x, 9), black.outward.y) == (0, -up)
        assert len(white.border) == len(black.border) == 11


@pytest.mark.parametrize("board", [SMALL, LARGE])
@pytest.mark.parametrize("letters", ["wb", "wbr"])
@pytest.mark.parametrize("turned", [False, True])
def test_the_lower_left_corner_is_free_for_discords_badge(
    board: Geometry, letters: str, turned: bool
) -> None:
    view = piles(board, letters=letters, bound=board is LARGE, turned=turned)
    image = opened(picture(view))
    assert set(colours(image, (0, image.height - 70, 116, image.height))) == {WALNUT}
    over = replace(
        view,
        players=tuple(replace(player, to_move=False) for player in view.players),
        status=words("White wins: " + "word " * 30),
    )
    ended = opened(picture(over))
    assert set(colours(ended, (0, ended.height - 70, 116, ended.height))) == {WALNUT}


@pytest.mark.parametrize("turned", [False, True])
def test_players_sit_beside_their_home(turned: bool) -> None:
    view = piles(LARGE, letters="wb", bound=True, turned=turned)
    found = {
        plate.sides[0].side: plate
        for plate in corner_plates(view, plates(view, ENGLISH, UNCAPTIONED), hex_layout(view, 800))
    }
    upper, lower = (WHITE, BLACK) if turned else (BLACK, WHITE)
    assert found[upper].top < 100
    assert found[lower].top > 600


def test_plates_keep_off_the_cells() -> None:
    for board, letters in ((SMALL, "wro"), (LARGE, "wb"), (LARGE, "wbr")):
        view = piles(board, letters=letters, bound=board is LARGE)
        places = hex_layout(view, 800)
        for plate in corner_plates(view, plates(view, ENGLISH, UNCAPTIONED), places):
            for slot in places.slots.values():
                across = max(0, plate.left - slot.x, slot.x - plate.left - plate.width)
                down = max(0, plate.top - slot.y, slot.y - plate.top - plate.height)
                assert across**2 + down**2 > (places.shape.pitch / 2) ** 2


def test_allies_share_a_plate_on_which_the_colour_to_move_lies_on_amber() -> None:
    view = replace(piles(SMALL, letters="wro"), teams=((RED,), (WHITE, ORANGE)))
    shared = corner_plates(view, plates(view, ENGLISH, UNCAPTIONED), hex_layout(view, 800))
    assert [[side.side for side in plate.sides] for plate in shared] == [[WHITE, ORANGE], [RED]]
    image = opened(picture(view))
    allies, rival = shared
    middle = allies.left + allies.width // 2
    halves = [
        colours(image, (left, allies.top, right, allies.top + allies.height))
        for left, right in ((allies.left, middle), (middle, allies.left + allies.width))
    ]
    assert halves[0][AMBER] > 300 > halves[1][AMBER]
    tokens = [PAINTS[colour].face for colour in (Colour.WHITE, Colour.ORANGE)]
    assert [[half[token] > 20 for token in tokens] for half in halves] == [
        [True, False],
        [False, True],
    ]
    assert all(half[PLATE_TO_MOVE] > 1000 for half in halves)
    box = (rival.left, rival.top, rival.left + rival.width, rival.top + rival.height)
    assert colours(image, box)[PLATE_TO_MOVE] < 1000
    apart = opened(picture(replace(view, teams=())))
    assert ImageChops.difference(image, apart.resize(image.size)).getbbox()


@pytest.mark.parametrize("unwritten", ["", "\N{FOX FACE}", "棋士"])
def test_an_ally_whose_name_cannot_be_written_is_called_by_the_side(unwritten: str) -> None:
    def plate(orange: str) -> bytes:
        view = replace(piles(SMALL, letters="wro"), teams=((RED,), (WHITE, ORANGE)))
        people = ((WHITE, Occupant("Ann")), (ORANGE, Occupant(orange)))
        return picture(view, caption=Caption(people))

    assert plate(unwritten) == plate("Orange") != plate("Ann")


def test_the_player_to_move_and_every_count_are_shown() -> None:
    view = piles(LARGE, "a1=w", letters="wb", bound=True)
    white, black = view.players
    seen = {
        picture(replace(view, players=players))
        for players in (
            (white, black),
            (replace(white, to_move=False), replace(black, to_move=True)),
            (replace(white, note=words("5 at goal")), black),
        )
    }
    assert len(seen) == 3


def test_a_pile_that_has_finished_wears_a_tick() -> None:
    home, other = piles(LARGE, "i3=ww", letters="wb", bound=True), piles(
        LARGE, "i3=bb", letters="wb", bound=True
    )  # fmt: skip
    x, y, size = middle_of(home, cell("i3", LARGE))
    corner = (x + size // 5, y + size // 8, x + size // 2, y + size // 2)
    away = piles(LARGE, "e3=ww i3=b", letters="wb", bound=True)
    u, v, _ = middle_of(away, cell("e3", LARGE))
    same = (u + size // 5, v + size // 8, u + size // 2, v + size // 2)
    ticked = colours(opened(picture(home)), corner)
    assert ticked[INK] > colours(opened(picture(away)), same)[INK] + 40
    assert ticked[CREAM] > 15
    assert ImageChops.difference(
        opened(picture(home)).crop(corner), opened(picture(other)).crop(corner)
    ).getbbox()


@pytest.mark.parametrize("turned", [False, True])
def test_a_plate_between_rails_has_room_for_an_hour_or_for_the_result(*, turned: bool) -> None:
    def plate(state: str) -> bytes:
        view = seen_from(positions()["punt-heks-3"], far=turned)
        people = ((player.side, Occupant("Ann", state=state)) for player in view.players)
        return picture(view, caption=Caption(tuple(people)))

    assert plate("by Wed 20:44 UTC") != plate("by Wed 20:44 UTX"), "the end isn't cut"
    assert plate("won · Bo has no piece left on the board") == plate("won")


def test_while_a_race_asks_names_stand_on_empty_cells_alone_and_others_are_faint() -> None:
    asking = piles(LARGE, "a1=w a2=w b1=b", "candidate:a1=1", letters="wb", bound=True)
    quiet = replace(asking, marks=())
    places = hex_layout(asking, 800)
    before, after = (opened(picture(view)) for view in (quiet, asking))

    def faces(image: Image.Image, name: str) -> int:
        slot = places.slots[cell(name, LARGE)]
        near = (slot.x - 14, slot.y - 10, slot.x + 14, slot.y + 20)
        return colours(image, near)[PAINTS[Colour.WHITE].face]

    def named(image: Image.Image, name: str) -> bool:
        slot = places.slots[cell(name, LARGE)]
        over = (slot.x - 14, slot.y - 44, slot.x + 14, slot.y - 28)
        return colours(image, over)[NAMES[slot.tone]] > 10

    assert named(before, "b1")
    assert not named(after, "b1")
    assert named(after, "c1")
    assert faces(before, "a2") > 0 == faces(after, "a2")
    assert faces(after, "a1") > 0

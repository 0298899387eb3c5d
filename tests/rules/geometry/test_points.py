"""The backgammon board, seen by either side."""

from itertools import product

from rules.geometry import Cell
from rules.geometry.backgammon import FAR_BAR, FAR_OFF, NEAR_BAR, NEAR_OFF, Points

NEAR, FAR = Points(), Points().opposite


def test_each_side_counts_from_its_own_home() -> None:
    assert NEAR.label(Cell(0)) == "1"
    assert FAR.label(Cell(0)) == "24"
    assert [NEAR.label(c) for c in (NEAR_BAR, NEAR_OFF, FAR_BAR, FAR_OFF)] == [
        "bar", "off", "far bar", "far off",
    ]  # fmt: skip
    assert [FAR.label(c) for c in (FAR_BAR, FAR_OFF, NEAR_BAR, NEAR_OFF)] == [
        "bar", "off", "far bar", "far off",
    ]  # fmt: skip
    assert FAR.opposite == NEAR != FAR


def test_labels_find_their_cells() -> None:
    for board in (NEAR, FAR):
        assert all(board.find(board.label(cell)) == cell for cell in board.cells)
        assert board.find("25") is None
        assert board.find("OFF") == board.find("off")


def test_the_sides_move_towards_each_other() -> None:
    def walk(start: Cell, direction: str) -> list[Cell]:
        cells = [start]
        while (following := NEAR.step(cells[-1], direction)) is not None:
            cells.append(following)
        return cells

    assert walk(NEAR_BAR, "down") == [NEAR_BAR, *map(Cell, range(23, -1, -1)), NEAR_OFF]
    assert walk(FAR_BAR, "up") == [FAR_BAR, *map(Cell, range(24)), FAR_OFF]
    assert NEAR.step(FAR_BAR, "down") is None


def test_rows_hold_every_cell_once_and_home_is_at_the_lower_right() -> None:
    upper, lower = NEAR.rows()
    assert sorted((*upper, *lower)) == list(NEAR.cells)
    assert [NEAR.label(cell) for cell in lower[7:]] == ["6", "5", "4", "3", "2", "1", "off"]
    assert [FAR.label(cell) for cell in upper[7:]] == ["6", "5", "4", "3", "2", "1", "off"]


def test_each_point_faces_the_point_of_the_same_number_of_the_other_side() -> None:
    for number in range(1, 13):
        near, far = NEAR.find(str(number)), FAR.find(str(number))
        assert near is not None
        assert far is not None
        assert NEAR.centre(near).y != NEAR.centre(far).y
        assert NEAR.centre(near).x == NEAR.centre(far).x


def test_checkers_pile_up_from_the_rim_inside_their_cell() -> None:
    for cell, height in product(NEAR.cells, range(5)):
        place, outline = NEAR.place(cell, height), NEAR.outline(cell)
        low, high = min(p.y for p in outline), max(p.y for p in outline)
        assert low < place.y < high
        assert place.x == NEAR.centre(cell).x
    assert NEAR.place(Cell(0), 1).y > NEAR.place(Cell(0), 0).y
    assert NEAR.place(Cell(23), 1).y < NEAR.place(Cell(23), 0).y


def test_outlines_go_counter_clockwise_and_do_not_overlap() -> None:
    places = set[tuple[float, bool]]()
    for cell in NEAR.cells:
        corners = NEAR.outline(cell)
        following = (*corners[1:], corners[0])
        area = sum(a.x * b.y - b.x * a.y for a, b in zip(corners, following, strict=True))
        assert area > 0
        places.add((NEAR.centre(cell).x, NEAR.centre(cell).y > 5))
    assert len(places) == len(NEAR.cells)


def test_every_point_has_a_number_on_the_rim() -> None:
    for board in (NEAR, FAR):
        named = {cell: label.text for label in board.coordinates() for cell in label.cells}
        assert named == {cell: board.label(cell) for cell in board.cells[:24]}
    assert {NEAR.shade(cell) for cell in NEAR.cells} == {0, 1, 2}

"""The rules that both races share, on squares: one test a rule, broken and kept."""

from typing import Final

import pytest

from rules.contract.core import AnyGame, NotationError, Side
from rules.contract.view import Goal, MarkKind
from rules.games.punt.position import Move
from rules.registry import find
from tests.rules.asking import (
    after,
    broken_rule,
    cells,
    ending,
    legal,
    misread,
    refusal,
    stacks,
)
from tests.rules.shown import notes, status

PUNT: Final[AnyGame] = find("punt-match")
FREEDOMS: Final = {"punt.land", "punt.score"}


def test_white_begins_with_two_ranks_against_two() -> None:
    men = stacks(PUNT, PUNT.start())
    assert PUNT.turn(PUNT.start()) == "white"
    for letter, ranks in (("w", {"1", "2"}), ("b", {"6", "7"})):
        home = [label for label, pile in men.items() if pile == letter]
        assert len(home) == 14
        assert {label[1] for label in home} == ranks


def test_punt_own() -> None:
    position = "w:c3=wb,d4=bww,e2=w"
    assert broken_rule(PUNT, position, "d4-d5") == "punt.own"
    assert broken_rule(PUNT, "w:c3=wb,d4=bb,e2=w", "d4-d5") == "common.own-pieces"
    assert broken_rule(PUNT, position, "a4-a5") == "common.own-pieces"
    assert stacks(PUNT, after(PUNT, position, "c3-c5"))["c5"] == "wb"


def test_punt_direction() -> None:
    assert legal(PUNT, "w:d4=www,a1=b") == ["d4-c4", "d4-d5", "d4-e4"]
    assert legal(PUNT, "b:d4=bbb,a7=w") == ["d4-c4", "d4-d3", "d4-e4"]
    for text in ("d4-d3", "d4-e5", "d4-e3", "d4-c6", "d4-d4"):
        assert broken_rule(PUNT, "w:d4=www,a1=b", text) == "punt.direction", text
    assert broken_rule(PUNT, "b:d4=b,a7=w", "d4-d5") == "punt.direction"


def test_punt_distance() -> None:
    assert legal(PUNT, "w:a3=w,g1=b") == ["a3-a4", "a3-a5", "a3-a6", "a3-b3", "a3-c3", "a3-d3"]
    assert legal(PUNT, "w:a3=wb,g1=b") == ["a3-a4", "a3-a5", "a3-b3", "a3-c3"]
    for pile, text in (("w", "a3-e3"), ("wb", "a3-d3"), ("wbb", "a3-c3"), ("wbbb", "a3-a5")):
        assert broken_rule(PUNT, f"w:a3={pile},g1=b", text) == "punt.distance", text
    refused = refusal(PUNT, "w:a3=w,b3=w,g1=b", "a3-c3")
    assert refused.rule.key == "punt.distance"
    assert refused.cells == cells(PUNT, "b3")


def test_punt_land() -> None:
    """On own and rival pawns and piles; the mover goes on top."""
    position = "w:c3=w,c4=bb,b3=w,g1=b"
    assert {"c3xc4", "c3xb3"} <= set(legal(PUNT, position))
    assert stacks(PUNT, after(PUNT, position, "c3xc4"))["c4"] == "wbb"
    assert stacks(PUNT, after(PUNT, position, "c3 b3"))["b3"] == "ww"
    state = PUNT.position(position)
    for move in (Move(cells(PUNT, "c3", "c4")), Move(cells(PUNT, "c3", "d3"), lands=True)):
        violation = PUNT.violation(state, move)
        assert violation is not None
        assert violation.rule.key == "punt.land"


def test_punt_finished() -> None:
    position = "w:a7=wb,b6=w,c1=w,g1=b,a6=w"
    assert broken_rule(PUNT, position, "a7-b7") == "punt.finished"
    assert "a6xa7" in legal(PUNT, position)
    refused = refusal(PUNT, "b:b7=b,a7=wb,e3=b", "b7-a7")
    assert refused.rule.key == "punt.finished"
    assert refused.cells == cells(PUNT, "a7")
    unfinished = "w:a7=bw,a6=w,g1=b"
    assert stacks(PUNT, after(PUNT, unfinished, "a6xa7"))["a7"] == "wbw"


def test_punt_must_move() -> None:
    assert broken_rule(PUNT, "w:a3=w,g1=b", "pass") == "punt.must-move"
    assert "a3-a4" in legal(PUNT, "w:a3=w,g1=b")


def test_punt_end() -> None:
    """White has nothing left that moves, so Black's pawns on the way are too late."""
    state = after(PUNT, "b:a7=ww,b7=w,c4=b,g1=b", "c4-c1")
    assert ending(PUNT, state) == ("punt.end", "white")
    assert not PUNT.moves(state)
    assert ending(PUNT, PUNT.position("w:a7=ww,b6=w,g1=b")) is None


def test_punt_end_idle() -> None:
    before = "w:c3=w,c5=b,a7=w:idle={}"
    assert ending(PUNT, after(PUNT, before.format(58), "c3-d3")) is None
    state = after(PUNT, before.format(59), "c3-d3")
    assert ending(PUNT, state) == ("punt.end.idle", "white")
    assert not PUNT.legal(state)
    assert PUNT.moves(state)


@pytest.mark.parametrize(("text", "idle"), [("c3-d3", 8), ("c3-c4", 0), ("c3xb3", 0), ("c3-a3", 0)])
def test_forward_moves_and_landings_start_the_idle_count_anew(text: str, idle: int) -> None:
    position = "w:c3=w,b3=b,g1=b:idle=7" if text != "c3-a3" else "w:b3=w,a3=w,g1=b:idle=7"
    assert after(PUNT, position, text.replace("c3-a3", "b3xa3")).idle == idle


def test_punt_score() -> None:
    """All pawns on the end row count, no matter who controls them, or those of own piles alone."""
    text = "w:a7=wbb,b7=bw,c7=b,a1=bw,b1=www"
    state = PUNT.position(f"{text}:idle=60")
    outcome = PUNT.outcome(state)
    assert outcome is not None
    assert outcome.scores == ((Side("white"), 6), (Side("black"), 5))
    assert PUNT.spec.rule("punt.score").reading
    assert notes(PUNT.view(state)) == ["6 on end row", "5 on end row"]

    controlled = PUNT.configured({"count": "controlled"})
    outcome = controlled.outcome(state)
    assert outcome is not None
    assert outcome.scores == ((Side("white"), 3), (Side("black"), 2))
    assert controlled.configured({"count": "all"}) == PUNT


def test_a_tie_is_a_draw() -> None:
    state = PUNT.position("w:a7=ww,b1=bb")
    assert ending(PUNT, state) == ("punt.end", "draw")
    assert (
        status(PUNT.view(state))
        == "Draw: White had no move, so the end rows were counted. White 2, Black 2."
    )


def test_the_view_shows_end_rows_and_ways_forward() -> None:
    state = PUNT.position("w:c3=w,c4=b")
    move = PUNT.parse(state, "c3xc4")
    view = PUNT.view(PUNT.apply(state, move), move)
    top, bottom = view.geometry.rows()[0], view.geometry.rows()[-1]
    assert view.goals == (
        Goal(Side("white"), frozenset(top), ("n",)),
        Goal(Side("black"), frozenset(bottom), ("s",)),
    )
    assert [mark.kind for mark in view.marks] == [MarkKind.ORIGIN, MarkKind.TARGET]
    assert view.last == "c3xc4"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("w", "w"),
        ("r:a1=w", "r"),
        ("w:h1=w", "h1"),
        ("w:a1=r", "a1=r"),
        ("w:a1=wwwwwwwwwwwwwww", "a1=wwwwwwwwwwwwwww"),
        ("w:a1=w:idle=many", "idle=many"),
        ("w:a1=w:idle=1234567", "idle=1234567"),
    ],
)
def test_impossible_positions_are_refused_for_a_part(text: str, part: str) -> None:
    assert misread(PUNT, text) == part


def test_a_move_has_two_cells() -> None:
    with pytest.raises(NotationError, match="3 cells, but a move has two"):
        PUNT.parse(PUNT.start(), "a2-a3-a4")
    with pytest.raises(NotationError, match="is only one cell"):
        PUNT.parse(PUNT.start(), "a2")

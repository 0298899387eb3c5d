"""Alt text tells a whole position to somebody who plays by it alone."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render import alt_text
from rules.contract.sentence import say
from rules.contract.view import BoardView, MarkKind, Pattern
from rules.geometry.square import Square
from tests.render.views import (
    BLACK,
    KING,
    LARGE,
    MAN,
    ORANGE,
    RED,
    SMALL,
    WHITE,
    draughts,
    piled_views,
    piles,
    views,
)

WHOLE = 20_000


def test_a_position_in_the_order_of_use() -> None:
    view = draughts(
        "Kc5 a1 c1",
        "b8 Kh6",
        "origin:e3 target:c5 captured:d4 candidate:a1=2 candidate:c5=1 offending:b8",
        status="White to move and must capture.",
        last="e3xc5",
    )
    assert alt_text(view) == (
        "Look at b8. Choices: 1 c5, 2 a1. "
        "Black played e3xc5. Captured on d4. White to move and must capture. Czech draughts. "
        "White: 2 men a1, c1; 1 king c5. Black: 1 man b8; 1 king h6."
    )


def test_a_later_step_tells_what_was_chosen_and_the_choices() -> None:
    view = draughts("a1 c1", "b8", "chosen:c1 candidate:b2=1 candidate:d2=2", last="a7-b8")
    assert alt_text(view) == "c1 chosen. Choices: 1 b2, 2 d2. Board unchanged."
    part = frozenset(Square(8).cells[:2])
    corners = "–".join(map(Square(8).label, (min(part), max(part))))
    large = replace(draughts(marked="candidate:c1=1"), part=part)
    assert alt_text(large) == f"Area {corners} chosen. Choices: 1 c1. Board unchanged."


def test_people_are_named_instead_of_their_sides() -> None:
    view = draughts("a1", "b8", last="e3xc5")
    view = replace(view, status=say("{side} to move.", side=say("White")))
    assert alt_text(view, people={WHITE: "Ann", BLACK: "Bo"}) == (
        "Bo played e3xc5. Ann to move. Czech draughts. Ann (White): 1 man a1. Bo (Black): 1 man b8."
    )
    assert alt_text(view, people={WHITE: "Ann"}).startswith("Black played e3xc5. Ann to move. ")
    assert alt_text(view, people={WHITE: "Ann", BLACK: "Ann"}).startswith(
        "Ann (Black) played e3xc5. Ann (White) to move. "
    )


def test_the_viewers_pieces_come_first() -> None:
    view = draughts("a1", "b8")
    assert alt_text(view).endswith("White: 1 man a1. Black: 1 man b8.")
    assert alt_text(replace(view, mine=(BLACK,))).endswith("Black: 1 man b8. White: 1 man a1.")


def test_choices_are_read_by_their_numbers() -> None:
    view = draughts("a1 c1 e1", "", "candidate:a1=4-12 candidate:c1=1-2 candidate:e1=3")
    assert "Choices: 1-2 c1, 3 e1, 4-12 a1." in alt_text(view)


def test_a_turned_view_is_read_from_its_own_top() -> None:
    assert "White: 3 men h2, a1, c1." in alt_text(draughts("a1 c1 h2", ""))
    assert "White: 3 men c1, a1, h2." in alt_text(draughts("a1 c1 h2", "", turned=True))


def test_a_side_without_pieces_is_named_too() -> None:
    assert alt_text(draughts("a1", "")).endswith("Black: no pieces.")


def test_ten_choices_come_in_the_order_of_their_numbers() -> None:
    cells = ["a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8", "a3", "a5", "a7"]
    marked = " ".join(f"candidate:{name}={number}" for number, name in enumerate(cells, 1))
    found = re.findall(r"(\d+) (\w\d)", alt_text(draughts(marked=marked)))
    assert found == [(str(number), name) for number, name in enumerate(cells, 1)]


def crowded() -> BoardView:
    """Return a board of twenty whose pieces are too many to name."""
    board = Square(20)
    white = " ".join(board.label(each) for each in board.cells[:200])
    black = " ".join("K" + board.label(each) for each in board.cells[200:])
    return draughts(white, black, board=board, pattern=Pattern.PLAIN)


def test_a_crowded_board_is_counted_before_it_is_cut() -> None:
    view = crowded()
    assert alt_text(view) == "White to move. Czech draughts. White: 200 men. Black: 200 kings."
    assert alt_text(view, 45) == "White to move. Czech draughts. White: 200…"


@given(views(), st.integers(1, 1100))
def test_the_limit_is_kept(view: BoardView, limit: int) -> None:
    text = alt_text(view, limit)
    assert 0 < len(text) <= limit
    assert text == alt_text(view, WHOLE) or len(alt_text(view, WHOLE)) > limit


def at_first(view: BoardView) -> BoardView:
    """Return the view before anything is chosen, in which the position is told."""
    kept = (mark for mark in view.marks if mark.kind is not MarkKind.CHOSEN)
    return replace(view, marks=tuple(kept))


@given(views(sizes=st.integers(2, 8)))
def test_every_piece_is_named_when_there_is_room(view: BoardView) -> None:
    view = at_first(view)
    text = alt_text(view, WHOLE)
    for player in view.players:
        army = text[text.rindex(f"{player.title.english()}: ") :].split(".")[0]
        for kind in (MAN, KING):
            wanted = {
                view.geometry.label(stack.cell)
                for stack in view.stacks
                if (stack.pieces[-1].side, stack.pieces[-1].kind) == (player.side, kind)
            }
            plural = {MAN: "man|men", KING: "kings?"}[kind]
            match = re.search(rf"(\d+) (?:{plural}) ([^;]*)", army)
            assert (match is not None) == bool(wanted)
            if match:
                assert int(match[1]) == len(wanted)
                assert set(match[2].split(", ")) == wanted


def test_a_cut_falls_between_words() -> None:
    view = crowded()
    counted = alt_text(view)
    for limit in range(len("White…"), len(counted)):
        text = alt_text(view, limit)
        kept = text.removesuffix("…")
        assert kept != text
        assert counted.startswith(kept)
        assert not counted[len(kept)].isalnum(), "the next word is left out whole"


def test_a_word_that_is_too_long_is_cut_all_the_same() -> None:
    assert alt_text(crowded(), 4) == "Whi…"
    assert alt_text(crowded(), 1) == "…"


@pytest.mark.parametrize("limit", [0, -5])
def test_no_room_at_all_is_refused(limit: int) -> None:
    with pytest.raises(ValueError, match="at least 1 character"):
        alt_text(draughts(), limit)


def test_stacks_are_named_from_the_top_down_under_their_owner() -> None:
    view = piles(SMALL, "c3=rwo e1=w d2=r a1=wrrro b1=ow", "captured:b2", last="a1xc3")
    assert alt_text(view) == (
        "Orange played a1xc3. Captured on b2. White to move. Piles. "
        "White: 1 pawn e1; 1 stack: a1 white on 3 red, orange, 5 high. "
        "Red: 1 pawn d2; 1 stack: c3 red on white, orange, 3 high. "
        "Orange: 1 stack: b1 orange on white, 2 high."
    )


def test_a_race_says_where_each_side_is_bound() -> None:
    text = alt_text(piles(LARGE, "c4=wb", letters="wb", bound=True))
    assert "White, 1 at goal i1 to i5: 1 pile: c4 white on" in text
    assert text.endswith("Black, 0 at goal a1 to a5: no pawn on top.")
    turned = alt_text(piles(LARGE, letters="wb", bound=True, turned=True))
    assert "White, 0 at goal i5 to i1: no pieces." in turned


def test_allies_are_told() -> None:
    view = replace(piles(SMALL), teams=((RED,), (WHITE, ORANGE)))
    assert "White and Orange play together." in alt_text(view)
    assert "play together" not in alt_text(piles(SMALL))


def test_who_plays_several_sides_is_named_once() -> None:
    view = replace(piles(SMALL), teams=((RED,), (WHITE, ORANGE)))
    told = alt_text(view, people={RED: "Ann", WHITE: "Bo", ORANGE: "Bo"})
    assert "Bo plays White and Orange. Bo (White): " in told
    allied = alt_text(view, people={RED: "Ann", WHITE: "Bo", ORANGE: "Cy"})
    assert "Bo and Cy play together." in allied


def test_a_result_calls_the_sides_of_one_person_by_their_titles() -> None:
    titles = {player.side: player.title for player in piles(SMALL).players}
    won = say("{winner} won: {white} has no piece.", winner=titles[RED], white=titles[WHITE])
    view = replace(piles(SMALL), teams=((RED,), (WHITE, ORANGE)), status=won)
    running, people = piles(SMALL).players, {RED: "Ann", WHITE: "Bo", ORANGE: "Bo"}
    over = replace(view, players=tuple(replace(each, to_move=False) for each in running))
    assert "Ann won: White has no piece." in alt_text(over, people=people)
    moving = replace(view, players=(replace(running[0], to_move=True), *running[1:]))
    assert "Ann won: Bo (White) has no piece." in alt_text(moving, people=people)


def towers() -> BoardView:
    """Return a board with more stacks than words fit: a1 has the tallest, c3 and b1 marks."""
    text = "a1=wbwbwbw b1=wbwb c3=bwbwbw d2=bw e2=wbb d3=wbw"
    return piles(SMALL, text, "target:c3 origin:b2 passed:b1", letters="wb")


def test_stacks_that_no_mark_points_at_lose_their_buried_pieces_first() -> None:
    view = towers()
    whole = alt_text(view)
    assert "a1 white on black, white" in whole
    seen = [whole]
    for limit in range(len(whole) - 1, 20, -1):
        text = alt_text(view, limit)
        if text != seen[-1]:
            seen.append(text)
    lost = [
        [
            name
            for name in ("a1", "b1", "c3", "d2", "e2", "d3")
            if re.search(rf"{name} \d high", text)
        ]
        for text in seen
        if "stacks:" in text and "…" not in text
    ]
    assert lost[0] == []
    assert lost[1] == ["a1"]
    assert all(set(fewer) < set(more) for fewer, more in pairwise(lost))
    last = [(set(more) - set(fewer)).pop() for fewer, more in pairwise(lost)]
    assert last[0] == "a1", "the tallest"
    assert last[-3:] == ["d2", "c3", "b1"], "the lowest without a mark, then those with one"
    assert all(" on " in text for text, names in zip(seen, lost, strict=False) if len(names) < 6)
    assert "White: 4 stacks. Black: 2 stacks." in seen[len(lost)]


@given(piled_views(), st.integers(1, 2000))
def test_the_limit_is_kept_with_stacks(view: BoardView, limit: int) -> None:
    text = alt_text(view, limit)
    assert 0 < len(text) <= limit
    assert text == alt_text(view, WHOLE) or len(alt_text(view, WHOLE)) > limit


@given(piled_views())
def test_every_stack_can_be_read_back(view: BoardView) -> None:
    view = at_first(view)
    text = alt_text(view, WHOLE)
    for stack in view.stacks:
        label, height = view.geometry.label(stack.cell), len(stack.pieces)
        *buried, top = (str(piece.side) for piece in stack.pieces)
        army = text[text.index(f" {top.title()}") :]
        if not buried:
            assert re.search(rf"pawns? [^;.]*\b{label}\b", army)
            continue
        found = re.search(rf"\b{label} {top} on ([^;.]*), {height} high", army)
        assert found
        runs = (run.split() for run in found[1].split(", "))
        below = [run[-1] for run in runs for _ in range(int(run[0]) if len(run) > 1 else 1)]
        assert below == buried[::-1]

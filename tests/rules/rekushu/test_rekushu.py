"""Every rule of Rekushu, broken and kept, on a board of 8."""

import re
from typing import Any, Final

import pytest

from rules.contract.capabilities import CanStop, ClaimsRegions
from rules.contract.core import (
    AmbiguousMove,
    NotationError,
    RulesError,
    Seat,
)
from rules.contract.view import MarkKind, RegionKind
from rules.log.events import OfferKind
from rules.match.match import Match
from rules.registry import find
from tests.rules.asking import (
    after,
    broken_rule,
    ending,
    legal,
    misread,
    played,
    refusal,
    replayed,
    typed,
)
from tests.rules.shown import notes, status

GAME: Final[Any] = find("rekushu").configured({"size": "8"})


def labels(cells: Any) -> list[str]:
    return sorted(map(GAME.geometry.label, cells))


def test_rekushu_place_empty() -> None:
    position = "B:Bd4:Wc3"
    assert broken_rule(GAME, position, "d4") == "rekushu.place.empty"
    refused = refusal(GAME, position, "c3")
    assert refused.rule.key == "rekushu.place.empty"
    assert "White" in refused.detail.english()
    assert refused.cells == (GAME.geometry.find("c3"),)
    assert len(legal(GAME, position)) == 62


def test_rekushu_place_tile() -> None:
    position = "B:Ba1=c3:W"
    for closed in ("a1", "b1", "a2", "b2"):
        assert broken_rule(GAME, position, closed) == "rekushu.place.tile"
    assert {"c3", "c1", "a3", "c2"} <= set(legal(GAME, position))


def test_rekushu_place_tile_between_two_claims() -> None:
    position = "W:Ba1=c3:Wc1=d2,c2=d4"
    assert broken_rule(GAME, position, "c2") == "rekushu.place.tile"
    assert {"c3", "a3", "d1"} <= set(legal(GAME, position))


@pytest.mark.parametrize(
    ("kind", "first", "second"),
    [("left and right", ("b2", "g2"), ("c5", "f5")), ("up and down", ("b2", "b7"), ("c5", "c4")),
     ("by half a turn", ("b2", "g7"), ("c5", "f4"))],
)  # fmt: skip
def test_rekushu_mirror(kind: str, first: tuple[str, str], second: tuple[str, str]) -> None:
    state = played(GAME, GAME.start(), *first, second[0])
    refused = refusal(GAME, state, second[1])
    assert refused.rule.key == "rekushu.mirror"
    assert f" ({kind})," in refused.detail.english(), "no letter, which a file has, too"
    assert labels(refused.cells) == sorted((*first, *second))
    for label in (*first, *second):
        assert label in refused.detail.english()
    # Everything else, the other types of mirror among it, is free.
    assert len(GAME.legal(state)) == 64 - 3 - 1


def test_the_mirror_rule_binds_both_sides_and_forgets_after_one_turn() -> None:
    state = played(GAME, GAME.start(), "a1", "c1", "f1", "h5")
    # Black mirrored c1 by h; White's h5 may not be mirrored by h again.
    assert broken_rule(GAME, state, "a5") == "rekushu.mirror"
    state = played(GAME, state, "b2", "c3")
    assert GAME.parse(state, "f3") in GAME.legal(state)


def test_a_claimed_stone_still_counts_for_the_mirror_rule() -> None:
    state = after(GAME, "W:Ba1,a2,b1:Wh8", "c5", "f5", "g6", "b2+a1:b2", "d3")
    # Black's b2 is gone with the claim, White's d3 is no mirror of it; Black's f5 was of type h.
    assert GAME.parse(state, "e3") in GAME.legal(state)
    state = after(GAME, "B:Ba1,a2,b1:Wg1,g2,h1", "c5", "f5", "b2+a1:b2")
    assert broken_rule(GAME, state, "g2") == "rekushu.place.empty"
    state = after(GAME, "B:Ba1,a2,b1:Wg1,h1", "c5", "f5", "b2+a1:b2")
    assert broken_rule(GAME, state, "g2") == "rekushu.mirror"


def test_rekushu_claim_corners() -> None:
    position = "B:Ba1,a4,d1:Wh8"
    assert "d4+a1:d4" in legal(GAME, position)
    refused = refusal(GAME, position, "e4+a1:d4")
    assert refused.rule.key == "rekushu.claim.corners"
    assert labels(refused.cells) == ["d4"]
    assert broken_rule(GAME, position, "d4+a1:a4") == "rekushu.claim.corners"
    assert broken_rule(GAME, "B:Ba1,a4:Wd1", "d4+a1:d4") == "rekushu.claim.corners"


def test_the_new_stone_need_not_be_a_corner() -> None:
    assert "h8+a1:d4" in legal(GAME, "B:Ba1,a4,d1,d4:Wg8")


def test_rekushu_claim_stones() -> None:
    corners = "Ba1,a4,d1"
    for position in (f"B:{corners},b2:W", f"B:{corners}:Wb2", f"B:{corners}:Wd2"):
        assert broken_rule(GAME, position, "d4+a1:d4") == "rekushu.claim.stones"
    refused = refusal(GAME, f"B:{corners},d4:Wh8", "c3+a1:d4")
    assert refused.rule.key == "rekushu.claim.stones"
    assert labels(refused.cells) == ["c3"]
    assert "d4+a1:d4" in legal(GAME, f"B:{corners}:We2,d5")


def test_rekushu_claim_tiles() -> None:
    refused = refusal(GAME, "B:Ba1,a6,f1:Wc3=d4", "f6+a1:f6")
    assert refused.rule.key == "rekushu.claim.tiles"
    assert labels(refused.cells) == ["c3", "c4", "d3", "d4"]
    assert broken_rule(GAME, "B:Ba1,a6,f1,c3=d4:W", "f6+a1:f6") == "rekushu.claim.tiles"
    assert "f6+a1:f6" in legal(GAME, "B:Ba1,a6,f1:Wf2=h4")


def test_rekushu_claim_optional() -> None:
    assert (
        GAME.spec.rule("rekushu.claim.optional")
        .text.english()
        .startswith("You never have to claim")
    )
    position = "B:Ba1,a3,c1:Wh8"
    assert {"c3", "c3+a1:c3"} <= set(legal(GAME, position))
    state = after(GAME, position, "c3+a1:c3")
    view = GAME.view(state)
    assert labels(stack.cell for stack in view.stacks) == ["h8"]
    assert notes(view) == ["4 tiles", "0 tiles"]
    # An emptied corner may be used again, where it still touches a tile that is unclaimed.
    assert broken_rule(GAME, position, "c1") == "rekushu.place.empty"
    state = played(GAME, state, "c1")
    assert broken_rule(GAME, state, "a1") == "rekushu.place.tile"


def test_rekushu_end() -> None:
    state = GAME.position("B:Ba1=h4:Wa4=h8")
    assert GAME.outcome(state).scores == (("black", 21), ("white", 28))
    assert ending(GAME, state) == ("rekushu.end", "white")
    assert ending(GAME, GAME.position("W:Ba1=d8,d1=h4:Wd4=h8")) == ("rekushu.end", "black")
    assert not GAME.moves(state)
    assert "White won: Black couldn't place a stone" in status(GAME.view(state))


def test_the_mirror_rule_alone_can_end_the_game() -> None:
    """All but the two tiles of the left and right edge in the middle are claimed."""
    state = GAME.position("B:Ba1=h4,b4=d5:Wa5=h8,d4=g5")
    assert legal(GAME, "B:Ba1=h4,b4=d5:Wa5=h8,d4=g5") == sorted(
        ["a4", "a5", "b4", "b5", "g4", "g5", "h4", "h5"]
    )
    state = played(GAME, state, "a4", "b5", "h4", "g5", "b4", "g4", "a5")
    # Only h5 is left; it would mirror a5 as White's g4 has just mirrored b4.
    assert broken_rule(GAME, state, "h5") == "rekushu.mirror"
    assert ending(GAME, state) == ("rekushu.end", "white")
    assert GAME.outcome(state).scores == (("black", 23), ("white", 24))
    assert GAME.turn(state) is None


def test_a_draw_has_no_winner() -> None:
    stopped = GAME.stopped(GAME.start())
    assert stopped.winners == frozenset()
    assert stopped.scores == (("black", 0), ("white", 0))


def test_rekushu_end_agreed() -> None:
    match = Match(GAME, GAME.spec.seatings[0])
    for text in ("a1", "h8", "a3", "h7", "c1", "f8", "c3+a1:c3"):
        assert match.seat_due is not None
        match = match.play(match.seat_due, text)
    offered = match.propose(Seat(1), OfferKind.COUNT)
    assert offered.outcome is None
    counted = offered.accept(Seat(0))
    assert counted.outcome is not None
    assert counted.outcome.rule.key == "rekushu.end.agreed"
    assert counted.outcome.winners == {"black"}
    assert dict(counted.outcome.scores) == {"black": 4, "white": 0}
    assert counted.turn is None
    assert replayed(GAME, match.seating, counted.events).outcome == counted.outcome
    assert offered.decline(Seat(0)).outcome is None


def test_other_games_are_not_counted() -> None:
    match = Match(find("czech"), find("czech").spec.seatings[0])
    with pytest.raises(RulesError, match="can't be stopped and counted"):
        match.propose(Seat(0), OfferKind.COUNT)
    assert isinstance(GAME, CanStop)
    assert isinstance(GAME, ClaimsRegions)


def test_moves_may_be_written_in_other_ways() -> None:
    state = GAME.position("B:Ba1,a4,d1,h4,h1:Wh8")
    meant = GAME.parse(state, "d4+a1:d4")
    for text in ("D4 + A1-D4", "d4 a1 d4", "d4+d4:a1", "d4+a4:d1", "d4a1d4", "d4+d1xa4", "d4 a1"):
        assert typed(GAME, state, text) == "d4+a1:d4"
    assert GAME.notate(meant) == "d4+a1:d4"
    with pytest.raises(AmbiguousMove) as refused:
        typed(GAME, state, "d4+d4")
    assert refused.value.candidates == ("d4+a1:d4", "d4+d1:h4")


@pytest.mark.parametrize(
    ("text", "words"),
    [("", "no move"), ("i1", "goes from a1 to h8"),
     ("d4+a1", "can't claim anything with a corner on a1"),
     ("a1 a2 a3 a4", "at most one claim"), ("hello", "isn't a point"),
     ("d9", "no point")],
)  # fmt: skip
def test_what_is_no_move_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        GAME.parse(GAME.start(), text)


@pytest.mark.parametrize("size", ["8", "12", "20"])
@pytest.mark.parametrize("text", ["", "hello", "d4+a1"])
def test_the_examples_of_a_refusal_are_moves_of_the_board(size: str, text: str) -> None:
    game = find("rekushu").configured({"size": size})
    with pytest.raises(NotationError) as refused:
        game.parse(game.start(), text)
    examples = re.findall(r"such as ([a-z0-9+:]+)", str(refused.value))
    assert examples
    for example in examples:
        assert game.notate(game.parse(game.start(), example)) == example


@pytest.mark.parametrize(
    ("text", "part"),
    [("B:Ba1", "ba1"), ("X:B:W", "x"), ("B:B:B", "b:b"), ("B:Ba1,a1:W", "a1"),
     ("B:Ba1:Wa1", "a1"), ("B:Ba1=a3:W", "a1=a3"), ("B:Ba1=c3:Wb2=d4", "b2=d4"),
     ("B:Ba1=c3,b2=d4:W", "b2=d4"), ("B:Ba1:Wa1=c3", "a1"), ("B:Bz9:W", "z9"),
     ("B:Ba1=z9:W", "z9")],
)  # fmt: skip
def test_impossible_positions_are_refused_for_a_part(text: str, part: str) -> None:
    assert misread(GAME, text) == part


def test_positions_forgive_order_blanks_and_capitals() -> None:
    written = GAME.position("B:Bd4,a1=c3:Wc4")
    assert GAME.position(" b : w C4 : b d4 , C3=a1 ") == written


def test_what_is_shown() -> None:
    state = GAME.position("B:Ba1,a3,c1:Wh8,f6=h7")
    move = GAME.parse(state, "c3+a1:c3")
    region = GAME.region(state, move)
    assert region is not None
    assert (region.size, region.kind, region.side) == (4, RegionKind.CANDIDATE, "black")
    assert [GAME.geometry.label(cell) for cell in region.corners] == ["a1", "c1", "c3", "a3"]
    assert GAME.region(state, GAME.parse(state, "c3")) is None
    view = GAME.view(GAME.apply(state, move), move)
    assert [(r.side, r.size, r.kind) for r in view.regions] == [
        ("white", 2, RegionKind.HELD),
        ("black", 4, RegionKind.LATEST),
    ]
    assert [(m.cell, m.kind) for m in view.marks] == [(move.stone, MarkKind.TARGET)]


def test_the_status_names_the_stone_that_would_mirror() -> None:
    state = played(GAME, GAME.start(), "b2", "g2", "c5")
    assert status(GAME.view(state)) == "White to move, but not on f5 (mirror rule)."


@pytest.mark.parametrize("size", [8, 12, 14, 18, 20])
def test_every_size_has_its_board(size: int) -> None:
    game: Any = find("rekushu").configured({"size": str(size)})
    assert len(game.geometry.cells) == len(game.moves(game.start())) == size * size
    last = "abcdefghijklmnopqrst"[size - 1] + str(size)
    state = game.position(f"B:Ba1,a{size},{last[0]}1:W")
    assert f"{last}+a1:{last}" in [game.notate(move) for move in game.legal(state)]


def test_only_the_usual_board_says_how_long_a_game_takes() -> None:
    """A larger one says so where its size is chosen."""
    game = find("rekushu")
    (size,) = [option for option in game.spec.options if option.key == "size"]
    told = {
        choice.value: game.configured({"size": choice.value}).spec.typical_turns
        for choice in size.choices
    }
    assert [size for size, turns in told.items() if turns] == ["8"]

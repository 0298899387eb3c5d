"""What the race on hexagons has of its own: two ways forward, and three players."""

from typing import Final

import pytest

from rules.contract.core import AnyGame, Seat
from rules.match.match import Match
from rules.registry import find
from tests.rules.asking import after, broken_rule, ending, legal, stacks
from tests.rules.shown import notes, status

TWO: Final[AnyGame] = find("punt-heks")
THREE: Final[AnyGame] = TWO.configured({"players": "3"})


def test_two_have_fourteen_pawns_each() -> None:
    pawns = stacks(TWO, TWO.start())
    white = "a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 b6 c3 c4 c5"
    black = "g3 g4 g5 h1 h2 h3 h4 h5 h6 i1 i2 i3 i4 i5"
    assert sorted(cell for cell, pile in pawns.items() if pile == "w") == white.split()
    assert sorted(cell for cell, pile in pawns.items() if pile == "b") == black.split()


def test_three_have_eleven_pawns_each_on_every_other_edge() -> None:
    pawns = list(stacks(THREE, THREE.start()).values())
    assert [pawns.count(letter) for letter in "wbr"] == [11, 11, 11]


def test_the_number_of_players_changes_sides_teams_and_seats() -> None:
    for game, sides in ((TWO, ["white", "black"]), (THREE, ["white", "black", "red"])):
        assert [side.key for side in game.spec.sides] == sides
        assert game.spec.seatings == (game.spec.teams,)
        assert [list(team) for team in game.spec.teams] == [[side] for side in sides]
    assert THREE.configured({"players": "2"}) == TWO
    assert [side.key for side in TWO.spec.sides if side.far] == ["black"]
    assert not any(side.far for side in THREE.spec.sides)


def test_an_option_that_is_not_named_keeps_its_value() -> None:
    controlled = TWO.configured({"count": "controlled"}).configured({"players": "3"})
    assert controlled == THREE.configured({"count": "controlled"})


@pytest.mark.parametrize(
    ("game", "position", "targets"),
    [
        (TWO, "w:e5=www,a1=b", ["e4", "e6", "f4", "f5"]),
        (TWO, "b:e5=bbb,a1=w", ["d4", "d5", "e4", "e6"]),
        (THREE, "w:e5=www,a2=b", ["e4", "e6", "f4", "f5"]),
        (THREE, "b:e5=bbb,a2=w", ["d4", "d5", "e6", "f5"]),
        (THREE, "r:e5=rrr,a2=b", ["d4", "d5", "e4", "f4"]),
    ],
)
def test_forward_has_two_ways_and_so_has_sideways(
    game: AnyGame, position: str, targets: list[str]
) -> None:
    assert legal(game, position) == [f"e5-{cell}" for cell in targets]
    everywhere = ("d4", "d5", "e4", "e6", "f4", "f5")
    for cell in set(everywhere) - set(targets):
        assert broken_rule(game, position, f"e5-{cell}") == "punt.direction"


def test_sideways_is_along_the_home_edge() -> None:
    """Sideways moves alone are idle."""
    for turn, sideways in (("w", "e5-e4"), ("b", "e5-d4"), ("r", "e5-d5")):
        position = f"{turn}:e5={turn},a2=w,a3=b,a4=r:idle=4"
        assert after(THREE, position, sideways).idle == 5
    for turn, forward in (("w", "e5-f4"), ("b", "e5-e6"), ("r", "e5-d4")):
        position = f"{turn}:e5={turn},a2=w,a3=b,a4=r:idle=4"
        assert after(THREE, position, forward).idle == 0


def test_turns_go_clockwise() -> None:
    state, turns = THREE.start(), list[object]()
    for _ in range(4):
        turns.append(THREE.turn(state))
        state = THREE.apply(state, THREE.legal(state)[0])
    assert turns == ["white", "black", "red", "white"]


def test_a_corner_is_home_to_one_and_the_end_to_another() -> None:
    """Pawns at home count for rivals: White's on a1 for Red, whose own there would be finished."""
    state = THREE.position("w:a1=w,b3=w,f3=b,d8=rr")
    assert notes(THREE.view(state)) == [
        "0 on end row",
        "2 on end row",
        "1 on end row",
    ]
    assert broken_rule(THREE, "r:a1=rw,b3=w,f3=b", "a1-b1") == "punt.finished"
    assert broken_rule(THREE, "w:a1=rw,a2=w,f3=b", "a2-a1") == "punt.finished"
    assert "a1-b1" in legal(THREE, "w:a1=w,f3=b,e5=r")


@pytest.mark.parametrize(
    ("piles", "winners"),
    [
        ("i1=www,a5=b,d1=rr,f3=b", "white"),
        ("i1=www,a5=bbb,d1=rr,f3=b", "black+white"),
        ("i1=www,a5=bbb,d1=rrr,f3=b", "draw"),
        ("i1=www,a5=bbb,d1=rrrr,f3=b", "red"),
    ],
)
def test_ties_at_the_top_share_and_a_tie_of_all_is_a_draw(piles: str, winners: str) -> None:
    assert ending(THREE, THREE.position(f"w:{piles}")) == ("punt.end", winners)


def test_shared_wins_are_told() -> None:
    state = THREE.position("w:i1=www,a5=bbb,d1=rr,f3=b")
    why = "White had no move, so the end rows were counted. White 3, Black 3, Red 2."
    told = f"White and Black share the win: {why}"
    assert status(THREE.view(state)) == told


def test_the_end_is_for_everybody_at_once() -> None:
    """Red and Black could still move."""
    state = after(THREE, "r:i1=w,f3=b,e5=r", "e5-e4")
    assert ending(THREE, state) == ("punt.end", "white")


def test_who_resigns_leaves_the_win_to_the_others() -> None:
    match = Match(THREE, THREE.spec.seatings[0]).resign(Seat(1))
    assert match.outcome is not None
    assert sorted(match.outcome.winners) == ["red", "white"]
    assert match.winners == (Seat(0), Seat(2))

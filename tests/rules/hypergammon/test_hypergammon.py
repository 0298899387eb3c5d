"""Every rule of Hypergammon, broken and kept."""

import re
from typing import Any, Final

import pytest

from rules.contract.core import (
    AmbiguousMove,
    Dice,
    NotationError,
    Roll,
    RulesError,
    RuleViolation,
    Seat,
    Side,
)
from rules.contract.view import Die, MarkKind
from rules.log.events import OfferKind
from rules.match.match import Match
from rules.registry import find
from tests.rules.asking import broken_rule, cells, ending, legal, misread, refusal, replayed
from tests.rules.shown import notes, status

GAME: Final[Any] = find("hypergammon")
WHITE, BLACK = Side("white"), Side("black")


def table(*turns: str) -> Match:
    """Return a match after these moves and rolls."""
    match = Match(GAME, GAME.spec.seatings[0])
    for turn in turns:
        if turn.startswith("["):
            match = match.roll(Roll(tuple(map(int, re.findall("[1-6]", turn)))))
        else:
            assert match.seat_due is not None
            match = match.play(match.seat_due, turn)
    return match


def parsed(position: str, text: str) -> str:
    """Return the canonical notation of what the text means."""
    state = GAME.position(position)
    move = GAME.parse(state, text)
    assert move in GAME.legal(state)
    return str(GAME.notate(move))


def test_hyper_opening() -> None:
    start = GAME.start()
    assert GAME.turn(start) == Dice(2)
    for first, second in ((5, 2), (2, 5)):
        state = GAME.apply(start, Roll((first, second)))
        assert GAME.turn(state) == ("white" if first > second else "black")
        assert state.dice == (first, second)
        assert "24/17" in [GAME.notate(move) for move in GAME.legal(state)]
    again = GAME.apply(start, Roll((3, 3)))
    assert GAME.turn(again) == Dice(2)
    assert "again" in status(GAME.view(again, Roll((3, 3))))
    assert GAME.turn(GAME.apply(again, Roll((1, 6)))) == "black"
    assert broken_rule(GAME, again, "24/22") == "hyper.opening"


def test_the_opening_numbers_are_the_first_to_be_played() -> None:
    assert broken_rule(GAME, "W[5-2]:W24,23,22:B24,23,22", "24/18") == "hyper.move"
    match = table("[2-2]", "[5-2]", "24/17", "[3-3]")
    assert match.turn == "black"
    assert [ply.notation for ply in match.plies] == ["[2-2]", "[5-2]", "24/17", "[3-3]"]


def test_hyper_move() -> None:
    position = "W[5-2]:W24,23,22:B24,23,22"
    assert broken_rule(GAME, position, "24/21") == "hyper.move"
    assert broken_rule(GAME, position, "12/10") == "common.own-pieces"
    assert broken_rule(GAME, position, "22/24") == "hyper.move"
    assert broken_rule(GAME, position, "24/19 23/18") == "hyper.move"
    assert broken_rule(GAME, "W:W24,23,22:B24,23,22", "24/22") == "hyper.move"
    assert "24/17" in legal(GAME, position)
    assert legal(GAME, "W[2-2]:W20,off,off:B24,23,22") == ["20/12"]


def test_one_checker_may_use_both_dice_if_it_can_stop_between() -> None:
    blocked = "W[5-2]:W20,7,7:B10,10,1"  # Black's 10 is White's 15
    assert "20/13" in legal(GAME, blocked)
    refused = refusal(GAME, "W[5-2]:W20,7,7:B10,10,7", "20/15")
    assert refused.rule.key == "hyper.blocked"


def test_hyper_blocked() -> None:
    position = "W[5-2]:W24,23,22:B6,6,9"
    refused = refusal(GAME, position, "24/19 23/21")
    assert refused.rule.key == "hyper.blocked"
    assert refused.cells == (GAME.geometry.find("19"),)
    assert not any("/19" in text for text in legal(GAME, position))


def test_hyper_hit() -> None:
    position = "W[5-2]:W24,23,22:B6,5,9"
    assert "24/19*/17" in legal(GAME, position)
    assert broken_rule(GAME, position, "24/17*") == "hyper.hit"
    state = GAME.position(position)
    after = GAME.apply(state, GAME.parse(state, "24/19* 22/20*"))
    assert after.black == (25, 25, 9)


def test_a_rivals_checker_is_not_moved() -> None:
    position = "W[5-2]:W24,23,22:B24,23,6"
    for text in ("19/17", "24/22 19/14", "2/off"):
        refused = refusal(GAME, position, text)
        assert refused.rule.key == "common.own-pieces", text
        assert "is Black's. It's White's turn." in refused.detail.english()
        assert refused.cells == cells(GAME, "2" if text == "2/off" else "19")
    assert broken_rule(GAME, "B[5-2]:W24,23,22:B24,23,6", "3/1") == "common.own-pieces"
    assert "24/19*/17" in legal(GAME, position), "who hits goes on from there"
    assert broken_rule(GAME, position, "24/19* 23/21 19/17") != "common.own-pieces"


def test_hyper_bar() -> None:
    position = "W[5-2]:Wbar,23,22:B24,9,8"
    refused = refusal(GAME, position, "23/18 22/20")
    assert refused.rule.key == "hyper.bar"
    assert refused.cells == (GAME.geometry.find("bar"), GAME.geometry.find("23"))
    assert broken_rule(GAME, position, "bar/21 23/18") == "hyper.move"
    assert all(text.startswith("bar/") for text in legal(GAME, position))
    assert status(GAME.view(GAME.position(position))) == "White to play 5-2 and must enter first."
    assert broken_rule(GAME, "W[5-2]:Wbar,bar,21:B2,2,7", "bar/20 21/19") == "hyper.bar"
    assert legal(GAME, "W[5-2]:Wbar,bar,22:B2,2,7") == ["bar/20"]


def test_hyper_most() -> None:
    position = "W[5-2]:W24,23,22:B24,23,22"
    assert broken_rule(GAME, position, "24/19") == "hyper.most"
    assert broken_rule(GAME, "W[3-3]:W24,23,22:B24,23,22", "24/21 23/20") == "hyper.most"
    # Either die can be played, but not both: the higher.
    single = "W[6-5]:W20,off,off:B16,16,1"
    assert legal(GAME, single) == ["20/14"]
    assert broken_rule(GAME, single, "20/15") == "hyper.most"
    # Only the lower can be played.
    assert legal(GAME, "W[6-5]:Wbar,bar,10:B6,6,1") == ["bar/20"]


def test_hitting_on_the_way_off_plays_more_dice() -> None:
    """With a 3 the last checker could leave at once, but then the 1 would not be played."""
    position = "W[3-1]:W3,off,off:B23,5,4"
    assert legal(GAME, position) == ["3/2*/off"]
    assert parsed(position, "3/off") == "3/2*/off"
    assert parsed("W[3-1]:W3,off,off:B20,5,4", "3/off") == "3/off"


def test_hyper_off() -> None:
    assert "6/off" not in " ".join(legal(GAME, "W[6-1]:W8,6,1:B10,10,10"))
    assert broken_rule(GAME, "W[6-1]:W8,6,1:B10,10,10", "6/off 1/off") == "hyper.off"
    assert broken_rule(GAME, "W[6-1]:Wbar,6,1:B10,10,10", "bar/24 6/off") == "hyper.off"
    # A higher number takes from the rearmost point alone.
    higher = "W[5-5]:W4,3,1:B10,10,10"
    assert legal(GAME, higher) == ["4/off 3/off 1/off"]
    assert broken_rule(GAME, "W[4-1]:W6,3,1:B10,10,10", "3/off 1/off") == "hyper.off"
    assert "6/2 1/off" in legal(GAME, "W[4-1]:W6,3,1:B10,10,10")
    # Who brings the last checker home may bear off with what is left.
    assert parsed("W[6-1]:W7,6,1:B10,10,10", "7/6 6/off") == "7/1 1/off"


def test_hyper_pass() -> None:
    assert broken_rule(GAME, "W[2-1]:Wbar,21,20:B2,2,1", "pass") == "hyper.pass"
    shut = "W[2-2]:Wbar,21,20:B2,2,1"
    assert legal(GAME, shut) == ["pass"]
    assert broken_rule(GAME, shut, "bar/23") == "hyper.blocked"
    assert "passes" in status(GAME.view(GAME.position(shut)))
    state = GAME.position(shut)
    after = GAME.apply(state, GAME.parse(state, "Pass"))
    assert (after.white, after.black, after.side) == (state.white, state.black, "black")
    assert GAME.turn(after) == Dice(2)


def test_hyper_end() -> None:
    state = GAME.position("W[6-5]:W2,1,off:B20,3,off")
    done = GAME.apply(state, GAME.parse(state, "2/off 1/off"))
    assert ending(GAME, done) == ("hyper.end", "white")
    assert GAME.turn(done) is None
    assert GAME.legal(done) == ()
    assert broken_rule(GAME, done, "24/22") == "hyper.end"
    assert status(GAME.view(done)) == "White won: White bore off all three checkers."


@pytest.mark.parametrize(
    ("loser", "points"),
    [("24,3,off", 1), ("18,3,2", 2), ("19,3,2", 3), ("bar,3,2", 3), ("6,5,4", 2)],
)
def test_gammons_count_where_they_are_played(loser: str, points: int) -> None:
    for armies in (f"Woff,off,off:B{loser}", f"W{loser}:Boff,off,off"):
        position = f"W:{armies}"
        single, gammons = GAME, GAME.configured({"score": "gammons"})
        assert single.outcome(single.position(position)).worth == 1
        assert gammons.outcome(gammons.position(position)).worth == points


@pytest.mark.parametrize(
    ("position", "text", "meant"),
    [
        ("W[6-1]:W24,23,22:B24,23,22", "23/22 24/18", "24/18 23/22"),
        ("W[6-1]:W24,23,22:B24,23,22", " 24 / 18 ,23-22 ", "24/18 23/22"),
        ("W[6-1]:W24,23,22:B24,23,22", "24:17", "24/17"),
        ("W[6-1]:W24,23,22:B24,23,22", "24/18/17", "24/17"),
        ("W[6-1]:W24,23,22:B24,23,22", "24/18 18/17", "24/17"),
        ("W[6-1]:Wbar,23,22:B24,23,22", "BAR/19 23/22", "bar/19 23/22"),
        ("W[6-1]:Wbar,23,22:B24,23,22", "25-19 23-22", "bar/19 23/22"),
        ("W[6-1]:Wbar,23,22:B6,23,22", "b/19 23/22", "bar/19* 23/22"),
        ("W[2-2]:W6,6,off:B24,22,20", "6/4(2) 4/2(2)", "6/2(2)"),
        ("W[2-2]:W6,6,1:B21,7,7", "6/4 6/4* 4/2 4/2", "6/4*/2(2)"),
        ("W[1-1]:W6,6,off:B20,7,7", "6/5*(2) 5/4(2)", "6/5*/4(2)"),
        ("W[6-5]:W6,5,off:B24,23,22", "6/0 5/o", "6/off 5/off"),
    ],
)
def test_every_writing_of_a_play_is_understood(position: str, text: str, meant: str) -> None:
    assert parsed(position, text) == meant


def test_where_the_way_matters_it_is_asked_for() -> None:
    position = "W[6-1]:W20,3,3:B6,11,9"  # blots on White's 19 and 14
    state = GAME.position(position)
    assert {"20/14*/13", "20/19*/13"} <= set(legal(GAME, position))
    with pytest.raises(AmbiguousMove) as refused:
        GAME.parse(state, "20/13")
    assert refused.value.candidates == ("20/14*/13", "20/19*/13")
    # Where one way hits nothing, the bare writing means that one.
    plain = "W[6-1]:W20,3,3:B6,9,8"
    assert parsed(plain, "20/13") == "20/13"
    assert parsed(plain, "20/19/13") == "20/19*/13"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no move"),
        ("24", "isn't a checker's move"),
        ("26/20", "no point “26”"),
        ("24//22", "isn't a checker's move"),
        ("off/3", ""),
        ("[5-2]", "The dice are rolled"),
        ("24/22(9)", "isn't a checker's move"),
        ("x", "isn't a checker's move"),
    ],
)
def test_what_is_no_play_is_refused_in_words(text: str, words: str) -> None:
    state = GAME.position("W[2-1]:W24,23,22:B24,23,22")
    if words:
        with pytest.raises(NotationError, match=words):
            GAME.parse(state, text)
    else:
        assert GAME.violation(state, GAME.parse(state, text)).rule.key == "hyper.move"


@pytest.mark.parametrize(
    ("text", "part"),
    [("W:W1,2,3", "w1,2,3"), ("X:W1,2,3:B1,2,3", "x"), ("W[7-1]:W1:B1", "w[7-1]"),
     ("W:W1,2,3:W1,2,3", "w1,2,3:w1,2,3"), ("W:W1,2:B1,2,3", "W:W1,2:B1,2,3"),
     ("W:W1,2,3:B1,2,3,4", "W:W1,2,3:B1,2,3,4"), ("W:W1,2,3:B24,2,3", "24"),
     ("W:Woff,off,off:Boff,off,off", "W:Woff,off,off:Boff,off,off"), ("W:W1,2,30:B1,2,3", "30")],
)  # fmt: skip
def test_impossible_positions_are_refused_for_a_part(text: str, part: str) -> None:
    assert misread(GAME, text) == part


def test_the_path_goes_from_and_to_by_dice() -> None:
    def path(position: str, text: str) -> list[str]:
        state = GAME.position(position)
        return [GAME.geometry.label(cell) for cell in GAME.path(GAME.parse(state, text))]

    start = "W[6-1]:W24,23,22:B24,23,22"
    assert path(start, "24/17") == ["24", "23", "23", "17"]
    assert path(start, "22/16 24/23") == ["24", "23", "22", "16"]
    assert path("W[6-1]:Wbar,2,off:B24,22,20", "bar/18") == [
        "bar", "24", "24", "18",
    ]  # fmt: skip
    assert path("B[6-5]:W3,2,1:B6,5,1", "6/off 5/off") == ["19", "far off", "20", "far off"]
    assert GAME.path(Roll((5, 2))) == ()


def test_only_the_host_rolls_and_nothing_crosses_a_roll() -> None:
    match = table("[5-2]")
    with pytest.raises(RulesError, match="No roll is due"):
        match.roll(Roll((1, 1)))
    with pytest.raises(RulesError, match="The dice are rolled"):
        match.play(Seat(0), "[6-6]")
    match = match.play(Seat(0), "24/17")
    with pytest.raises(RuleViolation, match="rolled first"):
        match.play(Seat(1), "24/17")
    with pytest.raises(RulesError, match="isn't a roll"):
        match.roll(Roll((0, 7)))
    rolled = match.roll(Roll((4, 4)))
    with pytest.raises(RulesError, match="can't be taken back"):
        rolled.propose(Seat(0), OfferKind.TAKE_BACK)
    assert replayed(GAME, match.seating, rolled.events).state == rolled.state


def test_what_is_shown() -> None:
    state = GAME.position("W[6-1]:W24,23,22:B6,23,22")
    view = GAME.view(state)
    assert view.dice == (Die(6, WHITE), Die(1, WHITE))
    assert status(view) == "White to play 6-1."
    assert notes(view) == ["69 pips", "51 pips"]
    piled = GAME.view(GAME.position("W:W5,5,5:B24,bar,off"))
    assert [len(stack.pieces) for stack in piled.stacks] == [3, 1, 1, 1]
    move = GAME.parse(state, "24/23 23/17")
    shown = GAME.view(GAME.apply(state, move), move)
    marks = {GAME.geometry.label(mark.cell): mark.kind for mark in shown.marks}
    assert marks == {
        "24": MarkKind.ORIGIN,
        "23": MarkKind.PASSED,
        "17": MarkKind.TARGET,
    }
    assert status(shown) == "Black to roll."
    assert not shown.dice
    opening = GAME.apply(GAME.start(), Roll((4, 4)))
    assert GAME.view(opening, Roll((4, 4))).dice == (Die(4, WHITE), Die(4, BLACK))


def test_the_dice_of_the_opening_roll_are_of_both_sides() -> None:
    for roll, side in ((Roll((1, 3)), BLACK), (Roll((6, 2)), WHITE)):
        first, second = roll.pips
        state = GAME.apply(GAME.start(), roll)
        assert GAME.view(state).dice == (
            Die(first, side, thrown_by=WHITE),
            Die(second, side, thrown_by=BLACK),
        )
    move = GAME.legal(state)[0]
    later = GAME.apply(GAME.apply(state, move), Roll((1, 3)))
    assert GAME.view(later, move).dice == (Die(1, BLACK), Die(3, BLACK))
    assert GAME.view(GAME.position("W[3-5]:W24,23,22:B24,23,22")).dice[0].thrown_by is None


def test_a_hit_on_the_way_is_marked() -> None:
    state = GAME.position("B[3-2]:W6,21,20:B22,3,off")
    move = GAME.parse(state, "22/19*/17")
    shown = GAME.view(GAME.apply(state, move), move)
    cell = GAME.geometry.opposite.find("19")
    assert [mark.kind for mark in shown.marks if mark.cell == cell] == [MarkKind.CAPTURED]


@pytest.mark.parametrize("side", ["white", "black"])
def test_a_play_stays_marked_while_the_rival_rolls_and_passes(side: str) -> None:
    """The marks lie where the play was made: both sides count the same points."""
    armies = ("24,13,2", "22,7,6")
    white, black = armies if side == "white" else armies[::-1]
    state = GAME.position(f"{side[0]}[6-4]:W{white}:B{black}")
    play = GAME.parse(state, "24/18* 13/9")
    assert play in GAME.legal(state)
    after = GAME.apply(state, play)
    shown = GAME.view(after, play)
    assert shown.rolling
    assert {mark.cell for mark in shown.marks} >= set(play.path)
    for due in WHITE, BLACK:
        later = after._replace(side=due, dice=(6, 6))
        view = GAME.view(later, play)
        assert view.marks == shown.marks
        assert not view.rolling

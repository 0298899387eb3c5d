"""ReMatch: one test a rule, broken and kept."""

from typing import Final

from rules.contract.core import AnyGame
from rules.contract.series_format import SeriesKind
from rules.registry import find
from tests.rules.asking import after, broken_rule, cells, ending, legal, played, refusal, stacks
from tests.rules.shown import status

REMATCH: Final[AnyGame] = find("rematch")
FREEDOMS: Final = {"rematch.capture.choice", "rematch.fly.optional"}
START: Final = "w:a2=o,a3=o,b1=r,b3=o,b4=o,c1=r,c2=r,d1=r,d3=w,d4=w,e2=w,e3=w"


def test_both_setups() -> None:
    assert REMATCH.start() == REMATCH.position(START)
    ring = REMATCH.configured({"setup": "ring"})
    assert ring.start() == ring.position(
        "w:a1=r,a2=o,a3=o,b1=r,b4=o,c1=r,c5=o,d1=r,d4=w,e1=w,e2=w,e3=w"
    )
    assert ring.configured({"setup": "rhombus"}).start() == REMATCH.start()


def test_two_and_three_players_differ_in_seating_alone() -> None:
    two, three = REMATCH.spec.seatings
    assert [sorted(seat) for seat in two] == [["red"], ["orange", "white"]]
    assert [sorted(seat) for seat in three] == [["red"], ["white"], ["orange"]]
    assert [sorted(team) for team in REMATCH.spec.teams] == [["red"], ["orange", "white"]]


def test_the_author_recommends_to_play_to_three_points() -> None:
    (series,) = REMATCH.spec.series
    assert (series.kind, series.number, series.rotates) == (
        SeriesKind.FIRST_TO,
        3,
        True,
    )


def test_rematch_turn_colour() -> None:
    refused = refusal(REMATCH, START, "b3-c4")
    assert refused.rule.key == "rematch.turn.colour"
    assert (
        refused.detail.english() == "b3 is Orange's. It's White's turn: your two colors alternate."
    )
    states = [REMATCH.start()]
    for text in ("e2-e1", "b1-a1", "b4-c5", "c1-b1", "e1xc1xc3"):
        states.append(played(REMATCH, states[-1], text))
    turns = [REMATCH.turn(state) for state in states]
    assert turns == ["white", "red", "orange", "red", "white", "red"]


def test_rematch_turn_captured_colour() -> None:
    """Orange lies under red on c3: White moves twice running, until Orange is released."""
    state = after(REMATCH, "w:a1=w,c3=ro,e3=r", "a1-a2", "e3-e2")
    assert REMATCH.turn(state) == "white"
    assert status(REMATCH.view(state)) == "White to move, because Orange has no piece on top."
    refused = refusal(REMATCH, "w:a1=w,c3=ro,e3=r", "c3-c4")
    assert refused.rule.key == "rematch.turn.captured-colour"
    assert (
        "Orange has no piece on top of any stack (on c3 it's under Red's)"
        in refused.detail.english()
    )

    released = after(REMATCH, "w:a1=w,a3=r,b2=w,c3=ro,e1=r,e3=r", "b2xd3", "a3-a2")
    assert stacks(REMATCH, released)["c3"] == "o"
    assert REMATCH.turn(released) == "orange"
    assert REMATCH.turn(played(REMATCH, released, "c3-d2", "e3xc3")) == "white"


def test_rematch_own() -> None:
    position = "w:b1=w,c3=rww,c5=wro,e3=r"
    assert broken_rule(REMATCH, position, "c3-d3") == "rematch.own"
    assert broken_rule(REMATCH, position, "a1-a2") == "common.own-pieces"
    assert broken_rule(REMATCH, position, "e3-e2") == "common.own-pieces"
    assert stacks(REMATCH, after(REMATCH, position, "c5-d4"))["d4"] == "wro"


def test_rematch_step() -> None:
    around = [f"c3-{cell}" for cell in ("b2", "b3", "c2", "c4", "d2", "d3")]
    assert legal(REMATCH, "w:c3=w,e1=r") == around
    assert broken_rule(REMATCH, "w:c3=w,d3=o,e3=r", "c3-d3") == "rematch.step"
    for text in ("c3-c5", "c3-a1", "c3-e2", "c3-c3"):
        assert broken_rule(REMATCH, "w:c3=w,e1=r", text) == "rematch.step", text


def test_rematch_capture() -> None:
    """The top piece alone goes to the very bottom, a rival's or the partner's."""
    state = after(REMATCH, "w:c3=wr,d3=orw,e1=r", "c3xe3")
    assert stacks(REMATCH, state) == {"d3": "rw", "e1": "r", "e3": "wro"}
    for position, cell in (
        ("w:c3=w,d3=w,e1=r", "d3"),
        ("w:c3=w,d3=r,e3=o", "e3"),
    ):
        refused = refusal(REMATCH, position, "c3xe3")
        assert refused.rule.key == "rematch.capture"
        assert refused.cells == cells(REMATCH, cell)
    assert broken_rule(REMATCH, "w:a1=w,b2=r,e1=o", "a1xd3") == "rematch.capture"
    assert broken_rule(REMATCH, "w:a1=w,b2=r,e1=o", "a1xc3xc4") == "rematch.capture"
    assert broken_rule(REMATCH, "w:a1=w,b2=r,e1=o", "a1xc3xe3") == "rematch.capture"
    assert broken_rule(REMATCH, "w:a1=w,b2=r,e1=o", "a1xc3xe2") == "rematch.capture"


def test_cells_are_empty_as_soon_as_they_are_left_or_emptied() -> None:
    """Round a triangle and back to the origin; then a flight over emptied cells."""
    assert legal(REMATCH, "w:a1=w,b1=o,b2=r,c2=r,e3=r") == ["a1xc1xc3xa1", "a1xc3xc1xa1"]
    assert legal(REMATCH, "r-w:b2=o,c3=r,d3=w") == ["c3xa1", "c3xa1xe3", "c3xe3", "c3xe3xa1"]


def test_rematch_capture_mandatory() -> None:
    position = "w:a1=w,c3=w,d3=r"
    refused = refusal(REMATCH, position, "a1-a2")
    assert refused.rule.key == "rematch.capture.mandatory"
    assert refused.detail.english() == "You have to capture: c3xe3."
    assert refused.cells == cells(REMATCH, "c3")
    assert legal(REMATCH, position) == ["c3xe3"]


def test_rematch_capture_continue() -> None:
    position = "w:a1=w,b2=r,d3=r,e1=o"
    refused = refusal(REMATCH, position, "a1xc3")
    assert refused.rule.key == "rematch.capture.continue"
    assert refused.detail.english() == "The capture must continue from c3 to e3."
    assert refused.cells == cells(REMATCH, "c3", "e3")
    assert legal(REMATCH, position) == ["a1xc3xe3"]
    assert stacks(REMATCH, after(REMATCH, position, "a1xc3xe3"))["e3"] == "wrr"


def test_rematch_capture_once() -> None:
    position = "w:a1=w,b2=rr,e1=o"
    refused = refusal(REMATCH, position, "a1xc3xa1")
    assert refused.rule.key == "rematch.capture.once"
    assert refused.cells == cells(REMATCH, "b2")
    assert legal(REMATCH, position) == ["a1xc3"]


def test_rematch_capture_choice() -> None:
    position = "w:a1=w,b1=r,b2=r,d3=r,e1=o"
    assert legal(REMATCH, position) == ["a1xc1", "a1xc3xe3"]
    assert "however many" in REMATCH.spec.rule("rematch.capture.choice").text.english()


def test_rematch_fly() -> None:
    assert "c1xc5" in legal(REMATCH, "r-w:c1=r,c4=w,e1=o")
    assert "c1xc4" in legal(REMATCH, "r-w:c1=r,c3=w,e1=o")
    assert broken_rule(REMATCH, "w:c1=w,c4=r,e1=o", "c1xc5") == "rematch.fly"
    for position in (
        "r-w:c1=r,c3=w",  # not the cell right behind
        "r-w:c1=r,c3=w,c4=o",  # over two stacks
        "r-w:c1=r,c4=w,c5=o",  # onto a stack
        "r-w:c1=r,c4=r,e1=w",  # over a stack of its own
    ):
        assert broken_rule(REMATCH, position, "c1xc5") == "rematch.fly", position


def test_rematch_fly_optional() -> None:
    """Red may step though it can fly, and may begin with a flight where it must capture."""
    only_flying = legal(REMATCH, "r-w:c1=r,c4=w")
    assert only_flying == ["c1-b1", "c1-c2", "c1-d1", "c1xc5"]
    assert legal(REMATCH, "r-w:b1=o,c1=r,c4=w") == ["c1xa1", "c1xc5"]
    refused = refusal(REMATCH, "r-w:b1=o,c1=r,c4=w", "c1-d1")
    assert refused.rule.key == "rematch.capture.mandatory"
    assert "never have to fly" in REMATCH.spec.rule("rematch.fly.optional").text.english()


def test_rematch_fly_sequence() -> None:
    """After a flight a jump over a neighbour is compulsory; after a jump, a flight is not."""
    position = "r-w:b4=o,c1=r,c4=w"
    refused = refusal(REMATCH, position, "c1xc5")
    assert refused.rule.key == "rematch.fly.sequence"
    assert refused.detail.english() == "The capture must continue from c5 to a3."
    assert [text for text in legal(REMATCH, position) if "x" in text] == ["c1xc5xa3"]
    assert legal(REMATCH, "r-w:b2=o,c3=r,d3=w") == ["c3xa1", "c3xa1xe3", "c3xe3", "c3xe3xa1"]


def test_rematch_end_captured() -> None:
    red_wins = after(REMATCH, "r-w:c3=r,d3=wo", "c3xe3")
    assert ending(REMATCH, red_wins) is None
    red_wins = after(REMATCH, "r-w:c3=r,d3=w", "c3xe3")
    assert ending(REMATCH, red_wins) == ("rematch.end.captured", "red")
    team_wins = after(REMATCH, "w:c3=w,d3=r,e1=o", "c3xe3")
    assert ending(REMATCH, team_wins) == ("rematch.end.captured", "orange+white")
    assert not REMATCH.moves(team_wins)
    assert not REMATCH.moves(red_wins)


def test_rematch_end_blocked() -> None:
    """White can't move in its corner; that Orange could doesn't help."""
    state = REMATCH.position("w:a1=w,a2=r,b1=r,b2=r,a3=o,c1=o,c3=o:idle=40")
    assert ending(REMATCH, state) == ("rematch.end.blocked", "red")
    assert status(REMATCH.view(state)) == "Red won: White has no move."
    state = REMATCH.position("r-w:a1=r,a2=w,b1=w,b2=w,a3=o,c1=o,c3=o")
    assert ending(REMATCH, state) == ("rematch.end.blocked", "orange+white")


def test_rematch_end_draw() -> None:
    before = "w:a1=w,c1=w,c2=r:idle=39"
    assert ending(REMATCH, after(REMATCH, before, "c1xc3")) == (
        "rematch.end.captured", "orange+white",
    )  # fmt: skip
    quiet = "w:a1=w,e1=r,e3=o:idle={}"
    assert ending(REMATCH, after(REMATCH, quiet.format(38), "a1-a2")) is None
    state = after(REMATCH, quiet.format(39), "a1-a2")
    assert ending(REMATCH, state) == ("rematch.end.draw", "draw")
    assert not REMATCH.legal(state)
    assert REMATCH.moves(state)


def test_a_capture_starts_the_count_anew() -> None:
    state = after(REMATCH, "w:a1=w,b2=r,e1=r,e3=o:idle=39,plies=80", "a1xc3")
    assert (state.idle, state.plies) == (0, 81)


def test_rematch_end_length() -> None:
    quiet = "w:a1=w,e1=r,e3=o:idle=5,plies={}"
    assert ending(REMATCH, after(REMATCH, quiet.format(398), "a1-a2")) is None
    state = after(REMATCH, quiet.format(399), "a1-a2")
    assert ending(REMATCH, state) == ("rematch.end.length", "draw")
    assert status(REMATCH.view(state)) == "Draw: 400 turns were played."

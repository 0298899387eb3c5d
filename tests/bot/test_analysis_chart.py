"""The chart of an analysis counts moves as the history does."""

from dataclasses import replace

from bot.messages.panels.table.analysis import analysis, course
from engine.choose import Method
from engine.reason import Reason, ReasonKind
from engine.report import PlyReport, Report
from rules.contract.core import Side
from rules.registry import find
from tests.bot.test_limits import plain, table, wandered

WHITE, BLACK = Side("white"), Side("black")


def report(*plies: PlyReport, turning: int | None = None) -> Report:
    return Report(Method.SEARCH.value, plies, (), (), (), turning)


def test_a_move_of_the_chart_is_a_turn_of_every_team_and_its_roll_belongs_to_it() -> None:
    chart = course(
        find("hypergammon"),
        report(
            PlyReport(1, None, "3-3", 0.0, is_roll=True),
            PlyReport(2, WHITE, "3-1", 0.0, is_roll=True),
            PlyReport(3, WHITE, "24/23", 0.5),
            PlyReport(4, BLACK, "5-2", 0.0, is_roll=True),
            PlyReport(5, BLACK, "24/17", 0.0, mark="?"),
            PlyReport(6, WHITE, "6-1", 0.0, is_roll=True),
            PlyReport(7, WHITE, "bar/18", 1.0),
            turning=7,
        ),
    )
    assert chart is not None
    (curve,) = chart.curves
    assert [point.x for point in curve.points] == [0.25, 0.5, 0.75, 1, 1.25, 1.5]
    assert [mark.x for mark in chart.marks] == [1]
    assert (chart.moves, chart.turning) == (1.5, 1.5)


def test_three_teams_have_a_third_of_a_move_each() -> None:
    game = find("punt-heks").configured({"players": "3"})
    sides = [side.key for side in game.spec.sides]
    chart = course(
        game,
        report(*(PlyReport(ply, side, "a1-a2", 0.0) for ply, side in enumerate(sides, 1))),
    )
    assert chart is not None
    assert [round(3 * curve.points[0].x) for curve in chart.curves] == [1, 2, 3]
    assert chart.moves == 1


def test_the_curve_in_words_tells_what_each_own_move_left() -> None:
    """After the rival's answer to a mistake, White's chances may look as if nothing had been."""
    made = report(
        PlyReport(1, WHITE, "c3-d4", 0.0),
        PlyReport(2, BLACK, "b6-a5", -0.2),
        PlyReport(3, WHITE, "d4-c5", -0.5, mark="??"),
        PlyReport(4, BLACK, "d6xb4", -1.0),
    )
    game = find("czech")
    told = analysis(table(wandered(game, 4), "czech"), made, private=True)
    assert told.picture is not None
    assert "over 2 moves: 50% after move 1, 25% after move 2." in plain(told.picture.alt)


REASON = Reason(ReasonKind.EXCHANGE.value, (2, 2, 0, 1, 1), ("b4xd2xf4", "c3-d4"), "takes")


def test_a_reason_stands_below_its_move_and_keeps_the_answer_until_it_is_shown() -> None:
    ply = PlyReport(3, WHITE, "d4-c5", -0.5, 0.5, best="c3-d4", line=("c3-d4",), mark="??")
    made = report(*(PlyReport(n, WHITE, "a3-b4", 0.0) for n in (1, 2)), replace(ply, why=REASON))
    seen = table(wandered(find("czech"), 4), "czech")
    private, shared = [plain((analysis(seen, made, private=p)).text) for p in (True, False)]
    move = private.index("d4-c5??")
    assert "\n  - Then b4xd2xf4 takes 2 pieces for nothing." in private[move:]
    assert "c3-d4" not in private
    assert "for nothing. c3-d4 is 1 for 1." in shared


def test_a_reason_without_room_is_left_out_and_no_move_is() -> None:
    """Six moves with long lines stay, whatever there is to say about them."""
    line = tuple("a1xc3xe5xg7xe5xc3xa1xc3xe5xg7" for _ in range(6))
    long = Reason(ReasonKind.GIVES.value, (1, 2), line)
    plies = [
        PlyReport(n, WHITE, f"move-{n}", -0.5, 0.5, best=line[0], line=line, mark="??", why=long)
        for n in range(1, 7)
    ]
    seen = table(wandered(find("czech"), 4), "czech")
    text = plain((analysis(seen, report(*plies), private=False)).text)
    assert len(text) < 1500
    bare = report(*(replace(ply, why=None) for ply in plies))
    without = plain((analysis(seen, bare, private=False)).text)
    assert [n for n in range(1, 7) if f"move-{n}" in text] == [
        n for n in range(1, 7) if f"move-{n}" in without
    ]

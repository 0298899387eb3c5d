"""What a report says: losses that agree with the chances told, and nothing that is only noise."""

import json

import pytest

from engine.analyse import analyse
from engine.choose import Method
from engine.levels import find_level
from engine.report import (
    MARKS,
    PlyReport,
    Report,
    SideReport,
    kept_report,
    mark_of,
    written_report,
)
from engine.report_words import amount_lost, cost, said, share_lost
from rules.contract.core import AnyGame, Side
from rules.contract.sentence import Sentence
from rules.records.transcript import read_transcript
from rules.registry import find

WHITE, BLACK = Side("white"), Side("black")


def report(*plies: PlyReport, sides: tuple[SideReport, ...] = ()) -> Report:
    return Report(Method.SEARCH.value, plies, sides, (), (), None)


def english(sentences: list[Sentence]) -> list[str]:
    return [sentence.english() for sentence in sentences]


@pytest.mark.parametrize(
    ("game", "value", "loss", "chances", "share"),
    [
        (find("czech"), -0.848, 0.796, "47% down to 8%", 39),
        (find("czech"), -1.0, 0.001, "0% down to 0%", 0),
        (find("hypergammon").configured({"score": "gammons"}), -0.4, 0.8, "60% down to 40%", 20),
    ],
)
def test_a_loss_is_the_difference_of_the_chances_told(
    game: AnyGame, value: float, loss: float, chances: str, share: int
) -> None:
    """With gammons a win counts more than 1, so its share isn't half of the loss."""
    ply = PlyReport(1, WHITE, "c3-d4", value, loss)
    assert cost(game, report(ply), ply).english() == f"from {chances}"
    assert share_lost(game, ply) == share
    told = amount_lost(game, report(ply), ply).english()
    assert told == (f"{share}%" if share else "less than 1%")


def test_the_moves_of_a_side_are_judged_by_what_each_cost() -> None:
    """Together, sixty moves cost several wins, which would be nothing to read."""
    sides = (SideReport(WHITE, 63, 8.26, 0.0), SideReport(BLACK, 1, 0.5, 0.0))
    assert english(list(said(find("czech"), report(sides=sides)))) == [
        "White's 63 moves cost 7% each on average.",
        "Black's only move cost 25%.",
    ]


def test_a_report_of_an_older_analysis_is_made_again() -> None:
    """It may mark moves that today's doesn't."""
    made = report(PlyReport(1, WHITE, "c3-d4", 0.5))
    members = json.loads(written_report(made))
    assert kept_report(json.dumps(members)) == made
    older = [{**members, "version": members["version"] - 1}, dict(members)]
    del older[1]["version"]
    assert [kept_report(json.dumps(each)) for each in older] == [None, None]


def test_nobody_is_said_to_have_been_ahead_in_a_level_game() -> None:
    told = read_transcript("game: czech\nc3-d4\nb6-a5\nd4-c5\nended: white\n")
    assert analyse(told, find_level(1)).turning_point is None


def test_marks_are_given_by_the_share_of_a_win() -> None:
    """The same loss of points is less of a win where a win may count 3."""
    turns = "[5-3]", "23/20 22/17", "[6-6]", "23/11 22/10", "[5-1]", "20/15* 17/16"
    head = "game: hypergammon", "option: score=gammons"
    transcript = read_transcript("\n".join((*head, *turns)))
    plies = [ply for ply in analyse(transcript, find_level(1)).plies if ply.loss]
    assert plies
    for ply in plies:
        share = ply.loss / transcript.game.spec.middle_worth
        assert ply.mark == mark_of(share, MARKS).value
    assert any(ply.mark != mark_of(ply.loss, MARKS).value for ply in plies)

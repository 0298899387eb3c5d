"""Transcripts as text, and reports on them by the command line."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from engine.analyse import analyse
from engine.levels import find_level
from engine.report import Mark
from engine.report_text import report_text
from rules.contract.core import AnyGame, Side
from rules.records.transcript import Ending, RecordError, read_transcript
from rules.registry import all_games
from tests.conformance.configured import FEW, SEEDS, SOAK, every_game
from tests.engine.games import random_match, transcript_of


@every_game
@FEW
@given(seed=SEEDS)
def test_a_transcript_survives_its_text(game: AnyGame, seed: int) -> None:
    transcript = transcript_of(random_match(game, seed, seed % 40))
    assert read_transcript(transcript.text) == transcript


@every_game
def test_turns_lead_where_the_match_led(game: AnyGame) -> None:
    match = random_match(game, 5, 30)
    transcript = transcript_of(match)
    turns = transcript.turns()
    assert [turn.after for turn in turns] == [ply.state for ply in match.plies]
    assert [turn.side for turn in turns] == [ply.side for ply in match.plies]
    assert transcript.state() == match.state
    assert transcript.ending() == Ending.of(match.outcome)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "missing"),
        ("game: chess", "no game chess"),
        ("game: czech\nversion: old", "isn't a whole number"),
        ("game: czech\noption: men=9", "men"),
        ("game: czech\nc3-d5", "c3"),
        ("game: czech\nended: white many", "isn't a whole number"),
    ],
)
def test_what_is_no_transcript_is_refused(text: str, reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        read_transcript(text)


def test_the_transcript_in_the_document_can_be_played() -> None:
    document = (Path(__file__).parents[2] / "docs" / "engine.md").read_text()
    blocks = document.split("```")[1::2]
    (example,) = (block for block in blocks if block.startswith("\ngame: "))
    transcript = read_transcript(example)
    assert len(transcript.turns()) == len(transcript.texts)
    assert transcript.ending() is not None


def test_an_early_end_is_read() -> None:
    read = read_transcript("game: hypergammon\noption: score=gammons\n[5-2]\nended: black 2\n")
    assert read.ending() == Ending(frozenset({Side("black")}), 2)
    assert read_transcript("game: czech\nended: draw").ending() == Ending(frozenset())


def test_a_move_that_misses_a_win_is_marked_as_a_blunder() -> None:
    """Random players miss wins; what the report calls best there wins at once."""
    game, missed = all_games()["rematch"], 0
    for seed in range(40):
        match = random_match(game, seed, 40)
        transcript = transcript_of(match)
        for number, turn in enumerate(transcript.turns()):
            won = [
                game.notate(move)
                for move in game.legal(turn.before)
                if (end := game.outcome(game.apply(turn.before, move))) and turn.side in end.winners
            ]
            if not won or turn.text in won:
                continue
            missed += 1
            early = replace(transcript, texts=transcript.texts[: number + 1], early=None)
            report = analyse(early, find_level(2))
            ply = report.plies[number]
            assert ply.best in won
            assert ply.line == (ply.best,)
            if ply.value < 0:
                assert ply.mark == Mark.BLUNDER.value
                assert f"{ply.text}{ply.mark}" in report_text(game, report)
            break
        if missed >= 3:
            return
    raise AssertionError("nobody ever missed a win")


@every_game
def test_losses_are_of_the_side_that_moved_and_add_up(game: AnyGame) -> None:
    match = random_match(game, 9, 40 if SOAK else 10)
    report = analyse(transcript_of(match), find_level(1))
    for side in report.sides:
        own = [ply for ply in report.plies if ply.side == side.side and not ply.is_roll]
        assert side.moves == len(own)
        assert side.loss == pytest.approx(sum(ply.loss for ply in own))
    assert bool(report.result) == (match.outcome is not None)


@every_game
def test_the_winner_is_ahead_from_the_turning_point_on(game: AnyGame) -> None:
    most = 1_000 if SOAK else 100
    match = random_match(game, 2, most + 1)
    if len(match.plies) > most:
        match = random_match(game, 2, 24)
        match = match.resign(match.seats[0])
    report = analyse(transcript_of(match), find_level(1))
    outcome = match.outcome
    assert outcome is not None
    assert report.turning_point is None or 1 <= report.turning_point <= len(match.plies)
    if report.turning_point:
        for ply in report.plies[report.turning_point - 1 :]:
            if ply.side is not None:
                assert (ply.value > 0) == (ply.side in outcome.winners)


def test_the_command_line_reports_on_a_file(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("game: czech\nc3-d4\nh6-g5\nd4-c5\n", encoding="utf-8")
    command = [sys.executable, "-m", "engine", "analyse", str(file), "--level", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "c3-d4" in done.stdout
    assert " cost " in done.stdout
    file.write_text("game: czech\nc3-c4\n", encoding="utf-8")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "c3" in done.stderr

"""The balance report finds what was planted, and is the same from the same seed."""

import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Generator
from math import isclose, log10
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import jsonschema_rs
import pytest

import rules.games
from engine.balance.figures import Figure, Unit, figures, step_figures, wilson
from engine.balance.findings import found
from engine.balance.page import page
from engine.balance.plan import Kept, OtherPlanError, Plan, Step, played
from engine.balance.report import Report, VariantReport, members, report
from engine.balance.selfplay import LONGEST, Note, note_of, opening, shares
from engine.levels import find_level
from rules.contract.core import AnyGame
from rules.registry import Registry, find, games_in
from tests.conformance.configured import every_game, more_in_soak
from tests.engine.tally import GAME
from tests.packages import install
from tests.rules.heap import HeapGame

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "docs" / "balance.schema.json"
VARIANTS: tuple[dict[str, str], ...] = ({}, {"mood": "wild"}, {"tie": "second"})
GAMES = more_in_soak(100)
SAMPLES = more_in_soak(120)


def register(patch: pytest.MonkeyPatch) -> None:
    """Add the toy, and draw fewer samples than a report does."""
    registry = Registry([*games_in(rules.games), GAME])
    patch.setattr("rules.registry._registry", lambda: registry)
    patch.setattr("engine.balance.figures._SAMPLES", SAMPLES)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)


def made(folder: Path, games: int = GAMES, level: int = 2) -> Report:
    plan = Plan.of(GAME, VARIANTS, level, seed=1)
    kept = Kept.opened(folder / "games.jsonl", plan)
    for job in plan.jobs(games):
        if job not in kept.games:
            kept.add(job, played(plan, job))
    return report(plan, kept, games)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Generator[Report]:
    with pytest.MonkeyPatch.context() as patch:
        register(patch)
        yield made(tmp_path_factory.mktemp("balance"))


def figure(variant: VariantReport, key: str) -> Figure:
    known = variant.figure(key)
    assert known is not None
    return known


def test_a_planted_advantage_of_the_first_side_is_found(whole: Report) -> None:
    usual, _, other = whole.variants
    assert figure(usual, "score.first").low > 0.5
    assert any(sentence.startswith("First has an advantage") for sentence in found(usual))
    assert figure(other, "score.second").low > 0.5
    assert any(sentence.startswith("Second has an advantage") for sentence in found(other))
    assert not any(
        "No advantage" in sentence for each in whole.variants for sentence in found(each)
    )


def test_a_planted_dead_rule_is_found_and_no_other(whole: Report) -> None:
    for variant in whole.variants:
        assert [rule.key for rule in variant.rules_not_seen] == ["tally.draw"]
        (sentence,) = (each for each in found(variant) if "Rules not seen" in each)
        assert f"in {GAMES} games" in sentence
        assert "tally.draw" in sentence
        assert "useless" not in sentence


def test_a_planted_dead_cell_is_found_and_no_other(whole: Report) -> None:
    assert [variant.cells_not_seen for variant in whole.variants] == [("c3",)] * 3


def test_a_choice_without_effect_is_found_and_one_with_an_effect_is_not(whole: Report) -> None:
    assert [variant.like_the_first for variant in whole.variants] == [False, True, False]
    usual, mood, _ = whole.variants
    assert usual.figures == mood.figures


def test_what_is_counted_is_what_was_played(whole: Report) -> None:
    usual = whole.variants[0]
    assert usual.games == GAMES
    assert sum(bar.times for bar in usual.lengths) == GAMES
    assert sum(bar.times for bar in usual.choices) == 6 * GAMES
    assert figure(usual, "turns.mean").value == figure(usual, "turns.ninety").high == 6
    assert figure(usual, "choices.mean").value == (8 + 7 + 6 + 5 + 4 + 3) / 6
    assert figure(usual, "forced").value == figure(usual, "cut").value == 0
    assert figure(usual, "end.tally.end.more").value == 1
    assert usual.figure("end.tally.draw") is None
    assert [each.key for each in usual.figures if each.unit is Unit.ELO] == ["step.2"]
    assert all(isclose(each.winner + each.nobody + each.loser, 1) for each in usual.decided)


def test_a_report_has_the_members_that_its_schema_names(whole: Report) -> None:
    schema = json.loads(SCHEMA.read_text("utf-8"))
    given = json.loads(json.dumps(members(whole)))
    jsonschema_rs.validator_for(schema).validate(given)
    del given["variants"][0]["figures"][0]["low"]
    assert not jsonschema_rs.is_valid(schema, given)


def test_the_page_shows_what_the_report_says(whole: Report) -> None:
    text = page(whole, "python -m engine balance tally <&>")
    assert "&lt;&amp;&gt;" in text
    assert "First has an advantage" in text
    assert text.count("<svg ") == text.count('role="img"') == text.count("</svg>")
    assert text.count("A tie goes to: second, Mood: calm") >= 2
    assert not re.search(r"<script|https?://|<img", text)


# The same games from the same seed


def test_the_same_seed_gives_the_same_report_after_any_stop(tmp_path: Path) -> None:
    once = members(made(tmp_path / "one", 6))
    made(tmp_path / "two", 2)
    file = tmp_path / "two" / "games.jsonl"
    with file.open("a") as games:
        games.write('{"variant":0,"num')
    assert members(made(tmp_path / "two", 6)) == once
    lines = file.read_text().splitlines()
    assert len(lines) == len({*lines}) == 1 + 6 * 3 * 2
    file.write_text("\n".join([lines[0], *Random(1).sample(lines[1:], len(lines) - 1), ""]))
    assert members(made(tmp_path / "two", 6)) == once, "in whatever order they were played"
    assert members(made(tmp_path / "two", 4))["variants"][0]["games"] == 4


@every_game
def test_a_game_is_the_same_in_every_process(game: AnyGame) -> None:
    smallest = {option.key: min(option.choices, key=lambda c: (len(c.value), c.value)).value
                for option in game.spec.options}  # fmt: skip
    small = game.configured(smallest)
    code = (
        "from rules.registry import find; from engine.levels import find_level\n"
        "from engine.balance.selfplay import note_of\n"
        f"game = find({game.spec.key!r}).configured({smallest!r})\n"
        "print(note_of(game, find_level(1), 5))"
    )
    env = {**os.environ, "PYTHONHASHSEED": "7"}
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == str(note_of(small, find_level(1), 5))


def test_games_of_another_plan_are_refused(tmp_path: Path) -> None:
    made(tmp_path, 1)
    other = Plan.of(GAME, VARIANTS, 2, seed=3)
    with pytest.raises(OtherPlanError, match="seed is 1, not 3"):
        Kept.opened(tmp_path / "games.jsonl", other)
    (tmp_path / "else").write_text("[]\n")
    with pytest.raises(OtherPlanError, match="isn't a file of games"):
        Kept.opened(tmp_path / "else", other)


def test_each_seat_has_the_same_game_against_the_neighbour() -> None:
    plan = Plan.of(GAME, ({},), 3, seed=1)
    jobs = [job for job in plan.jobs(4) if job.step == 2]
    assert [job.number for job in jobs] == [0, 1, 2, 3]
    seeds = [job.seed(plan) for job in jobs]
    assert seeds[0] == seeds[1] != seeds[2] == seeds[3]
    assert {job.step for job in plan.jobs(4)} == {0, 1, 2}


@every_game
def test_the_first_four_moves_are_drawn_and_end_no_game(game: AnyGame) -> None:
    ways = {tuple(opening(game, seed)) for seed in range(5)}
    assert len(ways) > 1
    for moves in ways:
        state, turns = game.start(), 0
        for move in moves:
            turns += isinstance(game.turn(state), str)
            assert move in game.legal(state)
            state = game.apply(state, move)
        assert turns == 4
        assert game.turn(state) is not None


def test_a_game_that_may_end_at_once_has_a_shorter_opening() -> None:
    assert len(opening(HeapGame(sticks=4), 1)) <= 3
    assert opening(HeapGame(sticks=1), 1) == []


# Figures


def test_wilson_is_the_published_interval() -> None:
    """Newcombe, “Two-sided confidence intervals for the single proportion” (1998), table I."""
    for won, games, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605),
                                  (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)):  # fmt: skip
        assert [round(bound, 4) for bound in wilson(won, games)] == [low, high]


def test_intervals_hold_the_mean_as_often_as_they_say() -> None:
    """Of games whose lengths are drawn around 50 turns."""
    held = 0
    runs = more_in_soak(30)
    for run in range(runs):
        chance = Random(run)
        notes = [noted(turns=chance.randint(1, 99)) for _ in range(60)]
        known = {each.key: each for each in figures(GAME, notes, [], run)}
        held += known["turns.mean"].holds(50)
    assert 0.85 * runs <= held < runs


def noted(turns: int = 10, **changes: Any) -> Note:
    given: dict[str, Any] = {
        "teams": (0,), "rule": "tally.end.more", "worth": 1, "first": 0, "turns": turns,
        "choices": {2: turns}, "lead_changes": 0, "settled": None, "leaders": (), "behind": (),
        "cells": (), "refused": (),
    }  # fmt: skip
    return Note(**{**given, **changes})


def test_figures_count_what_their_titles_say() -> None:
    notes = [
        noted(10, choices={1: 6, 4: 4}, lead_changes=3, settled=0.5, behind=(0,)),
        noted(20, choices={1: 20}, teams=(1,), first=1, behind=(0,)),
        noted(30, choices={4: 30}, teams=(), rule="tally.draw"),
        noted(40, choices={2: 40}, teams=(), rule=None),
    ]
    values = {each.key: each.value for each in figures(GAME, notes, ["tally.draw"], 1)}
    assert values == {
        "score.first": 0.5, "score.second": 0.5, "first": 0.75, "draws": 0.25, "cut": 0.25,
        "end.tally.draw": 0.25, "turns.mean": 25, "turns.median": 25, "turns.ninety": 40,
        "choices.mean": 2.42, "choices.median": 2, "forced": 0.26, "leads": 0.75, "settled": 0.5,
        "comebacks": 0.5,
    }  # fmt: skip


@pytest.mark.parametrize("choices", [{3: 1}, {1: 2, 4: 2}, {1: 2, 4: 3}, {1: 1, 2: 1, 9: 2}])
def test_a_median_lies_between_the_two_middle_values(choices: dict[int, int]) -> None:
    notes = [noted(sum(choices.values()), choices=choices)]
    values = {each.key: each.value for each in figures(GAME, notes, [], 1)}
    assert values["choices.median"] == median(Counter(choices).elements())


def test_a_difference_in_elo_is_what_the_share_of_points_gives() -> None:
    (step,) = step_figures(GAME, {1: [Step(1.0)] * 15 + [Step(0.0)] * 5})
    assert isclose(step.value, 400 * log10(3), abs_tol=1e-5)
    assert 0 < step.low < step.value < step.high
    (even,) = step_figures(HeapGame(), {1: [Step(1.0), Step(0.0), Step(0.0)] * 5})
    assert abs(even.value) < 1e-5, "one of three"
    (all_won,) = step_figures(GAME, {1: [Step(1.0)] * 10})
    assert 0 < all_won.low < all_won.value < all_won.high < 2_000
    assert not list(step_figures(GAME, {1: []}))


def test_a_shared_win_is_shared() -> None:
    assert shares(3, (0, 2)) == [0.5, 0.0, 0.5]
    assert shares(3, ()) == [1 / 3] * 3


def test_a_level_that_is_no_stronger_is_named() -> None:
    lost = Figure("step.2", "Reed over Pebble", Unit.ELO, -3.0, -40.0, 30.0, 200)
    apart = Figure("step.3", "Pike over Reed", Unit.ELO, 60.0, 20.0, 100.0, 200)
    (score,) = (Figure("score.a", "Score of A", Unit.SHARE, 1.0, 1.0, 1.0, 9),)
    variant = VariantReport({}, "", 1, 9, (score, lost, apart), (), (), (), (), (), False)
    told = [sentence for sentence in found(variant) if "thought" in sentence]
    assert told == [
        "More thought was not seen to help: Reed over Pebble, −3 (−40 to +30) in Elo over 200"
        " games."
    ]


class Endless(HeapGame):
    """Nobody ever takes a stick."""

    def apply(self, state: Any, move: Any) -> Any:
        del move
        return type(state)(state.sticks, (state.turns + 1) % 3)


def test_a_game_without_an_end_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.balance.selfplay.LONGEST", 30)
    monkeypatch.setattr("engine.playouts._LONGEST", 5)
    note = note_of(Endless(), find_level(1), 1)
    assert (note.rule, note.turns, note.teams) == (None, 30, ())
    assert LONGEST == 2_000


def test_the_leader_is_who_led_last() -> None:
    note = note_of(find("czech").configured({"men": "8"}), find_level(2), 3)
    assert len(note.leaders) == 11
    assert note.settled is not None
    assert 0 <= note.settled < 1
    assert note.leaders[-1] == (note.teams[0] if note.teams else note.leaders[-1])


# The command


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "engine", "balance", *arguments, "--out", str(folder / "out")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(folder)},
    )


TALLY = ("--package", "tally-games", "tally", "--level", "pebble", "--games")


@pytest.fixture
def packaged(tmp_path: Path) -> Path:
    install(
        tmp_path,
        "tally-games",
        {"tally_games.py": "from tests.engine.tally import GAME"},
        {"tally": "tally_games:GAME"},
        version="0.3",
    )
    return tmp_path


def test_the_command_writes_a_report_on_a_game_of_a_package(packaged: Path) -> None:
    first = run(packaged, *TALLY, "30", "--variant", "tie=first", "--variant", "mood=wild")
    assert first.returncode == 0, first.stderr
    assert "About 0 seconds of CPU time to go." in first.stderr
    assert "60 of 60 games" in first.stderr
    made = (packaged / "out" / "balance.json").read_text("utf-8")
    given = json.loads(made)
    assert given["package"] == "tally-games 0.3"
    assert [variant["games"] for variant in given["variants"]] == [30, 30]
    assert "balance tally --package tally-games" in (packaged / "out/balance.html").read_text()
    again = run(
        packaged, *TALLY, "30", "--variant", "tie=first", "--variant", "mood=wild", "--jobs", "2"
    )
    assert again.returncode == 0, again.stderr
    assert (packaged / "out" / "balance.json").read_text("utf-8") == made
    other = run(packaged, *TALLY, "30", "--seed", "2")
    assert other.returncode == 2
    assert "holds the games of another run: variants is" in other.stderr
    wrong = run(packaged, *TALLY, "3", "--variant", "tie=nobody")
    assert wrong.returncode == 2
    assert "“nobody” isn't a choice for tie" in wrong.stderr


def test_two_processes_play_the_same_games(packaged: Path) -> None:
    alone = run(packaged, *TALLY, "12")
    assert alone.returncode == 0, alone.stderr
    made = (packaged / "out" / "balance.json").read_text("utf-8")
    (packaged / "out" / "games.jsonl").unlink()
    shared = run(packaged, *TALLY, "12", "--jobs", "2")
    assert shared.returncode == 0, shared.stderr
    assert (packaged / "out" / "balance.json").read_text("utf-8") == made


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_done_and_the_same_command_goes_on(packaged: Path, jobs: str) -> None:
    command = (*TALLY, "100000", "--jobs", jobs, "--out", str(packaged / "out"))
    with subprocess.Popen(
        [sys.executable, "-m", "engine", "balance", *command],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(packaged)},
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if "CPU time to go" in line:
                break
        process.send_signal(signal.SIGINT)
        said = process.stderr.read()
        assert process.wait() == 130
    assert "Stopped; the same command goes on." in said
    assert "Traceback" not in said
    stopped = json.loads((packaged / "out" / "balance.json").read_text("utf-8"))
    done = stopped["variants"][0]["games"]
    assert 20 <= done < 100_000
    assert len((packaged / "out" / "games.jsonl").read_text().splitlines()) >= 1 + done
    assert run(packaged, *TALLY, "5").returncode == 0, "fewer games than there are"

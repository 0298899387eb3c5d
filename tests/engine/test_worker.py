"""The worker's lines, in this process and in one of its own."""

import io
import json
import subprocess
import sys
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given

from engine.choose import choose
from engine.exact import Shelf
from engine.levels import EASES, find_level
from engine.tasks import Request, Task, read_request, request_line
from engine.worker import answered, serve
from rules.contract.core import AnyGame, Dice
from rules.match.match import Match
from rules.records.transcript import Transcript, read_transcript
from rules.registry import all_games
from tests.conformance.configured import FEW, SEEDS, every_game
from tests.engine.games import random_match, transcript_of


def served(lines: Iterable[str], code: int = 0) -> list[dict[str, Any]]:
    """Return what a worker answers to the lines, its greeting aside, until it ends with a code."""
    answers = io.StringIO()
    assert serve(io.StringIO("".join(f"{line}\n" for line in lines)), answers, None) == code
    greeting, *rest = map(json.loads, answers.getvalue().splitlines())
    assert greeting == {"ready": True}
    return rest


def to_decide(game: AnyGame, seed: int) -> Match:
    """Return a match in which a side has to decide."""
    for plies in range(8, 20):
        match = random_match(game, seed, plies)
        if not isinstance(match.turn, Dice | None):
            return match
    raise AssertionError("no side is ever due")


@every_game
def test_a_worker_chooses_as_the_engine_does(game: AnyGame) -> None:
    match = to_decide(game, 2)
    request = Request(Task.CHOOSE, transcript_of(match), level=2, seed=7)
    (reply,) = served([request_line(5, request)])
    expected = choose(game, match.state, find_level(2), 7)
    assert reply["id"] == 5
    assert reply["answer"]["move"] == game.notate(expected.move)
    assert reply["answer"]["value"] == expected.value
    assert match.read(reply["answer"]["move"]) in game.legal(match.state)


@every_game
def test_a_worker_chooses_by_ease_where_one_is_named(game: AnyGame) -> None:
    match = to_decide(game, 2)
    for ease in (0, len(EASES) - 1):
        request = Request(Task.CHOOSE, transcript_of(match), level=1, seed=7, ease=ease)
        (reply,) = served([request_line(5, request)])
        expected = choose(game, match.state, EASES[ease], 7)
        assert reply["answer"]["move"] == game.notate(expected.move)
        assert reply["answer"]["positions"] == expected.positions


@every_game
@pytest.mark.parametrize("seating", [0, -1])
def test_a_request_survives_its_line(game: AnyGame, seating: int) -> None:
    match = random_match(game, 4, 12, seating)
    request = Request(Task.HINT, transcript_of(match), level=3, seed=2**63, ease=5)
    assert read_request(request_line(9, request)) == (9, request)
    assert [turn.after for turn in request.transcript.turns()] == [p.state for p in match.plies]


@every_game
def test_a_hint_names_every_move_with_its_value(game: AnyGame) -> None:
    match = to_decide(game, 3)
    (reply,) = served([request_line(1, Request(Task.HINT, transcript_of(match), level=2))])
    moves = reply["answer"]["moves"]
    assert {move["notation"] for move in moves} == set(map(game.notate, match.legal))
    values = [move["value"] for move in moves]
    assert values == sorted(values, reverse=True)
    assert reply["answer"]["line"][0] == moves[0]["notation"]


@every_game
def test_an_analysis_tells_of_every_ply(game: AnyGame) -> None:
    match = random_match(game, 6, 6)
    (reply,) = served([request_line(1, Request(Task.ANALYSE, transcript_of(match), level=1))])
    plies = reply["answer"]["plies"]
    assert [ply["text"] for ply in plies] == [ply.notation for ply in match.plies]
    assert all(ply["loss"] >= 0 for ply in plies)


@pytest.mark.parametrize("line", ["{", "[]", '"text"', '{"id": 3, "task": "nothing"}', "{}"])
def test_a_worker_that_is_asked_nonsense_says_so_and_ends(line: str) -> None:
    (reply,) = served([line, "never read"], code=3)
    assert reply["id"] is None
    assert "Traceback" in reply["failed"]


@every_game
def test_a_request_for_a_finished_game_is_refused(game: AnyGame) -> None:
    match = random_match(game, 1, 10)
    match = match.resign(match.seats[0])
    over = Request(Task.CHOOSE, transcript_of(random_match(game, 1, 5_000)), level=1)
    (reply,) = served([request_line(1, over)], code=3)
    assert "over" in reply["failed"]
    resigned = Request(Task.CHOOSE, transcript_of(match), level=1)
    (reply,) = served([request_line(1, resigned)], code=3)
    assert "over" in reply["failed"]


def test_a_worker_out_of_memory_says_so_and_ends() -> None:
    """The limit is below what the interpreter has already, so any allocation fails."""
    code = (
        "import resource, sys\n"
        "from engine.worker import serve\n"
        "import engine.worker\n"
        "def starve(*_):\n"
        "    resource.setrlimit(resource.RLIMIT_AS, (1 << 26, 1 << 26))\n"
        "    return bytearray(1 << 28)\n"
        "engine.worker.answered = starve\n"
        "sys.exit(serve(sys.stdin, sys.stdout, None))\n"
    )
    game = random_match(next(iter(all_games().values())), 1, 4)
    line = request_line(8, Request(Task.CHOOSE, transcript_of(game), level=1))
    ran = subprocess.run(
        [sys.executable, "-c", code], input=f"{line}\n", capture_output=True, text=True, check=False
    )
    assert ran.returncode == 3, ran.stderr
    assert json.loads(ran.stdout.splitlines()[-1]) == {"id": 8, "failed": "out of memory"}


@every_game
@FEW
@given(seed=SEEDS)
def test_what_is_sent_is_what_everybody_at_the_table_knows(game: AnyGame, seed: int) -> None:
    """No member is left in which a secret of the dice, or a roll to come, could travel."""
    match = random_match(game, seed, seed % 30)
    for task in Task:
        members = json.loads(request_line(1, Request(task, transcript_of(match), 1, seed)))
        assert members.pop("turns") == [ply.notation for ply in match.plies]
        assert members == {
            "id": 1,
            "task": task.value,
            "game": game.spec.key,
            "version": game.spec.version,
            "options": {},
            "ended": None,
            "level": 1,
            "seed": seed,
            "ease": None,
        }


@every_game
def test_how_a_game_ended_early_is_told(game: AnyGame) -> None:
    match = random_match(game, 2, 9)
    over = match.resign(match.seats[1])
    told = transcript_of(over)
    assert told.early is not None
    assert told.early.winners == over.outcome.winners if over.outcome else False
    _, again = read_request(request_line(1, Request(Task.ANALYSE, told, 1)))
    assert isinstance(again, Request)
    assert again.transcript == told
    assert read_transcript(told.text) == told


def test_unknown_games_and_levels_are_refused() -> None:
    game = next(iter(all_games().values()))
    start = transcript_of(Match(game, game.spec.seatings[0]))
    with pytest.raises(ValueError, match="no level"):
        answered(Request(Task.CHOOSE, start, level=77), Shelf(None))
    unknown = Transcript("no such game")
    with pytest.raises(LookupError, match="no such game"):
        answered(Request(Task.CHOOSE, unknown, level=1), Shelf(None))

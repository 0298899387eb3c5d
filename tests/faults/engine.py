"""Faults of computer opponents and their workers."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

FAULTS: Final = (
    Fault(
        name="worker-with-secrets",
        harm="A worker of the engine gets the bot's token.",
        module="engine.pool",
        function="_Worker.started",
        old="{name: os.environ[name] for name in _KEPT if name in os.environ}",
        new="dict(os.environ)",
        tests=("tests/engine/test_pool.py::test_a_worker_gets_none_of_the_programs_secrets",),
    ),
    Fault(
        name="dead-worker-answers-nothing",
        harm="A game stands still once a worker of the engine has died.",
        module="engine.pool",
        function="Pool.choose",
        old="except WorkerError as reason:",
        new="except TimeoutError as reason:",
        tests=("tests/engine/test_pool.py::test_without_any_worker_there_is_still_a_move",),
    ),
    Fault(
        name="strong-before-gentle",
        harm="A quick move waits for all strong ones.",
        module="engine.pool",
        function="Pool.ask",
        old="_Waiting(request.level, next",
        new="_Waiting(-request.level, next",
        tests=("tests/engine/test_pool.py::test_gentle_levels_come_before_strong_ones",),
    ),
    Fault(
        name="moves-wait-for-analyses",
        harm="A move waits for an analysis of minutes.",
        module="engine.pool",
        function="Pool.ask",
        old="self._analyses if request.task is Task.ANALYSE else self._waiting",
        new="self._waiting",
        tests=("tests/engine/test_pool.py::test_no_move_waits_for_an_analysis",),
    ),
    Fault(
        name="thought-to-the-end",
        harm="A worker thinks on though nobody waits any more.",
        module="engine.pool",
        function="_Worker.drop_if_cancelled",
        old="if job.cancelled():",
        new="if not job.done():",
        tests=("tests/engine/test_pool.py::test_what_nobody_waits_for_is_not_thought_to_its_end",),
    ),
    Fault(
        name="worker-outlives-the-bot",
        harm="Workers stay behind when the bot ends.",
        module="engine.pool",
        function="Pool.stop",
        old=("            await worker.end()\n        self._workers.clear()"),
        new=("            worker.is_busy = False\n        self._workers.clear()"),
        tests=(
            "tests/engine/test_pool.py::test_a_closed_pool_leaves_no_process_and_nobody_waiting",
        ),
    ),
    Fault(
        name="answer-to-another-question",
        harm="The late answer to one position is played in another.",
        module="engine.pool",
        function="_Worker.ask",
        old='if members.get("id") != number:',
        new='if "id" not in members:',
        tests=("tests/engine/test_pool.py::test_a_worker_that_answers_nonsense_is_not_believed",),
    ),
    Fault(
        name="worker-without-bounds",
        harm="A worker takes all memory.",
        module="engine.worker",
        function="confine",
        old="resource.setrlimit(resource.RLIMIT_AS, (memory, memory))",
        new="resource.getrlimit(resource.RLIMIT_AS)",
        tests=("tests/engine/test_pool.py::test_a_worker_has_no_more_memory_than_it_is_given",),
    ),
    Fault(
        name="engine-plays-after-the-end",
        harm="An engine is asked for a move in a game that is over.",
        module="engine.worker",
        function="_running",
        old="if request.transcript.ending() is not None:",
        new="if request.transcript.ending() == ():",
        tests=("tests/engine/test_worker.py::test_a_request_for_a_finished_game_is_refused",),
    ),
    Fault(
        name="damaged-table-believed",
        harm="An engine plays by a damaged table.",
        module="engine.exact",
        function="Table._checked",
        old="if hashlib.sha256(body).digest() != digest:",
        new="if not hashlib.sha256(body).digest():",
        tests=("tests/engine/test_solver.py::test_a_changed_byte_is_noticed",),
    ),
    Fault(
        name="table-of-other-rules",
        harm="An engine plays by a table that was made for other rules.",
        module="engine.exact",
        function="Table._checked",
        old="or of_version != version",
        new="or not version",
        tests=("tests/engine/test_solver.py::test_a_changed_byte_is_noticed",),
    ),
    Fault(
        name="goal-for-everybody",
        harm="The engine judges a position by the best of all, itself included.",
        module="engine.outlook",
        function="Outlook.judged",
        old="if number != team)",
        new="if number >= 0)",
        tests=(
            "tests/engine/test_search.py::test_of_three_teams_the_leader_is_judged_to_be_ahead",
        ),
    ),
    Fault(
        name="mover-minimises",
        harm="An engine takes its rival's best move for its own.",
        module="engine.search",
        function="_Search._played",
        old="ours = self._outlook.team_due(state) == self._team",
        new="ours = self._outlook.team_due(state) != self._team",
        tests=("tests/engine/test_search.py::test_two_plies_are_looked_at_as_by_hand",),
    ),
    Fault(
        name="beginner-plays-best",
        harm="The gentle levels play as the strong ones.",
        module="engine.choose",
        function="_picked",
        old="if not tolerance:",
        new="if tolerance or not tolerance:",
        tests=(
            "tests/engine/test_search.py"
            "::test_the_gentlest_level_errs_and_the_strongest_never_does",
        ),
    ),
    Fault(
        name="other-seed-other-move",
        harm="After a restart an engine plays another move in the same position.",
        module="engine.choose",
        function="seed_of",
        old='digest = hashlib.sha256("|".join(map(str, parts)).encode())',
        new="digest = hashlib.sha256(str(hash(parts)).encode())",
        tests=(
            "tests/engine/test_search.py"
            "::test_a_seed_is_the_same_in_every_process_and_another_one_for_other_parts",
        ),
    ),
    Fault(
        name="early-draw",
        harm="An engine agrees to a draw in the opening.",
        module="engine.courtesy",
        function="accepts_draw",
        old="plies >= _EARLY and value <= _EVEN",
        new="value <= _EVEN",
        tests=(
            "tests/engine/test_courtesy.py::test_a_draw_is_agreed_late_and_not_by_who_is_better",
        ),
    ),
    Fault(
        name="draw-when-winning",
        harm="An engine agrees to a draw when it is winning.",
        module="engine.courtesy",
        function="accepts_draw",
        old="value <= _EVEN",
        new="value >= -_EVEN",
        tests=(
            "tests/engine/test_courtesy.py::test_a_draw_is_agreed_late_and_not_by_who_is_better",
        ),
    ),
    Fault(
        name="resigns-for-others",
        harm="An engine's resignation gives a third player the win.",
        module="engine.courtesy",
        function="resigns",
        old="if hurts or len(game.spec.teams) > 2 or",
        new="if hurts or",
        tests=(
            "tests/engine/test_courtesy.py"
            "::test_nobody_resigns_where_that_hurts_others_or_costs_more",
        ),
    ),
    Fault(
        name="workers-for-ever",
        harm="A worker of the engine is never replaced, so that its memory grows.",
        module="engine.pool",
        function="_Worker.ask",
        old="self.answers += 1",
        new="self.answers += 0",
        tests=("tests/engine/test_pool.py::test_a_worker_is_replaced_after_enough_answers",),
    ),
)

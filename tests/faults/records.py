"""Faults of games as files."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

_HOSTILE: Final = (
    "tests/rules/test_records.py::test_a_file_that_holds_no_game_is_refused_with_a_sentence"
)
_READ_BACK: Final = "tests/rules/test_records.py::test_a_game_is_read_back_from_every_format"
_VERIFY: Final = "tests/extensions/studies/test_verify.py"

FAULTS: Final = (
    Fault(
        name="file-with-another-digest",
        harm="A log that was changed after the game is called consistent.",
        module="rules.records.json_form",
        function="read",
        old='members["digest"] != match.digest',
        new='len(members["digest"]) != len(match.digest)',
        tests=(_HOSTILE,),
    ),
    Fault(
        name="file-with-another-winner",
        harm="A file may tell another winner than its log.",
        module="rules.records.json_form",
        function="read",
        old='members["outcome"] != _outcome(match)',
        new='(members["outcome"] is None) != (_outcome(match) is None)',
        tests=(_HOSTILE,),
    ),
    Fault(
        name="file-of-any-size",
        harm="A large file costs as much time and memory as its sender likes.",
        module="rules.records.reading",
        function="read_file",
        old="len(content) > LARGEST",
        new="len(content) > LARGEST * 1000",
        tests=(
            "tests/rules/test_records.py::test_a_large_file_and_one_in_another_encoding_are_refused",
        ),
    ),
    Fault(
        name="pdn-of-another-start",
        harm="A game from another position is taken for one from the start.",
        module="rules.records.pdn",
        function="_begins",
        old='game.position(fen.strip().rstrip(".")) == game.start()',
        new='game.position(fen.strip().rstrip("."))',
        tests=(_HOSTILE,),
    ),
    Fault(
        name="sgf-with-blacks-points-as-whites",
        harm="Other programs show Black's checkers where they never were.",
        module="rules.games.hypergammon.sgf",
        function="_letter",
        old="24 - spot",
        new="spot - 1",
        tests=(
            "tests/rules/test_records.py::test_gnu_backgammon_reads_our_games_of_hypergammon",
            _READ_BACK,
        ),
    ),
    Fault(
        name="no-digits-with-the-files",
        harm="Nothing bears out a file: whoever edits one computes its digest anew.",
        module="bot.extensions.replays.messages",
        function="exported",
        old="digest[:DIGITS]",
        new="digest[1:DIGITS]",
        tests=(
            "tests/extensions/replays/test_export.py::test_after_the_end_export_bears_the_file_out",
        ),
    ),
    Fault(
        name="difference-overlooked",
        harm="A file with another turn is said to tell the same game.",
        module="rules.records.reading",
        function="first_difference",
        old="if turn != against:",
        new="if turn[0] != against[0]:",
        tests=("tests/rules/test_records.py::test_another_move_is_the_first_difference",),
    ),
    Fault(
        name="file-of-a-hidden-table",
        harm="Whoever has a file learns where a game is played that they don't see.",
        module="bot.extensions.studies.acts",
        function="known_table",
        old="return table if may_see else None",
        new="return table if may_see is not None else None",
        tests=(f"{_VERIFY}::test_nobody_learns_of_a_board_that_they_do_not_see",),
    ),
    Fault(
        name="file-with-another-time-is-ours",
        harm="A log that was changed is said to be the one that the bot keeps.",
        module="bot.extensions.studies.acts",
        function="compared",
        old="digest_of(ours.entries[: sent.entries]) == sent.digest",
        new="digest_of(ours.entries[: sent.entries]) != ''",
        tests=(f"{_VERIFY}::test_a_changed_file_is_told_apart",),
    ),
    Fault(
        name="file-with-another-end-is-ours",
        harm="A file that lets the loser win is said to tell the same game.",
        module="bot.extensions.studies.acts",
        function="compared",
        old="reached.winners != ending.winners",
        new="ending.winners is None",
        tests=(f"{_VERIFY}::test_a_changed_file_is_told_apart",),
    ),
    Fault(
        name="file-helps-in-a-running-game",
        harm="A player has the computer judge a game that goes on, as a file.",
        module="bot.tables.studies",
        function="Studies.require_no_help",
        old="plies = (*game.started.plies, *plies)",
        new="plies = plies[:]",
        tests=(f"{_VERIFY}::test_no_file_helps_in_a_game_that_runs",),
    ),
    Fault(
        name="study-helps-in-a-running-game",
        harm="A player tries the moves of a game that goes on, and has the computer go on.",
        module="bot.tables.studies",
        function="Studies.require_no_help",
        old="states = [ply.state for ply in plies]",
        new="states = [ply.state for ply in plies[-1:]]",
        tests=(
            "tests/extensions/studies/test_studies.py::test_nothing_that_is_tried_helps_in_a_game_that_runs",
        ),
    ),
    Fault(
        name="detour-helps-in-a-running-game",
        harm="A player has the computer judge a game that goes on, reached with a move more.",
        module="bot.tables.studies",
        function="_boards",
        old="(frozenset(game.view(state).stacks), game.turn(state))",
        new="state",
        tests=(f"{_VERIFY}::test_no_detour_helps_in_a_game_that_runs",),
    ),
    Fault(
        name="walk-judges-in-a-running-game",
        harm="Somebody can have the moves of a running game judged where they once made a mistake.",
        module="bot.extensions.studies.walk",
        function="Walk.judged",
        old="await bot.studies.require_no_help(lesson.study, lesson.game, lesson.at(mistake))",
        new="",
        tests=(
            "tests/extensions/studies/test_studies.py"
            "::test_a_walk_through_mistakes_tells_nothing_of_a_game_that_runs",
        ),
    ),
    Fault(
        name="walk-helps-in-a-running-game",
        harm="Somebody who stands again where they once made a mistake is told what is better.",
        module="bot.extensions.studies.walk",
        function="Walk.answered",
        old="await bot.studies.require_no_help(*where, line)",
        new="",
        tests=(
            "tests/extensions/studies/test_studies.py"
            "::test_a_walk_through_mistakes_tells_nothing_of_a_game_that_runs",
        ),
    ),
    Fault(
        name="worker-outlives-a-file",
        harm="What a hostile file did to a process is there for the next analysis.",
        module="engine.pool",
        function="Pool._serve",
        old="isinstance(waiting.request, FileRequest)",
        new="isinstance(waiting.request, str)",
        tests=("tests/engine/test_pool.py::test_a_worker_that_has_read_a_file_is_replaced",),
    ),
    Fault(
        name="files-at-once-without-limit",
        harm="One person keeps the worker of everybody's analyses busy with files.",
        module="bot.delivery.answering.advice",
        function="Advice._working_for",
        old="if person in self._busy:",
        new="if person in ():",
        tests=(f"{_VERIFY}::test_one_file_of_a_person_is_read_at_a_time",),
    ),
)

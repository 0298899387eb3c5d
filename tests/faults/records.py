"""Faults of games as files."""

from typing import Final

from tests.faults.fault import Fault

__all__ = ["FAULTS"]

_HOSTILE: Final = (
    "tests/rules/test_records.py::test_a_file_that_holds_no_game_is_refused_with_a_sentence"
)
_READ_BACK: Final = "tests/rules/test_records.py::test_a_game_is_read_back_from_every_format"

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
        name="no-digits-with-the-last-board",
        harm="Nothing bears out a file: whoever edits one computes its digest anew.",
        module="bot.messages.channel.boards",
        function="_digest",
        old="if not match.outcome:",
        new="if match.outcome:",
        tests=("tests/bot/test_export.py::test_after_the_end_the_board_bears_the_file_out",),
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
)

"""`python -m rules`, as other programs call it."""

import shutil
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Final
from unittest.mock import patch

import pytest

import rules
from rules.shell.command_line import main

ROOT: Final = Path(rules.__file__).parents[1]


def started(
    *arguments: str, typed: str = "", folder: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    """Run the command as a process."""
    command = [sys.executable, "-m", "rules", *arguments]
    return subprocess.run(
        command, input=typed, capture_output=True, text=True, cwd=folder, check=False
    )


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command in this process."""
    out, err, command = StringIO(), StringIO(), ["rules", *arguments]
    with (
        patch.multiple(sys, argv=command, stdin=StringIO(typed)),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            code = main()
        except SystemExit as ended:
            code = int(ended.code or 0)
    return subprocess.CompletedProcess(command, code, out.getvalue(), err.getvalue())


def test_perft_prints_a_line_per_depth() -> None:
    assert started("perft", "czech", "4").stdout.splitlines() == ["1 7", "2 49", "3 302", "4 1469"]


def test_perft_takes_options_and_a_position() -> None:
    options = ("--option", "crown=continue", "--position", "W:WKa1,Kd4,Ke5,Ka8:BKh1,Ke4,Kd5,Kh8")
    assert run("perft", "turkish", "3", *options).stdout.splitlines() == ["1 12", "2 32", "3 566"]


def test_perft_can_be_divided() -> None:
    lines = run("perft", "czech", "2", "--divide").stdout.splitlines()
    assert lines[0] == "a3-b4 7"
    assert sum(int(line.split()[1]) for line in lines) == 49


def test_legal_answers_a_line_for_a_line() -> None:
    ran = started("legal", "czech", typed="\nc3-d4\nC3 D4; b6:a5;\n")
    assert ran.stdout.splitlines() == [
        "a3-b4;c3-b4;c3-d4;e3-d4;e3-f4;g3-f4;g3-h4",
        "b6-a5;b6-c5;d6-c5;d6-e5;f6-e5;f6-g5;h6-g5",
        "a3-b4;b2-c3;d2-c3;d4-c5;d4-e5;e3-f4;g3-f4;g3-h4",
    ]
    assert ran.returncode == 0


@pytest.mark.parametrize(
    ("game", "position", "typed", "answer"),
    [
        ("czech", "W:Wa3:Bb4", "a3xc5\n", "[over] white draughts.end.blocked"),
        ("turkish", "W:WKa1:BKa5,h8", "a1xa7\n", "[over] draw turkish.draw.one-each"),
    ],
)
def test_legal_says_who_won_and_by_which_rule(
    game: str, position: str, typed: str, answer: str
) -> None:
    assert run("legal", game, "--position", position, typed=typed).stdout.strip() == answer


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ("\nc3-d4;d4-e5\n", "line 2, “d4-e5”: That piece (d4) is White's"),
        ("c3-d9\n", "line 1, “c3-d9”: There's no cell d9"),
        ("[5-2]\n", "line 1, “[5-2]”: “[5-2]” is a roll, but it's White's turn to move."),
    ],
)
def test_a_bad_move_is_named_with_its_line(typed: str, complaint: str) -> None:
    ran = run("legal", "czech", typed=typed)
    assert ran.stderr.startswith(complaint)
    assert len(ran.stderr.splitlines()) == 1
    assert ran.returncode == 2


def test_a_move_after_the_end_is_refused() -> None:
    ran = run("legal", "czech", "--position", "W:Wa3:Bb4", typed="a3xc5;c5-d4\n")
    assert "comes after the end of the game" in ran.stderr
    assert ran.returncode == 2


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("perft", "chess", "1"), "czech"),
        (("perft", "czech", "0"), "of at least 1, not “0”"),
        (("perft", "czech", "1", "--option", "men=9"), "12 or 8"),
        (("perft", "czech", "1", "--option", "men"), "name=value"),
        (("perft", "czech", "1", "--position", "W:Wa2:Bb2"), "“a2” can't be part of this"),
    ],
)
def test_bad_arguments_are_refused_in_words(arguments: tuple[str, ...], complaint: str) -> None:
    ran = run(*arguments)
    assert complaint in ran.stderr
    assert "Traceback" not in ran.stderr
    assert ran.returncode == 2


def test_play_goes_on_after_a_refusal_and_ends_with_the_input() -> None:
    ran = run("play", "czech", typed="c3-d5\nc3-d4\n")
    assert "(czech.man:" in ran.stdout
    assert "Black to move." in ran.stdout
    assert ran.returncode == 0


@pytest.mark.parametrize(("gone", "left"), [("czech", "turkish"), ("turkish", "czech")])
def test_one_game_lives_without_the_other(tmp_path: Path, gone: str, left: str) -> None:
    shutil.copytree(ROOT / "rules", tmp_path / "rules")
    (tmp_path / "rules" / "games" / "draughts" / f"{gone}.py").unlink()
    assert started("perft", left, "2", folder=tmp_path).returncode == 0
    assert started("perft", gone, "2", folder=tmp_path).returncode == 2

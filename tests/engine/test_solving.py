"""The command that computes tables: what it says before, meanwhile and afterwards."""

import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine.exact import table_path
from engine.preparation import prepare
from engine.solving import solvable, solve_games
from engine.table_file import TableError
from rules.contract.capabilities import Solvable
from rules.contract.core import AnyGame
from rules.registry import all_games, find
from tests.engine.small_games import GAMES

GAME, *OTHERS = GAMES


def name(game: AnyGame) -> str:
    assert isinstance(game, Solvable)
    return game.table_key


def write_nothing(game: AnyGame, folder: Path, _report: object) -> Path:
    """Write an empty file in place of the table."""
    path = table_path(folder, game)
    assert path is not None
    path.touch()
    return path


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be solved."""
    monkeypatch.setattr("engine.preparation.prepare", write_nothing)


def test_a_log_tells_what_is_needed_how_far_it_is_and_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A relative folder is named in full, and every line is whole."""
    monkeypatch.setattr("engine.preparation._SAMPLES", 20)
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "new" / "folder"
    assert solve_games([GAME], Path("new/folder")) == 0
    needs, listing, *passes, written, advice = capsys.readouterr().out.splitlines()
    needed = r"1 table to make in (.*)\. Together: about \d+ seconds? of one core, "
    found = re.fullmatch(needed + r"0\.1 GB of memory, and \d MB of disk\.", needs)
    assert found
    assert found[1] == str(folder)
    assert listing == f"{name(GAME)} (1 of 1): listing all plays"
    progress = r".* \(1 of 1\): pass (\d+) of about 25 .* up to \S+ points; about .* left"
    told = [re.fullmatch(progress, line) for line in passes]
    assert [each and int(each[1]) for each in told] == list(range(1, len(passes) + 1))
    path = table_path(folder, GAME)
    assert path is not None
    assert f"written to {path}: {path.stat().st_size:,} bytes" in written
    assert advice.endswith(f"POSTBOARD_EXACT_TABLES={folder}")
    # What is there isn't made again.
    before = path.stat().st_mtime_ns
    assert solve_games([GAME], folder) == 0
    again = capsys.readouterr().out.splitlines()
    assert again == [f"{path} is there already; delete it to have it made again.", advice]
    assert path.stat().st_mtime_ns == before


@pytest.mark.usefixtures("quick")
def test_the_needs_of_the_whole_game_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = next(game for game in all_games().values() if isinstance(game, Solvable))
    assert solve_games([whole], tmp_path) == 0
    needs, *_ = capsys.readouterr().out.splitlines()
    assert "about 80 seconds of one core, 0.8 GB of memory, and 21 MB of disk." in needs


@pytest.mark.usefixtures("quick")
def test_a_damaged_table_is_made_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_nothing(GAME, tmp_path, None)
    assert solve_games([GAME], tmp_path) == 0
    damaged, *_, written, _ = capsys.readouterr().out.splitlines()
    assert damaged.startswith(f"{path} can't be read: ")
    assert damaged.endswith(" It is made again.")
    assert str(path) in written


def failing(reason: BaseException) -> object:
    def fail(*_: object) -> Path:
        raise reason

    return fail


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (TableError("it misses the rules"), "Not written: it misses the rules"),
        (ArithmeticError("no solution"), "Not written: no solution"),
        (MemoryError(), "Not written: there isn't enough memory."),
        (KeyboardInterrupt(), "Stopped. Tables that were finished stay."),
        (OSError(28, "No space left on device", "a.file"),
         "Not written: No space left on device: a.file"),
    ],
)  # fmt: skip
def test_what_fails_is_told_in_a_line(
    reason: BaseException,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("engine.preparation.prepare", failing(reason))
    assert solve_games([GAME], tmp_path) == 1
    output = capsys.readouterr()
    assert output.err == f"{said}\n"
    assert "POSTBOARD_EXACT_TABLES" not in output.out


def nearly_full(_: Path) -> SimpleNamespace:
    return SimpleNamespace(free=100_000)


@pytest.mark.usefixtures("quick")
def test_nothing_is_begun_on_a_disk_that_is_too_small(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shutil.disk_usage", nearly_full)
    assert solve_games(GAMES, tmp_path) == 1
    assert capsys.readouterr().err == f"Not written: only 0 MB are free: {tmp_path}\n"
    assert list(tmp_path.iterdir()) == []


def test_without_numpy_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "engine.preparation", None)
    assert solve_games([GAME], tmp_path) == 1
    assert "pip install 'postboard[exact]'" in capsys.readouterr().err


def test_a_table_that_was_solved_before_is_kept_beside_new_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("engine.preparation._SAMPLES", 20)
    prepare(GAME, tmp_path)
    monkeypatch.setattr("engine.preparation.prepare", write_nothing)
    assert solve_games(GAMES, tmp_path) == 0
    _, needs, *_ = capsys.readouterr().out.splitlines()
    assert needs.startswith(f"{len(OTHERS)} table")


def test_a_table_of_endgames_is_made_with_so_many_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("engine.preparation._SAMPLED_ENDGAMES", 20)
    (game,) = solvable(find("czech"))
    path = tmp_path / "czech-endgames.exact"
    assert solve_games([game], tmp_path, 2) == 0
    needs, *shares, figures, written, _ = capsys.readouterr().out.splitlines()
    assert needs.startswith(f"1 table to make in {tmp_path}. Together: about 1 second")
    told = [re.search(r"(\d+) % of 3,600 positions solved; about .* left", each) for each in shares]
    assert [each and int(each[1]) for each in told] == [28, 78, 100]
    assert "3,488 positions, 1,200 won" in figures
    assert f"written to {path}: {path.stat().st_size:,} bytes" in written
    assert solve_games([game], tmp_path, 2) == 0
    assert f"{path} is there already" in capsys.readouterr().out
    monkeypatch.setattr("engine.preparation.prepare_endgames", failing(TableError("again")))
    assert solve_games([game], tmp_path) == 1
    output = capsys.readouterr()
    assert f"{path} has up to 2 pieces. It is made again." in output.out
    assert output.err == "Not written: again\n"
    assert solve_games([game], tmp_path, 5) == 1
    assert capsys.readouterr().err == "Not written: czech-endgames has 2 to 4 pieces, not 5.\n"

"""`postboard check`: what is wrong in a file that nobody uses, and what `--repair` does to it."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from bot.checking import Report, check
from bot.command_line import main
from bot.model.table import Terms
from bot.startup_errors import only_process
from bot.store.sql.database import Database
from bot.store.tables.loading import read_rows
from bot.tables.commands import Close, Resign
from rules.contract.core import Seat
from rules.log.entries import Actor, Entry, chained
from rules.log.events import Played
from tests.bot.table_service import ANN
from tests.bot.timed_host import NOON, Host, opening
from tests.postgres.in_place import place_of
from tests.stored import allow, change, content, named, needs_file, opened


@pytest.fixture
async def file(database: Path) -> Path:
    """Return a file with a game that runs, one that is over, an open table and a closed one."""
    async with Database.open(database) as opened:
        host = Host(opened)
        over = await host.game("3d")
        await opening(host, over)
        await host.do(over, ANN, Resign())
        await opening(host, await host.game("1d"))
        await host.opened(terms=Terms("turkish", {}))
        await host.do(await host.opened(), ANN, Close())
    return database


def _check(file: Path, *, repairs: bool) -> Report:
    return check(place_of(file), NOON, repairs)


def _forge(file: Path) -> None:
    """Append a step back, which no man may make, with the digest that it would have."""
    with opened(file, "rw") as tx:
        rows = read_rows(tx, 2)
        assert rows is not None
        last = rows.entries[-1]
        forged = Entry(
            last["number"] + 1, last["at"], Actor.SEAT, Seat(0), None, "5",
            Played("d4-c3"),
        )  # fmt: skip
        digest = chained(rows.table["log_digest"], forged)
        tx.do(
            "INSERT INTO entries SELECT table_id, number + 1, at, actor_kind, 0, NULL,"
            " '5', 'played', 'd4-c3' FROM entries WHERE table_id = 2 AND number = ?",
            last["number"],
        )
        tx.do(
            "UPDATE tables SET log_digest = ?, entry_count = entry_count + 1 WHERE id = 2", digest
        )


MENDED: Final = {
    "a missing timer": ("DELETE FROM timers WHERE kind = 'deadline'", "table 2: the timer deadl"),
    "a timer of an open table": ("DELETE FROM timers WHERE kind = 'table_expires'", "table 3: "),
    "a timer that isn't needed": (
        "INSERT INTO timers (due, kind, table_id, dedupe)"
        " VALUES (1, 'pause_end', 1, 'pause_end:1')",
        "table 1: the timer pause_end:1 isn't needed",
    ),
    "a timer of a closed table": (
        "INSERT INTO timers (due, kind, table_id, dedupe) VALUES (1, 'table_expires', 4, 'x')",
        "table 4: the timer x isn't needed",
    ),
    "a column": ("UPDATE tables SET due_at = 5 WHERE id = 2", "table 2: due_at is 5 instead of"),
    "the end of a game": ("UPDATE tables SET outcome = NULL WHERE id = 1", "table 1: outcome is"),
    "the digest": ("UPDATE tables SET log_digest = 'x' WHERE id = 2", "table 2: log_digest is 'x'"),
    "a lost end of a log": (
        "DELETE FROM entries WHERE table_id = 2 AND number = 3", "table 2: entry_count is 3"
    ),
    "a result": ("DELETE FROM results WHERE seat = 0", "table 1: the 1 results don't"),
    "a table set apart": ("UPDATE tables SET set_apart = 'x' WHERE id = 2", "table 2: can be read"),
}  # fmt: skip
LEFT: Final = {
    "an unknown kind": (
        "UPDATE entries SET kind = 'sung' WHERE table_id = 2", "table 2: can't be read: the log has"
    ),
    "options": ("UPDATE tables SET options = '{' WHERE id = 1", "table 1: can't be read: its opt"),
    "a gap in a log": ("DELETE FROM entries WHERE table_id = 2 AND number = 2", "table 2: can't"),
    "a game of old": ("UPDATE tables SET game = 'chess' WHERE id = 1", "table 1: can't be read"),
}  # fmt: skip
"""Damage that can't be mended from the log."""


def test_a_file_in_order_has_no_line_and_stays_as_it_is(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = content(file)
    assert main(["check", named(file)]) == 0
    assert capsys.readouterr().out == f"{place_of(file)} is in order.\n"
    assert main(["check", named(file), "--repair"]) == 0
    assert content(file) == before


@pytest.mark.parametrize("damage", list(MENDED))
def test_what_does_not_follow_from_a_log_is_named_and_mended(file: Path, damage: str) -> None:
    statement, line = MENDED[damage]
    change(file, statement)
    before = content(file)
    found = _check(file, repairs=False)
    assert found.status == 1
    assert found.lines[0].startswith(line)
    assert _check(file, repairs=False) == found
    assert content(file) == before, "nothing is written"
    assert _check(file, repairs=True).status == 0
    assert _check(file, repairs=False).status == 0


@pytest.mark.parametrize("damage", list(LEFT))
def test_what_can_not_be_mended_is_named_and_left(file: Path, damage: str) -> None:
    statement, line = LEFT[damage]
    allow(file, "entries_are_final", "entries")
    change(file, statement)
    found = _check(file, repairs=False)
    assert found.status == 1
    assert [each[: len(line)] for each in found.lines] == [line]
    assert _check(file, repairs=True).lines[-1] == "Repaired: 0. Left: 1."


def test_a_row_of_a_table_that_is_gone_is_named(file: Path) -> None:
    needs_file()  # A server keeps none.
    change(file, "INSERT INTO notes VALUES (77, 1, 'x')")
    (line,) = _check(file, repairs=False).lines
    assert line.startswith("A row of notes belongs to")
    assert _check(file, repairs=True).lines[-1] == "Repaired: 0. Left: 1."


def test_a_move_that_is_not_legal_is_found_though_its_digest_is_right(file: Path) -> None:
    _forge(file)
    (line,) = _check(file, repairs=False).lines
    assert line.startswith("table 2: can't be read: ")


async def test_a_repaired_file_is_played_on(file: Path) -> None:
    change(file, "UPDATE tables SET status = 'over', due_at = NULL WHERE id = 2")
    assert _check(file, repairs=True).status == 0
    async with Database.open(file) as opened:
        host = Host(opened)
        host.requests = 10_000
        table = await host.lookup.playing_in(10)
        assert (await host.do(table, ANN, Resign())).started.outcome


def test_a_damaged_page_is_named(file: Path) -> None:
    needs_file()
    whole = bytearray(file.read_bytes())
    whole[3 * 4096 : 5 * 4096] = bytes(2 * 4096)
    file.write_bytes(whole)
    found = _check(file, repairs=False)
    assert found.status == 1
    assert "damaged" in found.lines[0] or "can't be read" in found.lines[0]


def _missing(file: Path) -> None:
    needs_file()
    file.unlink()


def _older(file: Path) -> None:
    needs_file()
    change(file, "PRAGMA user_version = 0")


def _foreign(file: Path) -> None:
    needs_file()
    change(file, "PRAGMA application_id = 5")


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (_missing, "There is no file"),
        (_older, "has schema 0, and this Postboard checks schema"),
        (_foreign, "was not written by this version of Postboard"),
    ],
)
def test_a_file_that_can_not_be_checked_is_refused_in_a_sentence(
    file: Path, spoil: Callable[[Path], None], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(file)
    assert main(["check", str(file), "--repair"]) == 78
    said = capsys.readouterr()
    assert words in said.err
    assert said.out == ""


def test_a_file_in_use_is_refused(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    needs_file()
    with only_process(file):
        assert main(["check", str(file)]) == 75
    assert "is in use by another process" in capsys.readouterr().err


def test_without_a_name_the_file_of_the_settings_is_checked(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("POSTBOARD_DATABASE", named(file))
    monkeypatch.setenv("POSTBOARD_FORGOTTEN", "forgotten")
    assert main(["check"]) == 0
    assert str(place_of(file)) in capsys.readouterr().out

"""People's studies, with the games that they are about and the line that was tried last."""

import json
from typing import Final

from bot.model.caller import Person
from bot.model.study import Study
from bot.store.sql.database import Database, Row, Transaction
from engine.report import Report, kept_report, written_report
from rules.contract.core import Seat, Side
from rules.match.plans import Path
from rules.records.transcript import Ending, Transcript
from rules.time.duration import DAY

__all__ = ["KEPT_FOR", "StudyStore", "go_on", "in_practice"]

KEPT_FOR: Final = 30 * DAY
"""Seconds for which a study is kept after it was last used."""
_MOST: Final = 20
"""The most studies of a person; the one used longest ago goes first."""


class StudyStore:
    """Studies by number."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def begin(
        self,
        person: Person,
        aim: str,
        now: int,
        *,
        table_id: int | None = None,
        transcript: Transcript | None = None,
        subject: int | None = None,
        lesson: str | None = None,
        seed: int | None = None,
        level: int | None = None,
        seat: Seat | None = None,
    ) -> Study:
        """Return a study that begins anew.

        It is of a table's game, of one from a file, of a subject, or of a game that it teaches.
        `lesson` is the key of that game, also for a practice, which has a transcript as well.
        """

        def write(tx: Transaction) -> Study:
            tx.take_turns([person])
            tx.do(
                "DELETE FROM studies WHERE person = ? AND aim = ?"
                " AND (table_id = ? OR puzzle = ? OR lesson = ?)",
                person, aim, table_id, subject, lesson,
            )  # fmt: skip
            (row,) = tx.do(
                "INSERT INTO studies (person, aim, table_id, transcript, puzzle, lesson, seed,"
                " level, seat, used_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *",
                person, aim, table_id, _written(transcript) if transcript else None, subject,
                lesson, seed, level, seat, now,
            )  # fmt: skip
            tx.do(
                "DELETE FROM studies WHERE person = ? AND id NOT IN (SELECT id FROM studies"
                " WHERE person = ? ORDER BY used_at DESC, id DESC LIMIT ?)",
                person, person, _MOST,
            )  # fmt: skip
            return _study(row)

        return await self._db.transact(write)

    async def turn_to(self, study_id: int, aim: str, now: int) -> None:
        """Give a study of a game from a file, or of a practice that is over, another aim."""
        await self._db.write(
            "UPDATE studies SET aim = ?, lesson = NULL, used_at = ? WHERE id = ?",
            aim, now, study_id,
        )  # fmt: skip

    async def keep_report(self, study_id: int, report: Report) -> None:
        """Keep what the computer says of the game of a study that is from a file."""
        await self._db.write(
            "UPDATE studies SET report = ? WHERE id = ?", written_report(report), study_id
        )

    async def find(self, study_id: int) -> Study | None:
        """Return the study with this id, or None if there is none any more."""
        row = await self._db.row("SELECT * FROM studies WHERE id = ?", study_id)
        return None if row is None else _study(row)

    async def teaching(self, person: Person, aim: str, lesson: str) -> Study | None:
        """Return a person's study with this aim that teaches a game, or None if there is none."""
        row = await self._db.row(
            "SELECT * FROM studies WHERE person = ? AND aim = ? AND lesson = ?",
            person, aim, lesson,
        )  # fmt: skip
        return None if row is None else _study(row)

    async def go_to(self, study_id: int, step: int, now: int) -> None:
        """Turn lessons to a step, before anything is tried in it."""
        await self._db.write(
            "UPDATE studies SET step = ?, root = 0, line = '[]', used_at = ? WHERE id = ?",
            step, now, study_id,
        )  # fmt: skip

    async def share(self, study_id: int, now: int) -> bool:
        """Note that a study was shared with a channel. Returns False if it was before."""
        sql = "UPDATE studies SET shared_at = ? WHERE id = ? AND shared_at IS NULL"
        return await self._db.transact(lambda tx: tx.change(sql, now, study_id) == 1)

    async def keep_found(self, study_id: int, step: int, move: str, now: int) -> None:
        """Keep the right move of a step of lessons, unless another step is the present one."""
        await self._db.write(
            "UPDATE studies SET line = ?, used_at = ? WHERE id = ? AND step = ?",
            json.dumps([move]), now, study_id, step,
        )  # fmt: skip

    async def keep_line(self, study_id: int, root: int, line: Path, now: int) -> None:
        """Keep the moves that were tried after so many plies of the game."""
        await self._db.write(
            "UPDATE studies SET root = ?, line = ?, used_at = ? WHERE id = ?",
            root, json.dumps(line), now, study_id,
        )  # fmt: skip


def go_on(
    tx: Transaction,
    study: Study,
    transcript: Transcript,
    now: int,
    *,
    is_helped: bool = False,
    is_over: bool = False,
) -> bool:
    """Store how the game of a practice goes on. It stays helped once it was.

    Returns False, with nothing written, if it has gone on or ended since the study was read.
    """
    assert study.transcript is not None, "a practice has a transcript"
    return bool(
        tx.change(
            "UPDATE studies SET transcript = ?, is_over = ?, used_at = ?,"
            " is_helped = CASE WHEN is_helped = 1 THEN 1 ELSE ? END"
            " WHERE id = ? AND transcript = ? AND is_over = 0",
            _written(transcript), int(is_over), now, int(is_helped),
            study.id, _written(study.transcript),
        )
    )  # fmt: skip


def in_practice(tx: Transaction, person: Person, aim: str) -> list[Study]:
    """Return a person's practices with this aim that aren't over, by the keys of their games."""
    rows = tx.do(
        "SELECT * FROM studies WHERE person = ? AND aim = ? AND lesson IS NOT NULL"
        " AND is_over = 0 ORDER BY lesson",
        person, aim,
    )  # fmt: skip
    return [_study(row) for row in rows]


def _study(row: Row) -> Study:
    transcript = row["transcript"]
    return Study(
        row["id"], Person(row["person"]), row["aim"], row["table_id"],
        None if transcript is None else _read(transcript),
        kept_report(row["report"]), row["puzzle"], row["lesson"], row["step"], row["seed"],
        row["level"], row["shared_at"], row["seat"], bool(row["is_helped"]), bool(row["is_over"]),
        row["root"], tuple(json.loads(row["line"])),
    )  # fmt: skip


def _written(transcript: Transcript) -> str:
    early = transcript.early
    members = {
        "game": transcript.key,
        "version": transcript.version,
        "options": dict(transcript.options),
        "turns": transcript.texts,
        "ended": None if early is None else [sorted(early.winners), early.worth],
    }
    return json.dumps(members, separators=(",", ":"))


def _read(text: str) -> Transcript:
    members = json.loads(text)
    ended = members["ended"]
    return Transcript(
        members["game"],
        members["options"],
        tuple(members["turns"]),
        None if ended is None else Ending(frozenset(map(Side, ended[0])), ended[1]),
        members["version"],
    )

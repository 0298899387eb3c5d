"""Asks the workers for hints, reports and the games in files.

The report on a game at a table is stored under the digest of its log.
"""

import asyncio
from collections.abc import Callable, Generator, Set
from contextlib import contextmanager, suppress
from typing import Final

from bot.model.caller import Person
from bot.model.errors import TableError
from bot.model.table import Table
from bot.store.tables.engines import EngineStore
from engine.choose import seed_of
from engine.pool import Pool, Purpose, WorkerError
from engine.report import Report, kept_report, read_report, written_report
from engine.tasks import (
    Adjudged,
    Answer,
    FileAnswer,
    Hinted,
    Request,
    Task,
    read_adjudged,
    read_hinted,
)
from rules.contract.core import AnyGame, Side
from rules.contract.sentence import say
from rules.match.match import Match
from rules.records.transcript import Transcript

__all__ = ["Advice"]

_LEVEL: Final = 4
"""The level at which hints and reports are computed."""
_WAIT: Final = 600.0
"""The seconds for which a person waits; an interaction can be answered for 900."""
_WAIT_FOR_VERDICT: Final = 20.0
"""The seconds for which a moderator waits for a verdict, without which they decide as well."""
_ROUGH: Final = 3
"""The level of a report that a person waits for at the end of a game: a tenth of the time."""
_WAIT_FOR_GLANCE: Final = 5.0
"""The seconds for which a person waits for it; it takes up to 2 s of CPU in the slowest game."""
_NO_HINT: Final = say("The computer couldn't find a hint. Please try again later.")
_NO_REPORT: Final = say(
    "The analysis didn't work. Please try again later. If it fails again, tell the bot's owner."
)
_WAIT_FOR_FILE: Final = 90.0
"""The seconds for which a person waits for a file to be read, most of them for a free worker."""
_NOT_READ: Final = say(
    "I couldn't read this file. It takes longer than 5 seconds, or I'm busy. Try "
    "again in a few minutes."
)
_LATER: Final = say("The analysis isn't ready yet. Ask again in a few minutes.")


class Advice:
    """Hints and reports of one process."""

    def __init__(
        self, store: EngineStore, pool: Pool, has_endgames: Callable[[AnyGame], bool]
    ) -> None:
        """Ask the pool; `has_endgames` tells whether it has a game's table of endgames."""
        self._store = store
        self._pool = pool
        self._has_endgames = has_endgames
        self._running: dict[tuple[str, str, Purpose], asyncio.Task[Report | None]] = {}
        self._busy: set[Person] = set()

    async def hint(self, table: Table) -> Hinted:
        """Return the moves of a position in which a side is to move. Raises TableError."""
        match = table.started
        told = Transcript.of(match, table.terms.options)
        request = Request(Task.HINT, told, _LEVEL, seed_of("hint", len(match.plies)))
        legal = {match.game.notate(move) for move in match.legal}
        try:
            async with asyncio.timeout(_WAIT):
                return await self._pool.ask(
                    request, Purpose.HINT, lambda answer: _legal_hint(answer, legal)
                )
        except (WorkerError, TimeoutError) as failure:
            raise TableError(_NO_HINT) from failure

    async def verdict(self, table: Table) -> Adjudged | None:
        """Return what the table of endgames says about a game in progress, or None."""
        match = table.started
        if not self._has_endgames(match.game):
            return None
        request = Request(Task.ADJUDGE, Transcript.of(match, table.terms.options), _LEVEL)
        with suppress(WorkerError, TimeoutError):
            async with asyncio.timeout(_WAIT_FOR_VERDICT):
                return await self._pool.ask(
                    request, Purpose.HINT, lambda answer: _possible_verdict(answer, match)
                )
        return None

    async def report(self, table: Table, purpose: Purpose = Purpose.ANALYSIS) -> Report:
        """Return the report on a game that is over; it is made only once. Raises TableError.

        It is made to its end even if that takes longer than a person can wait. For a `purpose` that
        can be dropped it may fail while the workers are busy.
        """
        how = "exact" if table.exact else str(_LEVEL)
        if self._has_endgames(table.started.game):
            # A report from before the table was there is another one.
            how += "-endgames"
        digest = table.started.digest
        key = (digest, how, purpose)
        kept = kept_report(await self._store.report(digest, how))
        if kept is not None:
            return kept
        if key not in self._running:
            making = self._report(table, how, purpose)
            task = asyncio.create_task(making, name=f"report on {table.id}")
            self._running[key] = task
            task.add_done_callback(lambda _: self._running.pop(key))
        try:
            async with asyncio.timeout(_WAIT):
                # Others may wait for the same report, so whoever gives up first must not end it.
                made = await asyncio.shield(self._running[key])
        except TimeoutError as failure:
            raise TableError(_LATER) from failure
        if made is None:
            raise TableError(_NO_REPORT)
        return made

    async def report_for(self, person: Person, transcript: Transcript, match: Match) -> Report:
        """Return the report on a person's game from a file; nothing keeps it. Raises TableError."""
        request = Request(Task.ANALYSE, transcript, _LEVEL)
        try:
            with self._working_for(person):
                async with asyncio.timeout(_WAIT):
                    return await self._pool.ask(
                        request, Purpose.VERIFYING, lambda answer: _fitting_report(answer, match)
                    )
        except TimeoutError as failure:
            raise TableError(_LATER) from failure
        except WorkerError as failure:
            raise TableError(_NO_REPORT) from failure

    async def glance(self, table: Table) -> Report | None:
        """Return a rough report on a game that is over, or None if it isn't made in seconds."""
        match = table.started
        request = Request(Task.ANALYSE, Transcript.of(match, table.terms.options), _ROUGH)
        with suppress(WorkerError, TimeoutError):
            async with asyncio.timeout(_WAIT_FOR_GLANCE):
                return await self._pool.ask(
                    request, Purpose.HINT, lambda answer: _fitting_report(answer, match)
                )
        return None

    async def read_file(self, person: Person, content: bytes) -> FileAnswer:
        """Return the game in a person's file, read by a worker that ends then.

        Raises TableError.
        """
        try:
            with self._working_for(person):
                async with asyncio.timeout(_WAIT_FOR_FILE):
                    return await self._pool.read_file(content)
        except (WorkerError, TimeoutError) as failure:
            raise TableError(_NOT_READ) from failure

    async def stop(self) -> None:
        """Stop all reports; the next request starts from the beginning."""
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @contextmanager
    def _working_for(self, person: Person) -> Generator[None]:
        """Let the workers read one file of a person at a time. Raises TableError."""
        if person in self._busy:
            raise TableError(
                say("I'm still working on another file of yours. Wait for that one first.")
            )
        self._busy.add(person)
        try:
            yield
        finally:
            self._busy.remove(person)

    async def _report(self, table: Table, how: str, purpose: Purpose) -> Report | None:
        """Return the report once it is stored, or None if no worker could make one."""
        match = table.started
        request = Request(Task.ANALYSE, Transcript.of(match, table.terms.options), _LEVEL)
        try:
            report = await self._pool.ask(
                request, purpose, lambda answer: _fitting_report(answer, match)
            )
        except WorkerError:
            return None
        await self._store.keep_report(match.digest, how, written_report(report))
        return report


def _legal_hint(answer: Answer, legal: Set[str]) -> Hinted:
    """Return the hint. Raises ValueError if it values no legal move.

    It raises what `read_hinted` does as well.
    """
    hinted = read_hinted(answer)
    named = {move.notation for move in hinted.moves}
    if not named or not named <= legal:
        raise ValueError("a hint values legal moves")
    return hinted


def _possible_verdict(answer: Answer, match: Match) -> Adjudged | None:
    """Return the verdict, or None without one. Raises ValueError unless a team of the game wins.

    It raises what `read_adjudged` does as well.
    """
    adjudged = read_adjudged(answer)
    if adjudged.winners is None:
        return None
    if frozenset(map(Side, adjudged.winners)) not in {frozenset(), *match.game.spec.teams}:
        raise ValueError("a verdict names a team or no one")
    return adjudged


def _fitting_report(answer: Answer, match: Match) -> Report:
    """Return the report. Raises ValueError if it isn't about this game, and as `read_report`."""
    report, sides = read_report(answer), {side.key for side in match.game.spec.sides}
    told = [ply.text for ply in report.plies]
    named = {ply.side for ply in report.plies} | {side.side for side in report.sides}
    if told != [ply.notation for ply in match.plies] or not named <= {*sides, None}:
        raise ValueError("a report tells of the game's plies and sides")
    return report

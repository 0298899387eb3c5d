"""The acts of engines at a table. A move or an answer is a command of its own."""

import logging
from dataclasses import dataclass
from typing import TypeAlias

from bot.model.engines import Duty, duty_of, request_of
from bot.model.errors import Repeated, Stale
from bot.model.table import Request, Table
from bot.tables.writer import Writer
from rules.log.entries import Actor, Origin
from rules.match.match import Match

__all__ = ["EngineAct", "EngineActs", "EngineAnswers", "EnginePlays", "EngineResigns"]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EnginePlays:
    """Play the move with this canonical notation."""

    notation: str
    makeshift: bool = False
    """True if the engine couldn't think about it."""


@dataclass(frozen=True, slots=True)
class EngineAnswers:
    """Answer the open offer."""

    agree: bool


@dataclass(frozen=True, slots=True)
class EngineResigns:
    """Resign instead of moving."""


EngineAct: TypeAlias = EnginePlays | EngineAnswers | EngineResigns


class EngineActs:
    """Carries out the decisions of engines."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def carry_out(self, table_id: int, duty: Duty, act: EngineAct) -> bool:
        """Carry out an engine's act for its duty. Return False, with nothing done, if outdated.

        If another engine is to move next, no message is written: people see one for all moves up to
        the next person's turn. Raises RulesError for a move that isn't legal.
        """
        async with self._writer.changing(table_id) as table:
            if duty_of(table) != duty:
                return False
            makeshift = isinstance(act, EnginePlays) and act.makeshift
            request = Request(request_of(table, duty, makeshift=makeshift))
            now = self._writer.now()
            origin = Origin(now, Actor.ENGINE, duty.player, request.id)
            after = _after(table, duty, act, origin)
            try:
                await self._writer.append(table, after, request, awaits_engines=True)
            except (Repeated, Stale):
                return False
        _log.info(
            "table=%s game=%s command=%s engine=%s request=%s result=done",
            table_id, table.terms.game, type(act).__name__, duty.level, request.id,
        )  # fmt: skip
        return True


def _after(table: Table, duty: Duty, act: EngineAct, origin: Origin) -> Match:
    match = table.started
    match act:
        case EnginePlays(notation=notation):
            return match.play(duty.seat, notation, origin)
        case EngineAnswers(agree):
            return match.accept(duty.seat, origin) if agree else match.decline(duty.seat, origin)
        case EngineResigns():
            return match.resign(duty.seat, origin)

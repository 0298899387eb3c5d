"""A table's game as a record that anyone who may see its board can take along.

It holds turns, terms and the names that were shown, never a plan, a note, words or a person.
"""

import json
import logging
from collections.abc import Collection

from bot.model.caller import FORMER_PLAYER, Person
from bot.model.results import results_of
from bot.model.table import Player, Status, Table
from bot.tables.dice import proof
from rules.fair import ProofError
from rules.records.game_record import GameRecord, Holder, SeatResult

__all__ = ["record_of"]

_log = logging.getLogger(__name__)


def record_of(table: Table, hidden: Collection[Person] = ()) -> GameRecord:
    """Return the record of a table whose game has begun, as it stands.

    It doesn't name the people of `hidden`.
    """
    match, terms = table.started, table.terms
    everybody = sorted((*table.players, *table.others), key=lambda player: player.id)
    return GameRecord(
        match=match,
        options=dict(terms.options),
        holders=tuple(_holder(each, hidden) for each in everybody if each.seat is not None),
        terms={"vacation": terms.vacation, "hints": terms.hints, "rated": terms.rated},
        series=terms.series_format,
        number=table.game_number,
        results=_results(table) if match.outcome else (),
        proof=_proof(table),
    )


def _holder(player: Player, hidden: Collection[Person]) -> Holder:
    assert player.seat is not None
    is_named = player.user.name != FORMER_PLAYER and player.user.id not in hidden
    return Holder(
        seat=player.seat,
        player=player.id,
        name=player.user.name if is_named else None,
        level=player.level if player.is_engine else None,
        since=player.from_entry,
        until=player.until_entry,
    )


def _results(table: Table) -> tuple[SeatResult, ...]:
    return tuple(
        SeatResult(
            seat=result.seat,
            player=result.player_id,
            rank=result.rank,
            score=result.score,
            worth=result.worth,
            rule=result.rule,
        )
        for result in results_of(table)
    )


def _proof(table: Table) -> dict[str, object] | None:
    """Return the proof of the dice once the game is over, or None if there is none that holds."""
    if table.dice is None or table.status is not Status.OVER:
        return None
    try:
        members: dict[str, object] = json.loads(proof(table))
    except ProofError:
        _log.exception("The proof of table %d does not hold", table.id)
        return None
    return members

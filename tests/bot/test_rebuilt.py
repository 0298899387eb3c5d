"""What lists read follows from the log: whole games of each kind, rebuilt and compared."""

from collections.abc import Mapping
from random import Random

import pytest

from bot.model.errors import TableError
from bot.model.table import Status, Table, Terms
from bot.store.sql.database import Database
from bot.tables.commands import Answer, Command, Play, Propose, Resign
from rules.contract.core import RulesError
from rules.log.events import OfferKind
from rules.match.series import formats
from rules.registry import all_games, find
from rules.time.duration import DAY, HOUR
from rules.time.time_control import Bank, PerTurn, TimeControl
from tests.bot.table_service import Service

_LONGEST = 150
"""Entries after which somebody resigns."""


async def stored(opened: Database, table: Table) -> Mapping[str, object]:
    """Return the row of a table, and what is stored of its end, its timers and its players."""
    row = await opened.row("SELECT * FROM tables WHERE id = ?", table.id)
    assert row is not None
    return dict(row)


@pytest.mark.parametrize("key", list(all_games()))
async def test_columns_follow_from_the_log_in_whole_games(
    opened: Database, service: Service, key: str
) -> None:
    """Moves, offers, answers, take-backs and the end, with a series that goes on."""
    chance = Random(key)
    limit = chance.choice((PerTurn(3 * DAY), Bank(7 * DAY, DAY, 14 * DAY)))
    series = formats(find(key).spec)[0].key
    terms = Terms(key, {}, time=TimeControl(limit), series_format=series)
    table = await service.playing(terms)
    compared = 0
    while table.status is Status.PLAYING:
        service.clock.time += chance.randrange(HOUR)
        table = await acted(service, table, chance)
        if table.status is Status.OVER or chance.random() < 0.2:
            before = await stored(opened, table)
            assert await service.services.reconciling.reconcile(table.id) == []
            await opened.write(_RUINED, table.id)
            assert await stored(opened, table) != before
            assert await service.services.reconciling.reconcile(table.id)
            assert await stored(opened, table) == before
            compared += 1
    assert compared > 1
    following = await service.lookup.game_after(table)
    assert following is not None or (table.series and table.series.is_decided)


_RUINED = (
    "UPDATE tables SET entry_count = 0, log_digest = '', position_number = 0, due_player = NULL,"
    " due_kind = NULL, turn_since = 1, due_at = 1, outcome = NULL, outcome_rule = NULL,"
    " begun_by = 1, turn_allowed = 1, pause_end = 1, engine_due = 1 WHERE id = ?"
)


async def acted(service: Service, table: Table, chance: Random) -> Table:
    """Let somebody do something that is likely to be allowed."""
    match = table.started
    players = [player for player in table.players if player.seat is not None]
    user = (table.due or players[0]).user
    command: Command = Propose(chance.choice((OfferKind.DRAW, OfferKind.TAKE_BACK)))
    if len(match.entries) > _LONGEST:
        command = Resign()
    elif match.offer is not None:
        user = chance.choice(players).user
        command = Answer(match.offer.number, agree=chance.random() < 0.3)
    elif match.seat_due is not None and chance.random() < 0.9:
        legal = match.game.legal(match.state)
        command = Play(match.game.notate(chance.choice(legal)))
    try:
        return await service.do(table, user, command)
    except (RulesError, TableError):
        return table

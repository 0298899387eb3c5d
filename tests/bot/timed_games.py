"""Games on a `Host` that have come to a state in which a timer waits."""

from functools import partial

import pytest

from bot.model.table import Table, Terms
from bot.tables import advance, writer
from bot.tables.commands import (
    Answer,
    Join,
    OfferSeat,
    Play,
    Propose,
    SetOptions,
    TakeSeat,
)
from rules.log.events import OfferKind
from tests.bot.table_service import ANN, BO, CY
from tests.bot.timed_host import Host, opening

__all__ = ["asked_again", "asked_for_seat", "full", "paused", "running"]


async def running(host: Host, time: str = "1d") -> Table:
    """Return a game in which everybody has moved."""
    table = await host.game(time)
    await opening(host, table)
    return table


async def paused(host: Host, days: int) -> Table:
    """Return a game for which everybody has agreed to a pause of so many days."""
    table = await running(host)
    asked = await host.do(table, BO, Propose(OfferKind.PAUSE, days))
    return await host.do(table, ANN, Answer(len(asked.started.entries), agree=True))


async def asked_for_seat(host: Host) -> Table:
    """Return a game in which somebody asks for a seat."""
    table = await running(host, "none")
    offered = await host.do(table, BO, OfferSeat())
    place = offered.seat(BO.id)
    assert place is not None
    return await host.do(table, CY, TakeSeat(place))


async def asked_again(host: Host) -> Table:
    """Return a table whose terms have changed after somebody took a place."""
    table = await host.opened(terms=Terms("rematch", {}, seating=1))
    await host.do(table, BO, Join())
    return await host.do(table, ANN, SetOptions(hints=True, vacation=True, boards=None))


async def full(host: Host) -> Table:
    """Return a game whose last transaction was full before the roll that is due."""
    table = await host.playing(Terms("hypergammon", {}))
    due, match = table.due, table.started
    assert due is not None
    ply = match.game.notate(match.game.legal(match.state)[0])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(advance, "_MOST", 0)
        patch.setattr(writer, "advance", partial(advance.advance, most=0))
        return await host.do(table, due.user, Play(ply))

"""A series with dice whose game was ended by nobody's press goes on with a press on Start."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.messages.channel.cards import card
from bot.messages.controls.message import Button
from bot.model.caller import Caller
from bot.model.engines import duty_of
from bot.model.errors import TableError
from bot.model.queues import ItemKind
from bot.model.table import Status, Table, Terms
from bot.store.queues.queues import Queues
from bot.store.sql.database import Database
from bot.store.store import Store
from bot.tables.commands import AddWords, Close, Command, Join, Leave, Open, Play, Start
from bot.tables.dice import newest_interaction
from bot.tables.engines import EngineResigns
from tests.bot.known_people import opened_among_people
from tests.bot.table_service import ANN, BO, CY, Clock, Service, caller

SERIES = Terms("hypergammon", {}, series_format="first-to-3")


@pytest.fixture
async def database(tmp_path: Path) -> AsyncGenerator[Database]:
    async with opened_among_people(tmp_path / "tables.sqlite3") as opened:
        yield opened


@pytest.fixture
def service(database: Database) -> Service:
    return Service(Store(database), Clock())


async def given_up_by_the_computer(service: Service) -> tuple[Table, Table]:
    """Return a game that the computer has given up, and the one after it."""
    opening = Open(SERIES, (), None, engines=(1,))
    table = await service.tables.open(opening, caller(ANN), service.request())
    table = await service.do(table, ANN, Start())
    while (duty := duty_of(table)) is None:
        match = table.started
        notation = match.game.notate(match.game.legal(match.state)[0])
        table = await service.do(table, ANN, Play(notation))
    assert await service.engines.carry_out(table.id, duty, EngineResigns())
    ended = await service.lookup.get(table.id)
    following = await service.lookup.game_after(ended)
    assert following is not None
    return ended, following


async def test_its_first_roll_takes_in_a_press_that_nobody_knew(
    database: Database, service: Service
) -> None:
    ended, waiting = await given_up_by_the_computer(service)
    assert ended.status is Status.OVER
    assert (waiting.status, waiting.match, waiting.game_number) == (Status.OPEN, None, 2)
    assert ended.dice is not None
    assert waiting.dice == ended.dice.following
    items = await Queues(database).waiting()
    assert ItemKind.CARD in {item.kind for item in items if item.table_id == waiting.id}
    assert ItemKind.BOARD in {item.kind for item in items if item.table_id == ended.id}
    (row,) = card(waiting).rows
    (start,) = row
    assert isinstance(start, Button)
    assert start.label.english() == "Start"
    assert card(waiting).pings == (ANN.id,)
    seats = {player.user.id: player.seat for player in waiting.players}
    begun = await service.do(waiting, ANN, Start())
    assert {player.user.id: player.seat for player in begun.players} == seats
    assert [p.contestant for p in begun.players] == [p.contestant for p in waiting.players]
    assert newest_interaction(begun) == service.requests
    assert begun.started.entries[0].request == str(service.requests)
    assert begun.series == ended.series


@pytest.mark.parametrize("command", [Join(), Leave(), AddWords("luck"), Close()])
async def test_nobody_leaves_or_rewords_or_closes_it(service: Service, command: Command) -> None:
    _, waiting = await given_up_by_the_computer(service)
    for user in (ANN, BO):
        with pytest.raises(TableError):
            await service.do(waiting, user, command)
    assert await service.lookup.reread(waiting.id) == waiting
    with pytest.raises(TableError, match="Only players"):
        await service.do(waiting, BO, Start())


async def test_a_moderator_may_close_it(service: Service) -> None:
    _, waiting = await given_up_by_the_computer(service)
    moderator: Caller = caller(CY, may_moderate=True)
    closed = await service.tables.execute(waiting.id, moderator, Close(), service.request())
    assert closed.table.status is Status.CLOSED

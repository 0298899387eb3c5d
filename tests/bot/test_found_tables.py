"""Which table of a channel or of a person is found, and which of a list comes first."""

import pytest

from bot.model.engines import duty_of
from bot.model.table import Status, Terms
from bot.store.sql.database import Database
from bot.store.tables.lists import waiting
from bot.tables.commands import Accept, Join, Open, Play, Resign, Start
from bot.tables.engines import EngineResigns
from rules.time.duration import DAY
from tests.bot.table_service import ANN, BO, CHANNEL, CY, CZECH, ELSEWHERE, NOW, Service, caller


async def test_the_running_game_is_found_or_the_one_that_ended_last(service: Service) -> None:
    first, second = await service.playing(), None
    await service.do(first, ANN, Resign())
    service.clock.time += 10
    second = await service.playing()
    assert (await service.lookup.latest_in(CHANNEL)).id == second.id
    await service.do(second, ANN, Resign())
    assert (await service.lookup.latest_in(CHANNEL)).id == second.id


@pytest.mark.parametrize("ahead", [2 * DAY, -2 * DAY])
async def test_discords_numbers_tell_which_game_of_a_channel_is_the_latest(
    service: Service, ahead: int
) -> None:
    """The bot's clock was wrong during the first game, or during the second.

    The table that opened first is played last, so that its number tells nothing either.
    """
    service.clock.time = NOW + ahead
    waits = await service.opened()
    played = await service.tables.open(Open(CZECH, (CY,)), caller(BO), service.request())
    await service.do(played, CY, Accept())
    assert (await service.do(waits, BO, Join())).status is Status.OPEN, "the channel is busy"
    await service.do(played, CY, Resign())
    assert (await service.lookup.latest_in(CHANNEL)).id == played.id
    service.clock.time = NOW
    await service.do(waits, ANN, Start())
    await service.do(waits, ANN, Resign())
    assert waits.id < played.id
    assert (await service.lookup.latest_in(CHANNEL)).id == waits.id


async def test_a_game_that_an_engine_began_is_later_than_the_one_before(
    service: Service, opened: Database
) -> None:
    """No interaction began the second game of the series."""
    opening = Open(Terms("czech", {}, series_format="best-of-3"), (), "black", engines=(1,))
    first = await service.tables.open(opening, caller(ANN), service.request())
    duty = duty_of(first)
    assert duty is not None
    assert await service.engines.carry_out(first.id, duty, EngineResigns())
    second = await service.lookup.latest_in(CHANNEL)
    assert second.started.entries[0].request.startswith("engine:")
    await service.do(second, ANN, Resign())
    third = await service.lookup.latest_in(CHANNEL)
    await service.do(third, ANN, Resign())
    assert [first.id, second.id, third.id] == [
        row["id"] for row in await opened.rows("SELECT id FROM tables ORDER BY begun_by, id")
    ]
    assert (await service.lookup.latest_in(CHANNEL)).id == third.id


async def test_the_newest_table_that_waits_is_found(service: Service) -> None:
    await service.opened()
    newest = await service.opened()
    found = await service.lookup.waiting_in(CHANNEL, ANN.id)
    assert found is not None
    assert found.id == newest.id


async def test_what_waits_longest_is_listed_first(service: Service) -> None:
    first = await service.playing()
    service.clock.time += 100
    other = await service.tables.open(
        Open(CZECH, (CY,), "white"), caller(ANN, ELSEWHERE), service.request()
    )
    await service.tables.execute(other.id, caller(CY, ELSEWHERE), Accept(), service.request())
    assert [each.id for each in await service.store.lists.of_user(ANN.id)] == [first.id, other.id]


async def test_next_leads_to_the_game_that_has_waited_longest(
    service: Service, opened: Database
) -> None:
    """Ann's first game was answered after her second had begun."""
    first = await service.playing()
    await service.do(first, ANN, Play("c3-d4"))
    other = await service.tables.open(
        Open(CZECH, (CY,), "white"), caller(ANN, ELSEWHERE), service.request()
    )
    await service.tables.execute(other.id, caller(CY, ELSEWHERE), Accept(), service.request())
    service.clock.time += 100
    await service.do(first, BO, Play("b6-a5"))
    found = await opened.transact(lambda tx: waiting(tx, ANN.id, ()))
    assert found is not None
    assert (found.count, found.place.channel_id) == (2, ELSEWHERE)
    besides = await opened.transact(lambda tx: waiting(tx, ANN.id, (other.id,)))
    assert besides is not None
    assert (besides.count, besides.place.channel_id) == (1, CHANNEL)

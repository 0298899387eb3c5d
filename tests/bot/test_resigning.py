"""Somebody resigns among three: they are out, and the others play on with a computer opponent."""

from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from bot.messages.channel.boards import message_for
from bot.messages.panels.table.menu import resignation_question
from bot.model.engines import duty_of
from bot.model.errors import TableError
from bot.model.table import Table, Terms
from bot.store.sql.database import Database
from bot.tables.commands import Answer, Play, PlayOn, Propose, Resign, SeatEngine
from bot.tables.engines import EnginePlays
from loopback import Loopback
from rules.contract.core import RulesError, Seat
from rules.contract.sentence import say
from rules.log.entries import Actor
from rules.log.events import OfferKind, Resigned, SeatTaken, SeatWay
from rules.time.duration import DAY
from rules.time.time_control import PerTurn, TimeControl
from tests.bot.game_driver import delivered, labels, private, shown, sit_down
from tests.bot.seat_changes import move, playing, refused, rows, seat_of, stored
from tests.bot.table_service import ANN, BO, CY, Service, caller

HEKS = Terms("punt-heks", {"players": "3"}, time=TimeControl(PerTurn(3 * DAY)))
RESIGNED = "common.resigned"


async def begun(service: Service, terms: Terms = HEKS, turns: int = 3) -> Table:
    table = await playing(service, terms)
    for _ in range(turns):
        table = await move(service, table)
    return table


async def engine_moves(service: Service, table: Table) -> Table:
    duty, match = duty_of(table), table.started
    assert duty is not None
    act = EnginePlays(match.game.notate(match.legal[0]))
    assert await service.engines.carry_out(table.id, duty, act)
    return await service.lookup.get(table.id)


def question(table: Table) -> str:
    return resignation_question(table, ANN.id).text.english()


@pytest.mark.parametrize("turns", [0, 3, 4])
async def test_who_resigns_is_out_and_the_others_play_on(
    service: Service, opened: Database, turns: int
) -> None:
    """Whoever's turn it is, and also before everybody has moved."""
    table = await begun(service, turns=turns)
    seat = seat_of(table, BO)
    left = table.at(seat)
    table = await service.do(table, BO, Resign())
    last = table.started.entries[-1]
    engine = table.at(seat)
    assert last.event == SeatTaken(seat, left.id, engine.id, SeatWay.RESIGNED, by_engine=True)
    assert (last.actor, last.seat, last.player) == (Actor.SEAT, seat, left.id)
    assert (engine.is_engine, engine.level, table.started.outcome) == (True, 3, None)
    assert await stored(service, table) == table
    assert await rows(opened, table) == [(BO.id, 3, RESIGNED)]
    while not (table.due and table.due.is_engine):
        table = await move(service, table)
    table = await engine_moves(service, table)
    assert table.started.entries[-1].player == engine.id
    for command in (Play("a1"), Resign(), Propose(OfferKind.DRAW)):
        await refused(service, table, BO, command)


async def test_the_message_that_stays_does_not_tell_who_is_thinking(service: Service) -> None:
    table = await begun(service, turns=0)
    while table.due is None or table.due.id != BO.id:
        table = await move(service, table)
    table = await service.do(table, BO, Resign())
    assert table.due is not None
    assert table.due.is_engine
    message = message_for(table, len(table.started.entries))
    assert message is not None
    assert "takes over" in message.text.english()
    assert "thinking" not in message.text.english()


async def test_the_last_person_has_won(service: Service, opened: Database) -> None:
    table = await begun(service)
    assert "the others play on" in question(table)
    table = await service.do(table, BO, Resign())
    assert "the others play on" not in question(table)
    table = await service.do(table, ANN, Resign())
    assert isinstance(table.started.events[-1], Resigned)
    assert table.started.winners == (seat_of(table, CY),)
    found = await rows(opened, table)
    assert found[0] == (BO.id, 3, RESIGNED)
    assert set(found[1:]) == {(ANN.id, 2, RESIGNED), (None, 2, RESIGNED), (CY.id, 1, RESIGNED)}


async def test_the_others_may_end_it_and_the_loss_remains(
    service: Service, opened: Database
) -> None:
    table = await begun(service)
    await refused(service, table, ANN, Propose(OfferKind.ABORT))
    table = await service.do(table, BO, Resign())
    table = await service.do(table, ANN, Propose(OfferKind.ABORT))
    offer = table.started.offer
    assert offer is not None
    await refused(service, table, BO, Answer(offer.number, agree=True))
    table = await service.do(table, CY, Answer(offer.number, agree=True))
    assert table.started.outcome is not None
    assert table.started.outcome.is_void
    found = await rows(opened, table)
    assert found[0] == (BO.id, 3, RESIGNED)
    assert {row[1:] for row in found[1:]} == {(None, "common.void.agreed")}


async def test_a_handed_over_seat_gives_nobody_the_right_to_end_it(service: Service) -> None:
    table = await begun(service)
    table = await service.do(table, BO, SeatEngine(seat_of(table, BO), 1))
    for rival in (ANN, CY):
        assert table.started.offer is not None
        table = await service.do(table, rival, Answer(table.started.offer.number, agree=True))
    await refused(service, table, ANN, Propose(OfferKind.ABORT))


async def test_agreeing_to_resign_with_nobody_is_refused(service: Service) -> None:
    """The button of an ally, forged for a game in which there are none."""
    await refused(service, await begun(service), BO, Resign(too=True))


async def test_what_cannot_be_written_leaves_the_seat(
    service: Service, opened: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seat and the result are in one transaction; a second try takes the same row."""
    table = await begun(service)

    def refuse(*_: object) -> None:
        raise RulesError(say("Not now."))

    with monkeypatch.context() as patched:
        patched.setattr("bot.store.tables.results.result_of_leaver", refuse)
        with pytest.raises(RulesError):
            await service.do(table, BO, Resign())
    again = await service.lookup.reread(table.id)
    assert again.seat(BO.id) == seat_of(table, BO)
    assert (again.match, await rows(opened, table)) == (table.match, [])
    await service.do(again, BO, Resign())
    (count,) = await opened.rows("SELECT count(*) AS n FROM players WHERE kind = 'engine'")
    assert count["n"] == 1


async def test_a_series_goes_on_with_the_computer(service: Service) -> None:
    terms = Terms("punt-heks", {"players": "3"}, time=HEKS.time, series_format="first-to-2")
    table = await begun(service, terms)
    assert "You leave the series, too." in question(table)
    left = table.at(seat_of(table, BO))
    table = await service.do(table, BO, Resign())
    change = await service.tables.execute(table.id, caller(ANN), Resign(), service.request())
    assert change.following is not None
    assert [engine.contestant for engine in change.following.engines] == [left.contestant]


async def test_it_is_told_and_ended_over_the_wire(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, "punt-heks", options={"players": "3"})
    for _ in range(3):
        await driver.move(driver.match.game.notate(driver.match.legal[0]))
    resigner = driver.people[Seat(1)]
    others = [person for seat, person in driver.people.items() if seat != Seat(1)]
    asked = private(await resigner.slash("game resign"))
    assert "the others play on" in asked.content
    told = await shown(bot, resigner, await resigner.click(asked, "Resign"))
    assert f"**{resigner.name} resigned.** 🤖 Pike takes over" in told.content
    assert "End it here" in labels(told)
    offer = await shown(bot, others[0], await others[0].click(told, "End it here"))
    assert offer.pings == {others[1].id}
    assert "wants to call the game off. No one wins or loses." in offer.content
    end = await shown(bot, others[1], await others[1].click(offer, "Agree"))
    assert "**No result** for" in end.content
    await delivered(bot)


async def test_an_ally_is_asked_to_resign_twice_at_most_between_two_moves(
    service: Service,
) -> None:
    """Each wish is an entry of the log, and a ping."""
    table = await playing(service, Terms("rematch", {}, seating=1))
    seat = next(each for each in table.started.seats if table.started.allies_of(each))
    user = table.at(seat).user
    for _ in range(2):
        table = await service.do(table, user, Resign())
        table = await service.do(table, user, PlayOn())
    count = len(table.started.entries)
    with pytest.raises(TableError, match="since the last move"):
        await service.do(table, user, Resign())
    table = await service.lookup.get(table.id)
    assert len(table.started.entries) == count
    table = await move(service, table)
    table = await service.do(table, user, Resign())
    assert seat in table.started.wanting
    (ally,) = table.started.allies_of(seat)
    table = await service.do(table, table.at(ally).user, Resign(too=True))
    assert table.started.outcome is not None

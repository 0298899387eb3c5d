"""What engines do at a table, without Discord and without workers."""

import json

import pytest

from bot.model.engines import Duty, duty_of
from bot.model.table import Status, Table, Terms
from bot.tables.commands import Accept, Answer, Open, Play, Propose, Resign, Start
from bot.tables.dice import interaction_of, proof
from bot.tables.engines import EngineAct, EngineAnswers, EnginePlays, EngineResigns
from rules.contract.core import RulesError, Seat
from rules.fair import read_proof, verify
from rules.log.entries import Actor
from rules.log.events import OfferKind, Rolled
from tests.bot.table_service import ANN, BO, Service, caller

CZECH = Terms("czech", {})
DICE = Terms("hypergammon", {}, series_format="first-to-3")


async def against(service: Service, terms: Terms, side: str | None = None) -> Table:
    """Return a table of Ann and an engine, begun if it has no dice."""
    command = Open(terms, (), side, engines=(1,))
    return await service.tables.open(command, caller(ANN), service.request())


async def acts(service: Service, table: Table, act: EngineAct) -> Table:
    """Let the engine that is due act, and return the table afterwards."""
    duty = duty_of(table)
    assert duty is not None
    assert await service.engines.carry_out(table.id, duty, act)
    return await service.lookup.get(table.id)


def some_move(table: Table) -> str:
    match = table.started
    return match.game.notate(match.game.legal(match.state)[0])


async def engines_turn(service: Service, table: Table) -> Table:
    """Let Ann move until the engine is due."""
    while duty_of(table) is None:
        table = await service.do(table, ANN, Play(some_move(table)))
    return table


async def test_a_duty_is_done_once(service: Service) -> None:
    table = await engines_turn(service, await against(service, CZECH, "white"))
    duty = duty_of(table)
    assert duty is not None
    table = await acts(service, table, EnginePlays(some_move(table)))
    entries = table.started.entries
    assert (entries[-1].actor, entries[-1].player) == (Actor.ENGINE, table.engines[0].id)
    assert not await service.engines.carry_out(table.id, duty, EnginePlays("b6-a5"))
    assert (await service.lookup.reread(table.id)).started.entries == entries


async def test_a_duty_is_past_once_the_position_is_another(service: Service) -> None:
    """Ann takes her move back while the engine thinks."""
    table = await engines_turn(service, await against(service, CZECH, "white"))
    duty, move = duty_of(table), some_move(table)
    assert duty is not None
    table = await service.do(table, ANN, Propose(OfferKind.TAKE_BACK))
    assert table.started.plies == ()
    assert not await service.engines.carry_out(table.id, duty, EnginePlays(move))
    assert duty_of(table) is None


async def test_an_illegal_move_of_an_engine_is_refused(service: Service) -> None:
    table = await engines_turn(service, await against(service, CZECH, "white"))
    duty = duty_of(table)
    assert duty is not None
    for text in ("a1-h8", "nonsense"):
        with pytest.raises(RulesError):
            await service.engines.carry_out(table.id, duty, EnginePlays(text))
    assert duty_of(await service.lookup.reread(table.id)) == duty


async def test_nobody_else_can_do_an_engines_duty(service: Service) -> None:
    """A duty that was made up is none."""
    table = await against(service, CZECH, "white")
    forged = Duty(table.players[0].id, Seat(0), 1, 1)
    assert not await service.engines.carry_out(table.id, forged, EnginePlays("c3-d4"))


async def test_an_engine_agrees_to_a_draw_and_nobody_waits(service: Service) -> None:
    table = await against(service, CZECH, "white")
    table = await service.do(table, ANN, Propose(OfferKind.DRAW))
    assert (duty := duty_of(table)) is not None
    assert duty.offer is OfferKind.DRAW
    table = await acts(service, table, EngineAnswers(agree=True))
    assert table.status is Status.OVER
    assert table.started.winners == ()


async def test_an_engine_waits_while_people_have_an_offer_to_answer(service: Service) -> None:
    """Its move would decline the offer."""
    terms = Terms("rematch", {}, seating=1)
    command = Open(terms, (BO,), "red", engines=(1,))
    table = await service.tables.open(command, caller(ANN), service.request())
    table = await service.do(table, BO, Accept())
    moved: set[int] = set()
    while duty_of(table) is None or ANN.id not in moved:
        if duty_of(table):
            table = await acts(service, table, EnginePlays(some_move(table)))
            continue
        person = BO if table.due and table.due.user == BO else ANN
        moved.add(person.id)
        table = await service.do(table, person, Play(some_move(table)))
    table = await service.do(table, ANN, Propose(OfferKind.TAKE_BACK))
    assert duty_of(table) is None
    number = len(table.started.entries)
    table = await service.do(table, BO, Answer(number, agree=False))
    assert duty_of(table) is not None


async def test_a_series_with_dice_waits_for_a_press_after_an_engine(service: Service) -> None:
    """The rolls of the next game follow from the number of that press."""
    table = await against(service, DICE)
    assert table.status is Status.OPEN
    table = await service.do(table, ANN, Start())
    table = await acts(service, await engines_turn(service, table), EngineResigns())
    assert table.status is Status.OVER
    verify(read_proof(proof(table)))
    following = await service.lookup.game_after(table)
    assert following is not None
    assert following.status is Status.OPEN
    following = await service.do(following, ANN, Start())
    press = str(service.requests)
    assert following.game_number == 2
    rolls = [e for e in following.started.entries if isinstance(e.event, Rolled)]
    assert interaction_of(following.started.entries[: rolls[0].number]) == press
    ended = await service.do(following, ANN, Resign())
    assert await service.lookup.game_after(ended) is not None
    members = json.loads(proof(ended))
    engine = following.engines[0].seat
    assert members["contributions"][engine]["interaction"] == "0"


async def test_rolls_after_an_engines_move_keep_the_last_persons_number(service: Service) -> None:
    table = await service.do(await against(service, DICE), ANN, Start())
    table = await engines_turn(service, table)
    before = interaction_of(table.started.entries)
    table = await acts(service, table, EnginePlays(some_move(table)))
    assert interaction_of(table.started.entries) == before
    assert isinstance(table.started.entries[-1].event, Rolled)

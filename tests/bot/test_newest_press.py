"""Which presses the dice take in, and that none comes before them, without Discord."""

import pytest

from bot.model.errors import TableError
from bot.model.table import PlayerStatus, Request, Status, Terms, User
from bot.store.sql.database import Database
from bot.tables.commands import (
    Accept,
    AddEngine,
    Command,
    Join,
    Leave,
    Play,
    Propose,
    Start,
)
from bot.tables.dice import interaction_of, newest_interaction
from rules.log.entries import Actor, Entry
from rules.log.events import Begun, OfferKind, Played
from tests.bot.table_service import ANN, BO, Service, caller

DICE = Terms("hypergammon", {})


def test_a_roll_follows_from_the_newest_move_of_a_person() -> None:
    made: tuple[tuple[str, Actor, Begun | Played], ...] = (
        ("100", Actor.HOST, Begun()),
        ("101", Actor.SEAT, Played("a")),
        ("102", Actor.ENGINE, Played("b")),
        ("103", Actor.HOST, Played("-")),
    )
    entries = [
        Entry(number, 0, actor, None, None, request, event)
        for number, (request, actor, event) in enumerate(made)
    ]
    assert [interaction_of(entries[:length]) for length in (1, 2, 3, 4)] == [
        "100", "101", "101", "101",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("presser", "command"),
    [(BO, Accept()), (BO, Join()), (ANN, Start()), (BO, Play("5/3"))],
    ids=["accept", "join", "start", "play"],
)
async def test_no_press_comes_before_one_that_entered_the_dice(
    opened: Database, service: Service, presser: User, command: Command
) -> None:
    """Its number would be known in advance, and rolls follow from it."""
    table = await service.opened(*([BO] if command == Accept() else []), terms=DICE)
    entered = service.requests
    if command == Start():
        await service.do(table, ANN, AddEngine(1))
    if isinstance(command, Play):
        await service.do(table, BO, Join())
        entered = service.requests
    newest = newest_interaction(await service.lookup.get(table.id))
    assert newest == entered
    await opened.write("DELETE FROM requests")
    for number in (newest - 1, newest):
        request = Request(f"{number}", "token")
        with pytest.raises(TableError, match="same moment"):
            await service.tables.execute(table.id, caller(presser), command, request)


async def test_of_the_numbers_that_entered_the_dice_the_largest_counts(service: Service) -> None:
    table = await service.full(DICE)
    (joined,) = (int(p.accepted or 0) for p in table.players if p.user == BO)
    assert table.status is Status.OPEN
    assert newest_interaction(table) == joined
    started = await service.do(table, ANN, Start())
    assert newest_interaction(started) == service.requests > joined
    assert interaction_of(started.started.entries) == str(service.requests)
    await service.do(table, ANN, Propose(OfferKind.ABORT))
    after = await service.lookup.get(table.id)
    assert interaction_of(after.started.entries) == str(service.requests - 1), (
        "an offer does not count"
    )


async def test_who_comes_back_adds_a_new_number(service: Service) -> None:
    table = await service.full(DICE)
    await service.do(table, BO, Leave())
    back = await service.do(table, BO, Join())
    (player,) = (p for p in back.players if p.user == BO)
    assert (player.status, player.accepted) == (PlayerStatus.SEATED, str(service.requests))

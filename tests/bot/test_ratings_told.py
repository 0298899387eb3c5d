"""Ratings where people read them: on the card, in the terms, and at the end of a game."""

import re
from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from bot.messages.words.ratings import after_game, points
from bot.model.ratings import Counted, Standing, Step, Why
from bot.model.table import Table
from bot.tables.commands import Adjudicate, Answer, OfferSeat, Resign, TakeSeat
from loopback import Loopback
from rules.contract.core import Seat
from rules.log.events import SeatTaken
from tests.bot.game_driver import delivered, private, shown, sit_down
from tests.bot.seat_changes import CZECH, DI, due, move, playing, seat_of
from tests.bot.table_service import ANN, BO, Service, caller


def step(before: int, after: int, games: int) -> Step:
    return Step(Standing(before, 60_00, games), Standing(after, 60_00, games + 1))


async def told(service: Service, table: Table) -> str:
    counted = await service.store.ratings.at_entry(table.id, len(table.started.entries))
    assert counted is not None
    return after_game(table, counted).english()


def test_points_are_whole_and_newcomers_are_marked() -> None:
    assert points(Standing(1612_49, 60_00, 10)).text == "1612"
    assert points(Standing(1612_50, 60_00, 9)).text == "1613?"


async def test_the_change_is_told_by_seat_with_marks_for_newcomers(service: Service) -> None:
    table = await playing(service, CZECH)
    ended = await service.do(table, ANN, Resign())
    steps = {BO.id: step(1544_00, 1498_00, 8), ANN.id: step(1612_00, 1621_00, 10)}
    by_seat = sorted(
        ("Ann 1621 (+9)", "Bo: 9 of 10 rated games"),
        key=lambda text: ended.seat((ANN if "Ann" in text else BO).id) or 0,
    )
    assert after_game(ended, Counted(None, steps)).english() == f"-# {' · '.join(by_seat)}"
    fell = {BO.id: step(1544_00, 1498_00, 9)}
    assert after_game(ended, Counted(None, fell)).english() == "-# Bo starts at 1498"
    level = {BO.id: step(1544_00, 1544_20, 10)}
    assert after_game(ended, Counted(None, level)).english() == "-# Bo 1544 (±0)"
    assert after_game(ended, Counted(None)).english() == "", "it was struck meanwhile"


async def test_who_is_not_moved_by_a_newcomer_reads_why(service: Service) -> None:
    ended = await service.do(await playing(service, CZECH), ANN, Resign())
    steps = {BO.id: step(1612_00, 1612_00, 40), ANN.id: step(1500_00, 1393_00, 0)}
    said = after_game(ended, Counted(None, steps)).english()
    assert "Bo 1612, unchanged (Ann isn't ranked yet)" in said
    assert "Ann: 1 of 10 rated games" in said
    tenth = {BO.id: step(1612_00, 1612_00, 40), ANN.id: step(1530_00, 1544_00, 9)}
    assert "Ann starts at 1544, now #3" in (
        after_game(ended, Counted(None, tenth), {ANN.id: 3}).english()
    )


@pytest.mark.parametrize("why", list(Why))
async def test_each_reason_is_told_or_was_known(service: Service, why: Why) -> None:
    table = await service.do(await playing(service, CZECH), ANN, Resign())
    said = after_game(table, Counted(why)).english()
    known = why in {Why.VOID, Why.UNRATED, Why.PLACE}
    assert bool(said) is not known
    assert known or re.fullmatch(r"-# Unrated: .+[^.]", said)


async def test_an_unrated_game_says_nothing_of_ratings(service: Service) -> None:
    table = await service.playing()
    assert not table.terms.rated, "it has no time limit"
    table = await service.do(table, BO, OfferSeat())
    table = await service.do(table, DI, TakeSeat(seat_of(table, BO)))
    table = await service.do(table, ANN, Answer(len(table.started.entries), agree=True))
    assert isinstance(table.started.entries[-1].event, SeatTaken)
    assert await told(service, table) == "", "a seat changed hands"
    assert await told(service, await service.do(table, ANN, Resign())) == ""


async def test_a_decision_and_a_resignation_are_told(service: Service) -> None:
    table = await playing(service, CZECH)
    for _ in range(2):
        table = await move(service, table)
    decided = Adjudicate((Seat(0),), "cheated")
    moderator = caller(DI, may_moderate=True)
    change = await service.tables.execute(table.id, moderator, decided, service.request())
    assert "a moderator decided it" in await told(service, change.table)
    table = await playing(service, CZECH)
    for _ in range(2):
        table = await move(service, table)
    await service.do(table, due(table), OfferSeat())
    table = await service.do(table, ANN, Resign())
    assert re.search(r"Ann: 1 of 10 rated games", await told(service, table))


async def test_card_beginning_and_end_over_the_wire(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, "czech", time="3 days")
    card = driver.card.content
    assert " · rated · " in card
    for _ in range(2):
        await driver.move(driver.match.game.notate(driver.match.legal[0]))
    loser = driver.people[Seat(0)]
    asked = private(await loser.slash("game resign"))
    end = await shown(bot, loser, await loser.click(asked, "Resign"))
    assert re.search(r"-# \w+: 1 of 10 rated games · \w+: 1 of 10 rated games", end.content)
    await delivered(bot)

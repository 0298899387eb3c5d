"""Who takes a place at a rated table: nobody new, and nobody who was forgotten lately."""

from dataclasses import replace

import pytest

from bot.interactions.client import Postboard
from bot.model.errors import TableError
from bot.model.table import Status, Table, Terms, User
from bot.store.people.accounts import YOUNG
from bot.store.sql.database import Database
from bot.tables.commands import Accept, Decline, InviteInstead, Join, Open
from bot.tables.setup import rematch_after
from loopback import Loopback, Person
from loopback.model.people import Member
from rules.time.duration import DAY
from rules.time.time_control import read_time_control
from tests.bot.game_driver import labels, private, public, shown
from tests.bot.table_service import ANN, BO, Service, caller
from tests.bot.test_lobby import as_it_stands

TIMED = Terms("czech", {}, time=read_time_control("3d"))
TODAY = 1_700_000_000
EPOCH = 1_420_070_400


async def account(service: Service, days: int, name: str = "Newt") -> User:
    """Return somebody whose account is so many days old, and let it be today."""
    service.clock.time = TODAY
    return User(await service.store.people.meet((TODAY - days * DAY - EPOCH) * 1000 << 22), name)


async def asked_for(service: Service, *invited: User, rated: bool | None = None) -> Table:
    asked = Open(TIMED, invited, rated=rated)
    return await service.tables.open(asked, caller(ANN), service.request())


async def test_a_young_account_takes_no_place_at_a_rated_table_and_is_told_when(
    service: Service,
) -> None:
    newt = await account(service, 29)
    table = await asked_for(service)
    assert table.terms.rated
    with pytest.raises(TableError) as refused:
        await service.do(table, newt, Join(table.terms.digest))
    assert f"<t:{TODAY + DAY}:F>" in str(refused.value)
    service.clock.time = TODAY + DAY - 1
    with pytest.raises(TableError, match="join rated games from"):
        await service.do(table, newt, Join(table.terms.digest))
    assert len((await service.lookup.get(table.id)).seated) == 1
    service.clock.time = TODAY + DAY
    assert (await service.do(table, newt, Join(table.terms.digest))).status is Status.PLAYING


async def test_an_unrated_table_is_open_to_everybody(service: Service) -> None:
    newt = await account(service, 0)
    table = await asked_for(service, rated=False)
    assert (await service.do(table, newt, Join())).status is Status.PLAYING


async def test_a_table_that_invites_a_young_account_is_not_rated(service: Service) -> None:
    newt = await account(service, 3)
    table = await asked_for(service, newt)
    assert not table.terms.rated
    assert (await service.do(table, newt, Accept())).status is Status.PLAYING
    with pytest.raises(TableError, match="Newt can't join a rated game right now"):
        await asked_for(service, newt, rated=True)


async def test_a_young_host_opens_an_unrated_table(service: Service) -> None:
    newt = await account(service, 29)
    asked = Open(TIMED, (BO,))
    table = await service.tables.open(asked, caller(newt), service.request())
    assert not table.terms.rated
    with pytest.raises(TableError, match=f"from <t:{TODAY + DAY}:F> on"):
        await service.tables.open(replace(asked, rated=True), caller(newt), service.request())


async def test_a_young_account_is_not_invited_in_the_place_of_who_declined(
    service: Service,
) -> None:
    newt = await account(service, 5)
    table = await service.do(await asked_for(service, BO), BO, Decline())
    gone = table.declined[0].id
    with pytest.raises(TableError, match="Newt can't join a rated game right now"):
        await service.do(table, ANN, InviteInstead(gone, newt))
    old = await account(service, 30, "Old")
    assert (await service.do(table, ANN, InviteInstead(gone, old))).invited


async def test_a_rematch_with_a_young_account_is_not_rated(service: Service) -> None:
    """Somebody may have come to the table in place of another."""
    newt = await account(service, 5)
    table = await asked_for(service, rated=False)
    table = await service.do(table, newt, Join())
    as_rated = replace(table, terms=replace(table.terms, rated=True), status=Status.OVER)
    again = replace(rematch_after(as_rated, caller(ANN)), rematch_of=table.id)
    assert again.rated
    assert not (await service.tables.open(again, caller(ANN), service.request())).terms.rated


async def test_who_was_forgotten_plays_unrated_games_for_30_days(
    service: Service, opened: Database
) -> None:
    old = await account(service, 2000)
    table = await asked_for(service, old)
    assert table.terms.rated
    people = service.store.people
    assert await people.unrated_until([old.id, ANN.id], TODAY) == {}
    kept = await opened.rows("SELECT 1 FROM metadata WHERE key = 'forgotten_key'")
    assert kept == [], "a read writes nothing"
    await service.services.forgetting.ask(old.id)
    await service.services.forgetting.carry_out(old.id)
    again = await account(service, 2000)
    assert await people.unrated_until([again.id], TODAY) == {again.id: TODAY + 30 * DAY}
    with pytest.raises(TableError, match="join rated games from"):
        await service.do(await asked_for(service), again, Join())
    service.clock.time = TODAY + 30 * DAY
    assert (await asked_for(service, again)).terms.rated


async def test_who_is_forgotten_again_waits_for_30_days_from_then(service: Service) -> None:
    people, forgetting = service.store.people, service.services.forgetting
    for days in (0, 20):
        person = (await account(service, 2000)).id
        service.clock.time = TODAY + days * DAY
        await forgetting.ask(person)
        await forgetting.carry_out(person)
    again = await account(service, 2000)
    until = TODAY + 50 * DAY
    assert await people.unrated_until([again.id], TODAY + 31 * DAY) == {again.id: until}
    assert await people.unrated_until([again.id], until) == {}


def member(server: Loopback, made: int) -> Person:
    """Return a member of the server whose account was made at this time."""
    world = server.world
    user = world.add_user("Newt")
    del world.users[user.id]
    user.id = (made - EPOCH) * 1000 << 22
    world.users[user.id] = user
    world.guild().members[user.id] = Member(user, server.clock.now())
    return server.person(user)


async def test_the_card_says_that_it_is_not_rated_and_no_reason(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    made = int(bot.now()) - YOUNG // 2
    card = public(await ann.slash("play", game="czech"))
    assert " · rated · " in card.content
    newcomer = member(server, made)
    refused = private(await newcomer.click(as_it_stands(newcomer, card), "Join"))
    assert f"from <t:{made + YOUNG}:F> on" in refused.content
    invited = public(await ann.slash("play", game="czech", channel="lobby", opponent=newcomer))
    assert " · unrated · " in invited.content
    assert "· rated" not in invited.content
    assert "Accept" in labels(invited)
    board = await shown(bot, newcomer, await newcomer.click(invited, "Accept"))
    assert "and move first" in board.content

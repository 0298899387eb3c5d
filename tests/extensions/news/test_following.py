"""Following games: who may, how many, and what the person reads."""

from pathlib import Path

import pytest

from bot.extensions.news.rows import NewsStore
from bot.extensions.news.values import LONGEST, MOST, MOST_WITH_MOVES, TooManyFollowed
from bot.interactions.client import Postboard
from bot.model.errors import NoGame, TableError
from bot.model.table import Table
from bot.store.cleaning import clean
from bot.store.sql.database import Database
from bot.tables.commands import Join, Open, Resign
from loopback import Loopback, Message, Permission, Person
from tests.bot.game_driver import GameDriver, labels, private, sit_down
from tests.bot.table_service import ANN, BO, CY, CZECH, ELSEWHERE, Service, caller
from tests.bot.who import person_of, somebody
from tests.extensions.news.news_host import follow, follows


@pytest.fixture
async def driver(server: Loopback, bot: Postboard, database: Path) -> GameDriver:
    return await sit_down(server, bot, database, side="white")


async def followed(service: Service) -> list[tuple[int, bool]]:
    """Return the games that Cy follows, and whether with their moves."""
    return [(each.table.id, each.moves) for each in await follows(service).of_person(CY.id)]


async def another(service: Service, channel: int) -> Table:
    """Return a game of Ann and Bo in a channel of its own; nobody may host all of them."""
    host, guest = (ANN, BO) if channel % 2 else (BO, ANN)
    here = caller(host, channel)
    table = await service.tables.open(Open(CZECH, (), "white"), here, service.request())
    change = await service.tables.execute(
        table.id, caller(guest, channel), Join(), service.request()
    )
    return change.table


async def test_who_follows_a_game_chooses_whether_to_hear_of_its_moves(service: Service) -> None:
    table = await service.playing()
    await follow(service, table, caller(CY))
    assert await followed(service) == [(table.id, False)]
    await follow(service, table, caller(CY), moves=True)
    await follow(service, table, caller(CY))
    assert await followed(service) == [(table.id, True)]
    await follow(service, table, caller(CY), moves=False)
    assert await followed(service) == [(table.id, False)]
    await follows(service).unfollow(table.id, CY.id)
    assert await followed(service) == []


async def test_players_hear_of_their_game_anyway(service: Service) -> None:
    table = await service.playing()
    for player in (ANN, BO):
        with pytest.raises(TableError, match="you hear about it anyway"):
            await follow(service, table, caller(player))


async def test_only_games_that_run_are_followed(service: Service) -> None:
    with pytest.raises(TableError, match="hasn't started"):
        await follow(service, await service.opened(BO), caller(CY))
    table = await service.playing()
    over = await service.do(table, ANN, Resign())
    with pytest.raises(TableError, match="is finished"):
        await follow(service, over, caller(CY))


async def test_a_game_that_one_cannot_see_is_unknown(service: Service) -> None:
    table = await service.playing()
    unknown = None
    try:
        await service.lookup.get(10**9)
    except NoGame as error:
        unknown = error.sentence
    with pytest.raises(NoGame) as refused:
        await follow(service, table, caller(CY, ELSEWHERE))
    assert refused.value.sentence == unknown
    assert await followed(service) == []


async def test_a_person_follows_twenty_games_at_most(service: Service) -> None:
    tables = [await another(service, 100 + number) for number in range(MOST + 1)]
    for table in tables[:MOST]:
        await follow(service, table, caller(CY, table.channel_id))
    with pytest.raises(TooManyFollowed, match="You follow 20 games, which is the limit"):
        await follow(service, tables[MOST], caller(CY, tables[MOST].channel_id))
    await follow(service, tables[0], caller(CY, 100), moves=True)
    assert await followed(service) == [(table.id, table is tables[0]) for table in tables[:MOST]]
    await follows(service).unfollow(tables[3].id, CY.id)
    await follow(service, tables[MOST], caller(CY, tables[MOST].channel_id))
    assert len(await followed(service)) == MOST


async def test_fifty_people_hear_of_the_moves_of_a_game_and_any_number_of_its_end(
    service: Service,
) -> None:
    table = await service.playing()
    people = [somebody(100 + number, f"P{number}") for number in range(MOST_WITH_MOVES + 2)]
    for each in people:
        await follow(service, table, caller(each))
    for each in people[:MOST_WITH_MOVES]:
        await follow(service, table, caller(each), moves=True)
    await follow(service, table, caller(people[0]), moves=True)
    with pytest.raises(TableError, match="50 people get this game's moves"):
        await follow(service, table, caller(people[-1]), moves=True)
    (left,) = await follows(service).of_person(people[-1].id)
    assert not left.moves


async def test_nobody_follows_a_game_for_more_than_ninety_days(
    service: Service, opened: Database
) -> None:
    table = await service.playing()
    await follow(service, table, caller(CY))
    now = int(service.clock.time)
    await opened.transact(lambda tx: clean(tx, now + LONGEST, 0))
    assert await followed(service) == [(table.id, False)]
    await opened.transact(lambda tx: clean(tx, now + LONGEST + 1, 0))
    assert await followed(service) == []


# Over the wire


async def test_the_menu_lets_those_follow_who_do_not_play(
    driver: GameDriver, bot: Postboard, cy: Person
) -> None:
    for player in driver.people.values():
        assert "Follow" not in labels(private(await player.click(driver.board, "Menu")))
    menu = private(await cy.click(driver.board, "Menu"))
    told = private(await cy.click(menu, "Follow"))
    assert "You follow **Ann – Bo · Czech draughts**" in told.content
    assert "I'll DM you the result" in told.content
    assert labels(told) == {"Moves too", "Stop following"}
    told = private(await cy.click(told, "Moves too"))
    assert "moves (at most one DM an hour)" in told.content
    assert labels(told) == {"Only the result", "Stop following"}
    (kept,) = await bot.service(NewsStore).of_person(await person_of(bot, cy))
    assert kept.moves
    menu = private(await cy.click(driver.board, "Menu"))
    assert "Follow" not in labels(menu)
    told = private(await cy.click(menu, "Following …"))
    assert "moves (at most one DM an hour)" in told.content, "the choice stays"
    told = private(await cy.click(told, "Stop following"))
    assert told.content == "You no longer follow this game."
    assert "Follow" in labels(private(await cy.click(driver.board, "Menu")))
    assert await bot.service(NewsStore).of_person(await person_of(bot, cy)) == []


async def test_a_game_is_followed_by_its_command(driver: GameDriver, cy: Person) -> None:
    told = private(await cy.slash("game follow"))
    assert "DM you the result" in told.content
    again = private(await cy.slash("game follow"))
    assert again.content == told.content
    refused = private(await driver.due.slash("game follow"))
    assert "You're in this game, so you hear about it anyway." in refused.content
    assert (
        "No game is in progress" in private(await cy.slash("game follow", channel="quiet")).content
    )


async def test_pings_that_are_off_are_named(driver: GameDriver, cy: Person) -> None:
    await cy.click(private(await cy.slash("notify")), "Pings: on")
    assert "Your pings are off" in private(await cy.slash("game follow")).content
    assert driver.match.outcome is None


async def test_a_running_game_is_followed_from_the_list(
    driver: GameDriver, cy: Person, ann: Person
) -> None:
    page = private(await cy.slash("games", channel="quiet", show="running"))
    told = private(await cy.choose(page, str(driver.table_id)))
    assert "You follow **Ann – Bo" in told.content
    own = private(await ann.slash("games", channel="quiet", show="running"))
    assert not own.selects()


async def test_a_list_names_no_game_to_who_cannot_see_it_any_more(
    server: Loopback, driver: GameDriver, bot: Postboard, cy: Person
) -> None:
    page = private(await cy.slash("games", channel="quiet", show="running"))
    server.world.set_overwrite(
        server.world.channel("lobby"), cy.user, deny=int(Permission.VIEW_CHANNEL)
    )
    told = private(await cy.choose(page, str(driver.table_id)))
    assert told.content.startswith("This game is gone.")
    assert await bot.service(NewsStore).of_person(await person_of(bot, cy)) == []


async def test_what_one_follows_is_listed_and_stopped(
    server: Loopback, bot: Postboard, database: Path, driver: GameDriver, cy: Person
) -> None:
    private(await cy.slash("game follow"))
    other = await sit_down(server, bot, database, channel="quiet")
    told = private(await cy.slash("game follow", channel="quiet"))
    told = private(await cy.click(told, "All I follow"))
    assert told.content.splitlines()[0] == "**You follow 2 games**"
    assert told.content.count("Ann and Bo") == 2
    told = private(await cy.choose(told, str(driver.table_id)))
    assert _listed(told) == [other.table_id]
    told = private(await cy.choose(told, str(other.table_id)))
    assert told.content == "You're not following any games."


def _listed(message: Message) -> list[int]:
    (menu,) = message.selects()
    return [int(each.value) for each in menu.options]

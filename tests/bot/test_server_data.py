"""What is kept about a server is deleted after it removed the bot, or as its owner wishes."""

from dataclasses import replace
from pathlib import Path

from bot.checking import check_ratings
from bot.model.boards import Boards
from bot.model.caller import Place
from bot.store.sql.database import Database
from loopback import Loopback, Person
from loopback.model.permissions import Permission
from rules.time.duration import DAY
from tests.bot.conftest import bot_on
from tests.bot.game_driver import answered, labels, private, settings_of
from tests.bot.table_service import ANN, BO, ELSEWHERE, NOW, Service
from tests.extensions.standing.test_corrections import ended, granted, ratings, strike
from tests.postgres.in_place import place_of

HERE, ELSE = 5, 6
AWAY = Place(ELSEWHERE, ELSE)


async def servers_in(opened: Database, table: str) -> set[int]:
    return {row["guild_id"] for row in await opened.rows(f"SELECT guild_id FROM {table}")}


async def test_settings_and_ratings_go_and_results_stay(
    service: Service, opened: Database, database: Path
) -> None:
    struck = await ended(service)
    await strike(service, struck)
    await ended(service)
    await ended(service, ANN, BO, AWAY)
    await service.store.servers.change_settings(
        HERE, lambda was: replace(was, boards=Boards.NEWEST), 0
    )
    results = await opened.rows("SELECT * FROM results")
    await service.store.servers.erase(HERE)
    for table in ("ratings", "steps"):
        assert await servers_in(opened, table) == {ELSE}
    assert await opened.rows("SELECT * FROM corrections") == []
    assert (await service.store.servers.settings(HERE)).boards is not Boards.NEWEST
    assert await opened.rows("SELECT * FROM results") == results
    assert len(await opened.rows("SELECT * FROM tables")) == 3
    assert check_ratings(place_of(database), writes=False).status == 0, (
        "nothing asks for them again"
    )
    await ended(service)
    rows = ratings(database)[0]
    assert [row[5] for row in rows if row[0] == HERE] == [1, 1], "people begin anew"
    assert check_ratings(place_of(database), writes=False).status == 0


async def test_what_a_lost_server_had_goes_after_90_days(
    service: Service, opened: Database, database: Path
) -> None:
    await ended(service)
    await service.store.servers.removed(HERE, NOW)
    before = ratings(database)
    service.clock.time = NOW + 90 * DAY
    await service.voids.void_lost(90 * DAY)
    assert ratings(database) == before
    service.clock.time += 1
    await service.voids.void_lost(90 * DAY)
    assert ratings(database) == ([], [])
    rows = await opened.rows("SELECT settings, removed_at FROM guilds")
    assert [tuple(row) for row in rows] == [("{}", None)]
    again = await opened.rows("SELECT * FROM guilds")
    await service.voids.void_lost(90 * DAY)
    assert await opened.rows("SELECT * FROM guilds") == again


async def test_only_the_owner_has_the_data_of_a_server_deleted(
    server: Loopback, database: Path, cy: Person, ann: Person
) -> None:
    guild = server.world.guild()
    guild.owner_id = cy.id
    granted(server, ann, Permission.MANAGE_GUILD)
    async with bot_on(server, database) as bot:
        settings = bot.store.servers
        await settings.change_settings(guild.id, lambda was: replace(was, boards=Boards.NEWEST), 0)
        panel = await settings_of(ann)
        more = private(await ann.click(panel, "More …"))
        refused = answered(await ann.click(more, "Delete this server's data …"))
        assert "Only the server's owner" in refused.content
        panel = await settings_of(cy)
        more = private(await cy.click(panel, "More …"))
        files, erase = "Games as a file", "Delete this server's data …"
        assert labels(more) == {"Usual time …", "Games per person …", files, erase, "Back"}
        question = private(await cy.click(more, "Delete this server's data …"))
        assert (await settings.settings(guild.id)).boards is Boards.NEWEST
        done = private(await cy.click(question, "Delete it for good"))
        assert done.content.startswith("Done. ")
        assert (await settings.settings(guild.id)).boards is not Boards.NEWEST

"""The core without profiles, leaderboards, figures and corrections."""

from pathlib import Path

from bot.interactions.performances import game
from bot.tables.moderation import NO_GAME
from loopback import Loopback, Message, Person
from loopback.model.permissions import Permission
from tests.bot.conftest import bot_on
from tests.bot.game_driver import labels, menu_of, private
from tests.extensions.standing.test_corrections import granted, ratings
from tests.extensions.standing.test_profiles import finished


async def menu(person: Person, board: Message) -> set[str]:
    return labels(await menu_of(person, board))


async def test_a_game_is_rated_and_no_decision_follows(
    server: Loopback, database: Path, cy: Person
) -> None:
    granted(server, cy, Permission.MANAGE_MESSAGES | Permission.MANAGE_GUILD)
    async with bot_on(server, database) as bot:
        end, *_ = await finished(server, bot, database)
        assert "Moderate …" in await menu(cy, end)
    async with bot_on(server, database, without=["standing"]) as bot:
        before = ratings(database)
        end, *_ = await finished(server, bot, database)
        assert " of 10 rated games" in end.content
        assert ratings(database) != before
        assert "Moderate …" not in await menu(cy, end)
        refused = private(await cy.slash("server moderate")).content
        assert refused == NO_GAME.template
        assert bot.tree.get_command("profile") is None
        assert "stats" not in {each.name for each in game(bot).commands}


async def test_people_find_their_data_where_there_are_no_profiles(
    server: Loopback, database: Path, ann: Person
) -> None:
    async with bot_on(server, database, without=["standing"]):
        panel = private(await ann.slash("notify"))
        assert "Vacation days left" not in labels(panel)
        data = private(await ann.click(panel, "My data"))
    assert labels(data) == {"Export", "Forget me …"}

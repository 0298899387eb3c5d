"""The public games of a server, which its owner takes along."""

from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from bot.interactions.components.servers import server_games
from loopback import Loopback, Message, Person
from loopback.model.permissions import Permission
from rules.contract.core import Seat
from rules.records.game_record import GameRecord
from rules.records.reading import read_file
from rules.shell.command_line import main
from tests.bot.game_driver import labels, private, settings_of
from tests.bot.test_owners_wire import granted
from tests.bot.who import person_of
from tests.extensions.news.test_results import lost


@pytest.fixture
def owner(server: Loopback, cy: Person) -> Person:
    """Let Cy own the server before the bot hears of it."""
    server.world.guild().owner_id = cy.id
    return cy


async def owned(owner: Person) -> Message:
    """Return the settings that lead to the games of a server, for its owner."""
    panel = await settings_of(owner)
    return private(await owner.click(panel, "More …"))


async def taken(owner: Person, panel: Message, button: str = "Games as a file") -> Message:
    return private(await owner.click(panel, button))


def records(message: Message) -> list[GameRecord]:
    (file,) = message.attachments
    found = [read_file(line).record for line in file.bytes.splitlines()]
    return [record for record in found if record is not None]


async def test_an_owner_takes_the_public_games_along(
    server: Loopback,
    owner: Person,
    bot: Postboard,
    database: Path,
    *,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    panel = await owned(owner)
    assert "No games here." in (await taken(owner, panel)).content
    quiet = server.world.channel("quiet")
    server.world.set_overwrite(quiet, server.person("Di").user, deny=Permission.VIEW_CHANNEL)
    await lost(server, bot, database, "quiet")
    first = await lost(server, bot, database)
    hiding = await person_of(bot, first.people[Seat(1)])
    second = await lost(server, bot, database)
    await bot.store.personal.hide(hiding, int(bot.now()), hidden=True)
    message = await taken(owner, panel)
    assert message.content.startswith("2 games, one line of JSON each")
    found = records(message)
    kept = [await bot.lookup.get(driver.table_id) for driver in (second, first)]
    assert [each.match.digest for each in found] == [each.started.digest for each in kept]
    names = {holder.name for each in found for holder in each.holders}
    assert names == {"Ann", None}, "who hides has no name"
    text = message.attachments[0].bytes.decode()
    numbers = await bot.store.people.user_ids([hiding])
    for number in (*numbers, *numbers.values()):
        assert str(number) not in text
    file = tmp_path / message.attachments[0].filename
    file.write_bytes(message.attachments[0].bytes)
    monkeypatch.setattr("sys.argv", ["rules", "check", str(file)])
    assert main() == 0
    assert capsys.readouterr().out == "consistent: JSON, games: 2\n"
    file.write_text(text.replace("d4-c5", "d4-e5", 1))
    assert main() == 1
    assert f"{file}:1: " in capsys.readouterr().err


@pytest.mark.parametrize("limit", [("_MOST", 1), ("_LARGEST", 10), ("_READ", 1)])
async def test_more_games_than_a_file_holds_are_several_files(
    server: Loopback,
    owner: Person,
    bot: Postboard,
    database: Path,
    *,
    monkeypatch: pytest.MonkeyPatch,
    limit: tuple[str, int],
) -> None:
    monkeypatch.setattr(server_games, *limit)
    monkeypatch.setattr(server_games, "_READS", 1)
    driver, panel = await lost(server, bot, database), await owned(owner)
    again = await lost(server, bot, database)
    message, found = await taken(owner, panel), list[str]()
    while message.attachments:
        (record,) = records(message)
        found.append(record.match.digest)
        if "Earlier games" not in labels(message):
            break
        message = await taken(owner, message, "Earlier games")
    kept = [await bot.lookup.get(each.table_id) for each in (again, driver)]
    assert found == [table.started.digest for table in kept]


async def test_only_the_owner_takes_the_games_along(
    server: Loopback, owner: Person, bot: Postboard, ann: Person
) -> None:
    assert owner is not ann
    granted(server, ann, Permission.MANAGE_GUILD)
    panel = await settings_of(ann)
    more = private(await ann.click(panel, "More …"))
    assert "Only the server's owner" in (await taken(ann, more)).content
    del bot

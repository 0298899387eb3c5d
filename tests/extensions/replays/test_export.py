"""Games that people take along as files, from the history."""

import random
from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from loopback import Loopback, Message
from rules.records.json_form import DIGITS
from rules.records.reading import FileGame, read_file
from tests.bot.game_driver import GameDriver, private, sit_down
from tests.bot.proofs import play
from tests.bot.who import user_ids

ENDINGS = {
    "czech": ["json", "pdn", "txt"],
    "hypergammon": ["json", "sgf", "txt"],
    "rematch": ["json", "txt"],
}


def files_in(message: Message) -> dict[str, bytes]:
    """Return the contents of the files, by the ending of the name."""
    return {each.filename.rpartition(".")[2]: each.bytes for each in message.attachments}


async def exported(driver: GameDriver) -> dict[str, bytes]:
    history = private(await driver.idle.slash("game history"))
    return files_in(private(await driver.idle.click(history, "Export")))


@pytest.mark.parametrize("key", ENDINGS)
async def test_a_game_is_exported_as_it_stands(
    server: Loopback, bot: Postboard, database: Path, key: str
) -> None:
    driver = await sit_down(server, bot, database, key)
    await play(driver, 5, random.Random(3))
    files = await exported(driver)
    assert sorted(files) == ENDINGS[key]
    for ending, content in files.items():
        texts = read_file(content).transcript.texts
        told = tuple(ply.notation for ply in driver.match.plies)
        assert texts == told or ending == "sgf", "SGF has no roll that waits for its move"
    found = _json(files)
    assert found.record is not None
    assert found.record.proof is None, "the secret stays secret until the end"
    assert found.record.match.outcome is None
    table = await bot.lookup.get(driver.table_id)
    assert found.record.match.digest == table.started.digest
    assert {each.name for each in found.record.holders} == {"Ann", "Bo"}


async def test_after_the_end_export_bears_the_file_out(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, "hypergammon")
    await play(driver, 4, random.Random(3))
    await driver.due.click(private(await driver.due.slash("game resign")), "Resign")
    await bot.idle()
    board = next(m for m in reversed(driver.due.sees("lobby")) if "resigned" in m.content)
    found = _json(await exported(driver)).record
    assert found is not None
    assert found.match.outcome is not None
    assert found.match.digest[:8] not in board.content, "the end has no digits"
    more = private(await driver.idle.click(board, "More"))
    told = private(await driver.idle.click(more, "Export"))
    assert f"Record `{found.match.digest[:DIGITS]}`" in told.content
    assert found.proof is not None
    assert [result.rank for result in found.results] in ([1, 2], [2, 1])


async def test_who_may_see_a_board_may_export_its_game_from_there_alone(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    onlooker = server.person("Cy")
    history = private(await onlooker.slash("game history"))
    assert read_file(files_in(private(await onlooker.click(history, "Export")))["json"])
    refused = private(await onlooker.slash("game history", channel="quiet"))
    assert not refused.buttons()
    del driver


async def test_a_file_holds_nothing_that_somebody_planned_noted_or_wrote(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, "hypergammon")
    ann = server.person("Ann")
    form = (await ann.slash("game note")).modal
    assert form is not None
    await ann.submit(form, {"text": "my secret note"})
    await play(driver, 2, random.Random(1))
    files = await exported(driver)
    whole = b"".join(files.values()).decode()
    assert "secret note" not in whole
    known = user_ids(database)
    here = [person for person in known if person > 1_000]
    assert here, "smaller numbers stand for people of tests without Discord"
    for number in (*here, *(known[person] for person in here)):
        assert str(number) not in whole


def _json(files: dict[str, bytes]) -> FileGame:
    return read_file(files["json"])

"""Forged controls: a press that a person may not make is refused."""

from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from bot.messages.custom_ids import Verb, encode, for_position, for_table
from bot.model.table import Status
from loopback import Loopback, Person
from tests.bot.game_driver import answered, labels, private, sit_down
from tests.bot.test_panel import _one_button  # pyright: ignore[reportPrivateUsage]


async def press(bot: Postboard, person: Person, custom_id: str) -> str:
    """Let a person press a button with this custom_id, and return what they alone are told."""
    lobby = bot.get_partial_messageable(person.place("lobby").id)
    posted = await lobby.send("A button", view=_one_button(custom_id))
    message = next(m for m in person.sees("lobby") if m.id == posted.id)
    return private(await person.click(message, "Old")).content


async def test_only_the_host_moves_a_table_to_a_thread(
    server: Loopback, bot: Postboard, database: Path, ann: Person, cy: Person
) -> None:
    await sit_down(server, bot, database)
    offer = private(await cy.slash("play czech", opponent=ann))
    assert labels(offer) == {"Open a thread"}
    table = await bot.tables.get(2)
    assert table.status is Status.OFFERED
    for other in (ann, server.person("Di")):
        told = await press(bot, other, encode(for_table(Verb.THREAD, table)))
        assert "asked for the table" in told
    assert (await bot.tables.get(table.id)).status is Status.OFFERED
    answered(await cy.click(offer, "Open a thread"))
    assert (await bot.tables.get(table.id)).status is Status.OPEN


@pytest.mark.parametrize("seat", [0, 1, 7])
async def test_nobody_sees_the_view_of_another_team(
    server: Loopback, bot: Postboard, database: Path, cy: Person, seat: int
) -> None:
    driver = await sit_down(server, bot, database)
    table = await bot.tables.get(driver.table_id)
    asked = encode(for_position(Verb.PARTNER, table, seat))
    for person in (*driver.people.values(), cy):
        assert "on one team" in await press(bot, person, asked)

"""Forged controls: a press that a person may not make is refused."""

import logging
from itertools import product
from pathlib import Path
from typing import Final

import discord
import pytest
from discord import ui

from bot.extensions.club.verbs import SET_BOARD
from bot.extensions.events.verbs import SET_DIRECTORS
from bot.extensions.news.messages import SET_CLUB_RESULTS
from bot.extensions.puzzles.messages import SET_CHANNEL
from bot.interactions.client import Postboard
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import (
    CustomId,
    encode,
    for_position,
    for_table,
    for_text,
)
from bot.model.preferences import Preferences
from bot.model.server import ServerSettings
from bot.model.table import Status
from loopback import Loopback, Person
from loopback.model.permissions import Permission
from rules.log.entries import short_digest
from rules.log.events import Begun
from tests.bot.game_driver import answered, labels, logged, private, sit_down
from tests.bot.who import person_of


async def press(bot: Postboard, person: Person, custom_id: str) -> str:
    """Let a person press a button with this custom_id, and return what they alone are told."""
    lobby = bot.get_partial_messageable(person.place("lobby").id)
    posted = await lobby.send("A button", view=one_button(custom_id))
    message = next(m for m in person.sees("lobby") if m.id == posted.id)
    return private(await person.click(message, "Old")).content


@pytest.mark.parametrize("custom_id", ["pb:", "pb99:move:1:1:aaaaaa", "pb1:nothing"])
async def test_an_unreadable_control_is_refused_and_is_no_bug(
    bot: Postboard, ann: Person, caplog: pytest.LogCaptureFixture, custom_id: str
) -> None:
    assert "shows a new one" in await press(bot, ann, custom_id)
    await bot.idle()
    assert not [each for each in caplog.records if each.levelno >= logging.ERROR]


async def test_only_the_host_moves_a_table_to_a_thread(
    server: Loopback, bot: Postboard, database: Path, ann: Person, cy: Person
) -> None:
    await sit_down(server, bot, database)
    offer = private(await cy.slash("play", game="czech", opponent=ann))
    assert labels(offer) == {"Open a thread"}
    table = await bot.lookup.get(2)
    assert table.status is Status.OFFERED
    for other in (ann, server.person("Di")):
        told = await press(bot, other, encode(for_table(verbs.THREAD, table)))
        assert "Only the host" in told
    assert (await bot.lookup.get(table.id)).status is Status.OFFERED
    answered(await cy.click(offer, "Open a thread"))
    assert (await bot.lookup.get(table.id)).status is Status.OPEN


@pytest.mark.parametrize("seat", [0, 1, 7])
async def test_nobody_sees_the_view_of_another_team(
    server: Loopback, bot: Postboard, database: Path, cy: Person, seat: int
) -> None:
    driver = await sit_down(server, bot, database)
    table = await bot.lookup.get(driver.table_id)
    asked = encode(for_position(verbs.PARTNER, table, seat))
    for person in (*driver.people.values(), cy):
        assert "teammates" in await press(bot, person, asked)


@pytest.mark.parametrize(
    "custom_id",
    [
        "pb:play:1:0:99",
        "pb:",
        "pb4:",
        "pb4:unheardof:1:2",
        "pb1:move:1:0:------",
        "pb4:move:1:0",
        "pb4:move:1:0:",
        "pb4:move:999999999999:0:------",
        "pb4:move:1:x:------",
        "pb4:clicks:1:0:------:z99",
        "pb4:choose:1:0:------:a1-a2",
        "pb4:play:1:0:------:a1-a2",
        "pb4:partner:1:0:------:7",
        "pb4:score:1:0:------:entry-1-1-xxxxxx",
        "pb4:rules:chess:0",
        "pb4:score:1:0:------",
    ],
)
async def test_a_custom_id_that_does_not_fit_is_explained(
    server: Loopback,
    bot: Postboard,
    database: Path,
    caplog: pytest.LogCaptureFixture,
    *,
    custom_id: str,
) -> None:
    """A button that this version never made does no harm, and is refused in a sentence."""
    assert short_digest("") == "------"
    driver = await sit_down(server, bot, database)
    ann = server.person("Ann")
    lobby = bot.get_partial_messageable(ann.place("lobby").id)
    posted = await lobby.send("An old board", view=one_button(custom_id))
    message = next(m for m in ann.sees("lobby") if m.id == posted.id)
    told = private(await ann.click(message, "Old"))
    assert told.content
    assert "Something went wrong" not in told.content
    assert not [each for each in caplog.records if each.levelname == "ERROR"]
    assert logged(database, driver.table_id) == [Begun()]


NO_CHOICES: Final = ("-1", "x", "\u0663", "9" * 19, "9" * 100)
MENUS: Final = (
    *map(for_text, (verbs.SET_CHANNELS, verbs.SET_OPENERS, verbs.SET_MODERATORS, verbs.CLOSE_ONE)),
    *map(for_text, (SET_BOARD, SET_CHANNEL, SET_CLUB_RESULTS)),
    for_text(SET_DIRECTORS),
    CustomId(verbs.LEVEL, 1),
    for_text(verbs.NOTIFY, "idle", 1),
    for_text(verbs.NOTIFY, "leads", 1),
    for_text(verbs.NOTIFY, "unmute", 1),
    for_text(verbs.NOTIFY_ZONE, "quiet=22-7", 0),
    for_text(verbs.GAMES_PAGE, "turns", "any", 0, 10**17, 10**17),
    for_text(verbs.GAMES_PAGE, "\u202e", "any", 1, 0, 0),
    for_text(verbs.GAMES_LIST, "running", "chess", 0, 1, 10**17, 0),
    for_text(verbs.GAMES_LIST, "mine", "any", 10**17, 0, 1, 1),
    for_text(verbs.GAMES_LIST, "\u202e", "any", 0, 0, 0, 0),
)


async def test_a_value_that_no_menu_offers_changes_nothing(
    server: Loopback, bot: Postboard, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Not even for somebody who may use the menu."""
    await sit_down(server, bot, database)
    ann, channel = server.person("Ann"), server.world.channel("lobby")
    server.world.set_overwrite(channel, ann.user, allow=Permission.MANAGE_GUILD)
    for custom_id, value in product(MENUS, NO_CHOICES):
        view = ui.View(timeout=None)
        options = [discord.SelectOption(label="Old", value=value)]
        view.add_item(ui.Select[ui.View](custom_id=encode(custom_id), options=options))
        view.stop()
        posted = await bot.get_partial_messageable(channel.id).send("A menu", view=view)
        message = next(m for m in ann.sees("lobby") if m.id == posted.id)
        told = answered(await ann.choose(message, value))
        assert "Something went wrong" not in told.content
    assert not [each for each in caplog.records if each.levelname == "ERROR"]
    assert await bot.store.servers.settings(channel.guild_id or 0) == ServerSettings()
    assert await bot.store.personal.preferences(await person_of(bot, ann)) == Preferences()
    assert await bot.store.personal.mutes(await person_of(bot, ann)) == []


def one_button(custom_id: str) -> ui.View:
    view = ui.View(timeout=None)
    button: ui.Button[ui.View] = ui.Button(
        label="Old", custom_id=custom_id, style=discord.ButtonStyle.primary
    )
    view.add_item(button)
    view.stop()
    return view

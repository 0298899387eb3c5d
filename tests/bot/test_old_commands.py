"""A client's old list of commands: what is on it no more is answered in words."""

import logging
from types import SimpleNamespace
from typing import Any, Final

import pytest
from discord import app_commands

from bot.interactions.client import Postboard
from loopback import Person
from loopback.interactions.commands import CommandType
from tests.bot.game_driver import private
from tests.bot.who import person_of

_TEXT: Final = 3


def show_an_old_list(person: Person) -> None:
    """Let everybody's client show commands and options that there once were."""
    commands = person.platform.commands
    raw: list[dict[str, Any]] = [dict(command.raw) for command in commands.of(None)]
    for command in raw:
        if command["name"] == "move":
            old = {"name": "text", "description": "Old", "type": _TEXT, "autocomplete": True}
            command["options"] = [old]
        if command["name"] == "notify":
            daily = {"name": "digest", "description": "Old", "type": _TEXT}
            command["options"] = [daily]
        if command["name"] == "game":
            fly = {"name": "fly", "description": "Old", "type": 1}
            command["options"] = [*command["options"], fly]
    option = {"name": "to", "description": "Old", "type": _TEXT, "autocomplete": True}
    raw.append({"name": "challenge", "description": "Old", "type": 1, "options": [option]})
    raw.append({"name": "Old menu", "type": int(CommandType.USER)})
    commands.replace(None, raw)


@pytest.mark.usefixtures("bot")
async def test_a_command_of_an_old_list_is_answered_in_words(
    ann: Person, bo: Person, caplog: pytest.LogCaptureFixture
) -> None:
    show_an_old_list(ann)
    replies = [
        await ann.slash("challenge", to="Bo"),
        await ann.slash("game fly"),
        await ann.slash("move", text="c3-d4"),
        await ann.use("Old menu", bo),
    ]
    for reply in replies:
        assert "old list of my commands" in private(reply).content
    assert not [record for record in caplog.records if record.exc_info]


async def test_an_option_that_has_another_name_now_is_named(bot: Postboard, ann: Person) -> None:
    show_an_old_list(ann)
    reply = private(await ann.slash("notify", digest="7"))
    assert "digest: is called daily: now." in reply.content
    preferences = await bot.store.personal.preferences(await person_of(bot, ann))
    assert preferences.digest is None


@pytest.mark.usefixtures("bot")
async def test_nothing_is_suggested_for_an_old_list(
    ann: Person, caplog: pytest.LogCaptureFixture
) -> None:
    show_an_old_list(ann)
    assert await ann.autocomplete("challenge", "to", "B") == []
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.usefixtures("bot")
def test_suggestions_for_an_option_that_is_gone_leave_no_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    command: Any = SimpleNamespace(name="move", qualified_name="move")
    error = app_commands.CommandSignatureMismatch(command)
    logging.getLogger("discord.app_commands.tree").error("Ignoring it", exc_info=error)
    (record,) = (each for each in caplog.records if "move" in each.getMessage())
    assert record.exc_info is None

"""A client's old list of commands: what is on it no more is answered in words."""

from typing import Any, Final

import pytest

from loopback import Person
from loopback.interactions.commands import CommandType
from tests.bot.game_driver import private

_TEXT: Final = 3


def show_an_old_list(person: Person) -> None:
    """Let everybody's client show commands and options that there once were."""
    commands = person.platform.commands
    raw: list[dict[str, Any]] = [dict(command.raw) for command in commands.of(None)]
    for command in raw:
        if command["name"] == "move":
            command["options"] = [{"name": "text", "description": "Old", "type": _TEXT}]
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

"""Commands in texts can be pressed: they are written as mentions, once their numbers are known."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.delivery import command_mentions
from bot.delivery.command_mentions import with_mentions
from loopback import Person
from tests.bot.game_driver import private


@pytest.mark.usefixtures("bot")
async def test_help_mentions_commands_by_their_numbers(ann: Person) -> None:
    numbers = {leaf.path: leaf.command.id for leaf in ann.usable_commands()}
    told = private(await ann.slash("help")).content
    assert f"</games:{numbers['games']}>" in told
    assert f"</play:{numbers['play']}>" in told
    assert f"</rules:{numbers['rules']}>" in told


def test_what_people_typed_and_boards_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_mentions, "_numbers", {"move": 5, "game hint": 6})
    assert with_mentions("Try `/move` or `/game hint`.") == "Try </move:5> or </game hint:6>."
    for text in (r"\`/move\`", "`/move c3-d4`", "`/notify`", "/move", "```/move```"):
        assert with_mentions(text) == text
    long = "`/move`" * 285
    assert with_mentions(long) == long, "there is no room"


def test_commands_without_a_number_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_mentions, "_numbers", {})
    plain: Any = SimpleNamespace(name="board", id=7, options=[])
    command_mentions.learn([plain])
    assert with_mentions("`/board` `/help`") == "</board:7> `/help`"

"""Whose language at an event: its cards are the server's, its games keep what that was."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from loopback import Loopback, Permission, Person
from tests.bot.conftest import bot_on
from tests.bot.game_driver import answered, delivered, private
from tests.bot.test_owners_wire import granted
from tests.bot.tongues import planted, said, spoken_to
from tests.extensions.events.test_events_wire import settled


async def speak(server: Loopback, bot: Postboard, code: str) -> None:
    guild_id = server.world.guild().id
    await bot.store.servers.change_settings(guild_id, lambda was: replace(was, language=code), 0)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.extensions.events.games._PER_SECOND", 1000.0)
    monkeypatch.setattr("bot.extensions.events.games._REST", 0.05)


async def test_games_keep_the_language_in_which_their_event_opened(
    server: Loopback, database: Path, people: list[Person]
) -> None:
    ann = people[0]
    for person, code in zip(people, ("cs", "tr", "fr", "cs"), strict=True):
        person.user.locale = code
    granted(server, ann, Permission.MANAGE_MESSAGES)
    with planted():
        async with bot_on(server, database) as bot:
            await speak(server, bot, "de")
            preview = private(await ann.slash("event new", game="czech", values={"meetings": 1}))
            answered(await ann.click(preview, said("cs", "Post")))
            await delivered(bot)
            card = next(m for m in ann.sees("lobby") if said("de", "Join") in str(m.raw_components))
            for person in people:
                await person.click(card, said("de", "Join"))
            assert spoken_to(server, {p.name: p for p in people})["lobby"] == {"de"}
            await speak(server, bot, "fr")
            panel = private(await ann.click(card, said("de", "Manage")))
            question = private(await ann.click(panel, said("cs", "Start …")))
            await ann.click(question, said("cs", "Start"))
            await settled(bot)
            heard = spoken_to(server, {person.name: person for person in people})
            threads = [each for each in server.world.channels.values() if each.thread]
            assert threads
            for thread in threads:
                assert heard.pop(thread.name) == {"de"}
                assert thread.name.count("‹de›") == thread.name.count("‹")
            assert heard.pop("to Ann") == {"cs"}
            assert heard.pop("lobby") == {"de", "fr"}, "what was told before stays"

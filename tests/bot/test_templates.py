"""Every template that is used while the bot runs is one that translators are handed."""

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import discord
import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from discord import app_commands

from bot.interactions import registration
from bot.interactions.client import Postboard
from bot.messages.panels.newcomers import guide, rulebook
from bot.messages.words import locale
from bot.messages.words.text import NOTHING
from loopback import Loopback, Person
from rules.contract.core import RulesError
from rules.contract.sentence import ENGLISH, Sentence
from rules.registry import all_games
from tests.bot.conftest import bot_on
from tests.bot.game_driver import GameDriver, private, public, sit_down
from tests.conformance.configured import playout
from tests.rules.test_sentence import templates


@pytest.fixture(scope="module")
def extracted() -> set[str]:
    """Return the templates in the source; `pybabel extract` finds them: see test_sentence.py."""
    return {""}.union(*templates())


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return the templates that are turned into text for somebody, as they come."""
    seen: set[str] = set()
    for reader in (type(ENGLISH), locale._Discord):  # pyright: ignore[reportPrivateUsage]
        monkeypatch.setattr(reader, "template", _noting(reader.template, seen))
    return seen


def _noting(
    template: Callable[[Any, Sentence], str], seen: set[str]
) -> Callable[[Any, Sentence], str]:
    def noted(self: object, sentence: Sentence) -> str:
        seen.update((sentence.template, sentence.plural))
        return template(self, sentence)

    return noted


@pytest.fixture
async def driver(server: Loopback, bot: Postboard, database: Path) -> GameDriver:
    return await sit_down(server, bot, database)


async def test_what_people_read_can_be_translated(
    rendered: set[str], driver: GameDriver, cy: Person, extracted: set[str]
) -> None:
    await driver.move("c3-d4")
    white, black = driver.idle, driver.due
    for text in ("c3-d4", "d6-d5", "hello", "z1"):
        private(await black.slash("move", move=text))
    public(await white.slash("game takeback"))
    for command in ("rules", "games", "help", "game history", "game dice", "board"):
        await cy.slash(command)
    menu = private(await black.click(driver.board, "Menu"))
    await black.click(private(await black.click(menu, "Resign …")), "Resign")
    assert len(rendered) > 50
    assert rendered <= extracted


async def test_rulebooks_games_and_refusals_can_be_translated(
    extracted: set[str], rendered: set[str]
) -> None:
    words = locale.locale_of(locale.DEFAULT)
    words.message((await guide.greeting()).text)
    for key, game in all_games().items():
        for number in range(len(rulebook.pages(key))):
            words.message((await rulebook.page(key, number)).text)
        for state, move in playout(game, 5, 60):
            game.view(state, move)
            if move is None:
                continue
            with contextlib.suppress(RulesError):
                refused = game.violation(game.start(), game.parse(game.start(), game.notate(move)))
                words.message(refused.detail if refused else NOTHING)
    assert len(rendered) > 200
    assert rendered <= extracted


async def test_commands_are_registered_in_the_languages_of_the_catalogues(
    server: Loopback, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalog = Catalog(locale=Locale("cs"), domain="postboard")
    catalog.add("Play a move in this channel's game", "Zahraj tah ve zdejší hře")
    catalog.add("My games", "Moje hry")
    folder = tmp_path / "cs" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "postboard.mo").open("wb") as file:
        write_mo(file, catalog)
    monkeypatch.setattr(locale, "_FOLDER", tmp_path)
    monkeypatch.setattr(registration, "has_translations", locale.has_translations)
    locale._catalogues.cache_clear()  # pyright: ignore[reportPrivateUsage]
    async with bot_on(server, database):
        registered = {each.raw["name"]: each.raw for each in server.commands.of(None)}
    locale._catalogues.cache_clear()  # pyright: ignore[reportPrivateUsage]
    assert registered["move"]["description"] == "Play a move in this channel's game"
    assert registered["move"]["description_localizations"] == {"cs": "Zahraj tah ve zdejší hře"}
    show, *_ = registered["games"]["options"]
    mine = next(choice for choice in show["choices"] if choice["value"] == "mine")
    assert (mine["name"], mine["name_localizations"]) == ("My games", {"cs": "Moje hry"})


class _Recorder(app_commands.Translator):
    """Keeps what Discord is to translate and is no sentence."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = 0
        self.raw: set[str] = set()

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,  # noqa: ARG002 - the text is asked for, not its translation
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        if context.location.name.endswith(("description", "choice_name")):
            self.seen += 1
            if not isinstance(string.extras.get("sentence"), Sentence):
                self.raw.add(string.message)
        return None


async def test_every_text_of_the_slash_commands_is_a_sentence(bot: Postboard) -> None:
    recorder = _Recorder()
    for command in bot.tree.get_commands():
        await command.get_translated_payload(bot.tree, recorder)
    assert recorder.seen > 100
    assert not recorder.raw

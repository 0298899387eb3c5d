"""Every suggestion is read alike as its value and as its name, which some clients send instead."""

import re
from pathlib import Path
from typing import Final

import pytest

from bot.interactions.client import Postboard
from bot.messages.words.locale import DEFAULT, languages
from loopback import Person, Reply
from rules.registry import all_games
from tests.bot.game_driver import answered

FOR_A_GAME: Final = ("variant", "side", "series", "time")
READ_ELSEWHERE: Final = {
    "move move": "the names of moves are what people type",
    "event challenge ladder": "Discord itself refuses a text for a number",
    "play level": "Discord itself refuses a text for a number",
}
OTHERS: Final[dict[str, dict[str, str]]] = {
    "play game": {},
    "games game": {},
    "rules game": {},
    "game stats game": {},
    "event new game": {},
    "event new variant": {"game": "czech"},
    "event new time": {"game": "czech"},
    "notify zone": {},
}
"""The other options, each with what is chosen beside it."""
_DOCS: Final = Path(__file__).parents[2] / "docs"
DOCUMENTED: Final = {
    "show": (
        "playing.md",
        {"open": "`open`", "running": "`in progress`", "finished": "`finished`"},
    ),
    "kind": ("events.md", {"ladder": "ladder", "season": "season"}),
}
"""The page that names an option's choices, and maps their values to its words for them."""
_OWN: Final = re.compile(r"table \d+|[0-9a-f]{16,}|fair dice [0-9a-f]{8}|<t:\d+:\w>")
"""What differs between two tables that are alike: numbers, seals and moments."""


def suggesting(bot: Postboard) -> set[str]:
    """Return the options with suggestions, each after its command."""
    return {
        f"{command.qualified_name} {option.name}"
        for command in bot.tree.walk_commands()
        for option in getattr(command, "parameters", ())
        if option.autocomplete
    }


async def said(bot: Postboard, reply: Reply) -> str:
    await bot.idle()
    message = answered(reply)
    alts = [each.description for each in message.attachments]
    return _OWN.sub("…", f"{alts} {message.content}")


async def test_every_option_with_suggestions_is_asked_here(bot: Postboard) -> None:
    asked = {f"play {each}" for each in FOR_A_GAME} | set(READ_ELSEWHERE) | OTHERS.keys()
    assert suggesting(bot) == asked


async def test_a_word_of_the_documents_finds_its_choice(bot: Postboard) -> None:
    """Discord looks for what is typed in the names of choices."""
    options = [
        option
        for command in bot.tree.walk_commands()
        for option in getattr(command, "parameters", ())
        if option.choices
    ]
    assert {option.name for option in options} == DOCUMENTED.keys()
    for option in options:
        page, words = DOCUMENTED[option.name]
        text = (_DOCS / page).read_text("utf-8")
        assert [word for word in words.values() if word not in text] == []
        found = {
            value: [each.value for each in option.choices if typed.strip("`") in each.name.lower()]
            for value, typed in words.items()
        }
        usual = option.default
        assert found == {each.value: [each.value] for each in option.choices if each.value != usual}


@pytest.mark.parametrize("option", FOR_A_GAME)
@pytest.mark.parametrize("key", list(all_games()))
async def test_names_of_the_options_of_a_game_are_read(
    bot: Postboard, ann: Person, key: str, option: str
) -> None:
    offered = await ann.autocomplete("play", option, "", game=key)
    for choice in (*offered[:3], *offered[-2:]):
        told = [
            await said(bot, await ann.slash("play", game=key, values={option: str(text)}))
            for text in (choice.value, choice.name)
        ]
        assert told[0] == told[1], choice.name


@pytest.mark.parametrize("asked", OTHERS)
async def test_names_of_other_suggestions_are_read(bot: Postboard, ann: Person, asked: str) -> None:
    command, option = asked.rsplit(" ", 1)
    offered = await ann.autocomplete(command, option, "", values=OTHERS[asked])
    assert offered
    for choice in offered:
        told = [
            await said(bot, await ann.slash(command, values={**OTHERS[asked], option: text}))
            for text in (str(choice.value), choice.name)
        ]
        assert told[0] == told[1], choice.name


@pytest.mark.parametrize("code", sorted(languages().keys() - {DEFAULT}))
async def test_names_in_other_languages_are_read(bot: Postboard, ann: Person, code: str) -> None:
    ann.user.locale = code
    asked = {f"play {option}": {"game": "czech"} for option in FOR_A_GAME} | OTHERS
    for each, chosen in asked.items():
        command, option = each.rsplit(" ", 1)
        offered = await ann.autocomplete(command, option, "", values=chosen)
        for choice in (*offered[:2], *offered[-1:]):
            told = [
                await said(bot, await ann.slash(command, values={**chosen, option: text}))
                for text in (str(choice.value), choice.name)
            ]
            assert told[0] == told[1], choice.name

"""The size of the commands, in each language and in one that is 40 % longer."""

from collections.abc import Iterator
from typing import Any, Final

from bot.interactions.client import Postboard
from bot.interactions.command_texts import CatalogueTranslator
from bot.messages.words.locale import languages
from tests.bot.other_language import spoken

MOST_COMMANDS: Final = 12
MOST_SUBCOMMANDS: Final = 20
MOST_CHARACTERS: Final = 2500
"""Of the 8000 that Discord allows a command."""
MOST_IN_DESCRIPTION: Final = 100
MOST_IN_ENGLISH: Final = 80
MOST_IN_CHOICE: Final = 100
_SUBCOMMAND: Final = 1


async def registered(bot: Postboard) -> list[dict[str, Any]]:
    """Return what is registered of each typed command, in all languages."""
    return [
        await command.get_translated_payload(bot.tree, CatalogueTranslator())
        for command in bot.tree.get_commands()
        if "description" in command.to_dict(bot.tree)
    ]


async def test_commands_fit_in_every_language(bot: Postboard) -> None:
    """Discord counts the longest of the languages for each text."""
    payloads = await registered(bot)
    assert [each["name"] for each in payloads if characters(each) >= MOST_CHARACTERS] == []
    told = [text for each in payloads for text in all_descriptions(each)]
    assert len(told) > 40 * len(languages())
    assert [each for each in told if len(each) > MOST_IN_DESCRIPTION or "…" in each] == []
    chosen = [text for each in payloads for text in choices(each)]
    assert len(chosen) > len(languages())
    assert [each for each in chosen if len(each) > MOST_IN_CHOICE or "…" in each] == []


async def test_commands_have_room_in_a_longer_language(bot: Postboard) -> None:
    with spoken():
        payloads = await registered(bot)
    assert {payload["name"]: characters(payload) for payload in payloads} == {
        payload["name"]: count
        for payload in payloads
        if (count := characters(payload)) < MOST_CHARACTERS
    }
    told = [each for payload in payloads for each in descriptions(payload)]
    assert len(told) > 40
    for english, translated in told:
        letters = sum(map(str.isalpha, english))
        assert len(translated) >= len(english) + 0.4 * letters, "it is in the longer language"
        assert [text for text in (english,) if len(text) > MOST_IN_ENGLISH] == []
        assert "…" not in translated, f"{english} is cut"
        assert len(translated) <= MOST_IN_DESCRIPTION


async def test_there_are_few_commands(bot: Postboard) -> None:
    """A new one needs a reason why no button does."""
    payloads = [command.to_dict(bot.tree) for command in bot.tree.get_commands()]
    typed = [payload for payload in payloads if "description" in payload]
    few = "Discord's list is read on a phone: use a button, or a subcommand (CONTRIBUTING)."
    assert len(typed) <= MOST_COMMANDS, few
    for payload in typed:
        parts = [each for each in payload.get("options", ()) if each["type"] == _SUBCOMMAND]
        assert len(parts) <= MOST_SUBCOMMANDS, few


def all_descriptions(node: dict[str, Any]) -> Iterator[str]:
    """Yield each description of a command in all its languages."""
    yield node["description"]
    yield from (node.get("description_localizations") or {}).values()
    for option in node.get("options") or ():
        yield from all_descriptions(option)


def choices(node: dict[str, Any]) -> Iterator[str]:
    """Yield each choice of a command's options in all its languages."""
    for choice in node.get("choices") or ():
        yield choice["name"]
        yield from (choice.get("name_localizations") or {}).values()
    for option in node.get("options") or ():
        yield from choices(option)


def descriptions(node: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each description of a command with its longest translation."""
    translated = node.get("description_localizations") or {node["description"]: ""}
    yield node["description"], max(translated.values(), key=len)
    for option in node.get("options") or ():
        yield from descriptions(option)


def characters(node: dict[str, Any]) -> int:
    """Count a command as Discord does: names, descriptions and values in their longest language."""
    total = 0
    for key in ("name", "description"):
        translations: dict[str, str] = node.get(f"{key}_localizations") or {}
        total += max(map(len, (node.get(key) or "", *translations.values())))
    total += sum(map(characters, node.get("options") or ()))
    return total + sum(
        characters(choice) + len(str(choice["value"])) for choice in node.get("choices") or ()
    )

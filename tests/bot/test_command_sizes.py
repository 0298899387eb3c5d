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


async def in_all_languages(bot: Postboard) -> list[dict[str, Any]]:
    """Return what is registered of each typed command, in all languages."""
    return [
        await command.get_translated_payload(bot.tree, CatalogueTranslator())
        for command in bot.tree.get_commands()
        if "description" in command.to_dict(bot.tree)
    ]


async def test_commands_fit_in_every_language(bot: Postboard) -> None:
    """Discord counts the longest of the languages for each text."""
    payloads = await in_all_languages(bot)
    assert [each["name"] for each in payloads if characters(each) >= MOST_CHARACTERS] == []
    parts = [part for each in payloads for part in nodes(each)]
    told = [
        text for each in parts for text in (each["description"], *translated(each, "description"))
    ]
    assert len(told) > 40 * len(languages())
    assert [each for each in told if len(each) > MOST_IN_DESCRIPTION or "…" in each] == []
    choices = [choice for each in parts for choice in each.get("choices") or ()]
    chosen = [text for each in choices for text in (each["name"], *translated(each, "name"))]
    assert len(chosen) > len(languages())
    assert [each for each in chosen if len(each) > MOST_IN_CHOICE or "…" in each] == []


async def test_commands_have_room_in_a_longer_language(bot: Postboard) -> None:
    with spoken():
        payloads = await in_all_languages(bot)
    assert {payload["name"]: characters(payload) for payload in payloads} == {
        payload["name"]: count
        for payload in payloads
        if (count := characters(payload)) < MOST_CHARACTERS
    }
    told = [
        (each["description"], max(translated(each, "description"), key=len, default=""))
        for payload in payloads
        for each in nodes(payload)
    ]
    assert len(told) > 40
    for english, longest in told:
        letters = sum(map(str.isalpha, english))
        assert len(longest) >= len(english) + 0.4 * letters, "it is in the longer language"
        assert [text for text in (english,) if len(text) > MOST_IN_ENGLISH] == []
        assert "…" not in longest, f"{english} is cut"
        assert len(longest) <= MOST_IN_DESCRIPTION


async def test_there_are_few_commands(bot: Postboard) -> None:
    """A new one needs a reason why no button does."""
    payloads = [command.to_dict(bot.tree) for command in bot.tree.get_commands()]
    typed = [payload for payload in payloads if "description" in payload]
    few = "Discord's list is read on a phone: use a button, or a subcommand (CONTRIBUTING)."
    assert len(typed) <= MOST_COMMANDS, few
    for payload in typed:
        parts = [each for each in payload.get("options", ()) if each["type"] == _SUBCOMMAND]
        assert len(parts) <= MOST_SUBCOMMANDS, few


def nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a command, its subcommands and all their options."""
    yield node
    for option in node.get("options") or ():
        yield from nodes(option)


def translated(node: dict[str, Any], key: str) -> list[str]:
    """Return a text of a command, an option or a choice in the other languages."""
    others: dict[str, str] = node.get(f"{key}_localizations") or {}
    return [*others.values()]


def characters(node: dict[str, Any]) -> int:
    """Count a command as Discord does: names, descriptions and values in their longest language."""
    total = 0
    for key in ("name", "description"):
        total += max(map(len, (node.get(key) or "", *translated(node, key))))
    total += sum(map(characters, node.get("options") or ()))
    return total + sum(
        characters(choice) + len(str(choice["value"])) for choice in node.get("choices") or ()
    )

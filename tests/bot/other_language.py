"""The bot in a language of its own, and the words that it still says in English.

While it is spoken, every template reads «Ｍｏｖｅ»: each letter becomes one that looks alike, in
marks of quotation, and a longer language fills up each template. What is the same in every language
(cells, moves, names, what people typed) gets letters in circles. Whatever letters are left when a
request arrives at Discord were not translated.

Then the request is turned back into English, so that whatever people do in other tests can be done
here, too.
"""

import json
import re
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from gettext import NullTranslations
from math import ceil
from pathlib import Path
from typing import Any, Final, cast
from zoneinfo import available_timezones

import pytest
from babel import Locale as BabelLocale
from PIL import ImageDraw

from bot.messages import pictures
from bot.messages.words import locale
from bot.messages.words.locale import Locale
from engine.levels import LEVELS
from loopback.rest.call import Call
from render import names
from rules.contract.core import AnyGame
from rules.contract.sentence import Listed, Renderer, Sentence, Stranger
from rules.registry import all_games

__all__ = ["HEARD", "LIMITS", "Heard", "longer", "plain", "read_heard", "spoken"]

HEARD: Final = "POSTBOARD_TEST_HEARD"
"""The variable with the file for what tests hear; if it is set, they run in the language."""

_GREEK: Final = BabelLocale("el")
"""A language with its own words for "and" and "or"."""
_WIDE: Final = {ord(each): ord(each) + 0xFEE0 for each in map(chr, range(ord("A"), ord("z") + 1))}
_WIDE_LETTERS: Final = {code: wide for code, wide in _WIDE.items() if chr(code).isalpha()}
_CIRCLED: Final = {ord("A") + n: 0x24B6 + n for n in range(26)} | {
    ord("a") + n: 0x24D0 + n for n in range(26)
}
_FILLER: Final = "\u02d1"
_BACK: Final = {
    **{wide: code for code, wide in _WIDE_LETTERS.items()},
    **{circled: code for code, circled in _CIRCLED.items()},
    **dict.fromkeys(map(ord, f"«»{_FILLER}")),
}
_KEPT: Final = re.compile(r"\{\w*\}|`[^`]*`|https?://\S+|<[^>]*>")
"""What a translator leaves as it is: arguments, commands, links and marks of time."""
_ELSEWHERE: Final = re.compile(
    r"</[a-z -]+:\d+>|<[^>\s]+>|`[^`\n]+`|https?://\S+|\|\|[0-9a-f]+\|\||```\n.*?\n```",
    re.DOTALL,
)
"""What reads the same everywhere: mentions, code, links, seals; boxes are read apart."""
_MOVES: Final = re.compile(r"\b(?:bar|off|pass|none)\b")
"""The words in moves, and the one for no limit of time."""
_BOARD: Final = frozenset({"bar", "off"})
"""Words of the notation of backgammon; other letters on boards stand alone."""
_ZONE: Final = re.compile(r"(?:\d+ )?(?:UTC(?:[+-]\d+)?|[A-Z]\w+/[A-Z]\w+)(?: \(\d\d:\d\d\))?")
"""A time zone, whose name is the same everywhere, with an hour before it or the time there."""
_DIGITS: Final = re.compile("[0-9a-f]{8}")
"""The digits of a seal that cards show."""
_LONGER: Final = 0.4
LIMITS: Final = {
    "message": 2000, "alt text": 1024, "button": 80, "menu": 150, "choice": 100,
    "description": 100, "title": 45, "field": 45, "example": 100, "suggestion": 100, "thread": 100,
    "picture": 100,
}  # fmt: skip
"""The most characters that Discord shows of each kind of text."""


class _Language(NullTranslations):
    def gettext(self, message: str) -> str:
        parts = _KEPT.split(message)
        letters = sum(map(str.isalpha, "".join(parts)))
        if not letters:
            return message
        kept = [*_KEPT.findall(message), ""]
        words = "".join(
            part.translate(_WIDE_LETTERS) + each for part, each in zip(parts, kept, strict=True)
        )
        return f"«{words}{_FILLER * max(0, ceil(letters * _LONGER) - 2)}»"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@dataclass(slots=True)
class Heard:
    """What Discord was sent."""

    test: str = ""
    """The test in which it is heard."""
    met: Counter[str] = field(default_factory=Counter[str])
    """How many texts of each kind."""
    templates: set[str] = field(default_factory=set[str])
    """The templates that were read for somebody."""
    bare: set[tuple[str, str, str]] = field(default_factory=set[tuple[str, str, str]])
    """Texts with letters that nobody translated: their kinds, and in which tests."""
    long: set[tuple[str, str, str]] = field(default_factory=set[tuple[str, str, str]])
    """Texts that are cut or too long for Discord, in the same way."""

    def write(self, file: Path) -> None:
        """Add what was heard to a file, a line for each fact."""
        facts = [
            *(("bare", *each) for each in self.bare),
            *(("long", *each) for each in self.long),
            *(("met", kind, str(count), "") for kind, count in self.met.items()),
            *(("template", each, "", "") for each in self.templates),
        ]
        with file.open("a", encoding="utf-8") as log:
            log.writelines(f"{json.dumps(fact)}\n" for fact in facts)

    def hear(self, kind: str, text: str) -> str:
        """Take a text, and return it in English."""
        self.met[kind] += 1
        self.bare |= {(kind, part, self.test) for part in _bare(text)}
        if len(text) > LIMITS[kind]:
            self.long.add((kind, text, self.test))
        return _in_english(text)

    def picture(self, text: str) -> None:
        """Take the words that are drawn in a picture."""
        if re.search("[A-Za-z]{2}", text) and text not in _BOARD:
            self.bare.add(("picture", text, self.test))
        self.met["picture"] += 1

    def request(self, path: str, body: object) -> None:
        """Take a request's body, and turn its texts into English."""
        if path.endswith("/commands"):
            _menus_in_english(body)
        if not isinstance(body, dict) or "/commands" in path:
            return
        data = cast("dict[str, Any]", body)
        if path.endswith("/threads") and "name" in data:
            data["name"] = self.hear("thread", data["name"])
        self._message(data.get("message", data))
        if data.get("data"):
            self._message(data["data"])

    def _message(self, data: dict[str, Any]) -> None:
        self._words(data, "content", "message")
        self._words(data, "title", "title")
        for attachment in data.get("attachments") or ():
            self._words(attachment, "description", "alt text")
        for choice in data.get("choices") or ():
            self._words(choice, "name", "suggestion")
        for component in data.get("components") or ():
            self._component(component)

    def _component(self, data: dict[str, Any]) -> None:
        is_field = data["type"] in (4, 18)
        self._words(data, "label", "field" if is_field else "button")
        self._words(data, "description", "description")
        self._words(data, "placeholder", "example" if is_field else "menu")
        for option in data.get("options") or ():
            self._words(option, "label", "choice")
            self._words(option, "description", "description")
        for each in data.get("components") or ():
            self._component(each)
        if "component" in data:
            self._component(data["component"])

    def _words(self, data: dict[str, Any], key: str, kind: str) -> None:
        if data.get(key):
            data[key] = self.hear(kind, data[key])


def read_heard(file: Path) -> Heard:
    """Return what was written to a file."""
    heard = Heard()
    for line in file.read_text("utf-8").splitlines():
        fact, kind, text, test = json.loads(line)
        match fact:
            case "met":
                heard.met[kind] += int(text)
            case "template":
                heard.templates.add(kind)
            case "bare":
                heard.bare.add((kind, text, test))
            case _:
                heard.long.add((kind, text, test))
    return heard


def longer(template: str) -> str:
    """Return a template in the language."""
    return _Language().gettext(template)


def plain() -> Renderer:
    """Return a reader of the language, for words without markup."""
    return locale._Discord(_GREEK, _Language(), is_markdown=False)  # pyright: ignore[reportPrivateUsage]


@contextmanager
def spoken(test: str = "") -> Generator[Heard]:
    """Let the bot speak the language in the block, in a test."""
    heard = Heard(test)
    language = _Language()
    parsed, template = Call._parsed, locale._Discord.template  # pyright: ignore[reportPrivateUsage]
    notation, stranger = locale._Discord.notation, locale._Discord.stranger  # pyright: ignore[reportPrivateUsage]

    label, message = Locale.label, Locale.message
    draw, clean = ImageDraw.ImageDraw.text, names.cleaned

    def read(_self: locale.Catalogues, _code: str) -> Locale:
        return Locale(_GREEK, language)

    async def taken(self: Call) -> object:
        body = await parsed(self)
        heard.request(self.request.path, body)
        return body

    def noted(self: Any, sentence: Sentence) -> str:
        heard.templates.add(sentence.template)
        return template(self, sentence)

    def code(self: Any, text: str) -> str:
        same = text in _same_everywhere() or _ZONE.fullmatch(text) or _DIGITS.fullmatch(text)
        if not same and re.search("[A-Za-z]{3}", _MOVES.sub("", text)):
            heard.bare.add(("notation", text, test))
        return notation(self, text).translate(_CIRCLED)

    def name(self: Any, text: str) -> str:
        return stranger(self, text).translate(_CIRCLED)

    def drawn(self: Any, place: Any, text: str, *others: Any, **form: Any) -> None:
        heard.picture(text)
        draw(self, place, text, *others, **form)

    def cleaned(text: str) -> str:
        return clean(text).translate(_CIRCLED)

    def uncut(self: Locale, sentence: Sentence, longest: int) -> str:
        text = label(self, sentence, longest)
        if text.endswith("…") and not _has_names(sentence):
            heard.long.add((f"a label of {longest}", sentence.english(), test))
        return text

    def undrawn(_: AnyGame) -> Iterator[bool]:
        return iter(())

    def whole(self: Locale, sentence: Sentence) -> str:
        text = message(self, sentence)
        if text.endswith("\n…"):
            heard.long.add(("a message of 2000", sentence.english(), test))
        return text

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Locale, "message", whole)
        patched.setattr(ImageDraw.ImageDraw, "text", drawn)
        patched.setattr(names, "cleaned", cleaned)
        patched.setattr(pictures, "warm_up", undrawn)
        patched.setattr(locale.Catalogues, "_read", read)
        patched.setattr(Call, "_parsed", taken)
        patched.setattr(locale._Discord, "template", noted)  # pyright: ignore[reportPrivateUsage]
        patched.setattr(Locale, "label", uncut)
        patched.setattr(locale._Discord, "notation", code)  # pyright: ignore[reportPrivateUsage]
        patched.setattr(locale._Discord, "stranger", name)  # pyright: ignore[reportPrivateUsage]
        locale._catalogues.cache_clear()  # pyright: ignore[reportPrivateUsage]
        yield heard
    locale._catalogues.cache_clear()  # pyright: ignore[reportPrivateUsage]


@cache
def _same_everywhere() -> frozenset[str]:
    """Return words that aren't translated: names, those of languages too, and sources' titles."""
    specs = [game.spec for game in all_games().values()]
    rules = [rule for spec in specs for rule in (*spec.preparation, *spec.rulebook)]
    sources = {title for rule in rules for title in rule.source.split("; ")}
    own = {level.name for level in LEVELS} | set(locale.languages().values())
    return frozenset(sources | own | available_timezones())


def _menus_in_english(commands: object) -> None:
    """Turn the names of commands in menus into English; those of others are the same everywhere."""
    if isinstance(commands, list):
        for each in cast("list[dict[str, Any]]", commands):
            each["name"] = _in_english(each["name"])


def _has_names(argument: object) -> bool:
    """Return True if what people wrote is part of it, which may be of any length."""
    match argument:
        case Stranger():
            return True
        case Listed():
            return any(map(_has_names, argument.items))
        case Sentence():
            return any(_has_names(each) for _, each in argument.arguments)
        case _:
            return False


def _bare(text: str) -> list[str]:
    """Return the parts of a text that are in English, with the words around them."""
    boxes = re.findall(r"```\n(.*?)\n```", text, re.DOTALL)
    lines = [word for box in boxes for word in re.findall(r"[A-Za-z]{2,}", box)]
    words = re.findall(r".{0,20}[A-Za-z]+.{0,20}", _ELSEWHERE.sub("", text))
    words = [each for each in words if not _ZONE.fullmatch(each)]
    return [*words, *(word for word in lines if word not in _BOARD)]


def _in_english(text: str) -> str:
    return text.translate(_BACK).replace(" και ", " and ").replace(" ή ", " or ")

"""Rulebooks in pages: how to play, the full rules, the rules for every game, and the sources."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final

from bot.messages import pictures
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import CustomId, for_text
from bot.messages.controls.message import Button, Message, Picture, Row
from bot.messages.panels.newcomers.opponents import ways_to_play
from bot.messages.words.text import NOTHING, code, lines, own, with_note
from rules.contract.core import Spec
from rules.contract.rule import Lesson, Rule
from rules.contract.sentence import Notation, Sentence, say
from rules.match.series import RULES
from rules.match.table_rules import COMMON
from rules.registry import find, is_experimental, origin_of

__all__ = ["Page", "Section", "noted", "page", "pages"]

_ROOM: Final = 1300
"""The most characters of rules on a page in English. With the heading, a language that is 40 %
longer has room for them within Discord's 2000."""
_FOOTNOTES: Final = "¹²³⁴⁵⁶⁷⁸⁹"


class Section(Enum):
    """A part of a rulebook; its value is the label of its button."""

    LESSON = say("How to play")
    MISSED = say("What beginners miss")
    RULES = say("Full rules")
    TABLE = say("Rules for every game")
    SOURCES = say("Sources")


@dataclass(frozen=True, slots=True)
class Page:
    """A page: rules, or the titles of sources, or nothing if it is a lesson."""

    section: Section
    rules: tuple[Rule, ...] = ()
    sources: tuple[str, ...] = ()


async def page(key: str, number: int) -> Message:
    """Return a page of a game's rulebook, counted from 0; numbers beyond the ends wrap around.

    Raises UnknownGame for an unknown game.
    """
    spec, book = find(key).spec, pages(key)
    number %= len(book)
    shown = book[number]
    rows = _turning(key, book, number)
    if shown.section in (Section.LESSON, Section.MISSED):
        assert spec.lesson is not None
        drawn = await asyncio.to_thread(_drawn, key)
        if shown.section is Section.MISSED:
            return Message(noted(_missed(spec, spec.lesson)), drawn.picture, rows)
        text = noted(_lesson(spec, spec.lesson))
        return Message(text, drawn.start, rows, second_picture=drawn.example)
    told = (_heading(spec, book, number), *_told(shown))
    if shown.section is Section.SOURCES:
        told = (*told, _origin(spec))
    return Message(noted(lines(*told)), rows=rows)


def noted(text: Sentence) -> Sentence:
    """Return words that teach a game, with a line below any translation of them."""
    return with_note(text, say("-# A translation: the English rules decide."))


@cache
def pages(key: str) -> tuple[Page, ...]:
    """Return the pages of a game's rulebook, the same in every language."""
    spec = find(key).spec
    own_rules = (*spec.preparation, *spec.rulebook)
    titles = [title for rule in own_rules for title in rule.source.split("; ")]
    return (
        *([Page(Section.LESSON)] if spec.lesson else []),
        *([Page(Section.MISSED)] if spec.lesson and spec.lesson.missed else []),
        *(Page(Section.RULES, rules) for rules in _paged(own_rules)),
        *(Page(Section.TABLE, rules) for rules in _paged((*COMMON, *RULES))),
        Page(Section.SOURCES, sources=tuple(dict.fromkeys(titles))),
    )


def _paged(rules: Iterable[Rule]) -> Iterator[tuple[Rule, ...]]:
    """Yield the rules in parts that fit on a page."""
    part: tuple[Rule, ...] = ()
    room = _ROOM
    for rule in rules:
        needed = len(lines(*_told(Page(Section.RULES, (rule,)))).english()) + 1
        if part and (room < needed or len(part) == len(_FOOTNOTES)):
            yield part
            part, room = (), _ROOM
        part = (*part, rule)
        room -= needed
    yield part


def _heading(spec: Spec, book: Sequence[Page], number: int) -> Sentence:
    section, title = book[number].section, spec.title
    numbers = [place for place, each in enumerate(book) if each.section is section]
    if len(numbers) == 1:
        return say("**{game}: {section}**", game=title, section=section.value)
    return say(
        "**{game}: {section}** · page {page} of {pages}",
        game=title,
        section=section.value,
        page=numbers.index(number) + 1,
        pages=len(numbers),
    )


def _origin(spec: Spec) -> Sentence:
    """Return the version of the rules and, for a game of a package, where it comes from."""
    origin = origin_of(spec.key)
    if origin is None:
        return say("Version {version} of the rules.", version=spec.version)
    return say(
        "Version {version} of the rules, from the package {package} {release}.",
        version=spec.version,
        package=code(origin.package),
        release=own(origin.version),
    )


def _lesson(spec: Spec, lesson: Lesson) -> Sentence:
    return lines(
        say("**{game}: how to play**", game=spec.title),
        *(
            say("**{heading}**: {text}", heading=point.heading, text=point.text)
            for point in lesson.points
        ),
        say(
            "**Example**, the second picture, {move}: {words}",
            move=code(lesson.example.move),
            words=lesson.example.words,
        ),
        say("-# Experimental: this game is new here, and its rules can still change.")
        if is_experimental(spec.key)
        else NOTHING,
    )


def _missed(spec: Spec, lesson: Lesson) -> Sentence:
    """Return what beginners miss, the caption of the picture, and the names of cells."""
    numbered = (say("{n}. {thing}", n=n, thing=thing) for n, thing in enumerate(lesson.missed, 1))
    shown = lesson.picture and say("**In the picture**: {words}", words=lesson.picture.words)
    spoken = lesson.spoken and say("**Without a picture**: {words}", words=lesson.spoken)
    heading = say("**{game}: what beginners miss**", game=spec.title)
    return lines(heading, *numbered, shown or NOTHING, spoken or NOTHING)


def _told(shown: Page) -> Iterator[Sentence]:
    """Yield the content of a page below its heading."""
    if shown.section is Section.SOURCES:
        yield from (say("- {source}", source=own(title)) for title in shown.sources)
        yield say(
            "The rules are in our own words. A number after a rule marks our own reading, where"
            " a source leaves it open."
        )
        return
    if shown.section is Section.TABLE:
        yield say("These rules are the bot's own and hold for every game.")
    notes: list[Sentence] = []
    for rule in shown.rules:
        mark = NOTHING
        if rule.reading:
            sign = Notation(_FOOTNOTES[len(notes)])
            notes.append(say("-# {sign} Our reading. {reading}", sign=sign, reading=rule.reading))
            mark = say("{sign}", sign=sign)
        yield say("- {rule}{mark}", rule=rule.text, mark=mark)
    yield from notes


def _turning(key: str, book: Sequence[Page], number: int) -> tuple[Row, ...]:
    """Return the buttons for the sections, and below them those for the neighbouring pages."""
    section = book[number].section
    firsts = {each.section: place for place, each in reversed(list(enumerate(book)))}
    sections = [
        Button(
            each.value,
            _to(key, number if each is section else firsts[each]),
            disabled=each is section,
        )
        for each in Section
        if each in firsts
    ]
    beside = [
        Button(label, _to(key, place))
        for label, place in ((say("◀ Back"), number - 1), (say("Next ▶"), number + 1))
        if 0 <= place < len(book) and book[place].section is section
    ]
    return (sections, *([beside] if beside else []), ways_to_play(find(key)))


def _to(key: str, number: int) -> CustomId:
    return for_text(verbs.TURN_PAGE, key, number)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """The pictures of a lesson."""

    start: Picture
    example: Picture
    picture: Picture | None


@cache
def _drawn(key: str) -> _Drawn:
    """Return the pictures of the lesson of a game: its start, and its examples."""
    game = find(key)
    lesson = game.spec.lesson
    assert lesson is not None
    start = pictures.draw(game.view(game.start()))
    example = pictures.draw(pictures.example(game, lesson.example))
    more = pictures.draw(pictures.example(game, lesson.picture)) if lesson.picture else None
    return _Drawn(start, example, more)

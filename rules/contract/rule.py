"""One rule of a rulebook, and the first page that teaches a game."""

from dataclasses import dataclass

from rules.contract.sentence import Sentence

__all__ = ["Example", "Lesson", "Point", "Rule"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a rulebook. `key` is stable and is what logs and tests cite."""

    key: str
    text: Sentence
    source: str
    """Titles to cite, joined by a semicolon; they are not translated."""
    reading: Sentence | None = None
    """What the sources leave open and we decided. Players are told; None where nothing is open."""


@dataclass(frozen=True, slots=True)
class Point:
    """What a newcomer has to know about one thing, such as the goal."""

    heading: Sentence
    text: Sentence


@dataclass(frozen=True, slots=True)
class Example:
    """A move to look at: a position and a move in text, the options of the game, the words."""

    position: str
    move: str
    words: Sentence
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """The first page of a rulebook, after which a newcomer can play: goal, set-up, turn, end."""

    points: tuple[Point, ...]
    """At most seven: with the example they make eight lines."""
    example: Example

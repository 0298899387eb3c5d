"""One rule of a rulebook, and the first page that teaches a game."""

from dataclasses import dataclass

from rules.contract.sentence import Sentence

__all__ = ["Example", "Lesson", "Point", "Rule"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a rulebook. Logs and tests cite it by `key`, which never changes."""

    key: str
    text: Sentence
    source: str
    """Titles to cite, separated by semicolons; they aren't translated."""
    reading: Sentence | None = None
    """Our reading, where the sources leave something open; players see it. None if nothing is
    open."""


@dataclass(frozen=True, slots=True)
class Point:
    """One thing that a newcomer has to know, such as the goal."""

    heading: Sentence
    text: Sentence


@dataclass(frozen=True, slots=True)
class Example:
    """An example: a position and a move as text, the game's options, and an explanation."""

    position: str
    move: str
    words: Sentence
    options: tuple[tuple[str, str], ...] = ()
    signs: tuple[tuple[str, str], ...] = ()
    """Cells, and the sign of one or two characters that the picture shows on each."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """The first pages of a rulebook, after which a newcomer can play: goal, set-up, turn, end."""

    points: tuple[Point, ...]
    """At most seven: with the example they make eight lines."""
    example: Example
    choosing: Sentence | None = None
    """The way in which somebody who has pressed **Move** enters a move."""
    missed: tuple[Sentence, ...] = ()
    """Three things that beginners miss, or none."""
    picture: Example | None = None
    """An example of the point that is hardest to read without one."""
    spoken: Sentence | None = None
    """The names of the cells and their neighbours, for those who hear the game."""

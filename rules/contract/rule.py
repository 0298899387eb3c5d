"""One rule of a rulebook, and the first page that teaches a game."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.contract.sentence import Sentence

__all__ = ["Example", "Lesson", "Point", "Rule", "Step"]


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A position in which a newcomer finds a move. Moves and cells are texts in canonical notation.

    The side that is to move is the learner's.
    """

    idea: Sentence
    """Its name, in a few small words."""
    position: str = ""
    """The position as text; empty: that after the `moves`."""
    moves: tuple[str, ...] = ()
    """The moves that lead to it from the start, where no text can say what it needs."""
    before: Sentence
    """The rule to know, and the task."""
    wanted: tuple[str, ...]
    """The right moves, less the wrong ones; a `*` at the front stands for anything."""
    tries: tuple[str, ...]
    """The moves to choose from: two to four, at least one right and one wrong."""
    wrong: Mapping[str, Sentence | None] = field(
        default_factory=dict[str, Sentence | None], hash=False
    )
    """Moves with what is wrong with them, or None where they break a rule, which says it."""
    hint: Sentence
    """The answer to every other move."""
    after: Sentence
    """The answer to a right move."""
    ring: tuple[str, ...] = ()
    """The cells with a ring."""
    reply: str = ""
    """The only answer to a right move, which is played at once; empty: the step ends before it."""
    follows: bool = False
    """True if it continues the step before, and belongs to the same lesson."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """The first pages of a rulebook, after which a newcomer can play: goal, set-up, turn, end."""

    points: tuple[Point, ...]
    """At most seven: with the example they make eight lines."""
    example: Example
    choosing: Sentence | None = None
    """The way in which a person who has pressed **Move** enters a move."""
    missed: tuple[Sentence, ...] = ()
    """Three things that beginners miss, or none."""
    picture: Example | None = None
    """An example of the point that is hardest to read without one."""
    spoken: Sentence | None = None
    """The names of the cells and their neighbours, for those who hear the game."""
    lure: Sentence | None = None
    """One line above the first step, which makes people curious."""
    steps: tuple[Step, ...] = ()
    """Three to five guided lessons of one idea, or none. A step is a move to find."""

"""Positions as text, in the two forms that several games share.

`w:c3=wbb,d4=b:idle=5` has stacks. Parts are joined by `:`: who is to move, the stacks by cell, and
any counts that are not 0. A stack is written from the top down, a letter for each piece, so its
owner comes first.

`W:Wa1,Kg3:Bb4,Kb6` has two lists, one for each side, as PDN does for draughts.

Capitals and blanks are forgiven.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

from rules.contract.core import NotationError, Side, SideSpec
from rules.contract.sentence import Notation, Sentence, Stranger, one_of, say
from rules.geometry import Geometry

__all__ = [
    "PositionText",
    "Stacks",
    "TwoLists",
    "read_position_text",
    "read_two_lists",
    "write_position_text",
]

Stacks: TypeAlias = tuple[tuple[Side, ...], ...]
"""By cell, the sides of the pieces on it, bottom to top; an empty cell has none."""


@dataclass(frozen=True, slots=True)
class PositionText:
    """What a position's text says; who is `due` is for the game to understand."""

    due: str
    stacks: Stacks
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class TwoLists:
    """What a position's text says of two sides, in small letters; `due` is to move."""

    due: Side
    lists: Mapping[Side, Sequence[str]]
    """By side, the words of its list, in the order in which the text names them."""


def read_two_lists(sides: Sequence[Side], text: str, *, example: Sentence) -> TwoLists:
    """Return the lists that the text gives to the two sides, by the first letters of their keys.

    Raises NotationError, with `example` as what would be right.
    """
    side_of = {side[0]: side for side in sides}
    letters = [Notation(letter.upper()) for letter in side_of]
    parts = "".join(text.split()).rstrip(".").lower().split(":")
    if len(parts) != 1 + len(side_of):
        raise NotationError(
            say(
                "A position has three parts joined by “:”, the side to move and what each side has;"
                " this one has {number}. {example}",
                number=len(parts),
                example=example,
            )
        )
    due, *written = parts
    if due not in side_of:
        raise NotationError(
            say(
                "The side to move is {letters}, not “{due}”. {example}",
                letters=one_of(letters),
                due=Stranger(due),
                example=example,
            )
        )
    if sorted(each[:1] for each in written) != sorted(side_of):
        first, second = letters
        raise NotationError(
            say(
                "One list begins with {first} and the other with {second}. {example}",
                first=first,
                second=second,
                example=example,
            )
        )
    lists = {side_of[each[0]]: each[1:].split(",") if each[1:] else [] for each in written}
    return TwoLists(side_of[due], lists)


def read_position_text(
    geometry: Geometry,
    sides: Sequence[SideSpec],
    text: str,
    *,
    example: Sentence,
    counts: Sequence[str],
    most: int,
) -> PositionText:
    """Return what the text says; `counts` are the names it may use, `most` the pieces of a side.

    Raises NotationError, with `example` as what would be right.
    """
    parts = "".join(text.split()).lower().split(":")
    if not 2 <= len(parts) <= 3:
        raise NotationError(
            say(
                "A position has two or three parts joined by “:”, the side to move, the stacks and"
                " any counts; this one has {number}. {example}",
                number=len(parts),
                example=example,
            )
        )
    letters = {side.key[0]: side for side in sides}
    stacks = [tuple[Side, ...]() for _ in geometry.cells]
    for word in filter(None, parts[1].split(",")):
        label, _, pieces = word.partition("=")
        cell = geometry.find(label) if len(label) <= 3 else None
        if cell is None:
            raise NotationError(
                say(
                    "“{label}” is no cell of the board. {example}",
                    label=Stranger(label),
                    example=example,
                )
            )
        if stacks[cell]:
            raise NotationError(say("{label} is named twice.", label=Notation(label)))
        if not pieces or not set(pieces) <= letters.keys():
            raise NotationError(
                say(
                    "The stack on {label} is written with the letters {letters}, from the top down,"
                    " not “{pieces}”. {example}",
                    label=Stranger(label),
                    letters=one_of(map(Notation, letters)),
                    pieces=Stranger(pieces),
                    example=example,
                )
            )
        stacks[cell] = tuple(letters[letter].key for letter in reversed(pieces))
    pieces_of = list(chain.from_iterable(stacks))
    for side in sides:
        if pieces_of.count(side.key) > most:
            raise NotationError(
                say("{side} has at most {most} pieces.", side=side.title, most=most)
            )
    return PositionText(parts[0], tuple(stacks), _read_counts(parts[2:], counts, example))


def write_position_text(geometry: Geometry, diagram: PositionText) -> str:
    """Return the text, cells in the order of their labels."""
    labels = sorted((geometry.label(cell), diagram.stacks[cell]) for cell in geometry.cells)
    written = (
        f"{label}={''.join(side[0] for side in reversed(pieces))}"
        for label, pieces in labels
        if pieces
    )
    counts = ",".join(f"{name}={count}" for name, count in diagram.counts.items() if count)
    return ":".join((diagram.due, ",".join(written), *([counts] if counts else [])))


def _read_counts(parts: Sequence[str], names: Sequence[str], example: Sentence) -> dict[str, int]:
    counts = dict.fromkeys(names, 0)
    for word in filter(None, chain.from_iterable(part.split(",") for part in parts)):
        name, _, digits = word.partition("=")
        if name not in counts or not digits.isascii() or not digits.isdigit() or len(digits) > 6:
            raise NotationError(
                say(
                    "“{word}” is no count; counts are written {names}. {example}",
                    word=Stranger(word),
                    names=one_of(Notation(f"{n}=12") for n in names),
                    example=example,
                )
            )
        counts[name] = int(digits)
    return counts

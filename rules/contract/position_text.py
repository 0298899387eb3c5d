"""Positions as text: the side to move, then the pieces, in parts joined by `:`.

`W:Wa1,Kg3:Bb4,Kb6` has a list of cells for each side, as in PDN for draughts.

`w:c3=wbb,d4=b:idle=5` has stacks by cell, and any counts that aren't 0. A stack is written from the
top down, a letter a piece, so its owner comes first.

Capitals and blanks don't matter.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from rules.contract.core import NotationError, Side
from rules.contract.sentence import Sentence, Stranger, say
from rules.geometry import Cell, Geometry

__all__ = ["PositionText", "Stacks"]

T = TypeVar("T")

Stacks: TypeAlias = tuple[tuple[Side, ...], ...]
"""By cell, the sides of the pieces on it, bottom to top; an empty cell has none."""


@dataclass(frozen=True, slots=True)
class PositionText:
    """A text that describes a position. Every method that reads it may raise NotationError."""

    parts: Sequence[str]
    form: Sentence
    """The form of a game's position texts: its `Spec.position_form`."""

    @classmethod
    def split(cls, text: str, form: Sentence) -> "PositionText":
        """Return the text split into its parts, in lower case."""
        return cls("".join(text.split()).lower().rstrip(".").split(":"), form)

    def wrong(self, part: str) -> NotationError:
        """Return the refusal of the text for a part that can't be there."""
        return NotationError(
            say(
                "“{part}” can't be part of this position. Write {form}",
                part=Stranger(part),
                form=self.form,
            )
        )

    def due(self, meanings: Mapping[str, T]) -> T:
        """Return the meaning of the first part."""
        if self.parts[0] not in meanings:
            raise self.wrong(self.parts[0])
        return meanings[self.parts[0]]

    def by_side(self, sides: Sequence[Side]) -> Iterator[tuple[Side, str]]:
        """Yield the words of the lists, with the side whose first letter begins its list."""
        side_of, lists = {side[0]: side for side in sides}, self.parts[1:]
        if sorted(part[:1] for part in lists) != sorted(side_of):
            raise self.wrong(":".join(lists))
        for part in lists:
            for word in part[1:].split(",") if part[1:] else ():
                yield side_of[part[0]], word

    def cell(self, geometry: Geometry, label: str) -> Cell:
        """Return the cell with that name."""
        cell = geometry.find(label) if len(label) <= 3 else None
        if cell is None:
            raise self.wrong(label)
        return cell

    def stacks(self, geometry: Geometry, sides: Sequence[Side], most: int) -> Stacks:
        """Return the stacks of the second part, with at most `most` pieces a side."""
        if not 2 <= len(self.parts) <= 3:
            raise self.wrong(":".join(self.parts))
        side_of, pieces_of = {side[0]: side for side in sides}, Counter[str]()
        stacks = [tuple[Side, ...]() for _ in geometry.cells]
        for word in filter(None, self.parts[1].split(",")):
            label, _, pieces = word.partition("=")
            cell = self.cell(geometry, label)
            pieces_of.update(pieces)
            fits = pieces and max(pieces_of.values()) <= most and set(pieces) <= side_of.keys()
            if stacks[cell] or not fits:
                raise self.wrong(word)
            stacks[cell] = tuple(side_of[letter] for letter in reversed(pieces))
        return tuple(stacks)

    def counts(self, *names: str) -> Sequence[int]:
        """Return the counts of the third part, 0 for those that it lacks."""
        counts = dict.fromkeys(names, 0)
        for word in filter(None, "".join(self.parts[2:]).split(",")):
            name, _, digits = word.partition("=")
            if name not in counts or not digits.isdecimal() or len(digits) > 6:
                raise self.wrong(word)
            counts[name] = int(digits)
        return tuple(counts.values())

"""The plates beside a board: who sits there, whose turn it is and the deadline, in words."""

from dataclasses import dataclass
from typing import NamedTuple

from rules.contract.sentence import Renderer
from rules.contract.view import BoardView, Colour, Side

__all__ = ["NOBODY", "UNCAPTIONED", "Caption", "Occupant", "Plate", "plates"]


@dataclass(frozen=True, slots=True)
class Occupant:
    """The player at a side; every text is in the language of its reader."""

    name: str = ""
    """Any name; the side's title is written instead if it is empty or no face has its signs."""
    demand: str = ""
    """The demand of the rules on the move, such as `must capture`; left out if there is no room."""
    state: str = ""
    """The time of the move, such as `by Tue 24 Nov`; otherwise the state of the seat, such as
    `paused`, `computer, level 1` or `won · Bo has no piece left`."""
    won: bool = False


NOBODY = Occupant()


@dataclass(frozen=True, slots=True)
class Caption:
    """The people at a board, and the number of the move."""

    people: tuple[tuple[Side, Occupant], ...] = ()
    number: str = ""
    """Such as `move 14`; not every board has room for it."""


UNCAPTIONED = Caption()


class Plate(NamedTuple):
    """A side and its occupant, with their words already read."""

    side: Side
    title: str
    colour: Colour
    note: str = ""
    """The count of the side, beginning with its number, such as `12 pieces`."""
    to_move: bool = False
    occupant: Occupant = NOBODY

    @property
    def lit(self) -> bool:
        """True if the plate is light, because the side is to move or has won."""
        return self.to_move or self.occupant.won


def plates(view: BoardView, reader: Renderer, caption: Caption) -> tuple[Plate, ...]:
    """Return the plates of all sides for this reader, in the order of the view."""
    people = dict(caption.people)
    return tuple(
        Plate(
            player.side,
            player.title.rendered(reader),
            player.colour,
            player.note.rendered(reader) if player.note else "",
            player.to_move,
            people.get(player.side, NOBODY),
        )
        for player in view.players
    )

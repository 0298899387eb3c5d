"""The sides beside a board, in the words that the picture shows."""

from typing import NamedTuple

from rules.contract.sentence import Renderer
from rules.contract.view import BoardView, Colour, Side

__all__ = ["Plate", "plates"]


class Plate(NamedTuple):
    """A side, with its words already read."""

    side: Side
    title: str
    colour: Colour
    note: str = ""
    to_move: bool = False


def plates(view: BoardView, reader: Renderer) -> tuple[Plate, ...]:
    """Return the plates of all sides for this reader, in the order of the view."""
    return tuple(
        Plate(
            player.side,
            player.title.rendered(reader),
            player.colour,
            player.note.rendered(reader) if player.note else "",
            player.to_move,
        )
        for player in view.players
    )

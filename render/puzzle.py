"""The picture of a puzzle: a board as in the channel, with the task in place of the people."""

from dataclasses import dataclass

from render.board import numbered_board
from render.plates import Plate
from render.png import packed
from render.strips import framed
from rules.contract.view import BoardView, SideStatus

__all__ = ["Puzzle", "puzzle_picture"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """A position to solve; every text is in the language of its reader."""

    view: BoardView
    """The position, seen from the side to move, without marks."""
    heading: str
    """Such as `Puzzle 214 · ReMatch`."""
    task: str
    difficulty: str
    """Such as `easy`."""


def puzzle_picture(puzzle: Puzzle) -> bytes:
    """Return the puzzle as a PNG file 800 pixels wide."""
    players = puzzle.view.players
    solver = next((player for player in players if player.to_move), players[0])
    own = next((team for team in puzzle.view.teams if solver.side in team), (solver.side,))
    rival = next((player for player in players if player.side not in own), solver)
    palette, board = numbered_board(puzzle.view, 800)
    lower = _plate(solver, puzzle.task, puzzle.difficulty, lit=True)
    upper = _plate(rival, puzzle.heading, "", lit=False)
    return packed(framed(palette, board, (lower,), (upper,)), palette.bytes)


def _plate(player: SideStatus, words: str, note: str, *, lit: bool) -> Plate:
    return Plate(player.side, words, player.colour, note, lit)

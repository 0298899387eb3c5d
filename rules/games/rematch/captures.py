"""A capture in progress, with a stack's jumps and their results, to explain refusals."""

from typing import NamedTuple

from rules.contract.core import Side
from rules.games.rematch.jumps import FLYING, WALKING, Jump
from rules.games.rematch.position import BOARD, RED, SIDE, State, bits
from rules.geometry import Cell

__all__ = ["Capture"]


class Capture(NamedTuple):
    """A stack in the middle of its turn."""

    stacks: tuple[str, ...]
    """The board without the jumping stack, as `State` holds it."""
    cell: Cell
    colour: Side
    """The colour that jumps."""
    jumped: frozenset[Cell] = frozenset()

    @classmethod
    def of(cls, state: State, origin: Cell) -> "Capture":
        """Return the stack on `origin`, lifted, before its first jump."""
        stacks = state.stacks
        lifted = (*stacks[:origin], "", *stacks[origin + 1 :])
        return cls(lifted, origin, SIDE[stacks[origin][-1]])

    @property
    def jumps(self) -> tuple[Jump, ...]:
        """Every jump that the stack has now."""
        lines, jumps = (FLYING if self.colour == RED else WALKING)[self.cell]
        occupied = bits(cell for cell in BOARD.cells if self.stacks[cell])
        return tuple(
            jump
            for jump in jumps[lines & occupied].all
            if jump.victim not in self.jumped and self.owner(jump.victim) != self.colour
        )

    @property
    def must_go_on(self) -> bool:
        """True if the stack can jump over a neighbour, so that it must not stop."""
        return any(not jump.flying for jump in self.jumps)

    def owner(self, cell: Cell) -> Side:
        """Return the side that owns the stack on the cell, which must not be empty."""
        return SIDE[self.stacks[cell][-1]]

    def jump_to(self, landing: Cell) -> Jump | None:
        """Return the jump that lands there, or None if the stack has none."""
        return next((jump for jump in self.jumps if jump.landing == landing), None)

    def after(self, jump: Jump) -> "Capture":
        """Return the capture after the jump, which takes the victim's top piece."""
        stacks, victim = self.stacks, jump.victim
        left = (*stacks[:victim], stacks[victim][:-1], *stacks[victim + 1 :])
        return self._replace(stacks=left, cell=jump.landing, jumped=self.jumped | {victim})

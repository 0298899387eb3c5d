"""A capture under way: which jumps a stack has, and what each makes of the board."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from rules.core import Side
from rules.games.rematch.position import BOARD, RED, Position
from rules.geometry import Cell
from rules.geometry.rays import line_between, rays
from rules.position_text import Stacks

__all__ = ["Capture", "Jump"]

_RAYS: Final = tuple(tuple(lines.values()) for lines in rays(BOARD))


class Jump(NamedTuple):
    """One jump, over the stack on `victim` to the cell right behind it."""

    victim: Cell
    landing: Cell
    flying: bool


class Capture(NamedTuple):
    """A stack in the middle of its turn."""

    stacks: Stacks
    """The board without the jumping stack."""
    cell: Cell
    stack: tuple[Side, ...]
    """The jumping stack, with all that it has taken."""
    jumped: frozenset[Cell] = frozenset()

    @classmethod
    def of(cls, position: Position, origin: Cell) -> "Capture":
        """Return the stack on `origin`, lifted, before its first jump."""
        stacks = position.stacks
        return cls((*stacks[:origin], (), *stacks[origin + 1 :]), origin, stacks[origin])

    @property
    def colour(self) -> Side:
        """The side that jumps."""
        return self.stack[-1]

    @property
    def jumps(self) -> Iterator[Jump]:
        """Every jump that the stack has now."""
        for line in _RAYS[self.cell]:
            jump = self._along(line)
            if jump:
                yield jump

    @property
    def must_go_on(self) -> bool:
        """Whether the stack can jump over a neighbour, so that it must not stop."""
        return any(not jump.flying for jump in self.jumps)

    def jump_to(self, landing: Cell) -> Jump | None:
        """Return the jump that lands there, if the stack has it."""
        return next((jump for jump in self.jumps if jump.landing == landing), None)

    def after(self, jump: Jump) -> "Capture":
        """Return the capture after the jump: the victim's top piece goes to the bottom."""
        victim, landing, _ = jump
        stacks, below = self.stacks, self.stacks[victim]
        return Capture(
            (*stacks[:victim], below[:-1], *stacks[victim + 1 :]),
            landing,
            (below[-1], *self.stack),
            self.jumped | {victim},
        )

    def follow(self, landing: Cell) -> "Capture":
        """Return the capture after a jump to that cell, which is taken to be possible."""
        line = line_between(BOARD, self.cell, landing)
        assert line is not None
        return self.after(Jump(line[1][-2], landing, flying=len(line[1]) > 2))

    @property
    def board(self) -> Stacks:
        """The board with the stack put down where it is."""
        return (*self.stacks[: self.cell], self.stack, *self.stacks[self.cell + 1 :])

    def _along(self, line: tuple[Cell, ...]) -> Jump | None:
        """Return the jump over the first stack of the line, if there may be one."""
        for distance, victim in enumerate(line[:-1], 1):
            if not self.stacks[victim]:
                if self.colour != RED:
                    return None
                continue
            landing = line[distance]
            rival = self.stacks[victim][-1] != self.colour
            if rival and victim not in self.jumped and not self.stacks[landing]:
                return Jump(victim, landing, flying=distance > 1)
            return None
        return None

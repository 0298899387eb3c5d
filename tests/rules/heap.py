"""A toy game for three: take one to three sticks from a heap; the last stick wins.

With dice the host rolls before each of red's turns, and red takes no more than the pips. Nothing
here is registered: it shows what draughts can't, more than two seats, chance, and moves that may
stop or go on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.contract.core import (
    Dice,
    NotationError,
    Outcome,
    Roll,
    Rule,
    Side,
    SideSpec,
    Spec,
    Violation,
)
from rules.contract.sentence import Notation, Stranger, say
from rules.contract.view import BoardView, Colour, Pattern
from rules.geometry import Cell
from rules.geometry.square import Square

RED, GREEN, BLUE = Side("red"), Side("green"), Side("blue")
_ORDER: Final = (RED, GREEN, BLUE)
_TITLES: Final = (say("Red"), say("Green"), say("Blue"))
_COLOURS: Final = (Colour.RED, Colour.WHITE, Colour.BLACK)
LAST: Final = Rule("heap.last", say("Who takes the last stick wins."), "made up")
FEW: Final = Rule(
    "heap.few", say("One to three sticks are taken, and red heeds the die."), "made up"
)


@dataclass(frozen=True, slots=True)
class Heap:
    """The sticks left, the turns taken, and how many may be taken now (0: a roll is due)."""

    sticks: int
    turns: int = 0
    most: int = 3


@dataclass(frozen=True, slots=True)
class HeapGame:
    """`teams` and `seats` can be set, to play two against one."""

    sticks: int = 12
    dice: bool = False
    teams: tuple[frozenset[Side], ...] = tuple(frozenset({side}) for side in _ORDER)
    seats: tuple[frozenset[Side], ...] = tuple(frozenset({side}) for side in _ORDER)

    @property
    def spec(self) -> Spec:
        return Spec(
            key="heap",
            title=say("Heap"),
            version=1,
            summary=say("Take the last stick."),
            sides=tuple(
                SideSpec(side, title, colour)
                for side, title, colour in zip(_ORDER, _TITLES, _COLOURS, strict=True)
            ),
            teams=self.teams,
            seatings=(self.seats,),
            rulebook=(LAST, FEW),
            position_form=say("the number of sticks: 7"),
        )

    @property
    def geometry(self) -> Square:
        return Square(2)

    def configured(self, options: Mapping[str, str]) -> "HeapGame":
        assert not options
        return self

    def start(self) -> Heap:
        return Heap(self.sticks, most=0 if self.dice else 3)

    def position(self, text: str) -> Heap:
        return Heap(int(text))

    def turn(self, state: Heap) -> Side | Dice | None:
        if not state.sticks:
            return None
        return _ORDER[state.turns % 3] if state.most else Dice(1)

    def moves(self, state: Heap) -> Sequence[int | Roll]:
        if not state.most:
            return [Roll((pips,)) for pips in range(1, 7)]
        return range(1, min(state.most, state.sticks) + 1)

    def legal(self, state: Heap) -> Sequence[int | Roll]:
        return self.moves(state)

    def apply(self, state: Heap, move: int | Roll) -> Heap:
        if isinstance(move, Roll):
            return Heap(state.sticks, state.turns, min(3, move.pips[0]))
        turns = state.turns + 1
        return Heap(state.sticks - move, turns, 0 if self.dice and turns % 3 == 0 else 3)

    def violation(self, state: Heap, move: int | Roll) -> Violation | None:
        if move in self.legal(state):
            return None
        return Violation(FEW, say("{move} can't be taken.", move=Notation(str(move))), (Cell(0),))

    def outcome(self, state: Heap) -> Outcome | None:
        if state.sticks:
            return None
        last = _ORDER[(state.turns - 1) % 3]
        return Outcome(next(team for team in self.teams if last in team), LAST)

    def parse(self, state: Heap, text: str) -> int:
        del state
        if not text.strip().isdecimal():
            raise NotationError(say("“{text}” is no number.", text=Stranger(text)))
        return int(text)

    def notate(self, move: int | Roll) -> str:
        return str(move)

    def path(self, move: int | Roll) -> tuple[Cell, ...]:
        assert isinstance(move, int)
        return tuple(map(Cell, range(move)))

    def view(self, state: Heap, last: int | Roll | None = None) -> BoardView:
        del state, last
        return BoardView(self.spec.title, self.geometry, Pattern.PLAIN, (), ())

"""A toy game with planted faults for a balance report to find; it isn't registered.

Two sides mark cells in turn. After six marks, a side that has two more of them in column a wins;
all else goes to the side that the option `tie` names, which is an advantage. The rule `tally.draw`
never ends a game, no piece ever stands on c3, and the option `mood` changes nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.contract.core import (
    Choice,
    Dice,
    NotationError,
    Option,
    Outcome,
    Rule,
    Side,
    SideSpec,
    Spec,
    Violation,
)
from rules.contract.sentence import Notation, Stranger, say, say_n
from rules.contract.view import BoardView, Colour, Pattern, Piece, PieceKind, Stack
from rules.geometry import Cell
from rules.geometry.square import Square

__all__ = ["GAME", "Tally"]

FIRST, SECOND = Side("first"), Side("second")
_MARKS: Final = 6
_MARK: Final = PieceKind(say("mark"), lambda count: say_n("{count} mark", "{count} marks", count))
EMPTY: Final = Rule("tally.empty", say("A cell is marked once, and c3 never."), "made up")
MORE: Final = Rule("tally.end.more", say("Two more marks in column a win."), "made up")
DRAW: Final = Rule("tally.draw", say("A game on Sunday is drawn."), "made up")
_BOARD: Final = Square(3)
_NEVER: Final = _BOARD.find("c3")
_COLUMN: Final = frozenset(map(_BOARD.find, ("a1", "a2", "a3")))


def _choices(*values: str) -> tuple[Choice, ...]:
    return tuple(Choice(value, say("{value}", value=Notation(value))) for value in values)


@dataclass(frozen=True, slots=True)
class Tally:
    """The cells marked so far are a state."""

    tie: str = "first"
    mood: str = "calm"

    @property
    def spec(self) -> Spec:
        return Spec(
            key="tally",
            title=say("Tally"),
            version=1,
            summary=say("Mark more cells of column a."),
            sides=(
                SideSpec(FIRST, say("First"), Colour.WHITE),
                SideSpec(SECOND, say("Second"), Colour.BLACK),
            ),
            teams=(frozenset({FIRST}), frozenset({SECOND})),
            seatings=((frozenset({FIRST}), frozenset({SECOND})),),
            rulebook=(EMPTY, MORE, DRAW),
            position_form=say("nothing"),
            options=(
                Option("tie", say("A tie goes to"), _choices("first", "second")),
                Option("mood", say("Mood"), _choices("calm", "wild")),
            ),
        )

    @property
    def geometry(self) -> Square:
        return _BOARD

    def configured(self, options: Mapping[str, str]) -> "Tally":
        chosen = {"tie": self.tie, "mood": self.mood, **self.spec.checked(options)}
        return Tally(**chosen)

    def start(self) -> tuple[Cell, ...]:
        return ()

    def position(self, text: str) -> tuple[Cell, ...]:
        raise NotationError(say("“{text}” is no position.", text=Stranger(text)))

    def turn(self, state: tuple[Cell, ...]) -> Side | Dice | None:
        return None if len(state) == _MARKS else (FIRST, SECOND)[len(state) % 2]

    def moves(self, state: tuple[Cell, ...]) -> Sequence[Cell]:
        return self.legal(state)

    def legal(self, state: tuple[Cell, ...]) -> Sequence[Cell]:
        if len(state) == _MARKS:
            return ()
        return [cell for cell in _BOARD.cells if cell not in state and cell != _NEVER]

    def apply(self, state: tuple[Cell, ...], move: Cell) -> tuple[Cell, ...]:
        return (*state, move)

    def violation(self, state: tuple[Cell, ...], move: Cell) -> Violation | None:
        return None if move in self.legal(state) else Violation(EMPTY, EMPTY.text, (move,))

    def outcome(self, state: tuple[Cell, ...]) -> Outcome | None:
        if len(state) < _MARKS:
            return None
        lead = len(_COLUMN & {*state[::2]}) - len(_COLUMN & {*state[1::2]})
        wins = lead > (-2 if self.tie == "first" else 1)
        return Outcome(frozenset({FIRST if wins else SECOND}), MORE)

    def parse(self, state: tuple[Cell, ...], text: str) -> Cell:
        del state
        cell = _BOARD.find(text.strip())
        if cell is None:
            raise NotationError(say("“{text}” is no cell.", text=Stranger(text)))
        return cell

    def notate(self, move: Cell) -> str:
        return _BOARD.label(move)

    def path(self, move: Cell) -> tuple[Cell, ...]:
        return (move,)

    def view(self, state: tuple[Cell, ...], last: Cell | None = None) -> BoardView:
        del last
        stacks = tuple(
            Stack(cell, (Piece((FIRST, SECOND)[number % 2], _MARK),))
            for number, cell in enumerate(state)
        )
        return BoardView(say("Tally"), _BOARD, Pattern.PLAIN, (), stacks)


GAME: Final = Tally()

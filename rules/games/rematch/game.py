"""ReMatch as a `Game`, as matches, pictures and the bot use it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from rules.contract.capabilities import Judgement
from rules.contract.core import (
    Choice,
    Dice,
    Game,
    Option,
    Outcome,
    Side,
    Spec,
    Violation,
)
from rules.contract.facts import Fact
from rules.contract.notation import cells_named
from rules.contract.sentence import all_of, say, say_n
from rules.contract.series_format import SeriesFormat, SeriesKind
from rules.contract.view import BoardView
from rules.games.rematch import facts, generator, notation, violation
from rules.games.rematch.judgement import JUDGEMENT
from rules.games.rematch.lesson import LESSON
from rules.games.rematch.position import (
    BOARD,
    LETTER,
    ORANGE,
    RED,
    SIDES,
    TEAM,
    WHITE,
    Move,
    State,
)
from rules.games.rematch.position_text import POSITION_FORM, read_state
from rules.games.rematch.rulebook import (
    BLOCKED,
    CAPTURED,
    DRAW,
    IDLE_PLIES,
    LENGTH,
    LONGEST,
    PREPARATION,
    RULEBOOK,
    SOURCE,
)
from rules.games.rematch.view import board_view
from rules.geometry import Cell
from rules.geometry.hexagon import Hexagon

__all__ = ["GAME"]

_ALONE: Final = frozenset({RED})
_IDLE: Final = say("{turns} turns in a row passed without a capture", turns=IDLE_PLIES)
_LONG: Final = say("{turns} turns were played", turns=LONGEST)

_STARTS: Final = MappingProxyType(
    {
        "rhombus": {RED: "b1 c1 c2 d1", WHITE: "d3 d4 e2 e3", ORANGE: "a2 a3 b3 b4"},
        "ring": {RED: "a1 b1 c1 d1", WHITE: "d4 e1 e2 e3", ORANGE: "a2 a3 b4 c5"},
    }
)
"""The cells where each side begins, by value of the option `setup`."""

_SETUP: Final = Option(
    "setup",
    say("Starting position"),
    (
        Choice("rhombus", say("Each color starts in a block (rhombus)")),
        Choice("ring", say("The pieces start along the rim (ring)")),
    ),
)

_SPEC: Final = Spec(
    key="rematch",
    title=say("ReMatch"),
    version=1,
    summary=say(
        "Jump over a piece and it rides under yours until someone frees it. Red against White and"
        " Orange."
    ),
    sides=SIDES,
    teams=(_ALONE, TEAM),
    seatings=((_ALONE, TEAM), (_ALONE, frozenset({WHITE}), frozenset({ORANGE}))),
    preparation=PREPARATION,
    lesson=LESSON,
    rulebook=RULEBOOK,
    options=(_SETUP,),
    also=("hexagons", "hex stacking", "stacking", "lasca"),
    minutes=3,
    typical_turns="15-35",
    series=(SeriesFormat(SeriesKind.FIRST_TO, 3, source=SOURCE),),
    position_form=POSITION_FORM,
)


@dataclass(frozen=True, slots=True)
class _ReMatch:
    """The game with one of its starting positions."""

    setup: str = _SETUP.default

    @property
    def spec(self) -> Spec:
        return _SPEC

    @property
    def geometry(self) -> Hexagon:
        return BOARD

    @property
    def judgement(self) -> Judgement:
        """The judgement, as defined by `Judged`."""
        return JUDGEMENT

    def configured(self, options: Mapping[str, str]) -> "_ReMatch":
        return replace(self, **_SPEC.checked(options))

    def start(self) -> State:
        stacks = [""] * len(BOARD.cells)
        for side, labels in _STARTS[self.setup].items():
            for cell in cells_named(BOARD, labels):
                stacks[cell] = LETTER[side]
        return State.of(stacks, red_to_move=False, last=ORANGE)

    def position(self, text: str) -> State:
        return read_state(text)

    def turn(self, state: State) -> Side | Dice | None:
        return None if self.outcome(state) else state.due

    def moves(self, state: State) -> Sequence[Move]:
        return generator.moves(state)

    def count(self, state: State) -> int:
        return generator.count(state)

    def legal(self, state: State) -> Sequence[Move]:
        moves = generator.moves(state)
        return () if _outcome(state, moves) else moves

    def apply(self, state: State, move: Move) -> State:
        return generator.apply(state, move)

    def facts(self, state: State, move: Move) -> tuple[Fact, ...]:
        return facts.facts(state, move)

    def violation(self, state: State, move: Move) -> Violation | None:
        return violation.violation(state, move)

    def outcome(self, state: State) -> Outcome | None:
        return _outcome(state, generator.moves(state))

    def parse(self, state: State, text: str) -> Move:
        del state
        return notation.parse(text)

    def notate(self, move: Move) -> str:
        return notation.notate(move)

    def path(self, move: Move) -> tuple[Cell, ...]:
        return move

    def view(self, state: State, last: Move | None = None) -> BoardView:
        return board_view(_SPEC, state, outcome=self.outcome(state), last=last)


def _outcome(state: State, moves: Sequence[Move]) -> Outcome | None:
    """Return the first ending that applies, in the order in which the rules list them."""
    captured = state.captured
    if captured:
        losers = [side.title for side in SIDES if side.key in captured]
        why = say_n(
            "{sides} has no piece on top",
            "{sides} have no piece on top",
            len(losers),
            sides=all_of(losers),
        )
        return Outcome(_rivals(captured), CAPTURED, why=why)
    if not moves:
        why = say("{side} has no move", side=_SPEC.side(state.due).title)
        return Outcome(_rivals(_SPEC.team_of(state.due)), BLOCKED, why=why)
    if state.idle >= IDLE_PLIES:
        return Outcome(frozenset(), DRAW, why=_IDLE)
    if state.plies >= LONGEST:
        return Outcome(frozenset(), LENGTH, why=_LONG)
    return None


def _rivals(team: frozenset[Side]) -> frozenset[Side]:
    return TEAM if team == _ALONE else _ALONE


GAME: Final[Game[State, Move]] = _ReMatch()

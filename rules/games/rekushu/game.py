"""Rekushu as a `Game`, as matches, pictures and the bot use it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rules.contract.capabilities import Judgement
from rules.contract.core import (
    Choice,
    Dice,
    Game,
    Option,
    Outcome,
    Rule,
    Side,
    SideSpec,
    Spec,
    Team,
    Violation,
)
from rules.contract.facts import Fact
from rules.contract.notation import abbreviated
from rules.contract.sentence import Sentence, say
from rules.contract.spelling import Typed
from rules.contract.view import BoardView, Colour, Region, RegionKind
from rules.games.rekushu import facts, generator
from rules.games.rekushu.judgement import judgement
from rules.games.rekushu.lattice import Lattice, lattice
from rules.games.rekushu.lesson import LESSON
from rules.games.rekushu.notation import notate, parse, writings
from rules.games.rekushu.position import BLACK, TITLES, WHITE, Move, State
from rules.games.rekushu.position_text import POSITION_FORM, read_position
from rules.games.rekushu.rulebook import AGREED, END, PREPARATION, RULEBOOK
from rules.games.rekushu.view import board_view, region_of
from rules.games.rekushu.violation import violation
from rules.geometry import Cell
from rules.geometry.intersections import Intersections

__all__ = ["GAME"]

_SPEC: Final = Spec(
    key="rekushu",
    title=say("Rekushu"),
    version=1,
    summary=say(
        "Put stones on four corners, and the rectangle between them is yours. Most tiles win."
    ),
    sides=(
        SideSpec(BLACK, TITLES[BLACK], Colour.BLACK),
        SideSpec(WHITE, TITLES[WHITE], Colour.WHITE),
    ),
    teams=(frozenset({BLACK}), frozenset({WHITE})),
    seatings=((frozenset({BLACK}), frozenset({WHITE})),),
    preparation=PREPARATION,
    lesson=LESSON,
    rulebook=RULEBOOK,
    options=(
        Option(
            "size",
            say("Board size"),
            (
                Choice("8", say("8 by 8 lines: quick, about 50 turns each")),
                *(
                    Choice(
                        str(size),
                        say(
                            "{size} by {size} lines, about {turns} turns each",
                            size=size,
                            turns=turns,
                        ),
                    )
                    for size, turns in ((12, 115), (14, 155), (18, 285))
                ),
                Choice("20", say("20 by 20 lines: the original board, about 325 turns each")),
            ),
        ),
    ),
    also=("go", "baduk", "weiqi", "rectangles", "territory"),
    minutes=10,
    typical_turns="50",
    position_form=POSITION_FORM,
)
_USUAL: Final = lattice(8)
_LARGER: Final = replace(_SPEC, typical_turns="")
"""Larger boards say how long a game takes where their size is named."""


@dataclass(frozen=True, slots=True)
class _Rekushu:
    """The game on a board of one size."""

    board: Lattice

    @property
    def spec(self) -> Spec:
        return _SPEC if self.board is _USUAL else _LARGER

    @property
    def geometry(self) -> Intersections:
        return self.board.board

    @property
    def judgement(self) -> Judgement:
        """The judgement, as defined by `Judged`."""
        return judgement(self.board)

    def configured(self, options: Mapping[str, str]) -> "_Rekushu":
        size = _SPEC.checked(options).get("size")
        return _Rekushu(lattice(int(size))) if size else self

    def start(self) -> State:
        return State()

    def position(self, text: str) -> State:
        return read_position(self.board, text)

    def turn(self, state: State) -> Side | Dice | None:
        return state.side if generator.allowed(self.board, state) else None

    def moves(self, state: State) -> Sequence[Move]:
        return generator.moves(self.board, state)

    def count(self, state: State) -> int:
        """Return the number of `moves`, for `perft`."""
        return generator.count(self.board, state)

    def legal(self, state: State) -> Sequence[Move]:
        return generator.moves(self.board, state)

    def apply(self, state: State, move: Move) -> State:
        return generator.apply(self.board, state, move)

    def violation(self, state: State, move: Move) -> Violation | None:
        return violation(self.board, state, move)

    def outcome(self, state: State) -> Outcome | None:
        if generator.allowed(self.board, state):
            return None
        return _counted(
            state,
            END,
            say(
                "{side} couldn't place a stone, so the tiles were counted", side=TITLES[state.side]
            ),
        )

    def stopped(self, state: State) -> Outcome:
        """Return the outcome if both agree to stop here, as defined by `CanStop`."""
        return _counted(state, AGREED, say("both agreed to stop and count"))

    def region(self, state: State, move: Move) -> Region | None:
        """Return the region that the move claims, as defined by `ClaimsRegions`."""
        if move.rectangle is None:
            return None
        return region_of(self.board, state.side, move.rectangle, RegionKind.CANDIDATE)

    def facts(self, state: State, move: Move) -> tuple[Fact, ...]:
        return facts.facts(self.board, state, move)

    def parse(self, state: State, text: str) -> Move:
        del state
        return parse(self.board, text)

    def abbreviated(self, state: State, read: Typed) -> Sequence[Move]:
        """Return the turns that a text abbreviates, as defined by `Abbreviated`.

        The corner of a claim alone names no stone.
        """
        stone = self.board.board.find(read.names[0])
        return abbreviated(
            self.board.board,
            read,
            (
                (writing, move)
                for move in self.moves(state)
                if move.stone == stone
                for writing in writings(self.board, move)
            ),
        )

    def notate(self, move: Move) -> str:
        return notate(self.board, move)

    def path(self, move: Move) -> tuple[Cell, ...]:
        """Return the stone twice, or the stone and two opposite corners other than the stone."""
        stone, rectangle = move
        if rectangle is None:
            return stone, stone
        low, right, high, left = self.board.corners(rectangle)
        return (stone, left, right) if stone in rectangle else (stone, low, high)

    def view(self, state: State, last: Move | None = None) -> BoardView:
        return board_view(self.board, _SPEC, state, self.outcome(state), last)


def _counted(state: State, rule: Rule, why: Sentence) -> Outcome:
    black, white = state.black_tiles.bit_count(), state.white_tiles.bit_count()
    leader = BLACK if black > white else WHITE
    winners: Team = frozenset() if black == white else frozenset({leader})
    return Outcome(winners, rule, ((BLACK, black), (WHITE, white)), why=why)


GAME: Final[Game[State, Move]] = _Rekushu(_USUAL)

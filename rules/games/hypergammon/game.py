"""Hypergammon as a `Game`, as matches, pictures and the bot use it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Final, TypeAlias

from rules.contract.capabilities import Judgement
from rules.contract.core import (
    Choice,
    Dice,
    Game,
    Option,
    Outcome,
    Roll,
    Side,
    SideSpec,
    Spec,
    Team,
    Violation,
)
from rules.contract.duel import Duel, Standing
from rules.contract.facts import Fact
from rules.contract.formats import SgfForm
from rules.contract.sentence import say
from rules.contract.spelling import Typed
from rules.contract.view import BoardView, Colour
from rules.games.hypergammon import facts, halves
from rules.games.hypergammon.judgement import JUDGEMENT
from rules.games.hypergammon.lesson import LESSON
from rules.games.hypergammon.notation import abbreviated, notate, parse, play_of, understood
from rules.games.hypergammon.plays import number_of_plays, table
from rules.games.hypergammon.position import (
    BLACK,
    BOARD,
    HOME,
    OFF,
    START,
    TITLES,
    WHITE,
    Play,
    State,
    other,
    played,
    rolled,
    seen_across,
)
from rules.games.hypergammon.position_text import POSITION_FORM, read_position
from rules.games.hypergammon.rulebook import END, MOVE, PREPARATION, RULEBOOK
from rules.games.hypergammon.sgf import read_turn, turn_text
from rules.games.hypergammon.view import board_view
from rules.games.hypergammon.violation import violation
from rules.geometry import Cell
from rules.geometry.backgammon import Points

__all__ = ["GAME"]

Move: TypeAlias = Play | Roll

_WON: Final = {
    1: say("bore off all three checkers"),
    2: say("bore off all three checkers before the other side bore off any: a gammon"),
    3: say("bore off all three checkers while one was on the bar or in the home: a backgammon"),
}
"""The way in which the winner won, by points."""

_DICE: Final = Dice(2)
_ROLLS: Final = tuple(Roll(pips) for pips in product(range(1, 7), repeat=2))
_PASS: Final = Play()

_SPEC: Final = Spec(
    key="hypergammon",
    title=say("Hypergammon"),
    version=1,
    summary=say("Backgammon with three checkers each: a quick race with lots of hits."),
    sides=(
        SideSpec(WHITE, TITLES[WHITE], Colour.WHITE),
        SideSpec(BLACK, TITLES[BLACK], Colour.BLACK, far=True),
    ),
    teams=(frozenset({WHITE}), frozenset({BLACK})),
    seatings=((frozenset({WHITE}), frozenset({BLACK})),),
    preparation=PREPARATION,
    lesson=LESSON,
    rulebook=RULEBOOK,
    options=(
        Option(
            "score",
            say("Value of a win in a series"),
            (
                Choice("single", say("Every win counts 1")),
                Choice("gammons", say("A gammon counts 2, a backgammon 3")),
            ),
        ),
    ),
    also=("backgammon", "tavla", "tabla", "tables", "nardi", "narde", "dice"),
    minutes=3,
    typical_turns="8-15",
    position_form=POSITION_FORM,
)


_WITH_GAMMONS: Final = replace(_SPEC, highest_worth=3)


@dataclass(frozen=True, slots=True)
class _Hypergammon:
    """The game with one of the ways to score.

    With fewer checkers than three it is a small one to test an engine on.
    """

    score: str = "single"
    checkers: int = len(START)

    @property
    def spec(self) -> Spec:
        return _WITH_GAMMONS if self.score == "gammons" else _SPEC

    @property
    def geometry(self) -> Points:
        return BOARD

    @property
    def judgement(self) -> Judgement:
        """The judgement, as defined by `Judged`."""
        return JUDGEMENT

    def configured(self, options: Mapping[str, str]) -> "_Hypergammon":
        return replace(self, score=_SPEC.checked(options).get("score", self.score))

    def start(self) -> State:
        checkers = START[: self.checkers]
        return State(checkers, checkers)

    def position(self, text: str) -> State:
        return read_position(text)

    @property
    def opening_dice(self) -> tuple[Side, ...]:
        """White rolls the first die, Black the second."""
        return (WHITE, BLACK)

    def turn(self, state: State) -> Side | Dice | None:
        if state.winner:
            return None
        return state.side if state.side and state.dice else _DICE

    def moves(self, state: State) -> Sequence[Move]:
        if state.winner:
            return ()
        if state.side is None or state.dice is None:
            return _ROLLS
        turns = table(state.own, state.rivals, state.dice).turns
        return [play_of(state.side, turn) for turn in turns] or (_PASS,)

    def count(self, state: State) -> int:
        """Return the number of `moves`; the order of the dice makes no difference to the plays."""
        if state.winner:
            return 0
        if state.side is None or state.dice is None:
            return len(_ROLLS)
        high, low = max(state.dice), min(state.dice)
        return number_of_plays(state.own, state.rivals, (high, low)) or 1

    def legal(self, state: State) -> Sequence[Move]:
        return self.moves(state)

    def apply(self, state: State, move: Move) -> State:
        if isinstance(move, Roll):
            return rolled(state, move)
        if not move.routes or state.dice is None:
            return played(state, state.own, state.rivals)
        plays = table(state.own, state.rivals, state.dice)
        (turn,) = understood(state, plays, move.routes)
        return played(state, turn.own, turn.rivals)

    def violation(self, state: State, move: Move) -> Violation | None:
        if isinstance(move, Roll):
            return (
                None
                if move in self.legal(state)
                else Violation(MOVE, say("No such roll is due now."))
            )
        return violation(state, move)

    def outcome(self, state: State) -> Outcome | None:
        winner = state.winner
        if winner is None:
            return None
        loser = other(winner)
        points = self.worth(state, frozenset({loser}))
        why = say("{side} {how}", side=TITLES[winner], how=_WON[points])
        return Outcome(frozenset({winner}), END, worth=points, why=why)

    def worth(self, state: State, losers: Team) -> int:
        """Return the points that a win against these sides counts in this position."""
        return max(_points(state, side) for side in losers) if self.score == "gammons" else 1

    def facts(self, state: State, move: Move) -> tuple[Fact, ...]:
        return facts.facts(state, move)

    @property
    def table_key(self) -> str:
        """The name of the table of exact values, as defined by `Solvable`."""
        few = "" if self.checkers == len(START) else f"-{self.checkers}"
        return f"{_SPEC.key}-{self.score}{few}"

    def duel(self) -> Duel:
        """Return all positions, as defined by `Solvable`."""
        return halves.duel(gammons=self.score == "gammons", checkers=self.checkers)

    def standing(self, state: State) -> Standing | None:
        """Return the halves of a state in which one side has to roll, as defined by `Solvable`."""
        if state.winner or state.side is None or state.dice:
            return None
        own, rival = halves.half_of(state.own), halves.half_of(state.rivals)
        return Standing(state.side, own, rival)

    def parse(self, state: State, text: str) -> Play:
        return parse(state, text)

    def abbreviated(self, state: State, read: Typed) -> Sequence[Play]:
        """Return the plays that a text abbreviates, as defined by `Abbreviated`."""
        return abbreviated(state, read)

    def notate(self, move: Move) -> str:
        return notate(move)

    def path(self, move: Move) -> tuple[Cell, ...]:
        return () if isinstance(move, Roll) else move.path

    @property
    def sgf(self) -> SgfForm:
        """The properties of a game in SGF, as defined by `HasSgf`."""
        return SgfForm("Hypergammon3", 0 if self.score == "gammons" else 1)

    def sgf_turn(self, state: State, move: Play) -> str:
        """Return a roll and a move as SGF has them, as defined by `HasSgf`."""
        return turn_text(state, move)

    def read_sgf_turn(self, state: State, side: Side, text: str) -> Sequence[str]:
        """Return the roll and the move that a value of SGF means, as defined by `HasSgf`."""
        return read_turn(state, side, text)

    def view(self, state: State, last: Move | None = None) -> BoardView:
        return board_view(_SPEC, state, self.outcome(state), last)


def _points(state: State, loser: Side) -> int:
    """Return the points that a win counts if gammons are played."""
    checkers = state.white if loser == WHITE else state.black
    if OFF in checkers:
        return 1
    # The winner's home is the loser's points 24 to 19, and its bar lies beyond them.
    return 3 if max(checkers) >= seen_across(HOME) else 2


GAME: Final[Game[State, Move]] = _Hypergammon()

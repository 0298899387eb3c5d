"""A race of pawns and piles as a `Game`, as matches, pictures and the bot use it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rules.contract.capabilities import Judgement
from rules.contract.core import Choice, Dice, Game, Option, Outcome, Side, Spec, Violation
from rules.contract.facts import Fact
from rules.contract.rule import Lesson, Rule
from rules.contract.sentence import Sentence, say
from rules.contract.view import BoardView
from rules.games.punt import facts, generator, notation, violation
from rules.games.punt.course import Course
from rules.games.punt.judgement import judgement
from rules.games.punt.position import Move, Position, State
from rules.games.punt.position_text import POSITION_FORM, read_state
from rules.games.punt.rulebook import AIM, END, IDLE, IDLE_PLIES, RULEBOOK
from rules.games.punt.view import board_view
from rules.geometry import Cell, Geometry

__all__ = ["punt"]

_COUNT: Final = Option(
    "count",
    say("Pawns that count on your end row"),
    (
        Choice("all", say("All pawns on your end row count")),
        Choice("controlled", say("Only the pawns of your own piles there count")),
    ),
)
_CONTROLLED: Final = "controlled"
_IDLE: Final = say(
    "{turns} turns passed without a forward move or a landing",
    turns=IDLE_PLIES,
)


@dataclass(frozen=True, slots=True)
class _Punt:
    """The game on one course, with the other courses that the option `players` selects."""

    spec: Spec
    course: Course
    courses: tuple[Course, ...]
    controlled: bool = False

    @property
    def geometry(self) -> Geometry:
        return self.course.board

    @property
    def judgement(self) -> Judgement:
        """The judgement, as defined by `Judged`."""
        return judgement(self.course)

    def configured(self, options: Mapping[str, str]) -> "_Punt":
        chosen = self.spec.checked(options)
        controlled, course = self.controlled, self.course
        if "count" in chosen:
            controlled = chosen["count"] == _CONTROLLED
        if "players" in chosen:
            players = int(chosen["players"])
            course = next(one for one in self.courses if len(one.armies) == players)
        return replace(
            self, spec=_with_armies(self.spec, course), course=course, controlled=controlled
        )

    def start(self) -> State:
        return State(Position(self.course.start, self.course.armies[0].side.key))

    def position(self, text: str) -> State:
        return read_state(self.course, text)

    def turn(self, state: State) -> Side | Dice | None:
        return None if self.outcome(state) else state.position.due

    def moves(self, state: State) -> Sequence[Move]:
        return generator.moves(self.course, state.position)

    def legal(self, state: State) -> Sequence[Move]:
        return () if state.idle >= IDLE_PLIES else self.moves(state)

    def apply(self, state: State, move: Move) -> State:
        return generator.apply(self.course, state, move)

    def facts(self, state: State, move: Move) -> tuple[Fact, ...]:
        return facts.facts(self.course, state, move, controlled=self.controlled)

    def violation(self, state: State, move: Move) -> Violation | None:
        return violation.violation(self.course, state.position, move)

    def outcome(self, state: State) -> Outcome | None:
        if not self.moves(state):
            due = self.spec.side(state.position.due).title
            return self._counted(
                state, END, say("{side} had no move, so the end rows were counted", side=due)
            )
        if state.idle >= IDLE_PLIES:
            return self._counted(state, IDLE, _IDLE)
        return None

    def parse(self, state: State, text: str) -> Move:
        return notation.parse(self.geometry, state.position, text)

    def notate(self, move: Move) -> str:
        return notation.notate(self.geometry, move)

    def path(self, move: Move) -> tuple[Cell, ...]:
        return move.path

    def view(self, state: State, last: Move | None = None) -> BoardView:
        return board_view(
            self.spec,
            self.course,
            state.position,
            counts=self._counts(state),
            outcome=self.outcome(state),
            last=last,
        )

    def _counts(self, state: State) -> dict[Side, int]:
        return {
            side.key: generator.score(
                self.course, state.position, side.key, controlled=self.controlled
            )
            for side in self.spec.sides
        }

    def _counted(self, state: State, rule: Rule, why: Sentence) -> Outcome:
        """Return the outcome by this rule: the highest count wins, and a tie of all is a draw."""
        counts = self._counts(state)
        best = frozenset(side for side, count in counts.items() if count == max(counts.values()))
        winners = best if len(best) < len(counts) else frozenset[Side]()
        return Outcome(winners, rule, tuple(counts.items()), why=why)


def punt(
    *,
    key: str,
    title: Sentence,
    summary: Sentence,
    preparation: tuple[Rule, ...],
    lesson: Lesson,
    courses: tuple[Course, ...],
    also: tuple[str, ...],
    minutes: int,
    typical_turns: str,
) -> Game[State, Move]:
    """Return the game on these courses, one per number of players, the first by default."""
    usual = courses[0]
    players = Option(
        "players",
        say("Number of players"),
        tuple(
            Choice(n, say("{number} players", number=int(n)))
            for n in (str(len(c.armies)) for c in courses)
        ),
    )
    spec = Spec(
        key=key,
        title=title,
        version=1,
        summary=summary,
        sides=(),
        teams=(),
        seatings=(),
        preparation=(*preparation, AIM),
        lesson=lesson,
        rulebook=RULEBOOK,
        options=(players, _COUNT) if len(courses) > 1 else (_COUNT,),
        also=also,
        minutes=minutes,
        typical_turns=typical_turns,
        position_form=POSITION_FORM,
    )
    return _Punt(_with_armies(spec, usual), usual, courses)


def _with_armies(spec: Spec, course: Course) -> Spec:
    """Return the spec with the course's sides, each with a team and a seat of its own."""
    sides = tuple(army.side for army in course.armies)
    teams = tuple(frozenset({side.key}) for side in sides)
    return replace(spec, sides=sides, teams=teams, seatings=(teams,))

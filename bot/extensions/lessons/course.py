"""The lessons of a game at the step that a person has reached."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.model.study import Study
from rules.contract.core import AnyGame, AnyMove, AnyState, RulesError, RuleViolation
from rules.contract.rule import Step
from rules.contract.sentence import Sentence
from rules.contract.steps import begun, right_moves
from rules.contract.typed import read_typed
from rules.contract.view import Side
from rules.geometry import Cell

__all__ = ["Course", "Refused", "has_lessons"]


class Refused(Exception):
    """The reason why a move isn't the right one.

    `reason` is None where only the hint helps. `cells` show where the trouble is.
    """

    def __init__(self, reason: Sentence | None, cells: tuple[Cell, ...] = ()) -> None:
        self.reason = reason
        self.cells = cells
        super().__init__()


def has_lessons(game: AnyGame) -> bool:
    """Return True if a game has guided lessons."""
    return bool(game.spec.lesson and game.spec.lesson.steps)


@dataclass(frozen=True, slots=True)
class Course:
    """The lessons of a game, and a person's study of them."""

    game: AnyGame
    study: Study

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps."""
        assert self.game.spec.lesson is not None, "the game has lessons"
        return self.game.spec.lesson.steps

    @property
    def number(self) -> int:
        """The present step, from 0. A newer version may have had more."""
        return min(self.study.step, len(self.steps) - 1)

    @property
    def step(self) -> Step:
        """The present step."""
        return self.steps[self.number]

    @property
    def is_last(self) -> bool:
        """True for the last step."""
        return self.number == len(self.steps) - 1

    @property
    def lesson(self) -> int:
        """The number of the present lesson, from 1. A follow-up step belongs to the same lesson."""
        return sum(not each.follows for each in self.steps[: self.number + 1])

    @property
    def count(self) -> int:
        """The number of lessons."""
        return sum(not each.follows for each in self.steps)

    @property
    def state(self) -> AnyState:
        """The position in which the present step begins."""
        return begun(self.game, self.step)

    @property
    def learner(self) -> Side:
        """The side that the learner moves."""
        side = self.game.turn(self.state)
        assert isinstance(side, str), "someone moves in a lesson"
        return side

    @property
    def right(self) -> Mapping[str, AnyMove]:
        """The right moves by their notation."""
        return right_moves(self.game, self.step, self.state)

    @property
    def found(self) -> AnyMove | None:
        """The right move that was played in this step, or None if it isn't solved."""
        return self.right.get(self.study.line[0]) if self.study.line else None

    def shown(self) -> str:
        """Return a right move that a button offers."""
        return next(text for text in self.step.tries if text in self.right)

    def chosen(self, place: int) -> str:
        """Return the right move that a button offers at a place. Raises Refused for any other.

        It is taken as written, even where the rules would read it as the beginning of a longer
        move.
        """
        game, text = self.game, self.step.tries[min(place, len(self.step.tries) - 1)]
        if text in self.right:
            return text
        broken = game.violation(self.state, game.parse(self.state, text))
        if broken:
            raise Refused(broken.detail, broken.cells)
        raise Refused(self.step.wrong.get(text))

    def read(self, typed: str) -> str:
        """Return the right move that a text means. Raises Refused for any other."""
        game, state = self.game, self.state
        try:
            text = game.notate(read_typed(game, state, game.legal(state), typed))
        except RuleViolation as error:
            raise Refused(error.violation.detail, error.violation.cells) from None
        except RulesError as error:
            raise Refused(error.sentence) from None
        if text not in self.right:
            raise Refused(self.step.wrong.get(text))
        return text

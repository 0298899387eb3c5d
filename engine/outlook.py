"""A game as a search sees it: teams as numbers, results as points, and judgements in between."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import tanh
from typing import Final, TypeAlias

from rules.contract.capabilities import Judged, Judgement
from rules.contract.core import AnyGame, AnyMove, AnyState, Dice, Roll, Side, Team

__all__ = ["JUDGED", "Outlook", "TeamNumber", "Value", "deciding_side", "standings"]

TeamNumber: TypeAlias = int
"""A team's place in the order of the spec."""

Value: TypeAlias = float
"""The result that one team may expect: 1 to win, -1 to lose, 0 for a draw, times the points that
the game counts. A shared win lies between a draw and a win alone."""

JUDGED: Final = 0.98
"""The limit of judgements, as a share of a win. If every win counts 1, every win found is
therefore better than any that is only hoped for."""


class Outlook:
    """The questions that a search asks about one configured game."""

    __slots__ = ("_count", "_number", "_sure", "_teams", "_twice_scale", "game", "judgement")

    def __init__(self, game: AnyGame) -> None:
        self.game: Final = game
        self.judgement: Final[Judgement | None] = (
            game.judgement if isinstance(game, Judged) else None
        )
        self._teams: Final = game.spec.teams
        self._count: Final = len(self._teams)
        self._number: Final = {
            side: number for number, team in enumerate(self._teams) for side in team
        }
        self._sure: Final = JUDGED * game.spec.middle_worth
        self._twice_scale: Final = 2 * self.judgement.scale if self.judgement else 1.0

    def number(self, side: Side) -> TeamNumber:
        """Return the number of the side's team."""
        return self._number[side]

    def team_due(self, state: AnyState) -> TeamNumber:
        """Return the team to move. The caller makes sure that a side is to move."""
        turn = self.game.turn(state)
        assert isinstance(turn, str)
        return self._number[turn]

    @staticmethod
    def is_chance(moves: Sequence[AnyMove]) -> bool:
        """Return True if these legal moves are rolls."""
        return isinstance(moves[0], Roll)

    def distinct(self, rolls: Sequence[Roll]) -> Iterable[tuple[Roll, int]]:
        """Return one of every kind of equal rolls, with their number."""
        if self.judgement is None or not self.judgement.unordered_dice:
            return ((roll, 1) for roll in rolls)
        alike = Counter(tuple(sorted(roll.pips)) for roll in rolls)
        return ((Roll(pips), times) for pips, times in alike.items())

    def result(self, winners: Team, worth: int, team: TeamNumber) -> Value:
        """Return the value for the team if these sides win a game that counts `worth` points."""
        won = [number for number, sides in enumerate(self._teams) if sides & winners]
        if not won:
            return 0.0
        if team not in won:
            return -float(worth)
        share = (self._count / len(won) - 1) / (self._count - 1)
        return share * worth

    def ended(self, state: AnyState, team: TeamNumber) -> Value:
        """Return the result of a state in which the game is over."""
        outcome = self.game.outcome(state)
        assert outcome is not None, "no move is legal, yet the game goes on"
        return self.result(outcome.winners, outcome.worth, team)

    def judged(self, state: AnyState, team: TeamNumber) -> Value:
        """Return the game's judgement of the state; the game has to be `Judged`.

        Of several rivals, the best placed one counts. A judged win counts as the middle between the
        least and the most points of a win.
        """
        assert self.judgement is not None
        standings = self.judgement.value(state)
        own = standings[team]
        if self._count == 2:
            lead = own - standings[1 - team]
        else:
            lead = own - max(v for number, v in enumerate(standings) if number != team)
        return self._sure * tanh(lead / self._twice_scale)


def standings(game: AnyGame, state: AnyState, value: Value) -> dict[Side, Value]:
    """Return the sides' expectations, given the expectation of the side to move.

    If there are more than two teams, the others are judged without a search; without a judgement
    they are even.
    """
    outlook = Outlook(game)
    due = outlook.number(Side(deciding_side(game, state)))
    found: dict[Side, Value] = {}
    for side in game.spec.sides:
        team = outlook.number(side.key)
        if team == due:
            found[side.key] = value
        elif len(game.spec.teams) == 2:
            found[side.key] = -value
        else:
            found[side.key] = outlook.judged(state, team) if outlook.judgement else 0.0
    return found


def deciding_side(game: AnyGame, state: AnyState) -> str:
    """Return the side to move. Raises ValueError if a roll is due or the game is over."""
    turn = game.turn(state)
    if turn is None:
        raise ValueError("The game is over: it's no one's turn.")
    if isinstance(turn, Dice):
        raise ValueError("A roll is due: it's no side's turn.")
    return turn

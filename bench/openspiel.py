"""OpenSpiel's own Monte-Carlo tree search on our rules: an opponent that somebody else wrote.

Its `MCTSBot` is written in Python and asks a state for its moves and results only; this shows it
ours in that form. It needs the extra `openspiel`.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

from bench.contest import Decision, Player
from engine.outlook import Outlook
from rules.contract.core import AnyGame, AnyMove, AnyState

__all__ = ["mcts_player"]

_CURIOSITY: Final = 2.0
"""The constant of UCT that OpenSpiel's examples use for results between -1 and 1."""


def mcts_player(game: AnyGame, simulations: int) -> Player:
    """Return a player that decides by so many simulations with random playouts.

    Raises ImportError where OpenSpiel is not installed.
    """
    spiel: Any = import_module("pyspiel")
    mcts: Any = import_module("open_spiel.python.algorithms.mcts")
    numpy: Any = import_module("numpy")

    def decide(state: AnyState, seed: int) -> Decision:
        chance = numpy.random.RandomState(seed % 2**32)
        bot = mcts.MCTSBot(
            _Shown(game, spiel),
            _CURIOSITY,
            simulations,
            mcts.RandomRolloutEvaluator(1, chance),
            solve=True,
            random_state=chance,
        )
        return Decision(game.legal(state)[bot.step(_Position(Outlook(game), spiel, state))])

    return decide


class _Shown:
    """What the bot asks of a game."""

    def __init__(self, game: AnyGame, spiel: Any) -> None:  # noqa: ANN401 - a module
        self._game: Final = game
        self._spiel: Final = spiel

    def get_type(self) -> Any:  # noqa: ANN401 - OpenSpiel's own
        return self._spiel.load_game("tic_tac_toe").get_type()

    def max_utility(self) -> float:
        return float(self._game.spec.highest_worth)


class _Position:
    """What the bot asks of a state: players are teams, actions are places in `legal`."""

    def __init__(self, outlook: Outlook, spiel: Any, state: AnyState) -> None:  # noqa: ANN401
        self._outlook: Final = outlook
        self._spiel: Final = spiel
        self._state = state
        self._legal: Sequence[AnyMove] = outlook.game.legal(state)

    def clone(self) -> "_Position":
        return _Position(self._outlook, self._spiel, self._state)

    def is_terminal(self) -> bool:
        return not self._legal

    def is_chance_node(self) -> bool:
        return bool(self._legal) and self._outlook.is_chance(self._legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(action, 1 / len(self._legal)) for action in range(len(self._legal))]

    def current_player(self) -> int:
        if not self._legal:
            return int(self._spiel.PlayerId.TERMINAL)
        if self.is_chance_node():
            return int(self._spiel.PlayerId.CHANCE)
        return self._outlook.team_due(self._state)

    def legal_actions(self, player: int | None = None) -> list[int]:
        del player  # whoever is due
        return list(range(len(self._legal)))

    def apply_action(self, action: int) -> None:
        self._state = self._outlook.game.apply(self._state, self._legal[action])
        self._legal = self._outlook.game.legal(self._state)

    def returns(self) -> list[float]:
        teams = range(len(self._outlook.game.spec.teams))
        return [self._outlook.ended(self._state, team) for team in teams]

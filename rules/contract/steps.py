"""The steps of guided lessons, as the rules see them: where one begins, and what is right there."""

from collections.abc import Mapping

from rules.contract.core import AnyGame, AnyMove, AnyState
from rules.contract.rule import Step

__all__ = ["begun", "right_moves"]


def begun(game: AnyGame, step: Step) -> AnyState:
    """Return the position in which a step begins."""
    if step.position:
        return game.position(step.position)
    state = game.start()
    for text in step.moves:
        state = game.apply(state, game.parse(state, text))
    return state


def right_moves(game: AnyGame, step: Step, state: AnyState) -> Mapping[str, AnyMove]:
    """Return the legal moves that a step wants, by their canonical notation."""
    legal = {game.notate(move): move for move in game.legal(state)}
    return {
        text: move
        for text, move in legal.items()
        if text not in step.wrong and any(_fits(text, wanted) for wanted in step.wanted)
    }


def _fits(text: str, wanted: str) -> bool:
    return text.endswith(wanted[1:]) if wanted.startswith("*") else text == wanted

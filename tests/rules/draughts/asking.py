"""Short questions to a game of draughts, for tests that read like the rulebook."""

from rules.core import AnyGame, AnyState, Outcome, Violation


def legal(game: AnyGame, position: str) -> list[str]:
    """Return the notations of the legal moves, sorted."""
    state = game.position(position)
    return sorted(map(game.notate, game.legal(state)))


def refusal(game: AnyGame, position: str, text: str) -> Violation:
    """Return why a move that isn't legal is refused."""
    state = game.position(position)
    move = game.parse(state, text)
    assert move not in game.legal(state)
    violation = game.violation(state, move)
    assert violation is not None
    return violation


def broken_rule(game: AnyGame, position: str, text: str) -> str:
    """Return the key of the first rule that the move breaks."""
    return refusal(game, position, text).rule.key


def after(game: AnyGame, position: str, *texts: str) -> AnyState:
    """Return the state after these moves, each of which must be legal."""
    state = game.position(position)
    for text in texts:
        move = game.parse(state, text)
        assert move in game.legal(state), text
        state = game.apply(state, move)
    return state


def pieces(game: AnyGame, state: AnyState) -> dict[str, str]:
    """Return, by cell, colour and name of each piece."""
    stacks = game.view(state).stacks
    return {
        game.geometry.label(stack.cell): f"{stack.pieces[0].side} {stack.pieces[0].name}"
        for stack in stacks
    }


def ending(game: AnyGame, state: AnyState) -> tuple[str, list[str]] | None:
    """Return the key of the rule that ended the game and the winners."""
    outcome: Outcome | None = game.outcome(state)
    return (outcome.rule.key, sorted(outcome.winners)) if outcome else None

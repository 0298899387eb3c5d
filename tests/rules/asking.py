"""Short questions to any game, for tests that read like the rulebook."""

import re
from collections.abc import Iterable
from functools import reduce

import pytest

from rules.contract.core import AnyGame, AnyState, NotationError, Seating, Violation
from rules.contract.typed import read_typed
from rules.geometry import Cell
from rules.log.events import Event
from rules.match.match import Match


def cells(game: AnyGame, *labels: str) -> tuple[Cell, ...]:
    """Return the cells of these names."""
    found = tuple(cell for cell in map(game.geometry.find, labels) if cell is not None)
    assert len(found) == len(labels)
    return found


def legal(game: AnyGame, position: str) -> list[str]:
    """Return the notations of the legal moves, sorted."""
    state = game.position(position)
    return sorted(map(game.notate, game.legal(state)))


def typed(game: AnyGame, position: AnyState, text: str) -> str:
    """Return the notation of the legal move that is read from a text, as a match reads it."""
    state = game.position(position) if isinstance(position, str) else position
    return game.notate(read_typed(game, state, game.legal(state), text))


def refusal(game: AnyGame, position: AnyState, text: str) -> Violation:
    """Return why a move that isn't legal is refused, in a state or in a position as text."""
    state = game.position(position) if isinstance(position, str) else position
    move = game.parse(state, text)
    assert move not in game.legal(state)
    violation = game.violation(state, move)
    assert violation is not None
    return violation


def broken_rule(game: AnyGame, position: AnyState, text: str) -> str:
    """Return the key of the first rule that the move breaks."""
    return refusal(game, position, text).rule.key


def played(game: AnyGame, state: AnyState, *texts: str) -> AnyState:
    """Return the state after these moves, each of which must be legal."""
    for text in texts:
        move = game.parse(state, text)
        assert move in game.legal(state), text
        state = game.apply(state, move)
    return state


def after(game: AnyGame, position: str, *texts: str) -> AnyState:
    """Return the state to which these legal moves lead from the position."""
    return played(game, game.position(position), *texts)


def ending(game: AnyGame, state: AnyState) -> tuple[str, str] | None:
    """Return the key of the rule that ended the game, and the winners (`draw` for nobody)."""
    outcome = game.outcome(state)
    return (outcome.rule.key, "+".join(sorted(outcome.winners)) or "draw") if outcome else None


def stacks(game: AnyGame, state: AnyState) -> dict[str, str]:
    """Return, by cell, the first letters of the sides in its stack, from the top down."""
    return {
        game.geometry.label(stack.cell): "".join(p.side[0] for p in reversed(stack.pieces))
        for stack in game.view(state).stacks
    }


def misread(game: AnyGame, text: str) -> str:
    """Return the part for which a text is no position, as the refusal names it."""
    with pytest.raises(NotationError) as refused:
        game.position(text)
    found = re.fullmatch("“(.*)” can't be part of this position. Write (.*)", str(refused.value))
    assert found is not None
    assert found[2] == game.spec.position_form.english()
    return found[1]


def replayed(game: AnyGame, seating: Seating, events: Iterable[Event]) -> Match:
    """Return the match in which these events happened, at unknown times."""
    return reduce(Match.add, events, Match(game, seating))

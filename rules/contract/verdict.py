"""The result of a game as one sentence."""

from rules.contract.core import Outcome, Spec
from rules.contract.sentence import Sentence, all_of, say, some_of

__all__ = ["is_shared", "verdict"]


def verdict(spec: Spec, outcome: Outcome) -> Sentence:
    """Return the winners, the reason and the counts: `White won: Black has no move. White 6, …`."""
    told = _won(spec, outcome)
    if outcome.why:
        told = say("{result}: {why}", result=told, why=outcome.why)
    if not outcome.scores:
        return say("{result}.", result=told)
    counts = some_of(
        say("{side} {points}", side=spec.side(side).title, points=points)
        for side, points in outcome.scores
    )
    return say("{result}. {counts}.", result=told, counts=counts)


def is_shared(spec: Spec, outcome: Outcome) -> bool:
    """Return True if several teams share the win."""
    return sum(bool(team & outcome.winners) for team in spec.teams) > 1


def _won(spec: Spec, outcome: Outcome) -> Sentence:
    if outcome.is_void:
        return say("No result")
    winners = [side.title for side in spec.sides if side.key in outcome.winners]
    if not winners:
        return say("Draw")
    if is_shared(spec, outcome):
        return say("{sides} share the win", sides=all_of(winners))
    return say("{sides} won", sides=all_of(winners))

"""How a table event, rather than a move, ends a game."""

from collections.abc import Iterable

from rules.capabilities import CanStop, HasStakes
from rules.core import AnyGame, AnyState, Outcome, Rule, Side, Spec, Team
from rules.events import OfferKind, VoidCause
from rules.table_rules import ADJUDICATED, AGREED, LATE, VOIDED

__all__ = ["adjudicated", "agreed", "lost_by", "time_lost", "voided"]


def lost_by(game: AnyGame, state: AnyState, team: Team, rule: Rule) -> Outcome:
    """Return the game as won by everybody else, one team or several."""
    rest = frozenset(side.key for side in game.spec.sides) - team
    worth = game.worth(state, team) if isinstance(game, HasStakes) else 1
    return Outcome(rest, rule, worth=worth)


def time_lost(
    game: AnyGame, state: AnyState, team: Team, *, movers: Iterable[Side | None], first: bool
) -> Outcome:
    """Return what it means that the team let its time run out.

    `movers` are the sides of the plies so far, None for the dice, and `first` tells whether this
    is the first game of its series. Before every team has played, such a game without dice is
    void: with dice that would be a free second opening roll.
    """
    moved = frozenset(movers)
    unplayed = any(not played & moved for played in game.spec.teams)
    if unplayed and first and None not in moved:
        return voided(VoidCause.UNPLAYED)
    return lost_by(game, state, team, LATE)


def agreed(game: AnyGame, state: AnyState, kind: OfferKind) -> Outcome:
    """Return the game as ended by an agreement of this kind: drawn, counted, or void."""
    if kind is OfferKind.ABORT:
        return voided(VoidCause.AGREED)
    if kind is OfferKind.COUNT and isinstance(game, CanStop):
        return game.stopped(state)
    return Outcome(frozenset(), _agreed_rule(game.spec))


def voided(cause: VoidCause) -> Outcome:
    """Return the game without a result."""
    return Outcome(frozenset(), VOIDED[cause], is_void=True)


def adjudicated(spec: Spec, winners: Iterable[Team]) -> Outcome:
    """Return the game as a moderator decided it; if every team won, or none, it is a draw."""
    won = frozenset[Side]().union(*winners)
    everybody = frozenset(side.key for side in spec.sides)
    return Outcome(frozenset() if won == everybody else won, ADJUDICATED)


def _agreed_rule(spec: Spec) -> Rule:
    """Return the game's own rule on agreed draws, or the common one where it has none."""
    own = (rule for rule in spec.rulebook if rule.key.endswith(".draw.agreed"))
    return next(own, AGREED)

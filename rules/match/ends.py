"""The ways in which a table event, rather than a move, ends a game."""

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Final

from rules.contract.capabilities import CanStop, HasStakes
from rules.contract.core import AnyGame, AnyState, Outcome, Rule, Side, Spec, Team
from rules.contract.sentence import Listed, Sentence, all_of, say
from rules.log.events import OfferKind, VoidCause
from rules.match.table_rules import ADJUDICATED, AGREED, LATE, RESIGNED, VOIDED

__all__ = ["adjudicated", "agreed", "counts", "resigned", "time_lost", "voided"]


_WHY_VOID: Final[Mapping[VoidCause, Sentence]] = MappingProxyType(
    {
        VoidCause.AGREED: say("everyone agreed"),
        VoidCause.UNPLAYED: say("time ran out before everyone had moved"),
        VoidCause.IDLE: say("no one moved for 60 days"),
        VoidCause.CHANNEL: say("its channel was deleted"),
        VoidCause.MODERATOR: say("a moderator ended it"),
        VoidCause.LEFT: say("a player left for good"),
        VoidCause.DECLINED: say("a player let it go"),
    }
)


def resigned(game: AnyGame, state: AnyState, team: Team, persons: Collection[Team]) -> Outcome:
    """Return the outcome when the team resigns. `persons` are the teams with a person in them.

    If one person alone remains, among computer opponents, that person's team has won. Otherwise
    everyone else wins.
    """
    rest = [rival for rival in persons if rival != team]
    winners = rest[0] if len(rest) == 1 else _all_but(game.spec, team)
    why = say("{sides} resigned", sides=_titles(game.spec, team))
    return Outcome(winners, RESIGNED, worth=_worth(game, state, team), why=why)


def time_lost(
    game: AnyGame, state: AnyState, team: Team, *, movers: Iterable[Side | None], first: bool
) -> Outcome:
    """Return the outcome when the team has run out of time.

    `movers` are the sides of the plies so far, None for the dice, and `first` is true in the first
    game of a series outside of events. If some team hasn't moved yet, a first game without dice is
    void; with dice, that would be a free second opening roll.
    """
    if first and not counts(game, movers):
        return voided(VoidCause.UNPLAYED)
    why = say("{sides} ran out of time", sides=_titles(game.spec, team))
    worth = _worth(game, state, team)
    return Outcome(_all_but(game.spec, team), LATE, worth=worth, why=why)


def counts(game: AnyGame, movers: Iterable[Side | None]) -> bool:
    """Return True if every team has moved, or dice were rolled, so that leaving means losing.

    `movers` are the sides of the plies so far, None for the dice.
    """
    moved = frozenset(movers)
    return None in moved or all(played & moved for played in game.spec.teams)


def agreed(game: AnyGame, state: AnyState, kind: OfferKind) -> Outcome:
    """Return the outcome of an agreement of this kind: drawn, counted, or void."""
    if kind is OfferKind.ABORT:
        return voided(VoidCause.AGREED)
    if kind is OfferKind.COUNT and isinstance(game, CanStop):
        return game.stopped(state)
    return Outcome(frozenset(), _agreed_rule(game.spec), why=say("agreed"))


def voided(cause: VoidCause) -> Outcome:
    """Return the outcome of a game without a result."""
    return Outcome(frozenset(), VOIDED[cause], is_void=True, why=_WHY_VOID[cause])


def adjudicated(spec: Spec, winners: Iterable[Team]) -> Outcome:
    """Return the outcome that a moderator decided; it is a draw if every team won, or none did."""
    won = frozenset[Side]().union(*winners)
    everybody = frozenset(side.key for side in spec.sides)
    decided = frozenset[Side]() if won == everybody else won
    return Outcome(decided, ADJUDICATED, why=say("a moderator decided it"))


def _all_but(spec: Spec, team: Team) -> Team:
    return frozenset(side.key for side in spec.sides) - team


def _titles(spec: Spec, team: Team) -> Listed:
    return all_of(side.title for side in spec.sides if side.key in team)


def _worth(game: AnyGame, state: AnyState, team: Team) -> int:
    """Return what it costs the team to lose in this position."""
    return game.worth(state, team) if isinstance(game, HasStakes) else 1


def _agreed_rule(spec: Spec) -> Rule:
    """Return the game's own rule on agreed draws, or the common one if it has none."""
    own = (rule for rule in spec.rulebook if rule.key.endswith(".draw.agreed"))
    return next(own, AGREED)

"""The games that count for ratings, and the reasons why others do not."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from bot.model.caller import Person, Place
from bot.model.ratings import Step
from bot.model.table import Table, Terms
from rules.contract.sentence import Sentence, say
from rules.log.events import SeatTaken
from rules.match.ends import counts
from rules.match.table_rules import ADJUDICATED
from rules.registry import is_experimental
from rules.time.duration import DAY
from rules.time.time_control import Untimed

__all__ = ["MOST_OF_A_PAIR", "PAIR_WINDOW", "Counted", "Why", "unratable", "why_not"]

MOST_OF_A_PAIR = 6
"""Counted games of two rivals in a pool and `PAIR_WINDOW`; further ones do not count."""
PAIR_WINDOW = 90 * DAY
"""Seconds."""


class Why(Enum):
    """The first reason for which a game does not count, in this order; results store the value."""

    VOID = "void"
    UNRATED = "unrated"
    """Its terms say so."""
    COMPUTER = "computer"
    """A computer opponent plays or played in it."""
    PLACE = "place"
    """It was not played in a server."""
    HANDS = "hands"
    """A seat changed hands in it, or in an earlier game of its series."""
    ADJUDICATED = "adjudicated"
    UNPLAYED = "unplayed"
    """Not every team has moved, and there are no dice."""
    PAIR = "pair"
    """Two of the rivals have met too often."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The effect of the end of a game on ratings."""

    why: Why | None
    """The reason why it does not count; None if it does."""
    steps: Mapping[Person, Step] = field(default_factory=dict[Person, Step])


def unratable(terms: Terms, place: Place, *, with_engine: bool) -> Sentence | None:
    """Return why a game on these terms can't be rated, for who asks for that; None if it can."""
    if place.guild_id is None:
        return say("Games are rated in servers alone.")
    if with_engine:
        return say("Games with the computer aren't rated.")
    if isinstance(terms.time.limit, Untimed):
        return say("A rated game needs a time limit, such as `3 days`.")
    if terms.hints:
        return say("Games with hints aren't rated.")
    if is_experimental(terms.game):
        return say("This game is still experimental, and isn't rated.")
    return None


def why_not(table: Table, *, had_changes: bool) -> Why | None:
    """Return why a game does not count as it stands, as far as its own table tells; None if it may.

    `had_changes` is true if a seat changed hands in an earlier game of its series.
    """
    match, outcome = table.started, table.started.outcome
    changed = had_changes or any(isinstance(event, SeatTaken) for event in match.events)
    reasons = {
        Why.VOID: outcome is not None and outcome.is_void,
        Why.UNRATED: not table.terms.rated,
        Why.COMPUTER: bool(table.engines),
        Why.PLACE: table.guild_id is None,
        Why.HANDS: changed,
        Why.ADJUDICATED: outcome is not None and outcome.rule == ADJUDICATED,
        Why.UNPLAYED: not counts(match.game, (ply.side for ply in match.plies)),
    }
    return next((why for why, holds in reasons.items() if holds), None)

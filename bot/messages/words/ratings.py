"""Ratings in words: what a game changed, or why it does not count."""

from typing import Final

from bot.messages.words.text import NOTHING, named
from bot.model.caller import User
from bot.model.ratings import MOST_OF_A_PAIR, Counted, Standing, Step, Why
from bot.model.table import Table
from rules.contract.sentence import Conjunction, Listed, Notation, Sentence, say

__all__ = ["after_game", "points"]

_WHY: Final = {
    Why.COMPUTER: say("a computer plays in this game"),
    Why.HANDS: say("a seat changed hands in this game, or before in the series"),
    Why.ADJUDICATED: say("a moderator decided it"),
    Why.UNPLAYED: say("not everybody had moved"),
    Why.PAIR: say(
        "two of its players have {most} rated games against each other in the last 90 days",
        most=MOST_OF_A_PAIR,
    ),
}


def after_game(table: Table, counted: Counted) -> Sentence:
    """Return what the end of a game changed in the ratings, or why it changed nothing.

    Where nobody expected a change, because its terms say so or it has no result, that is nothing.
    """
    if counted.why is not None:
        if not table.terms.rated or counted.why not in _WHY:
            return NOTHING
        return say("-# This result isn't rated: {reason}.", reason=_WHY[counted.why])
    everybody = (*table.players, *table.others)
    changes = [
        _change(player.user, step)
        for player in sorted(everybody, key=lambda player: player.seat or 0)
        if (step := counted.steps.get(player.user.id))
    ]
    if not changes:
        return NOTHING
    return say("-# Ratings: {changes}", changes=Listed(tuple(changes), Conjunction.NONE))


def _change(user: User, step: Step) -> Sentence:
    before, after = points(step.before), points(step.after)
    if before == after:
        return say("{who} {rating} as before", who=named(user), rating=after)
    return say("{who} {before} → {after}", who=named(user), before=before, after=after)


def points(standing: Standing) -> Notation:
    """Return a rating in whole points, with a question mark while it isn't to be relied on."""
    return Notation(f"{standing.points} ?" if standing.is_newcomer else f"{standing.points}")

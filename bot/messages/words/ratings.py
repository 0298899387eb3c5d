"""Ratings in words: what a game changed, or why it does not count."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from bot.messages.words.text import NOTHING, dotted, named
from bot.model.caller import Person, User
from bot.model.ratings import MOST_OF_A_PAIR, NEWCOMER, Counted, Standing, Step, Why
from bot.model.table import Table
from rules.contract.sentence import Notation, Sentence, say

__all__ = ["after_game", "points"]

_WHY: Final = {
    Why.COMPUTER: say("a computer played"),
    Why.HANDS: say("a player was replaced"),
    Why.ADJUDICATED: say("a moderator decided it"),
    Why.UNPLAYED: say("not everyone had moved"),
    Why.PAIR: say(
        "two of the players already have {most} rated games with each other in 90 days",
        most=MOST_OF_A_PAIR,
    ),
}


def after_game(
    table: Table,
    counted: Counted,
    places: Mapping[Person, int] = MappingProxyType({}),
    more: Sentence = NOTHING,
) -> Sentence:
    """Return the effect of a game's end on the ratings, or the reason why there is none.

    Empty where the terms say so, or the game has no result. A person with few rated games reads how
    many there are: the rating still leaps, so its change says little. Someone who isn't moved by a
    newcomer reads why. `places` are new places on the leaderboard, and `more` ends the line.
    """
    if counted.why is not None:
        if not table.terms.rated or counted.why not in _WHY:
            return _small(more)
        return _small(say("Unrated: {reason}", reason=_WHY[counted.why]), more)
    everybody = (*table.players, *table.others)
    moved = [
        (player.user, step)
        for player in sorted(everybody, key=lambda player: player.seat or 0)
        if (step := counted.steps.get(player.user.id))
    ]
    newcomers = [user for user, step in moved if step.before.is_newcomer]
    changes = [_change(user, step, places.get(user.id), newcomers) for user, step in moved]
    return _small(*changes, more)


def _small(*parts: Sentence) -> Sentence:
    line = dotted(*parts)
    return NOTHING if line == NOTHING else say("-# {line}", line=line)


def _change(user: User, step: Step, place: int | None, newcomers: Sequence[User]) -> Sentence:
    if step.after.is_newcomer:
        return say(
            "{who}: {games} of {least} rated games",
            who=named(user), games=step.after.games, least=NEWCOMER,
        )  # fmt: skip
    rating, change = points(step.after), Notation(_signed(step.change))
    if step.before.is_newcomer:
        starts = say("{who} starts at {rating}", who=named(user), rating=rating)
        return (
            starts if place is None else say("{starts}, now #{place}", starts=starts, place=place)
        )
    if step.after.rating == step.before.rating and len(newcomers) == 1:
        return say(
            "{who} {rating}, unchanged ({newcomer} isn't ranked yet)",
            who=named(user), rating=rating, newcomer=named(newcomers[0]),
        )  # fmt: skip
    if place is None:
        return say("{who} {rating} ({change})", who=named(user), rating=rating, change=change)
    return say(
        "{who} {rating} ({change}), now #{place}",
        who=named(user), rating=rating, change=change, place=place,
    )  # fmt: skip


def _signed(change: int) -> str:
    """Return a change of a rating with its sign; nothing changed is ±0."""
    return f"+{change}" if change > 0 else f"−{-change}" if change else "±0"


def points(standing: Standing) -> Notation:
    """Return a rating in whole points, with a question mark while it isn't to be relied on."""
    return Notation(f"{standing.points}?" if standing.is_newcomer else f"{standing.points}")

"""How a game ended, in a sentence that names everybody who has to be told."""

from bot.messages.text import in_a_row, mention, named
from bot.model.table import Player, Table
from bot.tables.advance import entries_of_last_request
from rules.capabilities import HasStakes
from rules.core import Outcome, Seat, SideSpec
from rules.entries import Actor
from rules.events import Claimed, Resigned, TimedOut
from rules.match import Match
from rules.sentence import Conjunction, Listed, Sentence, all_of, say

__all__ = ["told", "verdict"]


def told(table: Table) -> tuple[Player, ...]:
    """Return who is told of the end: everybody but the person whose request caused it.

    A timer's request has no such person.
    """
    last = entries_of_last_request(table.started)
    causes = {entry.player for entry in last if entry.actor is Actor.SEAT}
    return tuple(player for player in table.persons if player.id not in causes)


def verdict(table: Table, sides: dict[Seat, Listed], *, ping: bool = False) -> Sentence:
    """Return who won and how; with `ping`, those who are told are mentioned.

    `sides` names what each seat plays.
    """
    match = table.started
    outcome = match.outcome
    assert outcome is not None, f"the game of table {table.id} goes on"
    pinged = {player.id for player in told(table)} if ping else set[int]()

    def name(seat: Seat) -> Sentence:
        player = table.at(seat)
        who = mention(player.user.id) if player.id in pinged else named(player.user)
        return say("{who} ({sides})", who=who, sides=sides[seat])

    everybody = all_of(map(name, match.seats))
    if outcome.is_void:
        return say("**The game has no result**, {names}.", names=everybody)
    if not match.winners:
        drawn = say("**The game is drawn** between {names}.", names=everybody)
        return in_a_row(drawn, _counted(match, outcome))
    losers = [seat for seat in match.seats if seat not in match.winners]
    winners, lost = all_of(map(name, match.winners)), all_of(map(name, losers))
    teams = [team for team in match.game.spec.teams if team & outcome.winners]
    said = _ended(match, winners, lost, outcome)
    if len(teams) > 1:
        share = say("**{winners} share the win.**", winners=winners)
        said = in_a_row(share, say("{losers} lost.", losers=lost))
    return in_a_row(said, _scores(table, match, outcome))


def _ended(match: Match, winners: Listed, losers: Listed, outcome: Outcome) -> Sentence:
    """Return how one team beat the others."""
    match match.entries[-1].event:
        case Resigned():
            return say(
                "**{winners} won**, since {losers} resigned.", winners=winners, losers=losers
            )
        case Claimed() | TimedOut():
            return say(
                "**{winners} won**, since the time of {losers} ran out.",
                winners=winners, losers=losers,
            )  # fmt: skip
        case _ if outcome.how is not None:
            return say(
                "{losers} **lost to {winners}**, who {how}.",
                losers=losers, winners=winners, how=outcome.how,
            )  # fmt: skip
        case _:
            return say("{losers} **lost to {winners}**.", losers=losers, winners=winners)


def _scores(table: Table, match: Match, outcome: Outcome) -> Sentence:
    """Return the points of each side; what a game counts in a series is said there alone."""
    if isinstance(match.game, HasStakes) and table.terms.plan is None:
        return say("")
    return _counted(match, outcome)


def _counted(match: Match, outcome: Outcome) -> Sentence:
    if not outcome.scores:
        return say("")
    titles = {side.key: _title(side) for side in match.game.spec.sides}
    counts = tuple(
        say("{side} {points}", side=titles[side], points=points) for side, points in outcome.scores
    )
    return say("{counts}.", counts=Listed(counts, Conjunction.NONE))


def _title(side: SideSpec) -> Sentence:
    return side.title

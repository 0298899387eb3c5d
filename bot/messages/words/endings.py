"""The end of a game: who won against whom and why, and who is pinged about it."""

from collections.abc import Container

from bot.messages.words.sides import by_name, seat_name
from bot.messages.words.text import NOTHING, dotted, in_a_row, lines, mention, named
from bot.model.caller import Person
from bot.model.pings import board_pings
from bot.model.table import Table
from rules.contract.core import Outcome, Rule, Seat
from rules.contract.sentence import Conjunction, Listed, Sentence, all_of, say
from rules.contract.verdict import is_shared
from rules.match.match import Match

__all__ = ["ending", "result", "rule_line", "told", "verdict"]


def told(table: Table) -> tuple[Person, ...]:
    """Return the people pinged about the end: all players except the one who caused it."""
    return tuple(ping.person for ping in board_pings(table))


def result(table: Table, pinged: Container[Person] = (), before: Sentence = NOTHING) -> Sentence:
    """Return the result of the game, after the last move if that is given as `before`.

    Pinged users are mentioned, others are named.
    """
    match = table.started
    outcome = match.outcome
    assert outcome is not None
    won = in_a_row(verdict(table, pinged), by_name(table, _scores(match, outcome)))
    said = [dotted(before, won)]
    if outcome.why is None or outcome.rule.reading:
        said.append(rule_line(outcome.rule))
    return lines(*said)


def ending(table: Table, pinged: Container[Person], before: Sentence = NOTHING) -> Sentence:
    """Return the result as the last board of a channel has it, with the way to the dice's proof.

    Behind that way it isn't told again.
    """
    dice = say("-# 🎲 Fair dice: **More** › **Check the dice**") if table.dice else NOTHING
    return lines(result(table, pinged, before), dice)


def rule_line(rule: Rule) -> Sentence:
    """Return a rule as it is quoted below a refusal or a result."""
    if rule.reading:
        return say("-# {rule} (our reading of the rules)", rule=rule.text)
    return say("-# Rule: {rule}", rule=rule.text)


def verdict(table: Table, pinged: Container[Person] = ()) -> Sentence:
    """Return the winners, the losers and the reason: one team wins, or several share."""
    match = table.started
    outcome = match.outcome
    assert outcome is not None, "the game is over"
    won = _won(table, match, outcome, pinged)
    if outcome.why is None:
        return say("{result}.", result=won)
    why = by_name(table, outcome.why)
    if match.winners or outcome.is_void:
        return say("{result}: {why}.", result=won, why=why)
    return say("{result} ({why}).", result=won, why=why)


def _won(table: Table, match: Match, outcome: Outcome, pinged: Container[Person]) -> Sentence:
    names = {seat: _name(table, seat, pinged) for seat in match.seats}
    if outcome.is_void:
        return say("**No result** for {players}", players=all_of(names.values()))
    if not match.winners:
        return say("**{players} drew**", players=all_of(names.values()))
    winners = all_of(names[seat] for seat in match.winners)
    losers = all_of(name for seat, name in names.items() if seat not in match.winners)
    if is_shared(match.game.spec, outcome):
        return say("**{winners} share the win** over {losers}", winners=winners, losers=losers)
    return say("**{winners} beat {losers}**", winners=winners, losers=losers)


def _name(table: Table, seat: Seat, pinged: Container[Person]) -> Sentence:
    """Return a seat's player; with the sides where a person has several, or the name of another."""
    user = table.at(seat).user
    same = [each for each in table.started.seats if table.at(each).user.name == user.name]
    if len(same) > 1 or len(table.started.seating[seat]) > 1:
        return seat_name(table, seat, pinged)
    return say("{who}", who=mention(user.id) if user.id in pinged else named(user))


def _scores(match: Match, outcome: Outcome) -> Sentence:
    if not outcome.scores:
        return NOTHING
    titles = {side.key: side.title for side in match.game.spec.sides}
    counts = [
        say("{side} {points}", side=titles[side], points=points) for side, points in outcome.scores
    ]
    return say("{counts}.", counts=Listed(tuple(counts), Conjunction.NONE))

"""The line above a public board: whom it is for, what happened, and until when."""

from collections.abc import Sequence

from bot.messages.words.endings import ending, told
from bot.messages.words.sentences import begun_line, first_in_line, paired_line
from bot.messages.words.sides import side_name, sides_in
from bot.messages.words.text import NOTHING, dotted, in_a_row, lines, mention, named
from bot.messages.words.turns import pips_of, told_since, turns
from bot.model.engines import is_soon
from bot.model.moments import time_left
from bot.model.table import Table
from bot.tables.advance import automatic_tail
from rules.contract.capabilities import RollsToStart
from rules.contract.core import Roll
from rules.contract.sentence import Notation, Sentence, all_of, say
from rules.log.events import Resumed, VoidCause, Voided
from rules.match.match import Match
from rules.match.record import Ply

__all__ = ["headline", "latest_turns"]


def headline(table: Table, number: int) -> Sentence:
    """Return the words above the board after the entry with this number, the present one.

    The player to move is mentioned first; after the end, everyone whom it surprises.
    """
    match = table.started
    since = told_since(table, number)
    if since == 0:
        return _beginning(table)
    said = tuple(turns(table, since, number, bold=True, are_numbered=_are_numbered(table)))
    if match.outcome:
        return lines(ending(table, told(table), dotted(*said)), _let_go(table))
    return _addressed(table, *said)


def _are_numbered(table: Table) -> bool:
    """Return False where the picture has the number, and a message has one turn."""
    return table.started.outcome is not None or len(table.persons) == 1


def latest_turns(table: Table, *, from_start: bool) -> Sentence:
    """Return the words above a board that engines' answers change in place.

    They are the last two turns of the only person, with the answers, the earlier turn in small
    print. If the message has told how the game began (`from_start`), it still says who plays, and
    what.
    """
    number = len(table.started.entries)
    since = told_since(table, number)
    before = list(turns(table, max(1, told_since(table, since)), since)) if since else []
    said = turns(table, max(1, since), number, bold=True)
    due = table.due
    thinking = say("{who} is thinking …", who=named(due.user)) if due and due.is_engine else NOTHING
    return lines(
        _who_plays(table) if from_start else NOTHING,
        say("-# {turns}", turns=dotted(*before)) if before else NOTHING,
        dotted(*said, thinking, _rolled(table), _due(table)),
    )


def _who_plays(table: Table) -> Sentence:
    """Return the players, the game and its terms, unless the card right above says them.

    Later games of a series don't repeat them.
    """
    if table.is_below_card or (table.earlier and table.earlier.outcomes):
        return NOTHING
    if table.pairing is not None:
        return paired_line(table)
    return begun_line(table)


def _beginning(table: Table) -> Sentence:
    match, terms = table.started, _who_plays(table)
    rolls = _opening(match, automatic_tail(match))
    if match.outcome:
        return lines(terms, in_a_row(rolls, ending(table, told(table))))
    turn, due = match.turn, table.due
    if due is None or not isinstance(turn, str):
        return lines(terms, rolls)
    side = side_name(match.game.spec.side(turn))
    if due.is_engine:
        first = say("{who} is {side} and moves first.", who=named(due.user), side=side)
        return lines(terms, in_a_row(rolls, first))
    who, own = mention(due.user.id), match.seating[match.seat_of(turn)]
    first = say("{who} You're {side} and move first", who=who, side=side)
    if len(own) > 1:
        sides = sides_in(match.game.spec, own)
        first = say("{who} You're {sides}, and you move first", who=who, sides=sides)
    return lines(terms, rolls, dotted(first, _due(table), _offer(table)))


def _addressed(table: Table, *said: Sentence) -> Sentence:
    """Return what happened and what is next, after a mention of the person to move.

    A person who has just acted sits there and isn't mentioned.
    """
    due = table.due
    if due is None or due.is_engine or is_soon(table, len(table.started.entries)):
        return dotted(*said, _rolled(table), _due(table), _offer(table))
    match, roll = table.started, _roll(table.started)
    rolled = say("you rolled {pips}", pips=roll) if roll else NOTHING
    turn = say("your turn") if isinstance(match.events[-1], Resumed) else NOTHING
    who = say("{who}", who=mention(due.user.id))
    return in_a_row(who, dotted(*said, turn, rolled, _due(table), _offer(table)))


def _let_go(table: Table) -> Sentence:
    """Return the consequence for the other player of a paired game that was declined."""
    last = table.started.entries[-1]
    if last.event != Voided(VoidCause.DECLINED):
        return NOTHING
    return first_in_line(each for each in table.persons if each.id != last.player)


def _due(table: Table) -> Sentence:
    at = table.due_at
    return say("due {deadline}", deadline=time_left(at)) if at else NOTHING


def _offer(table: Table) -> Sentence:
    """Ask for the answer to an offer, which might be forgotten over the board."""
    offer = table.started.offer
    if offer is None or offer.by == table.started.seat_due:
        return NOTHING
    return say("please answer the {offer}", offer=offer.kind.title)


def _rolled(table: Table) -> Sentence:
    """Return the roll with which the present turn begins."""
    due, roll = table.due, _roll(table.started)
    return say("{who} rolled {pips}", who=named(due.user), pips=roll) if due and roll else NOTHING


def _roll(match: Match) -> Notation | None:
    """Return the roll that is still to be played, or None."""
    if not match.plies or match.plies[-1].side is not None:
        return None
    return pips_of(match.plies[-1].notation)


def _opening(match: Match, hosts: Sequence[Ply]) -> Sentence:
    """Return the rolls that decided who begins; all but the last were equal."""
    if not hosts:
        return NOTHING
    first, *rest = (_dice_of(match, ply) for ply in hosts)
    rolls = first
    for each in rest:
        rolls = say("{before}, then {roll}", before=rolls, roll=each)
    return say("Opening roll: {rolls}.", rolls=rolls)


def _dice_of(match: Match, ply: Ply) -> Sentence:
    """Return an opening roll, with the sides of the dice if both sides rolled one."""
    if not isinstance(match.game, RollsToStart) or not isinstance(ply.move, Roll):
        return say("{pips}", pips=pips_of(ply.notation))
    dice = (
        say("{side} {pips}", side=side_name(match.game.spec.side(side)), pips=pips)
        for side, pips in zip(match.game.opening_dice, ply.move.pips, strict=True)
    )
    return say("{dice}", dice=all_of(dice))

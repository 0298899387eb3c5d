"""The host's part in a game with dice: the rolls that come due, and the proof at the end."""

from collections.abc import Iterator
from itertools import takewhile

from bot.model.table import Table
from rules import fair
from rules.core import Dice, Roll
from rules.events import Rolled
from rules.fair import Contribution
from rules.match import Match, Ply

__all__ = ["automatic_tail", "contributions", "play_out_chance", "proof"]


def contributions(table: Table) -> Iterator[Contribution]:
    """Yield, by seat, what each adds to the rolls of a started game."""
    for number in range(len(table.seating)):
        (player,) = (player for player in table.players if player.seat == number)
        yield Contribution(number, str(player.accepted), player.words)


def play_out_chance(table: Table, match: Match) -> Match:
    """Return a match of the table once the host has done its part: until a player has a choice.

    The host makes the rolls that are due, and passes for a side that can do nothing else. A game
    without dice stays as it is.
    """
    if table.dice is None:
        return match
    secret, salt = table.dice.secret, fair.salt(contributions(table))
    while match.outcome is None:
        turn = match.turn
        if isinstance(turn, Dice):
            number = 1 + sum(isinstance(event, Rolled) for event in match.events)
            pips = fair.roll(secret, salt, number, turn.count, turn.faces)
            match = match.roll(Roll(tuple(pips)))
        elif (passing := _only_pass(match)) and match.seat_due is not None:
            match = match.play(match.seat_due, passing)
        else:
            break
    return match


def automatic_tail(match: Match) -> tuple[Ply, ...]:
    """Return the rolls and passes by which the host brought about the present position."""
    if not match.events or not isinstance(match.events[-1], Rolled):
        return ()
    hosts = takewhile(lambda ply: not _moves(match, ply), reversed(match.plies))
    return tuple(hosts)[::-1]


def proof(table: Table) -> str:
    """Return the proof of the dice of a game that is over.

    Raises ProofError unless it holds: `rules.fair` verifies it on the way.
    """
    match, sealed = table.started, table.dice
    assert sealed is not None, f"table {table.id} has no dice"
    assert match.outcome is not None, f"the secret of table {table.id} is still sealed"
    dice = match.game.turn(match.game.start())
    assert isinstance(dice, Dice)
    rolls = [event.pips for event in match.events if isinstance(event, Rolled)]
    return fair.proof(sealed.secret, contributions(table), rolls, dice.count, dice.faces)


def _only_pass(match: Match) -> str | None:
    """Return the notation of the pass that is the only legal move, if it is."""
    legal = match.game.legal(match.state)
    only_pass = len(legal) == 1 and not match.game.path(legal[0])
    return match.game.notate(legal[0]) if only_pass else None


def _moves(match: Match, ply: Ply) -> bool:
    """Whether a side moved something in this turn: a roll and a pass have nothing to click."""
    return ply.side is not None and bool(match.game.path(ply.move))

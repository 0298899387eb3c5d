"""The dice of a table: what each seat contributes, the rolls, and the proof at the end."""

from collections.abc import Iterator

from bot.model.table import Table
from rules import fair
from rules.core import Dice, Roll
from rules.events import Rolled
from rules.fair import Contribution
from rules.match import Match

__all__ = ["contributions", "proof", "roll"]


def contributions(table: Table) -> Iterator[Contribution]:
    """Yield, by seat, what each adds to the rolls of a started game."""
    for number in range(len(table.seating)):
        (player,) = (player for player in table.players if player.seat == number)
        yield Contribution(number, str(player.accepted), player.words)


def roll(table: Table, match: Match) -> Roll:
    """Return the roll that is due in a match of the table."""
    due = match.turn
    assert isinstance(due, Dice), "no roll is due"
    assert table.dice is not None, f"table {table.id} has no dice"
    number = 1 + sum(isinstance(event, Rolled) for event in match.events)
    salt = fair.salt(contributions(table))
    return Roll(tuple(fair.roll(table.dice.secret, salt, number, due.count, due.faces)))


def proof(table: Table) -> str:
    """Return the proof of the dice of a game that is over.

    Raises ProofError unless it holds: `rules.fair` verifies it on the way.
    """
    match, dice = table.started, table.dice
    assert dice is not None, f"table {table.id} has no dice"
    assert match.outcome is not None, f"the secret of table {table.id} is not to be shown yet"
    kind = match.game.turn(match.game.start())
    assert isinstance(kind, Dice)
    rolls = [event.pips for event in match.events if isinstance(event, Rolled)]
    return fair.proof(dice.secret, contributions(table), rolls, kind.count, kind.faces)

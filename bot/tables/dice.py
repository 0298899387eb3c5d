"""The dice of a table: the seats' contributions, the rolls, and the proof at the end."""

from collections.abc import Iterator, Sequence

from bot.model.table import Table
from rules import fair
from rules.contract.core import Dice, Roll, Seat
from rules.fair import Contribution, FairRoll
from rules.log.entries import Actor, Entry
from rules.log.events import Begun, Played, Rolled
from rules.match.match import Match

__all__ = ["contributions", "interaction_of", "newest_interaction", "proof", "roll"]


def contributions(table: Table) -> Iterator[Contribution]:
    """Yield the seats' contributions to the rolls of a started game; newcomers have none."""
    for number in range(len(table.seating)):
        player = table.first_at(Seat(number))
        words = player.words if player.words_digest is None else None
        yield Contribution(number, str(player.accepted), words, player.words_digest or "")


def roll(table: Table, match: Match) -> Roll:
    """Return the roll that is due in a match of the table.

    It follows from the secret, the seats' contributions, and the interaction that made it due,
    whose number no one knows in advance.
    """
    due = match.turn
    assert isinstance(due, Dice), "no roll is due"
    assert table.dice is not None, f"table {table.id} has no dice"
    number = 1 + sum(isinstance(event, Rolled) for event in match.events)
    salt = fair.salt(contributions(table))
    made_due = int(interaction_of(match.entries, _contributed(table)))
    pips = fair.roll(table.dice.secret, salt, number, made_due, count=due.count, faces=due.faces)
    return Roll(tuple(pips))


def interaction_of(entries: Sequence[Entry], taken: Sequence[int] = ()) -> str:
    """Return the interaction that makes a roll after these entries due.

    It is the newest beginning or move by a person; acts of engines and the host, offers and answers
    never count. Before any of these, it is the newest interaction by which a seat was `taken`.
    """
    found = (
        entry.request
        for entry in reversed(entries)
        if entry.request.isdecimal() and (isinstance(entry.event, Begun) or _is_persons_move(entry))
    )
    return next(found, str(max(taken, default=0)))


def newest_interaction(table: Table) -> int:
    """Return the largest number that has entered the dice of a table; any new one is larger."""
    numbers = _contributed(table)
    if table.match is not None:
        numbers.append(int(interaction_of(table.match.entries, numbers)))
    return max(numbers, default=0)


def proof(table: Table) -> str:
    """Return the proof of the dice of a finished game.

    `rules.fair` verifies it first. Raises ProofError if it doesn't hold.
    """
    match, dice = table.started, table.dice
    assert dice is not None, f"table {table.id} has no dice"
    assert match.outcome is not None, f"the secret of table {table.id} is not to be shown yet"
    kind = match.game.turn(match.game.start())
    assert isinstance(kind, Dice)
    rolls = [
        FairRoll(
            entry.number,
            interaction_of(match.entries[: entry.number], _contributed(table)),
            list(entry.event.pips),
        )
        for entry in match.entries
        if isinstance(entry.event, Rolled)
    ]
    return fair.proof(dice.secret, contributions(table), rolls, kind.count, kind.faces)


def _contributed(table: Table) -> list[int]:
    """Return the interactions by which the game's first players took their seats."""
    left = (player for player in table.others if player.seat is not None)
    first = (player for player in (*left, *table.players) if player.from_entry == 0)
    return [int(p.accepted) for p in first if p.accepted and p.accepted.isdecimal()]


def _is_persons_move(entry: Entry) -> bool:
    return entry.actor is Actor.SEAT and isinstance(entry.event, Played)

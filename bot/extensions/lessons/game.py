"""A practice game as a match: its dice, the moves that no one chooses, and taking one back."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.extensions.lessons.ease import Result
from bot.tables.advance import only_pass
from rules import fair
from rules.contract.core import AnyGame, Dice, Roll, Seat
from rules.log.events import Begun
from rules.match.match import Match, Ply
from rules.records.transcript import Ending, Transcript

__all__ = [
    "ENOUGH", "advanced", "own_moves", "result_of", "since", "start", "taken_back", "yielded",
]  # fmt: skip

ENOUGH: Final = 10
"""The person's moves after which giving up counts as a loss."""


def start(game: AnyGame, seed: int) -> Match:
    """Return the match before its first move, with the rolls that come before that."""
    return advanced(Match.of(game, game.spec.seatings[0]).add(Begun()), seed)


def advanced(match: Match, seed: int) -> Match:
    """Return the match after the rolls that are due, and passes where nothing else is possible.

    A roll follows from the seed and the number of plies, so it is the same after a take-back.
    """
    while match.outcome is None:
        if isinstance(match.turn, Dice):
            match = match.roll(_roll(seed, len(match.plies), match.turn))
        elif (passing := only_pass(match)) and match.seat_due is not None:
            match = match.play(match.seat_due, passing)
        else:
            break
    return match


def _roll(seed: int, plies: int, due: Dice) -> Roll:
    secret = str(seed).encode()
    return Roll(tuple(fair.roll(secret, b"", plies, 0, count=due.count, faces=due.faces)))


def own_moves(match: Match, seat: Seat) -> int:
    """Return how many moves a seat has made; passes don't count."""
    return sum(_is_own(match, ply, seat) for ply in match.plies)


def since(match: Match, seat: Seat) -> Sequence[Ply]:
    """Return the plies after the last move of a seat."""
    plies = match.plies
    last = max((n for n, ply in enumerate(plies, 1) if _is_own(match, ply, seat)), default=0)
    return plies[last:]


def taken_back(transcript: Transcript, match: Match, seat: Seat) -> Transcript:
    """Return the game before the last move of a seat; the roll for that move stays."""
    left = len(match.plies) - len(since(match, seat)) - 1
    return replace(transcript, texts=transcript.texts[: max(left, 0)])


def yielded(transcript: Transcript, match: Match, seat: Seat) -> Transcript:
    """Return the game as won by all teams but the seat's."""
    sides = {side.key for side in match.game.spec.sides}
    return replace(transcript, early=Ending(frozenset(sides - match.team_of(seat))))


def result_of(match: Match, seat: Seat) -> Result | None:
    """Return the result of a game for a seat, or None while it goes on."""
    if match.outcome is None:
        return None
    if not match.outcome.winners:
        return Result.DRAWN
    return Result.WON if seat in match.winners else Result.LOST


def _is_own(match: Match, ply: Ply, seat: Seat) -> bool:
    return ply.side in match.seating[seat] and bool(match.game.path(ply.move))

"""Matches to think about, of whatever games are registered."""

import random

from rules.contract.core import AnyGame, Dice
from rules.match.match import Match
from rules.records.transcript import Transcript
from rules.registry import all_games

__all__ = ["deep_game", "random_match", "transcript_of"]


def random_match(game: AnyGame, seed: int, plies: int, seating: int = 0) -> Match:
    """Return a match after this many random plies, or at its end if that comes first."""
    match, chance = Match(game, game.spec.seatings[seating]), random.Random(seed)
    while len(match.plies) < plies and match.turn is not None:
        move = chance.choice(match.game.legal(match.state))
        if isinstance(match.turn, Dice):
            match = match.roll(move)
        else:
            assert match.seat_due is not None
            match = match.play(match.seat_due, game.notate(move))
    return match


def transcript_of(match: Match) -> Transcript:
    """Return the transcript of a match of a game with its usual options."""
    return Transcript.of(match, {})


def deep_game() -> AnyGame:
    """Return the game in which one choice of the strongest level takes longest."""
    return max(all_games().values(), key=lambda game: len(game.legal(game.start())))

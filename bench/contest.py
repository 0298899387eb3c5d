"""Games between players of any kind, in rounds in which everybody has every seat once.

A round begins with the same few random plies and has the same dice throughout, so that neither a
better seat nor a better start tells in the sum.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from time import process_time
from typing import Final, TypeAlias

from rules.core import AnyGame, AnyMove, AnyState, Dice

__all__ = ["Player", "Score", "compete"]

Player: TypeAlias = Callable[[AnyState, int], AnyMove]
"""Takes a state in which it has to decide and a seed; returns its move."""

_OPENING: Final = 4
"""Random plies before the players take over; rolls are not counted."""
_LONGEST: Final = 2_000
"""Plies; a game that goes on is counted as drawn."""


@dataclass(slots=True)
class Score:
    """What one player has against the other, who has all other seats."""

    won: int = 0
    """Games won, shared wins counted too."""
    drawn: int = 0
    lost: int = 0
    points: float = 0.0
    """1 for a win alone; a win or draw shared by several teams counts its share."""
    plies: int = 0
    seconds: float = 0.0
    """CPU time in all."""

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.won + self.drawn + self.lost


def compete(
    game: AnyGame, player: Player, other: Player, *, games: int, seconds: float, seed: int
) -> Score:
    """Return the first player's score in whole rounds, at least `games` games.

    It ends early after the round in which so many seconds of CPU time are used up.
    """
    score = Score()
    begin = process_time()
    number = 0
    while score.games < games and (score.seconds < seconds or not score.games):
        for seat in range(len(game.spec.teams)):
            _play(game, {seat: player}, other, seed + number, score)
        number += 1
        score.seconds = process_time() - begin
    return score


def _play(game: AnyGame, seated: dict[int, Player], other: Player, seed: int, score: Score) -> None:
    """Play a game with one player in the seat of a team, and enter it in that player's score."""
    teams = game.spec.teams
    ((seat, player),) = seated.items()
    dice = Random(seed)
    state = _opening(game, Random(seed))
    for ply in range(_LONGEST):
        turn = game.turn(state)
        if turn is None:
            break
        if isinstance(turn, Dice):
            move = dice.choice(game.legal(state))
        else:
            decides = player if turn in teams[seat] else other
            move = decides(state, seed * 10_007 + ply)
        state = game.apply(state, move)
        score.plies += 1
    outcome = game.outcome(state)
    won = [team for team in teams if outcome and team <= outcome.winners]
    if not won:
        score.drawn += 1
        score.points += 1 / len(teams)
    elif teams[seat] in won:
        score.won += 1
        score.points += 1 / len(won)
    else:
        score.lost += 1


def _opening(game: AnyGame, chance: Random) -> AnyState:
    """Return a state after some random plies in which nobody has won yet."""
    while True:
        state, plies = game.start(), 0
        while plies < _OPENING and game.turn(state) is not None:
            plies += not isinstance(game.turn(state), Dice)
            state = game.apply(state, chance.choice(game.legal(state)))
        if game.turn(state) is not None:
            return state

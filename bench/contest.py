"""Games between players of any kind, in rounds in which everyone has every seat once.

A round begins with the same few random plies and has the same dice throughout, so neither a better
seat nor a better start affects the sum.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from time import process_time
from typing import Final, TypeAlias

from rules.contract.core import AnyGame, AnyMove, AnyState, Dice

__all__ = ["Player", "Score", "compete", "play"]

Player: TypeAlias = Callable[[AnyState, int], AnyMove]
"""Chooses a move in a state, with a seed."""

_OPENING: Final = 4
"""Random plies before the players take over; rolls are not counted."""
_LONGEST: Final = 2_000
"""The most plies; a longer game counts as drawn."""


@dataclass(slots=True)
class Score:
    """One player's score against the other, who has all other seats."""

    won: int = 0
    """Games won, including shared wins."""
    drawn: int = 0
    lost: int = 0
    points: float = 0.0
    """1 for a win alone; a win or draw shared by several teams counts its share."""
    plies: int = 0
    seconds: float = 0.0
    """CPU time in total, in seconds."""
    longest: float = 0.0
    """CPU time of the first player's longest move, in seconds."""

    @property
    def games(self) -> int:
        """The number of games played."""
        return self.won + self.drawn + self.lost


def compete(
    game: AnyGame,
    player: Player,
    other: Player,
    *,
    games: int,
    seconds: float,
    seed: int,
    needed: float | None = None,
) -> Score:
    """Return the first player's score in whole rounds, at least `games` games.

    It ends early after the round that uses up this many seconds of CPU time, or in which the share
    `needed` of the points of all games is reached or out of reach.
    """
    score = Score()
    begin = process_time()
    number = 0
    while score.games < games and (score.seconds < seconds or not score.games):
        for seat in range(len(game.spec.teams)):
            play(game, seat, player, other, seed=seed + number, score=score)
        number += 1
        score.seconds = process_time() - begin
        if needed is not None and _is_settled(score, games, needed * games):
            break
    return score


def _is_settled(score: Score, games: int, points: float) -> bool:
    """Return True if this many points in this many games are reached, or no longer possible."""
    return score.points >= points or score.points + games - score.games < points


def play(
    game: AnyGame, seat: int, player: Player, other: Player, *, seed: int, score: Score
) -> None:
    """Play a game with one player in the seat of a team, and add it to that player's score."""
    teams = game.spec.teams
    dice, state = Random(seed), _opening(game, Random(seed))
    for ply in range(_LONGEST):
        turn = game.turn(state)
        if turn is None:
            break
        if isinstance(turn, Dice):
            move = dice.choice(game.legal(state))
        elif turn in teams[seat]:
            begin = process_time()
            move = player(state, seed * 10_007 + ply)
            score.longest = max(score.longest, process_time() - begin)
        else:
            move = other(state, seed * 10_007 + ply)
        state = game.apply(state, move)
        score.plies += 1
    outcome = game.outcome(state)
    won = [team == teams[seat] for team in teams if outcome and team <= outcome.winners]
    if not won:
        score.drawn += 1
        score.points += 1 / len(teams)
    elif any(won):
        score.won += 1
        score.points += 1 / len(won)
    else:
        score.lost += 1


def _opening(game: AnyGame, chance: Random) -> AnyState:
    """Return a state after some random plies in which no one has won yet."""
    while True:
        state, plies = game.start(), 0
        while plies < _OPENING and game.turn(state) is not None:
            plies += not isinstance(game.turn(state), Dice)
            state = game.apply(state, chance.choice(game.legal(state)))
        if game.turn(state) is not None:
            return state

"""Games between players of any kind, in rounds in which everybody has every seat once.

A round begins with the same few random plies and has the same dice throughout, so that neither a
better seat nor a better start tells in the sum.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import log
from random import Random
from time import process_time
from typing import Final, NamedTuple, TypeAlias

from engine.outlook import Value
from rules.contract.core import AnyGame, AnyMove, AnyState, Dice

__all__ = ["Decision", "Player", "Score", "compete"]


class Decision(NamedTuple):
    """What a player does, and what it expects of that, if it can tell."""

    move: AnyMove
    value: Value | None = None


Player: TypeAlias = Callable[[AnyState, int], Decision]
"""Takes a state in which it has to decide, and a seed."""

_OPENING: Final = 4
"""Random plies before the players take over; rolls are not counted."""
_LONGEST: Final = 2_000
"""Plies; a game that goes on is counted as drawn."""
_CLEAR: Final[Value] = 0.95
"""What both players expect of a game that is clearly won."""
_AGREED: Final = 4
"""Plies for which they have to expect that."""
_WEAK, _STRONG = 0.55, 0.75
"""The shares of points between which a sequential test decides; 65 % lies in the middle."""
_CERTAIN: Final = log(0.95 / 0.05)
"""The evidence at which it ends: it errs in one case of 20 on either side."""


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
    longest: float = 0.0
    """CPU time of the first player's longest move, in seconds."""
    adjudicated: int = 0
    """Games that were not played to their end, as both players took them for clearly won."""

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.won + self.drawn + self.lost

    @property
    def is_certain(self) -> bool:
        """Whether Wald's sequential test has decided between the two shares."""
        missed = self.games - self.points
        evidence = self.points * log(_STRONG / _WEAK) + missed * log((1 - _STRONG) / (1 - _WEAK))
        return abs(evidence) >= _CERTAIN


def compete(
    game: AnyGame,
    player: Player,
    other: Player,
    *,
    games: int,
    seconds: float,
    seed: int,
    needed: float | None = None,
    quick: bool = False,
) -> Score:
    """Return the first player's score in whole rounds, at least `games` games.

    It ends early after the round in which so many seconds of CPU time are used up, or in which
    the share `needed` of the points of all games is reached or out of reach. A `quick`
    contest of two teams ends as well when Wald's sequential test is certain, and its games when
    both players have taken them for clearly won for some plies.
    """
    score = Score()
    begin = process_time()
    number = 0
    quick = quick and len(game.spec.teams) == 2
    while score.games < games and (score.seconds < seconds or not score.games):
        for seat in range(len(game.spec.teams)):
            _play(game, {seat: player}, other, seed + number, score, quick=quick)
        number += 1
        score.seconds = process_time() - begin
        if quick and score.is_certain:
            break
        if needed is not None and _is_settled(score, games, needed * games):
            break
    return score


def _is_settled(score: Score, games: int, points: float) -> bool:
    """Tell whether so many points in so many games are reached, or no longer possible."""
    return score.points >= points or score.points + games - score.games < points


def _play(
    game: AnyGame,
    seated: dict[int, Player],
    other: Player,
    seed: int,
    score: Score,
    *,
    quick: bool,
) -> None:
    """Play a game with one player in the seat of a team, and enter it in that player's score."""
    teams = game.spec.teams
    ((seat, player),) = seated.items()
    dice, opinions = Random(seed), _Opinions()
    state = _opening(game, Random(seed))
    for ply in range(_LONGEST):
        turn = game.turn(state)
        if turn is None:
            break
        if isinstance(turn, Dice):
            move = dice.choice(game.legal(state))
        else:
            is_players = turn in teams[seat]
            begin = process_time()
            move, value = (player if is_players else other)(state, seed * 10_007 + ply)
            if is_players:
                score.longest = max(score.longest, process_time() - begin)
            if quick and opinions.agree(value, is_players=is_players):
                break
        state = game.apply(state, move)
        score.plies += 1
    won: list[bool] = []
    if opinions.leader is not None:
        score.adjudicated += 1
        won = [opinions.leader]
    elif outcome := game.outcome(state):
        won = [team == teams[seat] for team in teams if team <= outcome.winners]
    if not won:
        score.drawn += 1
        score.points += 1 / len(teams)
    elif any(won):
        score.won += 1
        score.points += 1 / len(won)
    else:
        score.lost += 1


class _Opinions:
    """What two players expect, ply by ply."""

    def __init__(self) -> None:
        self._latest: dict[bool, Value] = {True: 0.0, False: 0.0}
        self._plies = 0
        self.leader: bool | None = None
        """Whether the first player has won by both players' opinion; None: nobody has."""

    def agree(self, value: Value | None, *, is_players: bool) -> bool:
        """Take what whoever moves expects; tell whether the game is clearly won by now."""
        self._latest[is_players] = value or 0.0
        ours, theirs = self._latest[True], self._latest[False]
        clear = min(abs(ours), abs(theirs)) >= _CLEAR and ours * theirs < 0
        self._plies = self._plies + 1 if clear else 0
        if self._plies >= _AGREED:
            self.leader = ours > 0
        return self.leader is not None


def _opening(game: AnyGame, chance: Random) -> AnyState:
    """Return a state after some random plies in which nobody has won yet."""
    while True:
        state, plies = game.start(), 0
        while plies < _OPENING and game.turn(state) is not None:
            plies += not isinstance(game.turn(state), Dice)
            state = game.apply(state, chance.choice(game.legal(state)))
        if game.turn(state) is not None:
            return state

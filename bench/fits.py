"""`python -m bench.fits`: simulated people of fixed strength against a computer that fits them.

A person overlooks a share of their moves, or plays as a level, and never gets better. Each one
plays some practice games in a row, with seats in turn, from the ease of a first game on. A line
tells how often they won one of the first three, and what they scored in the games after these.
"""

import argparse
from dataclasses import dataclass
from typing import Final

from bench.contest import Player, Score, play
from bot.extensions.lessons.ease import Ease, Result, counted
from engine.choose import choose
from engine.levels import EASES, LEVELS, Strength
from rules.contract.core import AnyGame
from rules.registry import all_games

__all__ = ["PEOPLE", "Fit", "fit"]

PEOPLE: Final = {
    **{
        f"overlooks {share} %": Strength(part=0, overlooks=share / 100, error=error)
        for share, error in ((90, 1.0), (75, 0.7), (30, 0.28), (0, 0.17))
    },
    "as Pike": LEVELS[2],
}
"""The simulated people."""
_FIRST: Final = 3
"""The first games, of which one is to be won."""
_GAMES: Final = 8
"""The games of a person, by default."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The practice games of people of one strength."""

    people: int
    winners: int
    """Those who won one of the first three games."""
    score: float
    """The share of the points of all games after these."""
    step: float
    """The mean step of the computer after the last game."""


def fit(game: AnyGame, person: Strength, *, people: int, games: int, seed: int) -> Fit:
    """Return how people of one strength fare, each in so many games (more than three)."""
    winners, points, steps = 0, 0.0, 0
    for number in range(people):
        ease, won = Ease(), list[float]()
        for played in range(games):
            score = Score()
            seat = played % len(game.spec.teams)
            chance = seed + 1_000 * number + played
            play(
                game,
                seat,
                _player(game, person),
                _player(game, EASES[ease.step]),
                seed=chance,
                score=score,
            )
            result = Result.WON if score.won else Result.DRAWN if score.drawn else Result.LOST
            ease = counted(ease, result, helped=False)
            won.append(score.points)
        winners += 1.0 in won[:_FIRST]
        points += sum(won[_FIRST:])
        steps += ease.step
    return Fit(people, winners, points / people / (games - _FIRST), steps / people)


def _player(game: AnyGame, strength: Strength) -> Player:
    return lambda state, seed: choose(game, state, strength, seed).move


def main() -> None:
    """Print a line for each game and person."""
    parser = argparse.ArgumentParser(prog="python -m bench.fits", description=__doc__)
    parser.add_argument("--game", action="append", metavar="KEY", help="may be repeated")
    parser.add_argument("--people", type=int, default=40, help="of each strength")
    parser.add_argument("--games", type=int, default=_GAMES, help="of each person")
    parser.add_argument("--seed", type=int, default=41)
    asked = parser.parse_args()
    print("| game | person | people | won one of the first 3 | score after these | step |")
    print("|---|---|---|---|---|---|")
    for key in asked.game or all_games():
        game = all_games()[key]
        for name, person in PEOPLE.items():
            found = fit(game, person, people=asked.people, games=asked.games, seed=asked.seed)
            print(
                f"| {game.spec.title.english()} | {name} | {found.people}"
                f" | {100 * found.winners / found.people:.0f} % | {100 * found.score:.0f} %"
                f" | {found.step:.1f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()

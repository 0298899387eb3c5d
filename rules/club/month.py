"""The points of a month: a podium before anyone is ranked."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

__all__ = ["GAMES", "MEETINGS", "RIVALS", "Ended", "Monthly", "month_points"]

GAMES: Final = 3
"""The fewest games with which a person is listed."""
RIVALS: Final = 2
"""The fewest different opponents in these games."""
MEETINGS: Final = 2
"""The games with the same opponent that count: one person can't give another more than two wins."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A game that ended: the players by team, and the ranks of the teams, the best 1."""

    teams: tuple[tuple[int, ...], ...]
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Monthly:
    """A person's month."""

    person: int
    halves: int
    """Half points: 2 for a win, 1 for a shared first place."""
    games: int


def month_points(games: Iterable[Ended]) -> list[Monthly]:
    """Return the people with enough games in a month, most points first, then fewer games.

    `games` are in the order in which they ended. A game counts for a person unless they have met
    one of its opponents in two games that counted.
    """
    met, halves, played = Counter[tuple[int, int]](), Counter[int](), Counter[int]()
    for game in games:
        is_shared = game.ranks.count(1) > 1
        for team, rank in zip(game.teams, game.ranks, strict=True):
            rivals = [person for other in game.teams if other is not team for person in other]
            for person in team:
                if any(met[person, rival] >= MEETINGS for rival in rivals):
                    continue
                met.update((person, rival) for rival in rivals)
                played[person] += 1
                halves[person] += 0 if rank != 1 else 1 if is_shared else 2
    rivals_of = Counter(person for person, _ in met)
    listed = [
        Monthly(person, halves[person], count)
        for person, count in played.items()
        if count >= GAMES and rivals_of[person] >= RIVALS
    ]
    return sorted(listed, key=lambda each: (-each.halves, each.games, each.person))

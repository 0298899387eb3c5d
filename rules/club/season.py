"""The order of strength from one season to the next, and games that outlast a season.

`rules.club.groups` folds the season itself. Everything here is a plain function of the final
standings of a season, and of the ratings of new people.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from rules.club.pairings import Entrant, group_sizes

__all__ = [
    "AT_ONCE",
    "LASTS",
    "MOST",
    "NEXT",
    "WIDENED",
    "WIDENS",
    "by_time",
    "joined",
    "next_order",
]

_DAY: Final = 86_400
MOST: Final = 72
"""The most people of a season: one message mentions them all."""
AT_ONCE: Final = 2
"""The games that people play at the same time when a season begins."""
WIDENS: Final = 4 * _DAY
"""Seconds after which people may play one more game at the same time."""
WIDENED: Final = 4
"""The times that this happens; then all games have begun."""
LASTS: Final = 56 * _DAY
"""The length of a season, in seconds."""
NEXT: Final = 63 * _DAY
"""Seconds from the beginning of a season to the beginning of the next one."""
_LARGE: Final = 5
"""The fewest people in a division that sends two up and two down; a smaller one sends one."""
_WHOLE: Final = 12


def by_time(used: tuple[int, int]) -> tuple[int, int]:
    """Return the shares of a game in progress when its season's time was up, in twelfths.

    `used` are the seconds of their own turns that the seats have used, less their grants. The seat
    that used less gets the point, so that no one gains by delaying a lost game; a difference of at
    most a tenth of the larger is a draw.
    """
    one, other = used
    if 10 * abs(one - other) <= max(one, other):
        return _WHOLE // 2, _WHOLE // 2
    return (_WHOLE, 0) if one < other else (0, _WHOLE)


def next_order(
    tables: Sequence[Sequence[Entrant]], gone: Collection[Entrant]
) -> tuple[Entrant, ...]:
    """Return the people who stay for the next season, by strength.

    `tables` are the final divisions, strongest first. Over every boundary as many people change
    places as both tables allow. People who come down are placed before those who stayed, people who
    come up after them. People who are `gone` are left out afterwards, so that the best of those
    going down fill a gap above.
    """
    ups, downs = [0], list[int]()
    for above, below in pairwise(tables):
        changing = min(_changing(len(above) - ups[-1], above), _changing(len(below), below))
        downs.append(changing)
        ups.append(changing)
    downs.append(0)
    order: list[Entrant] = []
    for division, table in enumerate(tables):
        if division:
            fallen = tables[division - 1]
            order += fallen[len(fallen) - downs[division - 1] :]
        order += table[ups[division] : len(table) - downs[division]]
        if division + 1 < len(tables):
            order += tables[division + 1][: ups[division + 1]]
    return tuple(entrant for entrant in order if entrant not in gone)


def _changing(most: int, table: Sequence[Entrant]) -> int:
    """Return how many people a table sends over one of its boundaries, `most` at most."""
    return min(most, 2 if len(table) >= _LARGE else 1)


def joined(
    order: Sequence[Entrant], joining: Mapping[Entrant, float], ratings: Mapping[Entrant, float]
) -> tuple[Entrant, ...]:
    """Return the order with new people who have a settled rating, `joining` by its points.

    The highest rated is placed first. A person comes where fewest people stand on the wrong side by
    `ratings`, at the lowest such place, and never into the first of several divisions, except in
    the first season, which has no order yet. People without a settled rating aren't included: they
    come last, by lot.
    """
    placed, known = list(order), {**ratings, **joining}
    for entrant in sorted(joining, key=lambda each: -joining[each]):
        sizes = group_sizes(len(order) + len(joining))
        highest = min(sizes[0], len(placed)) if order and len(sizes) > 1 else 0
        wrong = {
            place: sum(_wrong(placed, place, joining[entrant], known))
            for place in range(highest, len(placed) + 1)
        }
        fewest = min(wrong.values())
        placed.insert(max(place for place in wrong if wrong[place] == fewest), entrant)
    return tuple(placed)


def _wrong(
    placed: Sequence[Entrant], place: int, rating: float, known: Mapping[Entrant, float]
) -> Iterator[bool]:
    """Yield, for everyone with a known rating, True if they would stand on the wrong side."""
    for at, each in enumerate(placed):
        if each in known:
            yield known[each] < rating if at < place else known[each] > rating

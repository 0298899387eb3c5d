"""The order of a group, and the figures that decide it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.club.entries import Result
from rules.club.pairings import Entrant

__all__ = ["Line", "standings"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a table. All points are in twelfths."""

    entrant: Entrant
    points: int
    among_equals: int
    """Points from the games against people with equal points."""
    sonneborn_berger: int
    """The sum over games of the own share times the opponent's points, in 1/144."""
    wins: int
    forfeits: int
    """Games lost on time or by withdrawing."""


def standings(
    members: Sequence[Entrant],
    lots: Mapping[Entrant, str],
    games: Iterable[tuple[tuple[Entrant, Entrant], Result]],
) -> tuple[Line, ...]:
    """Return the lines of a table, best first. No two are level, since the lot decides last.

    The order is by points; then points among equals; Sonneborn-Berger; games won; fewer games
    forfeited; the lower lot. No figure is computed again inside a tie, so that the order of the
    results never matters.
    """
    seats = [
        (games_entrants[seat], games_entrants[1 - seat], result.shares[seat], result.forfeits[seat])
        for games_entrants, result in games
        for seat in (0, 1)
    ]
    points = {
        member: sum(share for entrant, _, share, _ in seats if entrant == member)
        for member in members
    }
    lines: list[Line] = []
    for member in members:
        own = [
            (rival, share, forfeit) for entrant, rival, share, forfeit in seats if entrant == member
        ]
        lines.append(
            Line(
                member,
                points[member],
                sum(share for rival, share, _ in own if points[rival] == points[member]),
                sum(share * points[rival] for rival, share, _ in own),
                sum(share == 12 for _, share, _ in own),
                sum(forfeit is not None for _, _, forfeit in own),
            )
        )
    return tuple(sorted(lines, key=lambda line: (*_rank(line), lots[line.entrant])))


def _rank(line: Line) -> tuple[int, ...]:
    return (-line.points, -line.among_equals, -line.sonneborn_berger, -line.wins, line.forfeits)

"""The claims that the side to move can make now."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.model.table import Table
from rules.contract.capabilities import ClaimsRegions
from rules.contract.view import Region
from rules.geometry import Cell

__all__ = ["PossibleClaim", "possible_claims"]


@dataclass(frozen=True, slots=True)
class PossibleClaim:
    """A region that can be claimed, and the cells on which a stone allows that."""

    region: Region
    stones: tuple[Cell, ...]


def possible_claims(table: Table) -> Sequence[PossibleClaim]:
    """Return every region that some legal move claims, the largest first."""
    match, game = table.started, table.started.game
    assert isinstance(game, ClaimsRegions)
    regions: dict[tuple[Cell, ...], Region] = {}
    stones: dict[tuple[Cell, ...], list[Cell]] = {}
    for move in match.legal:
        region = game.region(match.state, move)
        if region is not None:
            regions[region.corners] = region
            stones.setdefault(region.corners, []).append(match.game.path(move)[0])
    found = [PossibleClaim(region, tuple(stones[corners])) for corners, region in regions.items()]
    return sorted(found, key=lambda each: (-each.region.size, each.region.corners))

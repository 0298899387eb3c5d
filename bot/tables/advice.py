"""Help for who is to move: permissions for hints and reports, and the claims that are possible."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.model.caller import Caller
from bot.model.errors import TableError
from bot.model.table import Table
from bot.tables.play import player_of
from rules.contract.capabilities import ClaimsRegions
from rules.contract.core import Seat
from rules.contract.sentence import say
from rules.contract.view import Region
from rules.geometry import Cell

__all__ = [
    "NO_HINTS", "PossibleClaim", "allows_hints", "possible_claims", "require_hint",
    "require_report",
]  # fmt: skip


NO_HINTS: Final = say(
    "Hints work against the computer, or if everyone agreed before the start "
    "(**Options** on the card)."
)


def allows_hints(table: Table) -> bool:
    """Return True if players may ask for hints: all agreed, or one person plays engines."""
    return table.terms.hints or (bool(table.engines) and len(table.persons) == 1)


def require_hint(table: Table, caller: Caller) -> Seat:
    """Return the seat of a person who may have a hint now. Raises TableError."""
    player = player_of(table, caller)
    if not allows_hints(table):
        raise TableError(NO_HINTS)
    if table.started.outcome:
        raise TableError(say("This game is finished. **Analysis** shows the best moves."))
    if player.seat is None or table.started.seat_due != player.seat:
        raise TableError(say("It isn't your turn, so there's no hint."))
    return player.seat


def require_report(table: Table) -> None:
    """Raise TableError unless a report on the game is allowed: during a game it would be help."""
    if table.match is None or table.started.outcome is None:
        raise TableError(say("You can analyze a game once it's finished."))
    if not table.started.plies:
        raise TableError(say("No one moved in this game, so there's nothing to analyze."))


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

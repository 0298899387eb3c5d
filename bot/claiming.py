"""What the side due can claim now, in words and on the board."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot import announce, scenes
from bot.posts import Post
from bot.records import Table
from bot.refusals import Refusal
from rules.abilities import Claiming
from rules.core import (
    Dice,
    Seat,
)
from rules.geometry import Cell
from rules.registry import all_games
from rules.view import Region

__all__ = ["Prospect", "hint", "prospects", "tiles"]

_SHOWN = 25
"""Rectangles that are numbered on the picture; more would hide each other."""

_NAMED = 3
"""Stones that a line names one by one."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """A region that can be claimed, and the cells on which a stone allows that."""

    region: Region
    stones: tuple[Cell, ...]


async def hint(table: Table, viewer: Seat | None) -> Post:
    """Return what the side due can claim now. Raises Refusal where the game has no claims."""
    match, spec = table.started, table.started.game.spec
    turn = match.turn
    if not isinstance(match.game, Claiming) or turn is None or isinstance(turn, Dice):
        having = [game.spec.title for game in all_games().values() if isinstance(game, Claiming)]
        raise Refusal(
            f"Nothing is claimed in {spec.title}: this hint is for {' and '.join(having)}."
        )
    side = announce.side_name(spec.side(turn))
    found = prospects(table)
    if not found:
        return Post(f"{side} can claim nothing now, wherever the stone goes.")
    shown = found[:_SHOWN]
    lines = [f"What {side} can claim now, the largest first:"]
    lines += [f"**{number}** · {_line(table, each)}" for number, each in enumerate(shown, 1)]
    if len(found) > _SHOWN:
        lines.append(f"… and {len(found) - _SHOWN} more, none of them larger.")
    view = scenes.claiming(table, viewer, (), [prospect.region for prospect in shown])
    return Post("\n".join(lines), await scenes.draw(view))


def prospects(table: Table) -> Sequence[Prospect]:
    """Return every region that some legal move claims, the largest first."""
    match, game = table.started, table.started.game
    assert isinstance(game, Claiming)
    regions: dict[tuple[Cell, ...], Region] = {}
    stones: dict[tuple[Cell, ...], list[Cell]] = {}
    for move in match.game.legal(match.state):
        region = game.region(match.state, move)
        if region is not None:
            regions[region.corners] = region
            stones.setdefault(region.corners, []).append(match.game.path(move)[0])
    found = [Prospect(region, tuple(stones[corners])) for corners, region in regions.items()]
    return sorted(found, key=lambda each: (-each.region.size, each.region.corners))


def tiles(count: int) -> str:
    """Return so many tiles in words."""
    return "1 tile" if count == 1 else f"{count} tiles"


def _line(table: Table, prospect: Prospect) -> str:
    label = table.started.game.geometry.label
    region = prospect.region
    low, _, high, *_ = region.corners
    if len(prospect.stones) > _NAMED:
        stones = f"whichever of {len(prospect.stones)} points your stone goes to"
    else:
        stones = f"with a stone on {' or '.join(map(label, prospect.stones))}"
    return f"{label(low)}:{label(high)}, {tiles(region.size)}: {stones}"

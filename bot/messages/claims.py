"""What the side due can claim now, in words and on the board."""

from bot.messages import pictures, sentences
from bot.messages.message import Message
from bot.model.errors import TableError
from bot.model.table import Table
from bot.tables.claims import PossibleClaim, possible_claims
from rules.capabilities import ClaimsRegions
from rules.core import (
    Dice,
    Seat,
)
from rules.registry import all_games

__all__ = ["hint", "tiles"]

_SHOWN = 25
"""Rectangles that are numbered on the picture; more would hide each other."""

_NAMED = 3
"""Stones that a line names one by one."""


async def hint(table: Table, viewer: Seat | None) -> Message:
    """Return what the side due can claim now. Raises TableError where the game has no claims."""
    match, spec = table.started, table.started.game.spec
    turn = match.turn
    if not isinstance(match.game, ClaimsRegions) or turn is None or isinstance(turn, Dice):
        having = [
            game.spec.title for game in all_games().values() if isinstance(game, ClaimsRegions)
        ]
        raise TableError(
            f"Nothing is claimed in {spec.title}: this hint is for {' and '.join(having)}."
        )
    side = sentences.side_name(spec.side(turn))
    found = possible_claims(table)
    if not found:
        return Message(f"{side} can claim nothing now, wherever the stone goes.")
    shown = found[:_SHOWN]
    lines = [f"What {side} can claim now, the largest first:"]
    lines += [f"**{number}** · {_line(table, each)}" for number, each in enumerate(shown, 1)]
    if len(found) > _SHOWN:
        lines.append(f"… and {len(found) - _SHOWN} more, none of them larger.")
    view = pictures.claiming(table, viewer, (), [claim.region for claim in shown])
    return Message("\n".join(lines), await pictures.draw(view))


def tiles(count: int) -> str:
    """Return so many tiles in words."""
    return "1 tile" if count == 1 else f"{count} tiles"


def _line(table: Table, claim: PossibleClaim) -> str:
    label = table.started.game.geometry.label
    region = claim.region
    low, _, high, *_ = region.corners
    if len(claim.stones) > _NAMED:
        stones = f"whichever of {len(claim.stones)} points your stone goes to"
    else:
        stones = f"with a stone on {' or '.join(map(label, claim.stones))}"
    return f"{label(low)}:{label(high)}, {tiles(region.size)}: {stones}"

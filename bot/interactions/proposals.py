"""What players can do beside moving: offer, resign, claim the time. Shared by commands and menu."""

from bot.delivery.response import Response
from bot.interactions import publish
from bot.interactions.client import Postboard
from bot.messages.custom_ids import button
from bot.messages.message import Message, Style
from bot.model.errors import TableError
from bot.model.table import Table
from rules.core import Seat
from rules.events import OfferKind
from rules.match import Match

__all__ = ["ask_resignation", "claim", "offer", "resign"]


async def offer(bot: Postboard, response: Response, table_id: int, kind: OfferKind) -> None:
    """Propose a draw, a take-back or a count; where a rival has proposed the same, agree to it."""

    def proposed(match: Match, seat: Seat) -> Match:
        standing = match.offer
        if standing and standing.kind is kind and seat not in standing.accepted:
            return match.accept(seat)
        return match.propose(seat, kind)

    await publish.execute(bot, response, table_id, proposed)


async def ask_resignation(response: Response, table: Table) -> None:
    """Ask privately whether somebody means to resign. Raises TableError if they can't."""
    player = table.player(response.user.id)
    match = table.started
    if player is None or match.outcome:
        raise TableError("Only somebody who plays a running game can resign it.")
    row = [
        button("Resign", "resign", table.id, match.position_number, style=Style.DANGER),
        button("Keep playing", "stay", table.id),
    ]
    await response.private(
        Message("Do you want to resign? Your team loses the game at once.", rows=(row,))
    )


async def resign(bot: Postboard, response: Response, table_id: int) -> None:
    """Give the game up."""
    await publish.execute(bot, response, table_id, lambda match, seat: match.resign(seat))


async def claim(bot: Postboard, response: Response, table_id: int) -> None:
    """Claim the game against a player whose time has run out. Raises TableError before that."""
    table = await bot.tables.get(table_id)
    if table.deadline is None:
        raise TableError("This game has no time limit, so there is no time to claim.")
    if not bot.tables.overdue(table):
        raise TableError(f"The time runs until <t:{table.deadline}:F> (<t:{table.deadline}:R>).")
    await publish.execute(
        bot,
        response,
        table_id,
        lambda match, seat: match.claim(seat),
        table.started.position_number,
    )

"""What players can do beside moving: offer, resign, claim the time. Shared by commands and menu."""

from discord import ButtonStyle

from bot import moving
from bot.client import Postboard
from bot.keys import button
from bot.posts import Post
from bot.records import Table
from bot.refusals import Refusal
from bot.reply import Reply
from rules.core import Seat
from rules.events import OfferKind
from rules.match import Match

__all__ = ["ask_resignation", "claim", "offer", "resign"]


async def offer(bot: Postboard, reply: Reply, table_id: int, kind: OfferKind) -> None:
    """Propose a draw, a take-back or a count; where a rival has proposed the same, agree to it."""

    def proposed(match: Match, seat: Seat) -> Match:
        standing = match.offer
        if standing and standing.kind is kind and seat not in standing.accepted:
            return match.accept(seat)
        return match.propose(seat, kind)

    await moving.carry_out(bot, reply, table_id, proposed)


async def ask_resignation(reply: Reply, table: Table) -> None:
    """Ask privately whether somebody means to resign. Raises Refusal if they can't."""
    player = table.player(reply.person.id)
    match = table.started
    if player is None or match.outcome:
        raise Refusal("Only somebody who plays a running game can resign it.")
    row = [
        button("Resign", "resign", table.id, match.stamp, style=ButtonStyle.danger),
        button("Keep playing", "stay", table.id),
    ]
    await reply.private(
        Post("Do you want to resign? Your team loses the game at once.", rows=(row,))
    )


async def resign(bot: Postboard, reply: Reply, table_id: int) -> None:
    """Give the game up."""
    await moving.carry_out(bot, reply, table_id, lambda match, seat: match.resign(seat))


async def claim(bot: Postboard, reply: Reply, table_id: int) -> None:
    """Claim the game against a player whose time has run out. Raises Refusal before that."""
    table = await bot.tables.get(table_id)
    if table.deadline is None:
        raise Refusal("This game has no time limit, so there is no time to claim.")
    if not bot.tables.overdue(table):
        raise Refusal(f"The time runs until <t:{table.deadline}:F> (<t:{table.deadline}:R>).")
    await moving.carry_out(
        bot, reply, table_id, lambda match, seat: match.claim(seat), table.started.stamp
    )

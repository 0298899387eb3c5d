"""The buttons beside Move: a private view, and the menu of everything else."""

from collections.abc import Sequence

from discord import ButtonStyle

from bot import announce, deeds, history, rulebook, scenes, scorecard
from bot.client import Postboard
from bot.keys import button
from bot.posts import Post, Row
from bot.presses import Press, on
from bot.records import Player, Status, Table
from bot.refusals import Refusal
from bot.reply import Aim, Reply
from render import text_board
from rules.abilities import Stoppable
from rules.core import (
    Seat,
)
from rules.events import OfferKind

__all__ = ["own_view"]


async def own_view(table: Table, user_id: int) -> Post:
    """Return the board as one person sees it: from their own side, and in letters."""
    return await _view_from(table, table.seat(user_id), _partners(table, user_id))


async def _view_from(table: Table, seat: Seat | None, partners: Sequence[Player]) -> Post:
    view = scenes.board(table, seat)
    line = announce.state_line(table)
    row = [
        button(f"As {partner.person.name} sees it", "partner", table.id, partner.seat)
        for partner in partners
    ]
    text = f"{line}\n```\n{text_board(view)}\n```"
    return Post(text, await scenes.draw(view), (row,) if row else ())


def _partners(table: Table, user_id: int) -> list[Player]:
    """Return who plays on a person's team."""
    seat = table.seat(user_id)
    if seat is None:
        return []
    team = table.started.team_of(seat)
    return [
        player
        for player in table.seated
        if player.seat is not None and player.seat != seat and table.seating[player.seat] <= team
    ]


@on("partner")
async def _partner(bot: Postboard, reply: Reply, press: Press) -> None:
    """Show a player what somebody of their own team sees."""
    table = await bot.tables.get(press.table)
    partners = {player.seat for player in _partners(table, reply.person.id)}
    seat = Seat(int(press.args[1]))
    if seat not in partners:
        raise Refusal("Only those who play on one team see each other's view.")
    await reply.private(await _view_from(table, seat, ()))


@on("mine")
async def _mine(bot: Postboard, reply: Reply, press: Press) -> None:
    await reply.private(await own_view(await bot.tables.get(press.table), reply.person.id))


@on("menu")
async def _menu(bot: Postboard, reply: Reply, press: Press) -> None:
    table = await bot.tables.get(press.table)
    reading = [
        button("History", "history", table.id),
        button("Rules", "rules", table.terms.game, 0),
    ]
    rows: tuple[Row, ...] = (reading,)
    if table.terms.plan:
        reading.append(button("Score", "score", table.id))
    if table.player(reply.person.id) and table.status is Status.PLAYING:
        rows = (_deeds(bot, table), reading)
    line = announce.state_line(table)
    await reply.private(Post(f"{announce.terms_line(table)}\n{line}", rows=rows))


def _deeds(bot: Postboard, table: Table) -> Row:
    row = [
        button("Offer a draw", "draw", table.id),
        button("Ask to take back", "takeback", table.id),
    ]
    if isinstance(table.started.game, Stoppable):
        row.append(button("Stop and count", "count", table.id))
    row.append(button("Resign …", "giveup", table.id, style=ButtonStyle.danger))
    if bot.tables.overdue(table):
        row.append(button("Claim the time", "claim", table.id, style=ButtonStyle.primary))
    return row


@on("draw")
async def _draw(bot: Postboard, reply: Reply, press: Press) -> None:
    await deeds.offer(bot, reply, press.table, OfferKind.DRAW)


@on("takeback")
async def _take_back(bot: Postboard, reply: Reply, press: Press) -> None:
    await deeds.offer(bot, reply, press.table, OfferKind.TAKE_BACK)


@on("count")
async def _count(bot: Postboard, reply: Reply, press: Press) -> None:
    await deeds.offer(bot, reply, press.table, OfferKind.COUNT)


@on("giveup")
async def _give_up(bot: Postboard, reply: Reply, press: Press) -> None:
    await deeds.ask_resignation(reply, await bot.tables.get(press.table))


@on("resign")
async def _resign(bot: Postboard, reply: Reply, press: Press) -> None:
    await deeds.resign(bot, reply, press.table)


@on("stay", Aim.UPDATE)
async def _stay(_bot: Postboard, reply: Reply, _press: Press) -> None:
    await reply.update(Post("Good: the game goes on."))


@on("claim")
async def _claim(bot: Postboard, reply: Reply, press: Press) -> None:
    await deeds.claim(bot, reply, press.table)


@on("history")
async def _history(bot: Postboard, reply: Reply, press: Press) -> None:
    table = await bot.tables.get(press.table)
    latest = len(table.started.plies)
    await reply.private(await history.at_ply(table, latest, table.seat(reply.person.id)))


@on("ply", Aim.UPDATE)
async def _ply(bot: Postboard, reply: Reply, press: Press) -> None:
    table = await bot.tables.get(press.table)
    count = int(press.args[2])
    await reply.update(await history.at_ply(table, count, table.seat(reply.person.id)))


@on("score")
async def _score(bot: Postboard, reply: Reply, press: Press) -> None:
    await reply.private(Post(scorecard.full(await bot.tables.get(press.table))))


@on("rules")
async def _rules(_bot: Postboard, reply: Reply, press: Press) -> None:
    await reply.private(rulebook.page(press.args[0], 0))


@on("turnpage", Aim.UPDATE)
async def _turn_page(_bot: Postboard, reply: Reply, press: Press) -> None:
    await reply.update(rulebook.page(press.args[0], int(press.args[1])))

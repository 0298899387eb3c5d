"""The Move panel: a private message in which a move is picked together and confirmed.

Each of its buttons and menus names the table, the position and the cells clicked so far, so two
panels of one player never mix; the draft in the store only brings a lost panel back.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from bot import explain, keys, moving, scenes
from bot.client import Postboard
from bot.keys import button
from bot.posts import Post
from bot.presses import Press, on
from bot.reply import Aim, Reply
from bot.rooms import claims
from bot.rooms.points import pointing
from bot.rooms.turns import Turn, joined, play_button, present, split, to_move
from rules.clicks import Entry
from rules.core import RulesError, Seat
from rules.geometry import Cell
from rules.match import Match

__all__: list[str] = []

_LONGEST_MOVE = 100
"""Characters that a form takes, as `/move` does."""


@on("move")
async def _open(bot: Postboard, reply: Reply, press: Press) -> None:
    table = await bot.tables.get(press.table)
    turn = to_move(table, reply)
    stamp = turn.match.stamp
    note = "" if press.stamp == stamp else "The game has gone on since that board."
    draft = await bot.store.draft(table.id, reply.person.id)
    clicked = draft[1] if draft and draft[0] == stamp else ()
    post = await _panel(turn, turn.entered(clicked))
    await reply.private(replace(post, text=f"{note}\n{post.text}") if note else post)


@on("pick", Aim.UPDATE)
async def _pick(bot: Postboard, reply: Reply, press: Press) -> None:
    turn = await present(bot, reply, press)
    clicked = (*split(press.args[2]), Cell(int(press.values[0])))
    await _turn_over(bot, reply, turn, clicked)


@on("part", Aim.UPDATE)
async def _part(bot: Postboard, reply: Reply, press: Press) -> None:
    """Show a part of the board: the one picked from the menu, or a page of the one named."""
    turn = await present(bot, reply, press)
    part, page = (press.values[0], "0") if press.values else (press.args[3], press.args[4])
    entry = turn.entered(split(press.args[2]))
    await reply.update(await pointing(turn, entry, int(part), int(page)))


@on("parts", Aim.UPDATE)
async def _parts(bot: Postboard, reply: Reply, press: Press) -> None:
    turn = await present(bot, reply, press)
    await reply.update(await pointing(turn, turn.entered(split(press.args[2]))))


@on("type", Aim.UPDATE)
async def _type(bot: Postboard, reply: Reply, press: Press) -> None:
    """Ask for a point, or a whole move, in a form."""
    turn = await present(bot, reply, press)
    example = turn.game.notate(turn.legal[0])
    question = "A point, or a whole move"
    form = keys.form("Your move", question, example, _LONGEST_MOVE, "typed", *press.args)
    await reply.form(form)


@on("typed", Aim.UPDATE)
async def _typed(bot: Postboard, reply: Reply, press: Press) -> None:
    """Go on with the point that was typed, or else with the move; refuse what is neither."""
    turn = await present(bot, reply, press)
    text = press.values[0]
    entry = turn.entered(split(press.args[2]))
    cell = turn.game.geometry.find(text.strip().lower())
    if cell is not None and cell in entry.choices:
        await _turn_over(bot, reply, turn, (*entry.clicked, cell))
        return
    try:
        move = turn.match.read(text)
    except RulesError as error:
        await reply.private(await explain.explained(turn.table, turn.seat, error))
    else:
        await _turn_over(bot, reply, turn, turn.game.path(move))


@on("claims", Aim.UPDATE)
async def _claim(bot: Postboard, reply: Reply, press: Press) -> None:
    turn = await present(bot, reply, press)
    await _turn_over(bot, reply, turn, turn.game.path(turn.legal[int(press.values[0])]))


@on("noclaim", Aim.UPDATE)
async def _no_claim(bot: Postboard, reply: Reply, press: Press) -> None:
    turn = await present(bot, reply, press)
    bare = claims.without(turn, turn.entered(split(press.args[2])))
    await _turn_over(bot, reply, turn, turn.game.path(bare[0]))


@on("back", Aim.UPDATE)
async def _back(bot: Postboard, reply: Reply, press: Press) -> None:
    turn = await present(bot, reply, press)
    clicked = split(press.args[2])
    here = turn.entered(clicked).clicked
    while clicked and turn.entered(clicked).clicked == here:
        clicked = clicked[:-1]
    await _turn_over(bot, reply, turn, clicked)


@on("page", Aim.UPDATE)
async def _page(bot: Postboard, reply: Reply, press: Press) -> None:
    turn = await present(bot, reply, press)
    entry = turn.entered(split(press.args[2]))
    await reply.update(await _panel(turn, entry, page=int(press.args[3])))


@on("play")
async def _play(bot: Postboard, reply: Reply, press: Press) -> None:
    """Play the move of this number among the legal ones of the position named."""
    index = int(press.args[2])

    def chosen(match: Match, seat: Seat) -> Match:
        legal = match.game.legal(match.state)
        return match.play(seat, match.game.notate(legal[index]) if index < len(legal) else "")

    change = await moving.carry_out(bot, reply, press.table, chosen, press.stamp)
    message = reply.interaction.message
    if message is not None and message.flags.ephemeral:
        last = change.table.started.last
        assert last is not None
        await reply.retire(Post(f"You played **{last.notation}**."))


async def _turn_over(bot: Postboard, reply: Reply, turn: Turn, clicked: Sequence[Cell]) -> None:
    keeping = bot.store.keep_draft(turn.table.id, reply.person.id, turn.match.stamp, clicked)
    panel, _ = await asyncio.gather(_panel(turn, turn.entered(clicked)), keeping)
    await reply.update(panel)


async def _panel(turn: Turn, entry: Entry, page: int = 0) -> Post:
    if claims.are_open(turn, entry):
        return await claims.claiming(turn, entry, page)
    if entry.choices:
        return await pointing(turn, entry)
    if len(entry.moves) == 1:
        return await _confirming(turn, entry, forced=len(turn.legal) == 1)
    return await _telling_apart(turn, entry)


async def _confirming(turn: Turn, entry: Entry, *, forced: bool) -> Post:
    """Show the position that the move leads to, and ask."""
    move = entry.moves[0]
    picture = await scenes.draw(scenes.preview(turn.table, turn.seat, move))
    buttons = [play_button(turn, move, "Play")]
    if not forced:
        buttons.append(button("Back", "back", *turn.name, joined(entry.clicked)))
    only = "Your only move is" if forced else "You are about to play"
    notation = turn.game.notate(move)
    return Post(f"{only} **{notation}**. The board would be:", picture, (buttons,))


async def _telling_apart(turn: Turn, entry: Entry) -> Post:
    """Offer moves that the same clicks enter, by their notation."""
    picture = await scenes.draw(scenes.choosing(turn.table, turn.seat, entry, ()))
    buttons = [play_button(turn, move, "Play") for move in entry.moves[:20]]
    rows = tuple(buttons[start : start + 5] for start in range(0, len(buttons), 5))
    back = [button("Back", "back", *turn.name, joined(entry.clicked))]
    return Post("These clicks fit several moves. Which one?", picture, (*rows, back))

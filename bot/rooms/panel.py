"""The Move panel: a private message in which a move is picked together and confirmed.

Each of its buttons and menus names the table, the position and the cells clicked so far, so two
panels of one player never mix; the draft in the store only brings a lost panel back.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from discord import ButtonStyle, SelectOption, ui

from bot import moving, scenes
from bot.client import Postboard
from bot.keys import button, menu
from bot.posts import Post, Row
from bot.presses import Press, on
from bot.records import Table
from bot.refusals import NotYours, Refusal, Stale
from bot.reply import Aim, Reply
from rules.clicks import Entry, enter
from rules.core import AnyMove, Seat
from rules.geometry import Cell
from rules.match import Match

__all__: list[str] = []

_TEXT: Final = 100
"""Characters that an option of a menu shows."""

_PAGE: Final = 25
"""Options that one of Discord's menus holds."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """The table at which somebody is to move, and from which seat."""

    table: Table
    match: Match
    seat: Seat

    @property
    def legal(self) -> Sequence[AnyMove]:
        return self.match.game.legal(self.match.state)

    @property
    def name(self) -> tuple[int, int]:
        """What every button of the panel names first."""
        return self.table.id, self.match.stamp


@on("move")
async def _open(bot: Postboard, reply: Reply, press: Press) -> None:
    table = await bot.tables.get(press.table)
    turn = _to_move(table, reply)
    stamp = turn.match.stamp
    note = "" if press.stamp == stamp else "The game has gone on since that board."
    draft = await bot.store.draft(table.id, reply.person.id)
    clicked = draft[1] if draft and draft[0] == stamp else ()
    await reply.private(await _panel(turn, clicked, note=note))


@on("pick", Aim.UPDATE)
async def _pick(bot: Postboard, reply: Reply, press: Press) -> None:
    turn = await _present(bot, reply, press)
    clicked = (*_cells(press.args[2]), Cell(int(press.values[0])))
    await _turn_over(bot, reply, turn, clicked)


@on("back", Aim.UPDATE)
async def _back(bot: Postboard, reply: Reply, press: Press) -> None:
    turn = await _present(bot, reply, press)
    clicked = _cells(press.args[2])
    here = enter(turn.match.game, turn.legal, clicked).clicked
    while clicked and enter(turn.match.game, turn.legal, clicked).clicked == here:
        clicked = clicked[:-1]
    await _turn_over(bot, reply, turn, clicked)


@on("page", Aim.UPDATE)
async def _page(bot: Postboard, reply: Reply, press: Press) -> None:
    turn = await _present(bot, reply, press)
    clicked = _cells(press.args[2])
    await reply.update(await _panel(turn, clicked, page=int(press.args[3])))


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


async def _turn_over(bot: Postboard, reply: Reply, turn: _Turn, clicked: Sequence[Cell]) -> None:
    keeping = bot.store.keep_draft(turn.table.id, reply.person.id, turn.match.stamp, clicked)
    panel, _ = await asyncio.gather(_panel(turn, clicked), keeping)
    await reply.update(panel)


def _to_move(table: Table, reply: Reply) -> _Turn:
    """Return the person's turn. Raises Refusal unless it is theirs."""
    match = table.match
    player = table.player(reply.person.id)
    if match is None or player is None or player.seat is None:
        raise Refusal("Only those who play here can move. **My view** shows you the board.")
    if match.outcome or match.seat_due != player.seat:
        raise NotYours(table)
    return _Turn(table, match, player.seat)


async def _present(bot: Postboard, reply: Reply, press: Press) -> _Turn:
    """Return the table of a panel. Raises Stale where the game has gone on since."""
    table = await bot.tables.get(press.table)
    if table.match is None or table.match.stamp != press.stamp:
        raise Stale(table)
    return _to_move(table, reply)


async def _panel(turn: _Turn, clicked: Sequence[Cell], *, page: int = 0, note: str = "") -> Post:
    legal, game = turn.legal, turn.match.game
    entry = enter(game, legal, clicked)
    if len(legal) == 1:
        entry = Entry(game.path(legal[0]), (), tuple(legal))
    if entry.choices:
        post = await _choosing(turn, entry, page)
    elif len(entry.moves) == 1:
        post = await _confirming(turn, entry, forced=len(legal) == 1)
    else:
        post = await _telling_apart(turn, entry)
    return replace(post, text=f"{note}\n{post.text}") if note else post


async def _choosing(turn: _Turn, entry: Entry, page: int) -> Post:
    """Offer the cells that can come next, numbered on the picture."""
    ordered = scenes.in_reading_order(turn.table, entry.choices, turn.seat)
    pages = -(-len(ordered) // _PAGE)
    page %= pages
    shown = ordered[page * _PAGE : (page + 1) * _PAGE]
    picture = await scenes.draw(scenes.choosing(turn.table, turn.seat, entry, shown))
    args = (*turn.name, _joined(entry.clicked))
    options = [
        SelectOption(
            label=f"{number} · {_described(turn.match, entry, cell)}"[:_TEXT],
            value=str(cell),
            description=_reach(turn, entry, cell)[:_TEXT] or None,
        )
        for number, cell in enumerate(shown, 1)
    ]
    prompt = "Pick where it goes" if entry.clicked else "Pick a piece"
    buttons = [_play_button(turn, move, "Stop here: play") for move in entry.moves]
    if entry.clicked:
        buttons.append(button("Back", "back", *args))
    if pages > 1:
        buttons.append(button(f"More ({page + 1} of {pages})", "page", *args, page + 1))
    rows: tuple[Row, ...] = ([menu(prompt, options, "pick", *args)],)
    text = _so_far(turn.match, entry, prompt)
    return Post(text, picture, (*rows, buttons) if buttons else rows)


async def _confirming(turn: _Turn, entry: Entry, *, forced: bool) -> Post:
    """Show the position that the move leads to, and ask."""
    move = entry.moves[0]
    picture = await scenes.draw(scenes.preview(turn.table, turn.seat, move))
    buttons = [_play_button(turn, move, "Play")]
    if not forced:
        buttons.append(button("Back", "back", *turn.name, _joined(entry.clicked)))
    only = "Your only move is" if forced else "You are about to play"
    notation = turn.match.game.notate(move)
    return Post(f"{only} **{notation}**. The board would be:", picture, (buttons,))


async def _telling_apart(turn: _Turn, entry: Entry) -> Post:
    """Offer moves that the same clicks enter, by their notation."""
    picture = await scenes.draw(scenes.choosing(turn.table, turn.seat, entry, ()))
    buttons = [_play_button(turn, move, "Play") for move in entry.moves[:20]]
    rows = tuple(buttons[start : start + 5] for start in range(0, len(buttons), 5))
    back = [button("Back", "back", *turn.name, _joined(entry.clicked))]
    return Post("These clicks fit several moves. Which one?", picture, (*rows, back))


def _play_button(turn: _Turn, move: AnyMove, label: str) -> ui.Button[ui.View]:
    index = list(turn.legal).index(move)
    text = f"{label} {turn.match.game.notate(move)}"
    return button(text, "play", *turn.name, index, style=ButtonStyle.success)


def _described(match: Match, entry: Entry, cell: Cell) -> str:
    """Return a cell's name, with what stands on it while a piece is being picked."""
    label = match.game.geometry.label(cell)
    if entry.clicked:
        return label
    stacks = match.game.view(match.state).stacks
    pieces = next((stack.pieces for stack in stacks if stack.cell == cell), ())
    if not pieces:
        return label
    if len(pieces) == 1:
        return f"{label} {pieces[0].name}"
    titles = {side.key: side.title.lower() for side in match.game.spec.sides}
    colours = ", ".join(titles[piece.side] for piece in reversed(pieces))
    return f"{label} stack of {len(pieces)}: {colours}"


def _reach(turn: _Turn, entry: Entry, cell: Cell) -> str:
    """Return where a click on the cell leads, as far as one can see from here."""
    ahead = enter(turn.match.game, turn.legal, (*entry.clicked, cell))
    labels = ", ".join(turn.match.game.geometry.label(choice) for choice in ahead.choices)
    if not labels:
        return "".join(f"plays {turn.match.game.notate(move)}" for move in ahead.moves[:1])
    return f"then to {labels}" if entry.clicked else f"to {labels}"


def _so_far(match: Match, entry: Entry, prompt: str) -> str:
    if not entry.clicked:
        return f"{prompt}: the numbers are on the board."
    path = " → ".join(match.game.geometry.label(cell) for cell in entry.clicked)
    return f"**{path}** → … {prompt}."


def _joined(cells: Sequence[Cell]) -> str:
    return ".".join(map(str, cells))


def _cells(joined: str) -> tuple[Cell, ...]:
    return tuple(Cell(int(word)) for word in joined.split(".") if word)

"""The Move panel: a private message in which a move is picked together and confirmed.

Each of its buttons and menus names the table, the position and the cells clicked so far, so two
panels of one player never mix; the draft in the store only brings a lost panel back.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from bot.delivery.response import DeferKind, Response
from bot.interactions import publish
from bot.interactions.client import Postboard
from bot.interactions.components.move_panel import claims
from bot.interactions.components.move_panel.cells import pointing
from bot.interactions.components.move_panel.state import (
    Turn,
    play_button,
    present,
    to_move,
)
from bot.interactions.components.router import ComponentEvent, component
from bot.messages import pictures, refusals
from bot.messages.custom_ids import Verb
from bot.messages.message import Button, Form, Message
from bot.messages.move_words import find_move, is_hash
from bot.messages.text import NOTHING, lines
from bot.model.errors import TableError
from bot.model.table import Table
from bot.tables.commands import PlayNotation
from rules.clicks import MoveEntry
from rules.core import AnyGame, AnyMove, RulesError
from rules.geometry import Cell
from rules.sentence import Notation, say

__all__: list[str] = []

_LONGEST_MOVE = 100
"""Characters that a form takes, as `/move` does."""


@component(Verb.MOVE)
async def _open(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    table = await bot.tables.get(event.table)
    turn = to_move(table, response)
    position_number = turn.match.position_number
    note = NOTHING
    if event.position.number != position_number:
        note = say("The game has gone on since that board.")
    draft = await bot.tables.draft(table.id, response.user.id)
    clicked = draft[1] if draft and draft[0] == position_number else ()
    post = await _panel(turn, turn.entered(clicked))
    await response.private(replace(post, text=lines(note, post.text)))


@component(Verb.PICK, DeferKind.UPDATE)
async def _pick(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    turn = await present(bot, response, event)
    cell = turn.game.geometry.find(event.value)
    clicked = turn.clicked(event)
    await _turn_over(bot, response, turn, clicked if cell is None else (*clicked, cell))


@component(Verb.PART, DeferKind.UPDATE)
async def _part(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    """Show a page of the part of the board that is named."""
    turn = await present(bot, response, event)
    entry = turn.entered(turn.clicked(event))
    part, page = event.custom_id.text(1), event.custom_id.number(2)
    await response.update(await pointing(turn, entry, part, page))


@component(Verb.PARTS, DeferKind.UPDATE)
async def _parts(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    """Show the part picked from the menu; the button of the same verb shows all of them."""
    turn = await present(bot, response, event)
    part = event.values[0] if event.values else None
    await response.update(await pointing(turn, turn.entered(turn.clicked(event)), part))


@component(Verb.TYPE, DeferKind.UPDATE)
async def _type(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    """Ask for a point, or a whole move, in a form."""
    turn = await present(bot, response, event)
    example = say("{move}", move=Notation(turn.game.notate(turn.legal[0])))
    typed = turn.asks(Verb.TYPED, turn.clicked(event))
    form = Form(say("Your move"), say("A point, or a whole move"), example, _LONGEST_MOVE, typed)
    await response.open_modal(form)


@component(Verb.TYPED, DeferKind.UPDATE)
async def _typed(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    """Go on with the point that was typed, or else with the move; refuse what is neither."""
    turn = await present(bot, response, event)
    text = event.value
    entry = turn.entered(turn.clicked(event))
    cell = turn.game.geometry.find(text.strip().lower())
    if cell is not None and cell in entry.choices:
        await _turn_over(bot, response, turn, (*entry.clicked, cell))
        return
    try:
        move = turn.match.read(text)
    except RulesError as error:
        await response.private(await refusals.illegal_move_message(turn.table, turn.seat, error))
    else:
        await _turn_over(bot, response, turn, turn.game.path(move))


@component(Verb.CLAIM, DeferKind.UPDATE)
async def _claim(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    turn = await present(bot, response, event)
    move = _found(turn.game, turn.legal, event.value)
    await _turn_over(bot, response, turn, turn.game.path(move))


@component(Verb.NO_CLAIM, DeferKind.UPDATE)
async def _no_claim(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    turn = await present(bot, response, event)
    bare = claims.without(turn, turn.entered(turn.clicked(event)))
    await _turn_over(bot, response, turn, turn.game.path(bare[0]))


@component(Verb.BACK, DeferKind.UPDATE)
async def _back(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    turn = await present(bot, response, event)
    clicked = turn.clicked(event)
    here = turn.entered(clicked).clicked
    while clicked and turn.entered(clicked).clicked == here:
        clicked = clicked[:-1]
    await _turn_over(bot, response, turn, clicked)


@component(Verb.PAGE, DeferKind.UPDATE)
async def _page(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    turn = await present(bot, response, event)
    entry = turn.entered(turn.clicked(event))
    await response.update(await _panel(turn, entry, page=event.custom_id.number(1)))


@component(Verb.PLAY, DeferKind.UPDATE)
async def _play(bot: Postboard, response: Response, event: ComponentEvent) -> None:
    """Play the move that is named, in the position that is named."""
    word = event.custom_id.text(0)
    if is_hash(word):
        match = (await bot.tables.get(event.table)).started
        word = match.game.notate(_found(match.game, match.game.legal(match.state), word))
    command = PlayNotation(word)
    message = response.interaction.message
    is_panel = message is not None and message.flags.ephemeral

    def pressed(table: Table) -> Message | None:
        last = table.started.last
        return (
            Message(say("You played **{move}**.", move=Notation(last.notation)))
            if is_panel and last
            else None
        )

    await publish.execute(
        bot, response, event.table, command, event.position.number, pressed=pressed
    )


def _found(game: AnyGame, legal: Sequence[AnyMove], word: str) -> AnyMove:
    """Return the legal move of this word. Raises TableError where the rules have changed."""
    move = find_move(game, legal, word)
    if move is None:
        raise TableError(
            say("This button's move is not possible now. **Move** shows those that are.")
        )
    return move


async def _turn_over(
    bot: Postboard, response: Response, turn: Turn, clicked: Sequence[Cell]
) -> None:
    keeping = bot.tables.keep_draft(
        turn.table.id, response.user.id, turn.match.position_number, clicked
    )
    panel, _ = await asyncio.gather(_panel(turn, turn.entered(clicked)), keeping)
    await response.update(panel)


async def _panel(turn: Turn, entry: MoveEntry, page: int = 0) -> Message:
    if claims.are_open(turn, entry):
        return await claims.claiming(turn, entry, page)
    if entry.choices:
        return await pointing(turn, entry)
    if len(entry.moves) == 1:
        return await _confirming(turn, entry, forced=len(turn.legal) == 1)
    return await _telling_apart(turn, entry)


async def _confirming(turn: Turn, entry: MoveEntry, *, forced: bool) -> Message:
    """Show the position that the move leads to, and ask."""
    move = entry.moves[0]
    picture = await pictures.draw(pictures.preview(turn.table, turn.seat, move))
    buttons = [play_button(turn, move)]
    if not forced:
        buttons.append(Button(say("Back"), turn.asks(Verb.BACK, entry.clicked)))
    notation = Notation(turn.game.notate(move))
    text = say("You are about to play **{move}**. The board would be:", move=notation)
    if forced:
        text = say("Your only move is **{move}**. The board would be:", move=notation)
    return Message(text, picture, (buttons,))


async def _telling_apart(turn: Turn, entry: MoveEntry) -> Message:
    """Offer moves that the same clicks enter, by their notation."""
    picture = await pictures.draw(pictures.choosing(turn.table, turn.seat, entry, ()))
    buttons = [play_button(turn, move) for move in entry.moves[:20]]
    rows = tuple(buttons[start : start + 5] for start in range(0, len(buttons), 5))
    back = [Button(say("Back"), turn.asks(Verb.BACK, entry.clicked))]
    return Message(say("These clicks fit several moves. Which one?"), picture, (*rows, back))

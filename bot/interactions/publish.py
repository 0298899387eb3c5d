"""The way of a command from a person to the channel."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.delivery.answering.panels import PanelKind
from bot.delivery.answering.response import BLOCKED, Response
from bot.interactions.client import Postboard
from bot.interactions.context import caller_of
from bot.messages.channel import boards, cards
from bot.messages.controls.message import Message
from bot.messages.panels.lists import tables as lists
from bot.messages.panels.table import move_buttons, refusals
from bot.messages.panels.table.own_view import own_view
from bot.messages.words.text import lines
from bot.model.queues import entry_item, opening_items
from bot.model.table import Status, Table
from bot.tables.commands import Command, Play, PlayNotation
from bot.tables.writer import Change
from rules.contract.core import IllegalMove, RulesError
from rules.contract.sentence import say

__all__ = [
    "execute",
    "play",
    "play_text",
    "publish",
    "publish_opened",
    "refresh_card",
]

_JUST_SHOWN: Final = say("You shared this board a moment ago, so this one is just for you.")
_ON_ITS_WAY: Final = Message(say("Done. The channel will show it in a moment."))


async def execute(
    bot: Postboard,
    response: Response,
    table_id: int,
    command: Command,
    seen: int | None = None,
    *,
    pressed: Callable[[Table], Message | None] | None = None,
) -> Change:
    """Carry out a command and show its result in the channel. Raises like `Tables.execute`.

    `pressed` returns the new content of the message with the button, or None to leave it as it is.
    """
    change = await _decided(bot, response, table_id, command, seen)
    await publish(bot, response, change, pressed(change.table) if pressed else None)
    return change


async def _decided(
    bot: Postboard, response: Response, table_id: int, command: Command, seen: int | None
) -> Change:
    """Carry out a command whose result is still to be shown."""
    caller = caller_of(response)
    change = await bot.tables.execute(table_id, caller, command, response.request, seen)
    response.decided()
    return change


async def play(bot: Postboard, response: Response, table_id: int, notation: str, seen: int) -> None:
    """Play the move that a button names in the position `seen`; a private panel says so.

    A player who has to move in other games too gets a link to the next one, unless a computer is
    about to answer on the board.
    """
    is_panel = response.is_from_private
    change = await _decided(bot, response, table_id, PlayNotation(notation), seen)
    if change.item is None:  # A computer's answer shows both moves, and nothing stands below it.
        await (response.remove() if is_panel else response.acknowledge())
        return
    turned = lists.played(notation, change.others) if is_panel else None
    await publish(bot, response, change, turned)
    if change.others is not None and not is_panel:
        await response.notify(lists.waiting(change.others), PanelKind.NEXT)


async def play_text(bot: Postboard, response: Response, table_id: int, text: str) -> None:
    """Play a typed move, or explain to the player alone, with a picture, why it is refused.

    A text that asks for something besides a move is answered with the button for that. If a move
    makes no claim but could, it is asked about first.
    """
    table = await bot.lookup.get(table_id)
    act = refusals.other_act(table, text)
    if act is not None:
        await response.show(act, PanelKind.MOVE, table_id)
        return
    if table.match is not None:
        question = move_buttons.unclaimed(table, table.seat(response.user.id), text)
        if question is not None:
            await response.show(question, PanelKind.MOVE, table_id)
            return
    try:
        change = await execute(bot, response, table_id, Play(text))
        if change.others is not None:
            await response.notify(lists.waiting(change.others), PanelKind.NEXT)
    except RulesError as error:
        table = await bot.lookup.get(table_id)
        if isinstance(error, IllegalMove):
            bot.store.counters.refused(table, error.violation.rule.key)
        seat = table.seat(response.user.id)
        refusal = refusals.illegal_move_message(table, seat, error, text)
        await response.show(refusal, PanelKind.MOVE, table_id)


async def publish(
    bot: Postboard, response: Response, change: Change, pressed: Message | None = None
) -> None:
    """Answer with the message of a change, or say that it is on its way.

    `pressed` is the new content of the message with the button.
    """
    if change.item is None:
        return
    if not await bot.outbox.answer(response, change.table, change.item, pressed):
        await response.private(BLOCKED if response.is_blocked else _ON_ITS_WAY)


async def publish_opened(
    bot: Postboard, response: Response, table: Table, pressed: Message | None
) -> None:
    """Answer with a new table's card, after the seal of its dice, or with its game's first board.

    `pressed` is the new content of the message with the control used.
    """
    now, request = int(bot.now()), response.request
    items = opening_items(table, request, now, sealed=table.dice is not None)
    if table.status is Status.PLAYING:  # Its game began with it, so there is no card.
        items = (entry_item(table.id, len(table.started.entries), table.channel_id, request, now),)
    if not await bot.outbox.answer_in_order(response, table, items, pressed):
        await response.private(BLOCKED if response.is_blocked else _ON_ITS_WAY)


def present_card(table: Table) -> Message:
    """Return a table's present card."""
    return cards.card(table) if table.status is Status.OPEN else cards.closed_card(table)


async def refresh_card(bot: Postboard, table: Table) -> None:
    """Update a table's card, best effort: a decision counts even if its card isn't updated."""
    if table.card_id is None:
        return
    await bot.outbox.edits.try_to_show(table, table.card_id, present_card(table))


async def show_again(
    bot: Postboard, response: Response, table: Table, pressed: Message | None = None
) -> None:
    """Show everyone the board again, or the person alone if that has just been done.

    The board before becomes a line of the record. `pressed` is as for `publish`. Raises Unanswered.
    """
    if not bot.cooldowns.begin(table.id):
        view = own_view(table, response.user.id)
        await response.show(
            replace(view, text=lines(_JUST_SHOWN, view.text)), PanelKind.VIEW, table.id
        )
        return
    response.table = table
    post = boards.shown_again(table, await bot.services.deadlines.credit(table))
    message_id = await response.public(post, pressed)
    if message_id is not None and response.interaction.channel_id == table.channel_id:
        bot.store.table_messages.mark_again(table, message_id)

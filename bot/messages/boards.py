"""Public boards with their buttons, and what the channel is shown for an entry of the log."""

from bot.messages import offers, pictures, score_card, sentences
from bot.messages.custom_ids import button
from bot.messages.message import Message, Row, Style
from bot.model.table import Table
from bot.tables.dice import automatic_tail
from rules.events import Accepted, Declined, Offered
from rules.match import Match

__all__ = ["board", "message_for", "shown_again"]


async def message_for(table: Table, number: int) -> Message | None:
    """Return what the channel is owed for the event of this number.

    Offers and answers are words, everything else is the board. None where nothing is owed any
    more: the offer was answered, or the position has changed and its own event owes the board.
    """
    match = table.started
    if number == match.position_number:
        return await board(table)
    event = match.events[number - 1] if number else None
    if isinstance(event, Offered) and match.offer and match.offer.number == number:
        return offers.offer(table, match.offer.number, event)
    if isinstance(event, Accepted | Declined) and match.position_number < number:
        return offers.answer(table, match, event, number)
    return None


async def board(table: Table) -> Message:
    """Return the present board for all to see; only the player to move is pinged."""
    match = table.started
    picture = await pictures.draw(pictures.board(table))
    pings = (table.due.user.id,) if table.due else ()
    return Message(_with_score(table), picture, (_buttons(table, match),), pings)


def _with_score(table: Table) -> str:
    """Return the headline, with the series' score where a game of one begins or ends."""
    line, match = sentences.headline(table), table.started
    if table.terms.plan is None:
        return line
    if match.outcome:
        return f"{line}\n{score_card.after_game(table)}"
    begun = len(match.events) == len(automatic_tail(match))
    return f"{score_card.heading(table)}\n{line}" if begun else line


async def shown_again(table: Table) -> Message:
    """Return the present board for somebody who asked to see it; nobody is pinged."""
    match = table.started
    line = sentences.state_line(table)
    picture = await pictures.draw(pictures.board(table))
    return Message(line, picture, (_buttons(table, match),))


def _buttons(table: Table, match: Match) -> Row:
    show = [
        button("My view", "mine", table.id, match.position_number),
        button("Menu", "menu", table.id, match.position_number),
    ]
    if match.outcome:
        return [*show, button("Check the dice", "dice", table.id)] if table.dice else show
    legal = match.game.legal(match.state)
    if len(legal) == 1:
        only = match.game.notate(legal[0])
        label = f"Play {only} (the only move)"
        return [
            button(label, "play", table.id, match.position_number, 0, style=Style.PRIMARY),
            *show,
        ]
    return [
        button("Move", "move", table.id, match.position_number, style=Style.PRIMARY),
        *show,
    ]

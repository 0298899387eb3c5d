"""Public posts about a game: boards with their buttons, offers, and answers to offers."""

from discord import ButtonStyle

from bot import announce, scenes, scorecard
from bot.dicing import since_the_last_deed
from bot.keys import button
from bot.posts import Post, Row
from bot.records import Status, Table
from rules.events import Accepted, Declined, Offered
from rules.match import Match

__all__ = ["board", "card", "closed_card", "owed_post", "shown_again"]


async def owed_post(table: Table, number: int) -> Post | None:
    """Return what the channel is owed for the event of this number.

    Offers and answers are words, everything else is the board. None where nothing is owed any
    more: the offer was answered, or the position has changed and its own event owes the board.
    """
    match = table.started
    if number == match.stamp:
        return await board(table)
    event = match.events[number - 1] if number else None
    if isinstance(event, Offered) and match.offer and match.offer.number == number:
        return _offer(table, match.offer.number, event)
    if isinstance(event, Accepted | Declined) and match.stamp < number:
        return _answer(table, match, event, number)
    return None


async def board(table: Table) -> Post:
    """Return the present board for all to see; only the player to move is pinged."""
    match = table.started
    picture = await scenes.draw(scenes.board(table))
    pings = (table.due.person.id,) if table.due else ()
    return Post(_with_score(table), picture, (_buttons(table, match),), pings)


def _with_score(table: Table) -> str:
    """Return the headline, with the series' score where a game of one begins or ends."""
    line, match = announce.headline(table), table.started
    if table.terms.plan is None:
        return line
    if match.outcome:
        return f"{line}\n{scorecard.after_game(table)}"
    begun = len(match.events) == len(since_the_last_deed(match))
    return f"{scorecard.heading(table)}\n{line}" if begun else line


async def shown_again(table: Table) -> Post:
    """Return the present board for somebody who asked to see it; nobody is pinged."""
    match = table.started
    line = announce.state_line(table)
    picture = await scenes.draw(scenes.board(table))
    return Post(line, picture, (_buttons(table, match),))


def card(table: Table) -> Post:
    """Return the card of a table that waits for players; those invited are pinged."""
    joining = [
        button("Join", "join", table.id, style=ButtonStyle.success),
        button("Leave", "leave", table.id),
        button("Start", "start", table.id, style=ButtonStyle.primary, disabled=not table.is_full),
    ]
    if len(table.players) == len(table.seating):
        joining = joining[1:]
    rows: tuple[Row, ...] = (joining,)
    if table.invited:
        answer = [
            button("Accept", "accept", table.id, style=ButtonStyle.success),
            button("Decline", "decline", table.id),
        ]
        rows = (answer, joining)
    pings = tuple(player.person.id for player in table.invited)
    return Post(announce.card(table), rows=rows, pings=pings)


def closed_card(table: Table) -> Post:
    """Return what a card becomes once its game has begun or it was given up."""
    if table.status is Status.CLOSED:
        return Post(f"{announce.terms_line(table)}\nThis table was closed.")
    seats = " · ".join(player.person.shown for player in table.seated)
    return Post(f"{announce.terms_line(table)}\n{seats}: the game has begun.")


def _buttons(table: Table, match: Match) -> Row:
    show = [
        button("My view", "mine", table.id, match.stamp),
        button("Menu", "menu", table.id, match.stamp),
    ]
    if match.outcome:
        return [*show, button("Check the dice", "dice", table.id)] if table.dice else show
    legal = match.game.legal(match.state)
    if len(legal) == 1:
        only = match.game.notate(legal[0])
        label = f"Play {only} (the only move)"
        return [
            button(label, "play", table.id, match.stamp, 0, style=ButtonStyle.primary),
            *show,
        ]
    return [button("Move", "move", table.id, match.stamp, style=ButtonStyle.primary), *show]


def _offer(table: Table, number: int, event: Offered) -> Post:
    row = [
        button("Agree", "agree", table.id, number, style=ButtonStyle.success),
        button("Decline", "refuse", table.id, number),
    ]
    pings = tuple(player.person.id for player in table.seated if player.seat != event.seat)
    return Post(announce.offered(table, event), rows=(row,), pings=pings)


def _answer(table: Table, match: Match, event: Accepted | Declined, number: int) -> Post:
    offers = [e for e in match.events[:number] if isinstance(e, Offered)]
    last = offers[-1]
    withdrawn = isinstance(event, Declined) and event.seat == last.seat
    text = announce.answered(table, event, withdrawn=withdrawn, kind=last.kind)
    return Post(text)

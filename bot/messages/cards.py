"""The card of a table that waits for players."""

from bot.messages import sentences
from bot.messages.custom_ids import Verb, for_table
from bot.messages.message import Button, Message, Row, Style
from bot.model.table import Status, Table

__all__ = ["card", "closed_card"]


def card(table: Table) -> Message:
    """Return the card of a table that waits for players; those invited are pinged."""
    joining = [
        Button("Join", for_table(Verb.JOIN, table), Style.SUCCESS),
        Button("Leave", for_table(Verb.LEAVE, table)),
        Button("Start", for_table(Verb.START, table), Style.PRIMARY, disabled=not table.is_full),
    ]
    if len(table.players) == len(table.seating):
        joining = joining[1:]
    rows: tuple[Row, ...] = (joining,)
    if table.invited:
        answer = [
            Button("Accept", for_table(Verb.ACCEPT, table), Style.SUCCESS),
            Button("Decline", for_table(Verb.DECLINE, table)),
        ]
        rows = (answer, joining)
    pings = tuple(player.user.id for player in table.invited)
    return Message(sentences.card(table), rows=rows, pings=pings)


def closed_card(table: Table) -> Message:
    """Return what a card becomes once its game has begun or it was given up."""
    if table.status is Status.CLOSED:
        return Message(f"{sentences.terms_line(table)}\nThis table was closed.")
    seats = " · ".join(player.user.shown for player in table.seated)
    return Message(f"{sentences.terms_line(table)}\n{seats}: the game has begun.")

"""The card of a table that waits for players."""

from bot.messages import opponents, sentences
from bot.messages.custom_ids import Verb, for_table
from bot.messages.message import Button, Message, Row, Style
from bot.messages.text import dotted, lines, named
from bot.model.table import Status, Table
from rules.sentence import say

__all__ = ["card", "closed_card"]


def card(table: Table, *, choosing_level: bool = False) -> Message:
    """Return the card of a table that waits for players; those invited are pinged.

    A later game of a series waits for a press on Start alone, and all who play are pinged.
    `choosing_level`: the host picks a level for the computer.
    """
    if table.game_number > 1:
        start = Button(say("Start"), for_table(Verb.START, table), Style.PRIMARY)
        pings = tuple(player.user.id for player in table.seated if not player.is_engine)
        return Message(sentences.card(table), rows=((start,),), pings=pings)
    joining = [
        Button(say("Join"), for_table(Verb.JOIN, table), Style.SUCCESS),
        Button(say("Leave"), for_table(Verb.LEAVE, table)),
        Button(
            say("Start"), for_table(Verb.START, table), Style.PRIMARY, disabled=not table.is_full
        ),
    ]
    joining.append(Button(say("Close"), for_table(Verb.CLOSE, table)))
    rows: tuple[Row, ...] = (joining,)
    if len(table.players) == len(table.seating):
        joining.pop(0)
    elif choosing_level:
        rows = (joining, (opponents.level_menu(table),))
    else:
        joining.append(Button(say("Play the computer"), for_table(Verb.COMPUTER, table)))
    if table.invited:
        answer = [
            Button(say("Accept"), for_table(Verb.ACCEPT, table), Style.SUCCESS),
            Button(say("Decline"), for_table(Verb.DECLINE, table)),
        ]
        rows = (answer, *rows)
    pings = tuple(player.user.id for player in table.invited)
    return Message(sentences.card(table), rows=rows, pings=pings)


def closed_card(table: Table) -> Message:
    """Return what a card becomes once its game has begun or it was given up."""
    if table.status is Status.CLOSED:
        return Message(lines(sentences.terms_line(table), say("This table was closed.")))
    seats = dotted(*(say("{who}", who=named(player.user)) for player in table.seated))
    begun = say("{seats}: the game has begun.", seats=seats)
    return Message(lines(sentences.terms_line(table), begun))

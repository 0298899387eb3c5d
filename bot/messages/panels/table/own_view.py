"""The board as one person sees it: now, or as a message shows it by its mark.

Buttons are removed once a newer board is shown, but a picture stays with its message and keeps its
name.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from bot.messages import pictures
from bot.messages.controls import verbs
from bot.messages.controls.acts import Act
from bot.messages.controls.custom_ids import for_position
from bot.messages.controls.message import Button, Message
from bot.messages.panels.table import history
from bot.messages.words import sentences
from bot.messages.words.text import NOTHING, box, lines, named
from bot.messages.words.turns import in_a_line, turns
from bot.model.caller import Person
from bot.model.errors import TableError
from bot.model.position import PositionId, holds, match_after
from bot.model.table import Player, Table
from rules.contract.core import Seat
from rules.contract.sentence import say
from rules.log.events import Played

__all__ = ["as_text", "from_own_side", "own_view", "partners", "view_from"]


def own_view(table: Table, person: Person) -> Message:
    """Return the board as one person sees it, from their own side.

    Before it stands what happened since their last move, which a button replays. Another shows the
    board in letters, which would push those turns off a phone.
    """
    view = view_from(table, table.seat(person), partners(table, person))
    since, number = _last_move(table, person), len(table.started.entries)
    happened = in_a_line(turns(table, since, number)) if since else NOTHING
    row = [*(view.rows[0] if view.rows else ()), Act.HISTORY.button(table)]
    if happened != NOTHING:
        first = match_after(table, since).round
        row.append(Button(say("Replay"), for_position(verbs.REPLAY_SINCE, table, first)))
    row.append(Button(say("As text"), for_position(verbs.AS_TEXT, table)))
    return replace(view, text=lines(happened, view.text), rows=(row,))


def _last_move(table: Table, person: Person) -> int:
    """Return the entry of a person's last move; 0 if they haven't moved."""
    player = table.player(person)
    moves = (
        entry.number
        for entry in reversed(table.started.entries)
        if player and entry.player == player.id and isinstance(entry.event, Played)
    )
    return next(moves, 0)


def view_from(table: Table, seat: Seat | None, shared_with: Sequence[Player] = ()) -> Message:
    """Return the board as a seat sees it, with buttons for the views of the players named."""
    row = [
        Button(
            say("As {who} sees it", who=named(partner.user)),
            for_position(verbs.PARTNER, table, partner.seat),
        )
        for partner in shared_with
        if partner.seat is not None
    ]
    return Message(
        sentences.state_line(table),
        pictures.draw_present(table, seat),
        (row,) if row else (),
    )


def partners(table: Table, person: Person) -> list[Player]:
    """Return the other players of a person's team."""
    seat = table.seat(person)
    if seat is None:
        return []
    team = table.started.team_of(seat)
    return [
        player
        for player in table.seated
        if player.seat is not None and player.seat != seat and table.seating[player.seat] <= team
    ]


async def from_own_side(table: Table, shown: PositionId, person: Person) -> Message:
    """Return the position after an entry of the log, from the person's own side.

    Raises TableError if the table's game has no such position.
    """
    count, seat = await asyncio.to_thread(_count, table, shown), table.seat(person)
    if count == len(table.started.plies):
        return own_view(table, person)
    return history.at_ply(table, count, seat)


async def as_text(table: Table, shown: PositionId, person: Person) -> Message:
    """Return the position after an entry of the log in letters and in words.

    Raises TableError if the table's game has no such position.
    """
    return await asyncio.to_thread(_in_letters, table, shown, table.seat(person))


def _count(table: Table, shown: PositionId) -> int:
    """Return the number of plies up to the position after an entry of the log."""
    match = table.started
    if holds(match, shown):
        plies = match_after(table, shown.number).plies
        count = len(plies)
        if match.plies[count - 1 : count] == plies[-1:]:
            return count
    raise TableError(
        say(
            "I can't tell which position this is. It may have been taken back. `/board` shows the "
            "game now."
        )
    )


def _in_letters(table: Table, shown: PositionId, seat: Seat | None) -> Message:
    view = pictures.at_ply(table, _count(table, shown), seat)
    return Message(lines(box(pictures.Letters(view)), pictures.in_words(view, table)))

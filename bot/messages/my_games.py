"""The list of a person's games."""

from collections.abc import Sequence
from typing import Final

from bot.messages import sentences
from bot.messages.locale import DEFAULT, reader
from bot.messages.text import channel_link, lines, message_link, named, own, time_left
from bot.model.table import Status, Table
from rules.sentence import Sentence, Verbatim, all_of, say, say_n

__all__ = ["games"]

_ROOM: Final = 1900
"""Characters of the list in English."""


def games(tables: Sequence[Table], user_id: int) -> Sentence:
    """Return a person's tables, those that wait for them first, with links to jump there."""
    if not tables:
        return say("You sit at no table now. `/play` opens one.")
    mine = [t for t in tables if t.due and t.due.user.id == user_id]
    rest = [t for t in tables if not t.due or t.due.user.id != user_id]
    said = [
        say("**{number} waiting for you**", number=len(mine))
        if mine
        else say("**No game waits for you**")
    ]
    said += [_line(table, user_id) for table in (*mine, *rest)]
    shown, room = 0, _ROOM
    while shown < len(said) and (room := room - len(reader(DEFAULT).message(said[shown])) - 1) > 0:
        shown += 1
    if shown < len(said):
        more = say_n("… and {count} more.", "… and {count} more.", len(said) - shown)
        return lines(*said[:shown], more)
    return lines(*said)


def _line(table: Table, user_id: int) -> Sentence:
    others = [named(player.user) for player in table.players if player.user.id != user_id]
    title = own(sentences.game_of(table).spec.title)
    where, state = _where(table), _state(table, user_id)
    if not others:
        return say("- {where} {game}: {state}", where=where, game=title, state=state)
    return say(
        "- {where} {game} with {rivals}: {state}",
        where=where, game=title, rivals=all_of(others), state=state,
    )  # fmt: skip


def _where(table: Table) -> Verbatim:
    message = table.board_id if table.status is Status.PLAYING else table.card_id
    if table.guild_id is None or message is None:
        return channel_link(table.channel_id)
    return message_link(table.guild_id, table.channel_id, message)


def _state(table: Table, user_id: int) -> Sentence:
    if table.match is None:
        return say("waits for players")
    due = table.due
    if due is None:
        return say("the dice are being rolled")
    whose = (
        say("**your turn**") if due.user.id == user_id else say("{who}'s turn", who=named(due.user))
    )
    since = time_left(table.turn_since) if table.turn_since else None
    until = time_left(table.deadline) if table.deadline else None
    if since and until:
        return say("{turn} since {since}, time until {until}", turn=whose, since=since, until=until)
    if since:
        return say("{turn} since {since}", turn=whose, since=since)
    if until:
        return say("{turn}, time until {until}", turn=whose, until=until)
    return whose

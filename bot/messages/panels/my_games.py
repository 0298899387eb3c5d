"""The list of a person's games."""

from collections.abc import Sequence
from typing import Final

from bot.messages.controls.custom_ids import Verb, for_text
from bot.messages.controls.message import MOST_CHOICES, Menu, MenuChoice, Message
from bot.messages.words.locale import DEFAULT, reader
from bot.messages.words.text import NOTHING, board_link, lines, named, own, time_left
from bot.model.lists import TableSummary
from bot.model.table import Status
from rules.contract.sentence import Notation, Sentence, Stranger, all_of, say, say_n
from rules.registry import all_games
from rules.time.duration import in_words

__all__ = ["games", "games_message"]

_ROOM: Final = 1900
"""The most characters of the list, in English."""


def games_message(
    tables: Sequence[TableSummary], user_id: int, past: Sentence = NOTHING
) -> Message:
    """Return a person's list of tables, with a menu that closes those they may close.

    `past` is shown below it: finished games, and scores.
    """
    closable = [table for table in tables if _is_closable(table, user_id)][:MOST_CHOICES]
    choices = tuple(
        MenuChoice(
            say("{game}, table {number}", game=_title(table), number=table.id), str(table.id)
        )
        for table in closable
    )
    menu = Menu(say("Close a table"), choices, for_text(Verb.CLOSE_ONE))
    text = lines(games(tables, user_id, _ROOM - _length(past)), past)
    return Message(text, rows=((menu,),) if choices else ())


def games(tables: Sequence[TableSummary], user_id: int, room: int = _ROOM) -> Sentence:
    """Return a person's tables, beginning with those that wait for them, with links."""
    if not tables:
        return say("You aren't at any table now. `/play` opens one.")
    mine = [table for table in tables if _waits_for(table, user_id)]
    rest = [table for table in tables if not _waits_for(table, user_id)]
    said = [
        say_n("**It's your turn in 1 game**", "**It's your turn in {count} games**", len(mine))
        if mine
        else say("**It's not your turn anywhere**")
    ]
    said += [_line(table, user_id) for table in (*mine, *rest)]
    shown = 0
    while shown < len(said) and (room := room - _length(said[shown]) - 1) > 0:
        shown += 1
    if shown < len(said):
        more = say_n("… and 1 more.", "… and {count} more.", len(said) - shown)
        return lines(*said[:shown], more)
    return lines(*said)


def _length(sentence: Sentence) -> int:
    """Return the number of characters of a sentence in English."""
    return len(reader(DEFAULT).message(sentence))


def _is_closable(table: TableSummary, user_id: int) -> bool:
    """Return True if a person may close the table: a running game is resigned, not closed."""
    waits = table.status is not Status.PLAYING and table.host_id == user_id
    return waits or table.set_apart is not None


def _title(table: TableSummary) -> Notation:
    games = all_games()
    return own(games[table.game].spec.title if table.game in games else table.game)


def _waits_for(table: TableSummary, user_id: int) -> bool:
    is_asked = table.is_invited or table.due_user_id == user_id
    return table.set_apart is None and is_asked


def _line(table: TableSummary, user_id: int) -> Sentence:
    others = [named(user) for user in table.names if user.id != user_id]
    title = _title(table)
    where = board_link(table.place, table.message_id)
    state = _with_plans(table, _state(table, user_id))
    if not others:
        return say("- {where} {game}: {state}", where=where, game=title, state=state)
    return say(
        "- {where} {game} with {rivals}: {state}",
        where=where, game=title, rivals=all_of(others), state=state,
    )  # fmt: skip


def _with_plans(table: TableSummary, state: Sentence) -> Sentence:
    """Return the state with the number of answers that the person has planned, for them alone."""
    if not table.planned:
        return state
    plans = say_n("1 answer planned", "{count} answers planned", table.planned)
    return say("{state} · {plans}", state=state, plans=plans)


def _state(table: TableSummary, user_id: int) -> Sentence:
    if table.set_apart is not None:
        return say("can't go on at present; `/close` there ends it for good")
    if table.is_invited:
        return say("**you are invited**")
    if table.status is not Status.PLAYING:
        return say("waits for players")
    if table.due_name is None:
        return say("nobody to move")
    whose = say("{who}'s turn", who=Stranger(table.due_name))
    if table.due_user_id == user_id:
        whose = say("**your turn**")
    since = time_left(table.turn_since) if table.turn_since else None
    due = table.due_at + table.credit if table.due_at else None
    until = say("{left}", left=time_left(due)) if due else None
    if until and table.credit:
        more = in_words(table.credit)
        until = say("{left}, with {more} more for an outage", left=until, more=more)
    if since and until:
        return say("{turn}, began {since}, due {until}", turn=whose, since=since, until=until)
    if since:
        return say("{turn}, began {since}", turn=whose, since=since)
    if until:
        return say("{turn}, due {until}", turn=whose, until=until)
    return whose

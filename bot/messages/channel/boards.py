"""Public boards with their buttons, and the channel's message for an entry of the log."""

from dataclasses import replace
from typing import Final

from bot.messages import pictures
from bot.messages.channel import (
    cards,
    deadlines,
    headlines,
    moderation,
    offers,
    resignations,
    score_card,
    seats,
)
from bot.messages.controls import verbs
from bot.messages.controls.acts import Act
from bot.messages.controls.custom_ids import for_position
from bot.messages.controls.message import Button, Message, Row, Style, marked
from bot.messages.controls.move_words import move_word
from bot.messages.words import sentences
from bot.messages.words.text import NOTHING, in_a_row, lines, mention
from bot.model.engines import fails_since
from bot.model.mark import entry_mark
from bot.model.pings import board_pings, decision_pings, seats_just_taken
from bot.model.position import table_after
from bot.model.table import Table
from bot.tables.advance import automatic_tail
from bot.tables.advice import allows_hints
from bot.tables.play import can_let_go
from bot.tables.setup import can_be_repeated
from rules.contract.sentence import Notation, Sentence, say
from rules.log.entries import Actor, Entry
from rules.log.events import (
    Accepted,
    Declined,
    Granted,
    Offered,
    Overdue,
    Paused,
    ResignWanted,
    ResignWithdrawn,
    Resumed,
    SeatTaken,
    SeatWay,
)
from rules.match.match import Match

__all__ = ["board", "changed", "looking_back", "message_for", "shown_again", "turnover"]

_MINE: Final = say("My view")
_MENU: Final = say("Menu")
_MOVE: Final = say("Move")


def message_for(table: Table, number: int) -> Message | None:
    """Return the channel's message for the entry with this number.

    Offers and answers are words, everything else is the board. Return None if nothing is left to
    show: the offer was answered, a later entry shows the board, or the log can't be read.
    """
    match = table.match
    if match is None or number > len(match.entries):
        return None
    entry = match.entries[number - 1]
    if entry.actor is Actor.MODERATOR and not isinstance(entry.event, SeatTaken):
        return _decided(table, entry)
    match entry.event:
        case Offered() if match.position_number != number:
            waits = match.offer is not None and match.offer.number == number
            return offers.offer(table, match.offer) if waits and match.offer else None
        case (Accepted() | Declined()) as event if match.position_number != number:
            then = table_after(table, number)
            is_past = then.started.position_number == number
            return None if is_past else offers.answer(then, match, event, number)
        case Overdue() as event:
            return deadlines.time_is_out(table, event)
        case Granted() as event:
            return deadlines.given(table_after(table, number), event)
        case Paused() as event:
            return deadlines.paused(table_after(table, number), event)
        case Resumed():
            is_past = match.clock.paused or match.position_number > number
            return None if is_past else board(table)
        case (ResignWanted() | ResignWithdrawn()) as event:
            return resignations.resignation(table, event)
        case SeatTaken() as event:
            return _handed_over(table, event, number)
        case _:
            return board(table, number) if match.position_number <= number else None


def board(table: Table, number: int | None = None) -> Message:
    """Return the present board for everyone, as the message of the newest entry or of this one.

    The player to move is pinged, and at the end everyone but the person who caused it.
    """
    number = number or len(table.started.entries)
    match = table.started
    picture = pictures.draw_present(table)
    pings = tuple(ping.person for ping in board_pings(table))
    text = lines(
        _came(table, number),
        _with_score(table, number),
        deadlines.grants_since(table, number),
        _helpless(match, number),
    )
    return Message(text, picture, _rows(table, match), pings)


def changed(table: Table, *, from_start: bool) -> Message:
    """Return the present board as the new content of the board before, in a game against engines.

    `from_start` is true if that message has told how the game began. A change can't ping anyone.
    """
    match, number = table.started, len(table.started.entries)
    text = lines(
        headlines.latest_turns(table, from_start=from_start),
        deadlines.grants_since(table, number),
        _helpless(match, number),
    )
    post = Message(text, pictures.draw_present(table), (_buttons(table, match),))
    return marked(post, entry_mark(table))


def _decided(table: Table, entry: Entry) -> Message:
    """Return a moderator's decision; everyone at the table is pinged."""
    then = table_after(table, entry.number)
    pings = tuple(ping.person for ping in decision_pings(then))
    told = in_a_row(*(say("{who}", who=mention(user)) for user in pings))
    line = in_a_row(told, moderation.decision(then, entry))
    if not then.started.outcome:
        return Message(line, pings=pings)
    post = board(table)
    return replace(post, text=lines(line, post.text), pings=pings)


def _handed_over(table: Table, event: SeatTaken, number: int) -> Message:
    """Return the change of a seat, with the present board; a person who takes it is pinged.

    Where a person resigned, the others can end the game.
    """
    line, newcomer = seats.taken(table, event, number), table.holder(event.seat, number)
    pings = () if newcomer.is_engine else (newcomer.user.id,)
    if table.started.position_number > number:
        return Message(line, pings=pings)
    post = shown_again(table)
    rows = post.rows
    if event.way is SeatWay.RESIGNED:
        rows = (*rows, [Button(say("End it here"), for_position(verbs.ABORT, table))])
    # The words stay for good, and the picture shows who is to move: none tell who is thinking.
    told = NOTHING if table.due and table.due.is_engine else post.text
    return replace(post, text=lines(line, told), rows=rows, pings=pings)


def _came(table: Table, number: int) -> Sentence:
    """Return a change of seat after which a planned answer was played by the same request."""
    taken = seats_just_taken(table, number).items()
    return lines(*(seats.taken(table, event, at) for at, event in taken))


def _helpless(match: Match, number: int) -> Sentence:
    """Return how players can end a game whose engines have just turned out to fail."""
    if match.outcome or not fails_since(match, number):
        return NOTHING
    return say(
        "The computer had trouble with three of its moves and just played legal ones. You can "
        "call this game off in **Menu**."
    )


def _with_score(table: Table, number: int) -> Sentence:
    """Return the headline, with the series' score if a game of one begins or ends."""
    line, match = headlines.headline(table, number), table.started
    if table.terms.series_format is None:
        return line
    if match.outcome:
        return lines(line, score_card.after_game(table))
    begun = len(match.entries) == 1 + len(automatic_tail(match))
    return lines(score_card.heading(table), line) if begun else line


def turnover(last: Message, first: Message | None) -> Message:
    """Return the last board of a game and the first board of the next one as one message.

    The buttons belong to the next game, except those that look back at the last one. Without
    `first`, play has gone on in the next game, and its newer board is a message of its own. The end
    is then told only in words, so that the channel's newest board is the present one.
    """
    if first is None:
        return replace(last, picture=None)
    pings = tuple(dict.fromkeys((*last.pings, *first.pings)))
    return replace(
        last,
        text=lines(last.text, first.text),
        second_picture=first.picture,
        rows=(*first.rows, *last.rows),
        pings=pings,
    )


def shown_again(table: Table, credit: int = 0) -> Message:
    """Return the present board for a person who asked to see it; no one is pinged.

    `credit` are the seconds for outages that the current turn will still get.
    """
    match = table.started
    line = in_a_row(sentences.state_line(table), deadlines.credited(credit))
    picture = pictures.draw_present(table)
    again = replace(entry_mark(table), is_again=True)
    return marked(Message(line, picture, _rows(table, match)), again)


def _rows(table: Table, match: Match) -> tuple[Row, ...]:
    """Return the buttons below a board; after the end one plays again, or looks back."""
    if not match.outcome:
        return (_buttons(table, match),)
    (row,) = looking_back(table)
    if can_be_repeated(table):
        again = Button(say("Rematch"), for_position(verbs.REMATCH, table), Style.SUCCESS)
        row = [again, *row]
    return (row,)


def looking_back(table: Table) -> tuple[Row, ...]:
    """Return the row of buttons that look back at a finished game, or no row before its end."""
    match = table.started
    if not match.outcome:
        return ()
    more = Button(say("More"), for_position(verbs.MENU, table))
    if not match.plies:
        return ([more],)
    learn = Button(say("Mistakes"), for_position(verbs.LEARN, table))
    return ([Act.REPLAY.button(table), learn, more],)


def _buttons(table: Table, match: Match) -> Row:
    """Return the buttons below the board of a game that is played."""
    show = [
        Button(_MINE, for_position(verbs.MINE, table)),
        Button(_MENU, for_position(verbs.MENU, table)),
    ]
    if table.due is None or table.due.is_engine:
        return show
    if allows_hints(table):
        show.append(Act.HINT.button(table))
    if table.due.seat is not None and can_let_go(table, table.due.seat):
        show.append(cards.not_now(table))
    legal = match.legal
    if len(legal) == 1:
        only = Notation(match.game.notate(legal[0]))
        label = say("Play {move} (only move)", move=only)
        playing = for_position(verbs.PLAY, table, move_word(match.game, legal[0]))
        return [Button(label, playing, Style.PRIMARY), *show]
    return [Button(_MOVE, for_position(verbs.MOVE, table), Style.PRIMARY), *show]

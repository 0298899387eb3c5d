"""The list of a person's games."""

from collections.abc import Sequence
from enum import Enum
from typing import Final

from bot.messages.controls.custom_ids import Verb, for_text
from bot.messages.controls.message import MOST_CHOICES, Button, Menu, MenuChoice, Message
from bot.messages.words.locale import DEFAULT, reader
from bot.messages.words.text import NOTHING, lines, named, table_link
from bot.model.caller import Person
from bot.model.lists import TableSummary
from bot.model.moments import time_left
from bot.model.table import Status
from rules.contract.sentence import Argument, Notation, Sentence, Stranger, all_of, say, say_n
from rules.registry import all_games
from rules.time.duration import in_words

__all__ = ["Kind", "games_message", "page"]


class Kind(Enum):
    """A part of the list, in its order; each has room of its own, so that none hides another."""

    TURNS = "turns"
    INVITATIONS = "invitations"
    OTHERS = "others"
    """Games in which somebody else is to move, and tables that wait for players."""


_SHARE: Final = {Kind.TURNS: 800, Kind.INVITATIONS: 400, Kind.OTHERS: 450}
"""The characters, in English, that each part may fill however much the others hold."""
_ALL: Final = sum(_SHARE.values())
_PAGE: Final = 1700
"""The most characters of a page that shows one part alone."""


def games_message(
    tables: Sequence[TableSummary], person: Person, past: Sentence = NOTHING
) -> Message:
    """Return a person's list of tables, with a menu that closes those they may close.

    First come their turns by deadline, then invitations, then the others. `past` is shown below
    them as far as there is room: finished games, and scores.
    """
    closable = [table for table in tables if _is_closable(table, person)][:MOST_CHOICES]
    choices = tuple(
        MenuChoice(
            say("{game}, table {number}", game=_title(table), number=table.id), str(table.id)
        )
        for table in closable
    )
    menu = Menu(say("Close a table"), choices, for_text(Verb.CLOSE_ONE))
    if not tables:
        return Message(lines(say("You aren't at any table now. `/play` opens one."), past))
    said: list[Sentence] = []
    more: list[Button] = []
    waiting = {
        kind: [_line(table, person) for table in found]
        for kind, found in _parts(tables, person).items()
    }
    room = _ALL
    for kind in Kind:
        listed = waiting.pop(kind)
        kept = sum(min(_length_of(later), _SHARE[other]) for other, later in waiting.items())
        first = _pages(listed, room - kept)[0]
        room -= _length_of(first)
        if listed or kind is Kind.TURNS:
            said += [_heading(kind, len(listed)), *first]
        if len(first) < len(listed):
            left = len(listed) - len(first)
            said.append(say_n("… and 1 more.", "… and {count} more.", left))
            more.append(Button(_all_of_kind(kind), for_text(Verb.GAMES_PAGE, kind.value, 0)))
    rows = ((menu,),) if choices else ()
    return Message(lines(*said, past), rows=(*rows, more) if more else rows)


def page(tables: Sequence[TableSummary], person: Person, kind: Kind, number: int) -> Message:
    """Return a page of one part of a person's tables; a number beyond the last is the last."""
    found = _parts(tables, person)[kind]
    pages = _pages([_line(table, person) for table in found], _PAGE)
    number = min(number, len(pages) - 1)
    row = [Button(say("All games"), for_text(Verb.GAMES))]
    if number > 0:
        row.append(Button(say("Back"), for_text(Verb.GAMES_PAGE, kind.value, number - 1)))
    if number + 1 < len(pages):
        row.append(Button(say("More"), for_text(Verb.GAMES_PAGE, kind.value, number + 1)))
    where = say("-# Page {number} of {pages}.", number=number + 1, pages=len(pages))
    text = lines(_heading(kind, len(found)), *pages[number], where)
    return Message(text, rows=(row,))


def _parts(tables: Sequence[TableSummary], person: Person) -> dict[Kind, list[TableSummary]]:
    """Return the tables of each part in order: turns by their deadlines, others by their age."""
    found: dict[Kind, list[TableSummary]] = {kind: [] for kind in Kind}
    for table in tables:
        found[_kind(table, person)].append(table)
    found[Kind.TURNS].sort(key=_deadline)
    found[Kind.INVITATIONS].sort(key=lambda table: table.id)
    return found


def _kind(table: TableSummary, person: Person) -> Kind:
    if table.set_apart is None and table.is_invited:
        return Kind.INVITATIONS
    if table.set_apart is None and table.due_person == person:
        return Kind.TURNS
    return Kind.OTHERS


def _deadline(table: TableSummary) -> tuple[bool, int, int, int]:
    """Return the key of a turn: its deadline, then its beginning; those without one come last."""
    due = (table.due_at or 0) + table.credit
    return table.due_at is None, due, table.turn_since or 0, table.id


def _length_of(listed: Sequence[Sentence]) -> int:
    """Return the number of characters of lines in English, with their ends."""
    return sum(_length(line) + 1 for line in listed)


def _pages(listed: Sequence[Sentence], room: int) -> list[list[Sentence]]:
    """Return lines on pages of at most so many characters each, at least one page."""
    pages: list[list[Sentence]] = [[]]
    characters = 0
    for line in listed:
        length = _length(line) + 1
        if pages[-1] and characters + length > room:
            pages.append([])
            characters = 0
        pages[-1].append(line)
        characters += length
    return pages


def _heading(kind: Kind, count: int) -> Sentence:
    match kind:
        case Kind.TURNS if not count:
            return say("**It's not your turn anywhere**")
        case Kind.TURNS:
            return say_n(
                "**It's your turn in 1 game**", "**It's your turn in {count} games**", count
            )
        case Kind.INVITATIONS:
            return say_n("**1 invitation**", "**{count} invitations**", count)
        case Kind.OTHERS:
            return say_n("**1 other table**", "**{count} other tables**", count)


def _all_of_kind(kind: Kind) -> Sentence:
    """Return the label of the button that shows one part alone."""
    match kind:
        case Kind.TURNS:
            return say("All my turns")
        case Kind.INVITATIONS:
            return say("All invitations")
        case Kind.OTHERS:
            return say("All other tables")


def _length(sentence: Sentence) -> int:
    """Return the number of characters of a sentence in English."""
    return len(reader(DEFAULT).message(sentence))


def _is_closable(table: TableSummary, person: Person) -> bool:
    """Return True if a person may close the table: a running game is resigned, not closed."""
    waits = table.status is not Status.PLAYING and table.host_id == person
    return waits or table.set_apart is not None


def _title(table: TableSummary) -> Argument:
    games = all_games()
    return games[table.game].spec.title if table.game in games else Notation(table.game)


def _line(table: TableSummary, person: Person) -> Sentence:
    others = [named(user) for user in table.names if user.id != person]
    game = table_link(_title(table), table.id, table.place, table.message_id)
    state = _with_plans(table, _state(table, person))
    if not others:
        return say("- {game}: {state}", game=game, state=state)
    return say("- {game} with {rivals}: {state}", game=game, rivals=all_of(others), state=state)


def _with_plans(table: TableSummary, state: Sentence) -> Sentence:
    """Return the state with the number of answers that the person has planned, for them alone."""
    if not table.planned:
        return state
    plans = say_n("1 answer planned", "{count} answers planned", table.planned)
    return say("{state} · {plans}", state=state, plans=plans)


def _state(table: TableSummary, person: Person) -> Sentence:
    if table.set_apart is not None:
        return say("can't go on at present; the menu below ends it for good")
    if table.is_invited:
        return say("**you are invited**")
    if table.status is not Status.PLAYING:
        return say("waits for players")
    if table.due_name is None:
        return say("nobody to move")
    whose = say("{who}'s turn", who=Stranger(table.due_name))
    if table.due_person == person:
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

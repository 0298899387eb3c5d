"""The list of a person's games."""

from collections.abc import Sequence
from enum import Enum
from functools import partial
from typing import Final

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import CustomId, for_text
from bot.messages.controls.message import MOST_CHOICES, Button, Menu, MenuChoice, Message
from bot.messages.words.game_names import title_or_key
from bot.messages.words.locale import DEFAULT, locale_of
from bot.messages.words.text import NOTHING, lines, named, table_link
from bot.model.caller import Person
from bot.model.lists import OLDEST, Cursor, TableSummary
from bot.model.moments import time_left
from bot.model.table import Status
from rules.contract.sentence import Sentence, Stranger, all_of, say, say_n
from rules.time.duration import in_words

__all__ = ["ANY", "A_PAGE", "Kind", "games_message", "length_of", "page", "state_of"]


class Kind(Enum):
    """A part of the list, in its order; each has room of its own, so that none hides another."""

    TURNS = "turns"
    INVITATIONS = "invitations"
    OTHERS = "others"
    """Games in which somebody else is to move, and tables that wait for players."""


_SHARE: Final = {Kind.TURNS: 800, Kind.INVITATIONS: 400, Kind.OTHERS: 450}
"""The characters, in English, that each part may fill however much the others hold."""
_ALL_OF: Final = {
    Kind.TURNS: say("All my turns"),
    Kind.INVITATIONS: say("All invitations"),
    Kind.OTHERS: say("All other tables"),
}
"""The labels of the buttons that show one part alone."""
_ALL: Final = sum(_SHARE.values())
_PAGE: Final = 1800
"""The most characters of a page that shows one part alone."""
A_PAGE: Final = 10
"""The most rows of a part, and of a page."""
ANY: Final = "any"
"""Stands for every game in a button."""
_NEVER: Final = 2**52
"""Stands for the deadline of a turn without one."""


def games_message(
    tables: Sequence[TableSummary],
    person: Person,
    past: Sentence = NOTHING,
    game: str | None = None,
    further: Sequence[Button] = (),
) -> Message:
    """Return a person's list of tables, with a menu that closes those they may close.

    First come their turns by deadline, then invitations, then the others. `past` is shown below
    them as far as there is room: finished games, and scores. `game` is the key of the only game
    that is listed, and `further` are buttons to other lists.
    """
    closable = [table for table in tables if _is_closable(table, person)][:MOST_CHOICES]
    choices = tuple(
        MenuChoice(
            say("{game}, table {number}", game=title_or_key(table.game), number=table.id),
            str(table.id),
        )
        for table in closable
    )
    menu = Menu(say("Close a table"), choices, for_text(verbs.CLOSE_ONE))
    if not tables:
        told = say("You aren't at any table now. `/play` opens one.")
        return Message(lines(told, past), rows=(further,) if further else ())
    said: list[Sentence] = []
    more: list[Button] = []
    waiting = {
        kind: [_line(table, person) for table in found]
        for kind, found in _parts(tables, person).items()
    }
    room = _ALL
    for kind in Kind:
        listed = waiting.pop(kind)
        kept = sum(min(length_of(later), _SHARE[other]) for other, later in waiting.items())
        first = _fitting(listed[:A_PAGE], room - kept)
        room -= length_of(first)
        if listed or kind is Kind.TURNS:
            said += [_heading(kind, len(listed)), *first]
        if len(first) < len(listed):
            left = len(listed) - len(first)
            said.append(say_n("… and 1 more.", "… and {count} more.", left))
            first_place = (OLDEST.time, OLDEST.table)
            more.append(Button(_ALL_OF[kind], _to(kind, game, first_place, is_later=True)))
    rows = ((menu,),) if choices else ()
    more += further
    return Message(lines(*said, past), rows=(*rows, more) if more else rows)


def page(
    tables: Sequence[TableSummary],
    person: Person,
    kind: Kind,
    cursor: Cursor = OLDEST,
    game: str | None = None,
) -> Message:
    """Return a page of one part of a person's tables, from a cursor on.

    `game` is the key of the only game that is listed, for the buttons to earlier and later ones.
    """
    found = _parts(tables, person)[kind]
    known = (cursor.time, cursor.table)
    places = [_place(table, kind) for table in found]
    if cursor.is_later:
        start = sum(place <= known for place in places)
    else:
        start = max(sum(place < known for place in places) - A_PAGE, 0)
    if start >= len(found):
        start = 0
    rest = [_line(table, person) for table in found[start : start + A_PAGE]]
    shown = _fitting(rest, _PAGE)
    stop = start + len(shown)
    row = [Button(say("All games"), for_text(verbs.GAMES))]
    if start > 0:
        row.append(Button(say("Earlier"), _to(kind, game, places[start], is_later=False)))
    if stop < len(found):
        row.append(Button(say("Later"), _to(kind, game, places[stop - 1], is_later=True)))
    return Message(lines(_heading(kind, len(found)), *shown), rows=(row,))


def _to(kind: Kind, game: str | None, place: tuple[int, int], *, is_later: bool) -> CustomId:
    """Return the custom_id of the button that shows one part alone, from a place on."""
    return for_text(verbs.GAMES_PAGE, kind.value, game or ANY, int(is_later), *place)


def _place(table: TableSummary, kind: Kind) -> tuple[int, int]:
    """Return the time by which a table is listed, and its number."""
    match kind:
        case Kind.TURNS if table.due_at is not None:
            return table.due_at + table.credit, table.id
        case Kind.TURNS:
            return _NEVER + (table.turn_since or 0), table.id
        case Kind.INVITATIONS:
            return table.opened_at, table.id
        case Kind.OTHERS:
            return table.turn_since or 0, table.id


def _parts(tables: Sequence[TableSummary], person: Person) -> dict[Kind, list[TableSummary]]:
    """Return the tables of each part in order: turns by their deadlines, others by their age.

    Turns without a deadline come last.
    """
    found: dict[Kind, list[TableSummary]] = {kind: [] for kind in Kind}
    for table in tables:
        found[_kind(table, person)].append(table)
    for kind, listed in found.items():
        listed.sort(key=partial(_place, kind=kind))
    return found


def _kind(table: TableSummary, person: Person) -> Kind:
    if table.set_apart is None and table.is_invited:
        return Kind.INVITATIONS
    if table.set_apart is None and table.due_person == person:
        return Kind.TURNS
    return Kind.OTHERS


def length_of(listed: Sequence[Sentence]) -> int:
    """Return the number of characters of lines in English, with their ends."""
    return sum(len(locale_of(DEFAULT).message(line)) + 1 for line in listed)


def _fitting(listed: Sequence[Sentence], room: int) -> Sequence[Sentence]:
    """Return the first of these lines, in at most so many characters, but at least one."""
    for number, line in enumerate(listed):
        room -= length_of([line])
        if number and room < 0:
            return listed[:number]
    return listed


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


def _is_closable(table: TableSummary, person: Person) -> bool:
    """Return True if a person may close the table: a running game is resigned, not closed."""
    waits = table.status is not Status.PLAYING and table.host_id == person
    return waits or table.set_apart is not None


def _line(table: TableSummary, person: Person) -> Sentence:
    others = [named(user) for user in table.names if user.id != person]
    game = table_link(title_or_key(table.game), table.id, table.place, table.message_id)
    state = _with_plans(table, state_of(table, person))
    if not others:
        return say("- {game}: {state}", game=game, state=state)
    return say("- {game} with {rivals}: {state}", game=game, rivals=all_of(others), state=state)


def _with_plans(table: TableSummary, state: Sentence) -> Sentence:
    """Return the state with the number of answers that the person has planned, for them alone."""
    if not table.planned:
        return state
    plans = say_n("1 answer planned", "{count} answers planned", table.planned)
    return say("{state} · {plans}", state=state, plans=plans)


def state_of(table: TableSummary, person: Person) -> Sentence:
    """Return what a table waits for, as a person reads it: whose move is due, which, until when."""
    if table.set_apart is not None:
        return say("can't go on at present; the menu below ends it for good")
    if table.is_invited:
        return say("**you are invited**")
    if table.status is not Status.PLAYING:
        return say("not started yet")
    return say("move {round}, {turn}", round=table.round, turn=_turn(table, person))


def _turn(table: TableSummary, person: Person) -> Sentence:
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

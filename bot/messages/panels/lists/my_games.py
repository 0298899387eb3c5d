"""The list of a person's games."""

from collections.abc import Sequence
from datetime import UTC, datetime
from enum import Enum
from functools import partial
from typing import Final

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import CustomId, for_text
from bot.messages.controls.message import MOST_CHOICES, Button, Menu, MenuChoice, Message, in_rows
from bot.messages.words.game_names import title_or_key
from bot.messages.words.locale import DEFAULT, locale_of
from bot.messages.words.text import NOTHING, dotted, lines, link, named, own
from bot.model.caller import Person
from bot.model.lists import OLDEST, Cursor, TableSummary
from bot.model.moments import time_left
from bot.model.table import Status
from rules.contract.sentence import Sentence, Stranger, all_of, say, say_n
from rules.time.duration import in_words

__all__ = ["ANY", "A_PAGE", "Kind", "games_message", "length_of", "page", "state_of"]


class Kind(Enum):
    """A part of the list, in order. Every part has room of its own, so none hides another."""

    TURNS = "turns"
    INVITATIONS = "invitations"
    OTHERS = "others"
    """Games in which another player is to move, and games that wait for players."""


_SHARE: Final = {Kind.TURNS: 800, Kind.INVITATIONS: 400, Kind.OTHERS: 450}
"""English characters kept for the parts: 1,650 of a message's 2,000, the rest for scores."""
_ALL_OF: Final = {
    Kind.TURNS: say("All my turns"),
    Kind.INVITATIONS: say("All invitations"),
    Kind.OTHERS: say("All other games"),
}
"""The buttons that show one part alone."""
_ALL: Final = sum(_SHARE.values())
_PAGE: Final = 1800
"""English characters of a page with one part alone; the rest of 2,000 is for longer languages."""
A_PAGE: Final = 10
"""The most rows of a part, and of a page."""
ANY: Final = "any"
"""Stands for every game in a button."""
_NEVER: Final = 2**52
"""Sorts a turn without a deadline behind every Unix second, and still fits a custom_id."""


def games_message(
    tables: Sequence[TableSummary],
    person: Person,
    past: Sentence = NOTHING,
    game: str | None = None,
    further: Sequence[Button] = (),
) -> Message:
    """Return My games, with a menu that cancels the games the person may cancel.

    Turns come first, by deadline, then invitations, then other games. `past`, finished games and
    scores, follows as far as there is room. `game` is the key of the only game listed, and
    `further` are buttons to other lists.
    """
    if not tables:
        told = say("You're not in any game. `/play` starts one.")
        return Message(lines(told, past), rows=in_rows(further))
    said: list[Sentence] = []
    more: list[Button] = []
    parts = _parts(tables, person)
    waiting = {
        kind: [_line(table, person, kind) for table in found] for kind, found in parts.items()
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
    closable = [table for table in parts[Kind.OTHERS] if _is_closable(table, person)]
    rows = ((_closing(closable[:MOST_CHOICES], person),),) if closable else ()
    more += further
    return Message(lines(*said, past), rows=(*rows, *in_rows(more)))


def page(
    tables: Sequence[TableSummary],
    person: Person,
    kind: Kind,
    cursor: Cursor = OLDEST,
    game: str | None = None,
) -> Message:
    """Return a page of one part of My games, from a cursor on.

    `game` is the key of the only game listed, for the buttons to earlier and later rows.
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
    rest = [_line(table, person, kind) for table in found[start : start + A_PAGE]]
    shown = _fitting(rest, _PAGE)
    stop = start + len(shown)
    row = [Button(say("All games"), for_text(verbs.GAMES))]
    if start > 0:
        row.append(Button(say("Earlier"), _to(kind, game, places[start], is_later=False)))
    if stop < len(found):
        row.append(Button(say("Later"), _to(kind, game, places[stop - 1], is_later=True)))
    return Message(lines(_heading(kind, len(found)), *shown), rows=(row,))


def _to(kind: Kind, game: str | None, place: tuple[int, int], *, is_later: bool) -> CustomId:
    """Return the custom_id of the button to a page of one part, from a place on."""
    return for_text(verbs.GAMES_PAGE, kind.value, game or ANY, int(is_later), *place)


def _place(table: TableSummary, kind: Kind) -> tuple[int, int]:
    """Return what orders a table within its part: a time, then its id."""
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
    """Map parts to their tables: turns by deadline (without one last), others by age."""
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
    """Count the characters of lines in English, line ends included."""
    return sum(len(locale_of(DEFAULT).message(line)) + 1 for line in listed)


def _fitting(listed: Sequence[Sentence], room: int) -> Sequence[Sentence]:
    """Return the first lines that fit into `room` characters, and at least one."""
    for number, line in enumerate(listed):
        room -= length_of([line])
        if number and room < 0:
            return listed[:number]
    return listed


def _heading(kind: Kind, count: int) -> Sentence:
    match kind:
        case Kind.TURNS if not count:
            return say("**No one is waiting for you**")
        case Kind.TURNS:
            return say_n("**Your turn in 1 game**", "**Your turn in {count} games**", count)
        case Kind.INVITATIONS:
            return say_n("**1 invitation**", "**{count} invitations**", count)
        case Kind.OTHERS:
            return say_n("**1 other game**", "**{count} other games**", count)


def _is_closable(table: TableSummary, person: Person) -> bool:
    """Tell whether a person may cancel a game: one in progress is resigned, unless it is stuck."""
    waits = table.status is not Status.PLAYING and table.host_id == person
    return waits or table.set_apart is not None


def _closing(tables: Sequence[TableSummary], person: Person) -> Menu:
    """Return the menu that cancels a game. The time tells two games of the same people apart."""
    choices = [
        MenuChoice(
            dotted(say("{game}", game=title_or_key(table.game)), _rivals(table, person)),
            str(table.id),
            say("{time} UTC", time=own(f"{_opened(table):%Y-%m-%d %H:%M}")),
        )
        for table in tables
    ]
    return Menu(say("Cancel a game …"), tuple(choices), for_text(verbs.CLOSE_ONE))


def _opened(table: TableSummary) -> datetime:
    return datetime.fromtimestamp(table.opened_at, UTC)


def _rivals(table: TableSummary, person: Person) -> Sentence:
    """Return the other players' names, or nothing while there are none."""
    names = [named(user) for user in table.names if user.id != person]
    return say("{names}", names=all_of(names)) if names else NOTHING


def _line(table: TableSummary, person: Person, kind: Kind) -> Sentence:
    game = link(title_or_key(table.game), table.place, table.message_id)
    if kind is Kind.INVITATIONS:
        hosts = [named(user) for user in table.names if user.id == table.host_id]
        return say("- {game} from {host}", game=game, host=all_of(hosts))
    rivals, said = _rivals(table, person), say("- {game}", game=game)
    if rivals != NOTHING:
        said = say("- {game} against {rivals}", game=game, rivals=rivals)
    if kind is Kind.TURNS:
        said = dotted(said, _move(table), _due(table))
    elif table.status is Status.PLAYING and table.set_apart is None:
        said = dotted(said, _turn(table, person), _due(table))
    else:
        said = dotted(said, state_of(table, person))
    if not table.planned:
        return said
    # Only the person sees their own plans.
    return dotted(said, say_n("1 answer planned", "{count} answers planned", table.planned))


def state_of(table: TableSummary, person: Person) -> Sentence:
    """Return what a game waits for, as a person reads it: which move, whose turn, until when."""
    if table.set_apart is not None:
        return say("stuck (the menu below ends it for good)")
    if table.is_invited:
        return say("**you're invited**")
    if table.status is not Status.PLAYING:
        return say("waiting for players")
    return dotted(_move(table), _turn(table, person), _due(table))


def _move(table: TableSummary) -> Sentence:
    return say("move {round}", round=table.round)


def _turn(table: TableSummary, person: Person) -> Sentence:
    if table.due_name is None:
        return say("no one to move")
    if table.due_person == person:
        return say("**your turn**")
    return say("{who}'s turn", who=Stranger(table.due_name))


def _due(table: TableSummary) -> Sentence:
    """Return when the turn is due, or since when it has waited if it has no deadline."""
    if table.due_at is None:
        since = table.turn_since
        return say("since {since}", since=time_left(since)) if since else NOTHING
    left = time_left(table.due_at + table.credit)
    if not table.credit:
        return say("due {left}", left=left)
    return say("due {left} ({more} added for an outage)", left=left, more=in_words(table.credit))

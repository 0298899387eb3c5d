"""Pages of a server's games, and of one's own that are over: ten a page, the latest first."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import CustomId, for_text
from bot.messages.controls.message import Button, Menu, MenuChoice, Message, Row
from bot.messages.panels.lists.my_games import A_PAGE, ANY, length_of, state_of
from bot.messages.panels.lists.tables import end, own_end
from bot.messages.words.game_names import pool_title, title_or_key
from bot.messages.words.text import NOTHING, lines, named, table_link
from bot.model.caller import Person, User
from bot.model.lists import NEWEST, Cursor, Ended, TableSummary, Tally
from rules.contract.sentence import Sentence, all_of, say

__all__ = ["Show", "Wanted", "all_ended", "fitting", "page", "to", "together", "turning"]

_ROOM: Final = 1800
"""The most characters of the rows of a page, in English."""
_MOST_TOGETHER: Final = 3
"""The most unfinished games of two people above those that are over."""


class Show(StrEnum):
    """The games that a list shows."""

    MINE = "mine"
    """The asker's own that go on; with a person, those of both, also finished ones."""
    OPEN = "open"
    """Tables of the server that wait for players."""
    RUNNING = "running"
    """Games of the server that go on."""
    FINISHED = "finished"
    """Games of the server that are over."""
    OWN = "own"
    """The asker's own games that are over, wherever they were played."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The games that a list is to show."""

    show: Show
    game: str | None = None
    """The key of the only game."""
    person: User | None = None
    """Somebody who has to be at the tables."""
    row: int = 0
    """A row of players that stands for that person in buttons; 0 for nobody."""


def turning(wanted: Wanted, earlier: Cursor | None, later: Cursor | None) -> Row:
    """Return the buttons to earlier and later games of a list, as far as there are any."""
    return [
        Button(label, to(wanted, cursor))
        for label, cursor in ((say("Earlier"), earlier), (say("Later"), later))
        if cursor is not None
    ]


def all_ended(game: str | None) -> Sequence[Button]:
    """Return the button to all of one's own games that are over, of one game or all."""
    return (Button(say("All finished"), to(Wanted(Show.OWN, game))),)


def to(wanted: Wanted, cursor: Cursor = NEWEST) -> CustomId:
    """Return the custom_id of a button that shows a page of a list, from a cursor on."""
    return for_text(
        verbs.GAMES_LIST,
        wanted.show.value,
        wanted.game or ANY,
        wanted.row,
        int(cursor.is_later),
        cursor.time,
        cursor.table,
    )


def page(
    wanted: Wanted,
    rows: Sequence[TableSummary | Ended],
    asker: Person,
    buttons: Row,
    top: Sentence = NOTHING,
) -> Message:
    """Return a page of a list. `top` stands between its heading and the rows.

    An empty page names nobody: whose games the asker can't see may be unknown to them.
    """
    turns = (*_followable(rows, wanted, asker), *((buttons,) if buttons else ()))
    if rows or top != NOTHING:
        told = (_row(each, wanted, asker) for each in rows)
        return Message(lines(_heading(wanted), top, *told), rows=turns)
    if turns:
        return Message(say("No such game here; there may be others further on."), rows=turns)
    return Message(say("There are no games to show here. `/play` starts one."))


def _followable(
    rows: Sequence[TableSummary | Ended], wanted: Wanted, asker: Person
) -> Sequence[Row]:
    """Return the menu in which a running game of others is picked to follow it, if there is any."""
    if wanted.show is not Show.RUNNING:
        return ()
    choices = tuple(
        MenuChoice(
            say("{game}, table {number}", game=title_or_key(row.game), number=row.id), str(row.id)
        )
        for row in rows
        if isinstance(row, TableSummary) and asker not in {user.id for user in row.names}
    )
    menu = Menu(say("Follow a game"), choices, for_text(verbs.FOLLOW_LISTED))
    return ([menu],) if choices else ()


def together(
    tallies: Sequence[Tally], tables: Sequence[TableSummary], wanted: Wanted, asker: Person
) -> Sentence:
    """Return how the asker stands against somebody, by pool, and the first games of both."""
    return lines(
        *map(_tally, tallies), *(_row(each, wanted, asker) for each in tables[:_MOST_TOGETHER])
    )


def fitting(
    rows: Sequence[TableSummary | Ended], wanted: Wanted, asker: Person, top: Sentence = NOTHING
) -> int:
    """Return how many of the rows have room on a page below the top, at least one if any."""
    room = _ROOM - length_of([top])
    for number, row in enumerate(rows[:A_PAGE]):
        room -= length_of([_row(row, wanted, asker)])
        if room < 0:
            return max(number, 1)
    return min(len(rows), A_PAGE)


def _heading(wanted: Wanted) -> Sentence:
    person = named(wanted.person) if wanted.person else None
    match wanted.show:
        case Show.MINE if person is not None:
            return say("**You and {person}**", person=person)
        case Show.RUNNING if person is not None:
            return say("**Games of {person} that go on here**", person=person)
        case Show.RUNNING:
            return say("**Games that go on here**")
        case Show.FINISHED if person is not None:
            return say("**Games of {person} that are over, here**", person=person)
        case Show.FINISHED:
            return say("**Games that are over, here**")
        case _:
            return say("**Your games that are over**")


def _tally(tally: Tally) -> Sentence:
    return say(
        "- {game}: ahead {ahead}, level {level}, behind {behind}",
        game=pool_title(tally.pool), ahead=tally.ahead, level=tally.level, behind=tally.behind,
    )  # fmt: skip


def _row(row: TableSummary | Ended, wanted: Wanted, asker: Person) -> Sentence:
    if isinstance(row, Ended):
        is_own = wanted.show in {Show.MINE, Show.OWN}
        return own_end(row, asker) if is_own else end(row)
    game = table_link(title_or_key(row.game), row.id, row.place, row.message_id)
    names = all_of(named(user) for user in row.names)
    return say("- {game}: {names}, {state}", game=game, names=names, state=state_of(row, asker))

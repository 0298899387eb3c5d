"""The lists of `/games show:` and of one's own finished games: ten rows a page, latest first."""

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
from bot.messages.words.text import NOTHING, lines, link, named
from bot.model.caller import Person, User
from bot.model.lists import NEWEST, Cursor, Ended, TableSummary, Tally
from rules.contract.sentence import Sentence, all_of, say

__all__ = [
    "Show", "Wanted", "all_ended", "fitting", "join_button", "let_anyone_join", "page", "to",
    "together", "turning",
]  # fmt: skip

_ROOM: Final = 1800
"""English characters of a page's rows; the rest of 2,000 is for longer languages."""
_MOST_TOGETHER: Final = 3
"""The most games in progress above the finished games of two people."""


class Show(StrEnum):
    """The games that a list shows."""

    MINE = "mine"
    """The asker's games in progress; with a person, all games of both."""
    OPEN = "open"
    """The server's open games."""
    RUNNING = "running"
    """The server's games in progress."""
    FINISHED = "finished"
    """The server's finished games."""
    OWN = "own"
    """The asker's own finished games, wherever they were played."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The games that a list is to show."""

    show: Show
    game: str | None = None
    """The key of the only game."""
    person: User | None = None
    """Only games with this person."""
    row: int = 0
    """A row of players that names that person in buttons, or 0."""


def turning(wanted: Wanted, earlier: Cursor | None, later: Cursor | None) -> Row:
    """Return the buttons to earlier and later games of a list, where there are any."""
    return [
        Button(label, to(wanted, cursor))
        for label, cursor in ((say("Earlier"), earlier), (say("Later"), later))
        if cursor is not None
    ]


def all_ended(game: str | None) -> Sequence[Button]:
    """Return the button to one's own finished games, of one game or of all."""
    return (Button(say("All finished"), to(Wanted(Show.OWN, game))),)


def to(wanted: Wanted, cursor: Cursor = NEWEST) -> CustomId:
    """Return the custom_id of the button to a page of a list, from a cursor on."""
    return for_text(
        verbs.GAMES_LIST,
        wanted.show.value,
        wanted.game or ANY,
        wanted.row,
        int(cursor.is_later),
        cursor.time,
        cursor.table,
    )


def join_button(game: str, waiting: int) -> Button:
    """Return the button to the open games of a game, by its key, with how many are waiting."""
    label = say("Join a game ({count})", count=waiting) if waiting else say("Join a game")
    return Button(label, to(Wanted(Show.OPEN, game)))


def let_anyone_join(game: str) -> Button:
    """Return the button that opens a game for anyone, by its key."""
    return Button(say("Let anyone join"), for_text(verbs.LET_ANYONE_JOIN, game))


def page(
    wanted: Wanted,
    rows: Sequence[TableSummary | Ended],
    asker: Person,
    buttons: Row,
    top: Sentence = NOTHING,
) -> Message:
    """Return a page of a list, with `top` between its heading and its rows.

    An empty page names no one: it mustn't give away who plays where the asker can't look.
    """
    turns = (*_followable(rows, wanted, asker), *((buttons,) if buttons else ()))
    if rows or top != NOTHING:
        told = (_row(each, wanted, asker) for each in rows)
        return Message(lines(_heading(wanted), top, *told), rows=turns)
    if turns:
        return Message(say("No such game on this page."), rows=turns)
    return Message(say("No games here yet. `/play` starts one."))


def _followable(
    rows: Sequence[TableSummary | Ended], wanted: Wanted, asker: Person
) -> Sequence[Row]:
    """Return a menu of other people's games in progress to follow, or none."""
    if wanted.show is not Show.RUNNING:
        return ()
    choices = tuple(
        MenuChoice(
            say(
                "{game}: {names}",
                game=title_or_key(row.game),
                names=all_of(named(user) for user in row.names),
            ),
            str(row.id),
        )
        for row in rows
        if isinstance(row, TableSummary) and asker not in {user.id for user in row.names}
    )
    menu = Menu(say("Follow a game"), choices, for_text(verbs.FOLLOW_LISTED))
    return ([menu],) if choices else ()


def together(
    tallies: Sequence[Tally], tables: Sequence[TableSummary], wanted: Wanted, asker: Person
) -> Sentence:
    """Return the asker's score against the person, by pool, and their first games in progress."""
    return lines(
        *map(_tally, tallies), *(_row(each, wanted, asker) for each in tables[:_MOST_TOGETHER])
    )


def fitting(
    rows: Sequence[TableSummary | Ended], wanted: Wanted, asker: Person, top: Sentence = NOTHING
) -> int:
    """Count the rows that fit on a page below the top: at least one, if there are any."""
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
            return say("**{person}: in progress**", person=person)
        case Show.RUNNING:
            return say("**In progress**")
        case Show.FINISHED if person is not None:
            return say("**{person}: finished**", person=person)
        case Show.FINISHED:
            return say("**Finished**")
        case _:
            return say("**Your finished games**")


def _tally(tally: Tally) -> Sentence:
    return say(
        "- {game}: {ahead}–{behind}, {level} drawn",
        game=pool_title(tally.pool), ahead=tally.ahead, level=tally.level, behind=tally.behind,
    )  # fmt: skip


def _row(row: TableSummary | Ended, wanted: Wanted, asker: Person) -> Sentence:
    if isinstance(row, Ended):
        is_own = wanted.show in {Show.MINE, Show.OWN}
        return own_end(row, asker) if is_own else end(row)
    game = link(title_or_key(row.game), row.place, row.message_id)
    names = all_of(named(user) for user in row.names)
    return say("- {game}: {names} · {state}", game=game, names=names, state=state_of(row, asker))

"""A player's choices about time: pause, go on, give time, and their own reminders."""

from typing import Final

from bot.messages.controls import verbs
from bot.messages.controls.acts import Act
from bot.messages.controls.custom_ids import for_position, for_text
from bot.messages.controls.message import Button, Form, Message
from bot.messages.words import sentences
from bot.messages.words.locale import locale_of
from bot.messages.words.text import NOTHING, in_a_row, lines
from bot.messages.words.typed_times import in_english
from bot.model.caller import Person
from bot.model.errors import TableError
from bot.model.moments import moment
from bot.model.table import Status, Table
from rules.contract.core import Seat
from rules.contract.sentence import Notation, Sentence, Stranger, say, say_n
from rules.match.offers import GIVEN, LONGEST_PAUSE
from rules.time.duration import DAY, read_length

__all__ = ["SHOW", "pause_form", "read_days", "time_panel"]

SHOW = "show"
"""The panel of `/notify` is requested with this value if there is nothing to change."""


def time_panel(table: Table, person: Person) -> Message:
    """Return the time of a running game, with the choices of one player.

    Raises TableError for anyone else.
    """
    seat = table.seat(person)
    if seat is None or table.status is not Status.PLAYING:
        raise TableError(say("Only players of a game in progress can change its time."))
    row = [] if table.event is not None else [_pausing(table)]
    if _may_give(table, seat):
        row += [
            Button(
                say_n("+{count} day", "+{count} days", days),
                for_position(verbs.GIVE_TIME, table, days),
            )
            for days in GIVEN
        ]
    row.append(Button(say("My reminders"), for_text(verbs.NOTIFY, SHOW, table.id)))
    said = (sentences.terms_line(table), in_a_row(sentences.turn_line(table), _pause(table)))
    return Message(lines(*said), rows=(row,))


_LONGEST_DAYS: Final = 20
"""The most characters of a typed number of days."""


def pause_form(table: Table) -> Form:
    """Return the form for the length of a pause."""
    return Form(
        say("Ask to pause"),
        say("How many days (1 to {most})?", most=LONGEST_PAUSE),
        say("{days}", days=7),
        _LONGEST_DAYS,
        for_position(verbs.PAUSE, table),
    )


def read_days(text: str, code: str) -> int:
    """Return the days that a person wrote, such as `7`, `7 days` or `a week`. Raises TableError.

    `code` is their language, by Discord's code.
    """
    plain = in_english(text.strip(), locale_of(code))
    seconds = read_length(f"{plain} days" if plain.isdecimal() else plain)
    if seconds is None or seconds % DAY:
        raise TableError(
            say(
                "“{text}” isn't a number of days. Try {example}.",
                text=Stranger(text), example=Notation("7"),
            )
        )  # fmt: skip
    return seconds // DAY


def _pausing(table: Table) -> Button:
    if table.clock.paused:
        return Button(say("Ask to resume"), for_position(verbs.RESUME, table))
    return Act.PAUSE.button(table)


def _pause(table: Table) -> Sentence:
    end = table.clock.resumes
    if end is None:
        return NOTHING
    return say("Paused until {end}.", end=moment(end))


def _may_give(table: Table, seat: Seat) -> bool:
    """Return True if a turn has a time limit and belongs to someone else's team."""
    match = table.started
    due = match.seat_due
    if due is None or match.clock.until is None or match.clock.paused:
        return False
    return seat not in match.allies_of(due) | {due}

"""A moderator's decisions about a game: the choice, the question, and the message to the table."""

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_position
from bot.messages.controls.message import (
    MOST_CHOICES,
    Button,
    Form,
    Menu,
    MenuChoice,
    Message,
    Style,
)
from bot.messages.words import sentences
from bot.messages.words.text import NOTHING, in_a_row, lines, named, reason_given
from bot.model.moments import time_left
from bot.model.table import Table
from bot.tables.checks import MOST_REASON
from engine.tasks import Adjudged
from rules.contract.core import Seat
from rules.contract.sentence import Notation, Sentence, Stranger, all_of, say, say_n
from rules.log.entries import Entry
from rules.log.events import Adjudicated, Granted, Paused, Resumed, Voided
from rules.time.duration import DAY, in_words

__all__ = ["decision", "form", "panel", "question"]


def panel(table: Table, adjudged: Adjudged | None = None) -> Message:
    """Return the panel of a moderator's possible decisions about a running game.

    `adjudged` is what the table of endgames says about it, if it does.
    """
    asking = say("What do you want to do?")
    menu = Menu(asking, _choices(table), for_position(verbs.MODERATE, table))
    note = say("-# Everyone in the game sees your reason.")
    return Message(
        lines(
            sentences.terms_line(table),
            sentences.state_line(table),
            _by_best_play(table, adjudged) if adjudged else NOTHING,
            note,
        ),
        rows=((menu,),),
    )


def question(table: Table, action: str) -> Message:
    """Return the question to confirm a moderator's choice."""
    row = [
        Button(
            say("Yes, with a reason …"), for_position(verbs.MODERATE_FORM, table, action),
            Style.DANGER,
        ),
        Button(say("No"), for_position(verbs.STAY, table)),
    ]  # fmt: skip
    asked = say("**{decision}?** You can't undo this.", decision=_title(table, action))
    return Message(asked, rows=(row,))


def form(table: Table, action: str) -> Form:
    """Return the form for the reason of a decision; sending it in makes the decision."""
    return Form(
        say("Settle as a moderator"), say("Your reason, seen by everyone"),
        say("For example: both agreed to it in chat"), MOST_REASON,
        for_position(verbs.MODERATED, table, action),
    )  # fmt: skip


def decision(table: Table, entry: Entry) -> Sentence:
    """Return a moderator's decision, and its reason."""
    match entry.event:
        case Paused(end):
            said = say("A moderator paused the game. It resumes {end}.", end=time_left(end))
        case Resumed():
            said = say("A moderator ended the pause.")
        case Granted(seat):
            who = sentences.seat_name(table, seat)
            said = say("A moderator gave {who} more time.", who=who)
            if table.due_at:
                said = in_a_row(said, say("Due {end}.", end=time_left(table.due_at)))
        case Adjudicated():
            said = say("A moderator settled the game.")
        case Voided():
            said = say("A moderator ended the game with no result.")
        case _:
            raise ValueError(f"a moderator does not enter {entry.event}")
    return in_a_row(said, reason_given(table.reasons.get(entry.number)))


def _by_best_play(table: Table, adjudged: Adjudged) -> Sentence:
    """Return what the table of endgames says; it gives a line only where the rules allow it."""
    if not adjudged.winners:
        return say("Endgame table: a draw with best play.")
    match = table.started
    won = [seat for seat in match.seats if match.seating[seat] & {*adjudged.winners}]
    winners = all_of(named(table.at(seat).user) for seat in won)
    if not adjudged.is_sure:
        return say(
            "Endgame table: {winners} wins with best play, unless the rules draw the game first.",
            winners=winners,
        )
    return say_n(
        "Endgame table: {winners} wins in 1 move: {line}",
        "Endgame table: {winners} wins in {count} moves: {line}",
        (len(adjudged.line) + 1) // 2,
        winners=winners,
        line=Notation(" ".join(adjudged.line)),
    )


def _choices(table: Table) -> tuple[MenuChoice, ...]:
    match, clock = table.started, table.clock
    actions = ["resume"] if clock.paused else ["pause-3", "pause-7", "pause-30"]
    if clock.turn and clock.turn.allowed is not None:
        actions += ["extend-1", "extend-3", "extend-7", "extend-14"]
    for team in match.game.spec.teams:
        winners = (str(seat) for seat in match.seats if match.team_of(seat) == team)
        actions.append("win-" + "-".join(winners))
    actions += ["draw", "void"]
    actions += [f"replace-{seat}" for seat in match.seats if not table.at(seat).is_engine]
    return tuple(MenuChoice(_title(table, action), action) for action in actions[:MOST_CHOICES])


def _title(table: Table, action: str) -> Sentence:
    """Return the words for an action; its numbers are days or seats."""
    kind, *given = action.split("-")
    numbers = [int(number) for number in given]
    match kind:
        case "pause":
            return say("Pause for {days}", days=in_words(numbers[0] * DAY))
        case "resume":
            return say("Resume the game")
        case "extend":
            due = table.due
            who = named(due.user) if due else Stranger("")
            return say("Give {who} {days} more", who=who, days=in_words(numbers[0] * DAY))
        case "win":
            seats = [Seat(number) for number in numbers if number < len(table.seating)]
            winners = all_of(named(table.at(seat).user) for seat in seats)
            return say("Settle it: {winners} won", winners=winners)
        case "draw":
            return say("Settle it: a draw")
        case "replace":
            seats = [Seat(number) for number in numbers if number < len(table.seating)]
            names = all_of(named(table.at(seat).user) for seat in seats)
            return say("Find a new player for {who}", who=names)
        case _:
            return say("End it with no result")

"""The menu beside the board: everything to read, and what players can do besides moving."""

from dataclasses import replace
from typing import Final

from bot.messages.controls import verbs
from bot.messages.controls.acts import Act
from bot.messages.controls.custom_ids import for_position, for_text
from bot.messages.controls.message import Button, Message, Row, Style, in_rows
from bot.messages.words import sentences
from bot.messages.words.text import NOTHING, in_a_row, lines, named
from bot.model.caller import Person, PlaceKind
from bot.model.errors import TableError
from bot.model.table import Status, Table
from bot.tables.play import is_abortable
from rules.contract.capabilities import CanStop, ClaimsRegions, HasStakes
from rules.contract.core import Seat
from rules.contract.sentence import Argument, Sentence, all_of, say
from rules.log.events import Accepted, Claimed, Offered, OfferKind

__all__ = ["SHOWN", "agreement_question", "done", "menu", "resignation_question"]

SHOWN: Final = Message(say("Everyone can see the board below."))
"""The menu once the board is shown to everyone."""


def menu(
    table: Table,
    person: Person,
    *,
    overdue: bool,
    at_once: bool,
    moderates: bool,
    follows: bool = False,
) -> Message:
    """Return the menu for one person, with everything that commands do during a game.

    `overdue` is true if the time can be claimed, `at_once` if their moves are played without a
    preview, `moderates` if they may decide about the game as a moderator, `follows` if they hear
    already of it.
    """
    if table.match is not None and table.match.outcome is not None:
        return _more(table, moderates=moderates)
    elsewhere = _elsewhere(table, person, moderates=moderates, follows=follows)
    rows = [*in_rows(_reading(table)), elsewhere]
    if table.player(person) and table.status is Status.PLAYING:
        acting = _table_actions(table, overdue=overdue and _is_rival(table, person))
        rows[1:1] = [_moving(table, person, at_once=at_once), *in_rows(acting)]
    line = sentences.state_line(table)
    return Message(lines(sentences.terms_line(table), line), rows=tuple(rows))


def _more(table: Table, *, moderates: bool) -> Message:
    """Return the menu of a finished game."""
    row = [
        Act.HISTORY.button(table),
        Act.ANALYSIS.button(table),
        Button(say("My view"), for_position(verbs.MINE, table)),
    ]
    if table.dice:
        row.append(Act.DICE.button(table))
    row.append(Button(say("Export"), for_position(verbs.EXPORT, table)))
    row.append(Button(say("Rules"), for_text(verbs.RULES, table.terms.game, 0)))
    if table.terms.series_format:
        row.append(Button(say("Score"), for_position(verbs.SCORE, table)))
    if moderates:
        row.append(Button(say("Moderate …"), for_position(verbs.MODERATION, table)))
    text = lines(sentences.terms_line(table), sentences.state_line(table))
    return Message(text, rows=in_rows(row))


def _reading(table: Table) -> list[Button]:
    found = [
        Act.HISTORY.button(table),
        Button(say("Rules"), for_text(verbs.RULES, table.terms.game, 0)),
    ]
    if table.match and table.event is None:
        found.append(Act.SEATS.button(table))
    if table.terms.series_format:
        found.append(Button(say("Score"), for_position(verbs.SCORE, table)))
    if table.dice:
        found.append(Act.DICE.button(table))
    return found


def _elsewhere(table: Table, person: Person, *, moderates: bool, follows: bool) -> Row:
    row = [
        Button(say("Share the board"), for_position(verbs.SHOW, table)),
        Button(say("My games"), for_text(verbs.GAMES)),
    ]
    if isinstance(sentences.game_of(table), ClaimsRegions) and table.status is Status.PLAYING:
        row.insert(0, Button(say("What can I claim?"), for_position(verbs.CLAIMS, table)))
    can_follow = table.place.kind is PlaceKind.GUILD and table.status is Status.PLAYING
    if can_follow and not table.player(person):
        button = Act.FOLLOW.button(table)
        row.append(replace(button, label=say("Following …")) if follows else button)
    if moderates:
        row.append(Button(say("Moderate …"), for_position(verbs.MODERATION, table)))
    return row


def _moving(table: Table, person: Person, *, at_once: bool) -> Row:
    label = say("Preview: off") if at_once else say("Preview: on")
    row = [
        Act.PLAN.button(table),
        Act.NOTE.button(table),
        Act.TIME.button(table),
        Button(label, for_position(verbs.MENU_AT_ONCE, table, int(not at_once))),
    ]
    if table.due and table.due.user.id == person:
        row.insert(0, Button(say("Type a move"), for_position(verbs.TYPE, table, "")))
    return row


def _table_actions(table: Table, *, overdue: bool) -> list[Button]:
    row = [Act.DRAW.button(table), Act.TAKE_BACK.button(table)]
    if isinstance(table.started.game, CanStop):
        row.append(Act.COUNT.button(table))
    if overdue:
        row.append(Act.CLAIM.button(table, Style.PRIMARY))
    if is_abortable(table.started) and table.event is None:
        row.append(Act.ABORT.button(table))
    row.append(Act.RESIGN.button(table, Style.DANGER))
    return row


def _is_rival(table: Table, person: Person) -> bool:
    """Return True if it is the turn of another team than the person's."""
    match, seat = table.started, table.seat(person)
    due = match.seat_due
    return due is not None and seat not in match.allies_of(due) | {due}


def done(table: Table, person: Person) -> Message:
    """Return the menu after the last thing that the person did at the table."""
    player = table.player(person)
    assert player is not None, "only players have something to do in a menu"
    own = (e.event for e in reversed(table.started.entries) if e.player == player.id)
    match next(own, None):
        case Offered(kind=kind):
            return Message(_OFFERED[kind])
        case Accepted():
            return Message(say("You agreed."))
        case Claimed():
            return Message(say("You claimed the win on time."))
        case _:
            return Message(say("Done."))


_OFFERED: Final = {
    OfferKind.DRAW: say("You offered a draw."),
    OfferKind.TAKE_BACK: say("You asked to take back a move."),
    OfferKind.COUNT: say("You asked to stop and count."),
    OfferKind.PAUSE: say("You asked to pause."),
    OfferKind.RESUME: say("You asked to resume."),
    OfferKind.TIME: say("You gave more time."),
    OfferKind.ABORT: say("You asked to call the game off."),
    OfferKind.SUBSTITUTE: say("You asked for a change of seat."),
}


def agreement_question(table: Table, person: Person, kind: OfferKind) -> Message | None:
    """Return the question to a person who proposes an end that an opponent already proposed.

    Return None unless such an offer waits for them. Without the question, the command would agree
    to an offer that the person may not have seen.
    """
    made, seat = table.started.offer, table.seat(person)
    if made is None or made.kind is not kind or seat not in made.voters - made.accepted:
        return None
    row = [
        Button(say("Agree"), for_position(verbs.AGREE, table, number=made.number), Style.SUCCESS),
        Button(say("Decline"), for_position(verbs.REFUSE, table, number=made.number)),
    ]
    return Message(_agreement(kind, named(table.at(made.by).user)), rows=(row,))


def _agreement(kind: OfferKind, who: Argument) -> Sentence:
    match kind:
        case OfferKind.DRAW:
            return say("{who} offers a draw. Accept?", who=who)
        case OfferKind.COUNT:
            return say("{who} wants to stop and count, which ends the game. Agree?", who=who)
        case _:
            return say(
                "{who} wants to call the game off: no one wins or loses. Agree?",
                who=who,
            )


def resignation_question(table: Table, person: Person) -> Message:
    """Return the question to confirm a resignation. Raises TableError if that's impossible."""
    match, seat = table.started, table.seat(person)
    if seat is None or match.outcome:
        raise TableError(say("Only players of a game in progress can resign."))
    row = [
        Button(say("Resign"), for_position(verbs.RESIGN, table), Style.DANGER),
        Button(say("Keep playing"), for_position(verbs.STAY, table)),
    ]
    return Message(_question(table, seat), rows=(row,))


def _question(table: Table, seat: Seat) -> Sentence:
    """Return the question with the consequences: for allies, and for points at stake."""
    match = table.started
    team = match.team_of(seat)
    allies = sorted(match.allies_of(seat) - match.clock.engines - match.wanting)
    if allies:
        return say(
            "Resign? Your team loses as soon as {allies} agrees.",
            allies=all_of(named(table.at(ally).user) for ally in allies),
        )
    if match.goes_on_without(seat):
        return _leaving(table)
    worth = match.game.worth(match.state, team) if isinstance(match.game, HasStakes) else 1
    if worth > 1:
        return say("Resign? You lose {points} points.", points=worth)
    return say("Resign? You lose the game.")


def _leaving(table: Table) -> Sentence:
    """Return the question to a person whose resignation lets the others play on."""
    question = say(
        "Resign? You lose. The computer takes your seat and the others play on, unless they call "
        "it off."
    )
    series = say("You leave the series, too.") if table.terms.series_format else NOTHING
    return in_a_row(question, series)

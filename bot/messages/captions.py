"""The words of pictures about the people at a board: names, the time of the move, and the end."""

from datetime import UTC, datetime
from typing import Final

from bot.model.table import Player, Table
from render import Caption, Person
from rules.contract.core import Outcome, Seat
from rules.contract.sentence import ENGLISH, Notation, Renderer, Sentence, say
from rules.contract.view import BoardView
from rules.time.duration import DAY

__all__ = ["names", "present"]

_WEEKDAYS: Final = (
    say("Mon"), say("Tue"), say("Wed"), say("Thu"), say("Fri"), say("Sat"), say("Sun"),
)  # fmt: skip
_MONTHS: Final = (
    say("Jan"), say("Feb"), say("Mar"), say("Apr"), say("May"), say("Jun"),
    say("Jul"), say("Aug"), say("Sep"), say("Oct"), say("Nov"), say("Dec"),
)  # fmt: skip


def names(table: Table) -> Caption:
    """Return the names of the people at a game, for a position that isn't the present one."""
    people = {seat: Person(table.at(seat).user.name) for seat in table.started.seats}
    return _caption(table, people)


def present(table: Table, view: BoardView, reader: Renderer = ENGLISH) -> Caption:
    """Return the names, the number of the round, and how it stands with each seat.

    The time is a date, because a picture is not drawn again as time passes.
    """
    match = table.started
    people = {seat: _person(table, view, seat, reader) for seat in match.seats}
    number = ""
    if not match.outcome:
        turns = sum(ply.side is not None for ply in match.plies)
        playing = turns // len(match.game.spec.teams) + 1
        number = say("move {number}", number=playing).rendered(reader)
    return _caption(table, people, number)


def _caption(table: Table, people: dict[Seat, Person], number: str = "") -> Caption:
    seating = table.started.seating
    return Caption(
        tuple((side, people[seat]) for seat in people for side in sorted(seating[seat])), number
    )


def _person(table: Table, view: BoardView, seat: Seat, reader: Renderer) -> Person:
    match, player = table.started, table.at(seat)
    if match.outcome:
        state = _end(match.outcome, seat, match.winners)
        won = seat in match.winners
        return Person(player.user.name, state=_read(state, reader), won=won)
    if table.vacancy(seat):
        return Person(state=_read(say("a seat is free"), reader))
    if match.seat_due != seat:
        return Person(player.user.name, state=_read(_kind(player), reader))
    demand = next((each.demand for each in view.players if each.to_move), None)
    state = say("paused") if table.clock.paused else _time(table) or _kind(player)
    return Person(player.user.name, _read(demand, reader), _read(state, reader))


def _kind(player: Player) -> Sentence | None:
    return say("computer, level {number}", number=player.level) if player.level else None


def _end(outcome: Outcome, seat: Seat, winners: tuple[Seat, ...]) -> Sentence | None:
    """Return how the game ended: beside a winner, or beside the first seat if nobody won."""
    if seat != (winners[0] if winners else 0):
        return None
    result = say("won") if winners else say("drawn")
    if outcome.is_void:
        result = say("no result")
    return say("{result} · {why}", result=result, why=outcome.why) if outcome.why else result


def _time(table: Table) -> Sentence | None:
    """Return until when the turn has time: a day, or an hour if it has less than a day in all."""
    due, since = table.due_at, table.turn_since
    if due is None or since is None:
        return None
    moment = datetime.fromtimestamp(due, UTC)
    weekday = _WEEKDAYS[moment.weekday()]
    if due - since < DAY:
        hour = Notation(f"{moment:%H:%M}")
        return say("by {weekday} {hour} UTC", weekday=weekday, hour=hour)
    month = _MONTHS[moment.month - 1]
    return say("by {weekday} {day} {month}", weekday=weekday, day=moment.day, month=month)


def _read(sentence: Sentence | None, reader: Renderer) -> str:
    return sentence.rendered(reader) if sentence else ""

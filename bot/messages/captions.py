"""The words of pictures about the people at a board: names, the time of a turn, and the end."""

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Final

from bot.messages.words.text import NOTHING, dotted
from bot.messages.words.time import MONTHS
from bot.model.caller import FORMER_PLAYER, Person, User
from bot.model.table import Player, PlayerStatus, Table
from bot.tables.seating import decided_seats
from render import Caption, Occupant
from render.names import cleaned, writable
from rules.contract.core import AnyGame, Seat, Side
from rules.contract.sentence import (
    ENGLISH,
    Argument,
    Notation,
    Renderer,
    Sentence,
    Stranger,
    renamed,
    say,
)
from rules.contract.view import BoardView
from rules.log.events import Played
from rules.match.match import Match
from rules.match.rounds import round_of
from rules.time.duration import DAY

__all__ = [
    "WEEKDAYS", "end", "member", "move", "names", "number", "player", "present", "reasons",
    "result", "to_come", "who",
]  # fmt: skip

WEEKDAYS: Final = (
    say("Mon"), say("Tue"), say("Wed"), say("Thu"), say("Fri"), say("Sat"), say("Sun"),
)  # fmt: skip


def who(table: Table) -> dict[Side, str]:
    """Map sides to their players' names, or to nothing where the server wants none in pictures."""
    people = names(table) if table.match else to_come(table, ENGLISH)
    return {side: each.name for side, each in people.people}


def player(table: Table, side: Side) -> Sentence:
    """Return the name of a side's player, or the side where a picture can't have the name."""
    if name := writable(cleaned(who(table)[side]), ""):
        return say("{name}", name=Stranger(name))
    return table.started.game.spec.side(side).title


def member(user: User, hidden: Collection[Person] = ()) -> Argument:
    """Return a name for a picture, or “a member” for hidden people and names no font can write."""
    name = "" if user.id in hidden else writable(cleaned(user.name), "")
    return Stranger(name) if name else say("a member")


def names(table: Table) -> Caption:
    """Return the names of the players, for a position that isn't the present one."""
    people = {seat: Occupant(_name(table, seat)) for seat in table.started.seats}
    return _caption(table, people)


def to_come(table: Table, reader: Renderer) -> Caption:
    """Return who will sit where in a game that hasn't begun, as far as that is decided."""
    decided, count = decided_seats(table), len(table.players)
    people: dict[Seat, Occupant] = {}
    for seat in map(Seat, range(len(table.seating))):
        player, state = decided.get(seat), None
        if player is None:
            state = say("open seat") if count == len(decided) else None
            people[seat] = Occupant(state=_read(state, reader))
            continue
        if player.status is PlayerStatus.INVITED:
            state = say("invited")
        elif player.is_engine:
            state = _computer(player)
        name = "" if table.unnamed else player.plain.name
        people[seat] = Occupant(name, state=_read(state, reader))
    return _caption(table, people)


def present(table: Table, view: BoardView, reader: Renderer) -> Caption:
    """Return the names, the number of the current round, and the state of every seat.

    The time is a date, because a picture is not drawn again as time passes.
    """
    match = table.started
    people = {seat: _occupant(table, view, seat, reader) for seat in match.seats}
    told = ""
    if not match.outcome:
        told = move(match).rendered(reader)
    return _caption(table, people, told)


def _caption(table: Table, people: dict[Seat, Occupant], told: str = "") -> Caption:
    sides = ((side, people[seat]) for seat in people for side in sorted(table.seating[seat]))
    return Caption(tuple(sides), told)


def _name(table: Table, seat: Seat) -> str:
    name = table.at(seat).plain.name
    return "" if table.unnamed or table.vacancy(seat) or name == FORMER_PLAYER else name


def move(match: Match) -> Sentence:
    """Return the number of the current round, such as `move 12`."""
    return number(match.game, sum(ply.side is not None for ply in match.plies))


def number(game: AnyGame, played: int) -> Sentence:
    """Return the number of the current round after so many turns."""
    return say("move {number}", number=round_of(played, len(game.spec.teams)))


def _occupant(table: Table, view: BoardView, seat: Seat, reader: Renderer) -> Occupant:
    match, name = table.started, _name(table, seat)
    if match.outcome:
        speaks = seat == (match.winners[0] if match.winners else 0)
        told = end(table, reader) if speaks else ""
        return Occupant(name, state=told, won=seat in match.winners)
    if table.vacancy(seat):
        return Occupant(state=_read(say("open seat"), reader))
    if match.seat_due != seat:
        return Occupant(name, state=_read(_came(table, seat), reader))
    demand = next((each.demand for each in view.players if each.to_move), None)
    state = say("paused") if table.clock.paused else _time(table) or _came(table, seat)
    return Occupant(name, _read(demand, reader), _read(state, reader))


def _came(table: Table, seat: Seat) -> Sentence:
    """Return which computer opponent has a seat, and since when if a person left it."""
    match, player = table.started, table.at(seat)
    since = NOTHING
    if player.from_entry:
        moves = match.entries[: player.from_entry]
        played = sum(isinstance(entry.event, Played) for entry in moves)
        since = say("since {move}", move=number(match.game, played))
    return dotted(_computer(player) or NOTHING, since)


def _computer(player: Player) -> Sentence | None:
    return say("computer, level {number}", number=player.level) if player.level else None


def end(table: Table, reader: Renderer) -> str:
    """Return how the game ended, in the words of the rule, or else only its result."""
    found = reasons(table, reader, result(table))
    return found[0] if found else result(table).rendered(reader)


def result(table: Table) -> Sentence:
    """Return whether a game that is over was won or drawn, or has no result."""
    match = table.started
    assert match.outcome is not None, "the game is over"
    if match.outcome.is_void:
        return say("no result")
    return say("won") if match.winners else say("drawn")


def reasons(table: Table, reader: Renderer, before: Sentence = NOTHING) -> tuple[str, ...]:
    """Return why the game ended, after the words `before`, in wordings of which any will do.

    The first names people in place of sides, if one font can write all of it. The last, which is
    often shorter, doesn't. Empty if there is nothing to say.
    """
    outcome = table.started.outcome
    if outcome is None or outcome.why is None:
        return ()
    told = dotted(before, outcome.why)
    names = {
        side.title: say("{name}", name=Stranger(name))
        for side in table.started.game.spec.sides
        if (name := _alone(table, table.started.seat_of(side.key)))
    }
    plain = told.rendered(reader)
    return writable(renamed(told, names).rendered(reader), plain), plain


def _alone(table: Table, seat: Seat) -> str:
    """Return the name of a seat's player for use in words; empty if they play two sides."""
    return cleaned(_name(table, seat)) if len(table.seating[seat]) == 1 else ""


def _time(table: Table) -> Sentence | None:
    """Return the deadline of the turn: its day, or its hour if the whole turn is under a day."""
    due, since = table.due_at, table.turn_since
    if due is None or since is None:
        return None
    moment = datetime.fromtimestamp(due, UTC)
    weekday = WEEKDAYS[moment.weekday()]
    if due - since < DAY:
        hour = Notation(f"{moment:%H:%M}")
        return say("by {weekday} {hour} UTC", weekday=weekday, hour=hour)
    month = MONTHS[moment.month - 1]
    return say("by {weekday} {day} {month}", weekday=weekday, day=moment.day, month=month)


def _read(sentence: Sentence | None, reader: Renderer) -> str:
    return sentence.rendered(reader) if sentence else ""

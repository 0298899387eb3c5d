"""How a game begins: who sits where, until when the first move has time, and the first rolls."""

from dataclasses import replace
from random import SystemRandom
from typing import Final

from bot.model.table import NextGame, Player, Status, Table, Terms
from bot.tables.dice import play_out_chance
from rules.core import Seat
from rules.match import Match
from rules.registry import find

__all__ = ["deadline", "draw_seats", "next_game", "start_game"]

_DAY: Final = 24 * 60 * 60
_random = SystemRandom()


def start_game(table: Table, now: int) -> Table:
    """Return a table that is full with its game begun; `now` in Unix seconds."""
    seated = replace(
        table,
        status=Status.PLAYING,
        players=draw_seats(table),
        turn_since=now,
        deadline=deadline(table.terms, now),
    )
    return replace(seated, match=_first_position(seated))


def next_game(table: Table, now: int) -> NextGame | None:
    """Return the game that follows in the table's series, if this one is over and one does."""
    series = table.series if table.status is Status.OVER else None
    if series is None or series.is_decided:
        return None
    seats = {series.people[number]: Seat(number) for number in range(len(table.seating))}
    players = tuple(replace(table.rival(person), seat=seat) for person, seat in seats.items())
    dice = table.dice.following if table.dice else None
    events = _first_position(replace(table, players=players, dice=dice)).events
    return NextGame(players, deadline(table.terms, now), dice, events)


def draw_seats(table: Table) -> tuple[Player, ...]:
    """Give each seated player a seat: the side asked for where it is free, else a drawn one.

    With dice nothing is drawn, since the rolls depend on who sits where: in the order of the card
    everybody takes the first free seat, so that the host has nothing to choose.
    """
    free = list(range(len(table.seating)))
    if table.dice is None:
        _random.shuffle(free)
    seats: dict[int, int] = {}
    for player in table.seated:
        matching = [n for n in free if player.preferred_side in table.seating[n]]
        if matching:
            seats[player.user.id] = matching[0]
            free.remove(matching[0])
    for player in table.seated:
        if player.user.id not in seats:
            seats[player.user.id] = free.pop(0)
    return tuple(replace(p, seat=Seat(seats[p.user.id])) for p in table.seated)


def deadline(terms: Terms, now: int) -> int | None:
    """Return until when a move has time whose turn begins now, in Unix seconds."""
    return None if terms.days is None else now + terms.days * _DAY


def _first_position(table: Table) -> Match:
    """Return the match before anybody's first move, with the rolls that decide who begins."""
    game = find(table.terms.game).configured(table.terms.options)
    return play_out_chance(table, Match(game, table.seating))

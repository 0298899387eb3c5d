"""The beginning of a game: the players' seats, and the first entries of the log."""

from dataclasses import replace
from random import SystemRandom

from bot.model.table import NextGame, Player, Request, Status, Table
from bot.tables.advance import advance
from rules.contract.core import Seat
from rules.log.entries import Actor, Origin
from rules.log.events import Begun, Paused
from rules.match.match import Match
from rules.match.series import Contestant

__all__ = ["draw_seats", "next_game", "start_game"]

_random = SystemRandom()


def start_game(table: Table, request: Request, now: int) -> Table:
    """Return a full table with its game begun; `now` is in Unix seconds."""
    players = table.players
    if table.game_number == 1:
        drawn = draw_seats(table)
        players = tuple(replace(each, contestant=Contestant(each.seat or 0)) for each in drawn)
    seated = replace(table, status=Status.PLAYING, players=players)
    match = _begun(seated, request, now)
    return replace(seated, match=match, version=match.game.spec.version)


def next_game(table: Table, request: Request, now: int) -> NextGame | None:
    """Return the next game of the table's series, if this game is over and there is one.

    With dice, its first roll depends on the press that ended this game. If a timer or an engine
    ended it, the next one waits for a press on Begin.
    """
    series = table.series if table.status is Status.OVER else None
    if series is None or series.is_decided:
        return None
    seats = {series.people[number]: Seat(number) for number in range(len(table.seating))}
    players = tuple(
        replace(
            table.rival(person),
            seat=seat,
            from_entry=0,
            accepted=_contributed(table.rival(person), request),
        )
        for person, seat in seats.items()
    )
    dice = table.dice.following if table.dice else None
    following = replace(
        table, players=players, others=(), plans={}, dice=dice, game_number=table.game_number + 1
    )
    if dice is not None and not request.id.isdecimal():
        return NextGame(players, None, dice)
    resumes = table.clock.resumes
    return NextGame(players, _begun(following, request, now, resumes), dice)


def draw_seats(table: Table) -> tuple[Player, ...]:
    """Give each seated player a seat: the side they asked for if it is free, or else a random one.

    With dice, nothing is random, since the rolls depend on the seats: in the order of the card,
    everybody takes the first free seat, so that the host has nothing to choose.
    """
    free = list(range(len(table.seating)))
    if table.dice is None:
        _random.shuffle(free)
    seats: dict[int, int] = {}
    for place, player in enumerate(table.seated):
        matching = [n for n in free if player.preferred_side in table.seating[n]]
        if matching:
            seats[place] = matching[0]
            free.remove(matching[0])
    for place in range(len(table.seated)):
        if place not in seats:
            seats[place] = free.pop(0)
    return tuple(replace(p, seat=Seat(seats[place])) for place, p in enumerate(table.seated))


def _contributed(player: Player, request: Request) -> str | None:
    """Return a player's contribution to the next game's dice, no larger than its first request.

    Somebody who took a seat may have pressed after the press that ended the game, and the numbers
    in a proof must be in order.
    """
    taken = player.accepted
    if taken and taken.isdecimal() and request.id.isdecimal() and int(taken) > int(request.id):
        return "0"
    return taken


def _begun(table: Table, request: Request, now: int, resumes: int | None = None) -> Match:
    """Return the match before anybody's first move, with the rolls that decide who begins.

    `resumes` is the end of the pause that was agreed in the game before.
    """
    terms = table.terms
    match = Match.of(terms.configured, table.seating, terms.time, table.first_engines)
    origin = Origin(now, Actor.HOST, None, request.id)
    match = match.add(Begun(table.game_number), origin)
    if resumes is not None:
        match = match.add(Paused(resumes), origin)
    return advance(table, match, request, now)

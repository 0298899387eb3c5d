"""The beginning of a game: the players' seats, and the first entries of the log."""

from collections.abc import Sequence
from dataclasses import replace
from random import SystemRandom

from bot.model.caller import Place, User
from bot.model.dice_secret import new_secret
from bot.model.table import NextGame, Player, PlayerStatus, Request, Status, Table, Terms
from bot.tables.advance import advance
from rules.contract.core import Seat
from rules.log.entries import Actor, Origin
from rules.log.events import Begun, Paused
from rules.match.match import Match
from rules.match.series import Contestant

__all__ = ["decided_seats", "draw_seats", "next_game", "seated_table", "start_game"]

_random = SystemRandom()


def seated_table(terms: Terms, place: Place, people: Sequence[tuple[User, str]]) -> Table:
    """Return a table whose players were decided before, by seat, not yet stored.

    Beside each is the interaction by which they agreed to these terms.
    """
    configured = terms.configured
    spec = configured.spec
    seating = spec.seatings[terms.seating]
    players = tuple(
        Player(
            user,
            PlayerStatus.SEATED,
            next(side.key for side in spec.sides if side.key in seating[seat]),
            accepted=accepted,
            agreed=terms.digest,
        )
        for seat, (user, accepted) in enumerate(people)
    )
    return Table(
        id=0,
        place=place,
        terms=terms,
        version=spec.version,
        status=Status.OPEN,
        host_id=players[0].user.id,
        players=players,
        seating=seating,
        dice=new_secret(configured, in_series=False),
    )


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
    ended it, the next one waits for a press on Start.
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
    """Give all seated players a seat: the side they asked for if it is free, or else a random one.

    With dice, nothing is random, since the rolls depend on the seats: in the order of the card,
    everyone takes the first free seat, so that the host has nothing to choose.
    """
    order = [Seat(number) for number in range(len(table.seating))]
    if table.dice is None:
        _random.shuffle(order)
    seats = _asked_for(table, table.seated)
    free = iter([seat for seat in order if seat not in seats.values()])
    return tuple(
        replace(player, seat=seats[place] if place in seats else next(free))
        for place, player in enumerate(table.seated)
    )


def decided_seats(table: Table) -> dict[Seat, Player]:
    """Return who will have which seat of a game to come, as far as that is decided.

    Invited people count as if they had accepted.
    """
    players = [p for p in table.players if p.status is not PlayerStatus.DECLINED]
    seats = {place: player.seat for place, player in enumerate(players) if player.seat is not None}
    if not seats:
        seats = _asked_for(table, players)
        waiting = [place for place in range(len(players)) if place not in seats]
        free = [seat for seat in map(Seat, range(len(table.seating))) if seat not in seats.values()]
        if len(waiting) == len(free) and (table.dice is not None or len(free) == 1):
            seats |= zip(waiting, free, strict=True)
    return {seat: players[place] for place, seat in seats.items()}


def _asked_for(table: Table, players: Sequence[Player]) -> dict[int, Seat]:
    """Return the seats of players who have the side that they asked for, by their places.

    If several asked for a side, the first has it.
    """
    found: dict[int, Seat] = {}
    for place, player in enumerate(players):
        for number, sides in enumerate(table.seating):
            if player.preferred_side in sides and number not in found.values():
                found[place] = Seat(number)
    return found


def _contributed(player: Player, request: Request) -> str | None:
    """Return a player's contribution to the next game's dice, no larger than its first request.

    A person who took a seat may have pressed after the press that ended the game, and the numbers
    in a proof have to be in order.
    """
    taken = player.accepted
    if taken and taken.isdecimal() and request.id.isdecimal() and int(taken) > int(request.id):
        return "0"
    return taken


def _begun(table: Table, request: Request, now: int, resumes: int | None = None) -> Match:
    """Return the match before anyone's first move, with the rolls that decide who begins.

    `resumes` is the end of the pause that was agreed in the game before.
    """
    terms = table.terms
    match = Match.of(terms.configured, table.seating, terms.time, table.first_engines)
    origin = Origin(now, Actor.HOST, None, request.id)
    match = match.add(Begun(table.game_number, in_event=table.event is not None), origin)
    if resumes is not None:
        match = match.add(Paused(resumes), origin)
    return advance(table, match, request, now)

"""Changes of seats in a running game; all of their permissions are checked here."""

from dataclasses import replace
from typing import Final

from bot.model.caller import Caller, Person
from bot.model.errors import NoGame, TableError
from bot.model.table import Player, PlayerStatus, Reason, Request, Status, Table, Vacancy
from bot.tables.advance import plans_of_holders
from bot.tables.checks import engine_of, require_reason, require_seeing
from bot.tables.commands import KeepSeat, OfferSeat, Replace, SeatEngine
from bot.tables.lobby import may_moderate
from rules.contract.core import Seat
from rules.contract.sentence import Stranger, say
from rules.log.entries import Actor, Entry, Origin
from rules.log.events import Offered, OfferKind, Played, SeatTaken, SeatWay
from rules.match.match import Match
from rules.match.plans import Plan, advanced, after_play
from rules.time.duration import HOUR

__all__ = [
    "after",
    "carried_out",
    "has_missed",
    "has_other_person",
    "has_sat",
    "refused",
    "require_agreeable",
    "require_takeable",
    "settled",
    "successor",
    "taken",
    "with_engine",
    "with_other",
]

_MODERATED: Final = 72 * HOUR
"""Seconds after which a moderator may give away the seat of a person who is late."""
_SUCCESSOR: Final = 3
"""The level of the computer opponent that plays on for a person who resigned."""


def after(table: Table, caller: Caller, command: OfferSeat | Replace | KeepSeat, now: int) -> Table:
    """Return the table after the command. Raises TableError if it is refused."""
    _require_playing(table)
    if isinstance(command, KeepSeat):
        return _kept(table, caller, command.seat)
    vacancy = (
        _offered(table, caller, command, now)
        if isinstance(command, OfferSeat)
        else _sought(table, caller, command, now)
    )
    require_seeing(vacancy.to, is_unseeing=command.is_unseeing)
    present = table.vacancy(vacancy.seat)
    if present is not None and replace(present, since=now) == vacancy:
        raise TableError(say("That seat is already open."))
    if vacancy.to is not None and has_sat(table, vacancy.to.id):
        raise TableError(
            say(
                "{who} has or had a seat in this game. Ask someone else.",
                who=Stranger(vacancy.to.name),
            )
        )
    return _with_vacancy(table, vacancy)


def with_engine(
    table: Table, caller: Caller, command: SeatEngine, now: int
) -> tuple[Table, Player]:
    """Return the table with a seat kept for a computer opponent, and that opponent.

    Raises TableError if the caller may not ask for it.
    """
    _require_playing(table)
    player = table.player(caller.user.id)
    if player is None or player.seat is None:
        raise TableError(say("Only players can let the computer take over."))
    engine = _engine(table, command.level)
    vacancy = (
        _offered(table, caller, OfferSeat(engine.user), now)
        if player.seat == command.seat
        else _sought(
            table, caller, Replace(command.seat, engine.user, has_left=command.has_left), now
        )
    )
    return _with_vacancy(table, vacancy), engine


def successor(table: Table) -> Player:
    """Return the computer opponent that plays on for a person who resigns."""
    return _engine(table, _SUCCESSOR)


def with_other(table: Table, other: Player) -> Table:
    """Return the table with the row of a person who asks for a seat."""
    others = (player for player in table.others if player.id != other.id)
    return replace(table, others=_by_row(*others, other))


def require_takeable(table: Table, caller: Caller, seat: Seat, now: int) -> Vacancy:
    """Return the vacancy of the seat. Raises TableError unless the caller may take it."""
    _require_playing(table)
    vacancy = table.vacancy(seat)
    if vacancy is None:
        raise TableError(say("This seat is no longer open."))
    if has_sat(table, caller.user.id):
        raise TableError(say("You've already had a seat in this game."))
    if vacancy.to is not None and vacancy.to.id != caller.user.id:
        raise TableError(say("This seat is reserved for {who}.", who=Stranger(vacancy.to.name)))
    if vacancy.way is not SeatWay.OFFERED:
        _require_late(table, seat, now, has_left=vacancy.has_left)
    return vacancy


def require_agreeable(table: Table, offer: Offered, now: int) -> None:
    """Raise TableError if a change of hands can no longer be agreed to.

    A person who was to be replaced may have got more time meanwhile.
    """
    if offer.place is None or offer.place == offer.seat:
        return
    vacancy = table.vacancy(offer.place)
    _require_late(table, offer.place, now, has_left=vacancy is not None and vacancy.has_left)


def taken(table: Table, newcomer: Player, seat: Seat, request: Request, now: int) -> Match:
    """Return the match once a person takes a vacant seat, or asks for it.

    If no one else has to agree, the seat changes hands at once. Raises RulesError if that can't be
    proposed now.
    """
    vacancy, match = table.vacancy(seat), table.started
    assert vacancy is not None, "the caller has checked that"
    if vacancy.way is SeatWay.MODERATOR:
        event = SeatTaken(seat, table.at(seat).id, newcomer.id, SeatWay.MODERATOR)
        return match.add(event, Origin(now, Actor.MODERATOR, None, request.id))
    proposer = next((p for p in table.players if p.id == vacancy.by), None)
    if proposer is None or proposer.seat is None:
        raise TableError(say("The player who asked for this has left the game."))
    made = Offered(proposer.seat, OfferKind.SUBSTITUTE, place=seat, player=newcomer.id)
    proposed = match.add(made, Origin(now, Actor.SEAT, proposer.id, request.id))
    return carried_out(table, proposed, request, now)


def carried_out(table: Table, match: Match, request: Request, now: int) -> Match:
    """Return the match with the change of hands that its last entry settled."""
    offer = match.agreed
    if offer is None or offer.kind is not OfferKind.SUBSTITUTE or offer.made.place is None:
        return match
    place = offer.made.place
    way = SeatWay.OFFERED if place == offer.by else SeatWay.TAKEN
    by_engine = any(p.is_engine for p in table.others if p.id == offer.made.player)
    event = SeatTaken(place, table.at(place).id, offer.made.player, way, by_engine)
    return match.add(event, Origin(now, Actor.HOST, None, request.id))


def settled(table: Table, match: Match) -> Table:
    """Return the table with its match after more entries, and with new holders of seats."""
    changed = replace(table, match=match)
    for entry in match.entries[len(table.started.entries) :]:
        match entry.event:
            case SeatTaken():
                changed = _handed_over(changed, entry, entry.event)
            case Played() if entry.actor is Actor.SEAT:
                changed = _back(changed, entry)
            case _:
                pass
    kept = {  # An illegal reply makes a seat's plans void.
        seat: plan
        for seat, plan in changed.plans.items()
        if after_play(table.started, match, plan) and not _is_refused(table, match, plan, seat)
    }
    if kept != changed.plans:
        changed = replace(changed, plans=kept)
    if match.outcome:
        return replace(changed, vacancies=())
    place = match.offer.made.place if match.offer else None
    vacancies = tuple(v for v in changed.vacancies if not v.is_for_engine or v.seat == place)
    return changed if vacancies == changed.vacancies else replace(changed, vacancies=vacancies)


def refused(table: Table, match: Match) -> tuple[Player, ...]:
    """Return the players whose planned reply is due after more entries, but isn't legal."""
    return tuple(
        table.at(seat)
        for seat, plan in plans_of_holders(table, match).items()
        if after_play(table.started, match, plan) and _is_refused(table, match, plan, seat)
    )


def _is_refused(table: Table, match: Match, plan: Plan, seat: Seat) -> bool:
    return bool(advanced(match, {seat: plan}, {seat: table.at(seat).id}, "")[1])


def has_missed(table: Table, seat: Seat, now: int) -> bool:
    """Return True if it is the seat's turn and the rivals may claim its time.

    With a hard clock no one claims: a missed deadline ends the game, or the seat gets more time.
    """
    clock = table.clock
    return clock.turn is not None and clock.turn.seat == seat and clock.is_claimable(now)


def has_sat(table: Table, person: Person) -> bool:
    """Return True if a person holds a seat of the game, or held one."""
    return any(
        player.user.id == person and player.seat is not None
        for player in (*table.players, *table.others)
    )


def has_other_person(table: Table, person: Person) -> bool:
    """Return True if another person than this one is at the table, to agree to a change."""
    return any(not each.is_engine and each.user.id != person for each in table.seated)


def _engine(table: Table, level: int) -> Player:
    """Return a computer opponent who can take a seat. Raises TableError if there is no such level.

    A second request, such as after a no, is for the same row.
    """
    engine = engine_of(level, table.engines)
    asked = (p for p in table.others if p.seat is None and p.user == engine.user)
    return next(asked, engine)


def _with_vacancy(table: Table, vacancy: Vacancy) -> Table:
    rest = tuple(each for each in table.vacancies if each.seat != vacancy.seat)
    ordered = sorted((*rest, vacancy), key=lambda each: each.seat)
    return replace(table, vacancies=tuple(ordered))


def _require_playing(table: Table) -> None:
    if table.match is None:
        raise NoGame(say("This game hasn't started yet."))
    if table.status is not Status.PLAYING:
        raise NoGame(say("This game is finished."))


def _offered(table: Table, caller: Caller, command: OfferSeat, now: int) -> Vacancy:
    player = table.player(caller.user.id)
    if player is None or player.seat is None:
        raise TableError(say("Only players can hand over their seat."))
    if not has_other_person(table, caller.user.id):
        raise TableError(say("No one else can agree to that. You can resign."))
    return Vacancy(player.seat, SeatWay.OFFERED, now, player.id, command.to)


def _sought(table: Table, caller: Caller, command: Replace, now: int) -> Vacancy:
    if command.seat not in table.started.seats or table.at(command.seat).is_engine:
        raise TableError(say("Only a person's seat can change hands."))
    player = table.player(caller.user.id)
    if player is not None and player.seat == command.seat:
        raise TableError(say("That's your own seat. You can offer it to someone."))
    _require_late(table, command.seat, now, has_left=command.has_left)
    if player is not None and player.seat is not None:
        way, by, reason = SeatWay.TAKEN, player.id, None
    else:
        way, by, reason = SeatWay.MODERATOR, None, _moderators_reason(table, caller, command, now)
    return Vacancy(command.seat, way, now, by, command.to, has_left=command.has_left, reason=reason)


def _moderators_reason(table: Table, caller: Caller, command: Replace, now: int) -> Reason:
    """Return the reason that a moderator gives.

    Raises TableError unless the caller may now give the seat away as one.
    """
    if not may_moderate(table, caller):
        raise TableError(say("Only players and moderators can look for a replacement."))
    if has_sat(table, caller.user.id):
        raise TableError(say("You had a seat in this game, so you can't decide about it."))
    reason = Reason(caller.user.id, require_reason(command.reason))
    turn = table.clock.turn
    since = turn.overdue_since if turn and turn.seat == command.seat else None
    if since is None and command.has_left and turn:
        since = turn.begun
    if since is None or now - since < _MODERATED:
        raise TableError(
            say("For the first 3 days the players decide. After that, a moderator can.")
        )
    return reason


def _require_late(table: Table, seat: Seat, now: int, *, has_left: bool) -> None:
    if not has_left and not has_missed(table, seat, now):
        raise TableError(
            say(
                "{who} isn't out of time and hasn't left the server.",
                who=Stranger(table.at(seat).user.name),
            )
        )


def _kept(table: Table, caller: Caller, seat: Seat) -> Table:
    vacancy = table.vacancy(seat)
    if vacancy is None:
        raise TableError(say("This seat isn't open."))
    player = table.player(caller.user.id)
    asked = player is not None and player.id == vacancy.by
    if not asked and not (may_moderate(table, caller) and not has_sat(table, caller.user.id)):
        raise TableError(say("Only the player who opened this seat, or a moderator, can close it."))
    return replace(table, vacancies=tuple(each for each in table.vacancies if each != vacancy))


def _handed_over(table: Table, entry: Entry, event: SeatTaken) -> Table:
    """Return the table with the newcomer on the seat."""
    old = table.at(event.seat)
    newcomer = next(player for player in table.others if player.id == event.new)
    new = replace(
        newcomer,
        status=PlayerStatus.SEATED,
        seat=event.seat,
        contestant=old.contestant,
        from_entry=entry.number,
    )
    gone = replace(old, status=PlayerStatus.LEFT, until_entry=entry.number)
    return replace(
        table,
        players=_by_row(*(p for p in table.players if p != old), new),
        others=_by_row(*(p for p in table.others if p != newcomer), gone),
        vacancies=tuple(each for each in table.vacancies if each.seat != event.seat),
        plans={seat: plan for seat, plan in table.plans.items() if seat != event.seat},
    )


def _back(table: Table, entry: Entry) -> Table:
    """Return the table after a move by a person who was to be replaced."""
    kept = tuple(v for v in table.vacancies if v.seat != entry.seat or v.way is SeatWay.OFFERED)
    return table if kept == table.vacancies else replace(table, vacancies=kept)


def _by_row(*players: Player) -> tuple[Player, ...]:
    return tuple(sorted(players, key=lambda player: player.id))

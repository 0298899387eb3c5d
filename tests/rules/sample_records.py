"""Records of random games of every kind and end, as the bot would write them."""

import random
from collections.abc import Mapping

from rules.contract.core import AnyGame, Dice, Seat
from rules.log.entries import Actor, Origin
from rules.log.events import (
    Adjudicated,
    Begun,
    OfferKind,
    SeatTaken,
    SeatWay,
    TimedOut,
    VoidCause,
    Voided,
)
from rules.match.match import Match
from rules.records.game_record import GameRecord, Holder, SeatResult
from rules.time.time_control import USUAL

__all__ = ["random_record", "record_of"]

_NAMES = ("Ann", 'Bo "the" \\ one]:', "Żofia {x}", "🎲", "a: b; (c)")


def random_record(
    game: AnyGame, options: Mapping[str, str], seed: int, *, most: int = 5_000
) -> GameRecord:
    """Return the record of a random game, which may end by the table, early, or not at all."""
    chance = random.Random(seed)
    seating = chance.randrange(len(game.spec.seatings))
    match = Match.of(game, game.spec.seatings[seating], USUAL)
    match = match.add(Begun(), _origin(match, chance, Actor.HOST))
    stop = chance.choice((most, most, chance.randrange(60)))
    changed: SeatTaken | None = None
    while match.turn is not None and len(match.plies) < stop:
        if isinstance(match.turn, Dice):
            match = match.roll(chance.choice(match.legal), _origin(match, chance))
            continue
        due = match.seat_due
        assert due is not None
        if chance.random() < 0.03:
            match = _offered(match, chance)
        elif chance.random() < 0.01 and changed is None:
            changed = SeatTaken(due, 10 + due, 20, SeatWay.MODERATOR)
            match = match.add(changed, _origin(match, chance, Actor.MODERATOR))
        else:
            move = game.notate(chance.choice(match.legal))
            match = match.play(due, move, _origin(match, chance))
    if match.turn is not None:
        match = _ended(match, chance)
    return record_of(match, options, changed)


def record_of(
    match: Match, options: Mapping[str, str], changed: SeatTaken | None = None
) -> GameRecord:
    """Return the record of a match whose seats were held by players 10, 11 and so on."""
    holders = [
        Holder(seat=seat, player=10 + seat, name=_NAMES[seat] if seat else None)
        for seat in match.seats
    ]
    if changed is not None:
        number = match.events.index(changed) + 1
        old = holders[changed.seat]
        holders[changed.seat] = Holder(
            seat=old.seat, player=old.player, name=old.name, until=number
        )
        holders.append(Holder(seat=old.seat, player=20, name=_NAMES[3], since=number))
    return GameRecord(
        match=match,
        options=options,
        holders=tuple(holders),
        terms={"vacation": True, "hints": False},
        results=_results(match),
    )


def _results(match: Match) -> tuple[SeatResult, ...]:
    if match.outcome is None:
        return ()
    outcome = match.outcome

    def rank(seat: Seat) -> int | None:
        if outcome.is_void:
            return None
        return 1 if not outcome.winners or match.seating[seat] & outcome.winners else 2

    return tuple(
        SeatResult(
            seat=seat, player=10 + seat, rank=rank(seat), score=None,
            worth=outcome.worth, rule=outcome.rule.key,
        )
        for seat in match.seats
    )  # fmt: skip


def _origin(match: Match, chance: random.Random, actor: Actor | None = None) -> Origin:
    last = match.entries[-1].at if match.entries else 1_790_000_000
    number = str(1_184_375_926_431_678_464 + len(match.entries))
    return Origin(last + chance.randrange(9_000), actor, 10, number)


def _offered(match: Match, chance: random.Random) -> Match:
    """Return the match after an offer that is accepted or declined, if one can be made."""
    seat = match.seat_due
    assert seat is not None
    kind = chance.choice((OfferKind.TAKE_BACK, OfferKind.DRAW))
    if match.offer or (seat, kind) in match.offered:
        return match
    try:
        match = match.propose(seat, kind, _origin(match, chance))
    except ValueError:
        return match
    for other in match.seats:
        if other != seat and match.offer:
            if kind is OfferKind.TAKE_BACK:
                match = match.accept(other, _origin(match, chance))
            else:
                match = match.decline(other, _origin(match, chance))
    return match


def _ended(match: Match, chance: random.Random) -> Match:
    seat = match.seat_due or Seat(0)
    match chance.randrange(6):
        case 0:
            return match
        case 1:
            return match.add(Voided(VoidCause.AGREED), _origin(match, chance))
        case 2 if match.seat_due is not None:
            return match.add(TimedOut(seat), _origin(match, chance))
        case 3:
            return match.add(Adjudicated((seat,)), _origin(match, chance, Actor.MODERATOR))
        case 4:
            return match.add(Adjudicated(()), _origin(match, chance, Actor.MODERATOR))
        case _:
            for each in (seat, *sorted(match.allies_of(seat))):
                match = match.resign(each, _origin(match, chance))
            return match

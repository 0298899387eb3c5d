"""What everybody has agreed to and the host carries out: pauses, their end, more time."""

from bot.model.table import Request
from rules.log.entries import Actor, Origin
from rules.log.events import Grant, Granted, OfferKind, Paused, Resumed
from rules.match.match import Match
from rules.time.duration import DAY

__all__ = ["carried_out"]


def carried_out(match: Match, request: Request, now: int) -> Match:
    """Return the match with the host's entry for what its last entry made everybody agree to.

    A pause lasts for this many days from now; time that rivals give counts from now or from the
    deadline, whichever is later.
    """
    offer = match.agreed
    if offer is None:
        return match
    at = max(now, match.entries[-1].at)
    origin = Origin(at, Actor.HOST, None, request.id)
    match offer.kind:
        case OfferKind.PAUSE:
            return match.add(Paused(at + offer.made.days * DAY), origin)
        case OfferKind.RESUME:
            return match.add(Resumed(), origin)
        case OfferKind.TIME if match.seat_due is not None:
            seconds = match.clock.present(offer.made.days * DAY, at)
            return match.add(Granted(match.seat_due, seconds, Grant.RIVALS), origin)
        case _:
            return match

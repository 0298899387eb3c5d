"""Proposals between seats: when the kinds may be made, and who has to agree."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from rules.contract.capabilities import CanStop
from rules.contract.core import AnyGame, RulesError, Seat
from rules.contract.sentence import Sentence, say
from rules.log.events import Offered, OfferKind

__all__ = ["GIVEN", "LONGEST_PAUSE", "Offer", "accepted", "require_possible", "voters"]

GIVEN: Final = (1, 3)
"""Days that rivals may give at a time."""
LONGEST_PAUSE: Final = 30
"""The longest pause, in days."""
_ALSO_ENGINES: Final = frozenset({OfferKind.DRAW, OfferKind.COUNT})
"""The offers to which engines have to agree too; for all others, only persons have to."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A proposal that is waiting for the other seats."""

    number: int
    """The number of the entry that made it."""
    made: Offered
    keep: int
    """The number of plies that remain after a take-back."""
    accepted: frozenset[Seat]
    """The seats that agree, including the one that made the proposal."""
    voters: frozenset[Seat]
    """The seats that have to agree."""

    @property
    def kind(self) -> OfferKind:
        """The kind of proposal."""
        return self.made.kind

    @property
    def by(self) -> Seat:
        """The seat that proposed it."""
        return self.made.seat

    @property
    def is_agreed(self) -> bool:
        """True if everyone required agrees."""
        return self.voters <= self.accepted


def voters(made: Offered, seats: Collection[Seat], engines: frozenset[Seat]) -> frozenset[Seat]:
    """Return the seats that have to agree: all, or all persons, but not one to be replaced."""
    asked = frozenset(seats) if made.kind in _ALSO_ENGINES else frozenset(seats) - engines
    return asked - {made.place} if made.kind is OfferKind.SUBSTITUTE else asked


def require_possible(
    made: Offered, game: AnyGame, seats: Collection[Seat], engines: frozenset[Seat], *, paused: bool
) -> None:
    """Raise RulesError if this can't be proposed now, or never can in this game."""
    refusal = _refusal(made, game, seats, engines, paused=paused)
    if refusal:
        raise RulesError(refusal)


def _refusal(
    made: Offered, game: AnyGame, seats: Collection[Seat], engines: frozenset[Seat], *, paused: bool
) -> Sentence | None:
    match made.kind:
        case OfferKind.COUNT if not isinstance(game, CanStop):
            return say(
                "{game} can't be stopped and counted. You can offer a draw.",
                game=game.spec.title,
            )
        case OfferKind.PAUSE if paused:
            return say("The game is already paused.")
        case OfferKind.PAUSE if not 1 <= made.days <= LONGEST_PAUSE:
            return say("A pause lasts 1 to {most} days.", most=LONGEST_PAUSE)
        case OfferKind.TIME if made.days not in GIVEN:
            return say("You can give {few} day or {many} days.", few=GIVEN[0], many=GIVEN[1])
        case OfferKind.TIME if paused:
            return say("The game is paused, so the clock is stopped.")
        case OfferKind.RESUME if not paused:
            return say("The game isn't paused.")
        case OfferKind.SUBSTITUTE if made.place not in seats or made.place in engines:
            return say("Only a person's seat can change hands.")
        case OfferKind.SUBSTITUTE if not frozenset(seats) - engines - {made.place}:
            return say("There's no one else who could agree to that.")
        case _:
            return None


def accepted(offer: Offer, seat: Seat, speaking: frozenset[Seat] = frozenset()) -> Offer:
    """Return the offer with the agreement of one more seat, and of those it speaks for.

    Raises RulesError if the seat has no say.
    """
    if seat in offer.accepted:
        raise RulesError(say("You've already agreed. Waiting for the other players."))
    if seat not in offer.voters:
        raise RulesError(say("The other players decide that."))
    return replace(offer, accepted=offer.accepted | {seat} | speaking)

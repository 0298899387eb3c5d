"""The ways to play a game, and the choice among them. A rematch repeats one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from bot.model.caller import Caller, Person
from bot.model.errors import TableError
from bot.model.ratings import unratable
from bot.model.server import ServerSettings
from bot.model.table import Player, Status, Table
from bot.tables.checks import never_rated, not_yet_rated
from bot.tables.commands import Open
from rules.contract.core import AnyGame
from rules.contract.sentence import Sentence, one_of, say

__all__ = [
    "ONE_REMATCH",
    "Variant",
    "can_be_repeated",
    "rated",
    "rematch_after",
    "variant_for",
    "variants",
]

_PLAYERS = "players"


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to play a game."""

    options: Mapping[str, str]
    seating: int
    """The index of the seating in the game's spec with these options."""
    seats: int
    choices: Mapping[str, str]
    """Its options and, where the game leaves that open, the number of players."""
    titles: tuple[Sentence, ...]
    """The titles of these choices."""

    @property
    def text(self) -> str:
        """The choices as `key=value` pairs in the order of the spec."""
        return ",".join(f"{key}={value}" for key, value in self.choices.items())


def variants(game: AnyGame) -> tuple[Variant, ...]:
    """Return every way to play a game, the one by its defaults first."""
    options = game.spec.options
    found: list[Variant] = []
    for chosen in product(*(option.choices for option in options)):
        values = {option.key: choice.value for option, choice in zip(options, chosen, strict=True)}
        titles = tuple(choice.title for choice in chosen)
        seatings = game.configured(values).spec.seatings
        for number, seating in enumerate(seatings):
            seats = len(seating)
            counted = len(seatings) > 1 and _PLAYERS not in values
            many = {_PLAYERS: str(seats)} if counted else {}
            told = (say("{count} players", count=seats),) if counted else ()
            found.append(Variant(values, number, seats, many | values, (*told, *titles)))
    return tuple(found)


def variant_for(game: AnyGame, fitting: Sequence[Variant], others: int) -> Variant:
    """Return the first of the variants that has room for so many opponents of the host.

    Raises TableError if none has.
    """
    for variant in fitting:
        if variant.seats > others:
            return variant
    number, counts = others + 1, one_of(sorted({variant.seats for variant in fitting}))
    if any(variant.seats > others for variant in variants(game)):
        raise TableError(
            say(
                "That makes {number} of you, but this variant of {game} is for {counts}. "
                "Invite fewer people, or choose another variant.",
                number=number, game=game.spec.title, counts=counts,
            )
        )  # fmt: skip
    raise TableError(
        say(
            "That makes {number} of you, but {game} is for {counts}. Invite fewer people.",
            number=number, game=game.spec.title, counts=counts,
        )
    )  # fmt: skip


def rated(
    command: Open, caller: Caller, settings: ServerSettings, barred: Mapping[Person, int]
) -> bool:
    """Return True if the result of a new table is to count for ratings.

    `barred` maps the people who can't play rated games yet to the moments when they can. With one
    of them, a table isn't rated by default. Raises TableError if rating was asked for and isn't
    possible. A rematch is rated like the game before, as far as possible.
    """
    asked = settings.rated if command.rated is None else command.rated
    if not asked:
        return False
    refused = unratable(command.terms, caller.place, with_engine=bool(command.engines))
    if refused is None and caller.user.id in barred:
        refused = not_yet_rated(barred[caller.user.id])
    for guest in command.invited:
        if refused is None and guest.id in barred:
            refused = never_rated(guest)
    if refused is not None and command.rated and command.rematch_of is None:
        raise TableError(refused)
    return refused is None


ONE_REMATCH: Final = say("This game already has a rematch. `/games` lists it.")


def can_be_repeated(table: Table) -> bool:
    """Return True if the game is over, with any series that it belongs to, and is of no event."""
    if table.event is not None:
        return False
    return table.status is Status.OVER and (table.series is None or table.series.is_decided)


def rematch_after(table: Table, caller: Caller) -> Open:
    """Return the command that opens a rematch, with everyone else invited.

    Raises TableError unless the caller played to the end of a game that can be repeated.
    """
    me = table.player(caller.user.id)
    if me is None or me.seat is None:
        raise TableError(say("Only its players can ask for a rematch."))
    if not can_be_repeated(table):
        if table.event is not None:
            raise TableError(say("This is a tournament game, so it has no rematch."))
        raise TableError(say("The game isn't finished yet."))
    others = [player for player in table.persons if player is not me]
    return Open(
        table.terms,
        invited=tuple(player.user for player in others),
        preferred_side=_next_side(table, me),
        engines=tuple(int(player.level or 0) for player in table.engines),
        sides={player.user.id: _next_side(table, player) for player in others},
        rematch_of=table.id,
        rated=table.terms.rated and not table.engines,
    )


def _next_side(table: Table, player: Player) -> str:
    """Return a side of the seat after a player's own."""
    assert player.seat is not None, "who played has a seat"
    sides = table.seating[(player.seat + 1) % len(table.seating)]
    return next(side.key for side in table.started.game.spec.sides if side.key in sides)

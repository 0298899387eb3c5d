"""The ways in which a game can be played, and the choice among them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from bot.model.caller import Place
from bot.model.counting import unratable
from bot.model.errors import TableError
from bot.model.server import ServerSettings
from bot.tables.commands import Open
from rules.contract.core import AnyGame
from rules.contract.sentence import Sentence, one_of, say

__all__ = ["Variant", "rated", "variant_for", "variants"]

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
    """Return every way to play a game, that of its defaults first."""
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
    raise TableError(
        say(
            "With the opponents you named there are {number} of you, but so {game} is for {counts} "
            "players. Name fewer opponents, or choose another variant.",
            number=others + 1,
            game=game.spec.title,
            counts=one_of(sorted({variant.seats for variant in fitting})),
        )
    )


def rated(command: Open, place: Place, settings: ServerSettings) -> bool:
    """Return True if the result of a new table is to count for ratings.

    Raises TableError if that was asked for and isn't possible.
    """
    refused = unratable(command.terms, place, with_engine=bool(command.engines))
    if command.rated and refused:
        raise TableError(refused)
    asked = settings.rated if command.rated is None else command.rated
    return asked and refused is None

"""The terms that can be chosen before a game starts, over all of its options."""

from collections.abc import Iterator

from bot.model.caller import Place
from bot.model.counting import unratable
from bot.model.errors import TableError
from bot.model.server import ServerSettings
from bot.tables.commands import Open
from rules.contract.core import AnyGame, Seating, SideSpec, Spec
from rules.contract.sentence import one_of, say

__all__ = ["chosen_seating", "numbers_of_players", "rated", "sides"]


def sides(game: AnyGame) -> tuple[SideSpec, ...]:
    """Return every side that any choice of options brings to the board."""
    found = {side.key: side for spec in _specs(game) for side in spec.sides}
    return tuple(found.values())


def numbers_of_players(game: AnyGame) -> tuple[int, ...]:
    """Return the numbers of players over all choices of options, the default first."""
    return tuple(dict.fromkeys(len(s) for spec in _specs(game) for s in spec.seatings))


def chosen_seating(spec: Spec, players: int | None, invited: int) -> int:
    """Return the index of a configured game's seating for this number of players.

    If no number is given, it is the first with room for everybody invited. Raises TableError if
    none fits.
    """
    for number, seating in enumerate(spec.seatings):
        if _fits(seating, players, invited):
            return number
    if players is not None and invited >= players:
        raise TableError(
            say(
                "You chose {players} players, but with the people you invited there are {number} "
                "of you. Invite fewer people, or choose more players.",
                players=players,
                number=invited + 1,
            )
        )
    raise TableError(
        say(
            "{game} with these options is for {counts} players, not {number}.",
            game=spec.title,
            counts=one_of(sorted(len(seating) for seating in spec.seatings)),
            number=max(invited + 1, players or 0),
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


def _fits(seating: Seating, players: int | None, invited: int) -> bool:
    return invited < len(seating) and players in {None, len(seating)}


def _specs(game: AnyGame) -> Iterator[Spec]:
    """Return the default spec, and the spec under every other choice of one option."""
    yield game.spec
    for option in game.spec.options:
        for choice in option.choices[1:]:
            yield game.configured({option.key: choice.value}).spec

"""The names of sides and seats."""

from collections.abc import Collection, Container
from functools import cache
from types import MappingProxyType
from typing import Final

from bot.messages.words.text import mention, named
from bot.model.caller import Person
from bot.model.table import Table
from rules.contract.core import AnyGame, Seat, Side, SideSpec, Spec
from rules.contract.sentence import Argument, Listed, Notation, Sentence, all_of, renamed, say
from rules.contract.view import Colour
from rules.registry import find

__all__ = [
    "by_name", "game_of", "player_of", "public_name", "seat_name", "seat_title", "side_name",
    "sides_in", "sides_of", "titles_of",
]  # fmt: skip

_SIGNS: Final = MappingProxyType(
    {Colour.WHITE: "⚪", Colour.BLACK: "⚫", Colour.RED: "🔴", Colour.ORANGE: "🟠"}
)


def game_of(table: Table) -> AnyGame:
    """Return the table's game with its options."""
    if table.match:
        return table.match.game
    return find(table.terms.game).configured(table.terms.options)


def sides_of(table: Table, seat: Seat) -> Listed:
    """Return the sides that a seat moves, such as `⚪ White and 🟠 Orange`."""
    return sides_in(game_of(table).spec, table.seating[seat])


def sides_in(spec: Spec, sides: frozenset[Side]) -> Listed:
    """Return sides with the signs of their colours and their titles, in the order of play."""
    return all_of(side_name(side) for side in spec.sides if side.key in sides)


@cache
def side_name(side: SideSpec) -> Sentence:
    """Return the sign of a side's colour and its title."""
    return say("{sign} {title}", sign=Notation(_SIGNS[side.colour]), title=side.title)


def player_of(table: Table, side: Side) -> Argument:
    """Return the player of a side: by name, with the side if they play others too.

    The side itself stands where its seat has changed hands, since which of its players made a move
    isn't told, and where no one is known.
    """
    match = table.started
    seat = match.seat_of(side)
    title = match.game.spec.side(side).title
    player = table.at(seat)
    if player.from_entry or not player.user.name:
        return title
    who = named(player.plain)
    return say("{name} ({side})", name=who, side=title) if len(match.seating[seat]) > 1 else who


def by_name(table: Table, words: Sentence) -> Sentence:
    """Return words about sides with the names of people, for those who play one side alone.

    Where the server wants no names in pictures and their descriptions, the words stay as they are.
    """
    if table.unnamed:
        return words
    match = table.started
    alone = (
        side for side in match.game.spec.sides if len(match.seating[match.seat_of(side.key)]) == 1
    )
    return renamed(
        words, {side.title: say("{who}", who=player_of(table, side.key)) for side in alone}
    )


def titles_of(table: Table, seat: Seat) -> Sentence:
    """Return the titles of the sides that a seat moves."""
    spec, own = game_of(table).spec, table.seating[seat]
    return say("{sides}", sides=all_of(side.title for side in spec.sides if side.key in own))


def seat_title(table: Table, seat: Seat) -> Sentence:
    """Return a seat's player and sides for a description, such as `Ann (White)`.

    Where the server wants no names in pictures, that is the sides alone.
    """
    sides = titles_of(table, seat)
    if table.unnamed:
        return sides
    return say("{who} ({sides})", who=named(table.at(seat).plain), sides=sides)


def public_name(table: Table, seat: Seat, hidden: Collection[Person]) -> Sentence:
    """Return the name of a seat's player for people elsewhere in the server.

    That is the seat's sides where the server wants no names, or no one has the seat, and no name
    for people in `hidden`.
    """
    player = table.at(seat)
    if table.unnamed or table.vacancy(seat):
        return titles_of(table, seat)
    if player.user.id in hidden:
        return say("a member")
    return say("{name}", name=named(player.user))


def seat_name(table: Table, seat: Seat, pinged: Container[Person] = ()) -> Sentence:
    """Return a seat's player and sides, such as `Ann (White)`; pinged users are mentioned."""
    user = table.at(seat).user
    who = mention(user.id) if user.id in pinged else named(user)
    return say("{who} ({sides})", who=who, sides=sides_of(table, seat))

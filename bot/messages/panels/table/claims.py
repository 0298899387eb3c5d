"""The claims open to the side to move, in words and on the board."""

from bot.messages import pictures
from bot.messages.controls.message import Message
from bot.messages.words import sentences
from bot.messages.words.text import lines
from bot.model.errors import TableError
from bot.model.table import Table
from bot.tables.advice import PossibleClaim, possible_claims
from rules.contract.capabilities import ClaimsRegions
from rules.contract.core import AnyGame, Dice, Seat
from rules.contract.sentence import Notation, Sentence, all_of, one_of, say, say_n
from rules.contract.view import Region
from rules.registry import all_games

__all__ = ["hint", "span", "tiles"]

_SHOWN = 25
"""The most rectangles with numbers on the picture; more would hide each other."""

_NAMED = 3
"""The most stones that a line lists one by one."""


def hint(table: Table, viewer: Seat | None) -> Message:
    """Return the claims open to the side to move. Raises TableError if the game has no claims."""
    match, spec = table.started, table.started.game.spec
    turn = match.turn
    if not isinstance(match.game, ClaimsRegions) or turn is None or isinstance(turn, Dice):
        having = all_of(
            game.spec.title for game in all_games().values() if isinstance(game, ClaimsRegions)
        )
        raise TableError(
            say(
                "There's nothing to claim in {game}. This works in {games}.",
                game=spec.title,
                games=having,
            )
        )
    side = sentences.side_name(spec.side(turn))
    found = possible_claims(table)
    if not found:
        return Message(say("{side} can't claim anything this turn.", side=side))
    shown = found[:_SHOWN]
    said = [say("{side} can claim, largest first:", side=side)]
    said += [
        say("**{number}** · {claim}", number=number, claim=_line(table, each))
        for number, each in enumerate(shown, 1)
    ]
    if len(found) > _SHOWN:
        more = len(found) - _SHOWN
        said.append(say_n("… and 1 more, no larger.", "… and {count} more, no larger.", more))
    view = pictures.claiming(table, viewer, (), [claim.region for claim in shown])
    return Message(lines(*said), pictures.draw(view, table))


def tiles(count: int) -> Sentence:
    """Return this number of tiles in words."""
    return say_n("1 tile", "{count} tiles", count)


def span(game: AnyGame, region: Region) -> Notation:
    """Return a rectangle by two corners, as moves write it: `b2:d4`."""
    low, _, high, *_ = region.corners
    return Notation(f"{game.geometry.label(low)}:{game.geometry.label(high)}")


def _line(table: Table, claim: PossibleClaim) -> Sentence:
    label = table.started.game.geometry.label
    region = claim.region
    place = span(table.started.game, region)
    if len(claim.stones) > _NAMED:
        return say(
            "{place}, {tiles}: a stone on any of {stones} points",
            place=place, tiles=tiles(region.size), stones=len(claim.stones),
        )  # fmt: skip
    stones = one_of(Notation(label(stone)) for stone in claim.stones)
    return say(
        "{place}, {tiles}: a stone on {stones}",
        place=place, tiles=tiles(region.size), stones=stones,
    )  # fmt: skip

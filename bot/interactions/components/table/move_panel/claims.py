"""The panel's step between the stone and the claim: numbered rectangles, or none."""

from collections.abc import Sequence

from bot.interactions.components.table.move_panel.choices import MOST, MOVES, Choice, choosing
from bot.interactions.components.table.move_panel.state import Turn, other_ways
from bot.messages import pictures
from bot.messages.controls import verbs
from bot.messages.controls.message import Button, Message
from bot.messages.controls.move_words import move_word
from bot.messages.panels.table.claims import tiles
from rules.contract.capabilities import ClaimsRegions
from rules.contract.clicks import MoveEntry
from rules.contract.core import AnyMove
from rules.contract.sentence import Notation, say
from rules.contract.view import Region
from rules.geometry import Cell

__all__ = ["are_open", "claiming"]


def are_open(turn: Turn, entry: MoveEntry) -> bool:
    """Tell whether the stone is placed and its claim is still to be chosen."""
    return isinstance(turn.game, ClaimsRegions) and bool(entry.clicked and entry.choices)


def claiming(turn: Turn, entry: MoveEntry, page: int) -> Message:
    """Offer the possible claims after this stone, numbered on the picture, largest first."""
    clicked, found = entry.clicked, _claims(turn, entry.clicked)
    pages = max(1, -(-len(found) // MOST))
    page %= pages
    shown = found[page * MOST : (page + 1) * MOST]
    regions = [region for _, region in shown]
    back, more = other_ways(turn, clicked)
    needed: list[Button] = []
    without = _without(turn, clicked)
    if without is not None:
        bare = turn.says(verbs.CHOOSE, move_word(turn.game, without))
        needed.append(Button(say("Claim nothing"), bare))
    needed += back
    if pages > 1:
        following = turn.asks(verbs.PAGE, clicked, page + 1)
        label = say("More ({page} of {pages})", page=page + 1, pages=pages)
        needed.append(Button(label, following))
    stone = Notation(turn.game.geometry.label(clicked[0]))
    return choosing(
        turn,
        pictures.claiming(turn.table, turn.seat, clicked, regions),
        say("{stone} → … What do you claim with it?", stone=stone),
        verbs.CHOOSE,
        [
            Choice(say("Claim {tiles}", tiles=tiles(region.size)), move_word(turn.game, move))
            for move, region in shown
        ],
        a_line=MOVES,
        needed=needed,
        more=more,
    )


def _without(turn: Turn, clicked: Sequence[Cell]) -> AnyMove | None:
    """Return the move that places this stone and claims nothing."""
    game = turn.game
    assert isinstance(game, ClaimsRegions)
    begun = turn.beginning(clicked)
    return next((move for move in begun if game.region(turn.match.state, move) is None), None)


def _claims(turn: Turn, clicked: Sequence[Cell]) -> list[tuple[AnyMove, Region]]:
    game = turn.game
    assert isinstance(game, ClaimsRegions)
    begun = turn.beginning(clicked)
    named = ((move, game.region(turn.match.state, move)) for move in begun)
    found = [(move, region) for move, region in named if region]
    return sorted(found, key=lambda claim: (-claim[1].size, claim[1].corners))

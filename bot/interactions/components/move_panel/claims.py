"""The panel's step between the stone and the claim: numbered rectangles, or none."""

from collections.abc import Sequence

from bot.interactions.components.move_panel.state import PAGE, Turn
from bot.messages import pictures
from bot.messages.claims import tiles
from bot.messages.custom_ids import Verb
from bot.messages.message import Button, Menu, MenuChoice, Message, Row
from bot.messages.move_words import move_word
from rules.capabilities import ClaimsRegions
from rules.clicks import MoveEntry
from rules.core import (
    AnyMove,
)
from rules.geometry import Cell
from rules.sentence import Notation, Sentence, say, say_n
from rules.view import Region

__all__ = ["are_open", "claiming", "outlook", "without"]


def are_open(turn: Turn, entry: MoveEntry) -> bool:
    """Say whether the stone stands and its claim is yet to be chosen."""
    return isinstance(turn.game, ClaimsRegions) and bool(entry.clicked and entry.choices)


async def claiming(turn: Turn, entry: MoveEntry, page: int) -> Message:
    """Offer what can be claimed after this stone, numbered on the picture, largest first."""
    found = _claims(turn, entry.clicked)
    pages = max(1, -(-len(found) // PAGE))
    page %= pages
    shown = found[page * PAGE : (page + 1) * PAGE]
    regions = [region for _, region in shown]
    picture = await pictures.draw(pictures.claiming(turn.table, turn.seat, entry.clicked, regions))
    options = [
        MenuChoice(
            label=say("{number} · {move}", number=number, move=Notation(turn.game.notate(move))),
            value=move_word(turn.game, move),
            description=say("claims {tiles}", tiles=tiles(region.size)),
        )
        for number, (move, region) in enumerate(shown, 1)
    ]
    clicked = entry.clicked
    buttons = [Button(say("Back"), turn.asks(Verb.BACK, clicked))]
    if without(turn, entry):
        buttons.insert(0, Button(say("No claim"), turn.asks(Verb.NO_CLAIM, clicked)))
    if pages > 1:
        following = turn.asks(Verb.PAGE, clicked, page + 1)
        buttons.append(
            Button(say("More ({page} of {pages})", page=page + 1, pages=pages), following)
        )
    stone = Notation(turn.game.geometry.label(entry.clicked[0]))
    text = say(
        "**{stone}** → … What do you claim with it? The numbers are on the board.", stone=stone
    )
    rows: tuple[Row, ...] = (
        [Menu(say("Pick a claim"), tuple(options), turn.asks(Verb.CLAIM, clicked))],
        buttons,
    )
    return Message(text, picture, rows)


def without(turn: Turn, entry: MoveEntry) -> list[AnyMove]:
    """Return the moves that place this stone and claim nothing."""
    game = turn.game
    assert isinstance(game, ClaimsRegions)
    begun = turn.beginning(entry.clicked)
    return [move for move in begun if game.region(turn.match.state, move) is None]


def outlook(turn: Turn, stone: Cell) -> Sentence | None:
    """Return what a stone there would allow, such as `2 claims, up to 9 tiles`."""
    sizes = [region.size for _, region in _claims(turn, (stone,))]
    if not sizes:
        return None
    return say_n(
        "1 claim, {tiles}", "{count} claims, up to {tiles}", len(sizes), tiles=tiles(max(sizes))
    )


def _claims(turn: Turn, clicked: Sequence[Cell]) -> list[tuple[AnyMove, Region]]:
    game = turn.game
    assert isinstance(game, ClaimsRegions)
    begun = turn.beginning(clicked)
    named = ((move, game.region(turn.match.state, move)) for move in begun)
    found = [(move, region) for move, region in named if region]
    return sorted(found, key=lambda claim: (-claim[1].size, claim[1].corners))

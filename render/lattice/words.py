"""Claimed rectangles in words, and in letters between the crossings."""

from collections.abc import Callable, Iterable, Sequence
from itertools import product

from render.contents import side_colours
from rules.contract.sentence import Argument, Notation, Sentence, each_of, say, say_n
from rules.contract.view import BoardView, Colour, Region, RegionKind, SideStatus
from rules.geometry import Cell, labels

__all__ = ["claim_legend", "claims", "claims_to_choose", "latest_claim", "woven"]

_HELD = (RegionKind.HELD, RegionKind.LATEST)
_SIGNS = {Colour.WHITE: "=", Colour.BLACK: "#", Colour.RED: "+", Colour.ORANGE: "%"}


def latest_claim(view: BoardView) -> Iterable[Sentence]:
    """Yield a sentence on the size of what the last move has claimed, if anything."""
    for region in view.regions:
        if region.kind is RegionKind.LATEST:
            yield say("Claimed {tiles}.", tiles=_tiles(region.size))


def claims_to_choose(view: BoardView) -> Iterable[Sentence]:
    """Yield sentences on the rectangles that are refused, chosen or to be chosen."""
    if claimed := _of_kind(view, RegionKind.OFFENDING):
        yield say("Claim refused: {claims}.", claims=each_of(claimed))
    if claimed := _of_kind(view, RegionKind.CHOSEN):
        yield say("Claim chosen: {claims}.", claims=each_of(claimed))
    choices = [
        say("{number} {claim}", number=Notation(region.text), claim=_sized(view, region))
        for region in view.regions
        if region.kind is RegionKind.CANDIDATE
    ]
    if choices:
        yield say("Claims: {claims}.", claims=each_of(choices))


def _of_kind(view: BoardView, kind: RegionKind) -> list[Sentence]:
    return [_sized(view, region) for region in view.regions if region.kind is kind]


def claims(view: BoardView, player: SideStatus, *, listed: bool) -> Sentence | None:
    """Return a side's claims, such as `White has claimed 2 rectangles, 12 tiles`, if it has any."""
    own = [each for each in view.regions if each.side == player.side and each.kind in _HELD]
    if not own:
        return None
    held: dict[str, Argument] = {
        "side": player.title,
        "rectangles": say_n("{count} rectangle", "{count} rectangles", len(own)),
        "tiles": _tiles(sum(region.size for region in own)),
    }
    if not listed:
        return say("{side} has claimed {rectangles}, {tiles}.", **held)
    spans = each_of(_span(view, region) for region in own)
    return say("{side} has claimed {rectangles}, {tiles}: {spans}.", **held, spans=spans)


def woven(
    view: BoardView, rows: Sequence[Sequence[Cell]], sign: Callable[[Cell], str]
) -> list[str]:
    """Return the lines of the crossings, and between them lines for the claimed tiles."""
    places = {cell: (2 * y, 2 * x) for y, row in enumerate(rows) for x, cell in enumerate(row)}
    signs = {place: sign(cell) for cell, place in places.items()}
    colours = side_colours(view)
    for region in view.regions:
        if region.kind in _HELD:
            ys, xs = ([places[corner][axis] for corner in region.corners] for axis in (0, 1))
            inside = product(range(min(ys) + 1, max(ys)), range(min(xs) + 1, max(xs)))
            signs |= dict.fromkeys(inside, _SIGNS[colours[region.side]])
    return [
        "".join(signs.get((y, x), " ") for x in range(2 * len(rows[0]) - 1))
        for y in range(2 * len(rows) - 1)
    ]


def claim_legend(view: BoardView) -> list[Sentence]:
    """Return the signs that fill the sides' claims."""
    sides = {region.side for region in view.regions if region.kind in _HELD}
    return [
        say("{sign} claimed by {side}", sign=Notation(_SIGNS[player.colour]), side=player.title)
        for player in view.players
        if player.side in sides
    ]


def _span(view: BoardView, region: Region) -> Notation:
    low, _, high, *_ = region.corners
    names = labels(view.geometry)
    return Notation(f"{names[low]}:{names[high]}")


def _sized(view: BoardView, region: Region) -> Sentence:
    return say("{claim} with {tiles}", claim=_span(view, region), tiles=_tiles(region.size))


def _tiles(count: int) -> Sentence:
    return say_n("{count} tile", "{count} tiles", count)

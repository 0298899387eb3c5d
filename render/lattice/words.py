"""Claimed rectangles in words, and in letters between the crossings."""

from collections.abc import Callable, Iterable, Sequence
from itertools import product

from rules.contract.view import BoardView, Colour, Region, RegionKind, SideStatus
from rules.geometry import Cell, labels

__all__ = ["claim_events", "claim_legend", "claims", "woven"]

_HELD = (RegionKind.HELD, RegionKind.LATEST)
_SIGNS = {Colour.WHITE: "=", Colour.BLACK: "#", Colour.RED: "+", Colour.ORANGE: "%"}


def claim_events(view: BoardView) -> Iterable[str]:
    """Yield sentences on the marked rectangles, most important first."""
    for kind, words in (
        (RegionKind.LATEST, "Last claim: {claims}."),
        (RegionKind.OFFENDING, "Claim refused: {claims}."),
        (RegionKind.CHOSEN, "Claim chosen: {claims}."),
    ):
        named = [_sized(view, region) for region in view.regions if region.kind is kind]
        if named:
            yield words.format(claims=", ".join(named))
    choices = [region for region in view.regions if region.kind is RegionKind.CANDIDATE]
    if choices:
        listed = (f"{region.text}: {_sized(view, region)}" for region in choices)
        yield f"Claims to choose {', '.join(listed)}."


def claims(view: BoardView, player: SideStatus, *, listed: bool) -> str:
    """Return a side's claims, such as `White has claimed 2 rectangles, 12 tiles`."""
    own = [each for each in view.regions if each.side == player.side and each.kind in _HELD]
    if not own:
        return ""
    tiles = _counted(sum(region.size for region in own), "tile")
    text = f"{player.title} has claimed {_counted(len(own), 'rectangle')}, {tiles}"
    spans = ", ".join(_span(view, region) for region in own)
    return f"{text}: {spans}." if listed else f"{text}."


def woven(
    view: BoardView, rows: Sequence[Sequence[Cell]], sign: Callable[[Cell], str]
) -> list[str]:
    """Return the lines of the crossings, and between them lines for the claimed tiles."""
    places = {cell: (2 * y, 2 * x) for y, row in enumerate(rows) for x, cell in enumerate(row)}
    signs = {place: sign(cell) for cell, place in places.items()}
    colours = {player.side: player.colour for player in view.players}
    for region in view.regions:
        if region.kind in _HELD:
            ys, xs = ([places[corner][axis] for corner in region.corners] for axis in (0, 1))
            inside = product(range(min(ys) + 1, max(ys)), range(min(xs) + 1, max(xs)))
            signs |= dict.fromkeys(inside, _SIGNS[colours[region.side]])
    return [
        "".join(signs.get((y, x), " ") for x in range(2 * len(rows[0]) - 1))
        for y in range(2 * len(rows) - 1)
    ]


def claim_legend(view: BoardView) -> list[str]:
    """Return the signs that fill each side's claims."""
    sides = {region.side for region in view.regions if region.kind in _HELD}
    return [
        f"{_SIGNS[player.colour]} claimed by {player.title}"
        for player in view.players
        if player.side in sides
    ]


def _span(view: BoardView, region: Region) -> str:
    low, _, high, *_ = region.corners
    names = labels(view.geometry)
    return f"{names[low]}:{names[high]}"


def _sized(view: BoardView, region: Region) -> str:
    return f"{_span(view, region)} with {_counted(region.size, 'tile')}"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"

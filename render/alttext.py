"""A position in words, for people who play by a screen reader and for search.

The order is by use: whose turn, what happened, what to choose or what was wrong, what stands
where. Cells come in reading order, from the top row of the picture as its viewer sees it.
"""

from collections.abc import Iterable
from itertools import product

from render.claimwords import claim_events, claims
from render.pointwords import cell_name, counting, dice_words, point_army
from rules.geometry import Cell
from rules.view import BoardView, Mark, MarkKind, Player

__all__ = ["alt_text"]


def alt_text(view: BoardView, limit: int = 1024) -> str:
    """Return the view in words, at most `limit` characters long.

    Where all would not fit, claims are only counted, or else each side's pieces, or both; what is
    still too long ends at a word with an ellipsis. Raises ValueError for a limit below 1.
    """
    if limit < 1:
        raise ValueError(f"alt text needs room for at least 1 character, not {limit}")
    order = _reading_order(view)
    opening = [_sentence(view.title), _sentence(view.status), *_events(view, order)]
    text = ""
    for where, listed in product((True, False), repeat=2):
        armies = (_army(view, player, order, where=where) for player in view.players)
        held = (_sentence(claims(view, player, listed=listed)) for player in view.players)
        text = " ".join(part for part in (*opening, *held, *armies) if part)
        if len(text) <= limit:
            return text
    return _cut(text, limit)


def _reading_order(view: BoardView) -> dict[Cell, int]:
    cells = [cell for row in view.geometry.rows() for cell in row]
    if view.turned:
        cells.reverse()
    return {cell: place for place, cell in enumerate(cells)}


def _events(view: BoardView, order: dict[Cell, int]) -> Iterable[str]:
    """Say the last move, and what the marks say beyond it."""
    if view.last:
        yield _sentence(f"Last move {view.last}")
    if view.dice:
        titles = {player.side: player.title for player in view.players}
        yield _sentence(f"Dice: {dice_words(view.dice, titles)}")
    yield from map(_sentence, claim_events(view))
    counter = counting(view)
    if counter:
        yield _sentence(f"Points as {counter.title} counts them")
    for kind, words in (
        (MarkKind.CAPTURED, "Captured on"),
        (MarkKind.OFFENDING, "Rule broken at"),
        (MarkKind.CHOSEN, "Chosen so far"),
    ):
        cells = sorted(
            (mark.cell for mark in view.marks if mark.kind is kind), key=order.__getitem__
        )
        if cells:
            yield _sentence(f"{words} {_named(view, cells)}")
    choices = [mark for mark in view.marks if mark.kind is MarkKind.CANDIDATE]
    if choices:
        listed = (f"{mark.text}: {cell_name(view, mark.cell)}" for mark in _by_number(choices))
        yield _sentence(f"Choose {', '.join(listed)}")


def _by_number(choices: list[Mark]) -> list[Mark]:
    return sorted(choices, key=lambda mark: (len(mark.text), mark.text))


def _army(view: BoardView, player: Player, order: dict[Cell, int], *, where: bool) -> str:
    """Say what a side has, such as `White: 2 men a1, c3; 1 king g5`."""
    if counting(view):
        return _sentence(point_army(view, player))
    kinds: dict[str, list[Cell]] = {}
    for stack in sorted(view.stacks, key=lambda stack: order[stack.cell]):
        for piece in stack.pieces:
            if piece.side == player.side:
                kinds.setdefault(piece.name, []).append(stack.cell)
    groups = [
        f"{len(cells)} {name if len(cells) == 1 else _plural(name)}"
        + (f" {_named(view, cells)}" if where else "")
        for name, cells in sorted(kinds.items(), key=lambda kind: -len(kind[1]))
    ]
    return _sentence(f"{player.title}: {'; '.join(groups) or 'no pieces'}")


def _named(view: BoardView, cells: Iterable[Cell]) -> str:
    return ", ".join(cell_name(view, cell) for cell in cells)


def _plural(name: str) -> str:
    return name[:-3] + "men" if name.endswith("man") else name + "s"


def _sentence(text: str) -> str:
    return text if not text or text[-1] in ".!?" else text + "."


def _cut(text: str, limit: int) -> str:
    """Cut after the last whole word that leaves room for an ellipsis."""
    head = text[:limit]
    if not text[limit - 1].isspace():
        head = text[: limit - 1]
        if not text[limit - 1].isspace() and " " in head:
            head = head[: head.rindex(" ")]
    return head.rstrip(" ,;:")[: limit - 1] + "…"

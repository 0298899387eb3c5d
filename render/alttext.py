"""A position in words, for people who use a screen reader, and for search.

The order is by use: whose turn it is, what happened, what to choose or what was wrong, and the
pieces. Each sentence says one thing. Cells come in reading order, from the top row of the picture
as its viewer sees it, with the names that the picture shows. A stack belongs to the side of its top
piece and is named from the top down: `c3 red over white (2)`.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

from render.backgammon.words import (
    cell_name,
    counting,
    dice_sentences,
    is_off,
    moved_name,
    point_army,
)
from render.lattice.words import claim_events, claims
from rules.contract.view import BoardView, Mark, MarkKind, Pattern, Side, SideStatus, Stack
from rules.geometry import Cell, Geometry, labels

__all__ = ["alt_text"]


def alt_text(view: BoardView, limit: int = 1024) -> str:
    """Return the view in words, at most `limit` characters long.

    If the text is too long, claims are only counted, and stacks lose the names of their buried
    pieces, unmarked and tall ones first, so that as few as possible have to. If it is still too
    long, each side's pieces are only counted, and finally the text is cut after a word, with an
    ellipsis. Raises ValueError for a limit below 1.
    """
    if limit < 1:
        raise ValueError(f"alt text needs room for at least 1 character, not {limit}")
    order = _reading_order(view.geometry, turned=view.turned)
    standing = _standing(view, order)
    opening = [_sentence(view.title), _sentence(view.status), *_events(view, order)]
    text = ""
    for named in _shorter(view):
        armies = [_army(view, player, standing[player.side], named) for player in view.players]
        if named is not None and sum(map(len, armies)) > limit:
            continue
        for listed in (True, False) if view.regions else (False,):
            held = (claims(view, player, listed=listed) for player in view.players)
            text = " ".join([part for part in (*opening, *held, *armies) if part])
            if len(text) <= limit:
                return text
    return _cut(text, limit)


def _shorter(view: BoardView) -> Iterator[frozenset[Cell] | None]:
    """Yield the stacks whose pieces are all named, ever fewer; None: cells aren't named either."""
    marked = {mark.cell for mark in view.marks}
    stacks = [stack for stack in view.stacks if len(stack.pieces) > 1]
    kept = sorted(stacks, key=lambda stack: (stack.cell not in marked, len(stack.pieces)))
    for size in range(len(kept), -1, -1):
        yield frozenset(stack.cell for stack in kept[:size])
    yield None


@lru_cache(maxsize=64)
def _reading_order(geometry: Geometry, *, turned: bool) -> Mapping[Cell, int]:
    cells = [cell for row in geometry.rows() for cell in row]
    if turned:
        cells.reverse()
    return MappingProxyType({cell: place for place, cell in enumerate(cells)})


class _Standing(NamedTuple):
    """One side's pieces on the board, in reading order."""

    single: dict[str, list[Cell]]
    """By kind of piece, the cells where one stands alone."""
    stacks: list[Stack]
    """The side's stacks of two pieces or more."""


def _standing(view: BoardView, order: Mapping[Cell, int]) -> Mapping[Side, _Standing]:
    """Return the pieces of each side."""
    found = {player.side: _Standing({}, []) for player in view.players}
    stacks = {stack.cell: stack for stack in view.stacks}
    like: dict[int, list[Cell]] = {}
    for stack in [stacks[cell] for cell in order if cell in stacks]:
        pieces = stack.pieces
        # Views share the tuples of equal pieces, so most are examined only once.
        cells = like.get(id(pieces))
        if cells is None:
            top = pieces[-1]
            own = found[top.side]
            if len(pieces) > 1:
                own.stacks.append(stack)
                continue
            cells = like[id(pieces)] = own.single.setdefault(top.name, [])
        cells.append(stack.cell)
    return found


def _events(view: BoardView, order: Mapping[Cell, int]) -> Iterable[str]:
    """Yield sentences on the last move and on the marks."""
    titles = {player.side: player.title for player in view.players}
    if view.last and view.mover:
        yield f"{titles[view.mover]} played {view.last}."
    elif view.last:
        yield f"Last move {view.last}."
    if view.last and _counted_otherwise(view):
        yield from _in_these_numbers(view)
    yield from dice_sentences(view.dice, titles)
    if view.regions:
        yield from claim_events(view)
    counter = counting(view)
    if counter:
        yield f"Points are numbered for {counter.title}."
    yield from _team_sentences(view, titles)
    if counter:
        hits = sorted(mark.cell for mark in view.marks if mark.side)
        yield from [f"Hit on {_named(view, hits)}."] if hits else []
    kinds = {mark.kind for mark in view.marks}
    for kind, words in (
        (MarkKind.CAPTURED, "" if counter else "Captured on {cells}."),
        (MarkKind.OFFENDING, "Rule broken at {cells}."),
        (MarkKind.CHOSEN, "Chosen so far: {cells}."),
    ):
        if kind in kinds and words:
            cells = sorted(
                (mark.cell for mark in view.marks if mark.kind is kind), key=order.__getitem__
            )
            yield words.format(cells=_named(view, cells))
    choices = [mark for mark in view.marks if mark.kind is MarkKind.CANDIDATE]
    if choices:
        listed = (f"{mark.text}: {cell_name(view, mark.cell)}" for mark in _by_number(choices))
        yield "Choose {choices}.".format(choices=", ".join(listed))
    if view.parts:
        listed = (f"{part.text}: {_part_name(view, part.cells)}" for part in view.parts)
        yield "Choose a part {choices}.".format(choices=", ".join(listed))


def _part_name(view: BoardView, cells: frozenset[Cell]) -> str:
    ends = min(cells), max(cells)
    return "-".join(cell_name(view, cell) for cell in ends)


def _counted_otherwise(view: BoardView) -> bool:
    """Return True if the last move's notation counts points from the other side than this view."""
    counter = counting(view)
    return counter is not None and view.mover is not None and counter.side != view.mover


def _in_these_numbers(view: BoardView) -> Iterable[str]:
    """Yield the start and end of the last move in the numbers of this view."""
    marked: dict[MarkKind, list[Cell]] = {}
    for mark in sorted(view.marks, key=lambda mark: mark.cell):
        marked.setdefault(mark.kind, []).append(mark.cell)
    reached = marked.get(MarkKind.TARGET, [])
    parts = [
        f"{word} {_joined([moved_name(view, cell) for cell in cells])}"
        for word, cells in (
            ("left", marked.get(MarkKind.ORIGIN, [])),
            ("reached", [cell for cell in reached if not is_off(cell)]),
        )
        if cells
    ]
    if any(map(is_off, reached)):
        parts.append("bore off")
    if parts:
        between = ", and " if any(" and " in part for part in parts) else " and "
        yield f"In these numbers, that move {between.join(parts)}."


def _joined(names: list[str]) -> str:
    """Return `3`, `3 and 2`, or `11, 18 and 24`."""
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def _team_sentences(view: BoardView, titles: dict[Side, str]) -> Iterable[str]:
    for team in view.teams:
        if len(team) > 1:
            yield "{sides} play together.".format(sides=" and ".join(titles[s] for s in team))


def _by_number(choices: list[Mark]) -> list[Mark]:
    """Sort by the first number that a mark shows, so that `1-2` comes before `3`."""

    def first(mark: Mark) -> tuple[int, str]:
        number = mark.text.partition("-")[0]
        return len(number), number

    return sorted(choices, key=first)


def _army(
    view: BoardView, player: SideStatus, standing: _Standing, named: frozenset[Cell] | None
) -> str:
    """Return a side's pieces in reading order, such as `White: 2 men a1, c3; 1 king g5`."""
    if counting(view):
        return point_army(view, player)
    single, stacks = standing
    groups = [
        _counted(len(cells), name) + ("" if named is None else f" {_named(view, cells)}")
        for name, cells in sorted(single.items(), key=lambda kind: -len(kind[1]))
    ]
    if stacks:
        titles = {player.side: player.title.lower() for player in view.players}
        listed = (
            "; ".join([_stack(view, stack, titles, named) for stack in stacks])
            if named is not None
            else ""
        )
        groups.append(_counted(len(stacks), "stack") + (f": {listed}" if listed else ""))
    has = f"{player.title}: {'; '.join(groups) or 'no pieces'}."
    return f"{bound} {has}" if (bound := _bound(view, player)) else has


def _stack(
    view: BoardView, stack: Stack, titles: Mapping[Side, str], named: frozenset[Cell]
) -> str:
    """Return a stack, named from the top down and counted: `c3 red over 2 white, orange (4)`."""
    label, height = labels(view.geometry)[stack.cell], len(stack.pieces)
    if stack.cell not in named:
        return f"{label} ({height})"
    top, *buried = (titles[piece.side] for piece in reversed(stack.pieces))
    runs = [(title, len(list(run))) for title, run in groupby(buried)]
    below = ", ".join(f"{count} {title}" if count > 1 else title for title, count in runs)
    crowned = f" {stack.pieces[-1].name}" if stack.pieces[-1].crowned else ""
    return f"{label} {top}{crowned} over {below} ({height})"


def _bound(view: BoardView, player: SideStatus) -> str:
    """Return a sentence on the row that a side has to reach in a race, and its count."""
    goals = [goal for goal in view.goals if goal.side == player.side and goal.cells]
    if not goals:
        return ""
    order = _reading_order(view.geometry, turned=view.turned)
    cells = sorted(goals[0].cells, key=order.__getitem__)
    ends = {"first": view.geometry.label(cells[0]), "last": view.geometry.label(cells[-1])}
    if not player.note:
        return "{side}'s goal is the end row {first} to {last}.".format(side=player.title, **ends)
    return "{side}'s goal is the end row {first} to {last}: {note}.".format(
        side=player.title, note=player.note, **ends
    )


def _counted(count: int, name: str) -> str:
    return f"{count} {name if count == 1 else _plural(name)}"


def _named(view: BoardView, cells: Iterable[Cell]) -> str:
    if view.pattern is not Pattern.POINTS:
        return ", ".join(map(labels(view.geometry).__getitem__, cells))
    return ", ".join(cell_name(view, cell) for cell in cells)


def _plural(name: str) -> str:
    return name[:-3] + "men" if name.endswith("man") else name + "s"


def _sentence(text: str) -> str:
    return text if not text or text[-1] in ".!?" else text + "."


def _cut(text: str, limit: int) -> str:
    """Cut the text after the last whole word that leaves room for an ellipsis."""
    head = text[:limit]
    if not text[limit - 1].isspace():
        head = text[: limit - 1]
        if not text[limit - 1].isspace() and " " in head:
            head = head[: head.rindex(" ")]
    return head.rstrip(" ,;:")[: limit - 1] + "…"

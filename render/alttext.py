"""A position in words, for people who use a screen reader, and for search.

The order is by use: what to choose or what was wrong, what happened, whose turn it is, and the
pieces, the viewer's own first. Each sentence says one thing, and none says it again. Cells come in
reading order, from the top row of the picture as its viewer sees it, with the names that the
picture shows. A stack belongs to the side of its top piece and is named from the top down:
`c3 red on white, 2 high`.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, groupby
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from render.backgammon.words import (
    cell_name,
    choice_name,
    counting,
    dice_sentences,
    hops_of,
    is_counted_otherwise,
    point_army,
)
from render.contents import seen_rows, side_colours
from render.lattice.words import claims, claims_to_choose, latest_claim
from rules.contract.sentence import (
    ENGLISH,
    Argument,
    Notation,
    Renderer,
    Sentence,
    Stranger,
    Verbatim,
    all_of,
    each_of,
    joined,
    renamed,
    say,
    say_n,
)
from rules.contract.view import (
    BoardView,
    Colour,
    Mark,
    MarkKind,
    Pattern,
    PieceKind,
    Side,
    SideStatus,
    Stack,
)
from rules.geometry import Cell, Geometry, labels

__all__ = ["alt_text", "change_text"]


_COLOURS: Final[Mapping[Colour, Callable[[int], Sentence]]] = MappingProxyType(
    {
        Colour.WHITE: lambda count: say_n("white", "{count} white", count),
        Colour.BLACK: lambda count: say_n("black", "{count} black", count),
        Colour.RED: lambda count: say_n("red", "{count} red", count),
        Colour.ORANGE: lambda count: say_n("orange", "{count} orange", count),
    }
)
"""The words for so many pieces of one colour in a row in a stack."""

_NOBODY: Final[Mapping[Side, str]] = MappingProxyType({})

_Stacks: TypeAlias = Mapping[Cell, Verbatim]
"""Some stacks with the names of all their pieces, already read."""


def alt_text(
    view: BoardView,
    limit: int = 1024,
    *,
    reader: Renderer = ENGLISH,
    people: Mapping[Side, str] = _NOBODY,
) -> str:
    """Return the view in words for this reader, at most `limit` characters long.

    The `people` are named instead of their sides, with the side where a person plays several. The
    viewer's pieces come first, or the pieces of the side to move in a view for everyone.

    Once something is chosen in the move being entered, only that and the choices are told.

    If the text is too long, claims are only counted, and stacks lose the names of their buried
    pieces, unmarked and tall ones first, so that as few as possible have to. If it is still too
    long, each side's pieces are only counted, and finally the text is cut after a word, with an
    ellipsis. Raises ValueError for a limit below 1.
    """
    if limit < 1:
        raise ValueError(f"alt text needs room for at least 1 character, not {limit}")
    if view.part or any(mark.kind is MarkKind.CHOSEN for mark in view.marks):
        return _cut_to(_later_step(view, reader), limit)
    armed = _own_first(view, people)
    allies = list(_allies(view, people))
    view = _named(view, people)
    order = _reading_order(view.geometry, turned=view.turned)
    standing = _standing(view, order)
    marked = _marked(view, order)
    opening = _read(
        reader,
        *_to_choose(view, marked),
        *_happened(view, marked),
        view.status,
        *_about(view),
        *allies,
    )
    spelled = {
        stack.cell: Verbatim(_stack(view, stack).rendered(reader))
        for stack in view.stacks
        if len(stack.pieces) > 1 and not counting(view)
    }
    text = ""
    for named in _shorter(view):
        kept = None if named is None else {cell: spelled[cell] for cell in named & spelled.keys()}
        armies = _read(
            reader, *(_army(view, player, standing[player.side], kept) for player in armed)
        )
        if named is not None and len(armies) > limit:
            continue
        for listed in (True, False) if view.regions else (False,):
            held = _read(reader, *(claims(view, each, listed=listed) for each in armed))
            text = _read(reader, *map(_as_read, (opening, held, armies)))
            if len(text) <= limit:
                return text
    return _cut(text, limit)


def change_text(
    before: BoardView,
    view: BoardView,
    limit: int = 1024,
    *,
    reader: Renderer = ENGLISH,
    people: Mapping[Side, str] = _NOBODY,
) -> str:
    """Return the effect of a move, for a reader who has heard the position `before` it.

    Points are few, and have the numbers of the side to move, so they are read in full. Otherwise
    like `alt_text`.
    """
    if counting(view):
        return alt_text(view, limit, reader=reader, people=people)
    had = {stack.cell: stack.pieces for stack in before.stacks}
    new = tuple(stack for stack in view.stacks if had.pop(stack.cell, ()) != stack.pieces)
    order = _reading_order(view.geometry, turned=view.turned)
    named, changed = _named(view, people), replace(view, stacks=new)
    spelled = {
        stack.cell: Verbatim(_stack(view, stack).rendered(reader))
        for stack in new
        if len(stack.pieces) > 1
    }
    told = [*_happened(named, _marked(view, order)), named.status]
    standing, notes = _standing(changed, order), {each.side: each for each in before.players}
    for player in _own_first(view, people):
        own, goal = standing[player.side], _goal(view, player)
        if own.single or own.stacks:
            told.append(_army(changed, player, own, spelled))
        elif goal and goal != _goal(before, notes[player.side]):
            told.append(say("{side}, {goal}.", side=player.title, goal=goal))
        held = claims(view, player, listed=False)
        told.append(held if held != claims(before, player, listed=False) else None)
    if emptied := sorted(had, key=order.__getitem__):
        told.append(say("Now empty: {cells}.", cells=_cells(view, emptied)))
    return _cut_to(_read(reader, *told, say("Nothing else changes.")), limit)


def _later_step(view: BoardView, reader: Renderer) -> str:
    """Return what was chosen and what can be chosen next.

    The first step has told the position, so it isn't read again.
    """
    order = _reading_order(view.geometry, turned=view.turned)
    choices = _to_choose(view, _marked(view, order))
    return _read(reader, *choices, say("Board unchanged."))


def _marked(view: BoardView, order: Mapping[Cell, int]) -> Mapping[MarkKind, list[Cell]]:
    """Return the marked cells by the kind of their marks, in reading order."""
    marked: dict[MarkKind, list[Cell]] = defaultdict(list)
    for mark in sorted(view.marks, key=lambda mark: order[mark.cell]):
        marked[mark.kind].append(mark.cell)
    return marked


def _read(reader: Renderer, *sentences: Sentence | None) -> str:
    """Return the sentences that are there one after another."""
    whole = joined(sentences, _after)
    return whole.rendered(reader) if whole else ""


def _as_read(text: str) -> Sentence | None:
    return say("{words}", words=Verbatim(text)) if text else None


def _after(first: Sentence, second: Sentence) -> Sentence:
    return say("{first} {second}", first=first, second=second)


def _apart(first: Sentence, second: Sentence) -> Sentence:
    return say("{first}; {second}", first=first, second=second)


def _shorter(view: BoardView) -> Iterator[frozenset[Cell] | None]:
    """Yield the stacks whose pieces are all named, ever fewer, then None for no cells at all."""
    marked = {mark.cell for mark in view.marks}
    stacks = [stack for stack in view.stacks if len(stack.pieces) > 1]
    kept = sorted(stacks, key=lambda stack: (stack.cell not in marked, len(stack.pieces)))
    for size in range(len(kept), -1, -1):
        yield frozenset(stack.cell for stack in kept[:size])
    yield None


def _reading_order(geometry: Geometry, *, turned: bool) -> Mapping[Cell, int]:
    rows = seen_rows(geometry, turned=turned)
    return {cell: place for place, cell in enumerate(chain(*rows))}


class _Standing(NamedTuple):
    """One side's pieces on the board, in reading order."""

    single: dict[PieceKind, list[Cell]]
    """By kind of piece, the cells where one stands alone."""
    stacks: list[Stack]
    """The side's stacks of two pieces or more."""


def _standing(view: BoardView, order: Mapping[Cell, int]) -> Mapping[Side, _Standing]:
    """Return the pieces by side."""
    found = {player.side: _Standing({}, []) for player in view.players}
    for stack in sorted(view.stacks, key=lambda stack: order[stack.cell]):
        own, top = found[stack.pieces[-1].side], stack.pieces[-1]
        if len(stack.pieces) > 1:
            own.stacks.append(stack)
        else:
            own.single.setdefault(top.kind, []).append(stack.cell)
    return found


def _named(view: BoardView, people: Mapping[Side, str]) -> BoardView:
    """Return the view with the names of people in place of their sides.

    A result calls sides that one person plays by their titles: it names them together.
    """
    if not people:
        return view
    names = {player.side: _name(player, people) for player in view.players}
    is_over = not view.rolling and not any(player.to_move for player in view.players)
    played = Counter(people.values())
    new = {
        player.title: names[player.side]
        for player in view.players
        if not is_over or played[people.get(player.side, "")] == 1
    }
    players = tuple(replace(player, title=names[player.side]) for player in view.players)
    status = view.status and renamed(view.status, new)
    return replace(view, players=players, status=status)


def _name(player: SideStatus, people: Mapping[Side, str]) -> Sentence:
    """Return the name of who plays a side, with the side if they play others too."""
    name = people.get(player.side)
    if not name:
        return player.title
    if list(people.values()).count(name) > 1:
        return _name_and_side(player, name)
    return say("{name}", name=Stranger(name))


def _name_and_side(player: SideStatus, name: str) -> Sentence:
    return say("{name} ({side})", name=Stranger(name), side=player.title)


def _own_first(view: BoardView, people: Mapping[Side, str]) -> list[SideStatus]:
    """Return the sides, with their names, in the order in which their pieces are read."""
    own = view.mine or tuple(player.side for player in view.players if player.to_move)
    told = [
        replace(each, title=_name_and_side(each, people[each.side]))
        if people.get(each.side)
        else each
        for each in view.players
    ]
    return sorted(told, key=lambda each: each.side not in own)


def _happened(view: BoardView, marked: Mapping[MarkKind, list[Cell]]) -> Iterable[Sentence]:
    """Yield sentences on the last move and the dice."""
    titles = {player.side: player.title for player in view.players}
    last = Notation(view.last)
    if view.last and view.mover and is_counted_otherwise(view):
        if hops := hops_of(view):
            yield say("{side} moved {hops}.", side=titles[view.mover], hops=all_of(hops))
    elif view.last and view.mover:
        yield say("{side} played {move}.", side=titles[view.mover], move=last)
    elif view.last:
        yield say("Last move: {move}.", move=last)
    if counting(view):
        if hits := sorted(mark.cell for mark in view.marks if mark.side):
            yield say("Hit on {cells}.", cells=_cells(view, hits))
    elif taken := marked[MarkKind.CAPTURED]:
        yield say("Captured on {cells}.", cells=_cells(view, taken))
    yield from latest_claim(view)
    told = {player.side for player in view.players if player.demand}
    yield from dice_sentences(view.dice, titles, told)


def _about(view: BoardView) -> Iterable[Sentence]:
    """Yield what holds for the whole game."""
    yield say("{title}.", title=view.title)
    counter = counting(view)
    if counter:
        yield say("Points are numbered for {side}.", side=counter.title)
    if view.pattern is Pattern.LINED and not view.stacks and not view.regions:
        rows = seen_rows(view.geometry, turned=view.turned)
        yield say("{columns} by {rows} lines.", columns=len(rows[0]), rows=len(rows))


def _allies(view: BoardView, people: Mapping[Side, str]) -> Iterable[Sentence]:
    """Yield who wins together, or plays several sides alone."""
    for team in view.teams:
        if len(team) > 1:
            own = [player for player in view.players if player.side in team]
            names = {people.get(side, "") for side in team}
            titles = all_of(player.title for player in own)
            if len(names) == 1 and (name := names.pop()):
                yield say("{name} plays {sides}.", name=Stranger(name), sides=titles)
            else:
                sides = all_of(_name(player, people) for player in own)
                yield say("{sides} play together.", sides=sides)


def _to_choose(view: BoardView, marked: Mapping[MarkKind, list[Cell]]) -> Iterable[Sentence]:
    """Yield sentences on what is wrong, chosen, or to be chosen."""
    if cells := marked[MarkKind.OFFENDING]:
        yield say("Look at {cells}.", cells=_cells(view, cells))
    if cells := marked[MarkKind.CHOSEN]:
        yield say("{cells} chosen.", cells=_cells(view, cells))
    if view.part:
        yield say("Area {part} chosen.", part=_part_name(view, view.part))
    yield from claims_to_choose(view)
    choices = [mark for mark in view.marks if mark.kind is MarkKind.CANDIDATE]
    if choices:
        listed = (_choice(mark.text, choice_name(view, mark.cell)) for mark in _by_number(choices))
        yield say("Choices: {choices}.", choices=each_of(listed))
    if view.parts:
        listed = (_choice(part.text, _part_name(view, part.cells)) for part in view.parts)
        yield say("Areas: {choices}.", choices=each_of(listed))


def _choice(number: str, name: Argument) -> Sentence:
    return say("{number} {name}", number=Notation(number), name=name)


def _part_name(view: BoardView, cells: frozenset[Cell]) -> Notation:
    return Notation("–".join(view.geometry.label(cell) for cell in (min(cells), max(cells))))


def _by_number(choices: list[Mark]) -> list[Mark]:
    """Sort by the first number that a mark shows, so that `1-2` comes before `3`."""

    def first(mark: Mark) -> tuple[int, str]:
        number = mark.text.partition("-")[0]
        # Shorter ones first, so that 10 follows 9.
        return len(number), number

    return sorted(choices, key=first)


def _army(
    view: BoardView, player: SideStatus, standing: _Standing, named: _Stacks | None
) -> Sentence:
    """Return a side's pieces in reading order, such as `White: 2 men a1, c3; 1 king g5`.

    In a race, its goal stands before them: `White, 2 on end row a8 to h8: 2 men a1, c3`.

    Only the `named` stacks are spelled out; if it is None, cells aren't named either.
    """
    if counting(view):
        return point_army(view, player)
    single, stacks = standing
    groups: list[Sentence] = []
    for kind, cells in sorted(single.items(), key=lambda kind: -len(kind[1])):
        pieces = kind.counted(len(cells))
        if named is not None:
            pieces = say("{pieces} {cells}", pieces=pieces, cells=_cells(view, cells))
        groups.append(pieces)
    if stacks:
        counted = (
            say_n("{count} pile", "{count} piles", len(stacks))
            if view.goals
            else say_n("{count} stack", "{count} stacks", len(stacks))
        )
        if named is not None:
            spelled = [_spelled(view, stack, named) for stack in stacks]
            counted = say("{stacks}: {cells}", stacks=counted, cells=_row(spelled))
        groups.append(counted)
    pieces = _row(groups) if groups else _nothing(view, player.side)
    if goal := _goal(view, player):
        return say("{side}, {goal}: {pieces}.", side=player.title, goal=goal, pieces=pieces)
    return say("{side}: {pieces}.", side=player.title, pieces=pieces)


def _nothing(view: BoardView, side: Side) -> Sentence:
    """Return the words for a side without a piece, or with buried ones alone."""
    buried = (piece.kind for stack in view.stacks for piece in stack.pieces if piece.side == side)
    kind = next(buried, None)
    return say("no {piece} on top", piece=kind.name) if kind else say("no pieces")


def _row(parts: Iterable[Sentence]) -> Sentence:
    """Return the parts with semicolons; there is at least one."""
    whole = joined(parts, _apart)
    assert whole is not None, "there is something to join"
    return whole


def _spelled(view: BoardView, stack: Stack, named: _Stacks) -> Sentence:
    if stack.cell in named:
        return say("{words}", words=named[stack.cell])
    cell = Notation(labels(view.geometry)[stack.cell])
    return say("{cell} {height} high", cell=cell, height=len(stack.pieces))


def _stack(view: BoardView, stack: Stack) -> Sentence:
    """Return a stack, named from the top down and counted: `c3 red on 2 white, orange, 4 high`."""
    colours = side_colours(view)
    top, *buried = (_COLOURS[colours[piece.side]] for piece in reversed(stack.pieces))
    told: dict[str, Argument] = {
        "cell": Notation(labels(view.geometry)[stack.cell]),
        "top": top(1),
        "below": each_of(colour(len(list(run))) for colour, run in groupby(buried)),
        "height": len(stack.pieces),
    }
    if stack.pieces[-1].crowned:
        kind = stack.pieces[-1].kind.name
        return say("{cell} {top} {kind} on {below}, {height} high", **told, kind=kind)
    return say("{cell} {top} on {below}, {height} high", **told)


def _goal(view: BoardView, player: SideStatus) -> Sentence | None:
    """Return the row that a side has to reach in a race, after its count."""
    goals = [goal for goal in view.goals if goal.side == player.side and goal.cells]
    if not goals:
        return None
    order = _reading_order(view.geometry, turned=view.turned)
    cells = sorted(goals[0].cells, key=order.__getitem__)
    first, last = (Notation(view.geometry.label(cell)) for cell in (cells[0], cells[-1]))
    if player.note is None:
        return say("end row {first} to {last}", first=first, last=last)
    return say("{note} {first} to {last}", note=player.note, first=first, last=last)


def _cells(view: BoardView, cells: Iterable[Cell]) -> Argument:
    if view.pattern is not Pattern.POINTS:
        return each_of(Notation(labels(view.geometry)[cell]) for cell in cells)
    return each_of(cell_name(view, cell) for cell in cells)


def _cut_to(text: str, limit: int) -> str:
    return text if len(text) <= limit else _cut(text, limit)


def _cut(text: str, limit: int) -> str:
    """Cut the text after the last whole word that leaves room for an ellipsis."""
    head = text[:limit]
    if not text[limit - 1].isspace():
        head = text[: limit - 1]
        if not text[limit - 1].isspace() and " " in head:
            head = head[: head.rindex(" ")]
    return head.rstrip(" ,;:")[: limit - 1] + "…"

"""A backgammon position in words and in letters, with the numbers that its picture shows."""

from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import groupby

from rules.contract.sentence import (
    Argument,
    Notation,
    Renderer,
    Sentence,
    all_of,
    each_of,
    say,
    say_n,
)
from rules.contract.view import BoardView, Die, Pattern, Side, SideStatus, Stack
from rules.geometry import Cell
from rules.geometry.backgammon import FAR_BAR, FAR_OFF, NEAR_BAR, NEAR_OFF, Points

__all__ = [
    "cell_name",
    "choice_name",
    "counting",
    "dice_sentences",
    "hops_of",
    "is_counted_otherwise",
    "point_army",
    "point_text",
    "ways_of",
]

_BARS = (NEAR_BAR, FAR_BAR)
_OFF = (NEAR_OFF, FAR_OFF)
_EMPTY = "."
_HALF = 6


def counting(view: BoardView) -> SideStatus | None:
    """Return the side from which points are counted, or None on boards without points."""
    if view.pattern is not Pattern.POINTS or not isinstance(view.geometry, Points):
        return None
    return view.players[-1 if view.geometry.counted_by_far else 0]


def cell_name(view: BoardView, cell: Cell) -> Argument:
    """Return the name of a cell for use in sentences."""
    name = view.geometry.label(cell)
    if view.pattern is Pattern.POINTS and name.startswith("far "):
        return say("the opponent's {cell}", cell=Notation(name.removeprefix("far ")))
    return Notation(name)


def choice_name(view: BoardView, cell: Cell) -> Argument:
    """Return the name of a cell after the number of a choice, so that two numbers never meet."""
    name = cell_name(view, cell)
    if view.pattern is Pattern.POINTS and view.geometry.label(cell).isdecimal():
        return say("point {point}", point=name)
    return name


def is_counted_otherwise(view: BoardView) -> bool:
    """Tell whether the last move is written in numbers that this view doesn't show."""
    counter = counting(view)
    return counter is not None and view.mover is not None and counter.side != view.mover


def hops_of(view: BoardView) -> Sequence[Sentence]:
    """Return the hops of the last move in the numbers of this view, such as `from 24 to 18`.

    A checker that played several dice made one hop.
    """
    return [_hop(view, way[0], way[-1]) for way in ways_of(view.trail)]


def _hop(view: BoardView, start: Cell, end: Cell) -> Sentence:
    """Return the way of a checker, whose bar and tray are always of its own side."""
    name = say("the bar") if start in _BARS else Notation(view.geometry.label(start))
    if end in _OFF:
        return say("from {start} off the board", start=name)
    return say("from {start} to {end}", start=name, end=Notation(view.geometry.label(end)))


def ways_of(trail: Sequence[Cell]) -> Sequence[Sequence[Cell]]:
    """Return the ways of the checkers, cell by cell, from two cells a die.

    A checker goes on where another hop of the trail has ended.
    """
    ways: list[list[Cell]] = []
    for start, end in zip(trail[::2], trail[1::2], strict=True):
        if way := next((way for way in ways if way[-1] == start), None):
            way.append(end)
        else:
            ways.append([start, end])
    return ways


def dice_sentences(
    dice: Iterable[Die], titles: Mapping[Side, Sentence], told: Container[Side] = ()
) -> Iterable[Sentence]:
    """Yield the rolls, by side, and the dice already played.

    The roll of sides that are `told` to play it is left out, unless several rolled it.
    """
    for side, played in groupby(dice, lambda die: die.side):
        own = list(played)
        throws = [
            (thrower, all_of(sorted((die.pips for die in rolled), reverse=True)))
            for thrower, rolled in groupby(own, lambda die: die.thrown_by or die.side)
        ]
        if len(throws) > 1 or side not in told:
            for thrower, pips in throws:
                yield say("{side} rolled {pips}.", side=titles[thrower], pips=pips)
        if len(throws) > 1 and side not in told:
            yield say("{side} starts and plays both.", side=titles[side])
        used = [die.pips for die in own if die.used]
        if used:
            yield say("Already played: {pips}.", pips=all_of(used))


def point_army(view: BoardView, player: SideStatus) -> Sentence:
    """Return a sentence on a side's checkers, rearmost first, such as `2 checkers on 24`."""
    mine = [stack for stack in view.stacks if stack.pieces[-1].side == player.side]
    far = player.side != view.players[0].side
    mine.sort(key=lambda stack: _rank(stack.cell, far=far), reverse=True)
    places = each_of(_where(view, stack) for stack in mine)
    if not mine:
        return say("{side} is done.", side=player.title)
    if player.note:
        return say(
            "{side}, {pips} to go: {places}.",
            side=player.title, pips=player.note, places=places,
        )  # fmt: skip
    return say("{side}: {places}.", side=player.title, places=places)


def _rank(cell: Cell, *, far: bool) -> int:
    """Return the pips that a checker still has to go: 25 from the bar, 0 once it is off."""
    if cell in _BARS or cell in _OFF:
        return 25 if cell in _BARS else 0
    return 24 - cell if far else cell + 1


def _where(view: BoardView, stack: Stack) -> Sentence:
    count = len(stack.pieces)
    if stack.cell in _BARS:
        return say_n("{count} checker on the bar", "{count} checkers on the bar", count)
    if stack.cell in _OFF:
        return say_n("{count} checker off", "{count} checkers off", count)
    point = cell_name(view, stack.cell)
    return say_n("{count} checker on {point}", "{count} checkers on {point}", count, point=point)


def point_text(view: BoardView, reader: Renderer) -> str:
    """Return both rows of the board, with dice and a legend, as the viewer sees them."""
    board = view.geometry
    upper, lower = board.rows()
    if view.turned:  # Each point moves to the place of its opposite.
        upper, lower = lower, upper
    stacks = {stack.cell: stack for stack in view.stacks}
    signs = {cell: _sign(view, stacks.get(cell)) for cell in board.cells}
    names = {cell: board.label(cell).removeprefix("far ") for cell in board.cells}
    lines = [_line(upper, names), _line(upper, signs), "", _line(lower, signs), _line(lower, names)]
    titles = {player.side: player.title for player in view.players}
    if view.dice:
        lines += ["", *(said.rendered(reader) for said in dice_sentences(view.dice, titles))]
    legend = [
        *(say("{sign} {side}", sign=Notation(_letter(p)), side=p.title) for p in view.players),
        say("{sign} two of them", sign=Notation(f"2{_letter(view.players[0])}")),
        say("{sign} empty", sign=Notation(_EMPTY)),
    ]
    lines += ["", say("{legend}", legend=each_of(legend)).rendered(reader)]
    return "\n".join(lines)


def _letter(player: SideStatus) -> str:
    return player.colour.value[0]


def _sign(view: BoardView, stack: Stack | None) -> str:
    if stack is None:
        return _EMPTY
    letter = next(
        _letter(player) for player in view.players if player.side == stack.pieces[-1].side
    )
    return f"{len(stack.pieces)}{letter}" if len(stack.pieces) > 1 else letter


def _line(row: tuple[Cell, ...], words: dict[Cell, str]) -> str:
    """Arrange a row in columns, with more room around the bar."""
    return "".join(
        f"{words[cell]:>{5 if cell in _BARS or cell in _OFF or place == _HALF + 1 else 3}}"
        for place, cell in enumerate(row)
    )

"""A backgammon position in words and in letters, with the numbers that its picture shows."""

from collections.abc import Iterable
from itertools import groupby

from rules.contract.view import BoardView, Die, Pattern, Side, SideStatus, Stack
from rules.geometry import Cell
from rules.geometry.backgammon import FAR_BAR, FAR_OFF, NEAR_BAR, NEAR_OFF, Points

__all__ = [
    "cell_name",
    "counting",
    "dice_sentences",
    "is_off",
    "moved_name",
    "point_army",
    "point_text",
]

_PLACES = {NEAR_BAR: "on the bar", FAR_BAR: "on the bar", NEAR_OFF: "off", FAR_OFF: "off"}
_EMPTY = "."
_HALF = 6


def counting(view: BoardView) -> SideStatus | None:
    """Return the side from which points are counted; None on boards without points."""
    if view.pattern is not Pattern.POINTS or not isinstance(view.geometry, Points):
        return None
    return view.players[-1 if view.geometry.counted_by_far else 0]


def cell_name(view: BoardView, cell: Cell) -> str:
    """Return the name of a cell for use in sentences."""
    name = view.geometry.label(cell)
    if view.pattern is Pattern.POINTS and name.startswith("far "):
        return f"the rival's {name.removeprefix('far ')}"
    return name


def moved_name(view: BoardView, cell: Cell) -> str:
    """Return the name of a cell for use in sentences on a move, which left its own side's bar."""
    return "the bar" if cell in (NEAR_BAR, FAR_BAR) else view.geometry.label(cell)


def is_off(cell: Cell) -> bool:
    """Return True if a checker on this cell has been borne off."""
    return cell in (NEAR_OFF, FAR_OFF)


def dice_sentences(dice: Iterable[Die], titles: dict[Side, str]) -> Iterable[str]:
    """Yield the roll of each side, the side that plays both dice, and the dice already played."""
    for side, played in groupby(dice, lambda die: die.side):
        own = list(played)
        throwers: list[Side] = []
        for thrower, rolled in groupby(own, lambda die: die.thrown_by or die.side):
            pips = " and ".join(str(die.pips) for die in rolled)
            throwers.append(thrower)
            yield f"{titles[thrower]} rolled {pips}."
        if len(throwers) > 1:
            yield f"{titles[side]} begins and plays both."
        used = " and ".join(str(die.pips) for die in own if die.used)
        if used:
            yield f"Already played: {used}."


def point_army(view: BoardView, player: SideStatus) -> str:
    """Return a sentence on a side's checkers, rearmost first, as in `2 on 24, 1 on the bar`."""
    mine = [stack for stack in view.stacks if stack.pieces[-1].side == player.side]
    far = player is not view.players[0]
    mine.sort(key=lambda stack: _rank(stack.cell, far=far), reverse=True)
    places = ", ".join(f"{len(stack.pieces)} {_where(view, stack)}" for stack in mine)
    if not mine:
        return f"{player.title} has no checkers."
    if player.note:
        return f"{player.title} has {player.note} to go: {places}."
    return f"{player.title} has {places}."


def _rank(cell: Cell, *, far: bool) -> int:
    """Return the pips that a checker still has to go: 25 from the bar, 0 once it is off."""
    if cell in _PLACES:
        return 25 if cell in (NEAR_BAR, FAR_BAR) else 0
    return 24 - cell if far else cell + 1


def _where(view: BoardView, stack: Stack) -> str:
    return _PLACES.get(stack.cell) or f"on {cell_name(view, stack.cell)}"


def point_text(view: BoardView) -> str:
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
        lines += ["", *dice_sentences(view.dice, titles)]
    legend = [f"{_letter(player)} {player.title}" for player in view.players]
    lines += ["", ", ".join([*legend, f"2{_letter(view.players[0])} two of them", ". empty"])]
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
        f"{words[cell]:>{5 if cell in _PLACES or place == _HALF + 1 else 3}}"
        for place, cell in enumerate(row)
    )

"""A backgammon position in words and in letters.

Words count points as the side to move does, as its notation will; letters count as the picture
does, from the viewer's side.
"""

from collections.abc import Iterable
from itertools import groupby

from rules.geometry import Cell
from rules.geometry.backgammon import FAR_BAR, FAR_OFF, NEAR_BAR, NEAR_OFF, Points
from rules.view import BoardView, Die, Pattern, Side, SideStatus, Stack

__all__ = ["cell_name", "counting", "dice_words", "point_army", "point_text"]

_PLACES = {NEAR_BAR: "on the bar", FAR_BAR: "on the bar", NEAR_OFF: "off", FAR_OFF: "off"}
_EMPTY = "."
_HALF = 6


def counting(view: BoardView) -> SideStatus | None:
    """Return the player from whose side words count points; None on boards without points."""
    if view.pattern is not Pattern.POINTS:
        return None
    viewer = view.players[-1 if view.turned else 0]
    return next((player for player in view.players if player.to_move), viewer)


def cell_name(view: BoardView, cell: Cell) -> str:
    """Return the name of a cell as words use it."""
    player = counting(view)
    if player is None:
        return view.geometry.label(cell)
    name = Points(counted_by_far=player is not view.players[0]).label(cell)
    return name if not name.startswith("far") else f"the rival's {name.removeprefix('far ')}"


def dice_words(dice: Iterable[Die], titles: dict[Side, str]) -> str:
    """Return such as `White 5, 2 (played)`."""
    return "; ".join(
        f"{titles[side]} {', '.join(map(_die, own))}"
        for side, own in groupby(dice, lambda die: die.side)
    )


def _die(die: Die) -> str:
    return f"{die.pips} (played)" if die.used else str(die.pips)


def point_army(view: BoardView, player: SideStatus) -> str:
    """Say where a side's checkers are, from its rearmost, such as `2 on 24, 1 on the bar`."""
    mine = [stack for stack in view.stacks if stack.pieces[-1].side == player.side]
    far = player is not view.players[0]
    mine.sort(key=lambda stack: _rank(stack.cell, far=far), reverse=True)
    words = (f"{len(stack.pieces)} {_where(view, stack)}" for stack in mine)
    note = f", {player.note}" if player.note else ""
    return f"{player.title}{note}: {', '.join(words) or 'no pieces'}"


def _rank(cell: Cell, *, far: bool) -> int:
    """Return how far a checker there still has to go: 25 from the bar, 0 when it is off."""
    if cell in _PLACES:
        return 25 if cell in (NEAR_BAR, FAR_BAR) else 0
    return 24 - cell if far else cell + 1


def _where(view: BoardView, stack: Stack) -> str:
    return _PLACES.get(stack.cell) or f"on {cell_name(view, stack.cell)}"


def point_text(view: BoardView) -> str:
    """Return both rows of the board, with dice and a legend, as the viewer sees them."""
    board = Points(counted_by_far=view.turned)
    upper, lower = board.rows()
    if view.turned:  # Each point comes to lie where its opposite lay.
        upper, lower = lower, upper
    stacks = {stack.cell: stack for stack in view.stacks}
    signs = {cell: _sign(view, stacks.get(cell)) for cell in board.cells}
    names = {cell: board.label(cell).removeprefix("far ") for cell in board.cells}
    lines = [_line(upper, names), _line(upper, signs), "", _line(lower, signs), _line(lower, names)]
    titles = {player.side: player.title for player in view.players}
    if view.dice:
        lines += ["", f"Dice: {dice_words(view.dice, titles)}"]
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
    """Set a row in columns, with more room around the bar."""
    return "".join(
        f"{words[cell]:>{5 if cell in _PLACES or place == _HALF + 1 else 3}}"
        for place, cell in enumerate(row)
    )

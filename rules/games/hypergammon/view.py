"""A position as a `BoardView`."""

from collections.abc import Sequence
from typing import Final

from rules.contract.core import Outcome, Roll, Side, Spec
from rules.contract.sentence import Notation, Sentence, say, say_n
from rules.contract.verdict import verdict
from rules.contract.view import (
    BoardView,
    Die,
    Mark,
    MarkKind,
    Pattern,
    Piece,
    PieceKind,
    SideStatus,
    Stack,
)
from rules.games.hypergammon.notation import notate
from rules.games.hypergammon.plays import table
from rules.games.hypergammon.position import (
    BAR,
    BLACK,
    BOARD,
    START,
    WHITE,
    Checkers,
    Dots,
    Play,
    State,
    cell_of,
    other,
)
from rules.geometry import Cell

__all__ = ["CHECKER", "board_view"]

CHECKER: Final = PieceKind(
    say("checker"), lambda count: say_n("{count} checker", "{count} checkers", count)
)


def board_view(
    spec: Spec, state: State, outcome: Outcome | None, last: Play | Roll | None
) -> BoardView:
    """Return the position as a view."""
    armies = ((WHITE, state.white), (BLACK, state.black))
    due = state.side if state.dice and not outcome else None
    played = last if isinstance(last, Play) and last.routes else None
    mover = _mover(played, played.path[::2], played.path[1::2]) if played else None
    # Points have the numbers of the side to move, and at the end those of the last move.
    counting = mover if outcome else state.side
    return BoardView(
        title=spec.title,
        geometry=BOARD.opposite if counting == BLACK else BOARD,
        pattern=Pattern.POINTS,
        players=tuple(_player(spec, side, checkers, state, due) for side, checkers in armies),
        stacks=tuple(stack for side, checkers in armies for stack in _stacks(side, checkers)),
        marks=_marks(played, mover) if played and mover else (),
        mover=mover,
        trail=played.path if played else (),
        dice=_dice(state, last),
        status=verdict(spec, outcome) if outcome else _due(spec, state, last),
        last=notate(last) if isinstance(last, Play) else "",
        rolling=not due and not outcome,
    )


def _player(
    spec: Spec, side: Side, checkers: Checkers, state: State, due: Side | None
) -> SideStatus:
    named = spec.side(side)
    note = say_n("{count} pip", "{count} pips", sum(checkers))
    demand = say("to play {roll}", roll=_roll(state.dice)) if state.dice and side == due else None
    return SideStatus(side, named.title, named.colour, note, side == due, demand)


def _stacks(side: Side, checkers: Checkers) -> list[Stack]:
    checker = Piece(side, CHECKER)
    return [
        Stack(cell_of(side, spot), (checker,) * checkers.count(spot))
        for spot in dict.fromkeys(checkers)
    ]


def _marks(last: Play, mover: Side) -> tuple[Mark, ...]:
    """Mark the cells where checkers ended, hit, passed or started, the first of these that fits."""
    starts, ends = last.path[::2], last.path[1::2]
    hits = {cell_of(mover, spot) for route in last.routes for spot in route.hits}
    kinds: dict[Cell, MarkKind] = {}
    for cell in ends:
        kinds[cell] = MarkKind.TARGET if ends.count(cell) > starts.count(cell) else MarkKind.PASSED
    for cell in hits:
        if kinds.get(cell) is not MarkKind.TARGET:
            kinds[cell] = MarkKind.CAPTURED
    for cell in starts:
        kinds.setdefault(cell, MarkKind.ORIGIN)
    return tuple(
        Mark(cell, kind, side=other(mover) if cell in hits else None)
        for cell, kind in kinds.items()
    )


def _mover(last: Play, starts: Sequence[Cell], ends: Sequence[Cell]) -> Side:
    """Return the side that made the play: only for that side do the points fit its hops."""
    ways = [route.spots for route in last.routes]
    fits = all(cell_of(WHITE, way[0]) in starts and cell_of(WHITE, way[-1]) in ends for way in ways)
    return WHITE if fits else BLACK


def _dice(state: State, last: Play | Roll | None) -> tuple[Die, ...]:
    if state.side and state.dice:
        throwers = (WHITE, BLACK) if _decided_the_start(state) else (None, None)
        return tuple(
            Die(pips, state.side, thrown_by=thrower)
            for pips, thrower in zip(state.dice, throwers, strict=True)
        )
    if state.side is None and isinstance(last, Roll):
        return tuple(Die(pips, side) for pips, side in zip(last.pips, (WHITE, BLACK), strict=True))
    return ()


def _decided_the_start(state: State) -> bool:
    """Return True if the dice are the opening roll: no play leads back to the start."""
    if state.dice is None or (state.white, state.black) != (START, START):
        return False
    whites, blacks = state.dice
    return whites != blacks and state.side == (WHITE if whites > blacks else BLACK)


def _roll(dice: Dots) -> Notation:
    """Return a roll as players tell it, the higher first."""
    return Notation("-".join(map(str, sorted(dice, reverse=True))))


def _due(spec: Spec, state: State, last: Play | Roll | None) -> Sentence:
    if state.side is None:
        if isinstance(last, Roll):
            return say("The dice were equal, so each side rolls again to decide who starts.")
        return say("Each side rolls one die to decide who starts.")
    side = spec.side(state.side).title
    if state.dice is None:
        return say("{side} to roll.", side=side)
    roll = _roll(state.dice)
    if not table(state.own, state.rivals, state.dice).turns:
        return say("{side} can't play {roll} and passes.", side=side, roll=roll)
    if BAR in state.own:
        return say("{side} to play {roll} and must enter first.", side=side, roll=roll)
    return say("{side} to play {roll}.", side=side, roll=roll)

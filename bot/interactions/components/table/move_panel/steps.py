"""The panel's present step: a choice of moves, cells or claims, or the question to confirm."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.interactions.components.table.move_panel.choices import (
    CELLS,
    MOST,
    MOVES,
    Choice,
    are_buttons,
    asking,
    choosing,
    second_step,
)
from bot.interactions.components.table.move_panel.state import Turn, other_ways, play_button
from bot.messages import pictures
from bot.messages.controls import verbs
from bot.messages.controls.message import A_ROW, Button, Message, in_rows
from bot.messages.controls.move_words import clicks_word, move_word
from bot.messages.panels.table.claims import span, tiles
from bot.messages.words.text import lines
from rules.contract.capabilities import ClaimsRegions
from rules.contract.clicks import MoveEntry
from rules.contract.core import AnyMove
from rules.contract.sentence import Notation, Sentence, each_of, say
from rules.geometry import Cell
from rules.geometry.blocks import Block

__all__ = ["are_named", "are_open", "claiming", "confirming", "pointing", "step", "whole_moves"]

_FEW_CLICKS: Final = 2
_ALIKE: Final = 20
"""The most moves that are told apart: four rows of buttons."""
_PART: Final = 14
"""The most cells of a part that are all buttons, beside the one that leads to another part."""


def step(turn: Turn, entry: MoveEntry, *, page: int = 0, part: str | None = None) -> Message:
    """Return the panel after the clicks of an entry.

    `page` counts pages of claims, from 0, and `part` the name of a part of the board.
    """
    message = _step(turn, entry, page, part)
    if turn.study is None:
        return message
    return replace(message, text=lines(turn.study.heading, message.text))


def _step(turn: Turn, entry: MoveEntry, page: int, part: str | None) -> Message:
    if entry.choices and are_named(turn):
        return whole_moves(turn)
    if are_open(turn, entry):
        return claiming(turn, entry, page)
    if entry.choices:
        return pointing(turn, entry, part)
    if len(entry.moves) == 1:
        return confirming(turn, entry, forced=len(turn.legal) == 1)
    return _telling_apart(turn, entry)


def are_named(turn: Turn) -> bool:
    """Return True if whole moves are offered, and not one cell after another.

    A menu takes two taps to choose from, so moves of two cells are offered by name only where they
    are buttons.
    """
    count = len(turn.legal)
    if are_buttons(count, MOVES):
        return True
    paths = map(turn.game.path, turn.legal)
    by_cells = isinstance(turn.game, ClaimsRegions) or all(len(p) <= _FEW_CLICKS for p in paths)
    return count <= MOST and not by_cells


def confirming(turn: Turn, entry: MoveEntry, *, forced: bool = False) -> Message:
    """Show the position after the move, and ask for confirmation."""
    move = entry.moves[0]
    view = pictures.preview(turn.table, turn.seat, move)
    notation = Notation(turn.game.notate(move))
    ways = [*turn.study.ways] if turn.study else [] if forced else other_ways(turn, entry.clicked)
    row = [play_button(turn, move), *ways]
    if forced:
        words = say("Only one move: {move}", move=notation)
        return asking(turn, view, words, row, opening=say("{words}. After it:", words=words))
    words = say("Play {move}?", move=notation)
    after = say("{words} After it:", words=words)
    return asking(turn, view, words, row, alt=pictures.change(turn.table, turn.seat, view, after))


def _telling_apart(turn: Turn, entry: MoveEntry) -> Message:
    """Offer the moves that these clicks could mean, by their notation."""
    view = pictures.choosing(turn.table, turn.seat, entry, ())
    moves = entry.moves[:_ALIKE]
    words = say("Several moves fit. Which one?")
    notations = each_of(Notation(turn.game.notate(move)) for move in moves)
    return asking(
        turn,
        view,
        words,
        *in_rows([play_button(turn, move) for move in moves]),
        other_ways(turn, entry.clicked)[:1],
        alt=second_step(_path(turn, entry), notations),
    )


def pointing(turn: Turn, entry: MoveEntry, part: str | None = None) -> Message:
    """Offer the cells that can come next; if there are too many, first the parts of the board.

    `part` is the name of the part that was picked. If the board has no part with that name, all are
    offered.
    """
    choices = pictures.in_reading_order(turn.table, entry.choices, turn.seat)
    if len(choices) <= MOST:
        return _listing(turn, entry, choices)
    parts = _parts(turn)
    block = next((block for block in parts if _name(turn, block) == part), None)
    if block is None:
        return _parting(turn, entry, parts)
    inside = [cell for cell in choices if cell in block.cells]
    other = Button(say("Another area"), turn.asks(verbs.PARTS, entry.clicked))
    return _listing(turn, entry, inside, block, other)


def whole_moves(turn: Turn) -> Message:
    """Offer every move of the turn by name; the picture numbers their first cells."""
    ordered = _by_origin(turn)
    origins: dict[Cell, list[int]] = {}
    for number, move in enumerate(ordered, 1):
        for cell in turn.game.path(move)[:1]:
            origins.setdefault(cell, []).append(number)
    numbered = {cell: _span(numbers) for cell, numbers in origins.items()}
    view = pictures.beginning(turn.table, turn.seat, numbered)
    notations = map(turn.game.notate, ordered)
    choices = [
        Choice(say("{move}", move=Notation(notation)), move_word(turn.game, move))
        for notation, move in zip(notations, ordered, strict=True)
    ]
    return choosing(turn, view, say("Pick a move"), verbs.CHOOSE, choices, a_line=MOVES)


def _by_origin(turn: Turn) -> list[AnyMove]:
    """Return the legal moves by their first cells, from the top left of the mover's picture."""
    paths = {move: turn.game.path(move) for move in turn.legal}
    origins = [path[0] for path in paths.values() if path]
    order = {
        cell: place
        for place, cell in enumerate(pictures.in_reading_order(turn.table, origins, turn.seat))
    }

    def place(move: AnyMove) -> tuple[int, str]:
        path = paths[move]
        return (order[path[0]] if path else -1, turn.game.notate(move))

    return sorted(turn.legal, key=place)


def _span(numbers: Sequence[int]) -> str:
    """Return consecutive numbers as one text: `3`, or `3-5`."""
    return f"{numbers[0]}-{numbers[-1]}" if len(numbers) > 1 else str(numbers[0])


def _parts(turn: Turn) -> Sequence[Block]:
    """Return the parts of the board, in which all cells are buttons unless the board is too large.

    Then the menu has all cells of the part.
    """
    small = pictures.parts(turn.table, turn.seat, _PART)
    if all(len(part.cells) <= _PART for part in small):
        return small
    return pictures.parts(turn.table, turn.seat, MOST)


def _parting(turn: Turn, entry: MoveEntry, parts: Sequence[Block]) -> Message:
    """Offer the parts of the board that contain choices, numbered on the picture.

    The buttons name them where a phone has room for that.
    """
    offered = [part for part in parts if not part.cells.isdisjoint(entry.choices)]
    view = pictures.choosing_part(turn.table, turn.seat, entry, offered)
    labels = [
        say("{number} {area}", number=number, area=Notation(_name(turn, part)))
        for number, part in enumerate(offered, 1)
    ]
    has_names = are_buttons(len(offered), MOVES, needed=1)
    buttons = [
        Button(
            label if has_names else say("{number}", number=number),
            turn.asks(verbs.PART, entry.clicked, _name(turn, part)),
        )
        for number, (label, part) in enumerate(zip(labels, offered, strict=True), 1)
    ]
    ways = other_ways(turn, entry.clicked, typing=are_buttons(len(buttons), CELLS, needed=1))
    words, alt = say("Pick an area"), None
    if entry.clicked:
        path = _path(turn, entry)
        words = say("{path}: pick an area", path=path)
        alt = second_step(path, each_of(labels))
    a_line = MOVES if has_names else A_ROW
    return asking(turn, view, words, *in_rows(buttons, a_line), ways, alt=alt)


def _name(turn: Turn, part: Block) -> str:
    """Return a part's name, by its corners: `a1–j10`."""
    label = turn.game.geometry.label
    return f"{label(part.low)}–{label(part.high)}"


def _listing(
    turn: Turn,
    entry: MoveEntry,
    shown: Sequence[Cell],
    part: Block | None = None,
    *extra: Button,
) -> Message:
    """Offer these cells, numbered on the picture of the board or of a part of it."""
    stops = [play_button(turn, move, stops=True) for move in entry.moves[:1]]
    cells, named = (part.cells, Notation(_name(turn, part))) if part else (frozenset[Cell](), None)
    return choosing(
        turn,
        pictures.choosing(turn.table, turn.seat, entry, shown, cells),
        _prompt(turn, entry),
        verbs.CLICKS,
        [
            Choice(
                say("{cell}", cell=Notation(turn.board.label(cell))),
                clicks_word(turn.game, (*entry.clicked, cell)),
            )
            for cell in shown
        ],
        a_line=CELLS,
        before=clicks_word(turn.game, entry.clicked),
        clicked=entry.clicked,
        chosen=_path(turn, entry) if entry.clicked else named,
        extra=[*stops, *extra],
    )


def _prompt(turn: Turn, entry: MoveEntry) -> Sentence:
    """Ask for a piece's destination, for a piece, or for a new piece's place."""
    if entry.clicked:
        return say("{path} goes where?", path=_path(turn, entry))
    occupied = {stack.cell for stack in turn.game.view(turn.match.state).stacks}
    if occupied.isdisjoint(entry.choices):
        return say("Pick a point")
    return say("Pick a piece")


def _path(turn: Turn, entry: MoveEntry) -> Notation:
    """Return the cells clicked so far: `g1 → e3`."""
    return Notation(" → ".join(map(turn.board.label, entry.clicked)))


def are_open(turn: Turn, entry: MoveEntry) -> bool:
    """Tell whether the stone is placed and its claim is still to be chosen."""
    return isinstance(turn.game, ClaimsRegions) and bool(entry.clicked and entry.choices)


def claiming(turn: Turn, entry: MoveEntry, page: int) -> Message:
    """Offer the possible claims after this stone, numbered on the picture, largest first."""
    clicked, game = entry.clicked, turn.game
    assert isinstance(game, ClaimsRegions), "claims are open"
    begun = [(move, game.region(turn.match.state, move)) for move in turn.beginning(clicked)]
    found = [(move, region) for move, region in begun if region]
    found.sort(key=lambda claim: (-claim[1].size, claim[1].corners))
    pages = max(1, -(-len(found) // MOST))
    page %= pages
    shown = found[page * MOST : (page + 1) * MOST]
    regions = [region for _, region in shown]
    extra: list[Button] = []
    without = next((move for move, region in begun if region is None), None)
    if without is not None:
        bare = turn.says(verbs.CHOOSE, move_word(game, without))
        extra.append(Button(say("Claim nothing"), bare))
    if pages > 1:
        following = turn.asks(verbs.PAGE, clicked, page + 1)
        label = say("More ({page} of {pages})", page=page + 1, pages=pages)
        extra.append(Button(label, following))
    stone = Notation(game.geometry.label(clicked[0]))
    return choosing(
        turn,
        pictures.claiming(turn.table, turn.seat, clicked, regions),
        say("{stone} claims what?", stone=stone),
        verbs.CHOOSE,
        [
            Choice(
                say("Claim {tiles}", tiles=tiles(region.size)),
                move_word(game, move),
                say("{place}, {tiles}", place=span(game, region), tiles=tiles(region.size)),
            )
            for move, region in shown
        ],
        a_line=MOVES,
        clicked=clicked,
        chosen=stone,
        extra=extra,
    )

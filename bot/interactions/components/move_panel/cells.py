"""The panel's step in which a cell is picked: from one menu, or by part of the board first."""

from collections.abc import Sequence

from bot.interactions.components.move_panel import claims
from bot.interactions.components.move_panel.state import (
    OPTION_TEXT,
    PAGE,
    Turn,
    play_button,
)
from bot.messages import pictures
from bot.messages.custom_ids import Verb
from bot.messages.message import Button, Menu, MenuChoice, Message, Row
from rules.capabilities import ClaimsRegions
from rules.clicks import MoveEntry, enter
from rules.geometry import Cell
from rules.geometry.blocks import Block

__all__ = ["pointing"]


async def pointing(turn: Turn, entry: MoveEntry, part: str | None = None, page: int = 0) -> Message:
    """Offer the cells that can come next; where they are too many, parts of the board first.

    `part` is the name of the part that was picked, `page` the page of its menu. Where the board
    has no part of that name, all are offered.
    """
    choices = pictures.in_reading_order(turn.table, entry.choices, turn.seat)
    if len(choices) <= PAGE:
        return await _listing(turn, entry, choices, ())
    parts = pictures.parts(turn.table, turn.seat, PAGE)
    block = next((block for block in parts if _name(turn, block) == part), None)
    if part is None or block is None:
        return await _parting(turn, entry, parts)
    inside = [cell for cell in choices if cell in block.cells]
    pages = max(1, -(-len(inside) // PAGE))
    page %= pages
    extra = [Button("Another part", turn.asks(Verb.PARTS, entry.clicked)), _typing(turn, entry)]
    if pages > 1:
        label = f"More ({page + 1} of {pages})"
        extra.append(Button(label, turn.asks(Verb.PART, entry.clicked, part, page + 1)))
    return await _listing(turn, entry, inside[page * PAGE : (page + 1) * PAGE], extra)


async def _parting(turn: Turn, entry: MoveEntry, parts: Sequence[Block]) -> Message:
    """Offer the parts of the board that have cells to choose, numbered on the picture."""
    open_cells = [[cell for cell in entry.choices if cell in part.cells] for part in parts]
    shown = [(number, cells) for number, cells in enumerate(open_cells) if cells]
    offered = [parts[number] for number, _ in shown]
    picture = await pictures.draw(pictures.choosing_part(turn.table, turn.seat, entry, offered))
    options = [
        MenuChoice(
            label=f"{place} · {_name(turn, parts[number])}",
            value=_name(turn, parts[number]),
            description=f"{len(cells)} to choose from",
        )
        for place, (number, cells) in enumerate(shown, 1)
    ]
    buttons = [play_button(turn, move, "Stop here: play") for move in entry.moves[:3]]
    buttons.append(_typing(turn, entry))
    if entry.clicked:
        buttons.append(Button("Back", turn.asks(Verb.BACK, entry.clicked)))
    menu = Menu("Pick a part of the board", tuple(options), turn.asks(Verb.PARTS, entry.clicked))
    rows: tuple[Row, ...] = ([menu], buttons)
    text = _so_far(turn, entry, "Pick a part of the board, or type a point")
    return Message(text, picture, rows)


def _name(turn: Turn, part: Block) -> str:
    """Return a part's name, by its corners: `a1–j10`."""
    label = turn.game.geometry.label
    return f"{label(part.low)}–{label(part.high)}"


async def _listing(
    turn: Turn, entry: MoveEntry, shown: Sequence[Cell], extra: Sequence[Button]
) -> Message:
    """Offer these cells in one menu, numbered on the picture."""
    picture = await pictures.draw(pictures.choosing(turn.table, turn.seat, entry, shown))
    options = [
        MenuChoice(
            label=f"{number} · {_described(turn, entry, cell)}"[:OPTION_TEXT],
            value=turn.game.geometry.label(cell),
            description=_reach(turn, entry, cell)[:OPTION_TEXT] or None,
        )
        for number, cell in enumerate(shown, 1)
    ]
    prompt = _prompt(turn, entry)
    buttons = [play_button(turn, move, "Stop here: play") for move in entry.moves]
    if entry.clicked:
        buttons.append(Button("Back", turn.asks(Verb.BACK, entry.clicked)))
    buttons += extra
    rows: tuple[Row, ...] = ([Menu(prompt, tuple(options), turn.asks(Verb.PICK, entry.clicked))],)
    text = _so_far(turn, entry, prompt)
    return Message(text, picture, (*rows, buttons) if buttons else rows)


def _typing(turn: Turn, entry: MoveEntry) -> Button:
    return Button("Type a point", turn.asks(Verb.TYPE, entry.clicked))


def _prompt(turn: Turn, entry: MoveEntry) -> str:
    """Say what is picked: where a piece goes, one of the pieces, or a place for a new one."""
    if entry.clicked:
        return "Pick where it goes"
    occupied = {stack.cell for stack in turn.game.view(turn.match.state).stacks}
    return "Pick a point" if occupied.isdisjoint(entry.choices) else "Pick a piece"


def _described(turn: Turn, entry: MoveEntry, cell: Cell) -> str:
    """Return a cell's name, with what stands on it while a piece is being picked."""
    label = turn.board.label(cell)
    if entry.clicked:
        return label
    stacks = turn.game.view(turn.match.state).stacks
    pieces = next((stack.pieces for stack in stacks if stack.cell == cell), ())
    if not pieces:
        return label
    if len(pieces) == 1:
        return f"{label} {pieces[0].name}"
    titles = {side.key: side.title.lower() for side in turn.game.spec.sides}
    colours = ", ".join(titles[piece.side] for piece in reversed(pieces))
    return f"{label} stack of {len(pieces)}: {colours}"


def _reach(turn: Turn, entry: MoveEntry, cell: Cell) -> str:
    """Return where a click on the cell leads, as far as one can see from here."""
    if isinstance(turn.game, ClaimsRegions):
        return claims.outlook(turn, cell)
    ahead = enter(turn.game, turn.legal, (*entry.clicked, cell))
    labels = ", ".join(map(turn.board.label, ahead.choices))
    if not labels:
        return "".join(f"plays {turn.game.notate(move)}" for move in ahead.moves[:1])
    return f"then to {labels}" if entry.clicked else f"to {labels}"


def _so_far(turn: Turn, entry: MoveEntry, prompt: str) -> str:
    if not entry.clicked:
        return f"{prompt}: the numbers are on the board."
    path = " → ".join(map(turn.board.label, entry.clicked))
    return f"**{path}** → … {prompt}."

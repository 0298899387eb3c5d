"""The panel's step in which a cell is picked: from one menu, or by part of the board first."""

from collections.abc import Sequence

from bot.interactions.components.move_panel import claims
from bot.interactions.components.move_panel.state import (
    PAGE,
    Turn,
    play_button,
)
from bot.messages import pictures
from bot.messages.custom_ids import Verb
from bot.messages.message import Button, Menu, MenuChoice, Message, Row
from bot.messages.text import own
from rules.capabilities import ClaimsRegions
from rules.clicks import MoveEntry, enter
from rules.geometry import Cell
from rules.geometry.blocks import Block
from rules.sentence import Conjunction, Listed, Notation, Sentence, say

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
    extra = [
        Button(say("Another part"), turn.asks(Verb.PARTS, entry.clicked)),
        _typing(turn, entry),
    ]
    if pages > 1:
        label = say("More ({page} of {pages})", page=page + 1, pages=pages)
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
            label=say("{number} · {part}", number=place, part=Notation(_name(turn, parts[number]))),
            value=_name(turn, parts[number]),
            description=say("{number} to choose from", number=len(cells)),
        )
        for place, (number, cells) in enumerate(shown, 1)
    ]
    buttons = [play_button(turn, move, stops=True) for move in entry.moves[:3]]
    buttons.append(_typing(turn, entry))
    if entry.clicked:
        buttons.append(Button(say("Back"), turn.asks(Verb.BACK, entry.clicked)))
    menu = Menu(
        say("Pick a part of the board"), tuple(options), turn.asks(Verb.PARTS, entry.clicked)
    )
    rows: tuple[Row, ...] = ([menu], buttons)
    text = _so_far(turn, entry, say("Pick a part of the board, or type a point"))
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
            label=say("{number} · {cell}", number=number, cell=_described(turn, entry, cell)),
            value=turn.game.geometry.label(cell),
            description=_reach(turn, entry, cell),
        )
        for number, cell in enumerate(shown, 1)
    ]
    prompt = _prompt(turn, entry)
    buttons = [play_button(turn, move, stops=True) for move in entry.moves]
    if entry.clicked:
        buttons.append(Button(say("Back"), turn.asks(Verb.BACK, entry.clicked)))
    buttons += extra
    rows: tuple[Row, ...] = ([Menu(prompt, tuple(options), turn.asks(Verb.PICK, entry.clicked))],)
    text = _so_far(turn, entry, prompt)
    return Message(text, picture, (*rows, buttons) if buttons else rows)


def _typing(turn: Turn, entry: MoveEntry) -> Button:
    return Button(say("Type a point"), turn.asks(Verb.TYPE, entry.clicked))


def _prompt(turn: Turn, entry: MoveEntry) -> Sentence:
    """Say what is picked: where a piece goes, one of the pieces, or a place for a new one."""
    if entry.clicked:
        return say("Pick where it goes")
    occupied = {stack.cell for stack in turn.game.view(turn.match.state).stacks}
    if occupied.isdisjoint(entry.choices):
        return say("Pick a point")
    return say("Pick a piece")


def _described(turn: Turn, entry: MoveEntry, cell: Cell) -> Sentence:
    """Return a cell's name, with what stands on it while a piece is being picked."""
    label = Notation(turn.board.label(cell))
    stacks = turn.game.view(turn.match.state).stacks
    pieces = next((stack.pieces for stack in stacks if stack.cell == cell), ())
    if entry.clicked or not pieces:
        return say("{cell}", cell=label)
    if len(pieces) == 1:
        return say("{cell} {piece}", cell=label, piece=own(pieces[0].name))
    titles = {side.key: side.title for side in turn.game.spec.sides}
    colours = tuple(titles[piece.side] for piece in reversed(pieces))
    return say(
        "{cell} stack of {height}: {colours}",
        cell=label, height=len(pieces), colours=Listed(colours, Conjunction.NONE),
    )  # fmt: skip


def _reach(turn: Turn, entry: MoveEntry, cell: Cell) -> Sentence | None:
    """Return where a click on the cell leads, as far as one can see from here."""
    if isinstance(turn.game, ClaimsRegions):
        return claims.outlook(turn, cell)
    ahead = enter(turn.game, turn.legal, (*entry.clicked, cell))
    label = turn.board.label
    cells = Listed(tuple(Notation(label(each)) for each in ahead.choices), Conjunction.NONE)
    if ahead.choices:
        return (
            say("then to {cells}", cells=cells) if entry.clicked else say("to {cells}", cells=cells)
        )
    if ahead.moves:
        return say("plays {move}", move=Notation(turn.game.notate(ahead.moves[0])))
    return None


def _so_far(turn: Turn, entry: MoveEntry, prompt: Sentence) -> Sentence:
    if not entry.clicked:
        return say("{prompt}: the numbers are on the board.", prompt=prompt)
    path = Notation(" → ".join(map(turn.board.label, entry.clicked)))
    return say("**{path}** → … {prompt}.", path=path, prompt=prompt)

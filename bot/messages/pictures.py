"""The picture to show: a table's position as a seat or everyone sees it, with marks."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from random import Random
from typing import Final

from bot.messages import captions
from bot.messages.controls.message import Picture
from bot.model.table import Table
from render import UNCAPTIONED, alt_text, asking_picture, change_text, picture, text_board
from rules.contract.clicks import MoveEntry
from rules.contract.core import AnyGame, AnyMove, Seat, Side
from rules.contract.rule import Example
from rules.contract.sentence import ENGLISH, Renderer, Sentence, say
from rules.contract.verdict import verdict
from rules.contract.view import BoardPart, BoardView, Mark, MarkKind, Region, seen_from
from rules.geometry import Cell
from rules.geometry.backgammon import Points
from rules.geometry.blocks import Block, blocks
from rules.match.match import Match

__all__ = [
    "THREADS", "Letters", "asking", "at_ply", "beginning", "board", "choosing", "choosing_part",
    "claiming", "draw", "draw_present", "draw_to_come", "example", "in_reading_order", "in_words",
    "offending", "parts", "preview", "tried", "warm_up",
]  # fmt: skip


_WARMING: Final = 40
"""The number of plies a game that are drawn before anyone plays."""
_CHANCE: Final = 3
"""The seed of those plies: in them, men are taken and crowned, and stacks grow."""
# Discord's limit for the description of an attachment.
_LONGEST_ALT: Final = 1024
THREADS: Final = ThreadPoolExecutor(2, thread_name_prefix="draw")
"""The threads that draw pictures. More of them would only wait for each other, since half of the
work is Python."""


def board(table: Table, viewer: Seat | None = None) -> BoardView:
    """Return the present position as `viewer` sees it from their own side, or as everyone does.

    Everyone sees it as the only person does, if all others are engines. On points, everyone else
    sees it from the side to move, whose numbers it has.
    """
    match = table.started
    view = _settled(match, _after(match, len(match.plies)))
    return _for_everybody(match, view) if viewer is None else _seen_by(match, view, viewer)


def at_ply(table: Table, count: int, viewer: Seat | None = None) -> BoardView:
    """Return the position after `count` plies."""
    match = table.started
    view = _after(match, count)
    return _seen_by(match, _settled(match, view) if count == len(match.plies) else view, viewer)


@dataclass(frozen=True, slots=True)
class Letters:
    """A view as a board in letters."""

    view: BoardView

    def read(self, reader: Renderer, /) -> str:
        """Return the board for this reader."""
        return text_board(self.view, reader)


@dataclass(frozen=True, slots=True, eq=False)
class _Words:
    """The alt text of a view."""

    view: Callable[[], BoardView]
    table: Table | None
    opening: Sentence | None = None
    """The words that come before all else."""
    before: BoardView | None = None
    """The position that its reader has heard, to which only changes are told."""

    def read(self, reader: Renderer, /) -> str:
        """Return the text for this reader."""
        people = captions.who(self.table) if self.table else {}
        opening = f"{self.opening.rendered(reader)} " if self.opening else ""
        tell = partial(change_text, self.before) if self.before else alt_text
        room = _LONGEST_ALT - len(opening)
        return opening + tell(self.view(), room, reader=reader, people=people)


def in_words(view: BoardView, table: Table | None = None) -> Sentence:
    """Return the alt text of a view, with the names of the people at the table."""
    return say("{words}", words=_Words(lambda: view, table))


def change(table: Table, viewer: Seat, after: BoardView, opening: Sentence) -> Sentence:
    """Return an alt text of what a move of the viewer changes, after these words."""
    before = board(table, viewer)
    return say("{words}", words=_Words(lambda: after, table, opening, before))


def offending(table: Table, viewer: Seat | None, cells: Iterable[Cell]) -> BoardView:
    """Return the present position, with the cells ringed on which a refused move broke a rule."""
    marks = tuple(Mark(cell, MarkKind.OFFENDING) for cell in cells)
    return replace(board(table, viewer), marks=marks, trail=())


def choosing(
    table: Table,
    viewer: Seat,
    entry: MoveEntry,
    choices: Sequence[Cell],
    part: frozenset[Cell] = frozenset(),
) -> BoardView:
    """Return the position with the cells chosen so far, and numbers on those to choose from.

    All choices are in the `part` of the board that was picked first, if there is one.
    """
    chosen = (Mark(cell, MarkKind.CHOSEN) for cell in entry.clicked)
    numbered = (
        Mark(cell, MarkKind.CANDIDATE, str(number)) for number, cell in enumerate(choices, 1)
    )
    view = _asked(table, viewer, entry.clicked)
    return replace(view, marks=(*view.marks, *chosen, *numbered), part=part)


def beginning(table: Table, viewer: Seat, numbers: Mapping[Cell, str]) -> BoardView:
    """Return the position with the numbers of the moves that begin on its cells."""
    marks = (Mark(cell, MarkKind.CANDIDATE, text) for cell, text in numbers.items())
    view = _asked(table, viewer)
    return replace(view, marks=(*view.marks, *marks))


def choosing_part(
    table: Table, viewer: Seat, entry: MoveEntry, choices: Sequence[Block]
) -> BoardView:
    """Return the position with the cells chosen so far, and numbers on the parts to choose."""
    chosen = tuple(Mark(cell, MarkKind.CHOSEN) for cell in entry.clicked)
    numbered = (BoardPart(part.cells, str(number)) for number, part in enumerate(choices, 1))
    view = _asked(table, viewer, entry.clicked)
    return replace(view, marks=(*view.marks, *chosen), parts=tuple(numbered))


def _asked(table: Table, viewer: Seat, clicked: Sequence[Cell] = ()) -> BoardView:
    """Return the position in which a move is chosen.

    The last move is marked in the first step alone, and only where no board in a channel shows it.
    """
    view = board(table, viewer)
    is_marked = table.board_id is None and not clicked
    return view if is_marked else replace(view, marks=(), trail=())


def claiming(
    table: Table, viewer: Seat | None, clicked: Iterable[Cell], claims: Iterable[Region]
) -> BoardView:
    """Return the position with the cells chosen so far, and numbers on the regions to choose."""
    view = board(table, viewer)
    marks = tuple(Mark(cell, MarkKind.CHOSEN) for cell in clicked)
    numbered = (replace(region, text=str(number)) for number, region in enumerate(claims, 1))
    return replace(view, marks=marks, regions=(*view.regions, *numbered))


def preview(table: Table, viewer: Seat, move: AnyMove) -> BoardView:
    """Return the position after a move, which no one has played yet."""
    match = table.started
    view = match.game.view(match.game.apply(match.state, move), move)
    return tried(_seen_by(match, view, viewer))


def tried(view: BoardView) -> BoardView:
    """Return the view with its last move marked as tried: no one has played it."""
    return replace(view, last="")


def in_reading_order(table: Table, cells: Sequence[Cell], viewer: Seat) -> list[Cell]:
    """Return the cells from the top left to the bottom right as the viewer sees them."""
    match, wanted = table.started, frozenset(cells)
    order = [cell for row in match.game.geometry.rows() for cell in row if cell in wanted]
    return order[::-1] if _is_far(match, viewer) else order


def parts(table: Table, viewer: Seat, most: int) -> tuple[Block, ...]:
    """Return the parts of the board, at most `most`, as the viewer reads them."""
    found = blocks(table.started.game.geometry, most)
    return found[::-1] if _is_far(table.started, viewer) else found


def example(game: AnyGame, shown: Example) -> BoardView:
    """Return the position after the move of an example, numbered as its player counts.

    Its signs are on their cells.
    """
    game = game.configured(dict(shown.options))
    state = game.position(shown.position)
    move = game.parse(state, shown.move)
    mover = game.turn(state)
    far = isinstance(mover, str) and game.spec.side(mover).far
    view = game.view(game.apply(state, move), move)
    named = ((game.geometry.find(label), sign) for label, sign in shown.signs)
    signs = (Mark(cell, MarkKind.CANDIDATE, sign) for cell, sign in named if cell is not None)
    return seen_from(replace(view, marks=(*view.marks, *signs)), far=far)


def draw(view: BoardView, table: Table | None = None, opening: Sentence | None = None) -> Picture:
    """Return the picture of a view, with the names of the people at the table.

    An `opening` stands before all else in its description.
    """
    caption = captions.names(table) if table else UNCAPTIONED

    def paint(reader: Renderer) -> bytes:
        return picture(view, reader=reader, caption=caption)

    return Picture(paint, say("{words}", words=_Words(lambda: view, table, opening)))


def asking(
    view: BoardView, table: Table, side: Side, words: Sentence, opening: Sentence | None
) -> Picture:
    """Return the picture of a view, with words below it to or about the player of a side.

    An `opening` stands before all else in its description; there is none where the position tells
    what the words say. The first step of a move leaves out the cells to choose, which the buttons
    name; a later one tells only what was chosen and the choices.
    """
    described = view
    if view.part or any(mark.kind is MarkKind.CHOSEN for mark in view.marks):
        is_asked = view.parts or any(mark.kind is MarkKind.CANDIDATE for mark in view.marks)
        opening = None if is_asked or view.regions else opening
    else:
        unmarked = tuple(mark for mark in view.marks if mark.kind is not MarkKind.CANDIDATE)
        described = replace(view, marks=unmarked)

    def paint(reader: Renderer) -> bytes:
        return asking_picture(view, side, words.rendered(reader))

    return Picture(paint, say("{words}", words=_Words(lambda: described, table, opening)))


def draw_present(table: Table, viewer: Seat | None = None) -> Picture:
    """Return the picture of the present position, with the time of the move.

    A viewer sees it from their side. Its view is made when it is drawn.
    """
    view = cache(lambda: board(table, viewer))

    def paint(reader: Renderer) -> bytes:
        return picture(view(), reader=reader, caption=captions.present(table, view(), reader))

    return Picture(paint, say("{words}", words=_Words(view, table)))


def draw_to_come(table: Table) -> Picture:
    """Return the picture of a game that hasn't begun: its first position, and who will sit where.

    No one is to move yet. Raises KeyError if the game no longer exists.
    """
    game = table.terms.configured
    start = game.view(game.start())
    players = tuple(replace(player, to_move=False, demand=None) for player in start.players)
    view = replace(start, players=players, status=None, rolling=False)

    def paint(reader: Renderer) -> bytes:
        return picture(view, reader=reader, caption=captions.to_come(table, reader))

    return Picture(paint, in_words(view, table))


def warm_up(game: AnyGame) -> Iterator[bool]:
    """Draw the course of a game, and yield True after every picture.

    Later pictures share its boards, pieces, marks and letters.
    """
    for view in _opening(game, Random(_CHANCE)):  # noqa: S311 - no player's dice depend on it
        picture(view, reader=ENGLISH)
        yield True


def _opening(game: AnyGame, chance: Random) -> Iterator[BoardView]:
    """Yield the first positions of a random game."""
    state = game.start()
    yield game.view(state)
    for _ in range(_WARMING):
        if game.turn(state) is None:
            return
        move = chance.choice(game.legal(state))
        state = game.apply(state, move)
        yield game.view(state, move)


def _seen_by(match: Match, view: BoardView, viewer: Seat | None) -> BoardView:
    if viewer is None:
        return view
    own = replace(view, mine=tuple(match.seating[viewer]))
    return seen_from(own, far=_is_far(match, viewer))


def _for_everybody(match: Match, view: BoardView) -> BoardView:
    persons = frozenset(match.seats) - match.clock.engines
    if len(persons) == 1:
        return seen_from(view, far=_is_far(match, *persons))
    if isinstance(view.geometry, Points):
        return replace(view, turned=view.geometry.counted_by_far)
    return view


def _after(match: Match, count: int) -> BoardView:
    """Return the position after this many plies, with the last turn of a side marked."""
    then = match if count == len(match.plies) else replace(match, plies=match.plies[:count])
    return then.view()


def _is_far(match: Match, viewer: Seat) -> bool:
    spec = match.game.spec
    return all(spec.side(side).far for side in match.seating[viewer])


def _settled(match: Match, view: BoardView) -> BoardView:
    """Return the view with the result of a game that ended otherwise than by a move."""
    if match.table_outcome is None:
        return view
    players = tuple(replace(player, to_move=False) for player in view.players)
    return replace(
        view,
        players=players,
        status=verdict(match.game.spec, match.table_outcome),
        rolling=False,
    )

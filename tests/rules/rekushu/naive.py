"""Rekushu a second time, slowly and straight from the rule text, to hold the engine against.

Boards are dictionaries from (file, rank), counted from 0, to `b` and `w`; tiles likewise, named by
their lower left corner. For every placement each two own stones are tried as corners of a claim.
Nothing is shared with the engine.
"""

from dataclasses import dataclass, field
from itertools import permutations, product
from typing import TypeAlias

Spot: TypeAlias = tuple[int, int]


@dataclass
class Board:
    """A position and what the mirror rule needs of its past."""

    size: int
    stones: dict[Spot, str] = field(default_factory=dict[Spot, str])
    tiles: dict[Spot, str] = field(default_factory=dict[Spot, str])
    due: str = "b"
    placed: list[Spot] = field(default_factory=list[Spot])


@dataclass(frozen=True)
class Turn:
    """A stone, and the lower left and upper right corner of a claim."""

    stone: Spot
    low: Spot | None = None
    high: Spot | None = None

    @property
    def text(self) -> str:
        if self.low is None or self.high is None:
            return label(self.stone)
        return f"{label(self.stone)}+{label(self.low)}:{label(self.high)}"


def label(spot: Spot) -> str:
    return "abcdefghijklmnopqrst"[spot[0]] + str(spot[1] + 1)


def spot(text: str) -> Spot:
    """Read `d13` as the spot in the fourth file and the thirteenth rank."""
    return ord(text[0]) - ord("a"), int(text[1:]) - 1


def read_turn(text: str) -> Turn:
    """Read the text of a turn."""
    stone, *claim = text.replace(":", "+").split("+")
    return Turn(spot(stone), *map(spot, claim))


def mirrors(size: int, stone: Spot, of: Spot) -> set[str]:
    """Return the types of mirror that a stone makes of the rival's stone before it."""
    (x, y), last = of, size - 1
    kinds = {"h": (last - x, y), "v": (x, last - y), "r": (last - x, last - y)}
    return {kind for kind, spot in kinds.items() if spot == stone}


def may_place(board: Board, stone: Spot) -> bool:
    x, y = stone
    around = [(x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1)]
    tiles = [t for t in around if 0 <= t[0] < board.size - 1 and 0 <= t[1] < board.size - 1]
    if stone in board.stones or all(tile in board.tiles for tile in tiles):
        return False
    if len(board.placed) < 3:
        return True
    before, own, rival = board.placed[-3:]
    now, then = mirrors(board.size, stone, rival), mirrors(board.size, own, before)
    return not now & then


def may_claim(board: Board, stones: dict[Spot, str], low: Spot, high: Spot) -> bool:
    (left, bottom), (right, top) = low, high
    corners = {(x, y) for x in (left, right) for y in (bottom, top)}
    if any(stones.get(corner) != board.due for corner in corners):
        return False
    inside = set(product(range(left, right + 1), range(bottom, top + 1))) - corners
    tiles = product(range(left, right), range(bottom, top))
    return not inside & stones.keys() and not any(tile in board.tiles for tile in tiles)


def turns(board: Board) -> list[Turn]:
    lines = range(board.size)
    found: list[Turn] = []
    for stone in product(lines, lines):
        if not may_place(board, stone):
            continue
        found.append(Turn(stone))
        stones = {**board.stones, stone: board.due}
        own = [spot for spot, side in stones.items() if side == board.due]
        for low, high in permutations(own, 2):
            if low[0] < high[0] and low[1] < high[1] and may_claim(board, stones, low, high):
                found.append(Turn(stone, low, high))
    return found


def after(board: Board, turn: Turn) -> Board:
    stones, tiles = {**board.stones, turn.stone: board.due}, dict(board.tiles)
    if turn.low and turn.high:
        (left, bottom), (right, top) = turn.low, turn.high
        for corner in product((left, right), (bottom, top)):
            del stones[corner]
        for tile in product(range(left, right), range(bottom, top)):
            tiles[tile] = board.due
    due = "w" if board.due == "b" else "b"
    return Board(board.size, stones, tiles, due, [*board.placed, turn.stone])


def perft(board: Board, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(perft(after(board, turn), depth - 1) for turn in turns(board))


def read(size: int, position: str) -> Board:
    """Read `B:Bd4,a1=c3:Wc4` into a board."""
    due, *armies = position.lower().split(":")
    board = Board(size, due=due)
    for army in armies:
        for word in filter(None, army[1:].split(",")):
            spots = [spot(name) for name in word.split("=")]
            if len(spots) == 1:
                board.stones[spots[0]] = army[0]
                continue
            files, ranks = (range(*sorted(ends)) for ends in zip(*spots, strict=True))
            board.tiles |= dict.fromkeys(product(files, ranks), army[0])
    return board

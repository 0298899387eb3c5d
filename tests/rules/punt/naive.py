"""Both races a second time, slowly and straight from the rule text, to hold the engine against.

A board is a dictionary from a cell's name to the letters of its pile, bottom to top; moves are
their notations.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Protocol

from tests.rules.hexes import (
    DOWN_LEFT,
    DOWN_RIGHT,
    LEFT,
    RIGHT,
    UP_LEFT,
    UP_RIGHT,
    Hexes,
)

UP, DOWN = "u", "d"


class Ways(Protocol):
    def line(self, cell: str, way: str) -> Iterator[str]: ...


class Squares:
    """Seven by seven."""

    def line(self, cell: str, way: str) -> Iterator[str]:
        right, up = {LEFT: (-1, 0), RIGHT: (1, 0), UP: (0, 1), DOWN: (0, -1)}[way]
        file, rank = ord(cell[0]) + right, int(cell[1]) + up
        while chr(file) in "abcdefg" and 1 <= rank <= 7:
            yield f"{chr(file)}{rank}"
            file, rank = file + right, rank + up


class Naive:
    """One game; each letter's army has a home, an end row, forward and sideways ways."""

    due: str
    idle: int

    def __init__(self, game: str, count: str = "all") -> None:
        self.count = count
        self.ways: Ways = Squares() if game == "square" else HEXES
        self.armies = ARMIES[game]
        self.letters = list(self.armies)
        self.board = {cell: c for c, (home, *_) in self.armies.items() for cell in home.split()}
        self.due = self.letters[0]
        self.idle = 0

    @classmethod
    def at(cls, game: str, position: str, count: str = "all") -> "Naive":
        """Return the game at a position such as `w:c3=wbb,d4=b`."""
        found = cls(game, count)
        found.due, stacks = position.split(":")[:2]
        pairs = (word.split("=") for word in stacks.split(","))
        found.board = {cell: letters[::-1] for cell, letters in pairs}
        return found

    def ends(self, letter: str) -> list[str]:
        return self.armies[letter][1].split()

    def is_finished(self, cell: str) -> bool:
        return cell in self.ends(self.board[cell][-1])

    def moves(self) -> dict[str, bool]:
        """Return, by notation, whether the move is forward or lands on something."""
        found: dict[str, bool] = {}
        _, _, forward, sideways = self.armies[self.due]
        for cell, pile in self.board.items():
            if pile[-1] != self.due or self.is_finished(cell):
                continue
            farthest = 3 if len(pile) == 1 else 2 if len(pile) == 2 else 1
            for way in (forward + " " + sideways).split():
                line = list(self.ways.line(cell, way))
                for place, target in enumerate(line[:farthest]):
                    if any(between in self.board for between in line[:place]):
                        continue
                    if target not in self.board:
                        found[f"{cell}-{target}"] = way in forward.split()
                    elif self.board[target][-1] == self.due or not self.is_finished(target):
                        found[f"{cell}x{target}"] = True
        return found

    def play(self, notation: str) -> None:
        self.idle = 0 if self.moves()[notation] else self.idle + 1
        start, target = notation.replace("x", "-").split("-")
        self.board[target] = self.board.get(target, "") + self.board.pop(start)
        place = self.letters.index(self.due) + 1
        self.due = (self.letters + self.letters)[place]

    def scores(self) -> Counter[str]:
        found = Counter(dict.fromkeys(self.letters, 0))
        for letter in self.letters:
            for cell in self.ends(letter):
                pile = self.board.get(cell, "")
                if self.count == "all" or pile.endswith(letter):
                    found[letter] += len(pile)
        return found

    @property
    def ending(self) -> tuple[str, list[str]] | None:
        """The rule that ended the game, and who shares the win: nobody if all do."""
        if self.moves() and self.idle < 60:
            return None
        rule = "punt.end.idle" if self.moves() else "punt.end"
        scores = self.scores()
        best = [letter for letter in self.letters if scores[letter] == max(scores.values())]
        return rule, sorted(best) if len(best) < len(self.letters) else []

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        nodes = 0
        for notation in self.moves():
            before = dict(self.board), self.due, self.idle
            self.play(notation)
            nodes += self.perft(depth - 1)
            self.board, self.due, self.idle = before
        return nodes


HEXES = Hexes(5, 6, 7, 8, 9, 8, 7, 6, 5)
UPWARD, DOWNWARD, ROW = f"{UP_LEFT} {UP_RIGHT}", f"{DOWN_LEFT} {DOWN_RIGHT}", f"{LEFT} {RIGHT}"
ARMIES = {
    "square": {
        "w": ("a1 b1 c1 d1 e1 f1 g1 a2 b2 c2 d2 e2 f2 g2", "a7 b7 c7 d7 e7 f7 g7", UP, ROW),
        "b": ("a7 b7 c7 d7 e7 f7 g7 a6 b6 c6 d6 e6 f6 g6", "a1 b1 c1 d1 e1 f1 g1", DOWN, ROW),
    },
    "heks-2": {
        "w": ("a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 b6 c3 c4 c5", "i1 i2 i3 i4 i5", UPWARD, ROW),
        "b": ("i1 i2 i3 i4 i5 h1 h2 h3 h4 h5 h6 g3 g4 g5", "a1 a2 a3 a4 a5", DOWNWARD, ROW),
    },
    "heks-3": {
        "w": ("a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 b6", "i1 i2 i3 i4 i5", UPWARD, ROW),
        "b": (
            "e1 f1 g1 h1 i1 d1 e2 f2 g2 h2 i2",
            "e9 d8 c7 b6 a5",
            f"{RIGHT} {DOWN_RIGHT}",
            f"{UP_RIGHT} {DOWN_LEFT}",
        ),
        "r": (
            "i5 h6 g7 f8 e9 i4 h5 g6 f7 e8 d8",
            "e1 d1 c1 b1 a1",
            f"{LEFT} {DOWN_LEFT}",
            f"{UP_LEFT} {DOWN_RIGHT}",
        ),
    },
}

"""ReMatch a second time, slowly and straight from the rule text, to hold the engine against.

A board is a dictionary from a cell's name to the letters of its stack, bottom to top. Whose turn it
is follows from the list of turns, and moves are their notations.
"""

from collections.abc import Iterator

from tests.rules.hexes import SIX_WAYS, Hexes

HEXES = Hexes(3, 4, 5, 4, 3)
STARTS = {
    "rhombus": "r b1 c1 c2 d1 w d3 d4 e2 e3 o a2 a3 b3 b4",
    "ring": "r a1 b1 c1 d1 w d4 e1 e2 e3 o a2 a3 b4 c5",
}


class Naive:
    """One game: its board, and every turn as the colour and whether it captured."""

    def __init__(self, setup: str = "rhombus") -> None:
        self.board: dict[str, str] = {}
        self.turns: list[tuple[str, bool]] = []
        letter = ""
        for word in STARTS[setup].split():
            if len(word) == 1:
                letter = word
            else:
                self.board[word] = letter

    @classmethod
    def at(cls, position: str) -> "Naive":
        """Return the game at a position such as `r-o:b1=r,c3=orw`."""
        turn, stacks = position.split(":")[:2]
        game = cls()
        pairs = (word.split("=") for word in stacks.split(","))
        game.board = {cell: letters[::-1] for cell, letters in pairs}
        before = {"w": "or", "o": "wr", "r-w": "o", "r-o": "w"}[turn]
        game.turns = [(colour, True) for colour in before]
        return game

    def copy(self) -> "Naive":
        other = Naive()
        other.board, other.turns = dict(self.board), list(self.turns)
        return other

    @property
    def tops(self) -> set[str]:
        return {stack[-1] for stack in self.board.values()}

    @property
    def due(self) -> str:
        moved = [colour for colour, _ in self.turns]
        if moved and moved[-1] != "r":
            return "r"
        team = [colour for colour in moved if colour != "r"]
        following = "o" if team and team[-1] == "w" else "w"
        if following in self.tops:
            return following
        return "w" if following == "o" else "o"

    @property
    def ending(self) -> tuple[str, list[str]] | None:
        """The rule that ended the game, and the winners."""
        red, team = ["red"], ["orange", "white"]
        if not self.tops & {"w", "o"}:
            return "rematch.end.captured", red
        if "r" not in self.tops:
            return "rematch.end.captured", team
        if not self.moves():
            return "rematch.end.blocked", team if self.due == "r" else red
        if len(self.turns) >= 40 and not any(captured for _, captured in self.turns[-40:]):
            return "rematch.end.draw", []
        if len(self.turns) >= 400:
            return "rematch.end.length", []
        return None

    def moves(self) -> dict[str, dict[str, str]]:
        """Return, by notation, the boards to which the turns lead; none if a team is captured."""
        if "r" not in self.tops or not self.tops & {"w", "o"}:
            return {}
        own = [cell for cell, stack in self.board.items() if stack[-1] == self.due]
        captures: dict[str, dict[str, str]] = {}
        compulsory = False
        for cell in own:
            compulsory = compulsory or any(near for near, _, _ in jumps(self.board, cell, []))
            captures.update(sequences(self.board, cell))
        if compulsory:
            return captures
        steps: dict[str, dict[str, str]] = {}
        for cell in own:
            for way in SIX_WAYS:
                target = HEXES.beside(cell, way)
                if target and target not in self.board:
                    after = dict(self.board)
                    after[target] = after.pop(cell)
                    steps[f"{cell}-{target}"] = after
        return steps | captures

    def play(self, notation: str) -> None:
        colour, board = self.due, self.moves()[notation]
        self.turns.append((colour, "x" in notation))
        self.board = board

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        nodes = 0
        for notation in self.moves():
            following = self.copy()
            following.play(notation)
            nodes += following.perft(depth - 1)
        return nodes


def jumps(board: dict[str, str], here: str, jumped: list[str]) -> Iterator[tuple[bool, str, str]]:
    """Yield whether a jump is over a neighbour, the cell it goes over, and its landing."""
    colour = board[here][-1]
    for way in SIX_WAYS:
        line = list(HEXES.line(here, way))
        for place in range(len(line) - 1):
            over, landing = line[place], line[place + 1]
            near = place == 0
            clear = all(cell not in board for cell in line[:place])
            if (
                (near or colour == "r")
                and clear
                and over in board
                and board[over][-1] != colour
                and over not in jumped
                and landing not in board
            ):
                yield near, over, landing


def sequences(board: dict[str, str], origin: str) -> dict[str, dict[str, str]]:
    """Return every whole capture of the stack on `origin` and the board that it leaves."""
    found: dict[str, dict[str, str]] = {}
    under_way = [([origin], list[str](), board)]
    while under_way:
        path, jumped, now = under_way.pop()
        possible = list(jumps(now, path[-1], jumped))
        if jumped and not any(near for near, _, _ in possible):
            found["x".join(path)] = now
        for _, over, landing in possible:
            after = dict(now)
            stack = after.pop(path[-1])
            taken, left = after[over][-1], after[over][:-1]
            if left:
                after[over] = left
            else:
                del after[over]
            after[landing] = taken + stack
            under_way.append(([*path, landing], [*jumped, over], after))
    return found

"""A game in the terminal, with boards as letters and turns as text, for any registered game."""

from collections.abc import Mapping, Sequence
from typing import Final

from rules.contract.core import (
    AnyGame,
    AnyMove,
    AnyState,
    Dice,
    IllegalMove,
    Outcome,
    Rule,
    RulesError,
)
from rules.contract.sentence import Notation, Sentence, each_of, say
from rules.contract.view import BoardView, Piece, Stack
from rules.geometry import Cell
from rules.records.turns import read_turn

__all__ = ["Session", "board_text", "ending_text"]

_COMMANDS: Final = """\
Type a move, or one of:
  moves   the moves you can play         undo    take the last turn back
  board   the board again                resign  give up the game
  rules   the rulebook                   draw    end the game, if you both agree
  help    this list                      quit    leave"""


def board_text(view: BoardView) -> str:
    """Return the board in letters, from the top row to the bottom one.

    A stack is shown by the letter of the colour on top, a capital if crowned, and by its height if
    above one; an empty cell is a dot, and one that the game doesn't use is a blank. Below the
    board, stacks are spelled from the top down, and regions are listed by two opposite corners.
    """
    rows = view.geometry.rows()
    names = {label.cells: label.text for label in view.geometry.coordinates()}
    upper, lower = ([_column(names, rows, cell) for cell in rows[end]] for end in (0, -1))
    signs = {stack.cell: _sign(view, stack) for stack in view.stacks}
    unused = frozenset(view.geometry.cells) - (view.playable or frozenset(view.geometry.cells))
    width = max(map(len, (*signs.values(), *upper, *lower)))
    widest = max(map(len, rows))

    def line(name: str, words: Sequence[str]) -> str:
        indent = " " * ((widest - len(words)) * (width + 1) // 2)
        return f"{name:>2}  {indent}{' '.join(word.ljust(width) for word in words)}".rstrip()

    lines = [
        line(
            names.get(frozenset(row), ""),
            [signs.get(cell, " " if cell in unused else ".") for cell in row],
        )
        for row in rows
    ]
    if upper != lower and len(upper) == len(lower):
        lines.insert(0, line("", upper))
    high = {stack.cell: stack for stack in view.stacks if len(stack.pieces) > 1}
    spelled = [_spelled(view, high[cell]) for row in rows for cell in row if cell in high]
    below = [f"    {', '.join(spelled)}"] if spelled else []
    return "\n".join((*lines, line("", lower), *below, *_regions(view)))


def ending_text(outcome: Outcome) -> str:
    """Return the winners, joined by `+` (`draw` if none), and the key of the rule that ended it."""
    return f"{'+'.join(sorted(outcome.winners)) or 'draw'} {outcome.rule.key}"


class Session:
    """One game at one keyboard; `answer` takes the typed text and returns the text to print."""

    def __init__(self, game: AnyGame, start: AnyState) -> None:
        self._game: Final = game
        self._states: list[AnyState] = [start]
        self._moves: list[AnyMove] = []
        self._ended = ""
        self.is_open = True

    @property
    def greeting(self) -> str:
        """The text that a player reads first."""
        return f"{self._game.spec.title.english()}\n{_COMMANDS}\n\n{self._board()}"

    def answer(self, line: str) -> str:
        """Do what the line asks and return the text to show."""
        word = line.strip().lower()
        if not word:
            return ""
        if word in ("quit", "exit"):
            self.is_open = False
            return "Goodbye."
        if word in ("help", "?"):
            return _COMMANDS
        if word == "board":
            return self._board()
        if word == "rules":
            return self._rulebook()
        if word == "undo":
            return self._undo()
        if self._is_over:
            return "The game is over: type undo to take the last turn back, or quit to leave."
        if word == "moves":
            return ", ".join(sorted(map(self._game.notate, self._game.legal(self._states[-1]))))
        if word in ("resign", "draw"):
            self._ended = self._settled(word)
            return self._ended
        return self._play(line.strip())

    @property
    def _is_over(self) -> bool:
        return bool(self._ended) or self._game.turn(self._states[-1]) is None

    def _play(self, text: str) -> str:
        state = self._states[-1]
        try:
            move = read_turn(self._game, state, text)
        except IllegalMove as refused:
            rule = refused.violation.rule
            return f"{refused}\n({rule.key}: {rule.text.english()})"
        except RulesError as refused:
            return str(refused)
        self._states.append(self._game.apply(state, move))
        self._moves.append(move)
        return self._board()

    def _undo(self) -> str:
        if self._ended:
            self._ended = ""
        elif self._moves:
            self._states.pop()
            self._moves.pop()
        else:
            return "There's no turn to take back."
        return self._board()

    def _settled(self, word: str) -> str:
        turn = self._game.turn(self._states[-1])
        if word == "draw":
            return "You agreed on a draw."
        if turn is None or isinstance(turn, Dice):
            return ""
        return say("{side} resigns.", side=_side_title(self._game, turn)).english()

    def _board(self) -> str:
        last = self._moves[-1] if self._moves else None
        view = self._game.view(self._states[-1], last)
        played = f"Last: {view.last}\n" if view.last else ""
        status = view.status.english() if view.status else ""
        return f"{board_text(view)}\n{played}{self._ended or status}"

    def _rulebook(self) -> str:
        rules = (*self._game.spec.preparation, *self._game.spec.rulebook)
        return "\n".join(
            f"{rule.key}: {rule.text.english()} ({rule.source}{_reading(rule)})" for rule in rules
        )


def _side_title(game: AnyGame, side: str) -> Sentence:
    return next(spec.title for spec in game.spec.sides if spec.key == side)


def _sign(view: BoardView, stack: Stack) -> str:
    height = len(stack.pieces)
    return _letter(view, stack.pieces[-1]) + (str(height) if height > 1 else "")


def _spelled(view: BoardView, stack: Stack) -> str:
    letters = (_letter(view, piece) for piece in reversed(stack.pieces))
    return f"{view.geometry.label(stack.cell)} {''.join(letters)}"


def _letter(view: BoardView, piece: Piece) -> str:
    colours = {player.side: player.colour.value for player in view.players}
    letter = colours[piece.side][0]
    return letter.upper() if piece.crowned else letter


def _column(
    names: Mapping[frozenset[Cell], str], rows: Sequence[Sequence[Cell]], cell: Cell
) -> str:
    """Return the cell's first label that isn't also its row's."""
    across = {frozenset(row) for row in rows}
    found = (text for cells, text in names.items() if cell in cells and cells not in across)
    return next(found, "")


def _regions(view: BoardView) -> list[str]:
    """Return a line per side that holds regions, such as `Black: a1:c3, d4:e6`."""
    lines: list[str] = []
    for player in view.players:
        held = [
            f"{view.geometry.label(region.corners[0])}:{view.geometry.label(region.corners[2])}"
            for region in view.regions
            if region.side == player.side
        ]
        if held:
            cells = each_of(map(Notation, held))
            lines.append(say("{side} holds {cells}", side=player.title, cells=cells).english())
    return lines


def _reading(rule: Rule) -> str:
    return "; our reading" if rule.reading else ""

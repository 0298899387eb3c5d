"""Positions as text, as PDN writes them: `W:Wa1,Kg3:Bb4,Kb6`."""

from collections.abc import Iterable
from typing import Final

from rules.contract.core import NotationError, Side
from rules.contract.position_text import read_two_lists
from rules.contract.sentence import Notation, Stranger, say
from rules.games.draughts.position import (
    BLACK,
    BOARD,
    TITLES,
    WHITE,
    Bitboard,
    Position,
    bit,
    last_row,
)
from rules.games.draughts.ruleset import RuleSet

__all__ = ["POSITION_FORM", "read_position", "write_position"]

POSITION_FORM: Final = say(
    "the side to move, W or B, and the pieces of both, kings with a K, as in PDN: W:Wa1,Kg3:Bb4,Kb6"
)

_EXAMPLE: Final = say("A position looks like W:Wa1,Kg3:Bb4,Kb6.")


def read_position(rules: RuleSet, text: str) -> Position:
    """Return the position that the text describes.

    Raises NotationError if the text is malformed or no such position can be.
    """
    read = read_two_lists((WHITE, BLACK), text, example=_EXAMPLE)
    armies = {side: _read_army(rules, side, words) for side, words in read.lists.items()}
    (white, white_kings), (black, black_kings) = armies[WHITE], armies[BLACK]
    if white & black:
        label = BOARD.label(BOARD.cells[(white & black).bit_length() - 1])
        raise NotationError(say("{label} is given to both sides.", label=Notation(label)))
    return Position(white, black, white_kings | black_kings, read.due == WHITE)


def write_position(position: Position) -> str:
    """Return the position as text, cells in the order of their labels."""
    armies = (
        letter
        + ",".join(
            ("K" if bit(cell) & position.kings else "") + BOARD.label(cell)
            for cell in sorted(BOARD.cells, key=BOARD.label)
            if bit(cell) & pieces
        )
        for letter, pieces in (("W", position.white), ("B", position.black))
    )
    return ":".join(("W" if position.white_to_move else "B", *armies))


def _read_army(rules: RuleSet, side: Side, words: Iterable[str]) -> tuple[Bitboard, Bitboard]:
    """Return all the pieces of one side's list, and the kings among them."""
    is_white = side == WHITE
    pieces = kings = 0
    for word in words:
        is_king = word.startswith("k")
        place = _place(rules, word[1:] if is_king else word)
        label = word.removeprefix("k")
        if place & pieces:
            raise NotationError(say("{label} is named twice.", label=Notation(label)))
        if place & last_row(is_white) and not is_king:
            raise NotationError(
                say(
                    "{side} can't have a man on {label}, its last row: write {king} for a king.",
                    side=TITLES[side],
                    label=Notation(label),
                    king=Notation(f"K{label}"),
                )
            )
        pieces |= place
        kings |= place if is_king else 0
    if pieces.bit_count() > rules.men:
        raise NotationError(say("A side has {men} pieces at most, as at the start.", men=rules.men))
    return pieces, kings


def _place(rules: RuleSet, label: str) -> Bitboard:
    cell = BOARD.find(label)
    if cell is None:
        raise NotationError(
            say(
                "“{label}” is not a cell of the board, which goes from a1 to h8.",
                label=Stranger(label),
            )
        )
    if rules.dark_cells_only and not BOARD.shade(cell):
        raise NotationError(
            say(
                "{label} is a light cell; pieces stand on dark ones, as a1 is.",
                label=Stranger(label),
            )
        )
    return bit(cell)

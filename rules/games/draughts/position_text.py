"""Positions as text, as PDN writes them: `W:Wa1,Kg3:Bb4,Kb6`."""

from typing import Final

from rules.contract.position_text import PositionText
from rules.contract.sentence import say
from rules.games.draughts.position import BLACK, BOARD, WHITE, Position, bit, last_row
from rules.games.draughts.ruleset import RuleSet

__all__ = ["POSITION_FORM", "position_text", "read_position"]

POSITION_FORM: Final = say(
    "the side to move, W or B, and the pieces of both, kings with a K, as in PDN: W:Wa1,Kg3:Bb4,Kb6"
)


def read_position(rules: RuleSet, text: str) -> Position:
    """Return the position that the text describes.

    Raises NotationError if the text is malformed or the position is impossible.
    """
    read = PositionText.split(text, POSITION_FORM)
    pieces, kings = {WHITE: 0, BLACK: 0}, 0
    for side, word in read.by_side((WHITE, BLACK)):
        cell, is_king = read.cell(BOARD, word.removeprefix("k")), word.startswith("k")
        barred = pieces[WHITE] | pieces[BLACK] | (0 if is_king else last_row(side == WHITE))
        if bit(cell) & barred or (rules.dark_cells_only and not BOARD.shade(cell)):
            raise read.wrong(word)
        if pieces[side].bit_count() == rules.men:
            raise read.wrong(word)
        pieces[side] |= bit(cell)
        kings |= bit(cell) if is_king else 0
    white_to_move = read.due({"w": True, "b": False})
    return Position(pieces[WHITE], pieces[BLACK], kings, white_to_move)


def position_text(position: Position) -> str:
    """Return the text that describes the position."""

    def pieces(men: int) -> str:
        held = [cell for cell in BOARD.cells if bit(cell) & men]
        return ",".join("K" * bool(bit(c) & position.kings) + BOARD.label(c) for c in held)

    due = "W" if position.white_to_move else "B"
    return f"{due}:W{pieces(position.white)}:B{pieces(position.black)}"

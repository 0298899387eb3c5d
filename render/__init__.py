"""Pictures, alt text and text boards of a position; it knows no game."""

from render.alttext import alt_text, change_text
from render.board import asking_picture, picture
from render.plates import UNCAPTIONED, Caption, Occupant
from render.sheet import sheet
from render.textboard import text_board

__all__ = [
    "UNCAPTIONED", "Caption", "Occupant", "alt_text", "asking_picture", "change_text",
    "picture", "sheet", "text_board",
]  # fmt: skip

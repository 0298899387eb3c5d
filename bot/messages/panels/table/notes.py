"""A person's private note about a game."""

from typing import Final

from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_position
from bot.messages.controls.message import Form, Message
from bot.model.table import Table
from rules.contract.sentence import Stranger, say

__all__ = ["form", "kept"]

_LONGEST: Final = 900


def form(table: Table, written: str) -> Form:
    """Return the form with the person's note so far."""
    return Form(
        say("My note about this game"),
        say("Only you can see it"),
        say("A plan, or what you were thinking"),
        _LONGEST,
        for_position(verbs.NOTED, table),
        written=written,
        required=False,
        tall=True,
    )


def kept(written: str) -> Message:
    """Return the confirmation that the note is kept."""
    if not written.strip():
        return Message(say("Your note is deleted."))
    return Message(say("Noted, for you alone: {note}", note=Stranger(written)))

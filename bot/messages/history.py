"""What was played so far: the moves as text, and the board after any of them."""

from typing import Final

from bot.messages import pictures, sentences
from bot.messages.custom_ids import Verb, for_position
from bot.messages.message import Button, Message
from bot.model.table import Table
from rules.core import Seat
from rules.match import Match

__all__ = ["at_ply", "record"]

_ROOM: Final = 1600
"""Characters of moves in one message."""


async def at_ply(table: Table, count: int, viewer: Seat | None) -> Message:
    """Return the board after `count` plies (clamped), the moves, and buttons to step."""
    match = table.started
    total = len(match.plies)
    count = min(max(count, 0), total)
    picture = await pictures.draw(pictures.at_ply(table, count, viewer))
    steps = (
        ("⏮ Start", "first", 0),
        ("◀", "back", count - 1),
        ("▶", "on", count + 1),
        ("Latest ⏭", "last", total),
    )
    row = [
        Button(
            label,
            for_position(Verb.PLY, table, step, max(place, 0)),
            disabled=not 0 <= place <= total,
        )
        for label, step, place in steps
    ]
    where = f"after {match.plies[count - 1].notation}" if count else "at the start"
    text = f"{sentences.terms_line(table)} · ply {count} of {total}, {where}\n{record(match)}"
    return Message(text, picture, (row,))


def record(match: Match) -> str:
    """Return the moves in rounds, the latest ones where there is no room for all."""
    if not match.plies:
        return "No move has been played yet."
    size, turns = len(match.game.spec.teams), _turns(match)
    rounds = [
        f"{start // size + 1}. {' '.join(turns[start : start + size])}"
        for start in range(0, len(turns), size)
    ]
    shown: list[str] = []
    room = _ROOM
    for text in reversed(rounds):
        room -= len(text) + 2
        if room < 0:
            break
        shown.append(text)
    earlier = len(rounds) - len(shown)
    before = f"… {earlier} earlier rounds …  " if earlier else ""
    return f"```\n{before}{'  '.join(reversed(shown))}\n```"


def _turns(match: Match) -> list[str]:
    """Return each turn as text, a roll with the move that was made with it: `[5-2] 24/22 8/3`."""
    turns: list[str] = []
    rolls: list[str] = []
    for ply in match.plies:
        rolls.append(ply.notation)
        if ply.side is not None:
            turns.append(" ".join(rolls))
            rolls = []
    return [*turns, " ".join(rolls)] if rolls else turns

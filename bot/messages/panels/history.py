"""The game so far: the moves as text, and the board after any of them."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Final

from bot.messages import pictures
from bot.messages.controls.custom_ids import Verb, for_position
from bot.messages.controls.message import Button, Message
from bot.messages.words import sentences
from bot.messages.words.text import NOTHING, box, dotted, lines
from bot.model.table import Table
from rules.contract.core import Seat
from rules.contract.sentence import Notation, Sentence, Verbatim, say, say_n
from rules.match.match import Match

__all__ = ["at_ply", "record"]

_ROOM: Final = 1600
"""The most characters of moves in one message."""
_LINE: Final = 44
"""The characters of a line of moves that can be read on a phone without scrolling sideways."""


async def at_ply(table: Table, count: int, viewer: Seat | None) -> Message:
    """Return the board after `count` plies (clamped), the moves, and buttons to step.

    A roll isn't a step of its own: the board is the one after the last move before it. At the last
    move of a finished game, the result is shown.
    """
    match = table.started
    total = len(match.plies)
    moves = [number for number, ply in enumerate(match.plies, 1) if ply.side]
    stops = list(dict.fromkeys((0, *moves, total)))
    at, latest = bisect_right(stops, max(count, 0)) - 1, len(stops) - 1
    picture = await pictures.draw(pictures.at_ply(table, stops[at], viewer), table)
    steps = (
        (say("⏮ Start"), "first", 0),
        (say("◀"), "back", at - 1),
        (say("▶"), "on", at + 1),
        (say("Latest ⏭"), "last", latest),
    )
    row = [
        Button(
            label,
            for_position(Verb.PLY, table, step, stops[min(max(place, 0), latest)]),
            disabled=place == at or not 0 <= place <= latest,
        )
        for label, step, place in steps
    ]
    heading = dotted(sentences.terms_line(table), _place(match, stops, at))
    ended = match.outcome is not None and at == latest
    result = sentences.result(table) if ended else NOTHING
    files = [Button(say("Export"), for_position(Verb.EXPORT, table))]
    return Message(lines(heading, result, record(match)), picture, (row, files))


def _place(match: Match, stops: Sequence[int], at: int) -> Sentence:
    """Return how far the game had come at one of the stops."""
    latest = len(stops) - 1
    if at:
        last = Notation(match.plies[stops[at] - 1].notation)
        return say("move {number} of {total}: {move}", number=at, total=latest, move=last)
    if not latest:
        return say("the start")
    return say_n("the start, before {count} move", "the start, before {count} moves", latest)


def record(match: Match) -> Sentence:
    """Return the moves in rounds, only the latest ones if there isn't room for all."""
    if not match.plies:
        return say("Nobody has moved yet.")
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
    moves = Verbatim("\n".join(_in_lines(reversed(shown))))
    if not earlier:
        return box(moves)
    left_out = say_n("… 1 earlier round …", "… {count} earlier rounds …", earlier)
    return box(moves, left_out)


def _in_lines(rounds: Iterable[str]) -> list[str]:
    """Return rounds in lines; one that is too long for a line has one to itself."""
    found: list[str] = []
    for text in rounds:
        if found and len(found[-1]) + 2 + len(text) <= _LINE:
            found[-1] += f"  {text}"
        else:
            found.append(text)
    return found


def _turns(match: Match) -> list[str]:
    """Return each turn as text, a roll with the move made with it: `[5-2] 24/22 8/3`."""
    turns: list[str] = []
    rolls: list[str] = []
    for ply in match.plies:
        rolls.append(ply.notation)
        if ply.side is not None:
            turns.append(" ".join(rolls))
            rolls = []
    return [*turns, " ".join(rolls)] if rolls else turns

"""The game so far: the moves as text, and the board after any of them."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import Final

from bot.messages import pictures
from bot.messages.controls import verbs
from bot.messages.controls.acts import Act
from bot.messages.controls.custom_ids import CustomId, for_position
from bot.messages.controls.message import Button, Message, Row
from bot.messages.words import sentences
from bot.messages.words.locale import locale_of
from bot.messages.words.sides import player_of
from bot.messages.words.text import NOTHING, box, code, dotted, lines
from bot.model.errors import TableError
from bot.model.table import Table
from rules.contract.core import Seat
from rules.contract.folding import folded
from rules.contract.sentence import Notation, Sentence, Stranger, Verbatim, one_of, say, say_n
from rules.match.match import Match
from rules.match.rounds import Turn, numbered, round_of, turns

__all__ = ["after_move", "at_ply", "is_cut", "place", "record", "rounds", "steps"]

_ROOM: Final = 1600
"""The most characters of moves in one message."""
_LINE: Final = 44
"""The characters of a line of moves that can be read on a phone without scrolling sideways."""


def at_ply(table: Table, count: int, viewer: Seat | None) -> Message:
    """Return the board after `count` plies (clamped), the moves, and buttons to step.

    A roll isn't a step of its own: the board is the one after the last move before it. At the last
    move of a finished game, the result is shown.
    """
    match, played = table.started, turns(table.started.plies)
    stops = [0, *(turn.stop for turn in played)]
    at = bisect_right(stops, max(count, 0)) - 1
    picture = pictures.draw(pictures.at_ply(table, stops[at], viewer), table)
    row = steps(stops, stops[at], lambda word, to: for_position(verbs.PLY, table, word, stops[to]))
    heading = dotted(sentences.terms_line(table), place(table, played[:at]))
    ended = match.outcome is not None and stops[at] == len(match.plies)
    result = sentences.result(table) if ended else NOTHING
    below = [Button(say("Export"), for_position(verbs.EXPORT, table))]
    if match.plies:
        below.append(Act.REPLAY.button(table))
    if table.terms.series_format is not None:
        below.insert(0, Button(say("Score"), for_position(verbs.SCORE, table)))
    return Message(lines(heading, result, record(match)), picture, (row, below))


def steps(stops: Sequence[int], here: int, leads: Callable[[str, int], CustomId]) -> Row:
    """Return buttons to the first and last of some stops, and to those before and after `here`.

    `leads` names a button with a word that leads to the stop in a place of the sequence.
    """
    back, on, last = bisect_left(stops, here) - 1, bisect_right(stops, here), len(stops) - 1
    targets = (
        (say("⏮ Start"), "first", 0, back >= 0),
        (say("◀ Back"), "back", max(back, 0), back >= 0),
        (say("Next ▶"), "on", min(on, last), on <= last),
        (say("Latest ⏭"), "last", last, on <= last),
    )
    return [
        Button(label, leads(word, to), disabled=not is_there)
        for label, word, to, is_there in targets
    ]


def after_move(match: Match, text: str, language: str) -> int:
    """Return how many plies have been played after a move such as `12` or `12 white`.

    A number alone is a whole round, and 0 the start. A side may be named in English or in the
    `language`, by Discord's code. Raises TableError for anything else.
    """
    number, _, whose = text.strip().partition(" ")
    number = number.rstrip(".")
    played, teams = turns(match.plies), len(match.game.spec.teams)
    if number.isdecimal() and int(number) <= round_of(max(len(played) - 1, 0), teams):
        meant = [turn for turn in played if round_of(turn.number, teams) == int(number)]
        if not whose:
            return meant[-1].stop if meant else 0
        named, locale = folded(whose.strip(" .…")), locale_of(language)
        for turn in meant:
            if turn.side is None:
                continue
            title = match.game.spec.side(turn.side).title.rendered(locale.plain)
            if turn.side.startswith(named) or folded(title).startswith(named):
                return turn.stop
    sides = one_of(code(f"1 {side.key}") for side in match.game.spec.sides)
    raise TableError(
        say(
            "This game has no move “{text}” yet, only {count}. Type a number, or {sides} for one "
            "side of it.",
            text=Stranger(text), count=round_of(max(len(played) - 1, 0), teams), sides=sides,
        )
    )  # fmt: skip


def place(table: Table, played: Sequence[Turn]) -> Sentence:
    """Return the last of the turns played, or that the game begins."""
    teams = len(table.started.game.spec.teams)
    if not played:
        return say("the start")
    last = played[-1]
    if last.side is None:
        roll = Notation(last.text)
        return say("{turn}, then {roll}", turn=place(table, played[:-1]), roll=roll)
    told = say("{who} **{move}**", who=player_of(table, last.side), move=Notation(last.text))
    return numbered(last.number, teams, told)


def record(match: Match) -> Sentence:
    """Return the moves in rounds, only the latest ones if there isn't room for all."""
    every = rounds(match)
    if not every:
        return say("No moves yet.")
    earlier = len(every) - _fitting(every)
    moves = Verbatim("\n".join(_in_lines(every[earlier:])))
    if not earlier:
        return box(moves)
    left_out = say_n("… 1 earlier move …", "… {count} earlier moves …", earlier)
    return box(moves, left_out)


def rounds(match: Match) -> Sequence[str]:
    """Return the rounds with their numbers, such as `12. c3-d4 d6-e5`."""
    size, played = len(match.game.spec.teams), turns(match.plies)
    return [
        f"{round_of(start, size)}. {' '.join(each.text for each in played[start : start + size])}"
        for start in range(0, len(played), size)
    ]


def is_cut(match: Match) -> bool:
    """Return True if `record` hasn't room for all moves."""
    every = rounds(match)
    return _fitting(every) < len(every)


def _fitting(every: Sequence[str]) -> int:
    """Return how many of the latest rounds have room."""
    lengths = accumulate(len(text) + 2 for text in reversed(every))
    return sum(length <= _ROOM for length in lengths)


def _in_lines(rounds: Iterable[str]) -> list[str]:
    """Return rounds in lines; one that is too long for a line has one to itself."""
    found: list[str] = []
    for text in rounds:
        if found and len(found[-1]) + 2 + len(text) <= _LINE:
            found[-1] += f"  {text}"
        else:
            found.append(text)
    return found

"""The try-out board: a private message in which a person looks ahead and plans answers."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.messages import pictures
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import for_position
from bot.messages.controls.message import (
    MOST_CHOICES,
    Button,
    Form,
    Menu,
    MenuChoice,
    Message,
    Row,
    Style,
)
from bot.messages.controls.move_words import move_word
from bot.messages.words.text import NOTHING, box, dotted, lines
from bot.model.table import Table
from bot.tables.plans import plan_of
from rules.contract.core import Dice, Seat
from rules.contract.sentence import Notation, Sentence, Verbatim, say, say_n
from rules.contract.typed import LONGEST
from rules.match.match import Match
from rules.match.plans import Node, Path, tried

__all__ = ["find_path", "move_choices", "path_word", "try_out", "type_form", "untried"]

_CHOICE: Final = 100
"""The most characters of a choice in a menu."""
_ROOM: Final = 1200
"""The most characters of the lines in one message."""


def try_out(table: Table, seat: Seat, path: Path, note: Sentence = NOTHING) -> Message:
    """Return the position after a path from the present one, and the choices there.

    `seat` is the owner of the plan; the message is for that person alone.
    """
    match = table.started
    nodes = plan_of(table, seat).now(match)
    ahead = tried(match, path)
    view, after = pictures.board(replace(table, match=ahead, plans={}), seat), None
    if path:
        view, after = pictures.tried(view), say("After {moves}:", moves=_moves(path))
    here = _at(nodes, path)
    rows: list[Row] = []
    if move_choices([node.move for node in here]):
        go = for_position(verbs.PLAN_GO, table, path_word(path))
        rows.append(
            [
                Menu(
                    say("Continue with …"),
                    move_choices([node.move for node in here if len(node.move) <= _CHOICE]),
                    go,
                )
            ]
        )
    rest = untried(ahead, here)
    if rest:
        attempt = for_position(verbs.PLAN_TRY, table, path_word(path))
        rows.append([Menu(say("Try …"), move_choices(rest), attempt)])
    rows += _buttons(table, seat, path, ahead)
    text = lines(note, _heading(path, ahead), _plans(nodes), _hint(match, seat, path, nodes))
    picture = pictures.draw(view, table, after)
    if isinstance(ahead.turn, str) and ahead.outcome is None:
        side = match.game.spec.side(ahead.turn).title
        to_move = say("{side} to move.", side=side)
        if ahead.seat_due == seat:
            to_move = say("You to move ({side}).", side=side)
        picture = pictures.asking(view, table, ahead.turn, to_move, after)
    return Message(text, picture, tuple(rows))


def type_form(table: Table, path: Path) -> Form:
    """Return the form for typing a move to try after a path."""
    ahead = tried(table.started, path)
    example = ahead.game.notate(ahead.legal[0])
    return Form(
        say("Try a move"), say("A move for whoever's turn it is"),
        say("{move}", move=Notation(example)), LONGEST,
        for_position(verbs.PLAN_TYPED, table, path_word(path)),
    )  # fmt: skip


def path_word(path: Path) -> str:
    """Return the word that stands for a path in buttons; it is empty for the present position."""
    return hashlib.sha256("\n".join(path).encode()).hexdigest()[:12] if path else ""


def find_path(table: Table, seat: Seat, word: str) -> Path | None:
    """Return the path of the seat's plan that a word stands for, or None if there is none."""
    if not word:
        return ()
    nodes = plan_of(table, seat).now(table.started)
    return next((path for path, _ in _walk(nodes) if path_word(path) == word), None)


def _walk(nodes: Sequence[Node], before: Path = ()) -> Iterator[tuple[Path, Node]]:
    for node in nodes:
        path = (*before, node.move)
        yield path, node
        yield from _walk(node.children, path)


def _at(nodes: Sequence[Node], path: Path) -> Sequence[Node]:
    for move in path:
        nodes = next((node.children for node in nodes if node.move == move), ())
    return nodes


def untried(ahead: Match, here: Sequence[Node] = ()) -> list[str]:
    """Return the legal moves not tried yet, if there are few enough for a menu."""
    if ahead.outcome is not None or ahead.seat_due is None:
        return []
    known = {node.move for node in here}
    moves = [ahead.game.notate(move) for move in ahead.legal]
    rest = sorted(move for move in moves if move not in known)
    return rest if len(rest) <= MOST_CHOICES and all(len(move) <= _CHOICE for move in rest) else []


def move_choices(moves: Sequence[str]) -> tuple[MenuChoice, ...]:
    """Return moves as the choices of a menu, without those that are too long for it."""
    short = [move for move in moves if len(move) <= _CHOICE]
    return tuple(
        MenuChoice(say("{move}", move=Notation(move)), move) for move in short[:MOST_CHOICES]
    )


def _buttons(table: Table, seat: Seat, path: Path, ahead: Match) -> list[Row]:
    match, word = table.started, path_word(path)
    row: list[Button] = []
    if path:
        back = for_position(verbs.PLAN_AT, table, path_word(path[:-1]))
        row.append(Button(say("Back"), back))
    if ahead.outcome is None and ahead.seat_due is not None:
        row.append(Button(say("Type a move …"), for_position(verbs.PLAN_TYPE, table, word)))
    if path:
        row.append(Button(say("Delete"), for_position(verbs.PLAN_CUT, table, word), Style.DANGER))
    if _is_reply(match, seat, path):
        node = next(n for p, n in _walk(plan_of(table, seat).now(match)) if p == path)
        label = say("Remove ✓") if node.is_queued else say("Queue this answer")
        queue = for_position(verbs.PLAN_QUEUE, table, word, int(not node.is_queued))
        row.append(Button(label, queue, Style.SUCCESS))
    rows: list[Row] = [row] if row else []
    if path and match.seat_due == seat:
        first = match.read(path[0])
        label = say("Play {move}", move=Notation(path[0]))
        play = for_position(verbs.PLAY, table, move_word(match.game, first))
        rows.append([Button(label, play, Style.PRIMARY)])
    return rows


def _moves(path: Path) -> Notation:
    return Notation(" ".join(path))


def _heading(path: Path, ahead: Match) -> Sentence:
    told, ended = [say("**Try-out board**"), say("only you see it")], NOTHING
    if path:
        told.append(say("after {moves}", moves=_moves(path)))
    if ahead.outcome is not None:
        ended = say("The game would be finished here.")
    elif ahead.seat_due is None:
        ended = say("The dice are rolled here.")
    return lines(dotted(*told), ended)


def _plans(nodes: Sequence[Node]) -> Sentence:
    """Return the plan as a tree; a queued answer has a tick."""
    if not nodes:
        return NOTHING
    rows = [
        f"{'  ' * (len(path) - 1)}{node.move}{' ✓' if node.is_queued else ''}"
        for path, node in _walk(nodes)
    ]
    shown: list[str] = []
    room = _ROOM
    for row in rows:
        room -= len(row) + 1
        if room < 0:
            shown.append("…")
            break
        shown.append(row)
    return box(Verbatim("\n".join(shown)))


def _is_reply(match: Match, seat: Seat, path: Path) -> bool:
    """Return True if the last move of a path answers another's, so that it can be queued."""
    if len(path) < 2 or _has_dice(match):
        return False
    return tried(match, path[:-1]).seat_due == seat


def _hint(match: Match, seat: Seat, path: Path, nodes: Sequence[Node]) -> Sentence:
    if _has_dice(match):
        return say("-# With dice you can look ahead to the next roll, but not plan answers.")
    queued = [way for way, node in _walk(nodes) if node.is_queued]
    if _is_reply(match, seat, path) and path not in queued:
        what = say(
            "-# **Queue this answer** (✓), and it's played as soon as the moves before it are. Only"
            " you know. If anything else is played, the plan is deleted."
        )
    elif queued:
        what = say(
            "-# An answer with ✓ is played as soon as the moves before it are. Only you know. If"
            " anything else is played, the plan is deleted."
        )
    else:
        what = say(
            "-# Try moves for both sides. After a move of your opponent you can queue your answer."
        )
    if not queued:
        return what
    return lines(
        say_n("1 answer is queued.", "{count} answers are queued.", len(queued)),
        what,
    )


def _has_dice(match: Match) -> bool:
    return isinstance(match.game.turn(match.game.start()), Dice)
